//! The order in which moves are tried: what was good before comes first.

use agon_core::{MoveList, Position, Side};
use arrayvec::ArrayVec;

use crate::line::MAX_PLY;
use crate::techniques::Techniques;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// The history of a move stays between minus this and this.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;

const TABLE_MOVE: i32 = i32::MAX;
const KILLERS: [i32; 2] = [1 << 29, (1 << 29) - 1];
const COUNTER: i32 = 1 << 28;
/// What is not a table, killer or counter move lies below this.
const QUIET_LIMIT: i32 = 1 << 27;

/// What is not tried at all.
const LEFT_OUT: i32 = i32::MIN;

/// What nodes of at least this depth teach is told to all threads. Below it telling costs more than it gives.
const TELLING_DEPTH: i32 = 4;

/// How well moves have done, by side and slot. Every thread has one of its own that the others add to: with the same
/// experience they try moves in the same order and reduce them alike, so that what one has found serves the others.
pub(crate) struct History([Vec<AtomicI32>; 2]);

impl History {
    pub(crate) fn new<P: Position>() -> History {
        let blank = || (0..P::MOVE_SLOTS).map(|_| AtomicI32::new(0)).collect();
        History([blank(), blank()])
    }

    #[inline(always)]
    fn of(&self, side: Side, slot: usize) -> i32 {
        self.0[side][slot].load(Relaxed)
    }

    /// Two threads that add at the same moment may undo each other's: that changes an order, no value.
    #[inline(always)]
    fn add(&self, side: Side, slot: usize, change: i32) {
        let entry = &self.0[side][slot];
        let now = entry.load(Relaxed);
        // The further an entry is from zero, the less it moves: it can never leave its range.
        entry.store(now + 32 * change - now * change.abs() * 32 / HISTORY_LIMIT, Relaxed);
    }
}

/// What a thread has learned about moves.
pub(crate) struct Experience<'a, P: Position> {
    killers: Vec<[Option<P::Move>; 2]>,
    /// Those of all threads.
    histories: &'a [History],
    /// Which of them is this thread's.
    own: usize,
    /// The move that refuted the opponent's move in this slot, by the side that refuted.
    counters: [Vec<Option<P::Move>>; 2],
}

/// Where a node stands, as far as ordering matters.
#[derive(Clone, Copy)]
pub(crate) struct NodeContext {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// The slot of the move that led here.
    pub(crate) previous: Option<usize>,
}

impl<'a, P: Position> Experience<'a, P> {
    pub(crate) fn new(histories: &'a [History], own: usize) -> Experience<'a, P> {
        let slots = P::MOVE_SLOTS;
        Experience {
            killers: vec![[None; 2]; MAX_PLY],
            histories,
            own,
            counters: [vec![None; slots], vec![None; slots]],
        }
    }

    /// The moves of a node with their priorities; `table` is the number of the table's move.
    #[inline(always)]
    pub(crate) fn rank(
        &self,
        techniques: &Techniques,
        context: NodeContext,
        position: &P,
        moves: &MoveList<P::Move>,
        table: Option<u8>,
    ) -> Ranking {
        let killers = self.killers.get(context.ply).copied().unwrap_or_default();
        let counter = context.previous.and_then(|slot| self.counters[context.side][slot]);
        let mut ranking = Ranking { items: ArrayVec::new(), next: 0 };
        for (index, &mv) in moves.iter().enumerate() {
            let priority = if techniques.tablemove && table == Some(index as u8) {
                TABLE_MOVE
            } else if techniques.killers && killers[0] == Some(mv) {
                KILLERS[0]
            } else if techniques.killers && killers[1] == Some(mv) {
                KILLERS[1]
            } else if techniques.counters && P::MOVE_SLOTS > 1 && counter == Some(mv) {
                COUNTER
            } else if techniques.history {
                self.histories[self.own].of(context.side, position.move_slot(mv))
            } else {
                0
            };
            ranking.items.push(Item { priority, index: index as u8 });
        }
        ranking
    }

    /// A move refuted the line, after others (`tried` at the front of the ranking) had not.
    #[inline(always)]
    pub(crate) fn refuted(
        &mut self,
        context: NodeContext,
        position: &P,
        moves: &MoveList<P::Move>,
        ranking: &Ranking,
        refutation: u8,
        depth: i32,
    ) {
        let mv = moves[usize::from(refutation)];
        if let Some(killers) = self.killers.get_mut(context.ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
        if P::MOVE_SLOTS == 1 {
            return;
        }
        if let Some(slot) = context.previous {
            self.counters[context.side][slot] = Some(mv);
        }
        let bonus = (depth * depth).min(400);
        let told = if depth >= TELLING_DEPTH { self.histories } else { &self.histories[self.own..=self.own] };
        for item in &ranking.items[..ranking.next] {
            let change = if item.index == refutation { bonus } else { -bonus };
            let slot = position.move_slot(moves[usize::from(item.index)]);
            for history in told {
                history.add(context.side, slot, change);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Item {
    priority: i32,
    index: u8,
}

/// The moves of a node, handed out best first.
pub(crate) struct Ranking {
    items: ArrayVec<Item, 256>,
    next: usize,
}

impl Ranking {
    /// Adds to the priority of a move that is not a table, killer or counter move.
    #[inline(always)]
    pub(crate) fn add(&mut self, index: usize, bonus: i32) {
        let item = &mut self.items[index];
        if item.priority < QUIET_LIMIT && item.priority != LEFT_OUT {
            item.priority = (item.priority + bonus).clamp(-QUIET_LIMIT, QUIET_LIMIT - 1);
        }
    }

    /// A move is not tried.
    #[inline(always)]
    pub(crate) fn leave_out(&mut self, index: usize) {
        self.items[index].priority = LEFT_OUT;
    }

    /// The number of the next move in generator order, and whether it is a special one. Equal priorities keep
    /// generator order.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(u8, bool)> {
        let start = self.next;
        if start >= self.items.len() {
            return None;
        }
        let mut best = start;
        for i in start + 1..self.items.len() {
            let (a, b) = (self.items[i], self.items[best]);
            if a.priority > b.priority || a.priority == b.priority && a.index < b.index {
                best = i;
            }
        }
        if self.items[best].priority == LEFT_OUT {
            return None;
        }
        self.items.swap(start, best);
        self.next += 1;
        let item = self.items[start];
        Some((item.index, item.priority >= QUIET_LIMIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Game;
    use agon_reversi::Reversi;
    use agon_reversi::ReversiPosition as Board;

    /// The histories of two threads after the first of them saw the second move of the start refute, after the first did not.
    fn after_a_refutation(depth: i32) -> [[i32; 2]; 2] {
        let position = Reversi.start();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let histories = [History::new::<Board>(), History::new::<Board>()];
        let mut experience = Experience::<Board>::new(&histories, 0);
        let context = NodeContext { side: Side::First, ply: 0, previous: None };
        let techniques = Techniques::default();
        let mut ranking = experience.rank(&techniques, context, &position, &moves, None);
        assert_eq!([ranking.next(), ranking.next()], [Some((0, false)), Some((1, false))]);
        experience.refuted(context, &position, &moves, &ranking, 1, depth);
        let of = |history: &History, i: usize| history.of(Side::First, position.move_slot(moves[i]));
        histories.each_ref().map(|history| [of(history, 0), of(history, 1)])
    }

    #[test]
    fn what_a_deep_node_teaches_all_threads_know() {
        assert_eq!(after_a_refutation(TELLING_DEPTH - 1), [[-288, 288], [0, 0]]);
        assert_eq!(after_a_refutation(TELLING_DEPTH), [[-512, 512], [-512, 512]]);
    }

    #[test]
    fn a_history_stays_in_its_range() {
        let history = History::new::<Board>();
        for change in [400, -400] {
            for _ in 0..1000 {
                history.add(Side::First, 0, change);
            }
            assert!(history.of(Side::First, 0).abs() <= HISTORY_LIMIT);
        }
    }
}
