//! The weights of the explained terms, by logistic regression on the results of games.

use super::player::{RADIUS, opening};
use super::{LabError, Say, read};
use crate::HexThelloPosition;
use crate::engine::{ANCHORS, Explained, TERMS};
use agon_core::{Dice, Position};
use agon_search::{Limits, Searcher, Techniques};
use std::path::Path;

type Weights = [[i32; ANCHORS]; TERMS];
type Player = Searcher<HexThelloPosition, Explained>;

const COLUMNS: usize = ANCHORS * TERMS;

/// Discs that make a win about three times as likely as a loss: large margins count less and less.
const SCALE: f64 = 12.0;

/// Pulls weights towards zero where the games say nothing.
const RIDGE: f64 = 2.0;

/// Pulls the weights of neighbouring anchors together.
const SMOOTH: f64 = 100.0;

/// Weights to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct TermsTask<'a> {
    /// Games of each round.
    pub games: u64,
    /// Positions a move.
    pub nodes: u64,
    /// Rounds: each plays with the weights of the one before.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// The weights to begin with, a line for each term; the built-in ones if there is no file.
    pub from: Option<&'a Path>,
}

impl TermsTask<'_> {
    /// Plays games and fits the weights to them, some rounds; the last weights are said as they stand in the source.
    pub fn run(&self, say: Say<'_>) -> Result<(), LabError> {
        let mut current = match self.from {
            None => Explained::weights(),
            Some(file) => parse(&read(file)?)?,
        };
        for round in 0..self.rounds {
            current = fit_weights(&current, self.games, self.nodes, Dice::derive(self.seed, round), say);
            say(format!("round {}", round + 1));
        }
        for (row, name) in current.iter().zip(Explained::names()) {
            say(format!("    {row:?}, // {name}"));
        }
        Ok(())
    }
}

/// Weights from text: for each term a line of numbers; other characters are skipped.
fn parse(text: &str) -> Result<Weights, LabError> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let numbers = lines.flat_map(|line| line.split(|c: char| c != '-' && !c.is_ascii_digit()));
    let numbers: Vec<i32> = numbers.filter_map(|number| number.parse().ok()).collect();
    if numbers.len() != COLUMNS {
        return Err(LabError::Terms { wanted: COLUMNS, found: numbers.len() });
    }
    let mut weights = [[0; ANCHORS]; TERMS];
    for (i, number) in numbers.into_iter().enumerate() {
        weights[i / ANCHORS][i % ANCHORS] = number;
    }
    Ok(weights)
}

fn player(weights: &Weights) -> Player {
    let techniques = Techniques { hash: 2, ..Techniques::default() };
    Searcher::new(Explained::with_weights(RADIUS, weights), techniques)
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

fn fit_weights(current: &Weights, games: u64, nodes: u64, seed: u64, say: Say<'_>) -> Weights {
    let evaluation = Explained::with_weights(RADIUS, current);
    let mut players = [player(current), player(current)];
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
    let error = (error / samples.len() as f64).sqrt();
    say(format!("{} positions, root mean square error {error:.4}", samples.len()));
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
