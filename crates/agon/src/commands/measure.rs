//! `agon bench SUBCOMMAND`: what is measured beside the fixed workload.

use super::{measure_endgames, measure_solver};
use crate::cli::{
    ClassicArgs, DiceArgs, ExactValuesArgs, Measure, OverheadArgs, PerfectPlayArgs, PositionsArgs,
    SavingArgs, SearchArgs, SolvedArgs, StonesArgs, ThroughputArgs, TimeLossArgs, WatchersArgs,
};
use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_connect::Connect9x9Position;
use agon_connect::lab::{perfection, solved};
use agon_connect::solver::Options;
use agon_core::{AnyGame, AnyPosition};
use agon_engine::{EngineSpec, Engines, Limits};
use agon_frontends::throughput::throughput;
use agon_lab::bench;
use agon_lab::measures::Measures;
use agon_lab::overhead::overhead;
use agon_lab::search_run::{positions_of, search_run};
use agon_lab::time_losses::BusyMatch;
use agon_sandbox::Mode;
use agon_seats::PlayerSpec;
use agon_web::watchers::watch_a_game;
use agon_web::{Site, SiteOptions};
use agon_wire::tuc::{Dialect, TucGame};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// The time of a search if no limit is given.
const SEARCH_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(measure: &Measure, out: &mut dyn Write) -> Done {
    match measure {
        Measure::Search(args) => search(args, out),
        Measure::Saving(args) => saving(args, out),
        Measure::Solver(args) => measure_solver::run(args, out),
        Measure::ExactValues(args) => exact_values(args, out),
        Measure::PerfectPlay(args) => perfect_play(args, out),
        Measure::Solved(args) => solved_share(args, out),
        Measure::Classic(args) => beside_classic(args, out),
        Measure::Endgames(args) => measure_endgames::endgames(args, out),
        Measure::Labels(args) => measure_endgames::labels(args, out),
        Measure::Dice(args) => dice(args, out),
        Measure::Overhead(args) => referee_overhead(args, out),
        Measure::TimeLosses(args) => time_losses(args, out),
        Measure::Throughput(args) => server_throughput(args, out),
        Measure::Watchers(args) => watchers(args, out),
    }
}

/// Prints what was measured, in words or as one JSON document.
pub(super) fn print<T: Display + Serialize>(measured: &T, json: bool, out: &mut dyn Write) -> Done {
    match json {
        true => writeln!(out, "{}", serde_json::json!(measured))?,
        false => writeln!(out, "{measured}")?,
    }
    Ok(())
}

/// The embedded positions of a game, or those of a file.
fn positions(
    args: &PositionsArgs,
    engines: &Engines,
    game: &dyn AnyGame,
) -> Result<Vec<Box<dyn AnyPosition>>, Failure> {
    let Some(path) = &args.file else { return Ok(bench::positions(engines, game, args.positions)) };
    let read = |e: &dyn Display| Failure::Failed(format!("{}: {e}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| read(&e))?;
    positions_of(&text, game).map_err(|e| read(&e))
}

fn search(args: &SearchArgs, out: &mut dyn Write) -> Done {
    let (engines, game) = (agon_games::engines(), agon_games::registry().game(&args.game)?);
    let positions = positions(&args.on, &engines, &*game)?;
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(unlimited.then_some(SEARCH_TIME));
    let limits = Limits { depth: args.depth, nodes: args.nodes, time, ..Limits::default() };
    let spec = EngineSpec::parse_settings(&args.engine)?;
    let bar = progress(positions.len(), "positions");
    let run = search_run(&engines, &*game, &positions, &spec, &limits, &|| bar.inc(1))?;
    bar.finish_and_clear();
    print(&run, args.on.json, out)
}

fn saving(args: &SavingArgs, out: &mut dyn Write) -> Done {
    let (engines, game) = (agon_games::engines(), agon_games::registry().game(&args.game)?);
    let positions = positions(&args.on, &engines, &*game)?;
    let measures = Measures { engines: &engines, game: &*game, positions: &positions };
    let bar = progress(positions.len(), "positions");
    let saving = measures.saving(args.depth, &|| bar.inc(1))?;
    bar.finish_and_clear();
    if args.on.json {
        writeln!(out, "{}", serde_json::json!(saving))?;
    } else {
        writeln!(
            out,
            "{} positions to depth {}: exact techniques need {:.1} % of plain alpha-beta's nodes",
            saving.positions,
            saving.depth,
            100.0 * saving.share
        )?;
    }
    Ok(())
}

fn exact_values(args: &ExactValuesArgs, out: &mut dyn Write) -> Done {
    let times = perfection::exact_values(args.count as u64, usize::from(args.stones), args.seed)?;
    if args.json {
        writeln!(out, "{}", serde_json::json!(times))?;
        return Ok(());
    }
    times.iter().try_for_each(|times| print(times, false, out))
}

fn perfect_play(args: &PerfectPlayArgs, out: &mut dyn Write) -> Done {
    let options = Options { table_bytes: args.hash << 20, ..Options::default() };
    let bar = progress(args.moves, "moves");
    let mut seen = |moves: u64| bar.set_position(moves);
    let play = perfection::perfect_play(args.moves as u64, args.seed, options, &mut seen)?;
    bar.finish_and_clear();
    print(&play, args.json, out)?;
    if play.worse.is_empty() { Ok(()) } else { Err(Failure::No) }
}

/// The positions of the games, and the solver's options.
fn from_games(args: &StonesArgs, threads: usize) -> Result<(Vec<Connect9x9Position>, Options), Failure> {
    let mut positions = solved::positions(&args.games, args.stones)?;
    positions.truncate(args.limit.unwrap_or(usize::MAX));
    Ok((positions, Options { table_bytes: args.hash << 20, threads, ..Options::default() }))
}

fn solved_share(args: &SolvedArgs, out: &mut dyn Write) -> Done {
    let (positions, options) = from_games(&args.on, args.threads)?;
    let bar = progress(positions.len(), "positions");
    let share = solved::solved_share(&positions, args.time, options, &mut || bar.inc(1));
    bar.finish_and_clear();
    print(&share, args.on.json, out)
}

fn beside_classic(args: &ClassicArgs, out: &mut dyn Write) -> Done {
    let (positions, options) = from_games(&args.on, 1)?;
    let bar = progress(positions.len(), "positions");
    let beside = solved::beside_classic(&positions, args.most_nodes, options, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    print(&beside, args.on.json, out)
}

fn dice(args: &DiceArgs, out: &mut dyn Write) -> Done {
    print(&agon_ants::lab::dice::dice_cost(args.positions, args.depth)?, args.json, out)
}

fn referee_overhead(args: &OverheadArgs, out: &mut dyn Write) -> Done {
    let (engines, registry, games) = (agon_games::engines(), agon_games::registry(), args.games as u64);
    writeln!(out, "in this process, a whole move of the loop (both players random):")?;
    for game in registry.games() {
        let players = ["random:seed=1", "random:seed=2"];
        let measured = overhead(&engines, game, players, Mode::Off, games)?;
        writeln!(out, "  {:14} {:8.2} µs", game.id(), measured.in_the_loop)?;
    }
    let Some(command) = &args.program else { return Ok(()) };
    writeln!(out, "a program on pipes, from the question to its answer:")?;
    for mode in [Mode::Off, Mode::Auto] {
        for (kind, id) in [("exec", "connect4-9x9"), ("ugi", "reversi"), ("ugi", "ants")] {
            let (game, program) = (registry.game(id)?, format!("{kind}:{command}"));
            let measured = overhead(&engines, &game, [&program, "random:seed=2"], mode, games)?;
            writeln!(out, "  {kind:5} {id:14} sandbox {mode:5} {:8.1} µs", measured.answer)?;
        }
    }
    Ok(())
}

fn time_losses(args: &TimeLossArgs, out: &mut dyn Write) -> Done {
    let (engines, game) = (agon_games::engines(), agon_games::registry().game(&args.game)?);
    let program = std::env::current_exe()?;
    let program = format!("ugi:'{}' player {} --protocol ugi", program.display(), args.game);
    let in_process = format!("engine:time={}ms", args.time.as_millis());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut losses, mut unsearched) = (0, 0);
    for (players, refereed) in [([program.as_str(), &args.opponent], true), ([&in_process, "random"], false)]
    {
        let players: [PlayerSpec; 2] = [players[0].parse()?, players[1].parse()?];
        let (game, engines, games, time, busy) = (game.clone(), &engines, args.games, args.time, args.busy);
        let contest = BusyMatch { game, engines, players, games, time, refereed, processors, busy };
        let measured = contest.run()?;
        writeln!(out, "{measured}")?;
        out.flush()?;
        losses += measured.losses;
        unsearched += measured.unsearched;
    }
    match (losses, unsearched) {
        (0, 0) => Ok(()),
        _ => {
            let why = format!("{losses} games were lost on time, {unsearched} moves were unsearched");
            Err(Failure::Failed(why))
        }
    }
}

fn server_throughput(args: &ThroughputArgs, out: &mut dyn Write) -> Done {
    let registry = agon_games::registry();
    for (id, dialect) in
        [("hexthello", Dialect::Moves), ("ants", Dialect::Positions), ("ants", Dialect::Moves)]
    {
        let Some(game) = TucGame::new(registry.game(id)?) else { continue };
        let measured = throughput(&game, args.games, dialect)?;
        let (games, moves, seconds) = (measured.games, measured.moves, measured.seconds);
        let rate = moves as f64 / seconds;
        writeln!(out, "{id} {dialect:?}: {games} games, {moves} moves, {seconds:.2} s, {rate:.0} moves/s")?;
        out.flush()?;
    }
    Ok(())
}

fn watchers(args: &WatchersArgs, out: &mut dyn Write) -> Done {
    let site = Site::new(agon_games::registry(), agon_games::engines(), SiteOptions::default());
    let seen = watch_a_game(site, "hexthello", args.watchers)?;
    if args.json {
        writeln!(out, "{}", serde_json::json!(seen))?;
    } else {
        writeln!(
            out,
            "{} watchers saw all {} moves: {} states in {:.2} s",
            seen.watchers, seen.moves, seen.states, seen.seconds
        )?;
    }
    Ok(())
}
