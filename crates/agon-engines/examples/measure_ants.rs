//! How deep the ants engine searches, on mid-game positions from its own games.
//!
//! `cargo run --release -p agon-engines --example measure_ants -- POSITIONS MILLISECONDS [SETTING=VALUE…]`
//! prints the median depth and the positions a second; `-- POSITIONS dice DEPTH` the positions that explicit
//! dice cost against folded ones at a fixed depth.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)] // Reason: a command for developers.

use agon_core::{Dice, MoveList, Position};
use agon_engines::ants::chance_evaluator::ChanceEvaluator;
use agon_engines::ants::fold_evaluator::{Aim, FoldEvaluator};
use agon_engines::ants::folded::Folded;
use agon_engines::ants::weights::WEIGHTS;
use agon_games::ants::AntsPosition;
use agon_search::{Limits, Searcher, Techniques};
use std::time::Duration;

const FOLD: FoldEvaluator = FoldEvaluator { aim: Aim::Win, weights: &WEIGHTS };

/// A position of a game at 500 positions a move, after 8 random plies and `plies` in all.
fn middle(seed: u64, plies: u64) -> Option<AntsPosition> {
    let mut dice = Dice::new(seed);
    let mut position = AntsPosition::OPENING;
    position.resolve(dice.below(256) as usize);
    let mut searcher = Searcher::new(FOLD, Techniques { hash: 1, ..Techniques::default() });
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = arguments[0].parse().unwrap();
    let positions: Vec<_> = (0..).filter_map(|i| middle(i, 16 + i % 25)).take(count as usize).collect();
    let mut techniques = Techniques::default();
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
    let time = Duration::from_millis(arguments[1].parse().unwrap());
    for setting in &arguments[2..] {
        let (name, value) = setting.split_once('=').unwrap();
        techniques.set(name, value).unwrap();
    }
    let limits = Limits { hard: Some(time), ..Limits::default() };
    let (mut depths, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    for position in &positions {
        let mut searcher = Searcher::new(FOLD, techniques.clone());
        let found = searcher.best(&Folded::new(*position), limits).unwrap();
        depths.push(found.depth - u32::from(!found.complete));
        nodes += found.nodes;
        seconds += found.elapsed.as_secs_f64();
    }
    depths.sort_unstable();
    println!("depths {depths:?}");
    println!("median {} at {:.2} M positions/s", depths[depths.len() / 2], nodes as f64 / seconds / 1e6);
}
