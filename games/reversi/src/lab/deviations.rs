//! Fitting how far searches of different depths differ.

use crate::solver::evaluation::Spread;
use crate::solver::{Limits, Options, Ordering, Solver};

/// The sum of squared differences for one combination of empty squares, depth and probe.
struct Cell {
    numbers: [f64; 4],
    square: f64,
    count: f64,
}

/// Fits both formulas to positions that are given by their number of empty squares.
pub(super) fn fit(solver: &mut Solver, by_empties: &[Vec<(u64, u64)>], each: usize) -> Spread {
    let options = Options { table_bytes: 64 << 20, ordering: Ordering::Simple, ..Options::default() };
    let mut prover = Solver::new(&Options { ordering: solver.options().ordering.clone(), ..options });
    let (mut middle, mut end) = (Vec::new(), Vec::new());
    for empties in [10usize, 12, 14, 16, 18, 20, 13, 15, 17, 19] {
        // Proofs of more empty squares take longer: fewer of them.
        let number = if empties > 16 { each >> ((empties - 16) / 2 + 1) } else { each };
        for &(me, them) in by_empties[empties].iter().take(number) {
            let Ok(answer) = prover.solve(me, them, Limits::default()) else { continue };
            let values = probes(solver, me, them, 6);
            for (probe, value) in values.iter().enumerate() {
                add(&mut end, [1.0, empties as f64, probe as f64, 0.0], value - f64::from(answer.margin));
            }
        }
    }
    for empties in [16, 20, 24, 28, 32] {
        for &(me, them) in by_empties[empties].iter().take(each) {
            let values = probes(solver, me, them, 6);
            for depth in 3..values.len() {
                let probe = depth / 4 * 2 + depth % 2;
                for probe in [0, 1, probe].into_iter().filter(|&probe| probe < depth) {
                    let row = [1.0, empties as f64, depth as f64, probe as f64];
                    add(&mut middle, row, values[depth] - values[probe]);
                }
            }
        }
    }
    Spread { middle: solve(&middle), end: solve(&end) }
}

fn probes(solver: &mut Solver, me: u64, them: u64, deepest: u32) -> Vec<f64> {
    (0..=deepest).map(|depth| f64::from(solver.look_ahead(me, them, depth).unwrap_or(0)) / 64.0).collect()
}

fn add(cells: &mut Vec<Cell>, numbers: [f64; 4], difference: f64) {
    let place = cells.iter().position(|cell| cell.numbers == numbers).unwrap_or_else(|| {
        cells.push(Cell { numbers, square: 0.0, count: 0.0 });
        cells.len() - 1
    });
    cells[place].square += difference * difference;
    cells[place].count += 1.0;
}

/// The line of best fit through the cells' deviations, by elimination.
fn solve(cells: &[Cell]) -> [f32; 4] {
    let mut matrix = [[0f64; 5]; 4];
    for cell in cells {
        let deviation = (cell.square / cell.count).sqrt();
        for (line, number) in matrix.iter_mut().zip(cell.numbers) {
            for (entry, other) in line.iter_mut().zip(cell.numbers) {
                *entry += cell.count * number * other;
            }
            line[4] += cell.count * number * deviation;
        }
    }
    for (row, line) in matrix.iter_mut().enumerate() {
        line[row] += 1e-6;
    }
    for pivot in 0..4 {
        for row in 0..4 {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let line = matrix[pivot];
                for (value, above) in matrix[row].iter_mut().zip(line) {
                    *value -= factor * above;
                }
            }
        }
    }
    std::array::from_fn(|row| (matrix[row][4] / matrix[row][row]) as f32)
}
