//! The course's minimax: every line to the same number of plies, where a side without a move uses none up.

use super::{Course, moves_in_order};
use crate::{Move, ReversiPosition};
use agon_core::{MoveList, Position};
use agon_engine::mind::Mind;
use agon_search::Limits;
use agon_search::found::Reporting;
use agon_search::score::{self, INFINITE};
use agon_search::{Clock, Found, Nothing, Score, Techniques, Term, Value, floor};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// There are no more discs to be played than this.
const LONGEST: u32 = 60;

/// How many positions are looked at between two looks at the clock.
const INTERVAL: u64 = 256;

/// The course's player. Of several best moves it takes the last in the course's order, which is how it opens in the
/// course's document. With alpha-beta (the technique `alphabeta`) it leaves out what cannot change value or move; no
/// other technique applies: a table of positions, for one, would mix up the parities of different last moves.
pub struct Minimax {
    course: Course,
    alphabeta: bool,
}

impl Minimax {
    /// A player with this evaluation.
    pub fn new(course: Course, techniques: &Techniques) -> Minimax {
        Minimax { course, alphabeta: techniques.alphabeta }
    }

    fn effort<'a>(&'a self, limits: Limits, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Effort<'a> {
        let Minimax { course, alphabeta } = self;
        Effort {
            course,
            alphabeta: *alphabeta,
            limits,
            clock,
            stop,
            nodes: 0,
            complete: 0,
            is_over: false,
            is_cut: false,
        }
    }
}

/// A search that is under way.
struct Effort<'a> {
    course: &'a Course,
    alphabeta: bool,
    limits: Limits,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    nodes: u64,
    /// The largest depth that is complete.
    complete: u32,
    /// Whether a limit has ended it.
    is_over: bool,
    /// Whether a line was left before the end of the game.
    is_cut: bool,
}

impl Effort<'_> {
    /// Counts a position; whether a limit has ended the search.
    fn count(&mut self) -> bool {
        self.is_over |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        self.nodes += u64::from(!self.is_over);
        if self.nodes.is_multiple_of(INTERVAL) && floor::is_reached(self.complete, self.nodes, false) {
            let late = self.limits.hard.is_some_and(|end| self.clock.elapsed() >= end);
            self.is_over |= late || self.stop.load(Relaxed);
        }
        self.is_over
    }

    /// What a position is worth for the side to move, `depth` plies deep, with the line that leads there.
    fn value(
        &mut self,
        position: &ReversiPosition,
        depth: u32,
        [alpha, beta]: [Score; 2],
        line: &mut Vec<Move>,
    ) -> Score {
        line.clear();
        if self.count() {
            return 0;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if depth == 0 || moves.is_empty() {
            self.is_cut |= !moves.is_empty();
            return self.course.for_black(position) * position.side_to_move().sign();
        }
        let (mut best, mut continuation) = (-INFINITE, Vec::new());
        for &mv in &moves {
            let window = if self.alphabeta { [alpha.max(best), beta] } else { [-INFINITE, INFINITE] };
            let value = self.after(position, mv, depth, window, &mut continuation);
            if value > best {
                best = value;
                line.clear();
                line.push(mv);
                line.append(&mut continuation);
            }
            if self.is_over || (self.alphabeta && best >= beta) {
                break;
            }
        }
        best
    }

    /// What a move is worth for the side that makes it.
    fn after(
        &mut self,
        position: &ReversiPosition,
        mv: Move,
        depth: u32,
        [alpha, beta]: [Score; 2],
        line: &mut Vec<Move>,
    ) -> Score {
        let mut next = *position;
        next.play(mv);
        // A side without a move does not use up a ply.
        let depth = depth - u32::from(mv != Move::PASS);
        -self.value(&next, depth, [-beta, -alpha], line)
    }

    /// Every move of the root, or only what is needed to know the best one; nothing if a limit came first.
    fn root(
        &mut self,
        position: &ReversiPosition,
        moves: &[Move],
        depth: u32,
        every: bool,
    ) -> Option<Vec<Found<Move>>> {
        let mut list = Vec::with_capacity(moves.len());
        let (mut best, mut line) = (-INFINITE, Vec::new());
        for &mv in moves {
            // The window lets equals in, because the last of them is chosen.
            let narrow = self.alphabeta && !every && best > -INFINITE;
            let window = [if narrow { best - 1 } else { -INFINITE }, INFINITE];
            let value = self.after(position, mv, depth, window, &mut line);
            if self.is_over {
                return None;
            }
            best = best.max(value);
            let mut found = self.found(mv, value, depth);
            found.line.append(&mut line);
            list.push(found);
        }
        // Best first; of equals the last in the course's order.
        list.reverse();
        list.sort_by_key(|found| -found.value.score);
        for found in &mut list {
            (found.nodes, found.elapsed) = (self.nodes, self.clock.elapsed());
        }
        Some(list)
    }

    fn found(&self, mv: Move, value: Score, depth: u32) -> Found<Move> {
        Found {
            mv,
            value: Value::estimated(score::estimate(value)),
            depth,
            complete: true,
            nodes: self.nodes,
            elapsed: self.clock.elapsed(),
            line: vec![mv],
            likely: None,
        }
    }

    /// Looks ever deeper and calls `each` with every depth's moves, the best first, until a limit or the end of the game.
    fn deepen(
        &mut self,
        position: &ReversiPosition,
        every: bool,
        each: &mut dyn FnMut(Vec<Found<Move>>),
    ) -> Result<(), Nothing> {
        let mut moves = moves_in_order(position);
        if moves.is_empty() {
            let mut pass = MoveList::new();
            position.generate(&mut pass);
            moves.extend(pass.iter().copied());
        }
        let value = self.course.for_black(position) * position.side_to_move().sign();
        let at_once: Vec<_> = moves.iter().rev().map(|&mv| self.found(mv, value, 0)).collect();
        if at_once.is_empty() {
            return Err(Nothing::Over);
        }
        each(at_once);
        for depth in 1..=self.limits.depth.unwrap_or(LONGEST).clamp(1, LONGEST) {
            let late = self.limits.soft.is_some_and(|end| self.clock.elapsed() >= end);
            if (late || self.stop.load(Relaxed)) && floor::is_reached(self.complete, self.nodes, false) {
                break;
            }
            self.is_cut = false;
            let Some(list) = self.root(position, &moves, depth, every) else { break };
            self.complete = depth;
            each(list);
            if !self.is_cut {
                break;
            }
        }
        Ok(())
    }
}

impl Mind<ReversiPosition> for Minimax {
    fn search(
        &mut self,
        position: &ReversiPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<Move>),
    ) -> Result<Found<Move>, Nothing> {
        let (mut latest, mut effort) = (None, self.effort(limits, clock, stop));
        effort.deepen(position, false, &mut |list| {
            latest = list.into_iter().next();
            latest.iter().for_each(&mut *report);
        })?;
        let mut found = latest.ok_or(Nothing::Over)?;
        (found.nodes, found.elapsed) = (effort.nodes, clock.elapsed());
        Ok(found)
    }

    fn analyze(
        &mut self,
        position: &ReversiPosition,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: Reporting<'_, Move>,
    ) -> Result<Vec<Found<Move>>, Nothing> {
        let mut latest = Vec::new();
        self.effort(limits, clock, stop).deepen(position, true, &mut |list| {
            if list.iter().any(|found| found.depth > 0) {
                report(&list);
            }
            latest = list;
        })?;
        Ok(latest)
    }

    fn forget(&mut self) {}

    fn evaluate(&self, position: &ReversiPosition) -> Option<Score> {
        Some(score::estimate(self.course.for_black(position) * position.side_to_move().sign()))
    }

    fn terms(&self, position: &ReversiPosition) -> Vec<Term> {
        self.course.terms(position)
    }
}
