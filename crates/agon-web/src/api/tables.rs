//! Live tables: opening, looking, closing, records.

use super::lines::{LineAnswer, LineRequest};
use super::playing::{control, free, occupant, order};
use crate::failure::{Answered, Code, Refusal};
use crate::request::{JsonBody, PathParts, QueryParts};
use crate::rooms::{Room, is_address};
use crate::site::Site;
use crate::state::TableState;
use crate::visitor::Visitor;
use agon_core::Dice;
use agon_core::harmless::harmless;
use agon_hall::{Command, TableSetup};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NewTable {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    seed: Option<u64>,
    /// Who sits where; two people if it is not given.
    #[serde(default)]
    players: Option<[String; 2]>,
    /// A clock for the whole game (`5m+2s`) or for each move (`10s a move`).
    #[serde(default)]
    clock: Option<String>,
    /// Whether it starts at once.
    #[serde(default)]
    running: bool,
    /// The address of a table that is gone with its server. Everybody who sat there asks for it; the first one gets
    /// it made, the others find it.
    #[serde(default)]
    id: Option<String>,
    /// What those are called who played the moves, if people sit in both seats now.
    #[serde(default)]
    names: Option<[String; 2]>,
}

/// The longest name.
const LONGEST_NAME: usize = 100;

/// Opens a table, or finds the one that is at its old address already.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/tables",
    request_body = NewTable,
    responses((status = 200, body = TableState, description = "The table that is at this address already"), (status = 201, body = TableState, description = "The new table"), (status = 404), (status = 409), (status = 503)),
))]
pub(crate) async fn open(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    JsonBody(request): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<TableState>), Refusal> {
    if site.duel.is_some() {
        return Err(Refusal::forbidden(Code::OneGameOnly, "this server shows one game only"));
    }
    if let Some(room) = request.id.as_deref().and_then(|id| site.rooms.find(id).ok()) {
        return Ok((StatusCode::OK, Json(room.state())));
    }
    if request.id.as_deref().is_some_and(|id| !is_address(id)) {
        return Err(Refusal::wrong(
            Code::NotATableAddress,
            "the address of a table is a number, a hyphen and eight hexadecimal digits",
        ));
    }
    if request.names.iter().flatten().any(|name| name.chars().count() > LONGEST_NAME) {
        let refusal = Refusal::wrong(Code::NameTooLong, format!("a name has at most {LONGEST_NAME} letters"));
        return Err(refusal.with("most", LONGEST_NAME));
    }
    let game = site.games.game(&request.game)?;
    let mut setup = TableSetup::new(game, request.seed.unwrap_or_else(fresh_seed));
    if request.start.is_some() || !request.moves.is_empty() {
        let NewTable { game, start, moves, .. } = &request;
        let line = LineRequest {
            game: game.clone(),
            start: start.clone(),
            moves: moves.clone(),
            ..LineRequest::default()
        };
        let line = line.line(&site)?;
        setup.start = Some(line.start().boxed());
        setup.opening = line.moves().iter().map(|played| played.text.clone()).collect();
    }
    if let Some([first, second]) = &request.players {
        setup.seats = [occupant(&site, first)?, occupant(&site, second)?];
    }
    setup.control = [control(request.clock.as_deref())?; 2];
    let (room, made) = site.open_room(setup, request.id, request.names, &visitor)?;
    if made && request.running && room.table.snapshot().verdict.is_none() {
        order(&room, Command::Start).await?;
    }
    let status = if made { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(room.state())))
}

/// A seed nobody chose; it is in the record, so the game can be had again.
pub(crate) fn fresh_seed() -> u64 {
    let mut bytes = [0u8; 8];
    let _ = getrandom::fill(&mut bytes);
    // Browsers hold whole numbers of up to 53 bits exactly.
    Dice::derive(u64::from_le_bytes(bytes), 0) >> 11
}

/// A table for the list.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct TableSummary {
    id: String,
    game: String,
    players: [String; 2],
    plies: usize,
    running: bool,
    over: bool,
}

/// All tables.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tables",
    responses((status = 200, body = Vec<TableSummary>, description = "The tables")),
))]
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Json<Vec<TableSummary>> {
    let summary = |room: Arc<Room>| {
        let snapshot = room.table.snapshot();
        TableSummary {
            id: room.id.clone(),
            game: snapshot.position().game().id(),
            players: [0, 1].map(|seat: usize| harmless(&snapshot.seats[seat].player.name).into_owned()),
            plies: snapshot.ply(),
            running: snapshot.running,
            over: snapshot.verdict.is_some(),
        }
    };
    Json(site.rooms.all().into_iter().map(summary).collect())
}

/// A table now.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tables/{id}",
    params(("id" = String, Path, description = "The table's address.")),
    responses((status = 200, body = TableState, description = "The table")),
))]
pub(crate) async fn state(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<TableState> {
    Ok(Json(site.rooms.find(&id)?.state()))
}

/// Closes a table. Whoever opened it may, and the host.
#[cfg_attr(test, utoipa::path(
    delete,
    path = "/tables/{id}",
    params(("id" = String, Path, description = "The table's address.")),
    responses((status = 204, description = "Closed")),
))]
pub(crate) async fn close(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    PathParts(id): PathParts<String>,
) -> Result<StatusCode, Refusal> {
    let room = site.rooms.find(&id)?;
    free(&room)?;
    visitor.require_owner(site.rooms.owner(&id).as_ref())?;
    site.close_room(&room);
    Ok(StatusCode::NO_CONTENT)
}

/// The board after so many moves.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tables/{id}/views/{ply}",
    params(("id" = String, Path, description = "The table's address."), ("ply" = usize, Path, description = "How many moves.")),
    responses((status = 200, body = LineAnswer, description = "The line with that board")),
))]
pub(crate) async fn view(
    State(site): State<Arc<Site>>,
    PathParts((id, ply)): PathParts<(String, usize)>,
) -> Answered<LineAnswer> {
    let snapshot = site.rooms.find(&id)?.table.snapshot();
    let played = snapshot.line.moves().len();
    if ply > played {
        let sentence = format!("{played} moves have been played here, not {ply}");
        return Err(Refusal::missing(Code::NoSuchPly, sentence).with("there", played).with("ply", ply));
    }
    Ok(Json(LineAnswer::new(&snapshot.line, Some(ply))))
}

/// How a record is wanted.
#[derive(Deserialize)]
pub(crate) struct RecordQuery {
    #[serde(default)]
    format: Option<String>,
}

/// The record of the game as a file.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tables/{id}/record",
    params(("id" = String, Path, description = "The table's address."), ("format" = Option<String>, Query, description = "json, ggf, othello, four-in-a-row, connect4-9x9; json if it is not given.")),
    responses((status = 200, description = "The record", content((crate::openapi::foreign::Record = "application/json"), (String = "text/plain")))),
))]
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    QueryParts(query): QueryParts<RecordQuery>,
) -> Result<Response, Refusal> {
    let room = site.rooms.find(&id)?;
    let format = site.games.formats().by_name(query.format.as_deref().unwrap_or("json"))?;
    let record = room.table.snapshot().record.clone();
    let name = record.game.replace(':', "-");
    let (kind, ending) = (format.media_type(), format.file_ending());
    let text = format.write(&[record])?;
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response())
}
