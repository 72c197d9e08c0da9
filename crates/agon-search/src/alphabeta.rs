//! A node of the alpha-beta search (Knuth, Moore 1975), fail-soft, with null windows for all moves but the
//! first (Marsland, Campbell 1982; Reinefeld 1983).
//!
//! A value inside the window is the node's value; a value of at most `alpha` is an upper bound, one of at least
//! `beta` a lower bound. A score of `WIN` or more (or of `-WIN` or less) is a sound bound on the value of the
//! game whatever was pruned, because nothing that prunes without proof ever claims one.

use crate::evaluator::{Evaluator, Urgency};
use crate::ordering::{NodeContext, Ranking};
use crate::parallel::{Busy, Watched};
use crate::score::{INFINITE, Score, Value, WIN};
use crate::transposition_table::{Bound, Entry, Stored};
use crate::worker::{Spot, Window, Worker, as_seen_by, looks};
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

/// A node under way.
struct Node<'a, P: Position, S> {
    position: &'a P,
    state: &'a S,
    depth: i32,
    spot: Spot,
    key: u64,
}

/// A move's place in the order of its node. A move that is put off keeps it: every thread searches it as deep.
#[derive(Clone, Copy)]
struct Turn {
    /// Its number in generator order.
    index: u8,
    rank: u8,
    is_special: bool,
}

/// The best so far.
struct Best {
    score: Score,
    index: Option<u8>,
    resolved: bool,
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
    fn uses_table(&self, depth: i32) -> bool {
        self.techniques.table && depth >= self.tuning.table_depth
    }

    /// The value of the position after a move, as `position`'s side sees it.
    #[inline(always)]
    fn child(&mut self, node: &Node<'_, P, E::State>, mv: P::Move, depth: i32, window: Window) -> Value {
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
            return if quiesces {
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
            return self.follow(&Node { position, state, depth, spot, key: 0 }, mv, window);
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
        let node = Node { position, state: completed.as_ref().unwrap_or(state), depth, spot, key };
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
        let Node { position, state, depth, spot, key } = *node;
        if !self.techniques.exact && window.is_null() && spot.excluded.is_none() {
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
                && self.lower(&entry, node.depth - 1) >= window.beta
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

    /// Searches the moves, best first, until one refutes the line; one may be `extended` by a ply. `level` is the
    /// node's among those that threads share.
    #[inline(always)]
    fn try_moves(
        &mut self,
        node: &Node<'_, P, E::State>,
        moves: &MoveList<P::Move>,
        ranking: &mut Ranking,
        window: Window,
        extended: Option<u8>,
        level: Option<usize>,
    ) -> Best {
        let mut best = Best { score: -INFINITE, index: None, resolved: true };
        let shares = level.is_some();
        let mut window = window;
        let mut tried = 0;
        let mut rank = 0u8;
        let mut put_off: ArrayVec<Turn, 256> = ArrayVec::new();
        let mut due_again = 0;
        loop {
            let (turn, is_first_pass) = match ranking.next() {
                Some((index, _)) if node.spot.excluded == Some(index) => continue,
                Some((index, is_special)) => {
                    let turn = Turn { index, rank, is_special };
                    // A list holds 256 moves: the last one's rank is 255.
                    rank = rank.saturating_add(1);
                    (turn, true)
                }
                None => match put_off.get(due_again) {
                    Some(&turn) => {
                        due_again += 1;
                        (turn, false)
                    }
                    None => break,
                },
            };
            let index = turn.index;
            let name = if shares { Busy::name(node.key, index, node.depth) } else { 0 };
            if shares && tried > 0 {
                // Another thread may be through with this node: then there is nothing left to find out.
                if let Some(settled) = level.and_then(|level| self.found_elsewhere(level)) {
                    return settled;
                }
                if is_first_pass && self.ground.shared.busy.is_busy(name) {
                    put_off.push(turn);
                    continue;
                }
                self.ground.shared.busy.begin(name);
            }
            let depth = node.depth - 1 + i32::from(extended == Some(index));
            let value = loop {
                let value = self.try_move(node, moves[usize::from(index)], depth, window, turn, tried == 0);
                if shares && tried > 0 {
                    self.ground.shared.busy.end(name);
                }
                if !self.gauge.stopped() {
                    break value;
                }
                if !self.resume_at(level) {
                    return best;
                }
                if let Some(settled) = level.and_then(|level| self.found_elsewhere(level)) {
                    return settled;
                }
                // What another thread had found has been overwritten since: the move is searched after all.
            };
            tried += 1;
            if value.score > best.score {
                best.score = value.score;
                best.index = Some(index);
                if value.score >= window.beta {
                    // What refutes needs no other move: only its own value must be resolved.
                    best.resolved = value.resolved;
                    return best;
                }
                if value.score > window.alpha {
                    window.alpha = value.score;
                    self.lines.set(node.spot.ply, moves[usize::from(index)]);
                }
            }
            best.resolved &= value.resolved;
        }
        best
    }

    /// What another thread has found out about a watched node in the meantime, if that decides it.
    #[inline(always)]
    fn found_elsewhere(&self, level: usize) -> Option<Best> {
        let (entry, value) = self.decided(level)?;
        Some(Best { score: value.score, index: entry.best, resolved: value.resolved })
    }

    /// The value of one move: the first with the full window, the others with a null window first, late ones
    /// less deeply at first.
    #[inline(always)]
    fn try_move(
        &mut self,
        node: &Node<'_, P, E::State>,
        mv: P::Move,
        depth: i32,
        window: Window,
        turn: Turn,
        is_first: bool,
    ) -> Value {
        let reduction = if turn.is_special {
            0
        } else {
            self.reduction(node.position, mv, node.depth, usize::from(turn.rank))
        };
        if is_first || !self.techniques.pvs && reduction == 0 {
            return self.child(node, mv, depth, window);
        }
        let mut value = self.child(node, mv, depth - reduction, Window::above(window.alpha));
        if reduction > 0 && value.score > window.alpha && !self.gauge.stopped() {
            value = self.child(node, mv, depth, Window::above(window.alpha));
        }
        if value.score > window.alpha && value.score < window.beta && !self.gauge.stopped() {
            value = self.child(node, mv, depth, window);
        }
        value
    }
}
