//! The children of a node: all of them made at once, and the order in which they are searched.

use super::forced::Node;
use super::slot::Keyed;
use crate::Grid;

/// No board has more columns.
pub(super) const MOST_COLUMNS: usize = 10;

/// How many children are worked on side by side: whole vectors for 64-bit boards.
#[inline(always)]
pub(super) const fn lanes<B: Keyed, const W: usize>() -> usize {
    if B::BITS == 64 && W <= 8 { 8 } else { W }
}

/// The children of a node, each kind of board together so that vectors can be used.
pub(super) struct Children<B> {
    pub(super) cell: [B; MOST_COLUMNS],
    pub(super) me: [B; MOST_COLUMNS],
    pub(super) them: [B; MOST_COLUMNS],
    pub(super) my_wins: [B; MOST_COLUMNS],
    pub(super) their_wins: [B; MOST_COLUMNS],
    pub(super) spread: [B; MOST_COLUMNS],
    pub(super) empties: [i32; MOST_COLUMNS],
}

impl<B: Keyed> Children<B> {
    /// All children at once, the answers each leaves that do not lose at once, and whether one of them leaves
    /// none: then the node is won in three plies.
    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(
        node: &Node<B>,
        landings: B,
    ) -> (Children<B>, [B; MOST_COLUMNS], bool) {
        let mask = node.me | node.them;
        let moves = landings & !(node.their_wins >> 1);
        let mut children = Children {
            cell: [B::EMPTY; MOST_COLUMNS],
            me: [node.them; MOST_COLUMNS],
            them: [B::EMPTY; MOST_COLUMNS],
            my_wins: [B::EMPTY; MOST_COLUMNS],
            their_wins: [B::EMPTY; MOST_COLUMNS],
            spread: [B::EMPTY; MOST_COLUMNS],
            empties: [node.empties - 1; MOST_COLUMNS],
        };
        let mut replies = [B::EMPTY; MOST_COLUMNS];
        let mut columns = [B::EMPTY; MOST_COLUMNS];
        for (i, column) in columns.iter_mut().enumerate().take(W) {
            *column = Grid::<B, W, H>::column(i);
        }
        // Two words to a board are too wide for vectors; but most moves make no threat, and that is seen for all at once.
        let makers = node.makers::<W, H>();
        let mut won = B::EMPTY;
        for i in 0..lanes::<B, W>() {
            let cell = moves & columns[i];
            let wins = if B::BITS == 64 || (cell & makers).any() {
                Grid::<B, W, H>::winning_cells(node.me | cell, mask | cell)
            } else {
                node.my_wins
            };
            let landings = landings.plus(cell) & Grid::<B, W, H>::cells();
            let threats = landings & wins;
            let safe = landings & !(wins >> 1);
            let reply = if threats == B::EMPTY { safe } else { safe & threats };
            let lost = (reply == B::EMPTY) | ((threats & threats.minus(B::cut(1))) != B::EMPTY);
            won |= if lost { cell } else { B::EMPTY };
            children.cell[i] = cell;
            children.them[i] = node.me | cell;
            children.my_wins[i] = node.their_wins & !cell;
            children.their_wins[i] = wins;
            replies[i] = reply;
        }
        (children, replies, won.any())
    }

    /// The child in a column.
    #[inline(always)]
    pub(super) fn node(&self, i: usize) -> Node<B> {
        Node {
            me: self.me[i],
            them: self.them[i],
            my_wins: self.my_wins[i],
            their_wins: self.their_wins[i],
            empties: self.empties[i],
        }
    }
}

/// The columns of the children that are left to search, the most promising first.
pub(super) struct Ranking {
    pub(super) keys: [u32; MOST_COLUMNS],
    pub(super) count: usize,
}

impl Ranking {
    /// No column yet.
    #[inline(always)]
    pub(super) fn new() -> Ranking {
        Ranking { keys: [0; MOST_COLUMNS], count: 0 }
    }

    /// Puts a column where its promise, a positive number, belongs.
    #[inline(always)]
    pub(super) fn insert(&mut self, column: usize, promise: i32) {
        let key = (promise as u32) << 4 | (15 - column as u32);
        let mut at = self.count;
        while at > 0 && self.keys[at - 1] < key {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        self.count += 1;
    }

    /// The column at a place.
    #[inline(always)]
    pub(super) fn column(&self, at: usize) -> usize {
        15 - (self.keys[at] & 15) as usize
    }
}
