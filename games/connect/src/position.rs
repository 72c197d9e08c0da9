//! A position: the stones of the side to move and the stones of both.

use super::board::{Grid, Word};
use super::legality;
use agon_core::position::mix;
use agon_core::{MoveList, Outcome, Position, PositionError, Side};

/// A move: a column, counted from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// A stone dropped into a column.
    pub const fn into_column(column: u8) -> Move {
        Move(column)
    }

    /// The column.
    pub const fn column(self) -> u8 {
        self.0
    }
}

/// A position of connect four on `W` columns and `H` rows in a word `B` (see [`Grid`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectPosition<B: Word, const W: usize, const H: usize> {
    /// The stones of the side to move.
    me: B,
    /// The stones of both sides.
    mask: B,
    /// Whether the side that moved last has four. Kept, because in a loop over the moves of a position the
    /// cells that win are the same for all of them and so are computed only once.
    won: bool,
}

impl<B: Word, const W: usize, const H: usize> ConnectPosition<B, W, H> {
    /// The empty board, player one to move.
    pub const START: Self = ConnectPosition { me: B::EMPTY, mask: B::EMPTY, won: false };

    /// A position from both sides' stones; refused with a sentence if it cannot arise in a game.
    pub fn new(first: B, second: B, side: Side) -> Result<Self, PositionError> {
        legality::check::<B, W, H>(first, second, side).map_err(PositionError::Impossible)?;
        let (me, them) = if side == Side::First { (first, second) } else { (second, first) };
        Ok(ConnectPosition { me, mask: first | second, won: Grid::<B, W, H>::has_four(them) })
    }

    /// The stones of the side to move.
    #[inline(always)]
    pub const fn me(&self) -> B {
        self.me
    }

    /// The stones of the other side.
    #[inline(always)]
    pub fn them(&self) -> B {
        self.me ^ self.mask
    }

    /// The stones of both sides.
    #[inline(always)]
    pub const fn mask(&self) -> B {
        self.mask
    }

    /// How many stones have been played.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.mask.count() as usize
    }

    /// The stones of player one and of player two.
    #[inline(always)]
    pub fn stones(&self) -> [B; 2] {
        match self.side_to_move() {
            Side::First => [self.me, self.them()],
            Side::Second => [self.them(), self.me],
        }
    }

    /// Who has four, if anyone.
    #[inline(always)]
    pub fn winner(&self) -> Option<Side> {
        self.won.then(|| !self.side_to_move())
    }

    /// The word of the position after a move (see [`Grid::packed`]).
    #[inline(always)]
    fn packed_after(&self, mv: Move) -> B {
        let placed = Grid::<B, W, H>::landing(self.mask, usize::from(mv.0));
        Grid::<B, W, H>::packed(self.them(), self.mask | placed)
    }
}

/// 64-bit boards have keys without any collision: mixing is one to one.
#[inline(always)]
fn key_of<B: Word>(packed: B) -> u64 {
    mix(packed.folded())
}

impl<B: Word, const W: usize, const H: usize> Position for ConnectPosition<B, W, H> {
    type Move = Move;
    const SYMMETRIES: usize = 2;
    const MOVE_SLOTS: usize = W * H;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        if self.mask.count() & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn generate(&self, moves: &mut MoveList<Move>) {
        if self.won {
            return;
        }
        for column in 0..W {
            if !(self.mask & Grid::<B, W, H>::cell(column, H - 1)).any() {
                moves.push(Move(column as u8));
            }
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.won { 0 } else { Grid::<B, W, H>::open(self.mask).count() as usize }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let placed = Grid::<B, W, H>::landing(self.mask, usize::from(mv.0));
        let wins = Grid::<B, W, H>::winning_cells(self.me, self.mask);
        *self =
            ConnectPosition { me: self.me ^ self.mask, mask: self.mask | placed, won: (wins & placed).any() };
    }

    /// The margin is the number of stones the winner has left, counting the winning one.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            let stones_left = (W * H + 2 - self.ply()) / 2;
            return Some(Outcome::from_margin(stones_left as i32 * winner.sign()));
        }
        (self.mask == Grid::<B, W, H>::cells()).then_some(Outcome::from_margin(0))
    }

    #[inline(always)]
    fn score(&self) -> [i32; 2] {
        Side::BOTH.map(|side| i32::from(self.winner() == Some(side)))
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        key_of(Grid::<B, W, H>::packed(self.me, self.mask))
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        key_of(self.packed_after(mv))
    }

    /// The cell the stone falls to.
    #[inline(always)]
    fn move_slot(&self, mv: Move) -> usize {
        let column = usize::from(mv.0);
        column * H + (self.mask & Grid::<B, W, H>::column(column)).count() as usize
    }

    #[inline(always)]
    fn transformed(&self, symmetry: usize) -> Self {
        match symmetry {
            0 => *self,
            _ => ConnectPosition {
                me: Grid::<B, W, H>::mirrored(self.me),
                mask: Grid::<B, W, H>::mirrored(self.mask),
                won: self.won,
            },
        }
    }

    #[inline(always)]
    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 { mv } else { Move((W - 1) as u8 - mv.0) }
    }

    #[inline(always)]
    fn canonical_key(&self) -> u64 {
        let packed = Grid::<B, W, H>::packed(self.me, self.mask);
        key_of(packed).min(key_of(Grid::<B, W, H>::mirrored(packed)))
    }
}
