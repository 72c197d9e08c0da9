//! A node of the alpha-beta search (Knuth, Moore 1975), fail-soft, with null windows for all moves but the
//! first (Marsland, Campbell 1982; Reinefeld 1983).
//!
//! A value inside the window is the node's value; a value of at most `alpha` is an upper bound, one of at least
//! `beta` a lower bound. A score of `WIN` or more (or of `-WIN` or less) is a sound bound on the value of the
//! game whatever was pruned, because nothing that prunes without proof ever claims one.

use crate::evaluator::{Evaluator, Urgency};
use crate::ordering::{NodeContext, Ranking};
use crate::parallel::Watched;
use crate::score::{Score, Value, WIN};
use crate::transposition_table::{Bound, Entry, Stored};
use crate::window::Window;
use crate::worker::{Node, Spot, Worker, as_seen_by, looks};
use agon_core::compiled_for;
use agon_core::cpu::Cpu;
use agon_core::{MoveList, Position};
use arrayvec::ArrayVec;

/// What the key of a position changes by where a move is left out.
#[inline(always)]
const fn without(excluded: Option<u8>) -> u64 {
    match excluded {
        // Multiples of an odd number with bits everywhere (the golden ratio's) differ in all places.
        Some(index) => (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        None => 0,
    }
}

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// The value of a position for its side to move, `depth` plies deep.
    pub(crate) fn visit(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
    ) -> Value {
        let cpu = self.cpu;
        compiled_for!(cpu, self.node(position, state, depth, window, spot))
    }

    /// Whether positions of this depth are worth the table's while.
    #[inline(always)]
    pub(crate) fn uses_table(&self, depth: i32) -> bool {
        self.techniques.table && depth >= self.tuning.table_depth
    }

    /// The value of the position after a move, as `position`'s side sees it.
    #[inline(always)]
    pub(crate) fn child(
        &mut self,
        node: &Node<'_, P, E::State>,
        mv: P::Move,
        depth: i32,
        window: Window,
    ) -> Value {
        let mut next = *node.position;
        next.play(mv);
        if self.uses_table(depth) {
            self.ground.table.prefetch(next.key());
        }
        let state = self.evaluator.advance(node.state, node.position, mv, &next);
        let spot = node.spot.after(node.position.move_slot(mv));
        self.visit_as(node.position.side_to_move(), &next, &state, depth, window, spot)
    }

    /// The value of a position as `side` sees it; the window is `side`'s too.
    #[inline(always)]
    pub(crate) fn visit_as(
        &mut self,
        side: agon_core::Side,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
    ) -> Value {
        let seen = if position.side_to_move() == side { window } else { window.negated() };
        let value = self.visit(position, state, depth, seen, spot);
        as_seen_by(side, position, value)
    }

    #[inline(always)]
    fn node(&mut self, position: &P, state: &E::State, depth: i32, window: Window, spot: Spot) -> Value {
        self.lines.clear(spot.ply);
        if P::HAS_CHANCE
            && let Some(weights) = position.chance()
        {
            return self.chance_node(position, state, depth, window, spot, weights);
        }
        if self.gauge.count() {
            return Value::estimated(0);
        }
        if E::MARGIN_IS_DISTANCE
            && let Some(bound) = self.out_of_reach(position, window)
        {
            return bound;
        }
        let quiesces = E::HAS_TENSION && self.techniques.quiescence;
        if depth <= 0 && E::LEAF_KNOWS && !quiesces {
            return self.leaf(position, state);
        }
        if let Some(score) = self.evaluator.known(state, position) {
            return Value::resolved(score);
        }
        if depth <= 0 {
            // A constant in front, so that what a game never does is not compiled for it.
            return if E::HAS_TENSION && quiesces {
                self.quiesce(position, state, self.tuning.quiescence_depth, window)
            } else {
                self.leaf(position, state)
            };
        }
        self.interior(position, state, depth, window, spot)
    }

    /// A bound that decides where even the fastest end of the game lies outside of the window ("mate distance pruning"). So
    /// once a win is found, only what would be faster is searched, and when nothing can be, the distance is exact.
    #[inline(always)]
    fn out_of_reach(&self, position: &P, window: Window) -> Option<Value> {
        if window.alpha < WIN && window.beta > -WIN {
            return None;
        }
        let [least, most] = self.evaluator.bounds(position);
        if most <= window.alpha {
            Some(Value::resolved(most))
        } else if least >= window.beta {
            Some(Value::resolved(least))
        } else {
            None
        }
    }

    #[inline(always)]
    fn interior(&mut self, position: &P, state: &E::State, depth: i32, window: Window, spot: Spot) -> Value {
        let urgency =
            if self.techniques.forced { self.evaluator.urgency(state, position) } else { Urgency::Free };
        if let Urgency::Forced(mv) = urgency {
            let node = Node { position, state, depth, spot, key: 0, in_peril: false };
            return self.follow(&node, mv, window);
        }
        let uses_table = self.uses_table(depth);
        // Without one of its moves a position has another value, and another place in the table.
        let key = if uses_table { position.key() ^ without(spot.excluded) } else { 0 };
        let mut entry = None;
        if uses_table {
            entry = self.ground.table.probe(key, position.side_to_move());
            if let Some(entry) = &entry
                && let Some(value) = self.answer(entry, depth, window)
            {
                return value;
            }
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.is_empty() {
            return self.over(position);
        }
        let completed = self.evaluator.complete(state, position);
        let in_peril = self.in_peril(position);
        let node = Node { position, state: completed.as_ref().unwrap_or(state), depth, spot, key, in_peril };
        let level = self.watch(Watched { key, side: position.side_to_move(), depth, window });
        let value = self.among(&node, &moves, urgency, entry, window, level);
        self.unwatch(level);
        value
    }

    /// The value of a position with several moves, of which the table has no more to say.
    #[inline(always)]
    fn among(
        &mut self,
        node: &Node<'_, P, E::State>,
        moves: &MoveList<P::Move>,
        urgency: Urgency<P::Move>,
        entry: Option<Entry>,
        window: Window,
        level: Option<usize>,
    ) -> Value {
        let Node { position, state, depth, spot, key, in_peril } = *node;
        let prunes = !self.techniques.exact && !in_peril;
        if prunes && window.is_null() && spot.excluded.is_none() {
            let pruned = self.prune(position, state, depth, window, spot);
            if let Some(value) = pruned {
                return value;
            }
        }
        let table_move = entry.and_then(|e| e.best);
        let context = NodeContext { side: position.side_to_move(), ply: spot.ply, previous: spot.previous };
        let mut ranking = self.experience.rank(&self.techniques, context, position, moves, table_move);
        if urgency == Urgency::Narrow {
            for (index, &mv) in moves.iter().enumerate() {
                if self.evaluator.loses_at_once(state, position, mv) {
                    ranking.leave_out(index);
                }
            }
        }
        if let Some(value) = self.foresee(node, moves, &mut ranking, window) {
            return value;
        }
        let extended = match entry {
            Some(entry) => match self.singular(position, state, depth, window, spot, &entry) {
                Ok(extended) => extended,
                Err(value) => return value,
            },
            None => None,
        };
        let best = self.try_moves(node, moves, &mut ranking, window, extended, level);
        let (value, bound) = if best.score >= window.beta {
            (Value::at_least(best.score, best.resolved), Bound::Lower)
        } else if best.score <= window.alpha {
            (Value::at_most(best.score, best.resolved), Bound::Upper)
        } else {
            (Value { score: best.score, resolved: best.resolved }, Bound::Exact)
        };
        if self.gauge.stopped() {
            return value;
        }
        if bound == Bound::Lower
            && let Some(index) = best.index
        {
            self.experience.refuted(context, position, moves, &ranking, index, depth);
        }
        if self.uses_table(depth) {
            let best = if bound == Bound::Upper { None } else { best.index };
            let stored = Stored { score: value.score, depth, resolved: value.resolved, best };
            self.ground.table.store(key, position.side_to_move(), bound, &stored);
        }
        value
    }

    /// The value of a position with one move that does not lose at once. It costs no depth: there is nothing to choose.
    #[inline(always)]
    fn follow(&mut self, node: &Node<'_, P, E::State>, mv: P::Move, window: Window) -> Value {
        let value = self.child(node, mv, node.depth, window);
        if value.score > window.alpha && value.score < window.beta && !self.gauge.stopped() {
            self.lines.set(node.spot.ply, mv);
        }
        value
    }

    /// The value that a table entry gives for a search of this depth, if it decides.
    #[inline(always)]
    pub(crate) fn answer(&self, entry: &Entry, depth: i32, window: Window) -> Option<Value> {
        let (lower, upper) = (self.lower(entry, depth), self.upper(entry, depth));
        if lower >= window.beta {
            Some(Value::at_least(lower, entry.resolved))
        } else if upper <= window.alpha {
            Some(Value::at_most(upper, entry.resolved))
        } else if lower == upper {
            Some(Value { score: entry.score, resolved: entry.resolved })
        } else {
            None
        }
    }

    /// Looks at the children before searching any: enhanced transposition cut-off (Schaeffer, Plaat 1996) and
    /// the order by the game's hint and by the children's own evaluation.
    #[inline(always)]
    fn foresee(
        &mut self,
        node: &Node<'_, P, E::State>,
        moves: &MoveList<P::Move>,
        ranking: &mut Ranking,
        window: Window,
    ) -> Option<Value> {
        let side = node.position.side_to_move();
        let etc = self.techniques.etc && node.depth >= self.tuning.etc_depth && node.spot.excluded.is_none();
        let evaluates =
            self.techniques.evalorder && node.depth >= self.tuning.evalorder_depth && moves.len() > 1;
        if self.techniques.hint {
            self.evaluator.hints(node.state, node.position, moves, |index, bonus| ranking.add(index, bonus));
        }
        if !etc && !evaluates {
            return None;
        }
        let mut keys: ArrayVec<u64, 256> = ArrayVec::new();
        for (index, &mv) in moves.iter().enumerate() {
            let mut next = *node.position;
            next.play(mv);
            if etc {
                let key = next.key();
                self.ground.table.prefetch(key);
                keys.push(key);
            }
            if evaluates {
                let score = self.glance(node, mv, next)?;
                ranking.add(index, score.saturating_mul(self.tuning.evalorder_weight));
            }
        }
        // In a second round, so that the entries have arrived.
        for key in keys {
            if let Some(entry) = self.ground.table.probe(key, side)
                && self.lower(&entry, node.depth_below()) >= window.beta
            {
                return Some(Value::at_least(entry.lower, entry.resolved));
            }
        }
        None
    }

    /// The evaluation of a child as the parent sees it, to order moves by. It counts as a position.
    #[inline(always)]
    fn glance(&mut self, node: &Node<'_, P, E::State>, mv: P::Move, next: P) -> Option<Score> {
        if self.gauge.count() {
            return None;
        }
        Some(looks(self.evaluator, node.position, node.state, mv, next))
    }
}
