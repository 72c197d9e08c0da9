//! A small network that corrects what the weighted terms of [`Trained`](super::Trained) say.
//!
//! Its inputs are the stones, the threats (those that are the lowest of their column apart from the others), the lines with
//! two stones of one side and none of the other, the number of stones and what is known about the fight for the columns; its [`UNITS`] hidden units look at the board and at its
//! mirror image, so that mirrored positions are judged alike. Everything is computed in integers: the same on every
//! machine, and in plain loops that compilers turn into vector instructions everywhere.

use super::anchors::between;
use super::column_fight::{COUNTED, ColumnFight, SHARES};
use super::forced::Place;
use super::strips::{ANCHORS, PAIRS, Strips, mirrored_pair};
use crate::Grid;
use agon_core::Side;
use agon_search::Score;

/// Hidden units, each of which looks at the board and at its mirror image.
pub const UNITS: usize = 64;

/// What the units can see: see [`Network::inputs`].
pub const INPUTS: usize = PAIRS_FROM + PAIRS;

/// A unit's full excitement.
pub const FULL: i32 = 255;

/// What a unit adds at full excitement, in these parts of a hundredth.
pub const PARTS: i32 = 512;

const SIZE: usize = 9;
const CELLS: usize = SIZE * SIZE;
/// Stones, lowest threats and other threats of both sides.
const BOARDS: usize = 6;
const PLY_FROM: usize = BOARDS * CELLS;
const SHARE_FROM: usize = PLY_FROM + CELLS;
const COUNTED_FROM: usize = SHARE_FROM + SHARES;
/// Lines with two stones come last.
pub const PAIRS_FROM: usize = COUNTED_FROM + COUNTED;

type Nine = Place<u128, SIZE, SIZE>;

/// The numbers of a network as they are kept in a file: a row for each input, then one for each anchor.
pub type Rows = Vec<[i16; UNITS]>;

/// How many rows a file holds.
pub const ROWS: usize = INPUTS + ANCHORS;

/// What the units have seen: the board, then its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen([i16; 2 * UNITS]);

impl Seen {
    /// Nothing.
    pub const NOTHING: Seen = Seen([0; 2 * UNITS]);

    #[inline(always)]
    fn add(&mut self, row: &[i16; 2 * UNITS]) {
        for (sum, &weight) in self.0.iter_mut().zip(row) {
            *sum = sum.wrapping_add(weight);
        }
    }

    #[inline(always)]
    fn take(&mut self, row: &[i16; 2 * UNITS]) {
        for (sum, &weight) in self.0.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(weight);
        }
    }
}

/// A network.
#[derive(Debug)]
pub struct Network {
    /// For each input what it means to the units, and what its mirror image does.
    inputs: Box<[[i16; 2 * UNITS]; INPUTS]>,
    /// What the units add after so many stones.
    adds: Box<[[i16; UNITS]; CELLS + 1]>,
}

/// The input of a stone.
#[inline(always)]
const fn stone(side: Side, column: usize, height: usize) -> usize {
    side.index() * CELLS + column * SIZE + height
}

/// The input that this one becomes on a mirrored board.
pub const fn mirrored(input: usize) -> usize {
    if input >= PAIRS_FROM {
        return PAIRS_FROM + mirrored_pair(input - PAIRS_FROM);
    }
    if input >= PLY_FROM {
        return input;
    }
    let (board, cell) = (input / CELLS, input % CELLS);
    board * CELLS + (SIZE - 1 - cell / SIZE) * SIZE + cell % SIZE
}

impl Network {
    /// A network from its rows; those that are missing are zeros.
    pub fn new(rows: &[[i16; UNITS]]) -> Network {
        let row = |i: usize| rows.get(i).copied().unwrap_or([0; UNITS]);
        let mut inputs = Box::new([[0; 2 * UNITS]; INPUTS]);
        for (i, both) in inputs.iter_mut().enumerate() {
            both[..UNITS].copy_from_slice(&row(i));
            both[UNITS..].copy_from_slice(&row(mirrored(i)));
        }
        let mut adds = Box::new([[0; UNITS]; CELLS + 1]);
        for (ply, adds) in adds.iter_mut().enumerate() {
            for (unit, adds) in adds.iter_mut().enumerate() {
                let anchors: [Score; ANCHORS] = std::array::from_fn(|a| row(INPUTS + a)[unit].into());
                *adds = between(&anchors, ply as i32) as i16;
            }
        }
        Network { inputs, adds }
    }

    /// The units see another stone.
    #[inline(always)]
    pub fn place(&self, seen: &mut Seen, side: Side, column: usize, height: usize) {
        seen.add(&self.inputs[stone(side, column, height)]);
    }

    /// The units see a line get, or lose, its two stones of one side and none of the other.
    #[inline(always)]
    pub fn pair(&self, seen: &mut Seen, pair: usize, gets: bool) {
        let row = &self.inputs[PAIRS_FROM + pair];
        if gets { seen.add(row) } else { seen.take(row) }
    }

    /// Calls `each` with all inputs but the stones and pairs.
    #[inline(always)]
    fn judged(place: &Nine, fight: &ColumnFight, mut each: impl FnMut(usize)) {
        let mut threats = [place.threats.mine, place.threats.theirs];
        if place.ply & 1 == 1 {
            threats.swap(0, 1);
        }
        let lowest = lowest_of_columns(threats[0] | threats[1]);
        for (board, mut cells) in
            [threats[0] & lowest, threats[1] & lowest, threats[0] & !lowest, threats[1] & !lowest]
                .into_iter()
                .enumerate()
        {
            while cells != 0 {
                let (column, height) = Grid::<u128, SIZE, SIZE>::place(cells);
                each((2 + board) * CELLS + column * SIZE + height);
                cells &= cells - 1;
            }
        }
        each(PLY_FROM + (place.ply as usize).min(CELLS - 1));
        each(SHARE_FROM + fight.share);
        if let Some(counted) = fight.counted {
            each(COUNTED_FROM + counted);
        }
    }

    /// Calls `each` with every input that is there: first side's stones, second side's, their threats that are the
    /// lowest of a column, the others; the number of stones; how the lowest threats are shared; who wins by counting; pairs.
    pub fn inputs(place: &Nine, mut each: impl FnMut(usize)) {
        let stones = place.stones();
        for &(side, column, height) in &stones {
            each(stone(side, column, height));
        }
        Strips::of(stones).pairs(|pair| each(PAIRS_FROM + pair));
        Network::judged(place, &ColumnFight::of(place), each);
    }

    /// What the network adds for the first side, where the units have seen the stones.
    #[inline(always)]
    pub fn estimate(&self, stones: Seen, place: &Nine, fight: &ColumnFight) -> Score {
        self.excitement(stones, place, fight)
            .iter()
            .zip(&self.adds[place.ply as usize])
            .map(|(&excited, &adds)| i32::from(excited) * i32::from(adds))
            .sum::<Score>()
            / PARTS
    }

    /// How excited each unit is, by the board and its mirror image together.
    #[inline(always)]
    fn excitement(&self, stones: Seen, place: &Nine, fight: &ColumnFight) -> [i16; UNITS] {
        let mut seen = stones;
        Network::judged(
            place,
            fight,
            #[inline(always)]
            |input| seen.add(&self.inputs[input]),
        );
        let excited = |sum: i16| {
            let sum = sum.clamp(0, FULL as i16) as u16;
            ((sum * sum) >> 8) as i16
        };
        let mut both = [0; UNITS];
        for (unit, both) in both.iter_mut().enumerate() {
            *both = excited(seen.0[unit]) + excited(seen.0[UNITS + unit]);
        }
        both
    }

    /// How many units speak for the first and for the second side.
    pub fn voices(&self, stones: Seen, place: &Nine, fight: &ColumnFight) -> [i32; 2] {
        let excited = self.excitement(stones, place, fight);
        let adds = &self.adds[place.ply as usize];
        [1, -1].map(|sign| {
            let speaks = |(&excited, &adds): (&i16, &i16)| excited > 0 && adds.signum() == sign;
            excited.iter().zip(adds).filter(|&voice| speaks(voice)).count() as i32
        })
    }
}

/// The lowest of some cells in each column.
#[inline(always)]
fn lowest_of_columns(cells: u128) -> u128 {
    // In every column the sentinel stops the borrow of a subtraction.
    let bottom = Grid::<u128, SIZE, SIZE>::bottom();
    let stopped = cells | Grid::<u128, SIZE, SIZE>::top() << 1;
    cells & !(stopped - bottom)
}

/// Rows from what was fitted, which is in units' full excitement for the inputs and in logarithms of odds for what the
/// units add at each anchor.
pub fn rounded(fitted: &[[f32; UNITS]]) -> Rows {
    let scale = |row: usize| if row < INPUTS { FULL as f32 } else { ADDED };
    let round = |(row, weights): (usize, &[f32; UNITS])| {
        weights.map(|weight| (weight * scale(row)).round().clamp(-9999.0, 9999.0) as i16)
    };
    fitted.iter().enumerate().map(round).collect()
}

/// What a unit that adds one unit of the logarithm of the odds has in its row.
pub const ADDED: f32 = 100.0 * (PARTS * 256) as f32 / (FULL * FULL) as f32;
