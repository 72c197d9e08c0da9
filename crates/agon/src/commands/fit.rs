//! `agon train fit`: the numbers of the evaluations, from games of the engines against themselves.

use crate::cli::{AntsFit, ConnectFit, EpochsArgs, FitCommand, HexthelloFit, LabellingPlayer, ReversiFit};
use crate::failure::{Done, Failure};
use agon_connect::lab::fit as connect;
use agon_hexthello::lab as hexthello;
use agon_reversi::lab::ordering::{OrderingTask, PositionsFrom};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(command: &FitCommand, out: &mut dyn Write) -> Done {
    let mut said = Ok(());
    // What cannot be printed does not stop a fit of hours, but is told at its end.
    let mut say = |line: String| {
        if said.is_ok() {
            said = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    match command {
        FitCommand::Connect(task) => connect_four(task, &mut say)?,
        FitCommand::Hexthello(task) => hexthello_fit(task, &mut say)?,
        FitCommand::Reversi(task) => reversi(task, &mut say)?,
        FitCommand::Ants(task) => ants(task, &mut say)?,
    }
    Ok(said?)
}

/// The names of files without their folders.
fn names(files: &[PathBuf]) -> String {
    let names = files.iter().filter_map(|file| file.file_name());
    names.map(|name| name.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// The command that makes a file, as the file has it.
fn made_by(what: &str, fit: &EpochsArgs) -> String {
    let (epochs, seed, games) = (fit.epochs, fit.seed, names(&fit.files.games));
    format!("agon train fit {what} --epochs {epochs} --seed {seed} --output FILE --games {games}")
}

fn connect_four(task: &ConnectFit, say: &mut dyn FnMut(String)) -> Done {
    match task {
        ConnectFit::Games { play, player, even } => {
            let (count, nodes, seed, even) = (play.count as u64, play.nodes, play.seed, *even);
            connect::games::SelfPlayTask { count, nodes, seed, player, even }.run(&play.output)?;
            say(format!("{}: {count} games", play.output.display()));
        }
        ConnectFit::Label { nodes, files } => {
            say(connect::label::run(*nodes, &files.output, &files.games)?.to_string());
        }
        ConnectFit::Weights { fit } => {
            let made_by = made_by("connect4-9x9 weights", fit);
            connect::weights::run(&connect_task(fit, &made_by), &fit.files.output, say)?;
        }
        ConnectFit::Network { weights, fit } => {
            let made_by = made_by("connect4-9x9 network --weights FILE", fit);
            connect::network::run(&connect_task(fit, &made_by), weights, &fit.files.output, say)?;
        }
        ConnectFit::Match { a, b, pairs, nodes, seed, from, to } => {
            let (pairs, nodes, seed) = (*pairs as u64, *nodes, *seed);
            let (players, distance) = ([a.as_str(), b.as_str()], *from..=*to);
            let share = connect::versus::Versus { pairs, nodes, seed, players, distance }.run()?;
            say(share.to_string());
        }
    }
    Ok(())
}

fn connect_task<'a>(fit: &'a EpochsArgs, made_by: &'a str) -> connect::FitTask<'a> {
    connect::FitTask { epochs: fit.epochs, seed: fit.seed, games: &fit.files.games, made_by }
}

fn hexthello_fit(task: &HexthelloFit, say: &mut dyn FnMut(String)) -> Done {
    match task {
        HexthelloFit::Terms { rounds, from } => {
            let (games, nodes, seed) = (rounds.games as u64, rounds.nodes, rounds.seed);
            let from = from.as_deref();
            hexthello::terms::TermsTask { games, nodes, rounds: rounds.rounds, seed, from }.run(say)?;
        }
        HexthelloFit::Games { play, player } => {
            let (count, nodes, seed) = (play.count as u64, play.nodes, play.seed);
            hexthello::games::SelfPlayTask { count, nodes, seed, player }.run(&play.output)?;
            say(format!("{}: {count} games", play.output.display()));
        }
        HexthelloFit::Patterns { fit } => {
            let made_by = &made_by("hexthello patterns", fit);
            let (epochs, seed, games) = (fit.epochs, fit.seed, &fit.files.games[..]);
            let task = hexthello::patterns::FitTask { epochs, seed, games, made_by };
            hexthello::patterns::run(&task, &fit.files.output, say)?;
        }
        HexthelloFit::Match { a, b, pairs, seed } => {
            let (pairs, players) = (*pairs as u64, [a.as_str(), b.as_str()]);
            hexthello::versus::Versus { pairs, seed: *seed, players }.run(say)?;
        }
        HexthelloFit::WipeOuts { output, count, nodes, depth, seed } => {
            let (count, nodes, depth, seed) = (*count, *nodes, *depth, *seed);
            hexthello::wipe_outs::WipeOutTask { count, nodes, depth, seed }.run(output, say)?;
        }
    }
    Ok(())
}

fn reversi(task: &ReversiFit, say: &mut dyn FnMut(String)) -> Done {
    let ReversiFit::Ordering { output, seed, positions, bands, exact, depth, penalty, player, threads } =
        task;
    let (from, player) = match player {
        LabellingPlayer::Mobility => (PositionsFrom::Mobility, "mobility"),
        LabellingPlayer::Patterns => (PositionsFrom::Patterns, "patterns"),
    };
    let listed = bands.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let made_by = format!(
        "agon train fit reversi ordering --seed {seed} --positions {positions} --bands {listed} --exact {exact} --depth {depth} \
         --penalty {penalty} --player {player} --output FILE"
    );
    let (seed, positions, bands, threads) = (*seed, *positions, bands.clone(), *threads);
    let (exact, depth, penalty) = (*exact, *depth, *penalty);
    OrderingTask { seed, positions, bands, exact, depth, penalty, from, threads, made_by }
        .run(output, say)?;
    Ok(())
}

fn ants(task: &AntsFit, say: &mut dyn FnMut(String)) -> Done {
    match task {
        AntsFit::Weights { rounds, pairs } => {
            let (games, nodes, seed) = (rounds.games as u64, rounds.nodes, rounds.seed);
            let pairs = *pairs as u64;
            agon_ants::lab::weights::WeightsTask { games, nodes, rounds: rounds.rounds, seed, pairs }
                .run(say)?;
        }
        AntsFit::Probcut { positions, depth } => agon_ants::lab::probcut::run(*positions, *depth, say)?,
        AntsFit::Numbers { changes, pairs, nodes } => {
            let (points, margin) = agon_ants::lab::numbers::compare(*pairs as u64, *nodes, changes)?;
            let changes = changes.join(", ");
            say(format!("{changes}: {points:.3} of the points, margin {margin:+.2}"));
        }
    }
    Ok(())
}

/// `agon train GAME --games FILE`: whole games, one a line; those that the file has are not played again.
pub(crate) fn whole_games(
    game: &dyn agon_core::AnyGame,
    path: &Path,
    task: agon_lab::games::GamesTask,
    count: u64,
    out: &mut dyn Write,
) -> Done {
    let (store, text) = crate::line_store::LineStore::open(path)?;
    let done = text.lines().count() as u64;
    let bar = crate::progress::progress(count as usize, "games");
    bar.set_position(done);
    let mut each = |line: &str| {
        bar.inc(1);
        store.keep(line)
    };
    task.play(&agon_games::engines(), game, done.min(count)..count, &mut each)
        .map_err(|e| Failure::Failed(e.to_string()))?;
    bar.finish_and_clear();
    store.close()?;
    writeln!(out, "{}: {} games", path.display(), done.max(count))?;
    Ok(())
}
