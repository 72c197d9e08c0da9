//! The board: three sets of cells as the side to move sees them.

use super::cells::{Cells, MAX_RADIUS};
use super::moves::{gains, mobility};
use super::symmetry;
use agon_core::position::mix;
use agon_core::{MoveList, Outcome, Position, PositionError, Side};

/// A move: a cell as `16·row + column`, or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// The forced pass.
    pub const PASS: Move = Move(u8::MAX);

    /// A disc on a cell, row and column from 0 to 14.
    pub const fn on(row: u8, column: u8) -> Option<Move> {
        if row <= 2 * MAX_RADIUS && column <= 2 * MAX_RADIUS { Some(Move(16 * row + column)) } else { None }
    }

    /// The row and the column, unless it is the pass.
    #[inline(always)]
    pub const fn cell(self) -> Option<(u8, u8)> {
        if self.0 == Move::PASS.0 { None } else { Some((self.0 / 16, self.0 % 16)) }
    }
}

/// A position of HexThello on a board of any radius, with or without blocked cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexThelloPosition {
    me: Cells,
    them: Cells,
    empty: Cells,
    /// A hash of what never changes in a game: the radius and the blocked cells.
    board_key: u64,
    radius: u8,
    side: Side,
}

impl HexThelloPosition {
    /// The smallest radius and the largest.
    pub const RADII: std::ops::RangeInclusive<u8> = 2..=MAX_RADIUS;

    /// The start position of a radius that is one of [`RADII`](Self::RADII), black to move: seven discs around
    /// the centre.
    pub(super) fn start(radius: u8) -> HexThelloPosition {
        let around =
            |cells: &[(u8, u8)]| cells.iter().map(|&(r, c)| (radius - 1 + r, radius - 1 + c)).collect();
        let black = around(&[(0, 2), (1, 0), (2, 1)]);
        let white = around(&[(0, 1), (1, 1), (1, 2), (2, 0)]);
        HexThelloPosition::assemble(radius, [black, white], Cells::NONE, Side::First)
    }

    /// A position from both sides' discs and the blocked cells; refused if two things share a cell, if
    /// something lies off the board, or if there is no such board.
    pub fn new(
        radius: u8,
        black: Cells,
        white: Cells,
        blocked: Cells,
        side: Side,
    ) -> Result<HexThelloPosition, PositionError> {
        if !Self::RADII.contains(&radius) {
            let why = format!("a board has a radius from 2 to {MAX_RADIUS}, not {radius}");
            return Err(PositionError::Impossible(why));
        }
        let board = Cells::hexagon(radius);
        for (cells, what) in [
            ((black | white | blocked) & !board, "is no cell of this board"),
            (black & white, "holds a black and a white disc at once"),
            ((black | white) & blocked, "is blocked and holds a disc at once"),
        ] {
            if let Some((row, column)) = cells.iter().next() {
                return Err(PositionError::Impossible(format!("{row},{column} {what}")));
            }
        }
        Ok(HexThelloPosition::assemble(radius, [black, white], blocked, side))
    }

    fn assemble(radius: u8, discs: [Cells; 2], blocked: Cells, side: Side) -> HexThelloPosition {
        let (me, them) = (discs[side], discs[!side]);
        let empty = Cells::hexagon(radius) & !(me | them | blocked);
        let board_key = board_key(radius, blocked);
        HexThelloPosition { me, them, empty, board_key, radius, side }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn me(&self) -> Cells {
        self.me
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn them(&self) -> Cells {
        self.them
    }

    /// The cells that can still be played on.
    #[inline(always)]
    pub const fn empty(&self) -> Cells {
        self.empty
    }

    /// The discs of black and of white.
    #[inline(always)]
    pub const fn discs(&self) -> [Cells; 2] {
        match self.side {
            Side::First => [self.me, self.them],
            Side::Second => [self.them, self.me],
        }
    }

    /// The cells that nothing is placed on or passes through.
    pub fn blocked(&self) -> Cells {
        self.board() & !(self.me | self.them | self.empty)
    }

    /// The radius of the board: one less than the cells of its side.
    #[inline(always)]
    pub const fn radius(&self) -> u8 {
        self.radius
    }

    /// All cells of the board, the blocked ones included.
    pub fn board(&self) -> Cells {
        Cells::hexagon(self.radius)
    }

    /// The cells where the side to move may play; if there are none it passes or the game is over.
    #[inline(always)]
    pub fn open(&self) -> Cells {
        mobility(self.me, self.them, self.empty)
    }

    /// Whether the side that is not to move could move. Asked only when the side to move cannot, so it is kept
    /// out of the hot loops.
    #[cold]
    #[inline(never)]
    fn other_side_can_move(&self) -> bool {
        !mobility(self.them, self.me, self.empty).is_empty()
    }
}

impl Position for HexThelloPosition {
    type Move = Move;
    const SYMMETRIES: usize = symmetry::COUNT;
    const MOVE_SLOTS: usize = 256;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn generate(&self, moves: &mut MoveList<Move>) {
        let open = self.open();
        if open.is_empty() {
            if self.other_side_can_move() {
                moves.push(Move::PASS);
            }
            return;
        }
        for (rows, offset) in open.in_reading_order().into_iter().zip([0, 64, 128, 192]) {
            let mut rows = rows;
            while rows != 0 {
                moves.push(Move(offset + rows.trailing_zeros() as u8));
                rows &= rows - 1;
            }
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        match self.open().count() {
            0 => usize::from(self.other_side_can_move()),
            n => n as usize,
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (mut me, mut them) = (self.me, self.them);
        if let Some((row, column)) = mv.cell() {
            let gained = gains(me, them, row, column);
            me |= gained;
            them = them & !gained;
            self.empty = self.empty & !gained;
        }
        (self.me, self.them) = (them, me);
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.open().is_empty() || self.other_side_can_move() {
            return None;
        }
        let [black, white] = self.score();
        Some(Outcome::from_margin(black - white))
    }

    #[inline(always)]
    fn score(&self) -> [i32; 2] {
        let [black, white] = self.discs();
        [black.count() as i32, white.count() as i32]
    }

    #[inline(always)]
    fn move_slot(&self, mv: Move) -> usize {
        usize::from(mv.0)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let side = (self.side as u64) << 63;
        mix(hash_pair(self.me, self.them) ^ self.board_key ^ side)
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let turn = |cells: Cells| symmetry::image(cells, self.radius, symmetry);
        let [black, white] = self.discs();
        let discs = [turn(black), turn(white)];
        HexThelloPosition::assemble(self.radius, discs, turn(self.blocked()), self.side)
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv.cell() {
            Some(cell) => {
                let (row, column) = symmetry::image_of_cell(cell, self.radius, symmetry);
                Move::on(row, column).unwrap_or(mv)
            }
            None => mv,
        }
    }
}

fn board_key(radius: u8, blocked: Cells) -> u64 {
    mix(hash_pair(blocked, Cells::NONE) ^ u64::from(radius))
}

/// Hashes two sets at once: each pair of words is multiplied and both halves of the product are kept.
#[inline(always)]
fn hash_pair(Cells(a): Cells, Cells(b): Cells) -> u64 {
    // Numbers without a pattern: the fractions of the square roots of the first eight primes.
    const KEYS: [[u64; 2]; 4] = [
        [0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b],
        [0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1],
        [0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f],
        [0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179],
    ];
    let folded = |i: usize| {
        let product = u128::from(a[i] ^ KEYS[i][0]) * u128::from(b[i] ^ KEYS[i][1]);
        product as u64 ^ (product >> 64) as u64
    };
    folded(0)
        .wrapping_add(folded(1).rotate_left(16))
        .wrapping_add(folded(2).rotate_left(32))
        .wrapping_add(folded(3).rotate_left(48))
}
