//! Measures the search engine of Connect4 9×9 on its embedded middle-game positions.
//!
//! `cargo run --release -p agon-engines --example connect_measure -- nodes [DEPTH]` prints what exact techniques
//! save; `… depth [MILLISECONDS]` how deep a move's time reaches; `… cost [DEPTH]` nodes and time to a depth. After that,
//! settings of the search may stand (`lmr=off`), and `eval=threats` for the hand-made evaluation.
#![allow(clippy::print_stdout, clippy::unwrap_used)] // Reason: a measuring program.

use agon_connect::Connect9x9;
use agon_connect::engine::{Judgement, MIDDLE_GAMES, Trained, techniques as usual};
use agon_connect::{Connect9x9Position, Move};
use agon_core::{Game, Position};
use agon_search::{Found, Limits, Searcher, Techniques};
use std::time::Duration;

fn positions() -> Vec<Connect9x9Position> {
    let game = Connect9x9::standard();
    let play = |text: &&str| {
        let mut position = game.start();
        for mv in game.split_moves(text) {
            position.play(game.parse_move(&position, mv).unwrap());
        }
        position
    };
    MIDDLE_GAMES.iter().map(play).collect()
}

fn techniques(base: Techniques, settings: &[String]) -> Techniques {
    let mut techniques = base;
    for setting in settings {
        let (name, value) = setting.split_once('=').unwrap();
        techniques.set(name, value).unwrap();
    }
    techniques
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let what = arguments.first().map_or_else(|| "depth".to_owned(), String::clone);
    let number: Option<u64> = arguments.get(1).and_then(|n| n.parse().ok());
    let (evaluations, settings): (Vec<String>, Vec<String>) =
        arguments.into_iter().skip(2).partition(|setting| setting.starts_with("eval="));
    let by_hand = evaluations.iter().any(|setting| setting == "eval=threats");
    let search = |techniques: Techniques, position: &Connect9x9Position, limits: Limits| -> Found<Move> {
        if by_hand {
            Searcher::new(Judgement::default(), techniques).best(position, limits).unwrap()
        } else {
            Searcher::new(Trained::embedded(), techniques).best(position, limits).unwrap()
        }
    };
    match what.as_str() {
        "nodes" => {
            let depth = number.unwrap_or(8) as u32;
            let (mut sum, mut count) = (0.0, 0);
            for position in positions() {
                let plain = search(Techniques::plain_alphabeta(), &position, Limits::depth(depth));
                let all =
                    search(techniques(Techniques::all_exact(), &settings), &position, Limits::depth(depth));
                assert_eq!((plain.mv, plain.score()), (all.mv, all.score()));
                sum += (all.nodes as f64 / plain.nodes as f64).ln();
                count += 1;
            }
            println!(
                "depth {depth}, {count} positions: {:.1} % of the nodes",
                100.0 * (sum / count as f64).exp()
            );
        }
        "cost" => {
            let depth = number.unwrap_or(12) as u32;
            let (mut nodes, mut logs, mut seconds, mut count) = (0, 0.0, 0.0, 0);
            for position in positions() {
                let found = search(techniques(usual(), &settings), &position, Limits::depth(depth));
                nodes += found.nodes;
                logs += (found.nodes as f64).ln();
                seconds += found.elapsed.as_secs_f64();
                count += 1;
            }
            let mean = (logs / f64::from(count)).exp();
            println!(
                "depth {depth}: {nodes} nodes, geometric mean {mean:.0}, {seconds:.2} s, {:.2} M/s",
                nodes as f64 / seconds / 1e6
            );
        }
        "reach" => {
            let limits = Limits::nodes(number.unwrap_or(1_000_000));
            let mut depths = Vec::new();
            for position in positions() {
                let found = search(techniques(usual(), &settings), &position, limits);
                depths.push(found.complete_depth());
            }
            depths.sort_unstable();
            println!("{:?} nodes: depths {depths:?}, median {}", limits.nodes, depths[depths.len() / 2]);
        }
        _ => {
            let time = Duration::from_millis(number.unwrap_or(1000));
            let limits = Limits { soft: Some(time), hard: Some(time), ..Limits::default() };
            let mut depths = Vec::new();
            let mut proven = 0;
            for position in positions() {
                let found = search(techniques(usual(), &settings), &position, limits);
                depths.push(found.complete_depth());
                proven += u32::from(found.score().abs() > 900_000);
            }
            depths.sort_unstable();
            println!("{time:?}: depths {depths:?}, median {}, proven {proven}", depths[depths.len() / 2]);
        }
    }
}
