//! Moves as small numbers, for programs that learn: the same number means the same move in every position.

use crate::layout::{Click, Layout};
use crate::{AnyGame, Game, MoveList, Position};

/// Which number a move has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The column it is played in.
    Column,
    /// The cell it is played on, in the order of the layout; a pass comes after the last cell.
    Cell,
    /// Its place among the legal moves: moves along several cells have no shorter name.
    Place,
}

/// How the moves of a game are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbering {
    kind: Kind,
    /// The column of every cell.
    columns: Vec<usize>,
}

impl Numbering {
    /// The numbering of a game.
    pub fn of(game: &dyn AnyGame) -> Numbering {
        let Layout { cells, click, .. } = game.layout();
        let start = game.start();
        let far = |text: &String| start.path(text).is_ok_and(|path| path.len() > 1);
        let kind = match click {
            Click::Column => Kind::Column,
            Click::Path if start.legal_moves().iter().any(far) => Kind::Place,
            Click::Path => Kind::Cell,
        };
        Numbering { kind, columns: cells.iter().map(|cell| usize::from(cell.half_column / 2)).collect() }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self.kind {
            Kind::Column => self.columns.iter().max().map_or(0, |last| last + 1),
            Kind::Cell => self.columns.len() + 1,
            Kind::Place => MoveList::<()>::new().capacity(),
        }
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of a position's legal moves, in generator order.
    pub(crate) fn actions<G: Game>(&self, game: &G, position: &G::Position) -> Vec<usize> {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let number = |(place, &mv)| match self.kind {
            Kind::Place => place,
            Kind::Cell => game.path(position, mv).first().copied().unwrap_or(self.columns.len()),
            Kind::Column => game.path(position, mv).first().map_or(0, |&cell| self.columns[cell]),
        };
        moves.iter().enumerate().map(number).collect()
    }
}
