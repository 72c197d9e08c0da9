//! `agon tournament run`.

use super::live::Live;
use super::{describe, misdescribed, table};
use crate::cli::RunArgs;
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_engine::Stop;
use agon_tournament::game_runner::GameRunner;
use agon_tournament::standings::Standings;
use agon_tournament::store::RunLock;
use agon_tournament::{Directed, Pool};
use agon_tournament::{Director, Ended, Store};
use std::io::Write;

pub(crate) fn run(args: &RunArgs, style: TextStyle, out: &mut dyn Write) -> Done {
    let description = describe(&args.file)?;
    description.require_folders().map_err(|error| misdescribed(&args.file, &error))?;
    let seats = GameRunner::new(&description, agon_games::engines())?;
    let path = Store::path_for(&args.file);
    let _lock = RunLock::take(&path)?;
    let mut store = Store::create(&path, &description.fingerprint)?;
    store.check()?;
    store.clear_stop()?;
    let schedule = store.schedule(&description)?;
    let stop = Stop::new();
    let interrupted = stop.clone();
    // Without the handler Ctrl-C still ends the run, and no kept game is lost by that either.
    let _ = ctrlc::set_handler(move || interrupted.set());
    let mut live = Live::new(&schedule);
    live.begin(&schedule, out)?;
    if let Some(containment) = seats.containment() {
        writeln!(out, "{containment}")?;
    }
    for port in seats.ports() {
        writeln!(out, "waiting for a player on port {port}")?;
    }
    out.flush()?;
    let mut pool = Pool::new(seats, args.concurrency, &stop)?;
    let mut director = Director::new(Directed::new(schedule, &mut store));
    let mut trouble = Ok(());
    let ended = director.run(&mut pool, &stop, &mut |directed| {
        if trouble.is_ok() {
            trouble = live.show(directed.schedule(), style, out);
        }
    });
    live.finish();
    let ended = ended?;
    trouble?;
    let schedule = director.contest().schedule();
    let played = schedule.played();
    match ended {
        Ended::Complete => writeln!(out, "complete: {played} games")?,
        Ended::Stopped => {
            let of = schedule.total().map(|total| format!(" of {total}")).unwrap_or_default();
            writeln!(out, "stopped after {played}{of} games; the same command goes on from here")?;
        }
    }
    for standings in Standings::all(schedule) {
        writeln!(out)?;
        table::write(schedule, &standings, style, usize::MAX, out).map_err(Failure::Io)?;
    }
    Ok(())
}
