//! Beyond the depth limit: positions are judged only when nothing is pending (Shannon 1950; Beal 1990).

use crate::evaluator::{Evaluator, Tension};
use crate::score::{INFINITE, Value};
use crate::window::Window;
use crate::worker::{Worker, as_seen_by};
use agon_core::compiled_for;
use agon_core::cpu::Cpu;
use agon_core::{MoveList, Position};

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// The value of a position at the depth limit, looking at most `depth` plies further.
    #[inline(always)]
    pub(crate) fn quiesce(&mut self, position: &P, state: &E::State, depth: i32, window: Window) -> Value {
        let tension = self.evaluator.tension(position);
        if depth <= 0 || tension == Tension::Quiet {
            return self.leaf(position, state);
        }
        self.noisy_node(position, state, depth, window, tension)
    }

    fn noisy_node(
        &mut self,
        position: &P,
        state: &E::State,
        depth: i32,
        window: Window,
        tension: Tension,
    ) -> Value {
        let cpu = self.cpu;
        compiled_for!(cpu, {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.is_empty() {
                return self.over(position);
            }
            let mut window = window;
            let mut best = match tension {
                Tension::Forced => Value::resolved(-INFINITE),
                _ => self.leaf(position, state),
            };
            if best.score >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best.score);
            for &mv in &moves {
                if tension == Tension::Noisy && !self.evaluator.is_noisy(position, mv) {
                    continue;
                }
                let mut next = *position;
                next.play(mv);
                let next_state = self.evaluator.advance(state, position, mv, &next);
                let value = self.quiet_value(position.side_to_move(), &next, &next_state, depth - 1, window);
                if self.gauge.stopped() {
                    return best;
                }
                best.resolved &= value.resolved;
                if value.score > best.score {
                    best.score = value.score;
                    if value.score >= window.beta {
                        best.resolved = value.resolved;
                        return best;
                    }
                    window.alpha = window.alpha.max(value.score);
                }
            }
            best
        })
    }

    /// The value after a noisy move, as `side` sees it. Chance is averaged over without cut-offs.
    #[inline(always)]
    fn quiet_value(
        &mut self,
        side: agon_core::Side,
        next: &P,
        state: &E::State,
        depth: i32,
        window: Window,
    ) -> Value {
        if P::HAS_CHANCE
            && let Some(weights) = next.chance()
        {
            return self.average_outcomes(
                side,
                next,
                state,
                weights,
                #[inline(always)]
                |worker, rolled, rolled_state| worker.settled(rolled, rolled_state, depth, Window::FULL),
            );
        }
        let seen = if next.side_to_move() == side { window } else { window.negated() };
        let value = self.settled(next, state, depth, seen);
        as_seen_by(side, next, value)
    }

    /// One more position of the quiescence search.
    #[inline(always)]
    fn settled(&mut self, position: &P, state: &E::State, depth: i32, window: Window) -> Value {
        if self.gauge.count() {
            return Value::estimated(0);
        }
        match self.evaluator.known(state, position) {
            Some(score) => Value::resolved(score),
            None => self.quiesce(position, state, depth, window),
        }
    }
}
