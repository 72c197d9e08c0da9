//! The position: the ants of both sides, the food, the points, and what chance still has to decide.

use super::moves::{Half, Move, Trace};
use super::square::{FAR_ROWS, FOOD_ROWS, HOMES, LAND, Square, half_turn};
use agon_core::position::mix;
use agon_core::{MoveList, Outcome, Position, PositionError, Side};

/// The ants a side starts with.
const ANTS: u32 = 12;

/// The most food there can be.
const FOOD: u32 = 8;

/// The bit of the first food square of row 5, and of row 6.
const FOOD_SHIFTS: [u32; 2] = [22, 27];

/// What chance has to decide before the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Nothing.
    Nothing,
    /// Whether the food that was landed on is worth a point.
    Roll,
    /// Where food lies when the game begins.
    SetUp,
}

/// A position of TUC-ANTS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AntsPosition {
    ants: [u64; 2],
    /// Food lies on rows 5 and 6 only: bits 22–30.
    food: u32,
    points: [u8; 2],
    side: Side,
    pending: Pending,
}

/// The parts of a position before they are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The ants of black and of white.
    pub ants: [u64; 2],
    /// The food.
    pub food: u64,
    /// The points of black and of white.
    pub points: [u8; 2],
    /// The side to move, or the side that moved if its roll is pending.
    pub side: Side,
    /// What chance has to decide.
    pub pending: Pending,
}

impl AntsPosition {
    /// The start position without food, black to move.
    pub const START: AntsPosition =
        AntsPosition { ants: HOMES, food: 0, points: [0; 2], side: Side::First, pending: Pending::Nothing };

    /// Before the food is set up.
    pub const OPENING: AntsPosition = AntsPosition { pending: Pending::SetUp, ..AntsPosition::START };

    /// A position from its parts, refused with a sentence if it cannot be.
    pub fn new(parts: Parts) -> Result<AntsPosition, PositionError> {
        let Parts { ants, food, points, side, pending } = parts;
        check(&parts).map_err(PositionError::Impossible)?;
        Ok(AntsPosition { ants, food: food as u32, points, side, pending })
    }

    /// The parts it is made of.
    pub const fn parts(&self) -> Parts {
        let AntsPosition { ants, points, side, pending, .. } = *self;
        Parts { ants, food: self.food as u64, points, side, pending }
    }

    /// The ants of black and of white.
    #[inline(always)]
    pub const fn ants(&self) -> [u64; 2] {
        self.ants
    }

    /// The food.
    #[inline(always)]
    pub const fn food(&self) -> u64 {
        self.food as u64
    }

    /// The points of black and of white.
    #[inline(always)]
    pub const fn points(&self) -> [u8; 2] {
        self.points
    }

    /// What chance has to decide before the game goes on.
    #[inline(always)]
    pub const fn pending(&self) -> Pending {
        self.pending
    }

    /// Whether an ant of `side` can move, whoever's turn it is.
    #[inline(always)]
    pub const fn can_move(&self, side: Side) -> bool {
        match side {
            Side::First => self.black().can_move(),
            Side::Second => self.white().can_move(),
        }
    }

    /// Whether the side to move can capture, and so must.
    #[inline(always)]
    pub const fn must_capture(&self) -> bool {
        match self.side {
            Side::First => self.black().can_capture(),
            Side::Second => self.white().can_capture(),
        }
    }

    /// Where an ant of the side to move lands if it jumps from `from`.
    pub(super) const fn landings(&self, from: u64) -> u64 {
        match self.side {
            Side::First => self.black().landings(from),
            Side::Second => self.white().landings(from),
        }
    }

    #[inline(always)]
    const fn black(&self) -> Half<true> {
        Half::new(self.ants[0], self.ants[1])
    }

    #[inline(always)]
    const fn white(&self) -> Half<false> {
        Half::new(self.ants[1], self.ants[0])
    }

    #[inline(always)]
    fn apply(&mut self, trace: Trace) {
        let Trace { from, to, landed, captured } = trace;
        let far = FAR_ROWS[0] | FAR_ROWS[1];
        self.ants[self.side] = (self.ants[self.side] ^ from) | (to & !far);
        self.ants[!self.side] ^= captured;
        self.points[self.side] += u8::from(to & far != 0);
        if landed as u32 & self.food != 0 {
            self.food &= !(landed as u32);
            self.pending = Pending::Roll;
        } else {
            self.side = !self.side;
        }
    }
}

/// What is wrong with a position's parts, as a clause.
fn check(parts: &Parts) -> Result<(), String> {
    let Parts { ants: [black, white], food, points, side, pending } = *parts;
    let both = |a: u64, b: u64, what: &str| match Square::first_of(a & b) {
        Some(square) => Err(format!("{square} holds {what}")),
        None => Ok(()),
    };
    if (black | white | food) & !LAND != 0 {
        return Err("something stands beside the land squares".to_owned());
    }
    both(black, white, "a black and a white ant at once")?;
    both(black | white, food, "an ant and food at once")?;
    both(food, !FOOD_ROWS, "food, which lies on rows 5 and 6 only")?;
    both(black, FAR_ROWS[0], "a black ant, which would have become a queen and left the board there")?;
    both(white, FAR_ROWS[1], "a white ant, which would have become a queen and left the board there")?;
    let mut gathered = 0;
    for (name, board, points) in [("black", black, points[0]), ("white", white, points[1])] {
        let (count, points) = (board.count_ones(), u32::from(points));
        if count > ANTS {
            return Err(format!("{name} has {count} ants, more than the {ANTS} of the start"));
        }
        let queens = ANTS - count;
        if points > queens + FOOD {
            return Err(format!(
                "{name} has {points} points, but with {count} ants on the board at most {queens} became queens, \
                 and food gave at most {FOOD}"
            ));
        }
        gathered += points.saturating_sub(queens);
    }
    let uneaten = food.count_ones() + u32::from(pending == Pending::Roll);
    if gathered + uneaten > FOOD {
        return Err(match gathered {
            0 => format!("no food was eaten, for all {FOOD} lie there, so no roll can be pending"),
            _ => format!(
                "at least {gathered} of the points came from food, but at most {} of its {FOOD} pieces gave one",
                FOOD.saturating_sub(uneaten)
            ),
        });
    }
    if pending == Pending::SetUp {
        let start = Parts { side, ..AntsPosition::OPENING.parts() };
        if *parts != start {
            return Err("before the set-up all ants stand at home, no food lies there and nobody has points"
                .to_owned());
        }
    }
    Ok(())
}

impl Position for AntsPosition {
    type Move = Move;
    const HAS_CHANCE: bool = true;
    const SYMMETRIES: usize = 2;
    const MOVE_SLOTS: usize = Move::SLOTS;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn generate(&self, moves: &mut MoveList<Move>) {
        if self.pending != Pending::Nothing {
            return;
        }
        let before = moves.len();
        match self.side {
            Side::First => self.black().generate(moves),
            Side::Second => self.white().generate(moves),
        }
        if moves.len() == before && self.can_move(!self.side) {
            moves.push(Move::PASS);
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.pending != Pending::Nothing {
            return 0;
        }
        let moves = match self.side {
            Side::First => self.black().count(),
            Side::Second => self.white().count(),
        };
        if moves == 0 { usize::from(self.can_move(!self.side)) } else { moves as usize }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        if mv.is_pass() {
            self.side = !self.side;
            return;
        }
        match self.side {
            Side::First => self.apply(mv.trace::<true>()),
            Side::Second => self.apply(mv.trace::<false>()),
        }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.pending != Pending::Nothing || self.can_move(self.side) || self.can_move(!self.side) {
            return None;
        }
        let [black, white] = self.score();
        Some(Outcome::from_margin(black - white))
    }

    #[inline(always)]
    fn score(&self) -> [i32; 2] {
        self.points.map(i32::from)
    }

    #[inline(always)]
    fn chance(&self) -> Option<&'static [u32]> {
        match self.pending {
            Pending::Nothing => None,
            Pending::Roll => Some(&[1; 2]),
            Pending::SetUp => Some(&[1; 1 << FOOD]),
        }
    }

    /// Outcome 1 of a roll is the point, outcome 0 is none. The bits of a set-up's outcome are the food squares
    /// in reading order.
    #[inline(always)]
    fn resolve(&mut self, outcome: usize) {
        match self.pending {
            Pending::Nothing => {}
            Pending::Roll => {
                self.points[self.side] += u8::from(outcome == 1);
                self.side = !self.side;
            }
            Pending::SetUp => {
                let bits = outcome as u32;
                self.food = (bits & 15) << FOOD_SHIFTS[0] | (bits >> 4 & 15) << FOOD_SHIFTS[1];
            }
        }
        self.pending = Pending::Nothing;
    }

    #[inline(always)]
    fn move_slot(&self, mv: Move) -> usize {
        mv.slot()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        // The boards leave bits 53–63 free: room for the points, and for food, side and pending chance, so that
        // two words hold all of the position.
        let [black, white] = self.ants;
        let points = u64::from(self.points[0]) | u64::from(self.points[1]) << 5;
        let food = self.food >> FOOD_SHIFTS[0] & 15 | (self.food >> FOOD_SHIFTS[1] & 15) << 4;
        let rest = u64::from(food) | (self.side as u64) << 8 | (self.pending as u64) << 9;
        let first = black | points << 54;
        let second = white | rest << 53;
        mix(first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(second ^ 0x2545_f491_4f6c_dd1d))
    }

    /// Symmetry 1 is the half-turn, which exchanges the sides.
    fn transformed(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return *self;
        }
        AntsPosition {
            ants: [half_turn(self.ants[1]), half_turn(self.ants[0])],
            food: half_turn(u64::from(self.food)) as u32,
            points: [self.points[1], self.points[0]],
            side: !self.side,
            pending: self.pending,
        }
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 { mv } else { mv.half_turn() }
    }

    fn swaps_sides(symmetry: usize) -> bool {
        symmetry == 1
    }
}
