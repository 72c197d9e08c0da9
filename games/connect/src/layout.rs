//! The board's layout: a standing board with round holes, the columns numbered at the top.

use super::board::{Grid, Word};
use super::lines::lines_of;
use super::{ConnectPosition, SIDES, cell_name};
use agon_core::{CellShape, Click, Layout, Piece, PieceShape, Side};

/// The cells are named column/row: the column as in moves, the row counted from 1 at the bottom.
pub(super) fn layout<const W: usize, const H: usize>() -> Layout {
    let mut layout = Layout::grid(
        H as u8,
        W as u8,
        CellShape::Hole,
        |row, column| cell_name(usize::from(column), H - 1 - usize::from(row)),
        |column| column.to_string(),
        |_| String::new(),
    );
    layout.pieces = vec![
        Piece::of_side(&SIDES, Side::First, "player one's disc", '●', PieceShape::Disc),
        Piece::of_side(&SIDES, Side::Second, "player two's disc", '○', PieceShape::Disc),
    ];
    layout.click = Click::Column;
    layout
}

/// The number in the layout of a cell by its column and height.
pub(super) fn cell_index<const W: usize, const H: usize>(column: usize, height: usize) -> usize {
    (H - 1 - height) * W + column
}

/// The winner's lines as cells of the layout.
pub(super) fn winning_lines<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
) -> Vec<Vec<usize>> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let lines = lines_of::<B, W, H>(position.stones()[winner]);
    let cells = |line: &Vec<(usize, usize)>| line.iter().map(|&(c, h)| cell_index::<W, H>(c, h)).collect();
    lines.iter().map(cells).collect()
}

/// The cell where a move's disc lands.
pub(super) fn landing_cell<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    column: usize,
) -> Option<usize> {
    let placed = Grid::<B, W, H>::landing(position.mask(), column);
    let (column, height) = Grid::<B, W, H>::place(placed);
    placed.any().then(|| cell_index::<W, H>(column, height))
}
