//! Fits the weights of the ants evaluation to self-play.
//!
//! `cargo run --release -p agon-engines --example tune_ants -- GAMES NODES ROUNDS` plays games of the folded
//! game from random openings, now and then with a random move, and fits the final margin of every quiet position
//! by least squares (ridge towards the weights so far). After each round the new weights play the old ones.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)] // Reason: a command for developers.

use agon_ants::AntsPosition;
use agon_ants::engine::features::{COUNTS, TURNS, counts_of, index};
use agon_ants::engine::fold_evaluator::{Aim, FoldEvaluator};
use agon_ants::engine::folded::Folded;
use agon_ants::engine::techniques;
use agon_ants::engine::weights::{Phase, WEIGHTS, Weights};
use agon_core::{Dice, MoveList, Position, Side};
use agon_search::{Evaluator, Limits, Score, Searcher, Techniques, Term};

/// Weights for a full and for an empty board.
const PARAMETERS: usize = 2 * (COUNTS + TURNS);

/// How much a weight is drawn towards what it was, in positions.
const RIDGE: f64 = 200.0;

/// The assignment's evaluation on the folded game: what we must beat.
struct Simple;

impl Evaluator<Folded> for Simple {
    type State = ();

    fn state(&self, _: &Folded) {}

    fn evaluate(&self, (): &(), position: &Folded) -> Score {
        let [black, white] = position.board().ants().map(|ants| ants.count_ones() as Score);
        (100 * (black - white) + 50 * position.half_points()) * position.side_to_move().sign()
    }

    fn terms(&self, _: &Folded) -> Vec<Term> {
        Vec::new()
    }
}

/// One position: its counts, what it was worth in the end, and the points it already had.
struct Sample {
    counts: [f64; PARAMETERS],
    target: f64,
}

fn opening(seed: u64) -> Folded {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = AntsPosition::OPENING;
        position.resolve(dice.below(256) as usize);
        let mut folded = Folded::new(position);
        for _ in 0..4 + dice.below(8) {
            let mut moves = MoveList::new();
            folded.generate(&mut moves);
            if let Some(&mv) = dice.pick(&moves) {
                folded.play(mv);
            }
        }
        if folded.outcome().is_none() && folded.half_points().abs() <= 4 {
            return folded;
        }
    }
}

fn sample(position: &Folded) -> [f64; PARAMETERS] {
    let (both, turn) = counts_of(position.board());
    let ants: u32 = position.board().ants().iter().map(|ants| ants.count_ones()).sum();
    let full = f64::from(ants) / 24.0;
    let sign = position.side_to_move().sign();
    let mut counts = [0.0; PARAMETERS];
    for i in 0..COUNTS + TURNS {
        let value = if i < COUNTS { (both[0][i] - both[1][i]) * sign } else { turn[i - COUNTS] };
        counts[i] = f64::from(value) * full;
        counts[COUNTS + TURNS + i] = f64::from(value) * (1.0 - full);
    }
    counts
}

fn play(weights: &'static Weights, nodes: u64, seed: u64, samples: &mut Vec<Sample>) {
    let evaluator = FoldEvaluator { weights, ..FoldEvaluator::new(Aim::Win) };
    let mut searcher = Searcher::new(evaluator, Techniques { hash: 4, ..techniques() });
    let mut dice = Dice::new(seed ^ 0xabcdef);
    let mut position = opening(seed);
    let mut seen = Vec::new();
    while position.outcome().is_none() {
        if evaluator.known(&evaluator.state(&position), &position).is_some() {
            break;
        }
        if !position.board().must_capture() && position.count_moves() > 0 {
            seen.push(position);
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = if dice.below(100) < 4 {
            *dice.pick(&moves).unwrap()
        } else {
            searcher.best(&position, Limits::nodes(nodes)).unwrap().mv
        };
        position.play(mv);
    }
    let margin = FoldEvaluator { weights, ..FoldEvaluator::new(Aim::Margin) };
    let sign = position.side_to_move().sign();
    let state = margin.state(&position);
    let last = match margin.known(&state, &position) {
        Some(score) => score * sign,
        None => 50 * position.half_points(),
    };
    for position in seen {
        let target = f64::from((last - 50 * position.half_points()) * position.side_to_move().sign());
        samples.push(Sample { counts: sample(&position), target });
    }
}

/// Least squares with a ridge towards `prior`; the runaways stay at 100.
fn fit(samples: &[Sample], prior: &[f64; PARAMETERS]) -> [f64; PARAMETERS] {
    let n = PARAMETERS;
    let mut matrix = vec![vec![0.0; n + 1]; n];
    for sample in samples {
        let x = &sample.counts;
        let error = sample.target - x.iter().zip(prior).map(|(a, b)| a * b).sum::<f64>();
        for i in (0..n).filter(|&i| x[i] != 0.0) {
            for j in 0..n {
                matrix[i][j] += x[i] * x[j];
            }
            matrix[i][n] += x[i] * error;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        let fixed = i == index::RUNAWAYS || i == COUNTS + TURNS + index::RUNAWAYS;
        row[i] += if fixed { 1e12 } else { RIDGE };
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap();
        matrix.swap(i, pivot);
        for j in 0..n {
            if i != j {
                let factor = matrix[j][i] / matrix[i][i];
                #[allow(clippy::needless_range_loop)] // Reason: two rows of one matrix.
                for k in i..=n {
                    matrix[j][k] -= factor * matrix[i][k];
                }
            }
        }
    }
    std::array::from_fn(|i| prior[i] + matrix[i][n] / matrix[i][i])
}

fn phase(weights: &[f64]) -> Phase {
    let number = |i: usize| weights[i].round() as i32;
    Phase { sides: std::array::from_fn(number), turn: std::array::from_fn(|i| number(COUNTS + i)) }
}

fn weights(parameters: &[f64; PARAMETERS]) -> &'static Weights {
    let (full, empty) = parameters.split_at(COUNTS + TURNS);
    Box::leak(Box::new(Weights::between(&phase(full), &phase(empty))))
}

/// Points of `a` against `b` in pairs of games from the same openings, and the mean margin.
fn contest<A: Evaluator<Folded>, B: Evaluator<Folded>>(
    a: impl Fn() -> A + Sync,
    b: impl Fn() -> B + Sync,
    limits: [Limits; 2],
    pairs: u64,
) -> (f64, f64) {
    let worker = |from: u64| {
        let small = || Techniques { hash: 4, ..techniques() };
        let mut first = Searcher::new(a(), small());
        let mut second = Searcher::new(b(), small());
        let (mut points, mut margins) = (0.0, 0.0);
        for game in (from..2 * pairs).step_by(2 * 2).flat_map(|g| [g, g + 1]).filter(|&g| g < 2 * pairs) {
            let mut position = opening(1_000_000 + game / 2);
            let a_is = if game % 2 == 0 { Side::First } else { Side::Second };
            first.forget();
            second.forget();
            while position.outcome().is_none() {
                let mv = if position.side_to_move() == a_is {
                    first.best(&position, limits[0]).unwrap().mv
                } else {
                    second.best(&position, limits[1]).unwrap().mv
                };
                position.play(mv);
            }
            let margin = position.half_points() * a_is.sign();
            points += match margin.signum() {
                1 => 1.0,
                0 => 0.5,
                _ => 0.0,
            };
            margins += f64::from(margin) / 2.0;
        }
        (points, margins)
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| worker(2));
        let here = worker(0);
        let other = other.join().unwrap();
        ((here.0 + other.0) / (2 * pairs) as f64, (here.1 + other.1) / (2 * pairs) as f64)
    })
}

fn show(parameters: &[f64; PARAMETERS]) {
    let (full, empty) = parameters.split_at(COUNTS + TURNS);
    for (name, part) in [("FULL", full), ("EMPTY", empty)] {
        println!("{name} {:?}", phase(part));
    }
}

/// `search PAIRS NODES NAME=VALUE…`: the numbers of the search, changed, against those that are.
fn compare_searches(arguments: &[String]) {
    let (pairs, nodes) = (arguments[0].parse().unwrap(), arguments[1].parse().unwrap());
    let standard = FoldEvaluator::new(Aim::Win);
    let mut changed = standard;
    for setting in &arguments[2..] {
        let (name, value) = setting.split_once('=').unwrap();
        let value: i32 = value.parse().unwrap();
        let tuning = &mut changed.tuning;
        match name {
            "aspiration" => tuning.aspiration = value,
            "evalorder_depth" => tuning.evalorder_depth = value,
            "evalorder_weight" => tuning.evalorder_weight = value,
            "lmr_depth" => tuning.lmr_depth = value,
            "lmr_moves" => tuning.lmr_moves = value as usize,
            "singular_margin" => tuning.singular_margin = value,
            "quiescence_depth" => tuning.quiescence_depth = value,
            "probcut" => changed.probcut = &[],
            _ => panic!("no such number: {name}"),
        }
    }
    let (points, margin) = contest(|| changed, || standard, [Limits::nodes(nodes); 2], pairs);
    println!("{:?}: {points:.3} of the points, margin {margin:+.2}", &arguments[2..]);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments[0] == "search" {
        return compare_searches(&arguments[1..]);
    }
    let arguments: Vec<u64> = arguments.iter().map(|text| text.parse().unwrap()).collect();
    let [games, nodes, rounds, seed] = arguments[..] else { panic!("GAMES NODES ROUNDS SEED") };
    let mut parameters: [f64; PARAMETERS] = std::array::from_fn(|i| {
        let (full, i) = (i < COUNTS + TURNS, i % (COUNTS + TURNS));
        let phase = WEIGHTS.end(full);
        f64::from(if i < COUNTS { phase.sides[i] } else { phase.turn[i - COUNTS] })
    });
    let mut samples: Vec<Sample> = Vec::new();
    for round in 0..rounds {
        let current = weights(&parameters);
        let start = std::time::Instant::now();
        let new: Vec<Sample> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..2)
                .map(|part| {
                    scope.spawn(move || {
                        let mut samples = Vec::new();
                        for game in (part..games).step_by(2) {
                            play(current, nodes, seed + round * 1_000_000 + game, &mut samples);
                        }
                        samples
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        // Older games were played with other weights: the last two rounds count.
        let old = samples.len() - samples.len().min(new.len());
        samples.drain(..old);
        samples.extend(new);
        let error = |p: &[f64; PARAMETERS]| {
            let squares = samples
                .iter()
                .map(|s| (s.target - s.counts.iter().zip(p).map(|(a, b)| a * b).sum::<f64>()).powi(2));
            (squares.sum::<f64>() / samples.len() as f64).sqrt()
        };
        let fitted = fit(&samples, &parameters);
        println!(
            "round {round}: {} positions, error {:.1} -> {:.1}, {:.0} s",
            samples.len(),
            error(&parameters),
            error(&fitted),
            start.elapsed().as_secs_f64()
        );
        show(&fitted);
        let limit = Limits::nodes(nodes);
        let fold = |weights| move || FoldEvaluator { weights, ..FoldEvaluator::new(Aim::Win) };
        let new = weights(&fitted);
        let (points, margin) = contest(fold(new), fold(current), [limit; 2], 60);
        println!("against the old: {points:.3} of the points, margin {margin:+.2}");
        let (points, margin) = contest(fold(new), || Simple, [limit; 2], 60);
        println!("against simple: {points:.3} of the points, margin {margin:+.2}");
        parameters = fitted;
    }
}
