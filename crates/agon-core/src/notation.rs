//! The one-line form of a position, the same for every game.
//!
//! One character a cell in the layout's order (`-` is an empty cell), a space, the side to move, and, where a
//! game needs it, more words. A `;` and what follows is ignored, as in the public FFO files.

use crate::layout::EMPTY;
use crate::{Game, Layout, PositionError, Side};

/// The parts of a position before the game has looked at them: what a set-up board holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// What stands on each cell, as numbers of the layout's pieces.
    pub contents: Vec<Option<usize>>,
    /// The side to move.
    pub side: Side,
    /// The words after the side to move.
    pub rest: Vec<String>,
}

impl SetUp {
    /// Takes the one-line form apart.
    pub fn parse(text: &str, game: &str, layout: &Layout, sides: [char; 2]) -> Result<SetUp, PositionError> {
        let text = text.split(';').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let found = board.chars().count();
        if found != layout.cells.len() {
            let expected = layout.cells.len().to_string();
            return Err(PositionError::Length { game: game.to_owned(), expected, found });
        }
        let mut contents = Vec::with_capacity(found);
        for (i, (symbol, cell)) in board.chars().zip(&layout.cells).enumerate() {
            let same = |c: char| c.eq_ignore_ascii_case(&symbol);
            contents.push(if symbol == EMPTY || symbol == '.' {
                None
            } else if let Some(piece) = layout.pieces.iter().position(|p| same(p.symbol)) {
                Some(piece)
            } else {
                let mut known = vec![format!("'{EMPTY}' empty")];
                known.extend(layout.pieces.iter().map(|p| format!("'{}' {}", p.symbol, p.name)));
                let (cell, known) = (cell.name.clone(), known.join(", "));
                return Err(PositionError::Symbol { symbol, cell, index: i + 1, known });
            });
        }
        let word = words.next().unwrap_or_default();
        let side = match word.chars().next().filter(|_| word.chars().count() == 1) {
            Some(c) if c.eq_ignore_ascii_case(&sides[0]) => Side::First,
            Some(c) if c.eq_ignore_ascii_case(&sides[1]) => Side::Second,
            _ => {
                let expected = format!("'{}' or '{}'", sides[0], sides[1]);
                return Err(PositionError::SideToMove { found: word.to_owned(), expected });
            }
        };
        Ok(SetUp { contents, side, rest: words.map(str::to_owned).collect() })
    }

    /// Puts the one-line form together.
    pub fn text(&self, layout: &Layout, sides: [char; 2]) -> String {
        let symbol = |&p: &Option<usize>| p.map_or(EMPTY, |p| layout.pieces[p].symbol);
        let mut text: String = self.contents.iter().map(symbol).collect();
        text.push(' ');
        text.push(sides[self.side]);
        for word in &self.rest {
            text.push(' ');
            text.push_str(word);
        }
        text
    }

    /// Refuses words after the side to move, for games that have none.
    pub fn no_more(&self) -> Result<(), PositionError> {
        match self.rest.first() {
            None => Ok(()),
            Some(_) => Err(PositionError::Trailing { text: self.rest.join(" "), hint: String::new() }),
        }
    }
}

/// A position of `game` from its one-line form.
pub fn parse_position<G: Game>(game: &G, text: &str) -> Result<G::Position, PositionError> {
    let info = game.info();
    game.from_set_up(&SetUp::parse(text, info.name, &game.layout(), info.letters())?)
}

/// The one-line form of a position of `game`.
pub fn position_text<G: Game>(game: &G, position: &G::Position) -> String {
    game.set_up(position).text(&game.layout(), game.info().letters())
}
