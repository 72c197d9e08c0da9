//! `agon tournament status` and `agon tournament stop`.

use super::{describe, open, table};
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_core::harmless::harmless;
use agon_tournament::Store;
use agon_tournament::standings::Standings;
use agon_tournament::store::RunLock;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// A tournament for programs.
#[derive(Serialize)]
struct Status<'a> {
    name: &'a str,
    game: String,
    format: &'static str,
    running: bool,
    complete: bool,
    games: usize,
    total: Option<usize>,
    players: Vec<&'a str>,
    tables: &'a [Standings],
}

pub(super) fn status(file: &Path, json: bool, style: TextStyle, out: &mut dyn Write) -> Done {
    let (store, schedule) = open(file)?;
    store.check()?;
    let running = RunLock::is_held(&Store::path_for(file));
    let description = schedule.description();
    let played = schedule.played();
    let tables = Standings::all(&schedule);
    if json {
        let names: Vec<&str> = description.players.iter().map(|player| player.name.as_str()).collect();
        let status = Status {
            name: &description.name,
            game: description.game.id(),
            format: description.format.kind.name(),
            running,
            complete: schedule.is_complete(),
            games: played,
            total: schedule.total(),
            players: names,
            tables: &tables,
        };
        // Written as it is made: the results of a large tournament are many.
        serde_json::to_writer(&mut *out, &status).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    let of = schedule.total().map(|total| format!(" of {total}")).unwrap_or_default();
    let state = match (schedule.is_complete(), running) {
        (true, _) => "complete",
        (false, true) => "running",
        (false, false) => "not running",
    };
    writeln!(out, "{}: {played}{of} games, {state}", harmless(&description.name))?;
    for standings in &tables {
        writeln!(out)?;
        table::write(&schedule, standings, style, usize::MAX, out)?;
    }
    Ok(())
}

pub(super) fn stop(file: &Path, out: &mut dyn Write) -> Done {
    let description = describe(file)?;
    let store = Store::open(&Store::path_for(file), &description.fingerprint)?;
    if !RunLock::is_held(&Store::path_for(file)) {
        return Err(Failure::Failed("this tournament is not running".into()));
    }
    store.request_stop()?;
    writeln!(out, "asked to stop; games under way are played again when it goes on")?;
    Ok(())
}
