//! The twelve symmetries of a hexagon: six turns, and six turns after swapping rows and columns.

use super::cells::Cells;

/// How many symmetries there are.
pub(super) const COUNT: usize = 12;

/// Each symmetry as `[[a, b], [c, d]]`: a cell `down` rows below and `right` columns beside the centre goes to
/// `a·down + b·right` below and `c·down + d·right` beside it.
const MAPS: [[[i16; 2]; 2]; COUNT] = [
    [[1, 0], [0, 1]],
    [[1, 1], [-1, 0]],
    [[0, 1], [-1, -1]],
    [[-1, 0], [0, -1]],
    [[-1, -1], [1, 0]],
    [[0, -1], [1, 1]],
    [[0, 1], [1, 0]],
    [[1, 1], [0, -1]],
    [[1, 0], [-1, -1]],
    [[0, -1], [-1, 0]],
    [[-1, -1], [0, 1]],
    [[-1, 0], [1, 1]],
];

/// Where a cell of the board goes.
pub(super) fn image_of_cell((row, column): (u8, u8), radius: u8, symmetry: usize) -> (u8, u8) {
    let centre = i16::from(radius);
    let (down, right) = (i16::from(row) - centre, i16::from(column) - centre);
    let along = |[of_down, of_right]: [i16; 2]| (of_down * down + of_right * right + centre) as u8;
    let [rows, columns] = MAPS[symmetry];
    (along(rows), along(columns))
}

/// A set of cells under a symmetry.
pub(super) fn image(cells: Cells, radius: u8, symmetry: usize) -> Cells {
    cells.iter().map(|cell| image_of_cell(cell, radius, symmetry)).collect()
}
