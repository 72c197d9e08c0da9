//! How far the exact solver of Connect4 9×9 reaches, on positions from games of the engine against itself.
//!
//! `connect_nine games COUNT NODES SEED FILE`  plays games to the end with so many nodes a move, each from three random
//! moves, and writes a line of columns a game; games that FILE has already are not played again
//! `connect_nine solved FILE STONES [SECONDS [THREADS [MB]]]`  how many of the games' positions with so many stones
//! are solved (who wins, or a draw) in the time, everything forgotten before each
//! `connect_nine twin FILE STONES [MILLIONS [MB]]`  exact scores by the solver and by the classic search on 128 bits, of the
//! positions that cost that one more than a million nodes; those over so many millions (100) are left out, and said
#![allow(clippy::print_stdout)] // Reason: this is a program, printing is what it does.

use agon_connect::Connect9x9;
use agon_connect::Connect9x9Position;
use agon_connect::solver::classic::Classic;
use agon_connect::solver::{Budget, Options, Solver};
use agon_core::{Dice, Game, Line, Phase, Position};
use agon_engine::{EngineSpec, Limits, Stop};
use agon_search::limits::{Clock, Stopwatch};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

type Fault = Box<dyn Error>;

const USAGE: &str = "the first argument is games, solved or twin; see the top of the file";

/// How many random moves a game begins with.
const RANDOM_PLIES: usize = 3;

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize| arguments.get(i).map(String::as_str).ok_or(USAGE);
    let number = |i: usize, otherwise: u64| arguments.get(i).map_or(Ok(otherwise), |text| text.parse());
    match text(0)? {
        "games" => games(text(1)?.parse()?, text(2)?.parse()?, text(3)?.parse()?, text(4)?),
        "solved" => {
            let seconds = Duration::from_secs(number(3, 4)?);
            solved(&positions(text(1)?, text(2)?.parse()?)?, seconds, options(number(5, 256)?, number(4, 2)?))
        }
        "twin" => {
            let options = options(number(4, 256)?, 1);
            twin(&positions(text(1)?, text(2)?.parse()?)?, number(3, 100)? * 1_000_000, options)
        }
        _ => Err(USAGE.into()),
    }
}

fn options(megabytes: u64, threads: u64) -> Options {
    Options { table_bytes: (megabytes as usize) << 20, threads: threads as usize, ..Options::default() }
}

fn games(count: usize, nodes: u64, seed: u64, file: &str) -> Result<(), Fault> {
    let done = fs::read_to_string(file).unwrap_or_default().lines().count();
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    let mut engine =
        agon_games::engines().engine("connect4-9x9", &"engine:hash=64".parse::<EngineSpec>()?)?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for game in done..count {
        let mut dice = Dice::new(Dice::derive(seed, game as u64));
        let mut line = Line::new(agon_games::registry().game("connect4-9x9")?.start());
        engine.new_game();
        while matches!(line.position().phase(), Phase::Turn(_)) {
            let mv = if line.moves().len() < RANDOM_PLIES {
                let moves = line.position().legal_moves();
                dice.pick(&moves).cloned().unwrap_or_default()
            } else {
                engine.best(line.position(), &limits, &Stop::new(), &mut |_| {})?.mv
            };
            line.play_text(&mv)?;
        }
        let moves: Vec<&str> = line.moves().iter().map(|played| played.text.as_str()).collect();
        writeln!(out, "{}", moves.join(" "))?;
    }
    Ok(())
}

/// The positions with so many stones of all games that are longer.
fn positions(file: &str, stones: usize) -> Result<Vec<Connect9x9Position>, Fault> {
    let game = Connect9x9::standard();
    let mut all = Vec::new();
    for line in fs::read_to_string(file)?.lines() {
        let moves: Vec<&str> = line.split(' ').collect();
        if moves.len() <= stones {
            continue;
        }
        let mut position = game.start();
        for text in &moves[..stones] {
            position.play(game.parse_move(&position, text)?);
        }
        all.push(position);
    }
    Ok(all)
}

fn solved(positions: &[Connect9x9Position], limit: Duration, options: Options) -> Result<(), Fault> {
    let mut solver: Solver<u128, 9, 9> = Solver::new(options);
    let never = AtomicBool::new(false);
    let (mut results, mut times) = ([0u32; 3], Vec::new());
    for position in positions {
        solver.clear();
        let clock = Stopwatch::start();
        let budget = Budget { nodes: u64::MAX, time: Some((&clock, limit)), stop: &never };
        if let (Some(found), _) = solver.outcome_within(position, None, budget) {
            results[(found.score.signum() + 1) as usize] += 1;
            times.push(clock.elapsed());
        }
    }
    times.sort_unstable();
    let within = |part: Duration| times.iter().filter(|&&time| time <= part).count();
    let [lost, drawn, won] = results;
    println!(
        "{} of {} solved ({:.1} %): {won} won, {drawn} drawn, {lost} lost for the side to move; {} within a tenth of the \
         time, {} within a hundredth",
        times.len(),
        positions.len(),
        100.0 * times.len() as f64 / positions.len().max(1) as f64,
        within(limit / 10),
        within(limit / 100),
    );
    Ok(())
}

fn twin(positions: &[Connect9x9Position], most: u64, options: Options) -> Result<(), Fault> {
    let mut solver: Solver<u128, 9, 9> = Solver::new(options);
    let mut classic: Classic<u128, 9, 9> = Classic::new(options.table_bytes);
    let (mut easy, mut given_up, mut logs) = (0, 0, Vec::new());
    let (mut fast, mut slow) = (Duration::ZERO, Duration::ZERO);
    for position in positions {
        classic.clear();
        let begin = Instant::now();
        let Some(score) = classic.score_within(position, most) else {
            given_up += 1;
            continue;
        };
        let taken = begin.elapsed();
        if classic.nodes() < 1_000_000 {
            easy += 1;
            continue;
        }
        solver.clear();
        let begin = Instant::now();
        let found = solver.score(position).score;
        let here = begin.elapsed();
        if found != score {
            return Err(format!("{found} here and {score} there: {position:?}").into());
        }
        fast += here;
        slow += taken;
        logs.push((taken.as_secs_f64() / here.as_secs_f64()).ln());
    }
    logs.sort_unstable_by(f64::total_cmp);
    let mean = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
    println!(
        "{} positions ({easy} easy ones and {given_up} beyond the limit left out), all scores equal: {slow:.1?} by the classic \
         search, {fast:.1?} here, {:.1} times as fast; geometric mean of the ratios {mean:.1}, least {:.1}",
        logs.len(),
        slow.as_secs_f64() / fast.as_secs_f64(),
        logs.first().map_or(f64::NAN, |log| log.exp()),
    );
    Ok(())
}
