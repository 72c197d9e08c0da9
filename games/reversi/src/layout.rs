//! The board's layout.

use super::{INFO, Move};
use agon_core::{CellShape, Dot, Layout, Piece, PieceShape, Side};

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
        Piece::of_side(&INFO.sides, Side::First, "black disc", '●', PieceShape::Disc),
        Piece::of_side(&INFO.sides, Side::Second, "white disc", '○', PieceShape::Disc),
    ];
    layout.dots = [(2.0, 2.0), (6.0, 2.0), (2.0, 6.0), (6.0, 6.0)].map(|(x, y)| Dot { x, y }).to_vec();
    layout
}
