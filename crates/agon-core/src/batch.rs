//! Many positions of one game, side by side in memory.
//!
//! ```
//! # use agon_core::{AnyPosition, AnyPositions};
//! # fn example(game: &dyn agon_core::AnyGame) {
//! let mut batch = game.batch();
//! assert!(batch.push(&*game.start()));
//! batch.visit(0..1, &mut |row, position| println!("{row}: {}", position.text()));
//! # }
//! ```

use crate::{AnyPosition, Game, MoveError, TypedPosition};
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

/// What is done to one position of many.
pub type Change<'a> = dyn FnMut(usize, &mut dyn AnyPosition) -> Result<(), MoveError> + 'a;

/// Rows of positions that can be looked at one after the other.
pub trait Rows: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// Shows the positions of some rows, with their numbers.
    fn visit(&self, rows: Range<usize>, see: &mut dyn FnMut(usize, &dyn AnyPosition));
}

/// Positions of one game, without a box for each.
pub trait AnyPositions: Rows + Send {
    /// The rows themselves.
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPositions>;

    /// One of them.
    fn get(&self, row: usize) -> Option<Box<dyn AnyPosition>>;

    /// Adds a position; `false` if it is one of another game or variant.
    fn push(&mut self, position: &dyn AnyPosition) -> bool;

    /// Adds all positions of another batch; `false` if they are of another game or variant.
    fn append(&mut self, other: &dyn AnyPositions) -> bool;

    /// The positions of these rows; rows that do not exist are left out.
    fn select(&self, rows: &[usize]) -> Box<dyn AnyPositions>;

    /// The positions of some rows after something has been done to each. The first that fails ends it, with its row.
    fn changed(
        &self,
        rows: Range<usize>,
        change: &mut Change<'_>,
    ) -> Result<Box<dyn AnyPositions>, (usize, MoveError)>;

    /// Appends the positions after every legal move of a row, or after every outcome where chance decides; how many
    /// there are.
    fn push_children(&mut self, of: &dyn AnyPositions, row: usize) -> usize;
}

/// Positions of a static game behind the object-safe view.
#[derive(Clone)]
pub struct TypedPositions<G: Game> {
    game: Arc<G>,
    positions: Vec<G::Position>,
}

impl<G: Game> TypedPositions<G> {
    /// No positions yet.
    pub fn new(game: Arc<G>) -> TypedPositions<G> {
        TypedPositions { game, positions: Vec::new() }
    }

    fn with(&self, positions: Vec<G::Position>) -> Box<dyn AnyPositions> {
        Box::new(TypedPositions { game: self.game.clone(), positions })
    }

    /// The rows within reach, and a position to look at them through.
    fn window(&self, rows: Range<usize>) -> Option<(Range<usize>, TypedPosition<G>)> {
        let rows = rows.start..rows.end.min(self.positions.len());
        let position = *self.positions.get(rows.start)?;
        Some((rows, TypedPosition { game: self.game.clone(), position }))
    }
}

impl<G: Game> Rows for TypedPositions<G> {
    fn count(&self) -> usize {
        self.positions.len()
    }

    fn visit(&self, rows: Range<usize>, see: &mut dyn FnMut(usize, &dyn AnyPosition)) {
        let Some((rows, mut window)) = self.window(rows) else { return };
        for row in rows {
            window.position = self.positions[row];
            see(row, &window);
        }
    }
}

impl<G: Game> AnyPositions for TypedPositions<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn AnyPositions> {
        self.with(self.positions.clone())
    }

    fn get(&self, row: usize) -> Option<Box<dyn AnyPosition>> {
        let position = *self.positions.get(row)?;
        Some(Box::new(TypedPosition { game: self.game.clone(), position }))
    }

    fn push(&mut self, position: &dyn AnyPosition) -> bool {
        let same = position.as_any().downcast_ref::<TypedPosition<G>>();
        let same = same.filter(|other| other.game.variant() == self.game.variant());
        self.positions.extend(same.map(|other| other.position));
        same.is_some()
    }

    fn append(&mut self, other: &dyn AnyPositions) -> bool {
        let same = other.as_any().downcast_ref::<TypedPositions<G>>();
        let same = same.filter(|other| other.game.variant() == self.game.variant());
        self.positions.extend(same.into_iter().flat_map(|other| &other.positions));
        same.is_some()
    }

    fn select(&self, rows: &[usize]) -> Box<dyn AnyPositions> {
        self.with(rows.iter().filter_map(|&row| self.positions.get(row).copied()).collect())
    }

    fn changed(
        &self,
        rows: Range<usize>,
        change: &mut Change<'_>,
    ) -> Result<Box<dyn AnyPositions>, (usize, MoveError)> {
        let Some((rows, mut window)) = self.window(rows) else { return Ok(self.with(Vec::new())) };
        let mut after = Vec::with_capacity(rows.len());
        for row in rows {
            window.position = self.positions[row];
            change(row, &mut window).map_err(|error| (row, error))?;
            after.push(window.position);
        }
        Ok(self.with(after))
    }

    fn push_children(&mut self, of: &dyn AnyPositions, row: usize) -> usize {
        let Some(parents) = of.as_any().downcast_ref::<TypedPositions<G>>() else { return 0 };
        let before = self.positions.len();
        if let Some(parent) = parents.positions.get(row) {
            children(parent, &mut self.positions);
        }
        self.positions.len() - before
    }
}

/// Appends the positions after each legal move, or after each outcome where chance decides.
pub(crate) fn children<P: crate::Position>(parent: &P, all: &mut Vec<P>) {
    if let Some(weights) = parent.chance() {
        all.extend((0..weights.len()).map(|outcome| {
            let mut next = *parent;
            next.resolve(outcome);
            next
        }));
        return;
    }
    let mut moves = crate::MoveList::new();
    parent.generate(&mut moves);
    all.extend(moves.iter().map(|&mv| {
        let mut next = *parent;
        next.play(mv);
        next
    }));
}

impl Rows for [&dyn AnyPosition] {
    fn count(&self) -> usize {
        self.len()
    }

    fn visit(&self, rows: Range<usize>, see: &mut dyn FnMut(usize, &dyn AnyPosition)) {
        rows.for_each(|row| self.get(row).into_iter().for_each(|position| see(row, *position)));
    }
}

impl Rows for [Box<dyn AnyPosition>] {
    fn count(&self) -> usize {
        self.len()
    }

    fn visit(&self, rows: Range<usize>, see: &mut dyn FnMut(usize, &dyn AnyPosition)) {
        rows.for_each(|row| self.get(row).into_iter().for_each(|position| see(row, &**position)));
    }
}
