//! How soon the exact values of all moves of Four in a Row are known, and whether the strongest level plays perfectly.
//!
//! `connect_perfect values [count [seed]]`  the time until every legal move of a position has its exact value, over all
//! positions with seven stones and so many random ones (2000) of any number of stones
//! `connect_perfect play [moves [seed]]`    plays the strongest level against itself from random positions with up to 12
//! stones, at least so many moves (10000), and has the bare solver, without the book, look at every one
#![allow(clippy::print_stdout)] // Reason: this is a program, printing is what it does.

use agon_connect::FourInARow;
use agon_connect::solver::{Options, Solver};
use agon_connect::{FourInARowPosition, Move};
use agon_core::{Dice, Game, Line, MoveList, Position};
use agon_engine::{Engine, EngineSpec, Limits, Report, Stop};
use std::collections::HashSet;
use std::error::Error;
use std::time::{Duration, Instant};

type Fault = Box<dyn Error>;

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, otherwise: u64| arguments.get(i).map_or(Ok(otherwise), |text| text.parse());
    match arguments.first().map(String::as_str) {
        Some("values") => values(number(1, 2_000)?, number(2, 1)?),
        Some("play") => play(number(1, 10_000)?, number(2, 1)?),
        _ => Err("the first argument is values or play; see the top of the file".into()),
    }
}

fn engine(spec: &str) -> Result<Box<dyn Engine>, Fault> {
    Ok(agon_games::engines().engine("four-in-a-row", &spec.parse::<EngineSpec>()?)?)
}

fn played(position: &FourInARowPosition, mv: Move) -> FourInARowPosition {
    let mut after = *position;
    after.play(mv);
    after
}

fn legal(position: &FourInARowPosition) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves
}

/// A game before its first move.
fn beginning() -> Result<Line, Fault> {
    Ok(Line::new(agon_games::registry().game("four-in-a-row")?.start()))
}

/// A game that goes on after so many random moves.
fn random_line(plies: u64, dice: &mut Dice) -> Result<(Line, FourInARowPosition), Fault> {
    'again: loop {
        let mut line = beginning()?;
        let mut position = FourInARow::standard().start();
        for _ in 0..plies {
            let moves = legal(&position);
            let mv = moves[dice.below(moves.len() as u64) as usize];
            position.play(mv);
            if position.outcome().is_some() || line.play_text(&mv.column().to_string()).is_err() {
                continue 'again;
            }
        }
        return Ok((line, position));
    }
}

fn values(count: u64, seed: u64) -> Result<(), Fault> {
    let mut engine = engine("engine:hash=64")?;
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    let mut dice = Dice::new(seed);
    let random = (0..count)
        .map(|_| {
            let plies = dice.below(42);
            random_line(plies, &mut dice).map(|(line, _)| line)
        })
        .collect::<Result<Vec<_>, _>>()?;
    // The book is read once, before anything is asked.
    engine.analyze(beginning()?.position(), &limits, &Stop::new(), &mut |_| {})?;
    for (name, lines) in [("random positions", random), ("positions with seven stones", all_with(7)?)] {
        let mut times = Vec::with_capacity(lines.len());
        for line in &lines {
            engine.new_game();
            let begin = Instant::now();
            let list = engine.analyze(line.position(), &limits, &Stop::new(), &mut |_| {})?;
            times.push(begin.elapsed());
            if !list.iter().all(|report: &Report| report.exact) {
                return Err(format!("not all values are exact after {}", texts(line)).into());
            }
        }
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
        let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
        println!(
            "{} {name}: mean {mean:.1?}, half within {:.1?}, 99 % within {:.1?}, worst {:.1?}",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    Ok(())
}

/// Every position with so many stones in which the game goes on, mirror images counted once.
fn all_with(stones: usize) -> Result<Vec<Line>, Fault> {
    let mut layer = vec![(String::new(), FourInARow::standard().start())];
    for _ in 0..stones {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (text, position) in &layer {
            for &mv in &legal(position) {
                let after = played(position, mv);
                if after.outcome().is_none() && seen.insert(after.canonical_key()) {
                    next.push((format!("{text}{}", mv.column()), after));
                }
            }
        }
        layer = next;
    }
    let line = |text: String| {
        let mut line = beginning()?;
        line.play_text(&text)?;
        Ok(line)
    };
    layer.into_iter().map(|(text, _)| line(text)).collect()
}

fn texts(line: &Line) -> String {
    line.moves().iter().map(|played| played.text.as_str()).collect()
}

fn play(moves: u64, seed: u64) -> Result<(), Fault> {
    let mut engine = engine("engine:level=10")?;
    let mut judge: Solver<u64, 7, 6> = Solver::new(Options { table_bytes: 1 << 30, ..Options::default() });
    let (mut judged, mut games, mut lost) = ([0u64; 2], 0u64, 0u64);
    let mut slowest = Duration::ZERO;
    while judged[0] + judged[1] < moves {
        let mut dice = Dice::new(Dice::derive(seed, games));
        games += 1;
        let plies = dice.below(13);
        let (mut line, mut position) = random_line(plies, &mut dice)?;
        let mut choices = Vec::new();
        engine.new_game();
        while position.outcome().is_none() {
            let begin = Instant::now();
            let report = engine.best(line.position(), &Limits::default(), &Stop::new(), &mut |_| {})?;
            slowest = slowest.max(begin.elapsed());
            let column: u8 = report.mv.parse()?;
            choices.push((position, Move::into_column(column)));
            line.play_text(&report.mv)?;
            position.play(Move::into_column(column));
        }
        // From the end to the beginning: what was found out helps with what comes before.
        for (position, mv) in choices.into_iter().rev() {
            let best = judge.score(&position).score;
            let after = played(&position, mv);
            let kept = match after.outcome() {
                Some(outcome) => outcome.margin_for(position.side_to_move()),
                None => -judge.score(&after).score,
            };
            judged[position.ply() % 2] += 1;
            if kept != best {
                lost += 1;
                let column = mv.column();
                println!(
                    "{} stones, column {column}: {kept} instead of {best} in {}",
                    position.ply(),
                    texts(&line)
                );
            }
        }
        if games % 20 == 0 {
            println!("{games} games, {} + {} moves, {lost} of them not the best", judged[0], judged[1]);
        }
    }
    println!(
        "{games} games, {} moves of the first side and {} of the second, {lost} of them not the best; slowest {slowest:.1?}",
        judged[0], judged[1]
    );
    Ok(())
}
