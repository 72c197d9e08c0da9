//! Random positions, solved as training labels.

use crate::Arguments;
use crate::clock::processor_seconds;
use agon_core::Dice;
use agon_core::cpu::Baseline;
use agon_reversi::solver::kernels::{flips, mobility};
use agon_reversi::solver::{Limits, Solver};

pub(crate) fn measure(arguments: &Arguments) -> Result<(), String> {
    let mut options = arguments.options.clone();
    options.table_bytes = arguments.table.unwrap_or(16 << 20);
    let mut solver = Solver::new(&options);
    let mut dice = Dice::new(arguments.seed);
    let positions: Vec<(u64, u64)> =
        std::iter::from_fn(|| Some(random_position(&mut dice, arguments.empties)))
            .flatten()
            .take(arguments.positions as usize)
            .collect();
    let (mut nodes, mut sum) = (0, 0);
    let start = processor_seconds();
    for &(me, them) in &positions {
        let answer = solver.solve(me, them, Limits::default()).map_err(|error| error.to_string())?;
        nodes += answer.nodes;
        sum += i64::from(answer.margin);
    }
    let seconds = processor_seconds() - start;
    let count = positions.len() as f64;
    println!(
        "{count} random positions with {} empty squares (seed {}): {seconds:.3} s of processor time, {:.0} nodes each, \
         {:.1} Mn/s, {:.2} million an hour (margins sum to {sum})",
        arguments.empties,
        arguments.seed,
        nodes as f64 / count,
        nodes as f64 / seconds / 1e6,
        count / seconds * 3600.0 / 1e6
    );
    Ok(())
}

/// A position after random moves from the start, the side to move having a move; nothing if the game ended
/// before.
fn random_position(dice: &mut Dice, empties: u32) -> Option<(u64, u64)> {
    let (mut me, mut them) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
    loop {
        let mut moves = mobility(Baseline, me, them);
        if moves == 0 {
            (me, them) = (them, me);
            moves = mobility(Baseline, me, them);
            if moves == 0 {
                return None;
            }
        }
        if (!(me | them)).count_ones() <= empties {
            return Some((me, them));
        }
        for _ in 0..dice.below(moves.count_ones().into()) {
            moves &= moves - 1;
        }
        let square = moves.trailing_zeros();
        let turned = flips(Baseline, me, them, square as usize);
        (me, them) = (them ^ turned, me ^ turned | 1 << square);
    }
}
