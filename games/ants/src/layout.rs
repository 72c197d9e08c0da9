//! The board's layout.

use super::INFO;
use super::square::{COLUMNS, ROWS};
use agon_core::{CellShape, Layout, Piece, PieceShape, Side};

pub(super) fn layout() -> Layout {
    let mut layout = Layout::grid(
        ROWS,
        COLUMNS,
        CellShape::Land,
        |row, column| format!("{row},{column}"),
        |column| column.to_string(),
        |row| row.to_string(),
    );
    // Only the land squares are cells; what lies between them is only looked at.
    layout.cells.retain(|cell| (cell.row + cell.half_column / 2) % 2 == 1);
    layout.pieces = vec![
        Piece::of_side(&INFO.sides, Side::First, "black ant", '●', PieceShape::Ant),
        Piece::of_side(&INFO.sides, Side::Second, "white ant", '○', PieceShape::Ant),
        Piece::of_nobody("food", '*', '✱', PieceShape::Food),
    ];
    layout
}
