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

use crate::connect::{Budget, Keyed, Options, Solver};
use crate::mind::Mind;
use agon_core::{MoveList, Position};
use agon_games::connect::{ConnectPosition, Move};
use agon_search::limits::{Clock, Limits};
use agon_search::searcher::Reporting;
use agon_search::{Evaluator, Found, Nothing, ProbCut, Score, Searcher, Techniques, Term, Value, score};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many positions the search looks at before the solver is asked, so that there is a move in any case, and a
/// preference among equally good ones.
const GLANCE: u64 = 2_000;

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
}

/// Looks the exact values of all moves up, for the side that makes them, if they are written down.
pub type Lookup<P> = fn(&P) -> Option<Vec<(Move, i32)>>;

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
        Prover { search, solver: Solver::new(options), from, book: None }
    }

    /// The same player with a book, which it asks before anything else.
    pub fn with_book(self, book: Lookup<ConnectPosition<B, W, H>>) -> Self {
        Prover { book: Some(book), ..self }
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
            let share = part(&limits, nodes, clock, SEARCH_SHARE);
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
        let budget = budget(limits, used, clock, stop, VERIFY_SHARE);
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
        }
    }
}

/// How much of what is left each part may use: the proof of the whole position, then again and again a search and the
/// proof that what it chose does not lose.
const PROOF_SHARE: [u32; 2] = [1, 3];
const SEARCH_SHARE: [u32; 2] = [2, 3];
const VERIFY_SHARE: [u32; 2] = [1, 2];

/// The same for the choice among equally good moves.
const CHOICE_SHARE: [u32; 2] = [1, 4];

/// The limits of the first look.
fn glance(limits: &Limits) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(GLANCE, |all| GLANCE.min(all / 8).max(1))), ..*limits }
}

/// A part of the nodes that are left.
fn nodes_left(limits: &Limits, used: u64, [part, of]: [u32; 2]) -> Option<u64> {
    limits.nodes.map(|all| all.saturating_sub(used) / u64::from(of) * u64::from(part))
}

/// The end of a part of the time that is left until `end`.
fn time_left(end: Duration, clock: &dyn Clock, [part, of]: [u32; 2]) -> Duration {
    let now = clock.elapsed();
    now + end.saturating_sub(now) * part / of
}

/// A part of what is left, for the solver.
fn budget<'a>(
    limits: &Limits,
    used: u64,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    share: [u32; 2],
) -> Budget<'a> {
    let time = limits.soft.or(limits.hard).map(|end| (clock, time_left(end, clock, share)));
    Budget { nodes: nodes_left(limits, used, share).unwrap_or(u64::MAX), time, stop }
}

/// A part of what is left, for the search.
fn part(limits: &Limits, used: u64, clock: &dyn Clock, share: [u32; 2]) -> Limits {
    Limits {
        nodes: nodes_left(limits, used, share).map(|nodes| nodes.max(1)),
        soft: limits.soft.map(|end| time_left(end, clock, share)),
        hard: limits.hard.map(|end| time_left(end, clock, share)),
        ..*limits
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
        if !self.has_more_to_ask(position, &limits) {
            return self.search.search(position, limits, clock, stop, report);
        }
        let first = self.search.search(position, glance(&limits), clock, stop, report)?;
        if first.value.resolved && first.complete && first.score() >= score::WIN {
            return Ok(first);
        }
        let choice = budget(&limits, first.nodes, clock, stop, CHOICE_SHARE);
        if let Some((mv, value, nodes)) = self.by_the_book(position, first.mv, choice) {
            let found = self.proven(position, mv, value, first.nodes + nodes, clock);
            report(&found);
            return Ok(found);
        }
        let proof = budget(&limits, first.nodes, clock, stop, PROOF_SHARE);
        let (proof, nodes) = self.prove(position, first.mv, proof);
        let mut nodes = first.nodes + nodes;
        if let Some((mut mv, value)) = proof {
            if value.resolved {
                let (harder, more) =
                    self.hardest(position, mv, budget(&limits, nodes, clock, stop, CHOICE_SHARE));
                mv = harder;
                nodes += more;
            }
            let found = self.proven(position, mv, value, nodes, clock);
            report(&found);
            return Ok(found);
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

#[cfg(test)]
mod tests {
    use super::super::Judgement;
    use super::super::tests::solved;
    use super::*;
    use crate::connect::plain;
    use agon_core::Dice;
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

    fn best_move<B: Keyed, const W: usize, const H: usize>(
        prover: &mut Prover<Judgement, B, W, H>,
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
            let found = best_move(
                &mut Prover::new(Judgement::default(), techniques(), 4),
                &position,
                Limits::nodes(1_000_000),
            );
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
            let mut prover = Prover::new(Judgement::default(), techniques(), 4);
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

    /// The exact value of every move, by the plainest of searches.
    fn plain_values(position: &FourInARowPosition) -> Vec<(Move, i32)> {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let value = |mv: Move| {
            let mut after = *position;
            after.play(mv);
            -plain::score(&after)
        };
        moves.iter().map(|&mv| (mv, value(mv))).collect()
    }

    #[test]
    fn among_equal_moves_the_one_with_the_fewest_right_replies_is_played() {
        let right_replies = |position: &FourInARowPosition, mv: Move| {
            let mut after = *position;
            after.play(mv);
            let replies = plain_values(&after);
            let best = replies.iter().map(|(_, value)| *value).max();
            let right = replies.iter().filter(|(_, value)| Some(*value) == best).count();
            right as f64 / replies.len().max(1) as f64
        };
        let (mut dice, mut choices) = (Dice::new(6), 0);
        while choices < 10 {
            let position = random(FourInARowPosition::START, 28, &mut dice);
            let values = plain_values(&position);
            let best = values.iter().map(|(_, value)| *value).max().unwrap();
            let equal: Vec<Move> = values.iter().filter(|(_, v)| *v == best).map(|(mv, _)| *mv).collect();
            let mut prover = Prover::new(Judgement::default(), techniques(), 4);
            let found = best_move(&mut prover, &position, Limits::nodes(4_000_000));
            assert!(equal.contains(&found.mv));
            let wins = found.value.score >= score::WIN;
            if equal.len() > 1 && !wins {
                let fewest = equal.iter().map(|&mv| right_replies(&position, mv)).fold(1.0, f64::min);
                assert_eq!(right_replies(&position, found.mv), fewest);
                choices += 1;
            }
        }
    }

    #[test]
    fn the_book_is_asked_first_and_its_values_are_exact() {
        let book: Lookup<FourInARowPosition> = |position| {
            (position.ply() == 0).then(|| (0..7).map(|c| (Move::into_column(c), 3 - i32::from(c))).collect())
        };
        let mut prover = Prover::new(Judgement::default(), techniques(), 4).with_book(book);
        let start = FourInARowPosition::START;
        let found = best_move(&mut prover, &start, Limits::nodes(100_000));
        assert_eq!((found.mv, found.value), (Move::into_column(0), value_of(3)));
        let never = AtomicBool::new(false);
        let list =
            prover.analyze(&start, Limits::nodes(100_000), &Stopwatch::start(), &never, &mut |_| {}).unwrap();
        assert_eq!(
            list.iter().map(|found| found.value).collect::<Vec<_>>(),
            [3, 2, 1, 0, -1, -2, -3].map(value_of)
        );
        // A depth is for the search alone.
        assert!(!best_move(&mut prover, &start, Limits::depth(3)).value.resolved);
    }

    #[test]
    fn a_budget_that_is_too_small_still_gives_a_move_and_the_same_one_every_time() {
        let mut dice = Dice::new(3);
        for stones in [26, 30] {
            let position: Connect9x9Position = random(Connect9x9Position::START, stones, &mut dice);
            for nodes in [1, 10, 5_000] {
                let [a, b] = [(), ()].map(|()| {
                    best_move(
                        &mut Prover::new(Judgement::default(), techniques(), 26),
                        &position,
                        Limits::nodes(nodes),
                    )
                });
                assert_eq!((a.mv, a.value, a.nodes), (b.mv, b.value, b.nodes));
                assert!(a.nodes <= nodes + 2 * 1024, "{} of {nodes}", a.nodes);
            }
        }
    }

    #[test]
    fn who_wins_is_known_no_later_than_by_how_much() {
        let mut dice = Dice::new(5);
        let never = AtomicBool::new(false);
        // By a plain search that asks for the winner alone.
        let winner = |position: &FourInARowPosition| solved(position, -1, 1).signum();
        for _ in 0..20 {
            let position = random(FourInARowPosition::START, 22, &mut dice);
            let mut solver: Solver<u64, 7, 6> =
                Solver::new(Options { table_bytes: 1 << 20, ..Options::default() });
            let (outcome, nodes) = solver.outcome_within(&position, None, Budget::until(&never));
            let outcome = outcome.unwrap();
            assert_eq!((outcome.score, outcome.nodes), (winner(&position), nodes));
            assert_eq!(outcome.best.is_some(), outcome.score >= 0);
            if let Some(mv) = outcome.best {
                let mut after = position;
                after.play(mv);
                assert_eq!(winner(&after), -outcome.score);
            }
            let spent = Budget { nodes: 0, time: None, stop: &never };
            solver.clear();
            let (outcome, nodes) = solver.outcome_within(&position, None, spent);
            assert!(outcome.is_some() || nodes <= 1024, "{outcome:?} {nodes}");
        }
    }

    #[test]
    fn a_depth_is_for_the_search_alone() {
        let position = random(FourInARowPosition::START, 24, &mut Dice::new(4));
        let mut search = Searcher::new(Judgement::default(), techniques());
        let expected = search.best(&position, Limits::depth(3)).unwrap();
        let found = best_move(
            &mut Prover::new(Judgement::default(), Techniques { hash: 4, ..techniques() }, 4),
            &position,
            Limits::depth(3),
        );
        assert_eq!((found.mv, found.value, found.depth), (expected.mv, expected.value, 3));
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mut position = FourInARowPosition::START;
        for column in [0, 1, 0, 1, 0, 1, 0] {
            position.play(Move::into_column(column));
        }
        let never = AtomicBool::new(false);
        let mut prover = Prover::new(Judgement::default(), techniques(), 4);
        let answer = prover.search(&position, Limits::nodes(100), &Stopwatch::start(), &never, &mut |_| {});
        assert_eq!(answer, Err(Nothing::Over));
    }
}
