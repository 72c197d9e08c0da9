//! Connect four on boards of any size: Four in a Row (7 × 6) and Connect4 9×9.
//!
//! Everything is generic over the width, the height and the word that holds a board ([`board`]); another size
//! is another type, such as `ConnectPosition<u64, 8, 6>`. A size becomes a game of its own by implementing
//! [`Described`] for its `Connect<…>`.
//!
//! | module | what lives there |
//! |---|---|
//! | [`board`], `position`, `moves`, `lines`, `legality` | the rules |
//! | `notation`, `layout` | positions and moves as text, the board as a picture |
//! | [`game_object`] | the game as an object with methods, for programs that want one |
//! | [`solver`] | the exact solver |
//! | [`engine`] | the engines that search |
//! | [`lab`] | what both are measured and fitted with |

pub mod board;
pub mod columns;
pub mod engine;
mod exact;
pub mod game_object;
pub mod lab;
mod layout;
mod legality;
mod lines;
mod moves;
mod notation;
mod position;
pub mod solver;
#[cfg(test)]
mod tests;

pub use board::{Grid, Word};
pub use position::{ConnectPosition, Move};

use agon_core::{
    Color, Format, Game, GameInfo, Layout, MoveError, PositionError, Protocol, Scores, SetUp, SideInfo,
};
use notation::cell_name;
use std::marker::PhantomData;
use std::time::Duration;

/// The rules of connect four on `W` columns and `H` rows, with boards in words `B`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connect<B: Word, const W: usize, const H: usize>(PhantomData<B>);

/// Four in a Row: 7 columns, 6 rows.
pub type FourInARow = Connect<u64, 7, 6>;

/// A position of Four in a Row.
pub type FourInARowPosition = ConnectPosition<u64, 7, 6>;

/// Connect4 on 9 columns and 9 rows.
pub type Connect9x9 = Connect<u128, 9, 9>;

/// A position of Connect4 9×9.
pub type Connect9x9Position = ConnectPosition<u128, 9, 9>;

/// A size that is a game with a name.
pub trait Described {
    /// What there is to know about it.
    const INFO: &'static GameInfo;

    /// Other names it is known by; see [`Game::aliases`].
    const ALIASES: &'static [&'static str] = &[];

    /// Its balanced openings; see [`Game::openings`].
    const OPENINGS: &'static str = "";

    /// The formats of its own; see [`Game::formats`].
    const FORMATS: &'static [&'static dyn Format] = &[];
}

const SIDES: [SideInfo; 2] = [
    SideInfo { name: "player one", letter: 'X', color: Color::Gold },
    SideInfo { name: "player two", letter: 'O', color: Color::Red },
];

const SUMMARY: &str = "Drop discs into columns; the first to have four in a row, column or diagonal wins, a full board is a draw.";

impl Described for FourInARow {
    const INFO: &'static GameInfo = &GameInfo {
        name: "four-in-a-row",
        title: "Four in a Row",
        summary: SUMMARY,
        board: "7 columns × 6 rows",
        sides: SIDES,
        scores: Scores::by_distance("stones"),
        port: None,
        protocols: &[Protocol::Ugi, Protocol::TwoInstance],
        program_time: None,
        move_form: "as a column digit 0-6, 0 the leftmost",
        position_form: "42 characters X (player one), O (player two) or - from the top left row by row, \
                        a space, the side to move X or O; a cell 3/1 is column 3, row 1 from the bottom",
        options: &[],
    };

    const ALIASES: &'static [&'static str] = &["connect4", "connect-4", "connect-four", "four-in-a-line"];

    const OPENINGS: &'static str = include_str!("../data/four-in-a-row-openings.txt");

    const FORMATS: &'static [&'static dyn Format] =
        &[&columns::FOUR_IN_A_ROW, &columns::FOUR_IN_A_ROW_FROM_1];
}

impl Described for Connect9x9 {
    const INFO: &'static GameInfo = &GameInfo {
        name: "connect4-9x9",
        title: "Connect4 9×9",
        summary: SUMMARY,
        board: "9 columns × 9 rows",
        sides: SIDES,
        scores: Scores::by_distance("stones"),
        port: None,
        protocols: &[Protocol::Connect9x9, Protocol::Ugi],
        program_time: Some(Duration::from_secs(5)),
        move_form: "as a column digit 0-8, 0 the leftmost",
        position_form: "81 characters X (player one), O (player two) or - from the top left row by row, \
                        a space, the side to move X or O; a cell 3/1 is column 3, row 1 from the bottom",
        options: &[],
    };

    const ALIASES: &'static [&'static str] = &["connect9x9", "connect-four-9x9", "connect-4-9x9"];

    const OPENINGS: &'static str = include_str!("../data/connect4-9x9-openings.txt");

    const FORMATS: &'static [&'static dyn Format] = &[&columns::CONNECT_9X9, &columns::CONNECT_9X9_FROM_1];
}

impl<B: Word, const W: usize, const H: usize> Game for Connect<B, W, H>
where
    Connect<B, W, H>: Described,
{
    type Position = ConnectPosition<B, W, H>;

    fn standard() -> Self {
        Connect(PhantomData)
    }

    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn aliases(&self) -> &'static [&'static str] {
        Self::ALIASES
    }

    fn start(&self) -> Self::Position {
        ConnectPosition::START
    }

    fn openings(&self) -> &'static str {
        Self::OPENINGS
    }

    fn layout(&self) -> Layout {
        layout::layout::<W, H>()
    }

    fn set_up(&self, position: &Self::Position) -> SetUp {
        notation::set_up(position)
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<Self::Position, PositionError> {
        notation::from_set_up(set_up)
    }

    fn move_text(&self, _: &Self::Position, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(position, text, Self::INFO)
    }

    fn path(&self, position: &Self::Position, mv: Move) -> Vec<usize> {
        layout::landing_cell(position, usize::from(mv.column())).into_iter().collect()
    }

    fn actions(&self) -> usize {
        W
    }

    #[inline]
    fn action(&self, _: &Self::Position, mv: Move) -> usize {
        usize::from(mv.column())
    }

    fn action_text(&self, action: usize) -> Option<String> {
        (action < W).then(|| action.to_string())
    }

    fn each_piece(&self, position: &Self::Position, see: &mut dyn FnMut(usize, usize)) {
        for (piece, mut stones) in position.stones().into_iter().enumerate() {
            while stones.any() {
                let (column, height) = Grid::<B, W, H>::place(stones);
                see(layout::cell_index::<W, H>(column, height), piece);
                stones = stones.without_lowest();
            }
        }
    }

    fn winning_lines(&self, position: &Self::Position) -> Vec<Vec<usize>> {
        layout::winning_lines(position)
    }

    fn split_moves<'a>(&self, text: &'a str) -> Vec<&'a str> {
        notation::split_moves(text)
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        Self::FORMATS
    }
}
