//! The FFO positions.

use crate::Arguments;
use crate::clock::processor_seconds;
use agon_reversi::solver::{Goal, Limits, Solver};
use std::path::PathBuf;
use std::time::Instant;

/// A position with its published scores.
struct Problem {
    number: u32,
    me: u64,
    them: u64,
    moves: Vec<(String, i32)>,
}

pub(crate) fn measure(arguments: &Arguments) -> Result<(), String> {
    let mut options = arguments.options.clone();
    options.table_bytes = arguments.table.unwrap_or(512 << 20);
    let mut solver = Solver::new(&options);
    let goal = if arguments.winner { Goal::Winner } else { Goal::Exact };
    println!("  #  empties  score  best          nodes   CPU s   wall s    Mn/s");
    let (mut nodes, mut seconds, mut wall, mut wrong) = (0, 0.0, 0.0, 0);
    for problem in
        problems()?.iter().filter(|problem| (arguments.from..=arguments.to).contains(&problem.number))
    {
        let (mut fastest, mut shortest) = (f64::INFINITY, f64::INFINITY);
        let mut answer = None;
        for _ in 0..arguments.repeat {
            solver.forget();
            let (start, clock) = (processor_seconds(), Instant::now());
            let found = solver
                .ask(problem.me, problem.them, goal, Limits::default(), &mut |_| ())
                .map_err(|error| error.to_string())?;
            fastest = fastest.min(processor_seconds() - start);
            shortest = shortest.min(clock.elapsed().as_secs_f64());
            answer = Some(found);
        }
        let Some(answer) = answer else { continue };
        let best = answer.best.map_or("pass".into(), square_name);
        let published = problem.moves.first().map_or(0, |first| first.1);
        let known = problem.moves.iter().find(|(name, _)| *name == best);
        let right = if arguments.winner {
            answer.winner() == Some(published.signum())
        } else {
            answer.margin == published && known.is_some_and(|&(_, score)| score == published)
        };
        wrong += u32::from(!right);
        println!(
            "{:3}  {:7}  {:+5}  {best:4} {:14}  {fastest:6.3}  {shortest:6.3}  {:6.1}{}",
            problem.number,
            (!(problem.me | problem.them)).count_ones(),
            answer.margin,
            answer.nodes,
            answer.nodes as f64 / fastest / 1e6,
            if right { "" } else { "  WRONG" }
        );
        nodes += answer.nodes;
        seconds += fastest;
        wall += shortest;
    }
    println!("sum {nodes:33}  {seconds:6.3}  {wall:6.3}  {:6.1}", nodes as f64 / seconds / 1e6);
    if wrong > 0 { Err(format!("{wrong} differ from what is published.")) } else { Ok(()) }
}

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'A' + square % 8), square / 8 + 1)
}

fn problems() -> Result<Vec<Problem>, String> {
    let folder = std::env::var_os("AGON_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let mut list = Vec::new();
    for (first, name) in [(20, "fforum-20-39.obf"), (40, "fforum-40-59.obf")] {
        let path = folder.join("ffo").join(name);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("{} cannot be read: {error}. Set AGON_DATA.", path.display()))?;
        for (line, number) in text.lines().zip(first..) {
            list.push(
                problem(line, number).ok_or(format!("{}: line not understood: {line}", path.display()))?,
            );
        }
    }
    Ok(list)
}

fn problem(line: &str, number: u32) -> Option<Problem> {
    let mut parts = line.split(';').map(str::trim);
    let (board, side) = parts.next()?.split_once(' ')?;
    let of = |disc: char| {
        board.chars().enumerate().filter(|&(_, c)| c == disc).fold(0u64, |all, (square, _)| all | 1 << square)
    };
    let (me, them) = if side == "X" { (of('X'), of('O')) } else { (of('O'), of('X')) };
    let moves = parts.filter(|part| !part.is_empty()).map(|part| {
        let (name, score) = part.split_once(':')?;
        Some((name.to_owned(), score.trim_start_matches('+').parse().ok()?))
    });
    Some(Problem { number, me, them, moves: moves.collect::<Option<_>>()? })
}
