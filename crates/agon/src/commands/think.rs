//! `agon best`, `agon analyze`, `agon explain`.

use crate::cli::{PositionArgs, ThinkArgs};
use crate::failure::{Done, Failure};
use agon_core::Line;
use agon_engine::{Engine, EngineSpec, Explanation, Limits, Report, Stop};
use std::io::Write;
use std::time::Duration;

/// How long an engine thinks if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The engine, the position and the limits that the options describe.
struct Question {
    engine: Box<dyn Engine>,
    line: Line,
    limits: Limits,
}

impl Question {
    fn new(args: &ThinkArgs) -> Result<Question, Failure> {
        let game = agon_games::registry().game(&args.position.game)?;
        let line = args.position.place.line(&game)?;
        let mut spec = EngineSpec::parse_settings(args.engine.as_deref().unwrap_or_default())?;
        let given = [
            ("level", args.level.clone()),
            ("threads", args.threads.map(|n| n.to_string())),
            ("hash", args.hash.map(|n| n.to_string())),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                spec.set(name, &value)?;
            }
        }
        let mut limits = Limits { time: args.time, depth: args.depth, nodes: args.nodes, clock: None };
        let own_limit =
            spec.level.is_some() || spec.time.is_some() || spec.depth.is_some() || spec.nodes.is_some();
        if limits == Limits::default() && !own_limit {
            limits.time = Some(USUAL_TIME);
        }
        let engine = agon_games::engines().engine(&game.id(), &spec)?;
        Ok(Question { engine, line, limits })
    }
}

pub(crate) fn best(args: &ThinkArgs, out: &mut dyn Write) -> Done {
    let Question { mut engine, line, limits } = Question::new(args)?;
    let report = engine.best(line.position(), &limits, &Stop::new(), &mut |_| {}).map_err(no_answer)?;
    if args.json {
        return json(&report, out);
    }
    print(&report, out)
}

pub(crate) fn analyze(args: &ThinkArgs, out: &mut dyn Write) -> Done {
    let Question { mut engine, line, limits } = Question::new(args)?;
    let reports = engine.analyze(line.position(), &limits, &Stop::new(), &mut |_| {}).map_err(no_answer)?;
    if args.json {
        return json(&reports, out);
    }
    for report in &reports {
        print(report, out)?;
    }
    Ok(())
}

pub(crate) fn explain(args: &PositionArgs, engine: Option<&str>, as_json: bool, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let line = args.place.line(&game)?;
    let spec = EngineSpec::parse_settings(engine.unwrap_or_default())?;
    let engine = agon_games::engines().engine(&game.id(), &spec)?;
    let Some(explanation) = engine.explain(line.position()).map_err(no_answer)? else {
        return Err(Failure::Failed(format!("this evaluation of {} has no terms to show", game.id())));
    };
    if as_json {
        return json(&explanation, out);
    }
    let sides = game.info().sides.map(|side| side.name);
    table(&explanation, sides, out)
}

/// A position without an answer is no wrong usage: the answer is no.
fn no_answer(error: agon_engine::EngineError) -> Failure {
    Failure::Failed(error.to_string())
}

fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> Done {
    writeln!(out, "{}", serde_json::to_string(value).map_err(|e| Failure::Failed(e.to_string()))?)?;
    Ok(())
}

fn print(report: &Report, out: &mut dyn Write) -> Done {
    let rate = report.nodes as f64 / report.seconds.max(1e-6) / 1e6;
    writeln!(
        out,
        "{:<12} {:<14} depth {:<3} {} nodes in {:.3} s ({rate:.1} M/s)  {}",
        report.mv,
        report.score_text,
        report.depth,
        report.nodes,
        report.seconds,
        report.pv.join(" ")
    )?;
    Ok(())
}

fn table(explanation: &Explanation, sides: [&str; 2], out: &mut dyn Write) -> Done {
    let largest = explanation.terms.iter().map(|t| t.value.abs()).max().unwrap_or(0).max(1);
    let name = explanation.terms.iter().map(|t| t.name.chars().count()).max().unwrap_or(0).max(18);
    writeln!(out, "{:<name$} {:>8} {:>8} {:>8} {:>8}", "term", sides[0], sides[1], "weight", "value")?;
    for term in &explanation.terms {
        let length = (term.value.unsigned_abs() * 20).div_ceil(largest.unsigned_abs()) as usize;
        let bar = if term.value < 0 { "-" } else { "+" }.repeat(length);
        writeln!(
            out,
            "{:<name$} {:>8} {:>8} {:>8.2} {:>8.2}  {bar}",
            term.name,
            term.raw[0],
            term.raw[1],
            f64::from(term.weight) / 100.0,
            f64::from(term.value) / 100.0
        )?;
    }
    let (total, side) = (f64::from(explanation.total) / 100.0, sides[explanation.side]);
    writeln!(out, "{:<name$} {:>35.2}  for {side}, who is to move", "sum", total)?;
    Ok(())
}
