//! Drawing a position, for a terminal or as a picture. Nothing here knows a game: everything comes from the
//! view that a position gives of itself.

mod svg;
mod text;

pub use svg::{Picture, picture, svg, svg_piece};
pub use text::{TextStyle, text};
