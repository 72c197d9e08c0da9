//! Every legal move with its value: each is searched with the full window.

use crate::effort::Stage;
use crate::evaluator::Evaluator;
use crate::found::{Found, Reporting};
use crate::limits::MAX_DEPTH;
use crate::parallel;
use crate::root::Root;
use crate::score::Score;
use crate::unhurried;
use crate::window::Window;
use crate::worker::{Ground, Worker};
use agon_core::Position;
use agon_core::cpu::{Cpu, Task};
use agon_core::sync::{lock, unpoisoned};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;

/// The moves of one depth, shared out among the threads, and the values found so far.
struct Round<M> {
    depth: u32,
    /// The order in which the moves are taken, as numbers in generator order.
    order: Vec<usize>,
    next: AtomicUsize,
    values: Mutex<Vec<Option<Found<M>>>>,
}

impl<M: Clone> Round<M> {
    fn put(&self, index: usize, found: Found<M>) {
        lock(&self.values)[index] = Some(found);
    }

    fn into_values(self) -> Vec<Option<Found<M>>> {
        unpoisoned(self.values.into_inner())
    }
}

struct Valuate<'a, P: Position, E: Evaluator<P>> {
    ground: &'a Ground<'a, P, E>,
    /// Its number.
    thread: usize,
    round: &'a Round<P::Move>,
    done: Sender<()>,
}

impl<P: Position, E: Evaluator<P>> Task for Valuate<'_, P, E> {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let Valuate { ground, thread, round, done } = self;
        let mut worker = Worker::new(cpu, ground, thread);
        // Each thread has moves of its own here: nothing to put off.
        worker.shares_work = false;
        let root = Root::new(ground.evaluator, &ground.root);
        let depth = round.depth as i32;
        while let Some(&index) = round.order.get(round.next.fetch_add(1, Relaxed)) {
            if !worker.gauge.begin(Stage::ALONE) {
                break;
            }
            let value = if ground.techniques.alphabeta {
                worker.root_move(&root, index, depth, Window::FULL)
            } else {
                worker.minimax_move(&root, index, depth)
            };
            worker.gauge.account();
            if worker.gauge.stopped() {
                break;
            }
            let mv = root.moves[index].mv;
            worker.lines.set(0, mv);
            let line = worker.lines.from(0).to_vec();
            let (nodes, elapsed) = (ground.effort.nodes(), ground.effort.clock.elapsed());
            let depth = round.depth;
            round.put(index, Found { mv, value, depth, complete: true, nodes, elapsed, line, likely: None });
        }
        worker.gauge.account();
        let _ = done.send(());
    }
}

/// Values every move, deeper and deeper.
pub(crate) fn run<P: Position, E: Evaluator<P>>(
    ground: &Ground<'_, P, E>,
    report: Reporting<'_, P::Move>,
) -> Vec<Found<P::Move>> {
    let effort = ground.effort;
    let root = Root::new(ground.evaluator, &ground.root);
    let score = unhurried::evaluate(ground.evaluator, &ground.root);
    let unknown = |mv| Found {
        mv,
        value: crate::score::Value::estimated(crate::score::estimate(score)),
        depth: 0,
        complete: true,
        nodes: 0,
        elapsed: effort.clock.elapsed(),
        line: vec![mv],
        likely: None,
    };
    let mut known: Vec<Found<P::Move>> = root.moves.iter().map(|m| unknown(m.mv)).collect();
    let last = effort.limits.last_depth();
    let straight = !ground.techniques.deepening && effort.limits.is_depth_alone();
    let mut depth = if straight { last } else { 1 };
    while depth <= last.min(MAX_DEPTH) && !effort.is_spent() {
        let values = round(ground, depth, &known);
        let complete = values.iter().all(Option::is_some);
        for (old, new) in known.iter_mut().zip(values) {
            if let Some(new) = new {
                *old = new;
            }
        }
        if complete {
            effort.complete(depth);
            report(&sorted(&known));
            if known.iter().all(|found| found.value.resolved) {
                break;
            }
        }
        depth += 1;
    }
    sorted(&known)
}

/// All moves at one depth; nothing for those that were not completed.
fn round<P: Position, E: Evaluator<P>>(
    ground: &Ground<'_, P, E>,
    depth: u32,
    known: &[Found<P::Move>],
) -> Vec<Option<Found<P::Move>>> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(known[index].value.score));
    let values = Mutex::new(vec![None; known.len()]);
    let round = Round { depth, order, next: AtomicUsize::new(0), values };
    std::thread::scope(|scope| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let valuate = |thread| Valuate { ground, thread, round: &round, done: sender.clone() };
        parallel::on_threads(scope, ground.effort.threads, ground.techniques.instructions, valuate);
        drop(sender);
        receiver.into_iter().for_each(drop);
    });
    round.into_values()
}

/// Best first. A move that was searched deeper than another is not better for that: the values decide.
fn sorted<M: Clone>(known: &[Found<M>]) -> Vec<Found<M>> {
    let mut list = known.to_vec();
    let worth = |found: &Found<M>| -> (bool, Score) { (found.depth > 0, found.value.score) };
    list.sort_by_key(|found| std::cmp::Reverse(worth(found)));
    list
}
