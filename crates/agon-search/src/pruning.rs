//! Selective search: what is left out, cut short or searched deeper without proof.
//!
//! None of it is used in exact mode. A cut made here claims at most an estimate, never a proven win, and is
//! never marked as resolved.

use crate::evaluator::Evaluator;
use crate::probcut::ProbCut;
use crate::score::{Score, Value, WIN, estimate};
use crate::transposition_table::Entry;
use crate::window::Window;
use crate::worker::{Spot, Worker};
use agon_core::cpu::Cpu;
use agon_core::{Position, Side};

/// Null moves are tried in nodes of at least this depth.
const NULL_DEPTH: i32 = 3;

/// Moves are examined for being singular in nodes of at least this depth.
const SINGULAR_DEPTH: i32 = 6;

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// Tries to do without searching the moves: futility, null move, multi-ProbCut.
    #[inline(always)]
    pub(crate) fn prune(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
    ) -> Option<Value> {
        if window.beta >= WIN || window.alpha <= -WIN {
            return None;
        }
        let is_shallow = self.techniques.futility && depth <= self.tuning.futility_depth;
        let passed = if self.techniques.nullmove && depth >= NULL_DEPTH && !spot.after_null {
            self.evaluator.null_move(position)
        } else {
            None
        };
        let evaluator = self.evaluator;
        let models = if self.techniques.probcut { evaluator.probcut() } else { &[] };
        if !is_shallow && passed.is_none() && models.is_empty() {
            return None;
        }
        let now = evaluator.evaluate(state, position);
        if is_shallow && let Some(value) = self.futility(now, depth, window) {
            return Some(value);
        }
        if let Some(passed) = passed
            && now >= window.beta
            && let Some(value) = self.null_move(position.side_to_move(), &passed, depth, window, spot)
        {
            return Some(value);
        }
        if models.is_empty() { None } else { self.probcut(position, state, models, now, depth, window, spot) }
    }

    /// A position that is judged so much better than needed that the few plies left will hardly change it: the reverse of
    /// the futility pruning of moves (Heinz 1998), which chess programs call static null move. What is claimed is
    /// less than what was seen: a third of what it is beyond the window.
    #[inline(always)]
    fn futility(&self, now: Score, depth: i32, window: Window) -> Option<Value> {
        let beyond = now - window.beta;
        (beyond >= self.tuning.futility_margin * depth)
            .then(|| Value::estimated(estimate(window.beta + beyond / 3)))
    }

    /// If the other side may move twice in a row and the value is still beyond the window, the best move is
    /// beyond it all the more (Beal 1989; Donninger 1993).
    #[inline(always)]
    fn null_move(&mut self, side: Side, passed: &P, depth: i32, window: Window, spot: Spot) -> Option<Value> {
        let passed_state = self.evaluator.state(passed);
        let depth = depth - 1 - self.tuning.null_reduction;
        let spot = Spot { ply: spot.ply + 1, previous: None, after_null: true, excluded: None };
        let null = Window { alpha: window.beta - 1, beta: window.beta };
        let value = self.visit_as(side, passed, &passed_state, depth, null, spot);
        let refuted = value.score >= window.beta && !self.gauge.stopped();
        refuted.then(|| Value::estimated(estimate(value.score)))
    }

    /// Multi-ProbCut; see [`crate::probcut`].
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a node, and what is known of it")]
    fn probcut(
        &mut self,
        position: &P,
        state: &E::State,
        models: &[ProbCut],
        now: Score,
        depth: i32,
        window: Window,
        spot: Spot,
    ) -> Option<Value> {
        let phase = self.evaluator.phase(position);
        for model in models.iter().filter(|model| model.applies(phase, depth)) {
            let upper = model.upper(window.beta, self.techniques.selectivity);
            // Only where the evaluation already says so: otherwise the shallow search is mostly wasted.
            if now >= window.beta && upper < WIN {
                let value = self.visit(
                    position,
                    state,
                    model.shallow,
                    Window { alpha: upper - 1, beta: upper },
                    spot,
                );
                if value.score >= upper && !self.gauge.stopped() {
                    return Some(Value::estimated(window.beta));
                }
            }
            let lower = model.lower(window.alpha, self.techniques.selectivity);
            if now <= window.alpha && lower > -WIN {
                let value = self.visit(
                    position,
                    state,
                    model.shallow,
                    Window { alpha: lower, beta: lower + 1 },
                    spot,
                );
                if value.score <= lower && !self.gauge.stopped() {
                    return Some(Value::estimated(window.alpha));
                }
            }
        }
        None
    }

    /// Whether the side to move may lose everything, where that is asked.
    #[inline(always)]
    pub(crate) fn in_peril(&self, position: &P) -> bool {
        self.techniques.peril && self.evaluator.in_peril(position)
    }

    /// How many plies less deeply a late move is searched at first.
    #[inline(always)]
    pub(crate) fn reduction(&self, position: &P, mv: P::Move, depth: i32, tried: usize) -> i32 {
        let late = self.techniques.lmr && depth >= self.tuning.lmr_depth && tried >= self.tuning.lmr_moves;
        if !late || E::HAS_TENSION && self.evaluator.is_noisy(position, mv) {
            return 0;
        }
        // The product of the logarithms, in integers so that it is the same on every machine.
        let logarithms = depth.unsigned_abs().ilog2() * (tried as u32 + 1).ilog2();
        (logarithms as i32 / self.tuning.lmr_divisor.max(1)).max(1).min(depth - 1)
    }

    /// The table's move, if it is so much better than all others that it deserves another ply (Anantharaman,
    /// Campbell, Hsu 1990); an error carries a value that makes further search needless, because other moves
    /// are good enough as well.
    #[inline(always)]
    pub(crate) fn singular(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        spot: Spot,
        entry: &Entry,
    ) -> Result<Option<u8>, Value> {
        let worth = self.techniques.singular
            && depth >= SINGULAR_DEPTH
            && spot.excluded.is_none()
            && spot.ply > 0
            && entry.depth >= depth - 3
            && entry.lower > -WIN
            && entry.lower < WIN;
        let (true, Some(best)) = (worth, entry.best) else { return Ok(None) };
        let target = entry.lower - self.tuning.singular_margin * depth;
        if target <= -WIN {
            return Ok(None);
        }
        let rest = Spot { excluded: Some(best), ..spot };
        let others =
            self.visit(position, state, (depth - 1) / 2, Window { alpha: target - 1, beta: target }, rest);
        if self.gauge.stopped() {
            return Ok(None);
        }
        if others.score < target {
            Ok(Some(best))
        } else if target >= window.beta && window.is_null() && window.beta < WIN {
            Err(Value::estimated(estimate(target)))
        } else {
            Ok(None)
        }
    }
}
