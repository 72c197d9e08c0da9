//! A board as it is sent: everything but the layout, which belongs to the game and is sent once.

use agon_core::{BoardView, LastMove, MoveView, Outcome, Side};
use serde::Serialize;

/// A position without its layout.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct View {
    /// The game with its variant.
    pub game: String,
    /// What stands on each cell (a number in the layout's pieces), in the layout's order.
    pub contents: Vec<Option<usize>>,
    /// The position in its one-line form.
    pub position: String,
    /// Who is to move; nobody when the game is over.
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Side>))]
    pub to_move: Option<Side>,
    /// The score of both sides in the game's unit.
    pub score: [i32; 2],
    /// The result by the rules, if the game is over.
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Outcome>))]
    pub outcome: Option<Outcome>,
    /// The legal moves: text, cells to click, what they change.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign::Move>))]
    pub moves: Vec<MoveView>,
    /// The last move, and before it the other side's.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign::Played>))]
    pub last: Vec<LastMove>,
    /// The winning lines, each with all its cells.
    pub winning: Vec<Vec<usize>>,
}

impl From<BoardView> for View {
    fn from(board: BoardView) -> View {
        let BoardView { game, contents, position, to_move, score, outcome, moves, last, winning, .. } = board;
        View { game, contents, position, to_move, score, outcome, moves, last, winning }
    }
}
