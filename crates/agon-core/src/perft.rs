//! Perft: counting move sequences, the first test of every rules implementation.
//!
//! A pass is a ply, a finished game is one leaf, dice are no plies (and do not multiply the count). The last
//! ply is counted without being played.

use crate::Position;
use crate::compiled_for;
use crate::cpu::{self, Choice, Cpu, Task};
use crate::position::MoveList;

/// The number of leaves `depth` plies below `position`.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    perft_on(Choice::Best, position, depth)
}

/// [`perft`] on chosen processor instructions, to compare them.
pub fn perft_on<P: Position>(choice: Choice, position: &P, depth: u32) -> u64 {
    cpu::dispatch_on(choice, Perft { position: *position, depth })
}

struct Perft<P> {
    position: P,
    depth: u32,
}

impl<P: Position> Task for Perft<P> {
    type Output = u64;

    fn run<C: Cpu>(self, cpu: C) -> u64 {
        if self.depth == 0 { 1 } else { below(cpu, &self.position, self.depth) }
    }
}

/// `depth` is at least 1.
fn below<P: Position, C: Cpu>(cpu: C, position: &P, depth: u32) -> u64 {
    compiled_for!(cpu, {
        if P::HAS_CHANCE && position.chance().is_some() {
            let mut rolled = *position;
            rolled.resolve(0);
            return below(cpu, &rolled, depth);
        }
        if depth == 1 {
            return position.count_moves().max(1) as u64;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.is_empty() {
            return 1;
        }
        // A copy that nothing refers to, and a loop of its own for the last plies, in which no reference to
        // `next` is taken either: so positions stay in registers there, and what is the same for all moves is
        // computed once.
        let position = *position;
        let mut leaves = 0;
        if depth == 2 {
            for &mv in &moves {
                let mut next = position;
                next.play(mv);
                leaves += if P::HAS_CHANCE && next.chance().is_some() {
                    below(cpu, &next, 1)
                } else {
                    next.count_moves().max(1) as u64
                };
            }
            return leaves;
        }
        for &mv in &moves {
            let mut next = position;
            next.play(mv);
            leaves += below(cpu, &next, depth - 1);
        }
        leaves
    })
}
