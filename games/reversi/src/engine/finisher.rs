//! The strongest player: the exact solver where it can reach the end, the search before.
//!
//! The solver goes to the end of the game by ever surer selective searches before it proves anything. So an attempt that
//! is cut short is not wasted: its last complete search says how likely its answer is, and that is what is reported, never
//! as exact. What the solver leaves is the search's.

use crate::solver::{Answer, Confidence, Goal, Limits as Asking, Options, Solver};
use crate::{Move, ReversiPosition};
use agon_core::{MoveList, Position};
use agon_engine::mind::Mind;
use agon_search::found::Reporting;
use agon_search::shares::{Share, glance, share_of_nodes, share_of_time};
use agon_search::{Clock, Limits};
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

#[cfg(test)]
#[path = "finisher_tests.rs"]
mod tests;

/// The solver's share of what is left after that.
const SHARE: Share = [2, 3];

/// How often the end of the solver's time is looked for.
const TICK: Duration = Duration::from_millis(1);

/// What a position with ten empty squares takes to be solved, and how much more each further square takes; taken from
/// `docs/lab/reversi-solver.md`, on the high side.
const NODES_AT_TEN: f64 = 3_000.0;
const GROWTH: f64 = 2.0;

/// A selective search to the end takes a small part of what the proof does: the solver is asked where it has at least
/// this part of it.
const WORTH_ASKING: f64 = 1.0 / 60.0;

/// The nodes that the solver visits in a second at the least.
const NODES_A_SECOND: f64 = 10_000_000.0;

/// Moves by the exact solver as soon as it can, by the search before.
pub struct Finisher<E: Evaluator<ReversiPosition>> {
    search: Searcher<ReversiPosition, E>,
    solver: Solver,
}

impl<E: Evaluator<ReversiPosition>> Finisher<E> {
    /// A player that searches with an evaluation. Search and solver share the memory.
    pub fn new(evaluation: E, techniques: Techniques) -> Finisher<E> {
        let half = techniques.hash.div_ceil(2);
        let options = Options {
            table_bytes: half << 20,
            threads: techniques.threads,
            instructions: techniques.instructions,
            ..Options::default()
        };
        let search = Searcher::new(evaluation, Techniques { hash: half, ..techniques });
        Finisher { search, solver: Solver::new(&options) }
    }

    /// Whether the solver is worth asking: not where a depth was asked for or the search itself is studied, and not
    /// where the end is too far for what there is.
    fn may_finish(&self, position: &ReversiPosition, limits: &Limits, clock: &dyn Clock) -> bool {
        let techniques = self.search.techniques();
        let studied = techniques.exact || techniques.mcts || !techniques.alphabeta;
        let limited = limits.nodes.is_some() || limits.hard.is_some();
        if studied || !limited || limits.depth.is_some() {
            return false;
        }
        let by_nodes = limits.nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
        let by_time = limits
            .soft
            .or(limits.hard)
            .map_or(f64::INFINITY, |end| end.saturating_sub(clock.elapsed()).as_secs_f64() * NODES_A_SECOND);
        by_nodes.min(by_time) >= WORTH_ASKING * nodes_to_solve(empties(position))
    }

    /// What the solver says within its share of what is left; and the nodes it took.
    fn ask(
        &mut self,
        position: &ReversiPosition,
        limits: &Limits,
        used: u64,
        clock: &dyn Clock,
        stop: &AtomicBool,
    ) -> Option<Answer> {
        let (solver, nodes) = (&mut self.solver, share_of_nodes(limits, used, SHARE));
        let answer = until(share_of_time(limits, clock, SHARE), clock, stop, |halt| {
            let limits = Asking { stop: Some(halt), nodes };
            solver.ask(position.me(), position.them(), Goal::Exact, limits, &mut |_| {})
        });
        answer.ok()
    }
}

/// How many squares are empty.
fn empties(position: &ReversiPosition) -> u32 {
    (position.me() | position.them()).count_zeros()
}

/// What it takes to solve a position, roughly.
fn nodes_to_solve(empties: u32) -> f64 {
    NODES_AT_TEN * GROWTH.powi(empties as i32 - 10)
}

/// Does some work with a flag that is set at `end` or when `stop` is.
fn until<T>(
    end: Option<Duration>,
    clock: &dyn Clock,
    stop: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let Some(end) = end else { return work(stop) };
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = || {
            while !halt.load(Relaxed) {
                if stop.load(Relaxed) || clock.elapsed() >= end {
                    halt.store(true, Relaxed);
                }
                std::thread::sleep(TICK);
            }
        };
        // Without anybody to look at the clock there is no time at all.
        if std::thread::Builder::new().spawn_scoped(scope, watch).is_err() {
            halt.store(true, Relaxed);
        }
        let done = work(&halt);
        halt.store(true, Relaxed);
        done
    })
}

/// A margin on the search's scale: proven where it is exact.
fn value(margin: i32, exact: bool) -> Value {
    match (exact, margin) {
        (true, 0) => Value::resolved(0),
        (true, _) => Value::resolved(margin + margin.signum() * score::WIN),
        (false, _) => Value::estimated(score::estimate(100 * margin)),
    }
}

/// The percentage of a probability, never 100: that is for what is proved.
fn percent(confidence: Confidence) -> Option<u8> {
    match confidence {
        Confidence::Probable(probability) => Some((probability * 100.0).clamp(1.0, 99.0) as u8),
        Confidence::Exact | Confidence::Guess => None,
    }
}

/// What the solver knows as the engine reports it; nothing if it only guesses.
fn found(
    position: &ReversiPosition,
    first: Option<Move>,
    answer: &Answer,
    nodes: u64,
    clock: &dyn Clock,
) -> Option<Found<Move>> {
    if answer.confidence == Confidence::Guess {
        return None;
    }
    let step = |square: &Option<u8>| square.and_then(Move::on).unwrap_or(Move::PASS);
    let line: Vec<Move> = first.into_iter().chain(answer.line.iter().map(step)).collect();
    Some(Found {
        mv: *line.first()?,
        value: value(answer.margin, answer.is_exact()),
        depth: empties(position),
        complete: true,
        nodes,
        elapsed: clock.elapsed(),
        line,
        likely: percent(answer.confidence),
    })
}

impl<E: Evaluator<ReversiPosition>> Mind<ReversiPosition> for Finisher<E> {
    fn search(
        &mut self,
        position: &ReversiPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        if !self.may_finish(position, &limits, clock) {
            return self.search.search(position, limits, clock, stop, report);
        }
        let first = self.search.search(position, glance(&limits), clock, stop, report)?;
        if first.value.resolved && first.complete {
            return Ok(first);
        }
        let mut nodes = first.nodes;
        if let Some(answer) = self.ask(position, &limits, nodes, clock, stop) {
            nodes += answer.nodes;
            if let Some(found) = found(position, None, &answer, nodes, clock) {
                report(&found);
                return Ok(found);
            }
        }
        if limits.hard.is_some_and(|hard| clock.elapsed() >= hard) {
            // No time is left: the first look was the deeper one.
            return Ok(Found { nodes, elapsed: clock.elapsed(), ..first });
        }
        let rest = Limits { nodes: limits.nodes.map(|all| all.saturating_sub(nodes).max(1)), ..limits };
        let mut listen = |found: &Found<Move>| report(&Found { nodes: found.nodes + nodes, ..found.clone() });
        let found = self.search.search(position, rest, clock, stop, &mut listen)?;
        Ok(Found { nodes: found.nodes + nodes, ..found })
    }

    fn analyze(
        &mut self,
        position: &ReversiPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, Move>,
    ) -> Result<Vec<Found<Move>>, Nothing> {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if !self.may_finish(position, &limits, clock) || moves.first().is_none_or(|mv| mv.square().is_none())
        {
            return self.search.analyze(position, limits, clock, stop, report);
        }
        let first = self.search.analyze(position, glance(&limits), clock, stop, report)?;
        let used = first.iter().map(|found| found.nodes).max().unwrap_or(0);
        let (solver, budget) = (&mut self.solver, share_of_nodes(&limits, used, SHARE));
        let solved = until(share_of_time(&limits, clock, SHARE), clock, stop, |halt| {
            solver.all_moves(position.me(), position.them(), Asking { stop: Some(halt), nodes: budget })
        });
        let solved = solved.unwrap_or_default();
        let nodes = used + solved.iter().map(|mv| mv.answer.nodes).sum::<u64>();
        let list: Option<Vec<Found<Move>>> =
            solved.iter().map(|mv| found(position, Move::on(mv.square), &mv.answer, nodes, clock)).collect();
        // Values that are proved and values that are judged do not mix: a list is of one kind, or of the search's.
        let Some(mut list) = list.filter(|list| list.len() == moves.len()) else {
            let rest = Limits { nodes: limits.nodes.map(|all| all.saturating_sub(nodes).max(1)), ..limits };
            return self.search.analyze(position, rest, clock, stop, report);
        };
        // Equal values in the order that the search prefers.
        let rank = |mv: Move| first.iter().position(|found| found.mv == mv);
        list.sort_by_key(|found| (std::cmp::Reverse(margin(found)), rank(found.mv)));
        report(&list);
        Ok(list)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.solver.forget();
    }

    fn fit_probcut(
        &mut self,
        positions: &[ReversiPosition],
        deepest: u32,
        seen: &mut dyn FnMut(),
    ) -> Vec<ProbCut> {
        self.search.fit_probcut(positions, deepest, seen)
    }

    fn evaluate(&self, position: &ReversiPosition) -> Option<Score> {
        Mind::evaluate(&self.search, position)
    }

    fn terms(&self, position: &ReversiPosition) -> Vec<Term> {
        self.search.evaluator().terms(position)
    }
}

/// A value in hundredths of a disc, proven or not, so that lists can be sorted.
fn margin(found: &Found<Move>) -> Score {
    score::proven_margin(found.score()).map_or(found.score(), |margin| 100 * margin)
}
