//! Iterative deepening (Slate, Atkin 1977), on as many threads as are asked for.
//!
//! Every thread deepens on its own, with the same table. The first to complete a depth publishes its result;
//! the others give that depth up and go on with the next. One thread alone is deterministic.

use crate::effort::Stage;
use crate::evaluator::Evaluator;
use crate::found::Choice;
use crate::parallel;
use crate::root::Root;
use crate::score::{Score, WIN};
use crate::worker::{Ground, Worker};
use agon_core::Position;
use agon_core::cpu::{Cpu, Task};
use agon_core::sync::{lock, unpoisoned};
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// What a thread has found: a choice at a depth.
#[derive(Clone, Debug)]
pub(crate) struct Finding<M> {
    pub(crate) depth: u32,
    pub(crate) choice: Choice<M>,
    pub(crate) nodes: u64,
    /// Whether the depth is complete.
    pub(crate) complete: bool,
}

/// Where the threads publish what they find.
pub(crate) struct Board<M> {
    best: Mutex<Option<Finding<M>>>,
}

impl<M: Clone> Board<M> {
    pub(crate) fn new() -> Board<M> {
        Board { best: Mutex::new(None) }
    }

    /// Puts up a finding if it is better than the one that is there; whether it was.
    fn publish(&self, finding: &Finding<M>) -> bool {
        let mut best = lock(&self.best);
        let newer = best.as_ref().is_none_or(|b| (finding.depth, finding.complete) > (b.depth, b.complete));
        // Within a depth that is not complete, a later improvement counts if it is one.
        let better = best.as_ref().is_some_and(|b| {
            (finding.depth, finding.complete) == (b.depth, false)
                && finding.choice.value.score > b.choice.value.score
        });
        if newer || better {
            *best = Some(finding.clone());
        }
        newer || better
    }

    /// The best finding of all threads.
    pub(crate) fn take(self) -> Option<Finding<M>> {
        unpoisoned(self.best.into_inner())
    }

    /// The value that was found last, and the number of the move in generator order.
    fn expected(&self) -> Option<(Score, usize)> {
        let best = lock(&self.best);
        best.as_ref().map(|b| (b.choice.value.score, b.choice.index))
    }
}

/// On the clock a single move is not thought about, but for a glance at what follows, so that its score means something.
const NODES_FOR_ONLY_MOVE: u64 = 10_000;

/// One thread's part of a search.
struct Deepen<'a, P: Position, E: Evaluator<P>> {
    ground: &'a Ground<'a, P, E>,
    /// Its number.
    thread: usize,
    board: &'a Board<P::Move>,
    findings: Sender<Finding<P::Move>>,
}

impl<P: Position, E: Evaluator<P>> Task for Deepen<'_, P, E> {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let effort = self.ground.effort;
        let mut worker = Worker::new(cpu, self.ground, self.thread);
        let mut root = Root::new(self.ground.evaluator, &self.ground.root);
        if let Some(allows) = self.ground.allows {
            root.restrict(allows);
        }
        let last = effort.limits.last_depth();
        let straight = !self.ground.techniques.deepening && effort.limits.is_depth_alone();
        while !effort.is_spent() {
            let depth = if straight { last } else { effort.stage().depth };
            if depth > last || !worker.gauge.begin(Stage::of(depth)) {
                break;
            }
            let expected = self.board.expected();
            if let Some((_, index)) = expected {
                // What another thread found is tried first here too.
                root.promote(index);
            }
            let mut improved = |choice: Choice<P::Move>| {
                let finding = Finding { depth, choice, nodes: effort.nodes(), complete: false };
                if self.board.publish(&finding) {
                    // Nobody listens any more only when the search is over: then it does not matter.
                    let _ = self.findings.send(finding);
                }
            };
            let choice =
                worker.search_depth(&mut root, depth as i32, expected.map(|(score, _)| score), &mut improved);
            worker.gauge.account();
            let complete = !worker.gauge.stopped();
            let Some(choice) = choice else { continue };
            let value = choice.value;
            root.promote(choice.index);
            let finding = Finding { depth, choice, nodes: effort.nodes(), complete };
            let published = self.board.publish(&finding);
            if published {
                let _ = self.findings.send(finding);
            }
            if complete {
                // Only what everybody can see may end the search: another thread may have been first with a
                // value that is not yet resolved.
                // Who wins is enough for a move on the clock; where only a depth was asked for, that depth may show a faster win.
                let decided =
                    E::MARGIN_IS_DISTANCE && value.score.abs() >= WIN && !effort.limits.is_depth_alone();
                let forced = root.choices().len() == 1
                    && effort.limits.soft.is_some()
                    && effort.nodes() >= NODES_FOR_ONLY_MOVE;
                if published && (value.resolved || decided || forced || depth == last) {
                    effort.end();
                }
                effort.complete(depth);
            }
        }
        // A thread leaves only when the whole search is over: the others need not go on.
        effort.end();
        worker.gauge.account();
    }
}

/// Runs all threads; `listen` is called on this one with everything they find.
pub(crate) fn run<P: Position, E: Evaluator<P>>(
    ground: &Ground<'_, P, E>,
    listen: &mut dyn FnMut(Finding<P::Move>),
) -> Option<Finding<P::Move>> {
    let board = Board::new();
    std::thread::scope(|scope| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let deepen = |thread| Deepen { ground, thread, board: &board, findings: sender.clone() };
        parallel::on_threads(scope, ground.effort.threads, ground.techniques.instructions, deepen);
        drop(sender);
        for finding in receiver {
            listen(finding);
        }
    });
    board.take()
}
