//! The player's mind: the folded search while estimates decide, the dice explicit once the end is in sight.
//!
//! While the search cannot see the end of the game its leaves are estimates of the expected margin, and there
//! food is worth one half: rolling dice in the tree would double it at every food and change nothing. Once the
//! folded search has seen the end of every line that matters, estimates are out of the way, and what is left of
//! the budget goes to a search with explicit dice, whose values are expectations of win, draw and loss. Its
//! answer counts if it, too, has seen the end. Without food on the board both are the same game.

use super::chance_evaluator::ChanceEvaluator;
use super::fold_evaluator::{Aim, FoldEvaluator};
use super::folded::Folded;
use super::weights::WEIGHTS;
use crate::mind::Mind;
use agon_games::ants::{AntsPosition, Move};
use agon_search::limits::{Clock, Limits};
use agon_search::searcher::Reporting;
use agon_search::{Evaluator, Found, Nothing, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::{AtomicBool, Ordering};

/// Finds moves for TUC-ANTS.
pub(super) struct Thinker {
    folded: Searcher<Folded, FoldEvaluator>,
    /// Made when it is first needed; whether it may be.
    explicit: Option<Searcher<AntsPosition, ChanceEvaluator>>,
    switches: bool,
}

impl Thinker {
    /// Folded first, explicit dice when the end is in sight.
    pub(super) fn new(techniques: Techniques) -> Thinker {
        Thinker::with(Aim::Win, true, techniques)
    }

    /// Folded always, for the expected margin alone.
    pub(super) fn for_margin(techniques: Techniques) -> Thinker {
        Thinker::with(Aim::Margin, false, techniques)
    }

    fn with(aim: Aim, switches: bool, techniques: Techniques) -> Thinker {
        let folded = Searcher::new(FoldEvaluator { aim, weights: &WEIGHTS }, techniques);
        Thinker { folded, explicit: None, switches }
    }

    fn explicit(&mut self) -> &mut Searcher<AntsPosition, ChanceEvaluator> {
        let techniques = self.folded.techniques().clone();
        self.explicit.get_or_insert_with(|| Searcher::new(ChanceEvaluator, techniques))
    }

    /// What is left of the limits for explicit dice, if they can make a difference: there is food, and the end
    /// is in sight.
    fn rest_of(
        &self,
        position: &AntsPosition,
        limits: Limits,
        resolved: bool,
        nodes: u64,
        clock: &dyn Clock,
        stop: &AtomicBool,
    ) -> Option<Limits> {
        let late = limits.soft.or(limits.hard).is_some_and(|limit| clock.elapsed() >= limit);
        let left = limits.nodes.map(|all| all.saturating_sub(nodes));
        let worth = self.switches && resolved && position.food() != 0;
        (worth && !late && left != Some(0) && !stop.load(Ordering::Relaxed))
            .then_some(Limits { nodes: left, ..limits })
    }
}

/// A finding of the folded search in the words of the real game: with food on the board its values are
/// expected margins, never exact results.
fn unfolded(position: &AntsPosition, mut found: Found<Move>) -> Found<Move> {
    let is_result = found.score().abs() >= score::WIN || found.score() == 0;
    if position.food() != 0 || !is_result {
        found.value = Value::estimated(found.score());
    }
    found
}

/// Whether a search has seen the end of every line that matters.
fn has_seen_the_end(found: &Found<Move>) -> bool {
    found.value.resolved && found.complete
}

impl Mind<AntsPosition> for Thinker {
    fn search(
        &mut self,
        position: &AntsPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        // A pending roll must be refused here: folding would hide it.
        if agon_core::Position::chance(position).is_some() {
            return Err(Nothing::Chance);
        }
        let root = Folded::new(*position);
        let mut listen = |found: &Found<Move>| report(&unfolded(position, found.clone()));
        let folded = self.folded.search(&root, limits, clock, stop, &mut listen)?;
        let (nodes, resolved) = (folded.nodes, has_seen_the_end(&folded));
        let folded = unfolded(position, folded);
        let Some(rest) = self.rest_of(position, limits, resolved, nodes, clock, stop) else {
            return Ok(folded);
        };
        let mut explicit = self.explicit().search(position, rest, clock, stop, &mut |_| {})?;
        explicit.nodes += nodes;
        if !has_seen_the_end(&explicit) {
            return Ok(Found { nodes: explicit.nodes, elapsed: explicit.elapsed, ..folded });
        }
        report(&explicit);
        Ok(explicit)
    }

    fn analyze(
        &mut self,
        position: &AntsPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, Move>,
    ) -> Result<Vec<Found<Move>>, Nothing> {
        if agon_core::Position::chance(position).is_some() {
            return Err(Nothing::Chance);
        }
        let root = Folded::new(*position);
        let worded = |list: &[Found<Move>]| -> Vec<Found<Move>> {
            list.iter().map(|found| unfolded(position, found.clone())).collect()
        };
        let mut listen = |list: &[Found<Move>]| report(&worded(list));
        let folded = self.folded.analyze(&root, limits, clock, stop, &mut listen)?;
        let nodes = folded.iter().map(|found| found.nodes).max().unwrap_or(0);
        let resolved = folded.iter().all(has_seen_the_end);
        let Some(rest) = self.rest_of(position, limits, resolved, nodes, clock, stop) else {
            return Ok(worded(&folded));
        };
        let explicit = self.explicit().analyze(position, rest, clock, stop, &mut |_| {})?;
        if !explicit.iter().all(has_seen_the_end) {
            return Ok(worded(&folded));
        }
        report(&explicit);
        Ok(explicit)
    }

    fn forget(&mut self) {
        self.folded.forget();
        if let Some(explicit) = &mut self.explicit {
            explicit.forget();
        }
    }

    fn terms(&self, position: &AntsPosition) -> Vec<Term> {
        self.folded.evaluator().terms(&Folded::new(*position))
    }
}
