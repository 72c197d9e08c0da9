//! A tournament as it is sent: for the list, as a whole, one player's games, files to keep.

use super::Event;
use super::venue::{Bulletin, game_id, game_key};
use crate::failure::{Code, Refusal, Trouble};
use agon_core::formats::{Format, Json};
use agon_core::{Record, Registry, Side, Verdict};
use agon_tournament::entrants::Entrant;
use agon_tournament::report::Report;
use agon_tournament::standings::{Standing, Standings};
use agon_tournament::{Row, Store};
use serde::Serialize;

/// A tournament for the list.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentSummary))]
pub(crate) struct Summary {
    pub(crate) id: String,
    name: String,
    game: String,
    format: String,
    players: usize,
    played: usize,
    /// How many games there will be; nothing for a tournament without end.
    total: Option<usize>,
    running: bool,
    complete: bool,
    /// What is wrong with it, if something is.
    #[serde(flatten)]
    trouble: Trouble,
}

impl Summary {
    pub(super) fn of(event: &Event) -> Summary {
        let description = &event.description;
        let (played, total, complete, trouble) = match event.schedule() {
            Ok((schedule, _)) => {
                (schedule.played(), schedule.total(), schedule.is_complete(), event.venue.trouble())
            }
            Err(refusal) => (0, None, false, refusal.into()),
        };
        Summary {
            id: event.id.clone(),
            name: description.name.clone(),
            game: description.game.id(),
            format: description.format.kind.name().to_owned(),
            players: description.players.len(),
            played,
            total,
            running: event.is_running(),
            complete,
            trouble,
        }
    }

    pub(super) fn unreadable(id: &str, why: Refusal) -> Summary {
        Summary {
            id: id.to_owned(),
            name: id.to_owned(),
            game: String::new(),
            format: String::new(),
            players: 0,
            played: 0,
            total: None,
            running: false,
            complete: false,
            trouble: why.into(),
        }
    }
}

/// A tournament as a whole.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Tournament))]
pub(crate) struct Details {
    #[serde(flatten)]
    summary: Summary,
    /// Who plays, by number.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign_games::Entrant>))]
    entrants: Vec<Entrant>,
    /// The time limits in words.
    clocks: Vec<String>,
    repeats: u32,
    seed: u64,
    /// The tie-breaks, in the order in which they decide.
    tie_breaks: Vec<&'static str>,
    /// The unit of the bonus; nothing without one.
    bonus: Option<&'static str>,
    /// A table for each time limit, and the total last if there are several.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign_games::Standings>))]
    tables: Vec<Standings>,
    /// What is being played.
    live: Bulletin,
}

impl Details {
    pub(crate) fn of(event: &Event) -> Result<Details, Refusal> {
        let description = &event.description;
        let (schedule, _) = event.schedule()?;
        let clocks = (0..description.clocks.len()).map(|clock| description.clock_name(clock));
        let unit = description.bonus.unit();
        Ok(Details {
            summary: Summary::of(event),
            entrants: description.players.clone(),
            clocks: clocks.collect(),
            repeats: description.repeats,
            seed: description.seed,
            tie_breaks: description.tie_breaks.iter().map(|tie_break| tie_break.name()).collect(),
            bonus: (!unit.is_empty()).then_some(unit),
            tables: Standings::all(&schedule),
            live: event.venue.bulletin(&event.id),
        })
    }
}

/// One player's tournament.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentPlayer))]
pub(crate) struct PlayerPage {
    #[serde(flatten)]
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign_games::Entrant))]
    entrant: Entrant,
    player: usize,
    /// Its line in the table that decides.
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign_games::Standing>))]
    standing: Option<Standing>,
    games: Vec<PlayedGame>,
}

/// A game as one of its players sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct PlayedGame {
    /// Its address in the tournament.
    game: String,
    round: u32,
    clock: String,
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign::Side))]
    side: Side,
    opponent: usize,
    /// 1, ½ or 0.
    points: f64,
    moves: usize,
    /// The player's own thinking time in milliseconds.
    ms: f64,
    reason: String,
    /// The verdict of a lost game, with its evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Verdict>))]
    verdict: Option<Verdict>,
}

impl PlayerPage {
    pub(crate) fn of(event: &Event, player: usize) -> Result<PlayerPage, Refusal> {
        let entrant = event.description.players.get(player).cloned();
        let entrant =
            entrant.ok_or_else(|| Refusal::missing(Code::NoSuchPlayer, "there is no such player"))?;
        let (schedule, store) = event.schedule()?;
        let mut games = Vec::new();
        for row in schedule.rows() {
            if let Some(side) = row.side(player) {
                games.push(PlayedGame::new(event, row, side, store.as_ref())?);
            }
        }
        let standing = Standings::total(&schedule).table.into_iter().find(|line| line.player == player);
        Ok(PlayerPage { entrant, player, standing, games })
    }
}

impl PlayedGame {
    fn new(event: &Event, row: &Row, side: Side, store: Option<&Store>) -> Result<PlayedGame, Refusal> {
        let lost = row.winner == Some(!side);
        let record = match store {
            Some(store) if lost => store.record(row.id)?,
            _ => None,
        };
        Ok(PlayedGame {
            game: game_key(row.id),
            round: row.id.pairing.round,
            clock: event.description.clock_name(row.id.pairing.clock as usize),
            side,
            opponent: row.players[!side],
            points: row.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }),
            moves: row.moves,
            ms: row.ms[side],
            reason: row.reason.clone(),
            verdict: record.and_then(|record| record.verdict),
        })
    }
}

/// The record of one game.
pub(crate) fn record(event: &Event, key: &str) -> Result<Record, Refusal> {
    let missing = || Refusal::missing(Code::NoSuchGame, "there is no such game");
    let id = game_id(key).ok_or_else(missing)?;
    match event.schedule()?.1 {
        Some(store) => store.record(id)?.ok_or_else(missing),
        None => Err(missing()),
    }
}

/// A file to keep.
pub(crate) struct Download {
    pub(crate) kind: &'static str,
    pub(crate) text: String,
}

/// Writes a file of results, by its name.
pub(crate) fn download(event: &Event, file: &str, games: &Registry) -> Result<Download, Refusal> {
    let text = |kind, text| Ok(Download { kind, text });
    if file == "tournament.toml" {
        let content = std::fs::read_to_string(&event.file).map_err(|error| {
            Refusal::missing(Code::UnreadableTournament, &error).with("why", error.to_string())
        })?;
        return text("text/plain; charset=utf-8", content);
    }
    let (schedule, store) = event.schedule()?;
    let unplayed = || Refusal::conflict(Code::NoGamePlayed, "no game has been played yet");
    let mut store = store.ok_or_else(unplayed)?;
    // Where lost games were lost takes an engine's time: `agon tournament export` looks into that.
    let report = Report::gather(&schedule, &mut store, games, None)?;
    match file {
        "standings.csv" => text("text/csv; charset=utf-8", report.standings_csv()),
        "games.csv" => text("text/csv; charset=utf-8", report.games_csv()),
        "results.json" => text("application/json", report.json().to_string()),
        "report.html" => text("text/html; charset=utf-8", report.html()?),
        "records.json" => {
            let records: Vec<Record> = report.games.into_iter().map(|game| game.record).collect();
            // One record a line, which is no single JSON document.
            text("application/x-ndjson", Json.write(&records)?)
        }
        _ => Err(Refusal::missing(Code::NoSuchFile, "there is no such file of results")),
    }
}
