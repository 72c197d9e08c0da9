//! The player's mind: the folded search while estimates decide, the dice explicit once the end is in sight.
//!
//! While the search cannot see the end of the game its leaves are estimates of the expected margin, and there
//! food is worth one half: rolling dice in the tree would double it at every food and change nothing. Once the
//! folded search has seen the end of every line that matters, estimates are out of the way, and what is left of
//! the budget goes to a search with explicit dice, whose values are expectations of win, draw and loss. Its
//! answer counts if it, too, has seen the end. Without food on the board both are the same game.

use super::chance_evaluator::{ChanceEvaluator, estimate_of};
use super::fold_evaluator::{Aim, FoldEvaluator};
use super::folded::Folded;
use crate::{AntsPosition, Move};
use agon_engine::mind::Mind;
use agon_search::found::Reporting;
use agon_search::{Clock, Limits};
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is done about the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    /// Folded first, explicit once the end is in sight; a win counts more than the margin.
    Switching,
    /// Folded always, for the expected margin alone.
    Folded,
    /// Explicit always.
    Explicit,
}

/// Finds moves for TUC-ANTS.
pub(super) struct Thinker {
    treatment: Treatment,
    folded: Searcher<Folded, FoldEvaluator>,
    /// Made when it is first needed.
    explicit: Option<Searcher<AntsPosition, ChanceEvaluator>>,
}

impl Thinker {
    pub(super) fn new(treatment: Treatment, techniques: Techniques) -> Thinker {
        let aim = if treatment == Treatment::Folded { Aim::Margin } else { Aim::Win };
        // A search that is never used needs no memory.
        let hash = if treatment == Treatment::Explicit { 0 } else { techniques.hash };
        let folded = Searcher::new(FoldEvaluator::new(aim), Techniques { hash, ..techniques.clone() });
        let explicit = match treatment {
            Treatment::Explicit => Some(Searcher::new(ChanceEvaluator, techniques)),
            _ => None,
        };
        Thinker { treatment, folded, explicit }
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
        let worth = self.treatment == Treatment::Switching && resolved && position.food() != 0;
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

/// A finding of the explicit search in hundredths of a point, unless it is a result.
fn in_points(mut found: Found<Move>) -> Found<Move> {
    if !found.value.resolved && found.score().abs() < score::WIN {
        found.value = Value::estimated(estimate_of(found.score()));
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
        if self.treatment == Treatment::Explicit {
            let mut listen = |found: &Found<Move>| report(&in_points(found.clone()));
            return self.explicit().search(position, limits, clock, stop, &mut listen).map(in_points);
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
        if self.treatment == Treatment::Explicit {
            let worded = |list: &[Found<Move>]| -> Vec<_> { list.iter().cloned().map(in_points).collect() };
            let mut listen = |list: &[Found<Move>]| report(&worded(list));
            let list = self.explicit().analyze(position, limits, clock, stop, &mut listen)?;
            return Ok(worded(&list));
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

    /// The explicit search has no models of its own.
    fn fit_probcut(
        &mut self,
        positions: &[AntsPosition],
        deepest: u32,
        seen: &mut dyn FnMut(),
    ) -> Vec<ProbCut> {
        let folded: Vec<_> = positions.iter().map(|position| Folded::new(*position)).collect();
        self.folded.fit_probcut(&folded, deepest, seen)
    }

    fn evaluate(&self, position: &AntsPosition) -> Option<Score> {
        Mind::evaluate(&self.folded, &Folded::new(*position))
    }

    fn terms(&self, position: &AntsPosition) -> Vec<Term> {
        self.folded.evaluator().terms(&Folded::new(*position))
    }
}
