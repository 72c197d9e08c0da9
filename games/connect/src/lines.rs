//! The lines of four or more on a board, for people: whole lines, cell by cell.

use super::board::{Grid, Word};

/// The cells of a line from its left or lower end, each as column and height.
pub(super) type Line = Vec<(usize, usize)>;

/// Along the row, up the column, and both diagonals.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Every line of at least four stones that cannot be made longer.
pub(super) fn lines_of<B: Word, const W: usize, const H: usize>(stones: B) -> Vec<Line> {
    let held = |(column, height): (usize, usize)| {
        column < W && height < H && (stones & Grid::<B, W, H>::cell(column, height)).any()
    };
    let mut lines = Vec::new();
    for (right, up) in STEPS {
        // Off the left or lower edge the sum wraps to a huge number, which no board has.
        let next = |(c, h): (usize, usize)| (c.wrapping_add_signed(right), h.wrapping_add_signed(up));
        let previous = |(c, h): (usize, usize)| (c.wrapping_add_signed(-right), h.wrapping_add_signed(-up));
        for start in (0..W).flat_map(|c| (0..H).map(move |h| (c, h))) {
            if held(start) && !held(previous(start)) {
                let line: Line = std::iter::successors(Some(start), |&at| Some(next(at)))
                    .take_while(|&at| held(at))
                    .collect();
                if line.len() >= 4 {
                    lines.push(line);
                }
            }
        }
    }
    lines
}
