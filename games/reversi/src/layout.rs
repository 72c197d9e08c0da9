//! The board's layout.

use super::Move;
use agon_core::{CellShape, Layout, Piece, PieceShape};

pub(super) fn layout() -> Layout {
    let mut layout = Layout::grid(
        8,
        8,
        CellShape::Square,
        |row, column| Move(row * 8 + column).to_string(),
        |column| char::from(b'a' + column).to_string(),
        |row| (row + 1).to_string(),
    );
    layout.pieces = vec![
        Piece { name: "black disc", symbol: 'X', glyph: '●', side: Some(0), shape: PieceShape::Disc },
        Piece { name: "white disc", symbol: 'O', glyph: '○', side: Some(1), shape: PieceShape::Disc },
    ];
    layout
}
