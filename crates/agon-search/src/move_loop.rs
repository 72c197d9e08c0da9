//! The moves of an alpha-beta node, one after the other, shared out among the threads of a search.

use crate::evaluator::Evaluator;
use crate::ordering::Ranking;
use crate::parallel::Busy;
use crate::score::{INFINITE, Score, Value};
use crate::window::Window;
use crate::worker::{Node, Worker};
use agon_core::cpu::Cpu;
use agon_core::{MoveList, Position};
use arrayvec::ArrayVec;

/// A move's place in the order of its node. A move that is put off keeps it: every thread searches it as deep.
#[derive(Clone, Copy)]
struct Turn {
    /// Its number in generator order.
    index: u8,
    rank: u8,
    is_special: bool,
}

/// The best so far.
pub(crate) struct Best {
    pub(crate) score: Score,
    pub(crate) index: Option<u8>,
    pub(crate) resolved: bool,
}

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// Searches the moves, best first, until one refutes the line; one may be `extended` by a ply. `level` is the
    /// node's among those that threads share.
    #[inline(always)]
    pub(crate) fn try_moves(
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
            let depth = node.depth_below() + i32::from(extended == Some(index));
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
        let reduction = if turn.is_special || node.in_peril {
            0
        } else {
            self.reduction(node.position, mv, node.depth, usize::from(turn.rank))
        };
        // One call in a loop and not three: a child's code is compiled in place, and there is a lot of it.
        let mut is_last = is_first || !self.techniques.pvs && reduction == 0;
        let (mut child_depth, mut asked) =
            if is_last { (depth, window) } else { (depth - reduction, Window::above(window.alpha)) };
        loop {
            let value = self.child(node, mv, child_depth, asked);
            if is_last || value.score <= window.alpha || self.gauge.stopped() {
                return value;
            }
            if child_depth < depth {
                child_depth = depth;
            } else if value.score < window.beta {
                (asked, is_last) = (window, true);
            } else {
                return value;
            }
        }
    }
}
