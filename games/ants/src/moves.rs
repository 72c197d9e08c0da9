//! Moves: their form, generating them and counting them.
//!
//! Ants only go forward and a jump passes two rows, so nothing an ant captures on its way, nor the square it
//! left, can matter for the rest of its chain: chains are paths on a board that stands still.
//!
//! The fixed order of the generator: steps along the diagonals `/` before steps along the diagonals `\`, each in
//! reading order of their start squares; captures in reading order of their start squares, at each jump `/`
//! before `\`.

use super::square::{LAND, Square};
use agon_core::{MoveList, Side};

/// The shift of one step along a diagonal `/`.
pub(super) const RISING: u32 = 4;

/// The shift of one step along a diagonal `\`.
pub(super) const FALLING: u32 = 5;

/// A move: a step, a chain of one to five jumps, or the pass.
///
/// Bits 0–5 are the start square, bits 6–8 the number of jumps (0 for a step), bits 9–13 say for each jump, or
/// for the step, whether it goes along a diagonal `\`. Whether it goes up or down is known from whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// The forced pass.
    pub const PASS: Move = Move(u16::MAX);

    /// Whether it is the pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }

    /// How many ants it captures.
    #[inline(always)]
    pub const fn jumps(self) -> u32 {
        if self.is_pass() { 0 } else { (self.0 >> 6 & 7) as u32 }
    }

    /// How many values [`bits`](Self::bits) has.
    pub(super) const BITS: usize = 1 << 14;

    /// Its bits; those of the pass are too many.
    #[inline(always)]
    pub(super) const fn bits(self) -> usize {
        self.0 as usize
    }

    /// How many numbers [`slot`](Self::slot) has.
    pub(super) const SLOTS: usize = 256;

    /// A number for moves that are alike: the start square, the first direction, step or capture.
    #[inline(always)]
    pub(super) const fn slot(self) -> usize {
        let (from, direction) = (self.0 & 63, self.0 >> 9 & 1);
        let captures = (self.0 >> 6 & 7 != 0) as u16;
        (from | direction << 6 | captures << 7) as usize
    }

    #[inline(always)]
    pub(super) const fn step(from: u32, distance: u32) -> Move {
        Move((from | (distance - RISING) << 9) as u16)
    }

    /// A chain without a jump yet.
    #[inline(always)]
    pub(super) const fn chain(from: u32) -> Move {
        Move(from as u16)
    }

    /// The chain with one more jump.
    #[inline(always)]
    pub(super) const fn then(self, distance: u32) -> Move {
        Move((self.0 + (1 << 6)) | ((distance - RISING) as u16) << (9 + (self.0 >> 6 & 7)))
    }

    #[inline(always)]
    const fn from(self) -> u64 {
        1 << (self.0 & 63)
    }

    #[inline(always)]
    const fn distance(self, jump: u32) -> u32 {
        RISING + (self.0 >> (9 + jump) & 1) as u32
    }

    /// The squares it touches: where it starts, then every square it lands on; none for a pass.
    pub fn path(self, side: Side) -> impl Iterator<Item = Square> {
        let (length, forward) = match (self.is_pass(), self.jumps()) {
            (true, _) => (0, 0),
            (_, 0) => (2, 1),
            (_, jumps) => (jumps + 1, 2),
        };
        let mut board = self.from();
        (0..length).map_while(move |i| {
            if i > 0 {
                let distance = forward * self.distance(i - 1);
                board = if side == Side::First { board >> distance } else { board << distance };
            }
            Square::first_of(board)
        })
    }

    /// The move that goes along a path, if its squares lie as those of a move of `side` do. Whether it is legal
    /// is another question.
    pub fn along(path: &[Square], side: Side) -> Option<Move> {
        let (&first, rest) = path.split_first()?;
        let from = u32::from(first.index());
        match *rest {
            [to] if first.row().abs_diff(to.row()) == 1 => {
                Some(Move::step(from, distance(first, to, 1, side)?))
            }
            [_, ..] if rest.len() <= 5 => path.windows(2).try_fold(Move::chain(from), |chain, pair| {
                Some(chain.then(distance(pair[0], pair[1], 2, side)?))
            }),
            _ => None,
        }
    }

    /// The same move after half a turn: the diagonals keep their names.
    pub(super) const fn half_turn(self) -> Move {
        if self.is_pass() { self } else { Move(self.0 & !63 | (52 - (self.0 & 63))) }
    }

    /// What it changes, for black (`UP`) or for white.
    #[inline(always)]
    pub(super) fn trace<const UP: bool>(self) -> Trace {
        let from = self.from();
        let jumps = self.jumps();
        if jumps == 0 {
            let to = ahead::<UP>(from, self.distance(0));
            return Trace { from, to, landed: to, captured: 0 };
        }
        let (mut to, mut landed, mut captured) = (from, 0, 0);
        for jump in 0..jumps {
            let distance = self.distance(jump);
            let over = ahead::<UP>(to, distance);
            to = ahead::<UP>(over, distance);
            captured |= over;
            landed |= to;
        }
        Trace { from, to, landed, captured }
    }
}

/// The shift of one step along the diagonal from one square to another that is `rows` rows ahead; nothing if it
/// does not lie there.
fn distance(from: Square, to: Square, rows: i8, side: Side) -> Option<u32> {
    let down = to.row() as i8 - from.row() as i8;
    let right = to.column() as i8 - from.column() as i8;
    let forward = if side == Side::First { -rows } else { rows };
    if down != forward || right.abs() != rows {
        None
    } else if (right > 0) == (down < 0) {
        Some(RISING)
    } else {
        Some(FALLING)
    }
}

/// What a move changes, as boards.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    pub(super) from: u64,
    pub(super) to: u64,
    /// Every square it lands on, the last one included.
    pub(super) landed: u64,
    pub(super) captured: u64,
}

/// A board moved forward: up for black, down for white.
#[inline(always)]
const fn ahead<const UP: bool>(board: u64, distance: u32) -> u64 {
    if UP { board >> distance } else { board << distance }
}

/// A board moved backward.
#[inline(always)]
const fn behind<const UP: bool>(board: u64, distance: u32) -> u64 {
    if UP { board << distance } else { board >> distance }
}

/// The board as one side sees it: black, whose ants go up, or white, whose ants go down.
#[derive(Clone, Copy)]
pub(super) struct Half<const UP: bool> {
    me: u64,
    them: u64,
    free: u64,
}

impl<const UP: bool> Half<UP> {
    #[inline(always)]
    pub(super) const fn new(me: u64, them: u64) -> Half<UP> {
        Half { me, them, free: LAND & !(me | them) }
    }

    /// Where ants on `from` can step to along one diagonal.
    #[inline(always)]
    const fn steps(&self, from: u64, distance: u32) -> u64 {
        ahead::<UP>(from, distance) & self.free
    }

    /// Where ants on `from` land if they jump along one diagonal.
    #[inline(always)]
    const fn jumps(&self, from: u64, distance: u32) -> u64 {
        ahead::<UP>(ahead::<UP>(from, distance) & self.them, distance) & self.free
    }

    /// Where ants of this side on `from` land if they jump.
    #[inline(always)]
    pub(super) const fn landings(&self, from: u64) -> u64 {
        self.jumps(from, RISING) | self.jumps(from, FALLING)
    }

    /// Whether any ant of this side can capture.
    #[inline(always)]
    pub(super) const fn can_capture(&self) -> bool {
        self.landings(self.me) != 0
    }

    /// Whether any ant of this side can move.
    #[inline(always)]
    pub(super) const fn can_move(&self) -> bool {
        self.steps(self.me, RISING) | self.steps(self.me, FALLING) | self.landings(self.me) != 0
    }

    /// How many moves this side has, the pass not counted.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let rising = self.jumps(self.me, RISING);
        let falling = self.jumps(self.me, FALLING);
        if rising | falling == 0 {
            let steps = [self.steps(self.me, RISING), self.steps(self.me, FALLING)];
            return steps[0].count_ones() + steps[1].count_ones();
        }
        if self.landings(rising | falling) == 0 {
            return rising.count_ones() + falling.count_ones();
        }
        self.ends_below(rising) + self.ends_below(falling)
    }

    /// How many chains there are altogether for ants that just landed on `at`.
    fn ends_below(&self, at: u64) -> u32 {
        let rising = self.jumps(at, RISING);
        let falling = self.jumps(at, FALLING);
        if rising | falling == 0 {
            return at.count_ones();
        }
        let jumped = behind::<UP>(rising, 2 * RISING) | behind::<UP>(falling, 2 * FALLING);
        (at & !jumped).count_ones() + self.ends_below(rising) + self.ends_below(falling)
    }

    /// Appends every move of this side, the pass not included.
    #[inline(always)]
    pub(super) fn generate(&self, moves: &mut MoveList<Move>) {
        let rising = self.jumps(self.me, RISING);
        let falling = self.jumps(self.me, FALLING);
        if rising | falling == 0 {
            for distance in [RISING, FALLING] {
                let mut movers = behind::<UP>(self.steps(self.me, distance), distance);
                while movers != 0 {
                    moves.push(Move::step(movers.trailing_zeros(), distance));
                    movers &= movers - 1;
                }
            }
            return;
        }
        let mut jumpers = behind::<UP>(rising, 2 * RISING) | behind::<UP>(falling, 2 * FALLING);
        while jumpers != 0 {
            let from = jumpers.trailing_zeros();
            self.extend(Move::chain(from), 1 << from, moves);
            jumpers &= jumpers - 1;
        }
    }

    /// Appends every way to the end of a chain that has come to `at`.
    fn extend(&self, chain: Move, at: u64, moves: &mut MoveList<Move>) {
        let rising = self.jumps(at, RISING);
        let falling = self.jumps(at, FALLING);
        if rising | falling == 0 {
            moves.push(chain);
            return;
        }
        if rising != 0 {
            self.extend(chain.then(RISING), rising, moves);
        }
        if falling != 0 {
            self.extend(chain.then(FALLING), falling, moves);
        }
    }
}
