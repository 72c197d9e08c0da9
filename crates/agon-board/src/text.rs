//! A position on a character screen.

use agon_core::{BoardView, CellShape, Click, Color, PieceShape};
use std::collections::BTreeMap;

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// ANSI colours.
    pub color: bool,
    /// Characters beyond ASCII.
    pub unicode: bool,
    /// Whether to mark the legal moves.
    pub hide_moves: bool,
}

/// One character of the screen with its colours.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph {
    symbol: char,
    ink: Ink,
    on_board: bool,
}

/// What a character stands for, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    Plain,
    Label,
    Empty,
    Legal,
    Piece(Color),
    Neutral(PieceShape),
    Last,
    Winning,
}

const BLANK: Glyph = Glyph { symbol: ' ', ink: Ink::Plain, on_board: false };

struct Screen {
    rows: BTreeMap<i32, BTreeMap<i32, Glyph>>,
}

impl Screen {
    fn put(&mut self, row: i32, column: i32, glyph: Glyph) {
        self.rows.entry(row).or_default().insert(column, glyph);
    }

    fn write(&mut self, row: i32, column: i32, text: &str, ink: Ink) {
        for (i, symbol) in text.chars().enumerate() {
            self.put(row, column + i as i32, Glyph { symbol, ink, on_board: false });
        }
    }
}

/// Draws a position as lines of text, each ended by a line feed.
///
/// ```
/// use agon_core::Line;
/// use agon_board::{TextStyle, text};
/// let game = agon_games::registry().game("reversi").unwrap();
/// let mut line = Line::new(game.start());
/// line.play_text("f5").unwrap();
/// let drawn = text(&line.view(), TextStyle::default());
/// assert!(drawn.contains("5 . . . X X[X]. ."), "{drawn}");
/// ```
pub fn text(view: &BoardView, style: TextStyle) -> String {
    let mut screen = Screen { rows: BTreeMap::new() };
    cells(view, style, &mut screen);
    labels(view, &mut screen);
    render(&screen, view, style)
}

fn column_of(half_column: u8) -> i32 {
    i32::from(half_column)
}

fn cells(view: &BoardView, style: TextStyle, screen: &mut Screen) {
    let mut legal = vec![false; view.layout.cells.len()];
    if !style.hide_moves {
        for mv in &view.moves {
            // With a path to click, the first cell holds the piece that moves: mark where it goes.
            for &cell in mv.path.iter().skip(usize::from(mv.path.len() > 1)) {
                legal[cell] = true;
            }
        }
    }
    for (i, cell) in view.layout.cells.iter().enumerate() {
        let (row, column) = (i32::from(cell.row), column_of(cell.half_column));
        for side in [-1, 1] {
            let edge = screen.rows.get(&row).and_then(|r| r.get(&(column + side)));
            if edge.is_none() {
                screen.put(row, column + side, Glyph { symbol: ' ', ink: Ink::Plain, on_board: true });
            }
        }
        let glyph = match view.contents[i].map(|p| &view.layout.pieces[p]) {
            Some(piece) => {
                // On a coloured board both sides' pieces are solid; their colour tells them apart.
                let symbol = match (style.unicode, style.color, piece.side) {
                    (true, true, Some(_)) => '●',
                    (true, ..) => piece.glyph,
                    (false, ..) => piece.symbol,
                };
                let ink = piece.color.map_or(Ink::Neutral(piece.shape), Ink::Piece);
                (symbol, ink)
            }
            None if legal[i] => (if style.unicode { '◦' } else { '+' }, Ink::Legal),
            None => (if style.unicode { '·' } else { '.' }, Ink::Empty),
        };
        screen.put(row, column, Glyph { symbol: glyph.0, ink: glyph.1, on_board: true });
    }
    marks(view, screen);
}

/// Brackets around the last move, and around the cells of winning lines.
fn marks(view: &BoardView, screen: &mut Screen) {
    let mut mark = |cell: usize, ink| {
        let cell = &view.layout.cells[cell];
        let (row, column) = (i32::from(cell.row), column_of(cell.half_column));
        screen.put(row, column - 1, Glyph { symbol: '[', ink, on_board: true });
        screen.put(row, column + 1, Glyph { symbol: ']', ink, on_board: true });
    };
    if let Some(cell) = view.last.first().and_then(|m| m.path.last()) {
        mark(*cell, Ink::Last);
    }
    for &cell in view.winning.iter().flatten() {
        mark(cell, Ink::Winning);
    }
}

/// Puts each label into the row of cells it stands beside, or above or below the board.
fn labels(view: &BoardView, screen: &mut Screen) {
    let cells = &view.layout.cells;
    let first = cells.iter().map(|c| i32::from(c.row)).min().unwrap_or(0);
    let last = cells.iter().map(|c| i32::from(c.row)).max().unwrap_or(0);
    for label in &view.layout.labels {
        let length = label.text.chars().count() as i32;
        let beside = cells.iter().filter(|c| (c.y - label.y).abs() < 0.3);
        let row = beside.clone().map(|c| i32::from(c.row)).next();
        let (row, column) = match row {
            Some(row) => {
                let left = beside.clone().map(|c| column_of(c.half_column)).min().unwrap_or(0);
                let right = beside.map(|c| column_of(c.half_column)).max().unwrap_or(0);
                let at_left = label.x * 2.0 - 1.0 < f64::from(left);
                (row, if at_left { left - 1 - length } else { right + 2 })
            }
            None => {
                let row = if label.y < view.layout.height / 2.0 { first - 1 } else { last + 1 };
                (row, (label.x * 2.0 - 1.0).round() as i32)
            }
        };
        screen.write(row, column, &label.text, Ink::Label);
    }
    // Columns are what one types in a game of falling discs: mark those that are open.
    if view.layout.click == Click::Column {
        for mv in &view.moves {
            if let Some(&cell) = mv.path.first() {
                let column = column_of(cells[cell].half_column);
                screen.write(first - 1, column, &mv.text, Ink::Legal);
            }
        }
    }
}

fn render(screen: &Screen, view: &BoardView, style: TextStyle) -> String {
    let left = screen.rows.values().filter_map(|r| r.keys().next()).min().copied().unwrap_or(0);
    let ground = view.layout.cells.first().map_or(CellShape::Square, |c| c.shape);
    let mut out = String::new();
    for row in screen.rows.values() {
        let right = row.keys().next_back().copied().unwrap_or(left);
        let mut line = String::from("  ");
        let mut current = String::new();
        for column in left..=right {
            let glyph = row.get(&column).copied().unwrap_or(BLANK);
            if style.color {
                let wanted = colors(glyph, ground);
                if wanted != current {
                    line.push_str("\x1b[0m");
                    line.push_str(&wanted);
                    current = wanted;
                }
            }
            line.push(glyph.symbol);
        }
        if style.color {
            line.push_str("\x1b[0m");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The number of a colour in the 256-colour palette.
const fn ink_number(color: Color) -> u8 {
    match color {
        Color::Black => 16,
        Color::White => 231,
        Color::Gold => 226,
        Color::Red => 209,
        Color::Blue => 117,
        Color::Green => 120,
    }
}

/// The ANSI codes of a character; the 256-colour palette is the same on every terminal.
fn colors(glyph: Glyph, ground: CellShape) -> String {
    let board = match ground {
        CellShape::Square => 22,
        CellShape::Hexagon => 23,
        CellShape::Hole => 18,
        CellShape::Land => 137,
    };
    let ink = match glyph.ink {
        Ink::Plain => String::new(),
        Ink::Label => "\x1b[2m".to_owned(),
        Ink::Empty => "\x1b[38;5;248m".to_owned(),
        Ink::Legal if glyph.on_board => "\x1b[1;38;5;254m".to_owned(),
        Ink::Legal => "\x1b[1m".to_owned(),
        Ink::Piece(color) => format!("\x1b[1;38;5;{}m", ink_number(color)),
        Ink::Neutral(PieceShape::Food) => "\x1b[1;38;5;228m".to_owned(),
        Ink::Neutral(_) => "\x1b[38;5;245m".to_owned(),
        Ink::Last => "\x1b[1;38;5;203m".to_owned(),
        Ink::Winning => "\x1b[1;38;5;231m".to_owned(),
    };
    if glyph.on_board { format!("\x1b[48;5;{board}m{ink}") } else { ink }
}
