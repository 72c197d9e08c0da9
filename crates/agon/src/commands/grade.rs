//! `agon grade`.

use super::matches::{factory, welcome};
use crate::cli::{GradeArgs, Order};
use crate::failure::{Done, Failure};
use agon_class::grade::{Grade, GradedGame, LEVELS, MOVE_TIME, play_level};
use agon_core::harmless::harmless;
use agon_core::{Protocol, Reason, Side};
use agon_engine::Stop;
use agon_referee::{SystemClock, account};
use agon_seats::PlayerSpec;
use std::io::Write;

pub(crate) fn run(args: &GradeArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let engines = agon_games::engines();
    // The grading is the course's, and so is the protocol.
    if !game.info().speaks(Protocol::Connect9x9) {
        let graded = engines.games_over(Protocol::Connect9x9);
        return Err(Failure::Usage(format!("only {graded} has a grading, not {}", game.info().name)));
    }
    let factory = factory(&engines, &args.programs);
    let program = PlayerSpec::Exec(args.program.clone());
    program.seat_in(&*game, &factory)?;
    welcome(&factory);
    let side = match args.side {
        Order::First => Side::First,
        Order::Second => Side::Second,
    };
    let stop = Stop::new();
    let heard = stop.clone();
    // Without a handler everything works but a clean end.
    let _ = ctrlc::set_handler(move || heard.set());
    let mut games = Vec::new();
    for level in LEVELS.into_iter().filter(|level| args.level.is_none_or(|wanted| wanted == *level)) {
        let seat = program.seat_in(&*game, &factory)?;
        let played = play_level(&game, &engines, seat, side, level, &SystemClock::new(), &stop)?;
        if !args.json {
            show(&played, side, out)?;
            out.flush()?;
        }
        games.push(played);
    }
    let grade = Grade::of(games);
    if args.json {
        let document = serde_json::to_string(&grade).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{document}")?;
    } else {
        match grade.level {
            Some(level) => writeln!(out, "{} points, for level {level}", grade.points)?,
            None => writeln!(out, "0 points")?,
        }
    }
    if grade.points == 0 {
        return Err(Failure::No);
    }
    Ok(())
}

fn show(played: &GradedGame, side: Side, out: &mut dyn Write) -> Done {
    let GradedGame { level, points, record, .. } = played;
    let place = if side == Side::First { "first" } else { "second" };
    let reason = record.verdict.as_ref().map_or(Reason::Normal, |verdict| verdict.reason);
    let outcome = match (played.result, reason) {
        ("draw", _) => "drew".to_owned(),
        ("win", _) => "won".to_owned(),
        (_, Reason::Normal) => "lost".to_owned(),
        (_, reason) => format!("lost by {}", reason.words()),
    };
    let moves = record.moves.len();
    let s = if moves == 1 { "" } else { "s" };
    writeln!(
        out,
        "level {level}: the program moved {place} and {outcome} after {moves} move{s}: {points} points"
    )?;
    let columns: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
    writeln!(out, "  columns from the first move on: {}", columns.join(" "))?;
    let limit = MOVE_TIME.as_secs_f64();
    let moved = record.moves.iter().skip(side.index()).step_by(2).filter_map(|mv| mv.ms);
    // The move that never came took longer than all that did.
    let late = record.verdict.as_ref().filter(|verdict| verdict.winner == Some(!side));
    let late = late.and_then(|verdict| verdict.evidence.over_ms).map(|over| limit * 1e3 + over as f64);
    let slowest = moved.chain(late).fold(0.0, f64::max) / 1e3;
    writeln!(out, "  its slowest move took {slowest:.2} s of the {limit} s it may take")?;
    if let Some(account) = account::fault(record) {
        writeln!(out, "  {account}")?;
    }
    let stderr = record.verdict.as_ref().and_then(|verdict| verdict.evidence.stderr.as_deref());
    if let Some(stderr) = stderr {
        writeln!(out, "  the end of its standard error:")?;
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(12)..] {
            writeln!(out, "    {}", harmless(line))?;
        }
    }
    Ok(())
}
