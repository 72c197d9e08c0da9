//! The root of the tree: windows around the expected value, and the move that is chosen.

use crate::evaluator::Evaluator;
use crate::found::Choice;
use crate::parallel::{Attempt, Busy};
use crate::score::{INFINITE, Score, Value};
use crate::unhurried;
use crate::window::Window;
use crate::worker::{Spot, Worker, as_seen_by};
use agon_core::cpu::Cpu;
use agon_core::{Position, Side};
use std::collections::VecDeque;

/// A legal move of the root with the position it leads to.
pub(crate) struct RootMove<P: Position, S> {
    pub(crate) mv: P::Move,
    next: P,
    state: S,
}

/// The root while it is being searched.
pub(crate) struct Root<P: Position, S> {
    side: Side,
    key: u64,
    /// In generator order.
    pub(crate) moves: Vec<RootMove<P, S>>,
    /// The order in which they are tried, as numbers in generator order.
    order: Vec<usize>,
}

impl<P: Position, S: Copy> Root<P, S> {
    pub(crate) fn new<E: Evaluator<P, State = S>>(evaluator: &E, position: &P) -> Root<P, S> {
        let list = unhurried::moves(position);
        let state = unhurried::state(evaluator, position);
        let mut moves = Vec::with_capacity(list.len());
        for &mv in &list {
            let next = unhurried::after(position, mv);
            let state = unhurried::advance(evaluator, &state, position, mv, &next);
            moves.push(RootMove { mv, next, state });
        }
        let order = (0..moves.len()).collect();
        Root { side: position.side_to_move(), key: position.key(), moves, order }
    }

    /// Leaves only some of the moves; all stay if that would leave none.
    pub(crate) fn restrict(&mut self, allows: &dyn Fn(P::Move) -> bool) {
        let kept: Vec<usize> = self.order.iter().copied().filter(|&i| allows(self.moves[i].mv)).collect();
        if !kept.is_empty() {
            self.order = kept;
        }
    }

    /// The moves that may be chosen, as numbers in generator order, in that order.
    pub(crate) fn choices(&self) -> Vec<usize> {
        let mut choices = self.order.clone();
        choices.sort_unstable();
        choices
    }

    /// Tries a move first from now on.
    pub(crate) fn promote(&mut self, index: usize) {
        if let Some(place) = self.order.iter().position(|&i| i == index) {
            self.order[..=place].rotate_right(1);
        }
    }
}

/// Called with every improvement while a depth is being searched.
pub(crate) type Improved<'a, M> = &'a mut dyn FnMut(Choice<M>);

impl<P: Position, E: Evaluator<P>, C: Cpu> Worker<'_, P, E, C> {
    /// Searches the root to a depth. An interrupted search gives the best of what it completed, if it completed
    /// anything that improves on the window it started from.
    pub(crate) fn search_depth(
        &mut self,
        root: &mut Root<P, E::State>,
        depth: i32,
        expected: Option<Score>,
        improved: Improved<'_, P::Move>,
    ) -> Option<Choice<P::Move>> {
        if !self.techniques.alphabeta {
            return self.minimax_root(root, depth);
        }
        let choice = match expected {
            Some(guess) if self.techniques.mtdf => self.mtdf(root, depth, guess, improved),
            None if self.techniques.mtdf => self.mtdf(root, depth, 0, improved),
            guess => self.aspire(root, depth, guess.filter(|_| self.techniques.aspiration), improved),
        };
        match choice {
            Some(choice) if self.techniques.exact && !self.gauge.stopped() => {
                self.first_of_equals(root, depth, choice)
            }
            choice => choice,
        }
    }

    /// The value of one root move as the root's side sees it.
    pub(crate) fn root_move(
        &mut self,
        root: &Root<P, E::State>,
        index: usize,
        depth: i32,
        window: Window,
    ) -> Value {
        let RootMove { mv, next, state } = &root.moves[index];
        let spot = Spot::ROOT.after(self.ground.root.move_slot(*mv));
        self.visit_as(root.side, next, state, depth - 1, window, spot)
    }

    /// The value of one root move by plain minimax.
    pub(crate) fn minimax_move(&mut self, root: &Root<P, E::State>, index: usize, depth: i32) -> Value {
        let RootMove { next, state, .. } = &root.moves[index];
        let value = self.minimax(next, state, depth - 1, 1);
        as_seen_by(root.side, next, value)
    }

    fn minimax_root(&mut self, root: &Root<P, E::State>, depth: i32) -> Option<Choice<P::Move>> {
        let mut best: Option<Choice<P::Move>> = None;
        let mut resolved = true;
        for index in root.choices() {
            let value = self.minimax_move(root, index, depth);
            if self.gauge.stopped() {
                return None;
            }
            resolved &= value.resolved;
            if best.as_ref().is_none_or(|b| value.score > b.value.score) {
                self.lines.set(0, root.moves[index].mv);
                best = Some(Choice { value, index, line: self.lines.from(0).to_vec() });
            }
        }
        best.map(|b| Choice { value: Value { resolved, ..b.value }, ..b })
    }

    /// A narrow window around the expected value, if there is one, widened on the side where the value turns out to lie. Threads
    /// make every attempt together: the first to see that the value lies outside sets the next window for all.
    fn aspire(
        &mut self,
        root: &mut Root<P, E::State>,
        depth: i32,
        guess: Option<Score>,
        improved: Improved<'_, P::Move>,
    ) -> Option<Choice<P::Move>> {
        let width = self.tuning.aspiration.max(1);
        let window = guess.map_or(Window::FULL, |guess| Window {
            alpha: guess.saturating_sub(width),
            beta: guess.saturating_add(width),
        });
        let mut attempt = Attempt { window: window.clipped(), width: width.saturating_mul(4), first: None };
        let mut stage = self.gauge.stage();
        loop {
            if self.shares_work {
                (stage, attempt) = self.ground.shared.common.enter(stage, attempt);
                self.ground.effort.advance(stage);
                if stage.depth as i32 != depth || !self.gauge.begin(stage) {
                    return None;
                }
                if let Some(index) = attempt.first {
                    root.promote(index);
                }
            }
            let Attempt { mut window, width, .. } = attempt;
            let choice = self.root_window(root, depth, window, improved);
            if self.gauge.stopped() {
                let now = self.ground.effort.stage();
                if self.ground.effort.has_ended() || now.depth as i32 != depth {
                    return choice;
                }
                // The others are one attempt further.
                stage = now;
                continue;
            }
            let found = choice?;
            let score = found.value.score;
            let mut first = None;
            if score <= window.alpha && window.alpha > -INFINITE {
                window.alpha = score.saturating_sub(width);
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = score.saturating_add(width);
                first = Some(found.index);
            } else {
                return Some(found);
            }
            stage = stage.next();
            attempt = Attempt { window: window.clipped(), width: width.saturating_mul(4), first };
        }
    }

    /// MTD(f) (Plaat, Schaeffer, Pijls, de Bruin 1996): null windows alone, each moving one bound to the value.
    fn mtdf(
        &mut self,
        root: &mut Root<P, E::State>,
        depth: i32,
        guess: Score,
        improved: Improved<'_, P::Move>,
    ) -> Option<Choice<P::Move>> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let (mut lower_resolved, mut upper_resolved) = (true, true);
        let mut guess = guess;
        let mut best: Option<Choice<P::Move>> = None;
        while lower < upper {
            let beta = guess.max(lower + 1);
            let choice = self.root_window(root, depth, Window { alpha: beta - 1, beta }, improved);
            if self.gauge.stopped() {
                return best.or(choice);
            }
            let choice = choice?;
            guess = choice.value.score;
            if guess < beta {
                (upper, upper_resolved) = (guess, choice.value.resolved);
                if best.is_none() {
                    best = Some(choice);
                }
            } else {
                (lower, lower_resolved) = (guess, choice.value.resolved);
                best = Some(choice);
            }
        }
        let value = Value { score: lower, resolved: lower_resolved && upper_resolved };
        best.map(|choice| Choice { value, ..choice })
    }

    /// Searches all root moves with one window.
    fn root_window(
        &mut self,
        root: &mut Root<P, E::State>,
        depth: i32,
        window: Window,
        improved: Improved<'_, P::Move>,
    ) -> Option<Choice<P::Move>> {
        let mut alpha = window.alpha;
        let mut best: Option<Choice<P::Move>> = None;
        let mut resolved = true;
        let mut queue: VecDeque<(usize, usize, bool)> =
            root.order.iter().enumerate().map(|(rank, &index)| (rank, index, true)).collect();
        let mut tried = 0;
        loop {
            if let Some(better) = self.better_elsewhere(alpha) {
                queue.retain(|&(_, index, _)| index != better.index);
                tried += 1;
                resolved &= better.value.resolved;
                alpha = better.value.score;
                root.promote(better.index);
                best = Some(better);
                if alpha >= window.beta {
                    return best;
                }
            }
            let Some((rank, index, is_first_pass)) = queue.pop_front() else { break };
            let name = Busy::name(root.key, index as u8, depth);
            let shares = self.shares_work && tried > 0;
            if shares {
                if is_first_pass && self.ground.shared.busy.is_busy(name) {
                    queue.push_back((rank, index, false));
                    continue;
                }
                self.ground.shared.busy.begin(name);
            }
            let (value, asked) = self.try_root_move(
                root,
                index,
                depth,
                Window { alpha, ..window },
                (tried > 0).then_some(rank),
            );
            if shares {
                self.ground.shared.busy.end(name);
            }
            if self.gauge.stopped() {
                return best.filter(|b| b.value.score > window.alpha);
            }
            tried += 1;
            resolved &= value.resolved;
            if asked > alpha && value.score <= asked {
                // Not better than what another thread has found meanwhile, and more is not known.
                continue;
            }
            if best.as_ref().is_none_or(|b| value.score > b.value.score) {
                self.lines.set(0, root.moves[index].mv);
                let choice = Choice { value, index, line: self.lines.from(0).to_vec() };
                if value.score > alpha {
                    alpha = value.score;
                    root.promote(index);
                    if self.shares_root() {
                        self.ground.shared.common.raise(self.gauge.stage(), &choice);
                    }
                    if tried > 1 {
                        improved(choice.clone());
                    }
                }
                best = Some(choice);
                if value.score >= window.beta {
                    return best;
                }
            }
        }
        best.map(|b| Choice { value: Value { resolved, ..b.value }, ..b })
    }

    /// Whether all threads search the root with the same window: those of MTD(f) are each thread's own.
    fn shares_root(&self) -> bool {
        self.shares_work && !self.techniques.mtdf
    }

    /// What another thread has found for this root and window, if it is better than `alpha`.
    fn better_elsewhere(&self, alpha: Score) -> Option<Choice<P::Move>> {
        self.shares_root().then(|| self.ground.shared.common.better(self.gauge.stage(), alpha)).flatten()
    }

    /// The value of a root move, and the lower end of the window that it was asked with: higher than the given one if
    /// another thread has found something better meanwhile. `rank` is its place in the order, if it is not the first
    /// to be tried.
    fn try_root_move(
        &mut self,
        root: &Root<P, E::State>,
        index: usize,
        depth: i32,
        mut window: Window,
        rank: Option<usize>,
    ) -> (Value, Score) {
        let (Some(rank), true) = (rank, self.techniques.pvs) else {
            return (self.root_move(root, index, depth, window), window.alpha);
        };
        let mv = root.moves[index].mv;
        let position = self.ground.root;
        // The root's late moves are reduced one ply less than others: this is the move that will be played.
        let reduction = if self.in_peril(&position) {
            0
        } else {
            (self.reduction(&position, mv, depth, rank) - 1).max(0)
        };
        let mut value = Value::estimated(window.alpha);
        let depths = [depth - reduction, depth];
        for depth in &depths[usize::from(reduction == 0)..] {
            loop {
                value = self.root_move(root, index, *depth, Window::above(window.alpha));
                if value.score <= window.alpha || self.gauge.stopped() {
                    return (value, window.alpha);
                }
                match self.better_elsewhere(window.alpha) {
                    Some(better) if better.value.score < window.beta => window.alpha = better.value.score,
                    _ => break,
                }
            }
        }
        if value.score < window.beta {
            value = self.root_move(root, index, depth, window);
        }
        (value, window.alpha)
    }

    /// The first move in generator order that is worth as much as the best: the one plain minimax chooses.
    fn first_of_equals(
        &mut self,
        root: &Root<P, E::State>,
        depth: i32,
        choice: Choice<P::Move>,
    ) -> Option<Choice<P::Move>> {
        for index in root.choices().into_iter().take_while(|&index| index < choice.index) {
            let value = self.root_move(root, index, depth, Window::above(choice.value.score - 1));
            if self.gauge.stopped() {
                return None;
            }
            if value.score >= choice.value.score {
                self.lines.set(0, root.moves[index].mv);
                return Some(Choice { index, line: self.lines.from(0).to_vec(), ..choice });
            }
        }
        Some(choice)
    }
}
