//! The board: two bitboards as the side to move sees them. Bit 0 is a1, bit 7 is h1, bit 63 is h8.

use super::moves::{flips, mobility};
use agon_core::position::mix;
use agon_core::{MoveList, Outcome, Position, PositionError, Side};
use std::hash::{Hash, Hasher};

/// A move: a square 0–63, or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// The forced pass.
    pub const PASS: Move = Move(64);

    /// How many moves there can be: one a square, and the pass.
    pub(super) const COUNT: usize = 65;

    /// Its number: the square, or 64 for the pass.
    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }

    /// A disc on a square 0–63, counted from a1 row by row.
    pub const fn on(square: u8) -> Option<Move> {
        if square < 64 { Some(Move(square)) } else { None }
    }

    /// The square, unless it is the pass.
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }
}

/// A position of Reversi. It also knows the last disc that was played, which is no part of what the position is: two
/// positions are equal whichever way they came about.
#[derive(Clone, Copy, Debug)]
pub struct ReversiPosition {
    me: u64,
    them: u64,
    side: Side,
    /// The last disc that was played since the position was set up; the pass if none was.
    last: Move,
}

impl PartialEq for ReversiPosition {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        (self.me, self.them, self.side) == (other.me, other.them, other.side)
    }
}

impl Eq for ReversiPosition {}

impl Hash for ReversiPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.me, self.them, self.side).hash(state);
    }
}

impl ReversiPosition {
    /// The start position, black to move.
    pub const START: ReversiPosition = ReversiPosition {
        me: 1 << 28 | 1 << 35,
        them: 1 << 27 | 1 << 36,
        side: Side::First,
        last: Move::PASS,
    };

    /// A position from both sides' discs; refused if they overlap.
    pub fn new(black: u64, white: u64, side: Side) -> Result<ReversiPosition, PositionError> {
        if black & white != 0 {
            let square = Move((black & white).trailing_zeros() as u8);
            return Err(PositionError::Impossible(format!(
                "{square} holds a black and a white disc at once"
            )));
        }
        let (me, them) = if side == Side::First { (black, white) } else { (white, black) };
        Ok(ReversiPosition { me, them, side, last: Move::PASS })
    }

    /// The last disc that was played since the position was set up. Its disc has the colour of who played it, also after a
    /// pass.
    #[inline(always)]
    pub const fn last(&self) -> Option<Move> {
        match self.last.square() {
            Some(_) => Some(self.last),
            None => None,
        }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn me(&self) -> u64 {
        self.me
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn them(&self) -> u64 {
        self.them
    }

    /// The discs of black and of white.
    #[inline(always)]
    pub const fn discs(&self) -> [u64; 2] {
        match self.side {
            Side::First => [self.me, self.them],
            Side::Second => [self.them, self.me],
        }
    }
}

impl Position for ReversiPosition {
    type Move = Move;
    const SYMMETRIES: usize = 8;
    const MOVE_SLOTS: usize = Move::COUNT;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn generate(&self, moves: &mut MoveList<Move>) {
        let mut squares = mobility(self.me, self.them);
        if squares == 0 {
            if mobility(self.them, self.me) != 0 {
                moves.push(Move::PASS);
            }
            return;
        }
        while squares != 0 {
            moves.push(Move(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        match mobility(self.me, self.them).count_ones() {
            0 => usize::from(mobility(self.them, self.me) != 0),
            n => n as usize,
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (mut me, mut them, mut last) = (self.me, self.them, self.last);
        if mv.0 < 64 {
            let placed = 1 << mv.0;
            let turned = flips(me, them, placed);
            me |= placed | turned;
            them &= !turned;
            last = mv;
        }
        *self = ReversiPosition { me: them, them: me, side: !self.side, last };
    }

    fn outcome(&self) -> Option<Outcome> {
        if mobility(self.me, self.them) | mobility(self.them, self.me) != 0 {
            return None;
        }
        let [black, white] = self.score();
        Some(Outcome::from_margin(black - white))
    }

    #[inline(always)]
    fn score(&self) -> [i32; 2] {
        self.discs().map(|d| d.count_ones() as i32)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let side = (self.side as u64) << 63;
        mix(self.me.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(self.them ^ 0x2545_f491_4f6c_dd1d) ^ side)
    }

    #[inline(always)]
    fn move_slot(&self, mv: Move) -> usize {
        usize::from(mv.0)
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let turn = |board| transform_board(board, symmetry);
        let last = self.transformed_move(self.last, symmetry);
        ReversiPosition { me: turn(self.me), them: turn(self.them), side: self.side, last }
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv.square() {
            Some(square) => Move(transform_board(1 << square, symmetry).trailing_zeros() as u8),
            None => mv,
        }
    }
}

/// Bit 0 of the symmetry mirrors left and right, bit 1 top and bottom, bit 2 the diagonal.
fn transform_board(mut board: u64, symmetry: usize) -> u64 {
    if symmetry & 1 != 0 {
        board = board.swap_bytes().reverse_bits();
    }
    if symmetry & 2 != 0 {
        board = board.swap_bytes();
    }
    if symmetry & 4 != 0 {
        // Transposes 4 × 4, 2 × 2 and single squares across the diagonal (Hacker's Delight, 7–3).
        for (shift, mask) in
            [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        {
            let moved = (board ^ (board >> shift)) & mask;
            board ^= moved ^ (moved << shift);
        }
    }
    board
}
