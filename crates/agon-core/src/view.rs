//! A position as a program outside the rules sees it: everything to draw it and to turn clicks into moves.

use crate::{Layout, Outcome, Scores, Side};
use serde::Serialize;

/// What a move does to one cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The cell's number in the layout.
    pub cell: usize,
    /// The kind of piece that stands there afterwards (a number in the layout's pieces), or none.
    pub piece: Option<usize>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveView {
    /// The move in the game's notation.
    pub text: String,
    /// Whether it is a pass.
    #[serde(skip_serializing_if = "is_false")]
    pub pass: bool,
    /// The cells to click, in order; empty for a pass.
    pub path: Vec<usize>,
    /// What it changes on the board.
    pub changes: Vec<Change>,
}

/// A move that led here, to be marked on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LastMove {
    /// Who played it.
    pub side: Side,
    /// The move in the game's notation, with its roll.
    pub text: String,
    /// Whether it was a pass.
    #[serde(skip_serializing_if = "is_false")]
    pub pass: bool,
    /// Its cells; empty for a pass.
    pub path: Vec<usize>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A position, complete for drawing and for playing on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// The game with its variant: `hexthello:radius=3`.
    pub game: String,
    /// The board and its pieces, which are also the set-up palette.
    pub layout: Layout,
    /// What stands on each cell (a number in the layout's pieces), in the layout's order.
    pub contents: Vec<Option<usize>>,
    /// The position in its one-line form.
    pub position: String,
    /// Who is to move; nobody when the game is over or chance is to decide.
    pub to_move: Option<Side>,
    /// The names of the sides: `black`, `white`.
    pub sides: [&'static str; 2],
    /// The score of both sides in the game's unit.
    pub score: [i32; 2],
    /// What the score is: its unit, and whether it is worth showing.
    #[serde(flatten)]
    pub scores: Scores,
    /// The result if the game is over.
    pub outcome: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<MoveView>,
    /// The last move, and before it the other side's.
    pub last: Vec<LastMove>,
    /// The winning lines, each with all its cells.
    pub winning: Vec<Vec<usize>>,
}
