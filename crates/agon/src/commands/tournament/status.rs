//! `agon tournament status` and `agon tournament stop`.

use super::{describe, open, table};
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_tournament::Store;
use agon_tournament::standings::Standings;
use agon_tournament::store::RunLock;
use serde_json::json;
use std::io::Write;
use std::path::Path;

pub(super) fn status(file: &Path, json: bool, style: TextStyle, out: &mut dyn Write) -> Done {
    let (_, schedule) = open(file)?;
    let running = RunLock::is_held(&Store::path_for(file));
    let description = schedule.description();
    let played = schedule.played();
    let tables = Standings::all(&schedule);
    if json {
        let names: Vec<&str> = description.players.iter().map(|player| player.name.as_str()).collect();
        let document = json!({
            "name": description.name, "game": description.game.id(), "format": description.format.kind.name(),
            "running": running, "complete": schedule.is_complete(), "games": played,
            "total": schedule.total(), "players": names, "tables": tables,
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    let of = schedule.total().map(|total| format!(" of {total}")).unwrap_or_default();
    let state = match (schedule.is_complete(), running) {
        (true, _) => "complete",
        (false, true) => "running",
        (false, false) => "not running",
    };
    writeln!(out, "{}: {played}{of} games, {state}", description.name)?;
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
