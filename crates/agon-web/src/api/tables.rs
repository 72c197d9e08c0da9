//! Live tables: opening, playing, seats, clocks, records.

use super::lines::{LineAnswer, LineRequest};
use crate::failure::{Answered, Refusal};
use crate::players;
use crate::request::{JsonBody, PathParts, QueryParts};
use crate::rooms::{Room, is_address};
use crate::site::Site;
use crate::state::TableState;
use agon_core::{Dice, Side, duration};
use agon_hall::{Command, Occupant, TableError, TableSetup};
use agon_referee::TimeControl;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::oneshot;

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Refusal {
        match error {
            TableError::Move(_) | TableError::OtherGame { .. } | TableError::Player(_) => {
                Refusal::wrong(error)
            }
            TableError::Machine(_) => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error),
            TableError::Closed => Refusal::missing(error),
            _ => Refusal::conflict(error),
        }
    }
}

/// Asks a table for something without holding up the server.
pub(crate) async fn order(room: &Room, command: Command) -> Result<(), Refusal> {
    let (reply, done) = oneshot::channel();
    room.table.send(command, move |result| {
        let _ = reply.send(result);
    });
    Ok(done.await.unwrap_or(Err(TableError::Closed))?)
}

/// A game to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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

/// `POST /tables`
pub(crate) async fn open(
    State(site): State<Arc<Site>>,
    JsonBody(request): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<TableState>), Refusal> {
    if site.duel.is_some() {
        return Err(Refusal::forbidden("this server shows one game only"));
    }
    if site.rooms.is_full() {
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "all tables are taken; try again later"));
    }
    if let Some(room) = request.id.as_deref().and_then(|id| site.rooms.find(id).ok()) {
        return Ok((StatusCode::OK, Json(room.state())));
    }
    if request.id.as_deref().is_some_and(|id| !is_address(id)) {
        return Err(Refusal::wrong(
            "the address of a table is a number, a hyphen and eight hexadecimal digits",
        ));
    }
    if request.names.iter().flatten().any(|name| name.chars().count() > LONGEST_NAME) {
        return Err(Refusal::wrong(format!("a name has at most {LONGEST_NAME} letters")));
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
    let (room, made) = site.open_room(setup, request.id, request.names)?;
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

/// A player as it is written, if this server seats such players.
fn occupant(site: &Site, text: &str) -> Result<Occupant, Refusal> {
    let occupant: Occupant = text.parse().map_err(Refusal::wrong)?;
    if let Occupant::Local(spec) = &occupant {
        players::admit(site, spec)?;
    }
    Ok(occupant)
}

/// A clock as it is written: `5m+2s` for the game, `10s a move`, or nothing.
fn control(text: Option<&str>) -> Result<TimeControl, Refusal> {
    let text = text.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(TimeControl::NONE);
    }
    match text.strip_suffix(" a move") {
        Some(time) => Ok(TimeControl::per_move(duration::parse(time.trim()).map_err(Refusal::wrong)?)),
        None => TimeControl::parse_clock(text).map_err(Refusal::wrong),
    }
}

/// A table for the list.
#[derive(Serialize)]
pub(crate) struct TableSummary {
    id: String,
    game: String,
    players: [String; 2],
    plies: usize,
    running: bool,
    over: bool,
}

/// `GET /tables`
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Json<Vec<TableSummary>> {
    let summary = |room: Arc<Room>| {
        let snapshot = room.table.snapshot();
        TableSummary {
            id: room.id.clone(),
            game: snapshot.position().game().id(),
            players: snapshot.seats.clone().map(|seat| seat.player.name),
            plies: snapshot.ply(),
            running: snapshot.running,
            over: snapshot.verdict.is_some(),
        }
    };
    Json(site.rooms.all().into_iter().map(summary).collect())
}

/// `GET /tables/{id}`
pub(crate) async fn state(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<TableState> {
    Ok(Json(site.rooms.find(&id)?.state()))
}

/// `DELETE /tables/{id}`
pub(crate) async fn close(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Result<StatusCode, Refusal> {
    let room = site.rooms.find(&id)?;
    free(&room)?;
    site.close_room(&room);
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /tables/{id}/views/{ply}`
pub(crate) async fn view(
    State(site): State<Arc<Site>>,
    PathParts((id, ply)): PathParts<(String, usize)>,
) -> Answered<LineAnswer> {
    let snapshot = site.rooms.find(&id)?.table.snapshot();
    let played = snapshot.line.moves().len();
    if ply > played {
        return Err(Refusal::missing(format!("{played} moves have been played here, not {ply}")));
    }
    Ok(Json(LineAnswer::new(&snapshot.line, Some(ply))))
}

/// A move of a person.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    #[serde(rename = "move")]
    text: String,
    /// How many moves had been played when the person chose.
    ply: usize,
}

/// `POST /tables/{id}/moves`
pub(crate) async fn play(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    JsonBody(request): JsonBody<NewMove>,
) -> Answered<TableState> {
    let room = site.rooms.find(&id)?;
    if let (Some(hands), Some(side)) = (&room.hands, room.table.snapshot().to_move)
        && !hands.contains(&side)
    {
        return Err(Refusal::forbidden("it is not this side's turn"));
    }
    order(&room, Command::Play { ply: request.ply, text: request.text }).await?;
    Ok(Json(room.state()))
}

/// What can be done with a game besides moving.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Wish {
    Start {},
    Stop {},
    Restart {},
    Swap {},
    /// Takes moves back until it is a person's turn again.
    TakeBack {
        #[serde(default)]
        plies: Option<usize>,
    },
    Resign {
        side: Side,
    },
    /// Another position or game on the same table.
    SetUp {
        #[serde(default)]
        start: Option<String>,
        #[serde(default)]
        moves: String,
    },
}

/// `POST /tables/{id}/commands`
pub(crate) async fn command(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    JsonBody(wish): JsonBody<Wish>,
) -> Answered<TableState> {
    let room = site.rooms.find(&id)?;
    free(&room)?;
    match wish {
        Wish::Start {} => order(&room, Command::Start).await?,
        Wish::Stop {} => order(&room, Command::Stop).await?,
        Wish::Restart {} => order(&room, Command::Restart).await?,
        Wish::Swap {} => order(&room, Command::Swap).await?,
        Wish::Resign { side } => order(&room, Command::Resign(side)).await?,
        Wish::TakeBack { plies } => take_back(&room, plies).await?,
        Wish::SetUp { start, moves } => {
            let game = room.table.snapshot().position().game().id();
            let line = LineRequest { game, start, moves, ..LineRequest::default() }.line(&site)?;
            set_up(&room, &line, line.moves().len()).await?;
        }
    }
    Ok(Json(room.state()))
}

async fn set_up(room: &Room, line: &agon_core::Line, plies: usize) -> Result<(), Refusal> {
    let moves = line.moves()[..plies].iter().map(|played| played.text.clone()).collect();
    order(room, Command::SetUp { start: Some(line.start().boxed()), moves }).await
}

/// Takes back so many moves; without a number, to the last time that a person chose. Moves of a game that was
/// loaded can be taken back like any others.
async fn take_back(room: &Room, plies: Option<usize>) -> Result<(), Refusal> {
    let snapshot = room.table.snapshot();
    let moves = snapshot.line.moves();
    let person = |side: Side| snapshot.seats[side].occupant == Occupant::Person;
    let by_person = || moves.iter().rev().position(|m| person(m.side) && !m.pass).map(|n| n + 1);
    let plies = plies.or_else(by_person).unwrap_or(1);
    if plies == 0 || plies > moves.len() {
        return Err(Refusal::conflict("there is no move to take back"));
    }
    let left = moves.len() - plies;
    if left >= snapshot.opening_plies {
        return order(room, Command::TakeBack(plies)).await;
    }
    set_up(room, &snapshot.line, left).await
}

/// Somebody for a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    player: String,
}

/// `PUT /tables/{id}/seats/{side}`
pub(crate) async fn seat(
    State(site): State<Arc<Site>>,
    PathParts((id, side)): PathParts<(String, Side)>,
    JsonBody(request): JsonBody<NewSeat>,
) -> Answered<TableState> {
    let room = site.rooms.find(&id)?;
    free(&room)?;
    order(&room, Command::Seat(side, occupant(&site, &request.player)?)).await?;
    Ok(Json(room.state()))
}

/// A clock for both sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClock {
    /// `5m+2s`, `10s a move`, or nothing for no limit.
    #[serde(default)]
    clock: Option<String>,
}

/// `PUT /tables/{id}/clock`
pub(crate) async fn clock(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    JsonBody(request): JsonBody<NewClock>,
) -> Answered<TableState> {
    let room = site.rooms.find(&id)?;
    free(&room)?;
    order(&room, Command::SetClock([control(request.clock.as_deref())?; 2])).await?;
    Ok(Json(room.state()))
}

/// How a record is wanted.
#[derive(Deserialize)]
pub(crate) struct RecordQuery {
    #[serde(default)]
    format: Option<String>,
}

/// `GET /tables/{id}/record`
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

/// Refuses anything but moving on a table whose other side is not ours.
fn free(room: &Room) -> Result<(), Refusal> {
    match room.hands {
        Some(_) => {
            Err(Refusal::forbidden("this game is played between two programs; here one can only move"))
        }
        None => Ok(()),
    }
}
