//! `agon match`.

use crate::cli::{MatchArgs, ProgramArgs, TimeArgs};
use crate::failure::{Done, Failure};
use crate::line_store::LineStore;
use crate::progress::progress;
use agon_core::AnyGame;
use agon_engine::{Engines, Stop};
use agon_referee::openings::Unsuitable;
use agon_referee::sprt::{Sprt, SprtReport};
use agon_referee::{Beginnings, GameResult, Match, MatchReport, Openings, TimeControl};
use agon_seats::SeatFactory;
use agon_seats::{AbsentSeat, PlayerSpec};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// The limits that the time options stand for.
pub(crate) fn control(time: &TimeArgs, nodes: Option<u64>) -> Result<TimeControl, Failure> {
    let mut control = match &time.clock {
        Some(text) => TimeControl::parse_clock(text)?,
        None => TimeControl::NONE,
    };
    control.per_move = time.time;
    control.nodes = nodes;
    Ok(control)
}

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let players: [PlayerSpec; 2] = [args.a.parse()?, args.b.parse()?];
    let engines = agon_games::engines();
    let factory = factory(&engines, &args.programs);
    for player in &players {
        player.seat_in(&*game, &factory)?;
    }
    welcome(&factory);
    let possible = PlayerSpec::beginnings_of(&players, &*game);
    let openings = openings(args, &*game, possible)?;
    let mut control = control(&args.time, args.nodes)?;
    if control == TimeControl::NONE {
        control = PlayerSpec::usual_control(&players, &*game);
    }
    let sprt: Option<Sprt> = args.sprt.as_deref().map(str::parse).transpose()?;
    // Every seat was made once above, so what stands in the way of another one is the machine's fault.
    let maker = |player: &PlayerSpec| AbsentSeat::or_absent(player, player.seat_in(&*game, &factory));
    let (a, b) = (|| maker(&players[0]), || maker(&players[1]));
    let mut contest = Match {
        game: game.clone(),
        players: [&a, &b],
        games: args.games,
        control,
        openings,
        seed: args.seed,
        concurrency: args.concurrency,
        known: Default::default(),
    };
    let (kept, store) = kept_and_store(args, &contest, &players)?;
    contest.known = kept.iter().map(|result| result.number).collect();
    let bar = progress(args.games, "games");
    bar.inc(kept.len() as u64);
    let stop = Stop::new();
    let so_far = Mutex::new(kept.iter().map(GameResult::score).collect::<Vec<_>>());
    let watch = |result: &GameResult| {
        if store.as_ref().is_some_and(|store| !store.keep(&result.record.to_json())) {
            stop.set();
        }
        if let Ok(mut all) = so_far.lock() {
            all.push(result.score());
            // Adding up thousands of games after every game would cost more than it tells.
            if !bar.is_hidden() && (all.len() < 200 || all.len().is_multiple_of(50)) {
                let report = MatchReport::of_scores(all.iter().copied());
                bar.set_message(message(&report, sprt.as_ref()));
            }
        }
        bar.inc(1);
    };
    let heard = stop.clone();
    // Without a handler everything works but a clean end.
    let _ = ctrlc::set_handler(move || heard.set());
    let (results, decision) = match &sprt {
        Some(test) => {
            let (results, report) = contest.run_until(test, &kept, &stop, &watch)?;
            (results, Some(report))
        }
        None => {
            let mut results = contest.run(&stop, &watch)?;
            results.extend(kept);
            results.sort_by_key(|result| result.number);
            (results, None)
        }
    };
    bar.finish_and_clear();
    if let Some(store) = store {
        store.close_with(results.iter().map(|result| result.record.to_json()))?;
    }
    let report = MatchReport::of(&results);
    if args.json {
        print_json(&report, decision.as_ref(), out)?;
    } else {
        let title = format!("{} against {}", players[0], players[1]);
        let title = agon_core::harmless::harmless(&title);
        writeln!(out, "{}: {title}, {control}, seed {}", game.id(), args.seed)?;
        print(&report, decision.as_ref(), out)?;
        print_faults(&results, out)?;
    }
    if stop.is_set() {
        let text = format!("interrupted after {} of {} games", results.len(), args.games);
        return Err(Failure::Failed(text));
    }
    Ok(())
}

/// The games that an earlier run of the match has played, and where the records go.
fn kept_and_store(
    args: &MatchArgs,
    contest: &Match<'_>,
    players: &[PlayerSpec; 2],
) -> Result<(Vec<GameResult>, Option<LineStore>), Failure> {
    let Some(path) = &args.records else { return Ok((Vec::new(), None)) };
    if !args.resume {
        return Ok((Vec::new(), Some(LineStore::create(path)?)));
    }
    let (store, text) = LineStore::open(path)?;
    let specs = [players[0].to_string(), players[1].to_string()];
    let kept = contest.kept([&specs[0], &specs[1]], &text);
    let kept = kept.map_err(|e| Failure::Failed(format!("{}: {e}", path.display())))?;
    Ok((kept, Some(store)))
}

/// The match so far, for the progress bar.
fn message(report: &MatchReport, sprt: Option<&Sprt>) -> String {
    let s = report.strength;
    let mut text = format!("+{} ={} -{}", report.wins, report.draws, report.losses);
    if report.games > 1 {
        text += &format!("  Elo {:+.0} ±{:.0}", s.elo, 0.5 * (s.elo_high - s.elo_low));
    }
    if let Some(test) = sprt {
        let state = test.judge(&report.pairs);
        text += &format!("  LLR {:.2} [{:.2}, {:.2}]", state.llr, state.lower, state.upper);
    }
    text
}

/// What the players are given, as the options say.
pub(crate) fn factory<'a>(engines: &'a Engines, programs: &ProgramArgs) -> SeatFactory<'a> {
    SeatFactory::new(engines)
        .with_sandbox(programs.sandbox, Default::default())
        .with_magic(programs.magic)
        .with_pondering(programs.ponder)
}

/// Says how programs are contained and where the network's players are expected.
pub(crate) fn welcome(factory: &SeatFactory<'_>) {
    let mut err = std::io::stderr();
    if let Some(containment) = factory.containment() {
        let _ = writeln!(err, "{containment}");
    }
    for port in factory.ports() {
        let _ = writeln!(err, "waiting for a player on port {port}");
    }
}

fn openings(args: &MatchArgs, game: &dyn AnyGame, possible: Beginnings) -> Result<Openings, Failure> {
    let wanted = match (&args.openings, args.opening_plies) {
        (None, None) => None,
        (None, Some(plies)) => Some(Openings::Random { plies }),
        (Some(path), _) if path == Path::new("none") => Some(Openings::None),
        (Some(path), _) => {
            let file = std::fs::File::open(path)
                .map_err(|e| Failure::Failed(format!("cannot read the openings {}: {e}", path.display())))?;
            Some(Openings::read(std::io::BufReader::new(file), game)?)
        }
    };
    Openings::suited(wanted, game, possible).map_err(|error| match error {
        Unsuitable::Openings => Failure::Usage(format!("{error}; use --openings none")),
        Unsuitable::Positions => Failure::Usage(error.to_string()),
    })
}

fn print_json(report: &MatchReport, decision: Option<&SprtReport>, out: &mut dyn Write) -> Done {
    let mut document = serde_json::to_value(report).map_err(|e| Failure::Failed(e.to_string()))?;
    if let Some(decision) = decision {
        document["sprt"] = serde_json::to_value(decision).map_err(|e| Failure::Failed(e.to_string()))?;
    }
    writeln!(out, "{document}")?;
    Ok(())
}

/// The games that ended by a fault, a line each.
fn print_faults(results: &[GameResult], out: &mut dyn Write) -> Done {
    for result in results {
        if let Some(account) = agon_referee::account::fault(&result.record) {
            writeln!(out, "  game {}: {account}", result.number + 1)?;
        }
    }
    Ok(())
}

fn print(report: &MatchReport, decision: Option<&SprtReport>, out: &mut dyn Write) -> Done {
    let MatchReport { games, wins, draws, losses, points, strength, reasons, pairs } = report;
    writeln!(out, "  {points} of {games} points: {wins} won, {draws} drawn, {losses} lost")?;
    writeln!(
        out,
        "  Elo {:+.0}, between {:+.0} and {:+.0} (95 %); stronger with {:.1} %",
        strength.elo,
        strength.elo_low,
        strength.elo_high,
        100.0 * strength.los
    )?;
    if pairs.iter().any(|&n| n > 0) {
        let [none, half, one, more, two] = pairs;
        writeln!(out, "  pairs with 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}")?;
    }
    if let Some(test) = decision {
        let SprtReport { elo0, elo1, alpha, beta, llr, lower, upper, decision } = test;
        writeln!(
            out,
            "  sequential test {elo0}, {elo1} Elo (errors {alpha}, {beta}): {}; log-likelihood ratio {llr:.2} of {lower:.2} to {upper:.2}",
            decision.words()
        )?;
    }
    let ends: Vec<_> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(out, "  endings: {}", ends.join(", "))?;
    Ok(())
}
