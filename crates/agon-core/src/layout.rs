//! What a game's board looks like: cells with their places, and the pieces that can stand on them.
//!
//! A layout is all that a drawing program needs to know of a game. The terminal, the SVG writer and the page
//! draw every game from it; positions are written as one character a cell in its order.

use crate::{Side, SideInfo};
use serde::Serialize;

/// The outline of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellShape {
    /// A square field.
    Square,
    /// A square of a chequered board that the game uses.
    Land,
    /// A hexagon with a corner at the top.
    Hexagon,
    /// A round hole in a standing board.
    Hole,
}

/// One cell of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its name in the game's notation: `f5`, `5,7`.
    pub name: String,
    /// Its row on a character screen, from the top.
    pub row: u8,
    /// Its column on a character screen, from the left, in half cells (hexagonal rows are shifted by one).
    pub half_column: u8,
    /// The x of its centre, in cell widths.
    pub x: f64,
    /// The y of its centre, in cell widths.
    pub y: f64,
    /// Its outline.
    pub shape: CellShape,
}

/// How clicks on the board become moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Click {
    /// Click the cells of a move's path, one after the other; a path of one cell plays at once.
    Path,
    /// Click anywhere in the column of the move's only cell.
    Column,
}

/// How a piece is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceShape {
    /// A flat round disc.
    Disc,
    /// An ant.
    Ant,
    /// A crumb of food.
    Food,
    /// A cell that nothing can stand on.
    Block,
}

/// The colour of a side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
    /// Gold.
    Gold,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl Color {
    /// All of them.
    pub const ALL: [Color; 6] =
        [Color::Black, Color::White, Color::Gold, Color::Red, Color::Blue, Color::Green];

    /// Its name: `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
            Color::Gold => "gold",
            Color::Red => "red",
            Color::Blue => "blue",
            Color::Green => "green",
        }
    }
}

/// A kind of piece; also an entry of the set-up palette.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// Its name for people: `black disc`.
    pub name: &'static str,
    /// The character for it in positions and on a plain terminal.
    pub symbol: char,
    /// The character for it on a Unicode terminal.
    pub glyph: char,
    /// Whose it is: 0 the first side's, 1 the second's, or nobody's.
    pub side: Option<usize>,
    /// How it is drawn.
    pub shape: PieceShape,
    /// Its colour, which is its side's; nothing for what belongs to nobody.
    pub color: Option<Color>,
}

impl Piece {
    /// A side's piece, with the side's letter and colour.
    pub fn of_side(
        sides: &[SideInfo; 2],
        side: Side,
        name: &'static str,
        glyph: char,
        shape: PieceShape,
    ) -> Piece {
        let SideInfo { letter, color, .. } = sides[side];
        Piece { name, symbol: letter, glyph, side: Some(side.index()), shape, color: Some(color) }
    }

    /// A piece that is nobody's.
    pub const fn of_nobody(name: &'static str, symbol: char, glyph: char, shape: PieceShape) -> Piece {
        Piece { name, symbol, glyph, side: None, shape, color: None }
    }
}

/// A place on the board that a dot is painted on, such as the four of an Othello board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Dot {
    /// The x of its centre, in cell widths.
    pub x: f64,
    /// The y of its centre, in cell widths.
    pub y: f64,
}

/// A text beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The x of its centre, in cell widths.
    pub x: f64,
    /// The y of its centre, in cell widths.
    pub y: f64,
}

/// The board of a game and its pieces.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// The width of the drawing without labels, in cell widths.
    pub width: f64,
    /// The height of the drawing without labels, in cell widths.
    pub height: f64,
    /// The cells in reading order, which is the order of the characters of a position.
    pub cells: Vec<Cell>,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
    /// Coordinates beside the board.
    pub labels: Vec<Label>,
    /// Dots painted on the board, which mean nothing to the rules.
    pub dots: Vec<Dot>,
    /// How clicks become moves.
    pub click: Click,
}

/// The character for an empty cell in positions.
pub const EMPTY: char = '-';

impl Layout {
    /// The number of a cell by its name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|c| c.name == name)
    }

    /// A rectangular board with its rows and columns labelled; `name` names the cell at a row and column.
    pub fn grid(
        rows: u8,
        columns: u8,
        shape: CellShape,
        name: impl Fn(u8, u8) -> String,
        column_label: impl Fn(u8) -> String,
        row_label: impl Fn(u8) -> String,
    ) -> Layout {
        let mut cells = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                cells.push(Cell {
                    name: name(row, column),
                    row,
                    half_column: 2 * column,
                    x: f64::from(column) + 0.5,
                    y: f64::from(row) + 0.5,
                    shape,
                });
            }
        }
        let top = (0..columns).map(|c| Label { text: column_label(c), x: f64::from(c) + 0.5, y: -0.35 });
        let left = (0..rows).map(|r| Label { text: row_label(r), x: -0.35, y: f64::from(r) + 0.5 });
        let labels = top.chain(left).filter(|l| !l.text.is_empty()).collect();
        Layout {
            width: f64::from(columns),
            height: f64::from(rows),
            cells,
            pieces: Vec::new(),
            labels,
            dots: Vec::new(),
            click: Click::Path,
        }
    }
}
