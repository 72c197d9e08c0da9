//! Games and positions that people paste or load, in any notation that is known.

use super::lines::{LONGEST_LINE, LineAnswer, too_long};
use crate::failure::{Answered, Code, Refusal};
use crate::request::{QueryParts, RawBody};
use crate::site::Site;
use agon_core::{AnyGame, Format, Line, Record};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most games of a file that are listed.
const MOST_GAMES: usize = 500;

/// What is known about the text.
#[derive(Deserialize)]
pub(crate) struct ImportQuery {
    /// The game on the board: columns and positions do not say which game they belong to.
    game: String,
    /// The format, where it is known.
    #[serde(default)]
    format: Option<String>,
}

/// The games of a text.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Imported {
    /// In which notation they were: a format's name, `moves` or `position`.
    notation: String,
    /// How many there are; the list may be shorter.
    count: usize,
    games: Vec<ImportedGame>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct ImportedGame {
    title: String,
    #[serde(flatten)]
    line: LineAnswer,
}

/// Games or positions in any known notation; the body is the text or file as it is.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/imports",
    params(("game" = String, Query, description = "The game on the board: columns and positions do not say which game they belong to."), ("format" = Option<String>, Query, description = "The format, where it is known: json, wthor, ggf, othello, four-in-a-row, connect4-9x9, the last two also with :one-based.")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Imported, description = "The games")),
))]
pub(crate) async fn read(
    State(site): State<Arc<Site>>,
    QueryParts(query): QueryParts<ImportQuery>,
    RawBody(body): RawBody,
) -> Answered<Imported> {
    let game = site.games.game(&query.game)?;
    let formats = site.games.formats();
    let named = query.format.as_deref().filter(|name| !name.is_empty());
    let wanted = named.map(|name| formats.by_name(name)).transpose()?;
    if let Some(format) = wanted {
        return records(&site, format, &body);
    }
    let text = std::str::from_utf8(&body).map(str::trim).unwrap_or_default();
    // The game on the board decides first: its own moves, then its own position, then what the content shows.
    let own = own_notation(&*game, text);
    if let Ok((notation, line)) = own {
        let title = format!("{} moves", line.moves().len());
        let line = LineAnswer::new(&line, None);
        return Ok(Json(Imported { notation, count: 1, games: vec![ImportedGame { title, line }] }));
    }
    match (formats.detect(&body), own) {
        (Some(format), _) => records(&site, format, &body),
        (None, Err(refusal)) => Err(refusal),
        (None, Ok(_)) => Err(Refusal::wrong(Code::NothingToRead, "there is nothing to read")),
    }
}

fn own_notation(game: &dyn AnyGame, text: &str) -> Result<(String, Line), Refusal> {
    if text.is_empty() {
        return Err(Refusal::wrong(Code::NothingToRead, "there is nothing to read"));
    }
    let cells = game.layout().cells.len();
    let board = text.split_whitespace().next().unwrap_or_default();
    // A word as long as the board is meant as a position, so the trouble with it is what people want to read.
    if board.chars().count() == cells {
        return Ok(("position".to_owned(), Line::new(game.parse_position(text)?)));
    }
    if game.split_moves(text).len() > LONGEST_LINE {
        return Err(too_long());
    }
    let mut line = Line::new(game.start());
    line.play_text(text)?;
    Ok(("moves".to_owned(), line))
}

fn records(site: &Site, format: &dyn Format, body: &[u8]) -> Answered<Imported> {
    let records = format.read(body, &site.games)?;
    let count = records.len();
    if count == 0 {
        return Err(Refusal::wrong(Code::NothingToRead, "there is no game in it"));
    }
    let shown = records.iter().take(MOST_GAMES).map(|record| imported(site, record));
    Ok(Json(Imported { notation: format.name().to_owned(), count, games: shown.collect::<Result<_, _>>()? }))
}

fn imported(site: &Site, record: &Record) -> Result<ImportedGame, Refusal> {
    let line = record.replay(&site.games)?;
    let [first, second] = &record.players;
    let title = format!("{} – {}, {} moves", first.name, second.name, line.moves().len());
    Ok(ImportedGame { title, line: LineAnswer::new(&line, None) })
}
