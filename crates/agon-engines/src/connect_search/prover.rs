//! The strongest player: the exact solver where it can reach the end, the search elsewhere.
//!
//! Solver and search see the end of the game very differently. The solver asks nothing but who wins and by how much: no
//! evaluation, no deepening, no window but a null one. Where the search needs millions of positions to see a loss,
//! the solver needs tens of thousands. But an attempt that fails says nothing, so the solver is asked only when few
//! enough cells are empty, and gets half of what there is; the search has the rest.

use super::judgement::Judgement;
use crate::connect::{Budget, Keyed, Options, Solver};
use crate::mind::Mind;
use agon_games::connect::{ConnectPosition, Move};
use agon_search::limits::{Clock, Limits};
use agon_search::searcher::Reporting;
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::AtomicBool;

/// How many positions the search looks at before the solver is asked, so that there is a move in any case, and a
/// preference among equally good ones.
const GLANCE: u64 = 2_000;

/// Moves by the exact solver as soon as it can, by the search before.
pub struct Prover<B: Keyed, const W: usize, const H: usize> {
    search: Searcher<ConnectPosition<B, W, H>, Judgement>,
    solver: Solver<B, W, H>,
    /// From this number of stones on the solver is asked.
    from: usize,
}

impl<B: Keyed, const W: usize, const H: usize> Prover<B, W, H> {
    /// A player that asks the solver once there are `from` stones on the board. Search and solver share the memory.
    pub fn new(techniques: Techniques, from: usize) -> Self {
        let half = techniques.hash.div_ceil(2);
        let options = Options { table_bytes: half << 20, threads: techniques.threads, ..Options::default() };
        let search = Searcher::new(Judgement::default(), Techniques { hash: half, ..techniques });
        Prover { search, solver: Solver::new(options), from }
    }

    /// Whether the solver is to be asked: not where a depth was asked for, nor where the search itself is studied.
    fn may_solve(&self, position: &ConnectPosition<B, W, H>, limits: &Limits) -> bool {
        let techniques = self.search.techniques();
        let limited = limits.nodes.is_some() || limits.hard.is_some();
        let studied = techniques.exact || techniques.mcts || !techniques.alphabeta;
        position.ply() >= self.from && limited && limits.depth.is_none() && !studied
    }

    /// Half of what is left.
    fn budget<'a>(limits: &Limits, used: u64, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Budget<'a> {
        let nodes = limits.nodes.map_or(u64::MAX, |all| all.saturating_sub(used) / 2);
        let time = limits.soft.or(limits.hard).map(|end| (clock, (clock.elapsed() + end) / 2));
        Budget { nodes, time, stop }
    }
}

/// What is left of the limits after so many nodes.
fn rest(limits: Limits, used: u64) -> Limits {
    Limits { nodes: limits.nodes.map(|all| all.saturating_sub(used).max(1)), ..limits }
}

/// The solver's score on the search's scale.
fn value_of(stones: i32) -> Value {
    let score: Score = match stones {
        0 => 0,
        _ => stones + stones.signum() * score::WIN,
    };
    Value::resolved(score)
}

/// A solved move as a finding.
fn solved(mv: Move, stones: i32, stones_left: u32, nodes: u64, clock: &dyn Clock) -> Found<Move> {
    Found {
        mv,
        value: value_of(stones),
        depth: stones_left,
        complete: true,
        nodes,
        elapsed: clock.elapsed(),
        line: vec![mv],
    }
}

impl<B: Keyed, const W: usize, const H: usize> Mind<ConnectPosition<B, W, H>> for Prover<B, W, H> {
    fn search(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        if !self.may_solve(position, &limits) {
            return self.search.search(position, limits, clock, stop, report);
        }
        let glance =
            Limits { nodes: Some(limits.nodes.map_or(GLANCE, |all| GLANCE.min(all / 8).max(1))), ..limits };
        let first = self.search.search(position, glance, clock, stop, report)?;
        if first.value.resolved && first.complete {
            return Ok(first);
        }
        let budget = Self::budget(&limits, first.nodes, clock, stop);
        let (solution, nodes) = self.solver.solve_within(position, Some(first.mv), budget);
        let nodes = first.nodes + nodes;
        if let Some(solution) = solution
            && let Some(mv) = solution.best
        {
            let left = (W * H - position.ply()) as u32;
            let found = solved(mv, solution.score, left, nodes, clock);
            report(&found);
            return Ok(found);
        }
        let mut listen = |found: &Found<Move>| report(&Found { nodes: found.nodes + nodes, ..found.clone() });
        let found = self.search.search(position, rest(limits, nodes), clock, stop, &mut listen)?;
        Ok(Found { nodes: found.nodes + nodes, ..found })
    }

    fn analyze(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, Move>,
    ) -> Result<Vec<Found<Move>>, Nothing> {
        if !self.may_solve(position, &limits) {
            return self.search.analyze(position, limits, clock, stop, report);
        }
        let glance =
            Limits { nodes: Some(limits.nodes.map_or(GLANCE, |all| GLANCE.min(all / 8).max(1))), ..limits };
        let first = self.search.analyze(position, glance, clock, stop, report)?;
        let used = first.iter().map(|found| found.nodes).max().unwrap_or(0);
        let (values, nodes) = self.solver.values_within(position, Self::budget(&limits, used, clock, stop));
        let nodes = used + nodes;
        let Some(values) = values else {
            return self.search.analyze(position, rest(limits, nodes), clock, stop, report);
        };
        let left = (W * H - position.ply()) as u32;
        let mut list: Vec<_> =
            values.into_iter().map(|(mv, stones)| solved(mv, stones, left, nodes, clock)).collect();
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

    fn terms(&self, position: &ConnectPosition<B, W, H>) -> Vec<Term> {
        self.search.evaluator().terms(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::plain;
    use agon_core::{Dice, MoveList, Position};
    use agon_games::connect::{Connect9x9Position, FourInARowPosition};
    use agon_search::Stopwatch;

    fn techniques() -> Techniques {
        Techniques { hash: 2, ..super::super::techniques() }
    }

    /// A random position with so many stones in which the game goes on.
    fn random<P: Position>(start: P, stones: usize, dice: &mut Dice) -> P {
        loop {
            let mut position = start;
            for _ in 0..stones {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                let Some(&mv) = dice.pick(&moves) else { break };
                position.play(mv);
            }
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.len() > 1 {
                return position;
            }
        }
    }

    fn best<B: Keyed, const W: usize, const H: usize>(
        prover: &mut Prover<B, W, H>,
        position: &ConnectPosition<B, W, H>,
        limits: Limits,
    ) -> Found<Move> {
        let never = AtomicBool::new(false);
        prover.search(position, limits, &Stopwatch::start(), &never, &mut |_| {}).unwrap()
    }

    #[test]
    fn late_positions_are_solved_and_the_move_keeps_the_value() {
        let mut dice = Dice::new(1);
        for _ in 0..30 {
            let position = random(FourInARowPosition::START, 24, &mut dice);
            let found = best(&mut Prover::new(techniques(), 4), &position, Limits::nodes(1_000_000));
            assert!(found.value.resolved);
            let score = plain::score(&position);
            assert_eq!(found.value, value_of(score));
            let mut after = position;
            after.play(found.mv);
            assert_eq!(plain::score(&after), -score);
        }
    }

    #[test]
    fn every_move_gets_its_exact_value() {
        let mut dice = Dice::new(2);
        let never = AtomicBool::new(false);
        for _ in 0..10 {
            let position = random(FourInARowPosition::START, 26, &mut dice);
            let mut prover = Prover::new(techniques(), 4);
            let limits = Limits::nodes(1_000_000);
            let list = prover.analyze(&position, limits, &Stopwatch::start(), &never, &mut |_| {}).unwrap();
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            assert_eq!(list.len(), moves.len());
            assert!(list.is_sorted_by_key(|found| -found.score()));
            for found in list {
                let mut after = position;
                after.play(found.mv);
                assert_eq!(found.value, value_of(-plain::score(&after)));
            }
        }
    }

    #[test]
    fn a_budget_that_is_too_small_still_gives_a_move_and_the_same_one_every_time() {
        let mut dice = Dice::new(3);
        for stones in [26, 30] {
            let position: Connect9x9Position = random(Connect9x9Position::START, stones, &mut dice);
            for nodes in [1, 10, 5_000] {
                let [a, b] = [(), ()]
                    .map(|()| best(&mut Prover::new(techniques(), 26), &position, Limits::nodes(nodes)));
                assert_eq!((a.mv, a.value, a.nodes), (b.mv, b.value, b.nodes));
                assert!(a.nodes <= nodes + 2 * 1024, "{} of {nodes}", a.nodes);
            }
        }
    }

    #[test]
    fn a_depth_is_for_the_search_alone() {
        let position = random(FourInARowPosition::START, 24, &mut Dice::new(4));
        let mut search = Searcher::new(Judgement::default(), techniques());
        let expected = search.best(&position, Limits::depth(3)).unwrap();
        let found =
            best(&mut Prover::new(Techniques { hash: 4, ..techniques() }, 4), &position, Limits::depth(3));
        assert_eq!((found.mv, found.value, found.depth), (expected.mv, expected.value, 3));
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mut position = FourInARowPosition::START;
        for column in [0, 1, 0, 1, 0, 1, 0] {
            position.play(Move::into_column(column));
        }
        let never = AtomicBool::new(false);
        let mut prover = Prover::new(techniques(), 4);
        let answer = prover.search(&position, Limits::nodes(100), &Stopwatch::start(), &never, &mut |_| {});
        assert_eq!(answer, Err(Nothing::Over));
    }
}
