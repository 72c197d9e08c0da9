//! A board as planes of zeros and ones, the form in which programs that learn look at it.

use crate::{AnyGame, AnyPosition, Cell, Side};

/// Where the cells and pieces of a game lie in its planes: one plane a kind of piece, then one more that is full of a
/// side's number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planes {
    /// How many planes there are.
    pub count: usize,
    /// How many rows a plane has.
    pub rows: usize,
    /// How many columns a plane has: one a cell, or one half a cell where the rows are shifted against each other.
    pub columns: usize,
    /// Where each cell lies in a plane.
    places: Vec<usize>,
    /// The plane of each kind of piece as each side sees it: its own where the first side's are otherwise.
    kinds: [Vec<usize>; 2],
}

impl Planes {
    /// The planes of a game.
    pub fn of(game: &dyn AnyGame) -> Planes {
        let layout = game.layout();
        // Hexagonal rows are shifted by half a cell: there a column is half a cell wide.
        let shifted = layout.cells.iter().any(|cell| cell.half_column % 2 == 1);
        let width = if shifted { 1 } else { 2 };
        let place = |cell: &Cell| (usize::from(cell.row), usize::from(cell.half_column / width));
        let rows = layout.cells.iter().map(|cell| place(cell).0 + 1).max().unwrap_or(0);
        let columns = layout.cells.iter().map(|cell| place(cell).1 + 1).max().unwrap_or(0);
        let flat = |cell| {
            let (row, column) = place(cell);
            row * columns + column
        };
        let sides: Vec<_> = layout.pieces.iter().map(|piece| piece.side).collect();
        Planes {
            count: sides.len() + 1,
            rows,
            columns,
            places: layout.cells.iter().map(flat).collect(),
            kinds: [(0..sides.len()).collect(), exchanged(&sides)],
        }
    }

    /// How many numbers the planes of one position are.
    pub fn area(&self) -> usize {
        self.count * self.rows * self.columns
    }

    /// Writes a position's planes into zeros. Without a viewer the last plane is full of the side to move. For a viewer
    /// its own pieces come first, and the last plane is full of its number.
    pub fn paint<N: Copy + From<u8>>(
        &self,
        position: &dyn AnyPosition,
        viewer: Option<Side>,
        planes: &mut [N],
    ) {
        let (plane, one) = (self.rows * self.columns, N::from(1));
        let kinds = &self.kinds[viewer.unwrap_or(Side::First)];
        position.each_piece(&mut |cell, piece| planes[kinds[piece] * plane + self.places[cell]] = one);
        if viewer.unwrap_or_else(|| position.side_to_move()) == Side::Second {
            planes[(self.count - 1) * plane..].fill(one);
        }
    }
}

/// For every kind of piece the kind that is the other side's counterpart; nobody's stay what they are.
fn exchanged(sides: &[Option<usize>]) -> Vec<usize> {
    let of = |side: usize| (0..sides.len()).filter(move |&kind| sides[kind] == Some(side));
    let mut kinds: Vec<usize> = (0..sides.len()).collect();
    for (first, second) in of(0).zip(of(1)) {
        kinds.swap(first, second);
    }
    kinds
}
