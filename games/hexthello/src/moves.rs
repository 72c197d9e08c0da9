//! Where one may play, and what turns.
//!
//! The layout of [`Cells`] makes both cheap without vector instructions. For all moves at once, runs are followed
//! through the four words one after the other, every word carrying four rows; along a row an addition's carry
//! does it. For a single move, each of the three lines through the cell is put together into one word.

use super::cells::{Cells, each};

/// The cells where the side with the discs `me` may play.
#[inline(always)]
pub fn mobility(me: Cells, them: Cells, empty: Cells) -> Cells {
    let along_rows = right(me, them) | left(me, them);
    let along_columns = down::<4>(me, them) | up::<4>(me, them);
    let along_diagonals = down::<3>(me, them) | up::<3>(me, them);
    (along_rows | along_columns | along_diagonals) & empty
}

/// The cells behind runs to the right, among other cells that are not empty: the carry of the addition runs
/// through all of `them` from the first disc of the run on.
#[inline(always)]
fn right(Cells(me): Cells, Cells(them): Cells) -> Cells {
    each(|i| them[i].wrapping_add(them[i] & (me[i] << 1)))
}

/// The cells behind runs to the left. Carries only go up, so runs are filled in the manner of Kogge and Stone:
/// by one, two, four and eight discs; the second half is rarely needed.
#[inline(always)]
fn left(Cells(me): Cells, Cells(them): Cells) -> Cells {
    let twos = each(|i| them[i] & (them[i] >> 1)).0;
    let fours = each(|i| twos[i] & (twos[i] >> 2)).0;
    let start = each(|i| (them[i] & (me[i] >> 1)) | (twos[i] & (me[i] >> 2))).0;
    let mut run = each(|i| start[i] | (twos[i] & (start[i] >> 2)));
    let longer = each(|i| fours[i] & (run.0[i] >> 4));
    if !longer.is_empty() {
        run |= longer;
        let eights = each(|i| fours[i] & (fours[i] >> 4)).0;
        run |= each(|i| eights[i] & (run.0[i] >> 8));
    }
    each(|i| run.0[i] >> 1)
}

/// The cells behind runs downward (a shift of 4 for columns, of 3 for anti-diagonals).
#[inline(always)]
fn down<const SHIFT: u32>(Cells(me): Cells, Cells(them): Cells) -> Cells {
    let mut run = [0; 4];
    let mut above = me[3];
    for word in 0..4 {
        run[word] = them[word] & (above << SHIFT);
        above = me[word] | run[word];
    }
    // A second time round always, as it ends most runs and a guess about it would often be wrong.
    let mut tip = run[3];
    loop {
        for word in 0..4 {
            tip = them[word] & (tip << SHIFT);
            run[word] |= tip;
        }
        if tip == 0 {
            return Cells([run[3] << SHIFT, run[0] << SHIFT, run[1] << SHIFT, run[2] << SHIFT]);
        }
    }
}

/// The cells behind runs upward, the mirror image of [`down`].
#[inline(always)]
fn up<const SHIFT: u32>(Cells(me): Cells, Cells(them): Cells) -> Cells {
    let mut run = [0; 4];
    let mut below = me[0];
    for word in (0..4).rev() {
        run[word] = them[word] & (below >> SHIFT);
        below = me[word] | run[word];
    }
    let mut tip = run[0];
    loop {
        for word in (0..4).rev() {
            tip = them[word] & (tip >> SHIFT);
            run[word] |= tip;
        }
        if tip == 0 {
            return Cells([run[1] >> SHIFT, run[2] >> SHIFT, run[3] >> SHIFT, run[0] >> SHIFT]);
        }
    }
}

/// What a disc on a cell brings the side with the discs `me`: the cell itself and all discs that turn.
#[inline(always)]
pub fn gains(me: Cells, them: Cells, row: u8, column: u8) -> Cells {
    let (row, column) = (usize::from(row), usize::from(column));
    let placed = 1u64.wrapping_shl((4 * row + column) as u32);
    // The masks change nothing for cells of a board; they spare the checks of the bounds.
    let along_row = ROWS[row & 15].turned(me, them, placed);
    let along_column = COLUMNS[column & 15].turned(me, them, placed);
    let along_diagonal = DIAGONALS[(row + column) & 31].turned(me, them, placed);
    ROWS[row & 15].cells(placed) | along_row | along_column | along_diagonal
}

/// A straight line of cells.
#[derive(Clone, Copy)]
struct Line {
    /// Its cells, word by word.
    words: [u64; 4],
    /// Its cells, put together into one word: in the order of the line, never two on the same bit.
    all: u64,
}

static ROWS: [Line; 16] = lines(1, 0);
static COLUMNS: [Line; 16] = lines(0, 1);
static DIAGONALS: [Line; 32] = lines(1, 1);

/// The lines on which `of_row · row + of_column · column` is the same everywhere, numbered by it.
const fn lines<const N: usize>(of_row: usize, of_column: usize) -> [Line; N] {
    let mut lines = [Line { words: [0; 4], all: 0 }; N];
    let mut row = 0;
    while row < 15 {
        let mut column = 0;
        while column < 15 {
            let line = &mut lines[of_row * row + of_column * column];
            let cell = Cells::cell(row as u8, column as u8).0[row % 4];
            line.words[row % 4] |= cell;
            line.all |= cell;
            column += 1;
        }
        row += 1;
    }
    lines
}

impl Line {
    /// What of a set lies on the line, in one word.
    #[inline(always)]
    fn gather(&self, Cells(words): Cells) -> u64 {
        let on = |i: usize| words[i] & self.words[i];
        (on(0) | on(1)) | (on(2) | on(3))
    }

    /// Back from one word to a set of cells.
    #[inline(always)]
    fn cells(&self, gathered: u64) -> Cells {
        each(|i| gathered & self.words[i])
    }

    /// The discs of the line that turn for a disc on the bit `placed`.
    #[inline(always)]
    fn turned(&self, me: Cells, them: Cells, placed: u64) -> Cells {
        let (me, them) = (self.gather(me), self.gather(them));
        let above = self.all & (placed << 1).wrapping_neg();
        let below = self.all & placed.wrapping_sub(1);
        // Upward the carry runs through their discs and the gaps between them to the next other cell.
        let end = (them | !above).wrapping_add(placed << 1) & above & me;
        let turned_above = end.wrapping_sub(u64::from(end != 0)) & above;
        // Downward the next other cell is the highest that is not theirs.
        let others = below & !them;
        let end = (1 << 63 >> (others.leading_zeros() & 63)) & below & me;
        let turned_below = (end << 1).wrapping_neg() & below;
        self.cells(turned_above | turned_below)
    }
}
