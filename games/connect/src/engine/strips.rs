//! The lines of four of Connect4 9×9 with what each of them is worth, summed up from move to move.
//!
//! Rows and diagonals are cut into **strips**: one word for each row and for each diagonal of at least four
//! cells, with a bit a column for either side. A line is a window of four columns of a strip, so a stone changes
//! three strips and at most four windows of each. Cells beyond the board count as stones of both sides: a window
//! with such a cell is dead like every line in which both sides have a stone, and dead lines are worth nothing.
//!
//! A line's worth depends on its place and on which of its cells are taken; lines that are mirror images of each
//! other share their numbers. Lines upwards are left out: such a line is blocked as soon as it matters. And it depends on
//! who wins the fight for the columns, because then other lines matter; all three answers are summed up side by side.

use agon_core::Side;

/// The worth of something at each anchor of the game's length, for the first side.
pub type Worth = [i16; ANCHORS];

/// How many anchors there are.
pub const ANCHORS: usize = 4;

/// Who wins by counting: nobody, the first or the second side.
pub const CASES: usize = 3;

/// The worth of a line in each case; the last numbers only fill the vector.
pub type LineWorth = [i16; LANES];

const LANES: usize = 16;

/// How many weights lines have: those of each case after the other.
pub const LINES: usize = CASES * CLASSES * PATTERNS;

/// What the lines are worth in a case.
#[inline(always)]
pub fn in_case(worth: &LineWorth, case: usize) -> Worth {
    std::array::from_fn(|anchor| worth[case * ANCHORS + anchor])
}

/// Lines that are not mirror images of each other: three in each row, and the rising diagonals.
pub const CLASSES: usize = 9 * 3 + 6 * 6;

/// The patterns of an open line: one to three stones of one side.
pub const PATTERNS: usize = 28;

const SIZE: usize = 9;
/// Columns beyond the board on either side.
const RIM: usize = 3;
const STRIPS: usize = SIZE + 2 * DIAGONALS;
/// Diagonals of at least four cells in one direction.
const DIAGONALS: usize = 11;
/// Where a line can start.
const STARTS: usize = SIZE - 3;
/// The second side's bits of a strip are this much higher.
const SECOND: usize = 16;

/// The table of what lines are worth: by strip, start and pattern.
pub type LineWorths = [[[LineWorth; 32]; STARTS]; STRIPS + 1];

/// The number of a pattern by the first side's cells and, four bits higher, the second side's. 0 is worth nothing.
const NUMBERS: [u8; 256] = {
    let mut numbers = [0; 256];
    let mut cells = 1;
    while cells < 16 {
        numbers[cells] = cells as u8;
        numbers[cells << 4] = 16 + cells as u8;
        cells += 1;
    }
    numbers
};

/// The pattern numbers with two stones, as bits.
const PAIR_NUMBERS: u32 = {
    let (mut pairs, mut number) = (0, 0u32);
    while number < 32 {
        if (number & 15).count_ones() == 2 {
            pairs |= 1 << number;
        }
        number += 1;
    }
    pairs
};

/// Numbers of lines with a pair, of both sides; some belong to lines beyond the board.
pub const PAIRS: usize = 2 * STRIPS * STARTS;

/// The number that a pair has on a mirrored board.
pub const fn mirrored_pair(pair: usize) -> usize {
    let (side, line) = (pair / (PAIRS / 2), pair % (PAIRS / 2));
    let (strip, start) = (line / STARTS, line % STARTS);
    // Rising diagonals become falling ones.
    let strip = if strip < SIZE { strip } else { STRIPS + SIZE - 1 - strip };
    side * (PAIRS / 2) + strip * STARTS + STARTS - 1 - start
}

/// The strips that a cell lies on: its row, its rising and its falling diagonal. Short diagonals share a strip
/// beyond the last, on which every line is dead.
#[inline(always)]
const fn strips_of(column: usize, height: usize) -> [usize; 3] {
    let rising = column + 5;
    let falling = column + height;
    [
        height,
        if rising >= height && rising - height < DIAGONALS { SIZE + rising - height } else { STRIPS },
        if falling >= 3 && falling - 3 < DIAGONALS { SIZE + DIAGONALS + falling - 3 } else { STRIPS },
    ]
}

/// Every strip without stones.
const EMPTY: [u32; STRIPS + 1] = {
    let mut words = [u32::MAX; STRIPS + 1];
    let mut cell = 0;
    while cell < SIZE * SIZE {
        let (column, height) = (cell / SIZE, cell % SIZE);
        let strips = strips_of(column, height);
        let mut i = 0;
        while i < 3 {
            if strips[i] < STRIPS {
                words[strips[i]] &= !((1 | 1 << SECOND) << (RIM + column));
            }
            i += 1;
        }
        cell += 1;
    }
    words
};

/// The strips of a board, and what its lines are worth together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strips {
    words: [u32; STRIPS + 1],
    /// The sum over all lines.
    pub sum: LineWorth,
}

impl Strips {
    /// The empty board.
    pub const START: Strips = Strips { words: EMPTY, sum: [0; LANES] };

    /// Adds a stone. Calls `pair` with every line that gets or loses the two stones of one side that are all it has, and
    /// with whether it gets them.
    #[inline(always)]
    pub fn place(
        &mut self,
        table: &LineWorths,
        side: Side,
        column: usize,
        height: usize,
        mut pair: impl FnMut(usize, bool),
    ) {
        let own = if side == Side::First { 0 } else { 4 };
        let bit = 1 << (RIM + column + side.index() * SECOND);
        for strip in strips_of(column, height) {
            let word = self.words[strip];
            for k in 0..4 {
                let window = column + k;
                let cells = (word >> window & 15 | word >> (window + SECOND - 4) & 240) as usize;
                // A window with a cell beyond the board is dead: any start serves it.
                let start = window.clamp(RIM, RIM + STARTS - 1) - RIM;
                let lines = &table[strip][start];
                let numbers = [cells, cells | 8 >> k << own].map(|cells| usize::from(NUMBERS[cells]));
                let [before, after] = numbers.map(|number| lines[number]);
                for i in 0..LANES {
                    self.sum[i] = self.sum[i].wrapping_add(after[i]).wrapping_sub(before[i]);
                }
                for (number, gets) in numbers.into_iter().zip([false, true]) {
                    if PAIR_NUMBERS >> number & 1 == 1 {
                        pair(OpenLine { strip, start, number }.pair(), gets);
                    }
                }
            }
            self.words[strip] |= bit;
        }
    }

    /// The strips of some stones of both sides; what the lines are worth is left out.
    pub fn of(stones: impl IntoIterator<Item = (Side, usize, usize)>) -> Strips {
        let mut strips = Strips::START;
        for (side, column, height) in stones {
            for strip in strips_of(column, height) {
                strips.words[strip] |= 1 << (RIM + column + side.index() * SECOND);
            }
        }
        strips
    }

    /// Calls `found` with every line that has two stones of one side and none of the other.
    pub fn pairs(&self, mut found: impl FnMut(usize)) {
        self.open_lines(|line| {
            if PAIR_NUMBERS >> line.number & 1 == 1 {
                found(line.pair());
            }
        });
    }

    /// Calls `found` with every open line that has a stone: its strip, start and pattern number.
    pub fn open_lines(&self, mut found: impl FnMut(OpenLine)) {
        for (strip, &word) in self.words[..STRIPS].iter().enumerate() {
            for start in 0..STARTS {
                let cells = (word >> (start + RIM) & 15 | word >> (start + RIM + SECOND - 4) & 240) as usize;
                if NUMBERS[cells] != 0 {
                    found(OpenLine { strip, start, number: usize::from(NUMBERS[cells]) });
                }
            }
        }
    }
}

/// A line without a stone of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenLine {
    strip: usize,
    start: usize,
    number: usize,
}

impl OpenLine {
    /// Whose stones are in it.
    pub const fn side(&self) -> Side {
        if self.number < 16 { Side::First } else { Side::Second }
    }

    /// The number of the line among those that can be a pair, by side.
    #[inline(always)]
    const fn pair(&self) -> usize {
        (self.number >> 4) * (PAIRS / 2) + self.strip * STARTS + self.start
    }

    /// Whether it lies along a row.
    pub const fn is_level(&self) -> bool {
        self.strip < SIZE
    }

    /// What it is worth.
    pub fn worth(&self, table: &LineWorths) -> LineWorth {
        table[self.strip][self.start][self.number]
    }

    /// The number of its weight in the first case, below [`CLASSES`] × [`PATTERNS`]; none if the line is not on the board or four
    /// are complete.
    pub fn weight(&self) -> Option<usize> {
        let OpenLine { strip, start, number } = *self;
        let (class, mirrored) = if strip < SIZE {
            (strip * 3 + start.min(STARTS - 1 - start), start >= 3)
        } else if strip < SIZE + DIAGONALS {
            let height = (start + 5 + SIZE).checked_sub(strip).filter(|&h| h < STARTS)?;
            (27 + start * 6 + height, false)
        } else {
            // The left end is the upper one.
            let lower = (strip - SIZE - DIAGONALS).checked_sub(start).filter(|&h| h < STARTS)?;
            (27 + (STARTS - 1 - start) * 6 + lower, true)
        };
        let cells = number & 15;
        if cells == 0 || cells == 15 {
            return None;
        }
        let reversed = (0..4).fold(0, |r, i| r | (cells >> i & 1) << (3 - i));
        let cells = if mirrored { reversed } else { cells };
        Some(class * PATTERNS + cells - 1 + if self.side() == Side::First { 0 } else { PATTERNS / 2 })
    }
}

/// The table from the weights of the classes in each case.
pub fn table(weights: &[Worth]) -> Box<LineWorths> {
    let mut table = Box::new([[[[0; LANES]; 32]; STARTS]; STRIPS + 1]);
    for strip in 0..STRIPS {
        for start in 0..STARTS {
            for number in 0..32 {
                let line = OpenLine { strip, start, number };
                let Some(weight) = line.weight() else { continue };
                for case in 0..CASES {
                    if let Some(worth) = weights.get(case * CLASSES * PATTERNS + weight) {
                        table[strip][start][number][case * ANCHORS..][..ANCHORS].copy_from_slice(worth);
                    }
                }
            }
        }
    }
    table
}
