//! A tournament as it is sent: for the list, as a whole, one player's games, files to keep.

use super::Event;
use super::summary::Summary;
use super::venue::{Bulletin, game_id, game_key};
use crate::failure::{Code, Refusal};
use agon_core::formats::{Format, Json};
use agon_core::harmless::{harmless, in_json};
use agon_core::{Record, Registry, Side, Verdict};
use agon_tournament::entrants::Entrant;
use agon_tournament::report::Report;
use agon_tournament::standings::{Standing, Standings};
use agon_tournament::{Row, Store};
use serde::Serialize;

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
    /// What players are ranked by: `points` or `wins`.
    rank: &'static str,
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
        let (schedule, stamps) = event.schedule()?;
        let clocks = (0..description.clocks.len()).map(|clock| description.clock_name(clock));
        let unit = description.bonus.unit();
        Ok(Details {
            summary: Summary::of(event, &schedule, stamps),
            entrants: description.players.iter().cloned().map(shown).collect(),
            clocks: clocks.collect(),
            repeats: description.repeats,
            seed: description.seed,
            tie_breaks: description.tie_breaks.iter().map(|tie_break| tie_break.name()).collect(),
            rank: description.rank.name(),
            bonus: (!unit.is_empty()).then_some(unit),
            tables: Standings::all(&schedule),
            live: event.venue.bulletin(&event.id),
        })
    }
}

/// A player as it may be shown: its name is its own choice.
fn shown(entrant: Entrant) -> Entrant {
    Entrant { name: harmless(&entrant.name).into_owned(), ..entrant }
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
    /// Its games in the order of the rounds, as many as were asked for.
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
    /// The page of a player with some of its games: so many, after the first `from`.
    pub(crate) fn of(event: &Event, player: usize, from: usize, count: usize) -> Result<PlayerPage, Refusal> {
        let entrant = event.description.players.get(player).cloned();
        let entrant =
            entrant.ok_or_else(|| Refusal::missing(Code::NoSuchPlayer, "there is no such player"))?;
        let (schedule, _) = event.schedule()?;
        let store = event.store()?;
        let rows = store.as_ref().map_or(Ok(Vec::new()), |store| store.rows_of(player, from, count))?;
        let mut games = Vec::new();
        for row in rows.iter().filter(|row| schedule.knows(row.id)) {
            if let Some(side) = row.side(player) {
                games.push(PlayedGame::new(event, row, side, store.as_ref())?);
            }
        }
        let standing = Standings::total(&schedule).table.into_iter().find(|line| line.player == player);
        Ok(PlayerPage { entrant: shown(entrant), player, standing, games })
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
            verdict: record.and_then(|record| record.verdict.as_ref().map(Verdict::harmless)),
        })
    }
}

/// The record of one game.
pub(crate) fn record(event: &Event, key: &str) -> Result<Record, Refusal> {
    let missing = || Refusal::missing(Code::NoSuchGame, "there is no such game");
    let id = game_id(key).ok_or_else(missing)?;
    match event.store()? {
        Some(store) => store.record(id)?.ok_or_else(missing),
        None => Err(missing()),
    }
}

/// The most games of a report that the server writes.
const MOST_REPORTED: usize = 20_000;

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
    let (schedule, _) = event.schedule()?;
    let unplayed = || Refusal::conflict(Code::NoGamePlayed, "no game has been played yet");
    let mut store = event.store()?.ok_or_else(unplayed)?;
    if schedule.played() > MOST_REPORTED {
        let sentence = format!(
            "a report of {} games is too large for a page; 'agon tournament export' writes it",
            schedule.played()
        );
        let refusal = Refusal::conflict(Code::ReportTooLarge, sentence);
        return Err(refusal.with("games", schedule.played()).with("most", MOST_REPORTED));
    }
    // Where lost games were lost takes an engine's time: `agon tournament export` looks into that.
    let report = Report::gather(&schedule, &mut store, games, None)?;
    match file {
        "standings.csv" => text("text/csv; charset=utf-8", report.standings_csv()),
        "games.csv" => text("text/csv; charset=utf-8", report.games_csv()),
        "results.json" => text("application/json", in_json(&report.json().to_string()).into_owned()),
        "report.html" => text("text/html; charset=utf-8", report.html()?),
        "records.json" => {
            let records: Vec<Record> = report.games.into_iter().map(|game| game.record).collect();
            // One record a line, which is no single JSON document.
            text("application/x-ndjson", Json.write(&records)?)
        }
        _ => Err(Refusal::missing(Code::NoSuchFile, "there is no such file of results")),
    }
}
