//! `agon solve`.

use crate::cli::SolveArgs;
use crate::failure::{Done, Failure};
use crate::progress::{progress, spinner};
use agon_core::layout::EMPTY;
use agon_core::{AnyGame, Click, Line};
use agon_engine::Stop;
use agon_engine::solving::{ExactSolver, Solved};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.position.game)?;
    if args.one_based && !has_columns(&*game) {
        return Err(Failure::Usage(format!("--one-based is about columns, which {} has not", game.id())));
    }
    let mut solver = agon_games::engines().solver(&game.id(), args.threads, args.hash)?;
    if let Some(path) = &args.file {
        return file(path, args, &*game, &mut *solver, out);
    }
    let mut place = args.position.place.clone();
    if args.one_based {
        let Some(moves) = &mut place.moves else {
            return Err(Failure::Usage("--one-based is about the columns of --moves or --file".into()));
        };
        *moves = counted_from_0(moves).map_err(Failure::Usage)?;
    }
    let line = place.line(&game)?;
    let bar = spinner(None);
    bar.set_message("solving");
    let solved = match args.winner {
        true => {
            solver.winner_until(line.position(), &Stop::new()).map_err(|e| Failure::Failed(e.to_string()))
        }
        false => solve(&mut *solver, &line),
    };
    bar.finish_and_clear();
    let solved = solved?;
    print(&solved, args.json, out)
}

/// Whether moves are columns, which some files count from 1.
fn has_columns(game: &dyn AnyGame) -> bool {
    game.layout().click == Click::Column
}

fn solve(solver: &mut dyn ExactSolver, line: &Line) -> Result<Solved, Failure> {
    solver.solve(line.position()).map_err(|e| Failure::Failed(e.to_string()))
}

fn print(solved: &Solved, json: bool, out: &mut dyn Write) -> Done {
    if json {
        writeln!(out, "{}", serde_json::to_string(solved).map_err(|e| Failure::Failed(e.to_string()))?)?;
    } else {
        let mv = solved.mv.as_deref().unwrap_or("-");
        writeln!(out, "{} {mv} {} {:.6}", solved.value, solved.nodes, solved.seconds)?;
    }
    Ok(())
}

/// The same columns, counted from 0.
fn counted_from_0(columns: &str) -> Result<String, String> {
    let shifted = |c: char| match c.to_digit(10) {
        Some(digit) => digit.checked_sub(1).and_then(|digit| char::from_digit(digit, 10)),
        None => c.is_whitespace().then_some(c),
    };
    let moves: Option<String> = columns.chars().map(shifted).collect();
    moves.ok_or_else(|| format!("'{columns}' are not columns counted from 1"))
}

/// A problem with its known value, if the line has one.
struct Problem {
    line: Line,
    known: Option<f64>,
}

/// Reads a line: `4453 18` for games whose moves are single digits, a position form elsewhere, where the value
/// comes after a `;`, alone or with its move, as in the public FFO files (`G8:+18`); the first one counts.
fn problem(text: &str, game: &dyn AnyGame, one_based: bool) -> Result<Problem, String> {
    let mut line = Line::new(game.start());
    let is_position = text.contains(game.info().letters()) || text.contains(EMPTY);
    if has_columns(game) && !is_position || one_based {
        let mut words = text.split_whitespace();
        let columns = words.next().unwrap_or_default();
        let moves = if one_based { counted_from_0(columns)? } else { columns.to_owned() };
        line.play_text(&moves).map_err(|e| e.to_string())?;
        let known =
            words.next().map(|w| w.parse().map_err(|_| format!("'{w}' is not a value"))).transpose()?;
        return Ok(Problem { line, known });
    }
    line = Line::new(game.parse_position(text).map_err(|e| e.to_string())?);
    let after = text.split(';').nth(1).map(str::trim).filter(|after| !after.is_empty());
    let value = after.map(|after| after.rsplit(':').next().unwrap_or(after).trim());
    let known = value.map(|v| v.parse().map_err(|_| format!("'{v}' is not a value"))).transpose()?;
    Ok(Problem { line, known })
}

fn file(
    path: &Path,
    args: &SolveArgs,
    game: &dyn AnyGame,
    solver: &mut dyn ExactSolver,
    out: &mut dyn Write,
) -> Done {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure::Failed(format!("cannot read {}: {e}", path.display())))?;
    let (mut solved_count, mut wrong, mut nodes, mut seconds) = (0u64, Vec::new(), 0, 0.0);
    let is_problem = |(_, row): &(usize, &str)| !row.trim().is_empty() && !row.starts_with('#');
    let problems: Vec<(usize, &str)> = text.lines().enumerate().filter(is_problem).collect();
    let bar = progress(problems.len(), "problems");
    for (i, row) in problems {
        let problem = problem(row, game, args.one_based)
            .map_err(|why| Failure::Failed(format!("{} line {}: {why}", path.display(), i + 1)))?;
        solver.clear();
        let solved = solve(solver, &problem.line)?;
        bar.suspend(|| print(&solved, args.json, out).and_then(|()| Ok(out.flush()?)))?;
        bar.inc(1);
        if let Some(known) = problem.known.filter(|&known| known != solved.value) {
            wrong.push(format!("line {}: found {}, not {known}", i + 1, solved.value));
        }
        solved_count += 1;
        nodes += solved.nodes;
        seconds += solved.seconds;
    }
    bar.finish_and_clear();
    let mean = |total: f64| total / solved_count.max(1) as f64;
    if !args.json {
        writeln!(
            out,
            "# {solved_count} solved, {} wrong, mean {:.1} nodes, {:.6} s",
            wrong.len(),
            mean(nodes as f64),
            mean(seconds)
        )?;
    }
    match wrong.first() {
        None => Ok(()),
        Some(first) => {
            let path = path.display();
            Err(Failure::Failed(format!("{path}: {} values differ, the first on {first}", wrong.len())))
        }
    }
}
