//! What is done at a table: moves, commands, seats, clocks.

use super::lines::LineRequest;
use crate::failure::{Answered, Code, Refusal};
use crate::players;
use crate::request::{JsonBody, PathParts};
use crate::rooms::Room;
use crate::site::Site;
use crate::state::TableState;
use agon_core::{Side, duration};
use agon_hall::{Command, Occupant, TableError};
use agon_referee::TimeControl;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Asks a table for something without holding up the server.
pub(super) async fn order(room: &Room, command: Command) -> Result<(), Refusal> {
    let (reply, done) = oneshot::channel();
    room.table.send(command, move |result| {
        let _ = reply.send(result);
    });
    Ok(done.await.unwrap_or(Err(TableError::Closed))?)
}

/// A player as it is written, if this server seats such players.
pub(super) fn occupant(site: &Site, text: &str) -> Result<Occupant, Refusal> {
    let occupant: Occupant = text.parse()?;
    if let Occupant::Local(spec) = &occupant {
        players::admit(site, spec)?;
    }
    Ok(occupant)
}

/// A clock as it is written: `5m+2s` for the game, `10s a move`, or nothing.
pub(super) fn control(text: Option<&str>) -> Result<TimeControl, Refusal> {
    let text = text.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(TimeControl::NONE);
    }
    match text.strip_suffix(" a move") {
        Some(time) => Ok(TimeControl::per_move(duration::parse(time.trim())?)),
        None => Ok(TimeControl::parse_clock(text)?),
    }
}

/// A move of a person.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NewMove {
    #[serde(rename = "move")]
    text: String,
    /// How many moves had been played when the person chose.
    ply: usize,
}

/// A person's move.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/tables/{id}/moves",
    params(("id" = String, Path, description = "The table's address.")),
    request_body = NewMove,
    responses((status = 200, body = TableState, description = "The table"), (status = 409)),
))]
pub(crate) async fn play(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    JsonBody(request): JsonBody<NewMove>,
) -> Answered<TableState> {
    let room = site.rooms.find(&id)?;
    if let (Some(hands), Some(side)) = (&room.hands, room.table.snapshot().to_move)
        && !hands.contains(&side)
    {
        return Err(Refusal::forbidden(Code::NotThisSidesTurn, "it is not this side's turn"));
    }
    order(&room, Command::Play { ply: request.ply, text: request.text }).await?;
    Ok(Json(room.state()))
}

/// What can be done with a game besides moving.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TableCommand))]
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
        #[cfg_attr(test, schema(value_type = crate::openapi::foreign::Side))]
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

/// Starts, stops, restarts, swaps, takes back, resigns or sets up.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/tables/{id}/commands",
    params(("id" = String, Path, description = "The table's address.")),
    request_body = Wish,
    responses((status = 200, body = TableState, description = "The table"), (status = 409), (status = 503)),
))]
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
        return Err(Refusal::conflict(Code::NothingToTakeBack, "there is no move to take back"));
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NewSeat {
    player: String,
}

/// Seats somebody.
#[cfg_attr(test, utoipa::path(
    put,
    path = "/tables/{id}/seats/{side}",
    params(("id" = String, Path, description = "The table's address."), ("side" = crate::openapi::foreign::Side, Path, description = "Which seat.")),
    request_body = NewSeat,
    responses((status = 200, body = TableState, description = "The table"), (status = 409), (status = 503)),
))]
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NewClock {
    /// `5m+2s`, `10s a move`, or nothing for no limit.
    #[serde(default)]
    clock: Option<String>,
}

/// Sets both clocks.
#[cfg_attr(test, utoipa::path(
    put,
    path = "/tables/{id}/clock",
    params(("id" = String, Path, description = "The table's address.")),
    request_body = NewClock,
    responses((status = 200, body = TableState, description = "The table"), (status = 409)),
))]
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

/// Refuses anything but moving on a table whose other side is not ours.
pub(super) fn free(room: &Room) -> Result<(), Refusal> {
    match room.hands {
        Some(_) => {
            let sentence = "this game is played between two programs; here one can only move";
            Err(Refusal::forbidden(Code::OnlyMovesHere, sentence))
        }
        None => Ok(()),
    }
}
