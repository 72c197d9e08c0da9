//! How deep the ants engine searches, on mid-game positions from its own games.
//!
//! `cargo run --release -p agon-engines --example measure_ants -- POSITIONS 1000ms|2000000 [NAME=VALUE…]`
//! prints the median depth in a time or a number of positions, with settings and numbers of the search changed;
//! `-- POSITIONS dice DEPTH` what explicit dice cost against folded ones at a fixed depth; `-- POSITIONS probcut
//! DEPTH` fits the models of multi-ProbCut.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)] // Reason: a command for developers.

use agon_ants::engine::chance_evaluator::ChanceEvaluator;
use agon_ants::engine::fold_evaluator::{Aim, FoldEvaluator};
use agon_ants::engine::folded::Folded;
use agon_ants::engine::techniques;
use agon_ants::{AntsPosition, Move};
use agon_core::{Dice, MoveList, Position};
use agon_search::probcut::fit;
use agon_search::score::WIN;
use agon_search::{Found, Limits, Searcher, Stopwatch, Techniques};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const FOLD: FoldEvaluator = FoldEvaluator::new(Aim::Win);

/// A position of a game at 500 positions a move, after 8 random plies and `plies` in all.
fn middle(seed: u64, plies: u64) -> Option<AntsPosition> {
    let mut dice = Dice::new(seed);
    let mut position = AntsPosition::OPENING;
    position.resolve(dice.below(256) as usize);
    let mut searcher = Searcher::new(FOLD, Techniques { hash: 1, ..techniques() });
    for ply in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = if ply < 8 {
            *dice.pick(&moves)?
        } else {
            searcher.best(&Folded::new(position), Limits::nodes(500)).ok()?.mv
        };
        position.play(mv);
        if position.chance().is_some() {
            position.resolve(dice.below(2) as usize);
        }
    }
    (position.outcome().is_none()).then_some(position)
}

/// The position after up to two random moves: most positions of a search are off the path of good play.
fn astray(position: &AntsPosition, number: u64) -> Option<AntsPosition> {
    let (mut position, mut dice) = (*position, Dice::new(number));
    for _ in 0..number % 3 {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        position.play(*dice.pick(&moves)?);
        if position.chance().is_some() {
            position.resolve(0);
        }
    }
    position.outcome().is_none().then_some(position)
}

/// Fits a deep value to a shallow one of the same parity, for every depth from 5 on.
fn fit_probcut(positions: &[AntsPosition], deepest: u32) {
    let mut values: Vec<Vec<i32>> = Vec::new();
    let techniques = Techniques { probcut: false, ..techniques() };
    for (number, position) in (0..).zip(positions) {
        let Some(position) = astray(position, number) else { continue };
        let mut scores = vec![0; deepest as usize + 1];
        let mut searcher = Searcher::new(FOLD, techniques.clone());
        let stop = AtomicBool::new(false);
        let mut listen = |found: &Found<Move>| scores[found.depth as usize] = found.score();
        let clock = Stopwatch::start();
        let folded = Folded::new(position);
        let found = searcher.search(&folded, Limits::depth(deepest), &clock, &stop, &mut listen).unwrap();
        if found.depth == deepest && scores.iter().all(|score| score.abs() < WIN) {
            values.push(scores);
        }
    }
    for deep in 5..=deepest as usize {
        let shallow = if deep < 8 { deep - 4 } else { deep / 2 - (deep / 2 + deep) % 2 };
        let pairs: Vec<_> = values.iter().map(|scores| (scores[shallow], scores[deep])).collect();
        println!("    {:?},", fit([0, 0], deep as i32, shallow as i32, &pairs));
    }
    println!("from {} positions", values.len());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = arguments[0].parse().unwrap();
    let positions: Vec<_> = (0..).filter_map(|i| middle(i, 16 + i % 25)).take(count as usize).collect();
    let mut techniques = techniques();
    if arguments[1] == "dice" {
        let limits = Limits::depth(arguments[2].parse().unwrap());
        let (mut logs, mut counted) = (0.0, 0.0);
        for position in positions.iter().filter(|position| position.food() != 0) {
            let folded =
                Searcher::new(FOLD, techniques.clone()).best(&Folded::new(*position), limits).unwrap();
            let explicit = Searcher::new(ChanceEvaluator, techniques.clone()).best(position, limits).unwrap();
            logs += (explicit.nodes as f64 / folded.nodes as f64).ln();
            counted += 1.0;
        }
        println!("{counted} positions with food: explicit / folded nodes {:.2}", f64::exp(logs / counted));
        return;
    }
    if arguments[1] == "probcut" {
        return fit_probcut(&positions, arguments[2].parse().unwrap());
    }
    let limits = match arguments[1].strip_suffix("ms") {
        Some(time) => {
            Limits { hard: Some(Duration::from_millis(time.parse().unwrap())), ..Limits::default() }
        }
        None => Limits::nodes(arguments[1].parse().unwrap()),
    };
    let mut evaluator = FOLD;
    for setting in &arguments[2..] {
        let (name, value) = setting.split_once('=').unwrap();
        let tuning = &mut evaluator.tuning;
        match name {
            "aspiration_width" => tuning.aspiration = value.parse().unwrap(),
            "evalorder_depth" => tuning.evalorder_depth = value.parse().unwrap(),
            "evalorder_weight" => tuning.evalorder_weight = value.parse().unwrap(),
            "lmr_depth" => tuning.lmr_depth = value.parse().unwrap(),
            "lmr_moves" => tuning.lmr_moves = value.parse().unwrap(),
            "singular_margin" => tuning.singular_margin = value.parse().unwrap(),
            "quiescence_depth" => tuning.quiescence_depth = value.parse().unwrap(),
            _ => techniques.set(name, value).unwrap(),
        }
    }
    let (mut depths, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    for position in &positions {
        let mut searcher = Searcher::new(evaluator, techniques.clone());
        let found = searcher.best(&Folded::new(*position), limits).unwrap();
        depths.push(found.depth - u32::from(!found.complete));
        nodes += found.nodes;
        seconds += found.elapsed.as_secs_f64();
    }
    depths.sort_unstable();
    println!("depths {depths:?}");
    println!("median {} at {:.2} M positions/s", depths[depths.len() / 2], nodes as f64 / seconds / 1e6);
}
