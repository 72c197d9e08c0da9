//! Plain minimax: every line to the full depth, nothing left out. The definition that every exact technique is
//! measured by; it shares no code with them but the evaluation of leaves.

use crate::evaluator::Evaluator;
use crate::score::{INFINITE, Value, average};
use crate::worker::{Worker, as_seen_by};
use agon_core::compiled_for;
use agon_core::cpu::Cpu;
use agon_core::{MoveList, Position};

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// The value `depth` plies deep, for the side to move.
    pub(crate) fn minimax(&mut self, position: &P, state: &E::State, depth: i32, ply: usize) -> Value {
        let cpu = self.cpu;
        compiled_for!(cpu, self.minimax_node(position, state, depth, ply))
    }

    #[inline(always)]
    fn minimax_node(&mut self, position: &P, state: &E::State, depth: i32, ply: usize) -> Value {
        self.lines.clear(ply);
        if P::HAS_CHANCE
            && let Some(weights) = position.chance()
        {
            return self.minimax_chance(position, state, depth, ply, weights);
        }
        if self.gauge.count() {
            return Value::estimated(0);
        }
        if let Some(score) = self.evaluator.known(state, position) {
            return Value::resolved(score);
        }
        if depth <= 0 {
            return self.leaf(position, state);
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.is_empty() {
            return self.over(position);
        }
        let mut best = Value::resolved(-INFINITE);
        for &mv in &moves {
            let mut next = *position;
            next.play(mv);
            let next_state = self.evaluator.advance(state, position, mv, &next);
            let value = self.minimax(&next, &next_state, depth - 1, ply + 1);
            let value = as_seen_by(position.side_to_move(), &next, value);
            if value.score > best.score {
                best.score = value.score;
                self.lines.set(ply, mv);
            }
            best.resolved &= value.resolved;
        }
        best
    }

    /// The average over what chance may bring; chance is not a ply.
    #[inline(always)]
    fn minimax_chance(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        ply: usize,
        weights: &[u32],
    ) -> Value {
        let (mut sum, mut total, mut resolved) = (0, 0, true);
        for (outcome, &weight) in weights.iter().enumerate() {
            let mut next = *position;
            next.resolve(outcome);
            let next_state = self.evaluator.advance_chance(state, position, outcome, &next);
            let value = self.minimax(&next, &next_state, depth, ply + 1);
            let value = as_seen_by(position.side_to_move(), &next, value);
            sum += i64::from(weight) * i64::from(value.score);
            total += i64::from(weight);
            resolved &= value.resolved;
        }
        Value { score: average(sum, total), resolved }
    }
}
