//! Chance nodes: the average over what may happen, with the cut-offs of Ballard (1983).
//!
//! Star1 knows a range for every outcome (the evaluator's bounds) and stops as soon as the outcomes searched so
//! far, with the best or worst of the rest, decide the window. Star2 first tries one promising reply to every
//! outcome: it bounds what the outcome can still be worth, usually enough to cut. Both are exact: a window for
//! an outcome is chosen so that leaving it decides the average, rounding included.

use crate::evaluator::Evaluator;
use crate::ordering::NodeContext;
use crate::score::{INFINITE, Score, Value, average};
use crate::window::Window;
use crate::worker::{Spot, Worker, as_seen_by};
use agon_core::compiled_for;
use agon_core::cpu::Cpu;
use agon_core::{MoveList, Position, Side};
use arrayvec::ArrayVec;

/// Chance nodes with more outcomes are averaged without cut-offs.
const MAX_OUTCOMES: usize = 16;

/// Star2 probes replies only if this much depth is left.
const PROBE_DEPTH: i32 = 2;

/// What is known about one outcome, as the chance node's side sees it.
struct Outlook<P, S> {
    position: P,
    state: S,
    weight: i64,
    low: i64,
    high: i64,
}

/// What is known about all outcomes together: sums of weight × bound.
struct Sums {
    low: i64,
    high: i64,
    total: i64,
}

impl Sums {
    #[inline(always)]
    fn of<P, S>(outlooks: &[Outlook<P, S>]) -> Sums {
        let sum = |f: fn(&Outlook<P, S>) -> i64| outlooks.iter().map(f).sum();
        Sums { low: sum(|o| o.weight * o.low), high: sum(|o| o.weight * o.high), total: sum(|o| o.weight) }
    }

    /// The window for one outcome: at or below it the average is at most alpha, at or above it at least beta.
    #[inline(always)]
    fn window<P, S>(&self, outlook: &Outlook<P, S>, window: Window) -> Window {
        let weight = outlook.weight;
        let others_high = self.high - weight * outlook.high;
        let others_low = self.low - weight * outlook.low;
        let alpha = (i64::from(window.alpha) * self.total - others_high).div_euclid(weight);
        let beta = -(-(i64::from(window.beta) * self.total - others_low)).div_euclid(weight);
        let within = |x: i64| x.clamp(-i64::from(INFINITE), i64::from(INFINITE)) as Score;
        Window { alpha: within(alpha), beta: within(beta) }
    }

    /// A bound on the average, if the window is decided.
    fn decided(&self, window: Window) -> Option<Score> {
        let (low, high) = (average(self.low, self.total), average(self.high, self.total));
        if low >= window.beta {
            Some(low)
        } else if high <= window.alpha {
            Some(high)
        } else {
            None
        }
    }
}

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// The value of a position in which chance decides, for its side. Chance is not a ply of depth.
    pub(crate) fn chance_node(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
        weights: &[u32],
    ) -> Value {
        let cpu = self.cpu;
        compiled_for!(cpu, self.chance_here(position, state, depth, window, spot, weights))
    }

    #[inline(always)]
    fn chance_here(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
        weights: &[u32],
    ) -> Value {
        let side = position.side_to_move();
        let inner = Spot { ply: spot.ply + 1, ..spot };
        let value = if self.techniques.star1 && weights.len() <= MAX_OUTCOMES {
            self.star(position, state, depth, window, inner, weights)
        } else {
            self.average_outcomes(
                side,
                position,
                state,
                weights,
                #[inline(always)]
                |worker, rolled, rolled_state| worker.visit(rolled, rolled_state, depth, Window::FULL, inner),
            )
        };
        // Which moves follow depends on the roll: the line ends here.
        self.lines.clear(spot.ply);
        value
    }

    /// The average over all outcomes, as `side` sees it, each valued for its own side by `value_of`.
    #[inline(always)]
    pub(crate) fn average_outcomes(
        &mut self,
        side: Side,
        position: &P,
        state: &E::State,
        weights: &[u32],
        mut value_of: impl FnMut(&mut Self, &P, &E::State) -> Value,
    ) -> Value {
        let (mut sum, mut total, mut resolved) = (0, 0, true);
        for (outcome, &weight) in weights.iter().enumerate() {
            let mut next = *position;
            next.resolve(outcome);
            let next_state = self.evaluator.advance_chance(state, position, outcome, &next);
            let value = value_of(self, &next, &next_state);
            let value = as_seen_by(side, &next, value);
            sum += i64::from(weight) * i64::from(value.score);
            total += i64::from(weight);
            resolved &= value.resolved;
        }
        Value { score: average(sum, total), resolved }
    }

    #[inline(always)]
    fn star(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
        weights: &[u32],
    ) -> Value {
        let side = position.side_to_move();
        let mut outlooks: ArrayVec<Outlook<P, E::State>, MAX_OUTCOMES> = ArrayVec::new();
        for (outcome, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let mut next = *position;
            next.resolve(outcome);
            let next_state = self.evaluator.advance_chance(state, position, outcome, &next);
            let [low, high] = self.evaluator.bounds(&next).map(i64::from);
            let (low, high) = if next.side_to_move() == side { (low, high) } else { (-high, -low) };
            outlooks.push(Outlook { position: next, state: next_state, weight: weight.into(), low, high });
        }
        let mut resolved = true;
        if self.techniques.star2 && depth >= PROBE_DEPTH && !outlooks.is_empty() {
            for i in 0..outlooks.len() {
                let sums = Sums::of(&outlooks);
                if let Some(score) = sums.decided(window) {
                    return Value { score, resolved };
                }
                let alpha = sums.window(&outlooks[i], window).alpha;
                if let Some(value) = self.probe_reply(side, &outlooks[i], depth, alpha, spot) {
                    outlooks[i].high = outlooks[i].high.min(i64::from(value.score));
                    resolved &= value.resolved;
                }
                if self.gauge.stopped() {
                    return Value::estimated(0);
                }
            }
        }
        for i in 0..outlooks.len() {
            let sums = Sums::of(&outlooks);
            if let Some(score) = sums.decided(window) {
                return Value { score, resolved };
            }
            let outlook = &outlooks[i];
            let inner = sums.window(outlook, window);
            let value = self.visit_as(side, &outlook.position, &outlook.state, depth, inner, spot);
            if self.gauge.stopped() {
                return Value::estimated(0);
            }
            resolved &= value.resolved;
            let score = i64::from(value.score);
            let outlook = &mut outlooks[i];
            if value.score > inner.alpha {
                outlook.low = outlook.low.max(score);
            }
            if value.score < inner.beta {
                outlook.high = outlook.high.min(score);
            }
        }
        let sums = Sums::of(&outlooks);
        let score = sums.decided(window).unwrap_or_else(|| average(sums.low, sums.total));
        Value { score, resolved }
    }

    /// Tries one promising reply of the other side: an upper bound on what the outcome is worth for `side`.
    #[inline(always)]
    fn probe_reply(
        &mut self,
        side: Side,
        outlook: &Outlook<P, E::State>,
        depth: i32,
        alpha: Score,
        spot: Spot,
    ) -> Option<Value> {
        let (position, state) = (&outlook.position, &outlook.state);
        if position.side_to_move() == side || self.evaluator.known(state, position).is_some() {
            return None;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let table = self.techniques.table.then(|| self.ground.table.probe(position.key(), !side)).flatten();
        let context = NodeContext { side: !side, ply: spot.ply, previous: spot.previous };
        let best = table.and_then(|entry| entry.best);
        let mut ranking = self.experience.rank(&self.techniques, context, position, &moves, best);
        if self.techniques.hint {
            self.evaluator.hints(state, position, &moves, |index, bonus| ranking.add(index, bonus));
        }
        let (index, _) = ranking.next()?;
        let mv = moves[usize::from(index)];
        let mut next = *position;
        next.play(mv);
        let next_state = self.evaluator.advance(state, position, mv, &next);
        let high = outlook.high.clamp(-i64::from(INFINITE), i64::from(INFINITE)) as Score;
        if alpha >= high {
            return None;
        }
        let inner = spot.after(position.move_slot(mv));
        let value = self.visit_as(side, &next, &next_state, depth - 1, Window { alpha, beta: high }, inner);
        // At or above the window the value is a lower bound and says nothing from above.
        (value.score < high && !self.gauge.stopped()).then_some(value)
    }
}
