//! Reversi (Othello 8 × 8).

pub mod engine;
mod exact;
pub mod formats;
pub mod lab;
mod layout;
mod moves;
mod notation;
mod position;
mod situations;
pub mod solver;

pub use moves::{flips, mobility};
pub use position::{Move, ReversiPosition};

use agon_core::{
    Format, Game, GameInfo, Layout, MoveError, PositionError, Protocol, Scores, SetUp, SideInfo, Situation,
};

/// The rules of Reversi.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reversi;

static INFO: GameInfo = GameInfo {
    name: "reversi",
    title: "Reversi",
    summary: "Enclose the other side's discs in straight lines to turn them; most discs at the end win.",
    board: "8 × 8 squares",
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    scores: Scores::counted("discs").clear_lead(7.0),
    port: None,
    protocols: &[Protocol::Ugi, Protocol::NBoard, Protocol::Gtp],
    program_time: None,
    move_form: "as a column a-h and a row 1-8 from the top, like f5, or pass",
    position_form: "64 characters X (black), O (white) or - from a1 row by row, a space, the side to move X or O",
    options: &[],
};

impl Game for Reversi {
    type Position = ReversiPosition;

    fn standard() -> Self {
        Reversi
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["othello"]
    }

    fn start(&self) -> ReversiPosition {
        ReversiPosition::START
    }

    fn openings(&self) -> &'static str {
        include_str!("../data/openings.txt")
    }

    fn layout(&self) -> Layout {
        layout::layout()
    }

    fn set_up(&self, position: &ReversiPosition) -> SetUp {
        notation::set_up(position)
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<ReversiPosition, PositionError> {
        notation::from_set_up(set_up)
    }

    fn move_text(&self, _: &ReversiPosition, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, position: &ReversiPosition, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(position, text)
    }

    fn path(&self, _: &ReversiPosition, mv: Move) -> Vec<usize> {
        mv.square().into_iter().map(usize::from).collect()
    }

    fn actions(&self) -> usize {
        Move::COUNT
    }

    #[inline]
    fn action(&self, _: &ReversiPosition, mv: Move) -> usize {
        mv.number()
    }

    fn each_piece(&self, position: &ReversiPosition, see: &mut dyn FnMut(usize, usize)) {
        for (piece, mut discs) in position.discs().into_iter().enumerate() {
            while discs != 0 {
                see(discs.trailing_zeros() as usize, piece);
                discs &= discs - 1;
            }
        }
    }

    fn split_moves<'a>(&self, text: &'a str) -> Vec<&'a str> {
        notation::split_moves(text)
    }

    fn pass_may_be_omitted(&self) -> bool {
        true
    }

    fn situation(&self, situation: Situation) -> Option<(ReversiPosition, Option<String>)> {
        Some((situations::position(situation)?, None))
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        formats::ALL
    }
}
