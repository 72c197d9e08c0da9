//! Monte-Carlo tree search: UCT (Kocsis, Szepesvári 2006) with the solver of Winands, Björnsson, Saito (2008).
//!
//! A tree grows by one position for every random game played to its end. Proven results are passed up: a move
//! into a proven win is proven, a position whose moves are all proven is as good as the best of them. It is here
//! to be compared with; a node in its reports is a random game, and a depth limit of `n` stands for `1000 n` of
//! them.

use crate::clock::Clock;
use crate::evaluator::Evaluator;
use crate::floor;
use crate::found::Found;
use crate::limits::Limits;
use crate::score::{self, Value, WIN};
use crate::techniques::Techniques;
use agon_core::compiled_for;
use agon_core::cpu::{self, Cpu, Task};
use agon_core::{Dice, MoveList, Position, Side};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Random games between two looks at the clock.
const BATCH: u64 = 32;

/// Random games for one ply of a depth limit.
const GAMES_PER_PLY: u64 = 1000;

/// A win is shown as this many hundredths, an even game as 0.
const CERTAIN: f64 = 10_000.0;

/// A position of the tree. Values are the first side's: 1 a win, 0 a draw, −1 a loss.
#[derive(Clone, Copy)]
struct Node {
    /// The number of the first child; 0 before the node is expanded.
    children: u32,
    count: u16,
    /// The weight of a chance node's outcome; 1 for a move.
    weight: u32,
    visits: u32,
    sum: f64,
    proven: Option<i8>,
}

impl Node {
    const fn new(weight: u32) -> Node {
        Node { children: 0, count: 0, weight, visits: 0, sum: 0.0, proven: None }
    }

    fn mean(&self) -> f64 {
        match self.proven {
            Some(value) => f64::from(value),
            None => self.sum / f64::from(self.visits.max(1)),
        }
    }
}

/// A search tree over one root position.
pub struct Tree<'a, P: Position, E: Evaluator<P>> {
    evaluator: &'a E,
    exploration: f64,
    instructions: cpu::Choice,
    root: P,
    nodes: Vec<Node>,
    capacity: usize,
    dice: Dice,
    path: Vec<u32>,
}

impl<'a, P: Position, E: Evaluator<P>> Tree<'a, P, E> {
    /// A tree of the root alone. It takes as much memory as a table would; its random games depend on nothing
    /// but the position.
    pub fn new(evaluator: &'a E, techniques: &Techniques, root: &P) -> Self {
        let capacity = ((techniques.hash << 20) / size_of::<Node>()).max(1024);
        Tree {
            evaluator,
            exploration: f64::from(techniques.exploration) / 100.0,
            instructions: techniques.instructions,
            root: *root,
            nodes: vec![Node::new(1)],
            capacity,
            dice: Dice::new(root.key()),
            path: Vec::with_capacity(256),
        }
    }

    /// Plays random games until a limit is reached. `found` is what is known before: some legal move.
    pub fn search(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        found: &mut Found<P::Move>,
        report: &mut dyn FnMut(&Found<P::Move>),
    ) -> Found<P::Move> {
        let games = limits.depth.map(|depth| u64::from(depth) * GAMES_PER_PLY);
        let limit = games.into_iter().chain(limits.nodes).min().unwrap_or(u64::MAX);
        let mut played = 0;
        let mut next_report = BATCH;
        while played < limit && self.nodes[0].proven.is_none() {
            let out_of_time = || limits.hard.is_some_and(|hard| clock.elapsed() >= hard);
            if played >= floor::GAMES && (stop.load(Relaxed) || out_of_time()) {
                break;
            }
            let batch = BATCH.min(limit - played);
            let instructions = self.instructions;
            cpu::dispatch_on(instructions, Batch { tree: self, games: batch });
            played += batch;
            if played >= next_report {
                next_report = 2 * played;
                *found = self.found(played, clock, found);
                report(found);
            }
        }
        if played > 0 {
            *found = self.found(played, clock, found);
        }
        found.clone()
    }

    /// One random game: down the tree, one position further, to the end, and back up.
    #[inline(always)]
    fn play_one(&mut self) {
        let mut position = self.root;
        let mut moves = MoveList::new();
        let mut current = 0;
        self.path.clear();
        self.path.push(0);
        loop {
            let node = self.nodes[current];
            let is_new = node.visits == 0 && current != 0;
            if node.proven.is_some()
                || node.count == 0 && !self.expand(current, &position, &mut moves, is_new)
            {
                break;
            }
            let choice = match position.chance() {
                Some(weights) => {
                    let outcome = self.dice.weighted(weights);
                    position.resolve(outcome);
                    outcome
                }
                None => {
                    let choice = self.select(current, position.side_to_move());
                    moves.clear();
                    position.generate(&mut moves);
                    position.play(moves[choice]);
                    choice
                }
            };
            current = self.nodes[current].children as usize + choice;
            self.path.push(current as u32);
        }
        let value = match self.nodes[current].proven {
            Some(value) => f64::from(value),
            None => self.random_game(position, &mut moves),
        };
        self.back_up(value);
    }

    /// Gives a node its children; `false` if the random game begins here: because the node is new, the game is
    /// over, or memory is full.
    #[inline(always)]
    fn expand(&mut self, current: usize, position: &P, moves: &mut MoveList<P::Move>, is_new: bool) -> bool {
        if is_new {
            if let Some(outcome) = position.outcome() {
                let score = self.evaluator.finished(position, outcome);
                self.nodes[current].proven = Some((score.signum() * position.side_to_move().sign()) as i8);
            }
            return false;
        }
        if self.nodes.len() + moves.capacity() > self.capacity {
            return false;
        }
        let first = self.nodes.len() as u32;
        if P::HAS_CHANCE
            && let Some(weights) = position.chance()
        {
            self.nodes.extend(weights.iter().map(|&weight| Node::new(weight)));
        } else {
            moves.clear();
            position.generate(moves);
            self.nodes.extend(moves.iter().map(|_| Node::new(1)));
        }
        let count = self.nodes.len() as u32 - first;
        self.nodes[current].children = first;
        self.nodes[current].count = count as u16;
        true
    }

    /// 1 if the first side has won a finished game, −1 if it has lost.
    fn result(&self, position: &P) -> i32 {
        let score = position.outcome().map_or(0, |outcome| self.evaluator.finished(position, outcome));
        score.signum() * position.side_to_move().sign()
    }

    /// The child with the highest upper confidence bound for `side`; a proven loss only if all are.
    #[inline(always)]
    fn select(&self, current: usize, side: Side) -> usize {
        let node = &self.nodes[current];
        let start = node.children as usize;
        let children = &self.nodes[start..start + usize::from(node.count)];
        let sign = f64::from(side.sign());
        let logarithm = f64::from(node.visits.max(1)).ln();
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let bound = if child.proven.is_some() {
                sign * child.mean()
            } else if child.visits == 0 {
                1e6
            } else {
                sign * child.mean() + self.exploration * (logarithm / f64::from(child.visits)).sqrt()
            };
            if bound > highest {
                (best, highest) = (index, bound);
            }
        }
        best
    }

    #[inline(always)]
    fn random_game(&mut self, mut position: P, moves: &mut MoveList<P::Move>) -> f64 {
        loop {
            if P::HAS_CHANCE
                && let Some(weights) = position.chance()
            {
                position.resolve(self.dice.weighted(weights));
                continue;
            }
            moves.clear();
            position.generate(moves);
            match self.dice.pick(moves) {
                Some(&mv) => position.play(mv),
                None => return f64::from(self.result(&position)),
            }
        }
    }

    /// Adds a result to every node of the path, and proves what can be proven.
    fn back_up(&mut self, value: f64) {
        let path = std::mem::take(&mut self.path);
        for &index in path.iter().rev() {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.sum += value;
        }
        // Whose turn it is along the path is found by playing it again only when something was proven.
        if path.last().is_some_and(|&leaf| self.nodes[leaf as usize].proven.is_some()) {
            self.prove(&path);
        }
        self.path = path;
    }

    fn prove(&mut self, path: &[u32]) {
        let mut turns: Vec<Option<Side>> = Vec::with_capacity(path.len());
        let mut position = self.root;
        let mut moves = MoveList::new();
        for step in path.windows(2) {
            let choice = (step[1] - self.nodes[step[0] as usize].children) as usize;
            if position.chance().is_some() {
                turns.push(None);
                position.resolve(choice);
            } else {
                turns.push(Some(position.side_to_move()));
                moves.clear();
                position.generate(&mut moves);
                position.play(moves[choice]);
            }
        }
        for (&index, &turn) in path.iter().zip(&turns).rev() {
            let node = self.nodes[index as usize];
            let start = node.children as usize;
            let children = self.nodes[start..start + usize::from(node.count)].iter();
            let known: Vec<Option<i8>> = children.filter(|c| c.weight > 0).map(|c| c.proven).collect();
            let proven = match turn {
                None => known[0].filter(|_| known.iter().all(|&k| k == known[0])),
                Some(side) => {
                    let sign = side.sign() as i8;
                    let best = known.iter().flatten().map(|&v| v * sign).max();
                    let complete = known.iter().all(Option::is_some);
                    best.filter(|&best| best == 1 || complete).map(|best| best * sign)
                }
            };
            match proven {
                Some(value) => self.nodes[index as usize].proven = Some(value),
                None => break,
            }
        }
    }

    /// The number of the child to play: proven wins, then the most visited, never a proven loss if avoidable.
    fn preferred(&self, current: usize, side: Side) -> Option<usize> {
        let node = &self.nodes[current];
        let start = node.children as usize;
        let children = &self.nodes[start..start + usize::from(node.count)];
        let worth = |child: &Node| match child.proven.map(|value| i32::from(value) * side.sign()) {
            Some(1) => (2, u32::MAX),
            Some(-1) => (0, child.visits),
            _ => (1, child.visits),
        };
        (0..children.len()).max_by_key(|&i| (worth(&children[i]), std::cmp::Reverse(i)))
    }

    fn found(&self, played: u64, clock: &dyn Clock, before: &Found<P::Move>) -> Found<P::Move> {
        let (mut line, mut position, mut current) = (Vec::new(), self.root, 0);
        while position.chance().is_none()
            && let Some(choice) = self.preferred(current, position.side_to_move())
        {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            line.push(moves[choice]);
            position.play(moves[choice]);
            current = self.nodes[current].children as usize + choice;
            if self.nodes[current].visits < 2 {
                break;
            }
        }
        let Some(&mv) = line.first() else { return before.clone() };
        let sign = self.root.side_to_move().sign();
        let value = match self.nodes[0].proven.map(|value| i32::from(value) * sign) {
            Some(0) => Value::resolved(0),
            Some(value) => Value::estimated(value * WIN),
            None => {
                let best = self.preferred(0, self.root.side_to_move()).unwrap_or(0);
                let child = &self.nodes[self.nodes[0].children as usize + best];
                Value::estimated(score::estimate((child.mean() * CERTAIN * f64::from(sign)) as i32))
            }
        };
        let depth = line.len() as u32;
        Found {
            mv,
            value,
            depth,
            complete: true,
            nodes: played,
            elapsed: clock.elapsed(),
            line,
            likely: None,
        }
    }
}

struct Batch<'t, 'a, P: Position, E: Evaluator<P>> {
    tree: &'t mut Tree<'a, P, E>,
    games: u64,
}

impl<P: Position, E: Evaluator<P>> Task for Batch<'_, '_, P, E> {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        compiled_for!(cpu, {
            for _ in 0..self.games {
                self.tree.play_one();
            }
        });
    }
}
