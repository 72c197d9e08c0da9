//! The strongest player: the exact solver where it can reach the end, the search elsewhere.
//!
//! Solver and search see the end of the game very differently. The solver asks nothing but who wins and by how much: no
//! evaluation, no deepening, no window but a null one. Where the search needs millions of positions to see a loss,
//! the solver needs tens of thousands. But an attempt that fails says nothing, so the solver is asked only when few
//! enough cells are empty, and gets a part of what there is; the search has the rest.
//!
//! To prove what a position is worth, every move must be refuted; to see that **one** move loses takes a good deal
//! less. So what the search chooses is shown to the solver once more, and if the other side is proven to win then, the
//! search has to choose among the rest.
//!
//! Where the values of all moves are exact, several may be equally good. Then the one is played after which the fewest of the
//! other side's replies are right.

use super::shares::{CHOICE, PROOF, PROOF_AFTER_BOOK, SEARCH, VERIFY, budget, part};
use crate::solver::{Budget, Keyed, Options, Solver};
use crate::{ConnectPosition, Move};
use agon_core::{MoveList, Position};
use agon_engine::mind::Mind;
use agon_search::found::Reporting;
use agon_search::shares::glance;
use agon_search::{Clock, Limits};
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::AtomicBool;

#[cfg(test)]
mod tests;

/// Moves by the exact solver as soon as it can, by the search before.
pub struct Prover<E, B, const W: usize, const H: usize>
where
    E: Evaluator<ConnectPosition<B, W, H>>,
    B: Keyed,
{
    search: Searcher<ConnectPosition<B, W, H>, E>,
    solver: Solver<B, W, H>,
    /// From this number of stones on the solver is asked.
    from: usize,
    book: Option<Lookup<ConnectPosition<B, W, H>>>,
    openings: Option<Advice<ConnectPosition<B, W, H>>>,
    /// The solver's share of what is left after the first look.
    proof: [u32; 2],
}

/// Looks the exact values of all moves up, for the side that makes them, if they are written down.
pub type Lookup<P> = fn(&P) -> Option<Vec<(Move, i32)>>;

/// The line that an opening book expects, its own move first, and what it thinks of it.
pub type Advice<P> = fn(&P) -> Option<(Vec<Move>, Score)>;

impl<E, B, const W: usize, const H: usize> Prover<E, B, W, H>
where
    E: Evaluator<ConnectPosition<B, W, H>>,
    B: Keyed,
{
    /// A player that searches with an evaluation and asks the solver once there are `from` stones on the board. Search
    /// and solver share the memory.
    pub fn new(evaluation: E, techniques: Techniques, from: usize) -> Self {
        let half = techniques.hash.div_ceil(2);
        let options = Options { table_bytes: half << 20, threads: techniques.threads, ..Options::default() };
        let search = Searcher::new(evaluation, Techniques { hash: half, ..techniques });
        Prover { search, solver: Solver::new(options), from, book: None, openings: None, proof: PROOF }
    }

    /// The same player with a book, which it asks before anything else. Where the book ends the solver reaches the end of the
    /// game, so it gets most of what there is.
    pub fn with_book(self, book: Lookup<ConnectPosition<B, W, H>>) -> Self {
        Prover { book: Some(book), proof: PROOF_AFTER_BOOK, ..self }
    }

    /// The same player with an opening book, whose moves it plays without a search: they rest on longer ones.
    pub fn with_openings(self, openings: Advice<ConnectPosition<B, W, H>>) -> Self {
        Prover { openings: Some(openings), ..self }
    }

    /// The evaluation it searches with.
    pub fn evaluator(&self) -> &E {
        self.search.evaluator()
    }

    /// Whether to play as well as possible: not where a depth was asked for, nor where the search itself is studied.
    fn in_earnest(&self, limits: &Limits) -> bool {
        let techniques = self.search.techniques();
        let limited = limits.nodes.is_some() || limits.hard.is_some();
        let studied = techniques.exact || techniques.mcts || !techniques.alphabeta;
        limited && limits.depth.is_none() && !studied
    }

    /// The exact values of all moves as the book has them.
    fn written(&self, position: &ConnectPosition<B, W, H>) -> Option<Vec<(Move, i32)>> {
        self.book.and_then(|look_up| look_up(position))
    }

    /// Whether there is more to ask than the search: the book or the solver.
    fn has_more_to_ask(&self, position: &ConnectPosition<B, W, H>, limits: &Limits) -> bool {
        self.in_earnest(limits) && (position.ply() >= self.from || self.written(position).is_some())
    }

    /// The move of the opening book, if it has the position.
    fn advised(
        &self,
        position: &ConnectPosition<B, W, H>,
        limits: &Limits,
        clock: &dyn Clock,
    ) -> Option<Found<Move>> {
        let advise = self.openings.filter(|_| self.in_earnest(limits))?;
        let (line, score) = advise(position)?;
        Some(Found {
            mv: *line.first()?,
            value: Value { score, resolved: false },
            depth: line.len() as u32,
            complete: true,
            nodes: 0,
            elapsed: clock.elapsed(),
            line,
            likely: None,
        })
    }

    /// The exact values of all moves, for the side that makes them, from the book or by the solver; and the nodes it took.
    fn values(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        budget: Budget<'_>,
    ) -> (Option<Vec<(Move, i32)>>, u64) {
        match self.written(position) {
            Some(values) => (Some(values), 0),
            None => self.solver.values_within(position, budget),
        }
    }

    /// Of the moves that are exactly as good as `best`, the one after which the smallest part of the replies is right,
    /// as far as the budget goes; and the nodes it took.
    fn hardest(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        best: Move,
        budget: Budget<'_>,
    ) -> (Move, u64) {
        let (values, mut nodes) = self.values(position, budget);
        let values = values.unwrap_or_default();
        let value_of = |mv: Move| values.iter().find(|(other, _)| *other == mv).map(|(_, value)| *value);
        let equal = values.iter().map(|(mv, _)| *mv).filter(|&mv| value_of(mv) == value_of(best));
        let equal: Vec<Move> = equal.collect();
        let mut hardest = (best, f64::INFINITY);
        // The first one is taken unless another is harder.
        for mv in [best].into_iter().chain(equal.iter().copied().filter(|mv| *mv != best)) {
            if equal.len() < 2 {
                break;
            }
            let mut after = *position;
            after.play(mv);
            let (replies, more) = self.values(&after, budget.less(nodes));
            nodes += more;
            let Some(replies) = replies else { break };
            let right = replies.iter().map(|(_, value)| *value).max();
            let share = replies.iter().filter(|(_, value)| Some(*value) == right).count() as f64
                / replies.len().max(1) as f64;
            if share < hardest.1 {
                hardest = (mv, share);
            }
        }
        (hardest.0, nodes)
    }

    /// The best move by the book, if it has the position; `preferred` if that is as good and as hard as any.
    fn by_the_book(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Move,
        budget: Budget<'_>,
    ) -> Option<(Move, Value, u64)> {
        let values = self.written(position)?;
        let best = values.iter().map(|(_, value)| *value).max()?;
        let is_best = |mv: Move| values.contains(&(mv, best));
        let first = values.iter().find(|(_, value)| *value == best)?.0;
        let chosen = if is_best(preferred) { preferred } else { first };
        let (mv, nodes) = self.hardest(position, chosen, budget);
        Some((mv, value_of(best), nodes))
    }

    /// The best move with its value, if the budget is enough: the exact one, or at least a move that is proven to win or
    /// to draw. And the nodes it took.
    fn prove(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Move,
        budget: Budget<'_>,
    ) -> (Option<(Move, Value)>, u64) {
        let (outcome, nodes) = self.solver.outcome_within(position, Some(preferred), budget);
        let Some(outcome) = outcome else { return (None, nodes) };
        let preferred = outcome.best.unwrap_or(preferred);
        let (solution, more) = self.solver.solve_within(position, Some(preferred), budget.less(nodes));
        let proof = match (solution, outcome.best) {
            (Some(solution), _) => solution.best.map(|mv| (mv, value_of(solution.score))),
            (None, Some(mv)) if outcome.score > 0 => {
                Some((mv, Value { resolved: false, ..value_of(outcome.score) }))
            }
            (None, Some(mv)) => Some((mv, value_of(0))),
            // Lost, and nobody knows how soon: the search looks for what makes it hardest.
            (None, None) => None,
        };
        (proof, nodes + more)
    }

    /// The best move by the search that the solver does not refute; `nodes` were used before.
    fn search_unrefuted(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
        mut nodes: u64,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        let mut refuted: Vec<Found<Move>> = Vec::new();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        loop {
            let share = part(&limits, nodes, clock, SEARCH);
            let mut listen =
                |found: &Found<Move>| report(&Found { nodes: found.nodes + nodes, ..found.clone() });
            let allows = |mv: Move| refuted.iter().all(|found| found.mv != mv);
            let found = self.search.search_among(position, Some(&allows), share, clock, stop, &mut listen)?;
            nodes += found.nodes;
            let lost = found.value.score <= -score::WIN;
            let loses = lost || {
                let (loses, more) = self.loses_after(position, &found, &limits, nodes, clock, stop);
                nodes += more;
                loses
            };
            let is_last = refuted.len() + 1 >= moves.len();
            if !loses || is_last || lost {
                // Where everything loses, what looked best before makes it hardest.
                let chosen = if loses { refuted.into_iter().next().unwrap_or(found) } else { found };
                return Ok(Found { nodes, elapsed: clock.elapsed(), ..chosen });
            }
            refuted.push(found);
        }
    }

    /// Whether the other side is proven to win after a move that the search found; and the nodes it took.
    fn loses_after(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        found: &Found<Move>,
        limits: &Limits,
        used: u64,
        clock: &dyn Clock,
        stop: &AtomicBool,
    ) -> (bool, u64) {
        let mut after = *position;
        after.play(found.mv);
        if found.value.score >= score::WIN || after.outcome().is_some() {
            return (false, 0);
        }
        let budget = budget(limits, used, clock, stop, VERIFY);
        let (wins, nodes) = self.solver.at_least_within(&after, 1, budget);
        (wins == Some(true), nodes)
    }

    fn proven(
        &self,
        position: &ConnectPosition<B, W, H>,
        mv: Move,
        value: Value,
        nodes: u64,
        clock: &dyn Clock,
    ) -> Found<Move> {
        Found {
            mv,
            value,
            depth: (W * H - position.ply()) as u32,
            // Where only the winner is known, the margin is a bound.
            complete: value.resolved,
            nodes,
            elapsed: clock.elapsed(),
            line: vec![mv],
            likely: None,
        }
    }
}

/// The solver's score on the search's scale.
fn value_of(stones: i32) -> Value {
    let score: Score = match stones {
        0 => 0,
        _ => stones + stones.signum() * score::WIN,
    };
    Value::resolved(score)
}

impl<E, B, const W: usize, const H: usize> Mind<ConnectPosition<B, W, H>> for Prover<E, B, W, H>
where
    E: Evaluator<ConnectPosition<B, W, H>>,
    B: Keyed,
{
    fn search(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        if let Some(found) = self.advised(position, &limits, clock) {
            report(&found);
            return Ok(found);
        }
        if !self.has_more_to_ask(position, &limits) {
            return self.search.search(position, limits, clock, stop, report);
        }
        let first = self.search.search(position, glance(&limits), clock, stop, report)?;
        if first.value.resolved && first.complete && first.score() >= score::WIN {
            return Ok(first);
        }
        let choice = budget(&limits, first.nodes, clock, stop, CHOICE);
        if let Some((mv, value, nodes)) = self.by_the_book(position, first.mv, choice) {
            let found = self.proven(position, mv, value, first.nodes + nodes, clock);
            report(&found);
            return Ok(found);
        }
        let proof = budget(&limits, first.nodes, clock, stop, self.proof);
        let (proof, nodes) = self.prove(position, first.mv, proof);
        let mut nodes = first.nodes + nodes;
        if let Some((mut mv, value)) = proof {
            if value.resolved {
                let (harder, more) = self.hardest(position, mv, budget(&limits, nodes, clock, stop, CHOICE));
                mv = harder;
                nodes += more;
            }
            let found = self.proven(position, mv, value, nodes, clock);
            report(&found);
            return Ok(found);
        }
        if limits.hard.is_some_and(|hard| clock.elapsed() >= hard) {
            // No time is left: the first look was the deeper one.
            return Ok(Found { nodes, elapsed: clock.elapsed(), ..first });
        }
        self.search_unrefuted(position, limits, nodes, clock, stop, report)
    }

    fn analyze(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, Move>,
    ) -> Result<Vec<Found<Move>>, Nothing> {
        if !self.has_more_to_ask(position, &limits) {
            return self.search.analyze(position, limits, clock, stop, report);
        }
        let first = self.search.analyze(position, glance(&limits), clock, stop, report)?;
        let used = first.iter().map(|found| found.nodes).max().unwrap_or(0);
        let (values, nodes) = self.values(position, budget(&limits, used, clock, stop, [1, 2]));
        let nodes = used + nodes;
        let Some(values) = values else {
            return self.search.analyze(position, part(&limits, nodes, clock, [1, 1]), clock, stop, report);
        };
        let exact = |(mv, stones)| self.proven(position, mv, value_of(stones), nodes, clock);
        let mut list: Vec<_> = values.into_iter().map(exact).collect();
        // Equal values in the order that the search prefers.
        let rank = |mv: Move| first.iter().position(|found| found.mv == mv);
        list.sort_by_key(|found| (std::cmp::Reverse(found.score()), rank(found.mv)));
        report(&list);
        Ok(list)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.solver.clear();
    }

    fn fit_probcut(
        &mut self,
        positions: &[ConnectPosition<B, W, H>],
        deepest: u32,
        seen: &mut dyn FnMut(),
    ) -> Vec<ProbCut> {
        self.search.fit_probcut(positions, deepest, seen)
    }

    fn evaluate(&self, position: &ConnectPosition<B, W, H>) -> Option<Score> {
        Mind::evaluate(&self.search, position)
    }

    fn terms(&self, position: &ConnectPosition<B, W, H>) -> Vec<Term> {
        self.search.evaluator().terms(position)
    }
}
