//! TUC-ANTS: a checkers-like game with food, chance and queens that leave the board.
//!
//! | module | what lives there |
//! |---|---|
//! | `square`, `tiles`, `position`, `moves` | the rules |
//! | `notation`, `layout`, `actions` | positions and moves as text, the board as a picture, moves as numbers |
//! | [`engine`] | the engines |
//! | [`lab`] | what they are measured and fitted with |

mod actions;
pub mod engine;
pub mod lab;
mod layout;
mod moves;
mod notation;
mod position;
mod situations;
mod square;
#[cfg(test)]
mod tests;
mod tiles;

pub use moves::Move;
pub use position::{AntsPosition, Parts, Pending};
pub use square::{FAR_ROWS, FOOD_ROWS, HOMES, LAND, Square};
pub use tiles::TILES;

use agon_core::{
    Game, GameInfo, Layout, MoveError, Position, PositionError, Protocol, Scores, SetUp, Side, SideInfo,
    Situation, TucFacts, TucMoves,
};

/// The rules of TUC-ANTS.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ants;

static INFO: GameInfo = GameInfo {
    name: "ants",
    title: "TUC-ANTS",
    summary: "March ants across the board for points and gather food on the way; capturing is compulsory.",
    board: "12 × 8 squares, of which the 48 land squares (row + column odd) are used",
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    scores: Scores::counted("points").clear_lead(1.2),
    port: Some(6001),
    protocols: &[Protocol::Tuc, Protocol::Ugi],
    program_time: None,
    move_form: "as squares row,column: 9,0-8,1 a step, 9,0x7,2x5,4 a capture with every square landed on, or pass",
    position_form: "48 characters X (black ant), O (white ant), * (food) or - for the land squares row by row from \
                    0,1, a space, the side to move X or O, the points of black and of white, and the word roll or \
                    set-up if chance decides next",
    options: &[],
};

impl Game for Ants {
    type Position = AntsPosition;

    fn standard() -> Self {
        Ants
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["tuc-ants", "tucants"]
    }

    fn start(&self) -> AntsPosition {
        AntsPosition::START
    }

    fn opening(&self) -> AntsPosition {
        AntsPosition::OPENING
    }

    fn openings(&self) -> &'static str {
        include_str!("../data/openings.txt")
    }

    fn layout(&self) -> Layout {
        layout::layout()
    }

    fn set_up(&self, position: &AntsPosition) -> SetUp {
        notation::set_up(position)
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<AntsPosition, PositionError> {
        notation::from_set_up(set_up)
    }

    fn move_text(&self, position: &AntsPosition, mv: Move) -> String {
        notation::move_text(mv, position.side_to_move())
    }

    fn parse_move(&self, position: &AntsPosition, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(position, text)
    }

    fn path(&self, position: &AntsPosition, mv: Move) -> Vec<usize> {
        mv.path(position.side_to_move()).map(Square::cell).collect()
    }

    fn actions(&self) -> usize {
        actions::count()
    }

    fn action(&self, position: &AntsPosition, mv: Move) -> usize {
        actions::number(mv, position.side_to_move())
    }

    fn action_text(&self, action: usize) -> Option<String> {
        actions::text(action)
    }

    fn each_piece(&self, position: &AntsPosition, see: &mut dyn FnMut(usize, usize)) {
        let [black, white] = position.ants();
        for (piece, mut board) in [black, white, position.food()].into_iter().enumerate() {
            while let Some(square) = Square::first_of(board) {
                see(square.cell(), piece);
                board ^= square.bit();
            }
        }
    }

    fn situation(&self, situation: Situation) -> Option<(AntsPosition, Option<String>)> {
        situations::position(situation)
    }

    fn roll_text(&self, position: &AntsPosition, outcome: usize) -> String {
        notation::roll_text(position, outcome)
    }

    fn split_roll<'a>(&self, text: &'a str) -> (&'a str, Option<&'a str>) {
        notation::split_roll(text)
    }

    fn tuc(&self) -> Option<TucFacts> {
        let moves = TucMoves::Path;
        Some(TucFacts { base: 0, tiles: TILES, moves, name_limit: 16, knows_positions: true })
    }

    fn tiles(&self, position: &AntsPosition) -> Vec<u8> {
        position.to_tiles().to_vec()
    }

    fn from_tiles(&self, tiles: &[u8], scores: [u8; 2], side: Side) -> Result<AntsPosition, PositionError> {
        let Ok(tiles) = tiles.try_into() else {
            let (game, expected) = (INFO.name.to_owned(), TILES.to_string());
            return Err(PositionError::Length { game, expected, found: tiles.len() });
        };
        let [black, white] = scores;
        AntsPosition::from_tiles(tiles, white, black, side)
    }
}
