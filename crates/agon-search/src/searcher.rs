//! The search as its users see it.

use crate::analysis;
use crate::clock::{Clock, Stopwatch};
use crate::deepening::{self, Finding};
use crate::effort::Effort;
use crate::evaluator::Evaluator;
use crate::found::{Allows, Found, Nothing, Reporting};
use crate::limits::Limits;
use crate::parallel::Shared;
use crate::score::{self, Value};
use crate::techniques::Techniques;
use crate::transposition_table::TranspositionTable;
use crate::unhurried;
use crate::worker::Ground;
use agon_core::{MoveList, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A search with its memory: one evaluation, its techniques, its table.
///
/// ```
/// use agon_core::{Game, Position};
/// use agon_reversi::Reversi;
/// use agon_search::{Evaluator, Limits, Score, Searcher, Techniques};
/// # struct Margin;
/// # impl<P: Position> Evaluator<P> for Margin {
/// #     type State = ();
/// #     fn state(&self, _: &P) {}
/// #     fn evaluate(&self, _: &(), position: &P) -> Score {
/// #         let [first, second] = position.score();
/// #         100 * (first - second) * position.side_to_move().sign()
/// #     }
/// # }
/// let mut searcher = Searcher::new(Margin, Techniques::default());
/// let found = searcher.best(&Reversi.start(), Limits::depth(4)).unwrap();
/// assert_eq!(found.depth, 4);
/// ```
pub struct Searcher<P: Position, E: Evaluator<P>> {
    evaluator: E,
    techniques: Techniques,
    table: TranspositionTable,
    _position: std::marker::PhantomData<fn(P)>,
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> {
    /// A search with an empty table.
    pub fn new(evaluator: E, techniques: Techniques) -> Self {
        let effective = techniques.effective();
        let megabytes = if effective.table { techniques.hash } else { 0 };
        Searcher {
            evaluator,
            techniques,
            table: TranspositionTable::new(megabytes),
            _position: std::marker::PhantomData,
        }
    }

    /// Its evaluation.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Its techniques.
    pub fn techniques(&self) -> &Techniques {
        &self.techniques
    }

    /// Forgets everything it has learned.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best move, without reports, on the machine's clock.
    pub fn best(&mut self, position: &P, limits: Limits) -> Result<Found<P::Move>, Nothing> {
        self.search(position, limits, &Stopwatch::start(), &AtomicBool::new(false), &mut |_| {})
    }

    /// The best move. `report` is called at once with some legal move and then with every improvement.
    pub fn search(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<P::Move>),
    ) -> Result<Found<P::Move>, Nothing> {
        self.search_among(position, None, limits, clock, stop, report)
    }

    /// The best of those moves that are allowed; of all if none is. Monte-Carlo tree search looks at all of them
    /// always.
    pub fn search_among(
        &mut self,
        position: &P,
        allows: Option<Allows<'_, P::Move>>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<P::Move>),
    ) -> Result<Found<P::Move>, Nothing> {
        let mut latest = self.at_first_sight(position, allows, clock)?;
        report(&latest);
        if self.techniques.mcts {
            let mut tree = crate::mcts::Tree::new(&self.evaluator, &self.techniques, position);
            return Ok(tree.search(limits, clock, stop, &mut latest, report));
        }
        self.table.age();
        let effort = self.effort(limits, clock, stop);
        let shared = Shared::new::<P>(effort.threads);
        let ground = self.ground(position, allows, &effort, &shared);
        let mut listen = |finding: Finding<P::Move>| {
            latest = found(position, finding, clock.elapsed());
            report(&latest);
        };
        if let Some(finding) = deepening::run(&ground, &mut listen) {
            latest = found(position, finding, clock.elapsed());
        }
        latest.nodes = effort.nodes();
        latest.elapsed = clock.elapsed();
        Ok(latest)
    }

    /// Every legal move with its value, best first; equal ones in generator order. `report` is called with the
    /// whole list whenever a depth is complete.
    pub fn analyze(
        &mut self,
        position: &P,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, P::Move>,
    ) -> Result<Vec<Found<P::Move>>, Nothing> {
        legal(position)?;
        self.table.age();
        let effort = self.effort(limits, clock, stop);
        let shared = Shared::new::<P>(effort.threads);
        Ok(analysis::run(&self.ground(position, None, &effort, &shared), report))
    }

    /// What a search has to spend, on as many threads as its techniques allow.
    fn effort<'a>(&self, limits: Limits, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Effort<'a> {
        let techniques = self.techniques.effective();
        let threads = if techniques.alphabeta { techniques.threads } else { 1 };
        Effort::new(limits, threads, clock, stop)
    }

    /// What all threads of a search have in common.
    fn ground<'a>(
        &'a self,
        position: &P,
        allows: Option<Allows<'a, P::Move>>,
        effort: &'a Effort<'a>,
        shared: &'a Shared<P::Move>,
    ) -> Ground<'a, P, E> {
        Ground {
            evaluator: &self.evaluator,
            techniques: self.techniques.effective(),
            table: &self.table,
            shared,
            effort,
            root: *position,
            allows,
        }
    }

    /// The move that looks best without a search, the first of equals, to have one in any case: on a busy machine a few
    /// milliseconds may be over before the first thread has begun.
    fn at_first_sight(
        &self,
        position: &P,
        allows: Option<Allows<'_, P::Move>>,
        clock: &dyn Clock,
    ) -> Result<Found<P::Move>, Nothing> {
        let (first, moves) = legal(position)?;
        let state = unhurried::state(&self.evaluator, position);
        let mut best = None;
        for &mv in moves.iter().filter(|&&mv| allows.is_none_or(|allows| allows(mv))) {
            let score = unhurried::looks(&self.evaluator, position, &state, mv);
            if best.is_none_or(|(_, before)| score > before) {
                best = Some((mv, score));
            }
        }
        let mv = best.map_or(first, |(mv, _)| mv);
        let score = unhurried::evaluate(&self.evaluator, position);
        Ok(Found {
            mv,
            value: Value::estimated(score::estimate(score)),
            depth: 0,
            complete: true,
            nodes: 0,
            elapsed: clock.elapsed(),
            line: vec![mv],
            likely: None,
        })
    }
}

/// The legal moves, of which there must be a first one.
fn legal<P: Position>(position: &P) -> Result<(P::Move, MoveList<P::Move>), Nothing> {
    if P::HAS_CHANCE && position.chance().is_some() {
        return Err(Nothing::Chance);
    }
    let moves = unhurried::moves(position);
    Ok((*moves.first().ok_or(Nothing::Over)?, moves))
}

/// A finding with its line, cut where a move would not be legal (an interrupted line is not continued).
fn found<P: Position>(position: &P, finding: Finding<P::Move>, elapsed: Duration) -> Found<P::Move> {
    let Finding { depth, choice, nodes, complete } = finding;
    let mv = unhurried::moves(position)[choice.index];
    Found { mv, value: choice.value, depth, complete, nodes, elapsed, line: choice.line, likely: None }
}
