//! The twelve symmetries of a hexagon: six turns, and six turns after swapping rows and columns.

use super::cells::Cells;

/// How many symmetries there are.
pub(super) const COUNT: usize = 12;

/// Where a cell goes under symmetry number `symmetry`: a turn by `symmetry mod 6` sixths, in the second half of
/// the numbers after a reflection. A cell that is not on the board stays where it is.
pub(super) fn image_of_cell((row, column): (u8, u8), radius: u8, symmetry: usize) -> (u8, u8) {
    let centre = i16::from(radius);
    let (mut down, mut right) = (i16::from(row) - centre, i16::from(column) - centre);
    if symmetry >= 6 {
        (down, right) = (right, down);
    }
    for _ in 0..symmetry % 6 {
        (down, right) = (down + right, -down);
    }
    match (u8::try_from(down + centre), u8::try_from(right + centre)) {
        (Ok(down), Ok(right)) => (down, right),
        _ => (row, column),
    }
}

/// A set of cells under a symmetry.
pub(super) fn image(cells: Cells, radius: u8, symmetry: usize) -> Cells {
    cells.iter().map(|cell| image_of_cell(cell, radius, symmetry)).collect()
}
