//! The static trait of games: a rules value that makes, reads and shows positions.

use crate::formats::Format;
use crate::{
    Color, GameError, Layout, MoveError, Position, PositionError, Protocol, Scores, SetUp, Side, Situation,
    TucFacts,
};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// How a side is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SideInfo {
    /// `black`, `white`, `player one`.
    pub name: &'static str,
    /// The letter for it in positions: `X`, `O`.
    pub letter: char,
    /// The colour of its pieces.
    pub color: Color,
}

impl SideInfo {
    /// A side called black, with the letter X.
    pub const BLACK: SideInfo = SideInfo { name: "black", letter: 'X', color: Color::Black };

    /// A side called white, with the letter O.
    pub const WHITE: SideInfo = SideInfo { name: "white", letter: 'O', color: Color::White };
}

/// A setting that makes a variant of a game: `radius` in `hexthello:radius=3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct VariantOption {
    /// Its name.
    pub name: &'static str,
    /// What it takes, for people.
    pub takes: &'static str,
    /// Its value when it is not given.
    pub default: &'static str,
}

/// What there is to know about a game without playing it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameInfo {
    /// The name on the command line: `hexthello`.
    pub name: &'static str,
    /// The name for people: `HexThello`.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The board in a few words.
    pub board: &'static str,
    /// The two sides, the one that starts first.
    pub sides: [SideInfo; 2],
    /// What scores and margins are.
    #[serde(flatten)]
    pub scores: Scores,
    /// The TCP port of the course's game server, where there is one.
    pub port: Option<u16>,
    /// The protocols that programs can speak.
    pub protocols: &'static [Protocol],
    /// What a program may think about one move where nobody has chosen another clock; nothing for no limit.
    #[serde(rename = "program_move_ms", serialize_with = "in_milliseconds")]
    pub program_time: Option<Duration>,
    /// How a move is written, as a clause that fits after "a move is written".
    pub move_form: &'static str,
    /// The one-line form of a position.
    pub position_form: &'static str,
    /// The settings that make variants.
    pub options: &'static [VariantOption],
}

fn in_milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_millis() as u64).serialize(serializer)
}

impl GameInfo {
    /// The letters of the two sides.
    pub fn letters(&self) -> [char; 2] {
        self.sides.map(|s| s.letter)
    }

    /// Whether programs can play it over a protocol.
    pub fn speaks(&self, protocol: Protocol) -> bool {
        self.protocols.contains(&protocol)
    }
}

/// A game: the rules value behind every position (it holds what a variant needs, such as a radius).
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;

    /// The game in its usual form.
    fn standard() -> Self;

    /// A variant by one of [`GameInfo::options`]; `None` if the value will not do.
    fn with_option(&self, name: &str, value: &str) -> Option<Self> {
        let _ = (name, value);
        None
    }

    /// The variant's options as written after the name: `radius=3`, or nothing for the standard game.
    fn variant(&self) -> String {
        String::new()
    }

    /// What there is to know about it.
    fn info(&self) -> &'static GameInfo;

    /// Other names it is known by: `othello` for Reversi.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The start position that commands use.
    fn start(&self) -> Self::Position;

    /// Where a real game begins: the start, or the chance event before it.
    fn opening(&self) -> Self::Position {
        self.start()
    }

    /// Balanced openings of this variant for matches, a position or the moves of a game a line; empty where there are
    /// none. Made by `agon train GAME --openings FILE`.
    fn openings(&self) -> &'static str {
        ""
    }

    /// The board and the pieces.
    fn layout(&self) -> Layout;

    /// A position as what stands on each cell, the side to move and the rest.
    fn set_up(&self, position: &Self::Position) -> SetUp;

    /// A position from its parts, refused with a sentence if it cannot be.
    #[allow(clippy::wrong_self_convention)] // Reason: `self` are the rules, the position comes from the set-up.
    fn from_set_up(&self, set_up: &SetUp) -> Result<Self::Position, PositionError>;

    /// A move as text.
    fn move_text(&self, position: &Self::Position, mv: <Self::Position as Position>::Move) -> String;

    /// A move from its text, legal or refused with a sentence.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError>;

    /// The cells to click for a move, as numbers of the layout's cells; none for a pass.
    fn path(&self, position: &Self::Position, mv: <Self::Position as Position>::Move) -> Vec<usize>;

    /// Says of every piece on which cell it stands and of which kind it is, both as numbers of the layout. By default
    /// from the set-up; a game that is looked at often says it faster.
    fn each_piece(&self, position: &Self::Position, see: &mut dyn FnMut(usize, usize)) {
        for (cell, piece) in self.set_up(position).contents.into_iter().enumerate() {
            piece.into_iter().for_each(|piece| see(cell, piece));
        }
    }

    /// How many numbers moves have; see [`action`](Self::action).
    fn actions(&self) -> usize {
        self.layout().cells.len() + 1
    }

    /// A legal move as a number below [`actions`](Self::actions), for programs that learn: the same number means the same
    /// move in every position. By default it is the cell that the move is played on, and a pass comes after the last cell;
    /// a game whose moves go over several cells numbers them in its own way.
    fn action(&self, position: &Self::Position, mv: <Self::Position as Position>::Move) -> usize {
        self.path(position, mv).first().copied().unwrap_or_else(|| self.layout().cells.len())
    }

    /// The move that a number stands for, as text; nothing if there is no such number.
    fn action_text(&self, action: usize) -> Option<String> {
        let mut cells = self.layout().cells;
        match action {
            _ if action < cells.len() => Some(cells.swap_remove(action).name),
            _ if action == cells.len() => Some("pass".to_owned()),
            _ => None,
        }
    }

    /// Whether a move is a pass: by default the move without a cell to click.
    fn is_pass(&self, position: &Self::Position, mv: <Self::Position as Position>::Move) -> bool {
        self.path(position, mv).is_empty()
    }

    /// A position to try players in, with the move that makes the situation where it takes one; nothing where the game
    /// has no such situation.
    fn situation(&self, situation: Situation) -> Option<(Self::Position, Option<String>)> {
        let _ = situation;
        None
    }

    /// The winning lines of a finished game, each with all its cells.
    fn winning_lines(&self, position: &Self::Position) -> Vec<Vec<usize>> {
        let _ = position;
        Vec::new()
    }

    /// An outcome of chance as it is written after the move that caused it.
    fn roll_text(&self, position: &Self::Position, outcome: usize) -> String {
        let _ = (position, outcome);
        String::new()
    }

    /// Takes a recorded move apart into the bare move and the roll behind it, if one is written.
    fn split_roll<'a>(&self, text: &'a str) -> (&'a str, Option<&'a str>) {
        (text, None)
    }

    /// Takes a game's text apart into its moves. By default they stand between spaces.
    fn split_moves<'a>(&self, text: &'a str) -> Vec<&'a str> {
        text.split_whitespace().collect()
    }

    /// Whether a forced pass may be left out when a game is written.
    fn pass_may_be_omitted(&self) -> bool {
        false
    }

    /// The formats of its own that people have its games in.
    fn formats(&self) -> &'static [&'static dyn Format] {
        &[]
    }

    /// What the course's game servers need to know, for a game that lists [`Protocol::Tuc`].
    fn tuc(&self) -> Option<TucFacts> {
        None
    }

    /// A position's board as the course's game servers send it, a byte a tile, for a game that has
    /// [`tuc`](Game::tuc).
    fn tiles(&self, position: &Self::Position) -> Vec<u8> {
        let _ = position;
        Vec::new()
    }

    /// A position from what the course's game servers send: the tiles of the board, the scores of both sides and the
    /// side to move.
    #[allow(clippy::wrong_self_convention)] // Reason: `self` are the rules, the position comes from the tiles.
    fn from_tiles(&self, tiles: &[u8], scores: [u8; 2], side: Side) -> Result<Self::Position, PositionError> {
        let _ = (tiles, scores, side);
        Err(PositionError::Impossible(format!("{} has no tiles", self.info().title)))
    }
}

/// A game by its variant text (`radius=3`, several with `:` between).
pub fn variant_of<G: Game>(text: &str) -> Result<G, GameError> {
    let mut game = G::standard();
    let info = game.info();
    for part in text.split(':').filter(|p| !p.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(option) = info.options.iter().find(|o| o.name == name) else {
            let names: Vec<_> = info.options.iter().map(|o| o.name).collect();
            let known = if names.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it knows {}", names.join(", "))
            };
            return Err(GameError::UnknownOption { game: info.name.into(), option: name.into(), known });
        };
        game = game.with_option(name, value).ok_or_else(|| GameError::BadOption {
            game: info.name.into(),
            option: name.into(),
            value: value.into(),
            expected: option.takes.into(),
        })?;
    }
    Ok(game)
}
