//! The weights of the explained terms, by logistic regression on the results of games.

use agon_core::{Dice, Game, MoveList, Position};
use agon_hexthello::HexThello;
use agon_hexthello::HexThelloPosition;
use agon_hexthello::engine::{ANCHORS, Explained, TERMS};
use agon_search::{Limits, Searcher, Techniques};
use std::error::Error;

type Weights = [[i32; ANCHORS]; TERMS];
type Player = Searcher<HexThelloPosition, Explained>;

const RADIUS: u8 = 7;
const COLUMNS: usize = ANCHORS * TERMS;

/// Discs that make a win about three times as likely as a loss: large margins count less and less.
const SCALE: f64 = 12.0;

/// Pulls weights towards zero where the games say nothing.
const RIDGE: f64 = 2.0;

/// Pulls the weights of neighbouring anchors together.
const SMOOTH: f64 = 100.0;

/// The weights of a file; the built-in ones without a file or for `-`.
fn weights(file: Option<&str>) -> Result<Weights, Box<dyn Error>> {
    match file {
        None | Some("-") => Ok(Explained::weights()),
        Some(file) => parse(&std::fs::read_to_string(file)?),
    }
}

/// Plays games and fits the weights to them, some rounds.
pub(crate) fn run(
    games: u64,
    nodes: u64,
    rounds: u64,
    seed: u64,
    file: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let mut current = weights(file)?;
    for round in 0..rounds {
        current = fit_weights(&current, games, nodes, Dice::derive(seed, round));
        eprintln!("round {}", round + 1);
    }
    show(&current);
    Ok(())
}

/// Weights from text: for each term a line of numbers; other characters are skipped.
fn parse(text: &str) -> Result<Weights, Box<dyn Error>> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let numbers = lines.flat_map(|line| line.split(|c: char| c != '-' && !c.is_ascii_digit()));
    let numbers: Vec<i32> = numbers.filter_map(|number| number.parse().ok()).collect();
    if numbers.len() != COLUMNS {
        return Err(format!("there must be {COLUMNS} weights, not {}", numbers.len()).into());
    }
    let mut weights = [[0; ANCHORS]; TERMS];
    for (i, number) in numbers.into_iter().enumerate() {
        weights[i / ANCHORS][i % ANCHORS] = number;
    }
    Ok(weights)
}

fn show(weights: &Weights) {
    for (row, name) in weights.iter().zip(Explained::names()) {
        println!("    {row:?}, // {name}");
    }
}

fn player(weights: &Weights, probcut: bool) -> Player {
    let techniques = Techniques { hash: 2, probcut, ..Techniques::default() };
    Searcher::new(Explained::with_weights(RADIUS, weights), techniques)
}

/// A position some random moves from the start.
fn opening(dice: &mut Dice, plies: u64) -> HexThelloPosition {
    let mut position = HexThello::standard().start();
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if let Some(&mv) = dice.pick(&moves) {
            position.play(mv);
        }
    }
    position
}

/// Plays a game out; all its positions, and black's margin at the end.
fn game(players: [&mut Player; 2], start: HexThelloPosition, nodes: u64) -> (Vec<HexThelloPosition>, i32) {
    let mut position = start;
    let mut positions = Vec::new();
    let [black, white] = players;
    black.forget();
    white.forget();
    loop {
        positions.push(position);
        let player = if position.side_to_move().sign() > 0 { &mut *black } else { &mut *white };
        // The only error is that the game is over.
        let Ok(found) = player.best(&position, Limits::nodes(nodes)) else {
            positions.pop();
            let [black, white] = position.score();
            return (positions, black - white);
        };
        position.play(found.mv);
    }
}

/// One position for the fit: what the terms count there, spread over the anchors, and the chances that the
/// game's result stands for.
struct Sample {
    row: [f64; COLUMNS],
    target: f64,
}

fn sample(evaluation: &Explained, position: &HexThelloPosition, margin: i32) -> Option<Sample> {
    let counts = evaluation.counts(position)?;
    let filled = 1.0 - f64::from(position.empty().count()) / f64::from(position.board().count());
    let place = filled * (ANCHORS - 1) as f64;
    let mut row = [0.0; COLUMNS];
    for (term, &count) in counts.iter().enumerate() {
        for anchor in 0..ANCHORS {
            let share = (1.0 - (place - anchor as f64).abs()).max(0.0);
            row[term * ANCHORS + anchor] = share * f64::from(count);
        }
    }
    let margin = f64::from(margin * position.side_to_move().sign());
    Some(Sample { row, target: logistic(margin / SCALE) })
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn fit_weights(current: &Weights, games: u64, nodes: u64, seed: u64) -> Weights {
    let evaluation = Explained::with_weights(RADIUS, current);
    let mut players = [player(current, true), player(current, true)];
    let mut samples = Vec::new();
    for number in 0..games {
        let mut dice = Dice::new(Dice::derive(seed, number));
        let plies = 4 + dice.below(60);
        let start = opening(&mut dice, plies);
        let [black, white] = &mut players;
        let (positions, margin) = game([black, white], start, nodes);
        samples.extend(positions.iter().filter_map(|position| sample(&evaluation, position, margin)));
    }
    // Newton's method for logistic regression; the first step starts from zero.
    let mut solution = [0.0; COLUMNS];
    for _ in 0..8 {
        newton_step(&samples, &mut solution);
    }
    let error = samples.iter().map(|s| (predicted(s, &solution) - s.target).powi(2)).sum::<f64>();
    eprintln!(
        "{} positions, root mean square error {:.4}",
        samples.len(),
        (error / samples.len() as f64).sqrt()
    );
    let mut weights = [[0; ANCHORS]; TERMS];
    for (i, value) in solution.iter().enumerate() {
        weights[i / ANCHORS][i % ANCHORS] = (value * SCALE * 100.0).round() as i32;
    }
    weights
}

fn predicted(sample: &Sample, solution: &[f64; COLUMNS]) -> f64 {
    logistic(sample.row.iter().zip(solution).map(|(x, w)| x * w).sum())
}

fn newton_step(samples: &[Sample], solution: &mut [f64; COLUMNS]) {
    let mut matrix = vec![[0.0; COLUMNS + 1]; COLUMNS];
    for sample in samples {
        let p = predicted(sample, solution);
        let curvature = (p * (1.0 - p)).max(1e-4);
        for i in (0..COLUMNS).filter(|&i| sample.row[i] != 0.0) {
            let x = sample.row[i];
            for (j, y) in sample.row.iter().enumerate() {
                matrix[i][j] += curvature * x * y;
            }
            matrix[i][COLUMNS] += x * (sample.target - p);
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += RIDGE;
        row[COLUMNS] -= RIDGE * solution[i];
        let neighbours = [(i % ANCHORS > 0).then(|| i - 1), (i % ANCHORS + 1 < ANCHORS).then_some(i + 1)];
        for j in neighbours.into_iter().flatten() {
            row[i] += SMOOTH;
            row[j] -= SMOOTH;
            row[COLUMNS] -= SMOOTH * (solution[i] - solution[j]);
        }
    }
    let step = solve(matrix);
    for (value, change) in solution.iter_mut().zip(step) {
        *value += change;
    }
}

/// Gaussian elimination with pivots; the last column is the right side.
fn solve(mut matrix: Vec<[f64; COLUMNS + 1]>) -> [f64; COLUMNS] {
    for i in 0..COLUMNS {
        let pivot =
            (i..COLUMNS).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        let above = matrix[i];
        for row in matrix.iter_mut().skip(i + 1) {
            let factor = row[i] / above[i];
            for (x, y) in row.iter_mut().zip(above).skip(i) {
                *x -= factor * y;
            }
        }
    }
    let mut solution = [0.0; COLUMNS];
    for i in (0..COLUMNS).rev() {
        let rest: f64 = (i + 1..COLUMNS).map(|j| matrix[i][j] * solution[j]).sum();
        solution[i] = (matrix[i][COLUMNS] - rest) / matrix[i][i];
    }
    solution
}
