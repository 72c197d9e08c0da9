//! The board's layout.

use super::square::{COLUMNS, ROWS};
use agon_core::{CellShape, Layout, Piece, PieceShape};

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
        Piece { name: "black ant", symbol: 'X', glyph: '●', side: Some(0), shape: PieceShape::Ant },
        Piece { name: "white ant", symbol: 'O', glyph: '○', side: Some(1), shape: PieceShape::Ant },
        Piece { name: "food", symbol: '*', glyph: '✱', side: None, shape: PieceShape::Food },
    ];
    layout
}
