//! What finds the moves inside an engine: usually the search, sometimes a solver or a book in front of it.

use agon_core::Position;
use agon_search::fitting::{fit_models, usual_pairs};
use agon_search::found::Reporting;
use agon_search::{Clock, Limits, unhurried};
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Term};
use std::sync::atomic::AtomicBool;

/// A way to find moves for one kind of position. [`Searcher`] is one; a game's engine may bring its own, for
/// example an exact solver that falls back on a search.
pub trait Mind<P: Position>: Send {
    /// The best move. `report` is called at once with some legal move and then with every improvement; a limit
    /// or `stop` ends it within milliseconds.
    fn search(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<P::Move>),
    ) -> Result<Found<P::Move>, Nothing>;

    /// Every legal move with its value, best first.
    fn analyze(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, P::Move>,
    ) -> Result<Vec<Found<P::Move>>, Nothing>;

    /// Forgets everything it has learned.
    fn forget(&mut self);

    /// Fits the models of multi-ProbCut to its evaluation, for nodes up to `deepest`, on these positions; none if it
    /// does not search. `seen` is called after every position.
    fn fit_probcut(&mut self, positions: &[P], deepest: u32, seen: &mut dyn FnMut()) -> Vec<ProbCut> {
        let _ = (positions, deepest, seen);
        Vec::new()
    }

    /// What its evaluation says of a position at a player's turn, for the side to move and without search, in
    /// hundredths of the unit; nothing if it has no evaluation.
    fn evaluate(&self, position: &P) -> Option<Score> {
        let _ = position;
        None
    }

    /// The terms of its evaluation, if it has any to show.
    fn terms(&self, position: &P) -> Vec<Term> {
        let _ = position;
        Vec::new()
    }
}

impl<P: Position, E: Evaluator<P>> Mind<P> for Searcher<P, E> {
    fn search(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<P::Move>),
    ) -> Result<Found<P::Move>, Nothing> {
        Searcher::search(self, position, limits, clock, stop, report)
    }

    fn analyze(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, P::Move>,
    ) -> Result<Vec<Found<P::Move>>, Nothing> {
        Searcher::analyze(self, position, limits, clock, stop, report)
    }

    fn forget(&mut self) {
        Searcher::forget(self);
    }

    fn fit_probcut(&mut self, positions: &[P], deepest: u32, seen: &mut dyn FnMut()) -> Vec<ProbCut> {
        let phases: Vec<_> = (0..self.evaluator().phases()).map(|phase| [phase, phase]).collect();
        fit_models(self, positions, &usual_pairs(deepest as i32), &phases, seen)
    }

    fn evaluate(&self, position: &P) -> Option<Score> {
        let evaluator = self.evaluator();
        Some(unhurried::evaluate(evaluator, position))
    }

    fn terms(&self, position: &P) -> Vec<Term> {
        self.evaluator().terms(position)
    }
}
