//! One thread's search: what it carries from node to node.

use crate::effort::{Effort, Gauge};
use crate::evaluator::{Evaluator, Leaf, Tuning};
use crate::found::Allows;
use crate::line::Lines;
use crate::ordering::Experience;
use crate::parallel::{Shared, Watch};
use crate::score::{self, Score, Value};
use crate::techniques::Techniques;
use crate::transposition_table::{Entry, TranspositionTable};
use agon_core::Position;
use agon_core::cpu::Cpu;

/// Where a node stands in the tree.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    /// The distance from the root, chance events included.
    pub(crate) ply: usize,
    /// The slot of the move that led here.
    pub(crate) previous: Option<usize>,
    /// Whether it was reached by giving up the turn.
    pub(crate) after_null: bool,
    /// A move to leave out, by its number in generator order.
    pub(crate) excluded: Option<u8>,
}

impl Spot {
    pub(crate) const ROOT: Spot = Spot { ply: 0, previous: None, after_null: false, excluded: None };

    /// One ply further, after a move of this slot.
    #[inline(always)]
    pub(crate) const fn after(self, slot: usize) -> Spot {
        Spot { ply: self.ply + 1, previous: Some(slot), after_null: false, excluded: None }
    }
}

/// A node under way.
pub(crate) struct Node<'a, P: Position, S> {
    pub(crate) position: &'a P,
    pub(crate) state: &'a S,
    pub(crate) depth: i32,
    pub(crate) spot: Spot,
    pub(crate) key: u64,
    /// Whether the side to move may lose everything: then nothing is left out, and its moves cost no depth.
    pub(crate) in_peril: bool,
}

impl<P: Position, S> Node<'_, P, S> {
    /// The depth of the positions that its moves lead to.
    #[inline(always)]
    pub(crate) fn depth_below(&self) -> i32 {
        self.depth - i32::from(!self.in_peril)
    }
}

/// What all threads of a search have in common.
pub(crate) struct Ground<'a, P: Position, E: Evaluator<P>> {
    pub(crate) evaluator: &'a E,
    /// What is really used ([`Techniques::effective`]).
    pub(crate) techniques: Techniques,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) shared: &'a Shared<P::Move>,
    pub(crate) effort: &'a Effort<'a>,
    pub(crate) root: P,
    /// Which moves of the root may be chosen; all if nothing is said.
    pub(crate) allows: Option<Allows<'a, P::Move>>,
}

/// One thread's search.
pub(crate) struct Worker<'a, P: Position, E: Evaluator<P>, C: Cpu> {
    pub(crate) cpu: C,
    pub(crate) ground: &'a Ground<'a, P, E>,
    pub(crate) evaluator: &'a E,
    pub(crate) techniques: Techniques,
    pub(crate) tuning: Tuning,
    pub(crate) gauge: Gauge<'a>,
    pub(crate) experience: Experience<'a, P>,
    pub(crate) lines: Lines<P::Move>,
    /// Whether moves that other threads are busy with are put off.
    pub(crate) shares_work: bool,
    pub(crate) watch: Watch,
}

impl<'a, P: Position, E: Evaluator<P>, C: Cpu> Worker<'a, P, E, C> {
    pub(crate) fn new(cpu: C, ground: &'a Ground<'a, P, E>, thread: usize) -> Self {
        Worker {
            cpu,
            ground,
            evaluator: ground.evaluator,
            techniques: ground.techniques.clone(),
            tuning: ground.evaluator.tuning(),
            gauge: Gauge::new(ground.effort),
            experience: Experience::new(&ground.shared.histories, thread),
            lines: Lines::new(),
            shares_work: ground.effort.threads > 1,
            watch: Watch::default(),
        }
    }

    /// Whether an entry can stand for a search of this depth.
    #[inline(always)]
    pub(crate) fn serves(&self, entry: &Entry, depth: i32) -> bool {
        if self.techniques.exact {
            // A resolved value is minimax's at its own depth and at every larger one, but not at a smaller.
            entry.depth == depth || entry.resolved && entry.depth <= depth
        } else {
            entry.depth >= depth || entry.resolved
        }
    }

    /// The lower bound that an entry proves for a search of this depth. A proven win stays one at any depth.
    #[inline(always)]
    pub(crate) fn lower(&self, entry: &Entry, depth: i32) -> Score {
        let proven = !self.techniques.exact && entry.lower >= score::WIN;
        if proven || self.serves(entry, depth) { entry.lower } else { -Score::MAX }
    }

    /// The upper bound that an entry proves for a search of this depth.
    #[inline(always)]
    pub(crate) fn upper(&self, entry: &Entry, depth: i32) -> Score {
        let proven = !self.techniques.exact && entry.upper <= -score::WIN;
        if proven || self.serves(entry, depth) { entry.upper } else { Score::MAX }
    }

    /// The value of a position at the depth limit.
    #[inline(always)]
    pub(crate) fn leaf(&self, position: &P, state: &E::State) -> Value {
        match self.evaluator.leaf(state, position) {
            Leaf::Over(score) => Value::resolved(score),
            Leaf::Open(score) => Value::estimated(score::estimate(score)),
        }
    }

    /// The value of a position without moves.
    #[inline(always)]
    pub(crate) fn over(&self, position: &P) -> Value {
        let outcome = position.outcome();
        debug_assert!(outcome.is_some(), "no move, no chance, not over: {position:?}");
        Value::resolved(outcome.map_or(0, |outcome| self.evaluator.finished(position, outcome)))
    }
}

/// How a position looks to its side to move after a move, which leads to `next`, without a search.
#[inline(always)]
pub(crate) fn looks<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    state: &E::State,
    mv: P::Move,
    mut next: P,
) -> Score {
    let mut state = evaluator.advance(state, position, mv, &next);
    if P::HAS_CHANCE && next.chance().is_some() {
        let before = next;
        next.resolve(0);
        state = evaluator.advance_chance(&state, &before, 0, &next);
    }
    let score = match evaluator.leaf(&state, &next) {
        Leaf::Over(score) => score,
        Leaf::Open(score) => score::estimate(score),
    };
    if next.side_to_move() == position.side_to_move() { score } else { -score }
}

/// A value for the side of `next`, as `side` sees it.
#[inline(always)]
pub(crate) fn as_seen_by<P: Position>(side: agon_core::Side, next: &P, value: Value) -> Value {
    if next.side_to_move() == side { value } else { value.negated() }
}
