//! Network players: the ports, who is connected.

use crate::failure::{Answered, Refusal};
use crate::request::PathParts;
use crate::site::Site;
use agon_core::Side;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;

/// Where programs can connect, and who did.
#[derive(Serialize)]
pub(crate) struct Network {
    ports: Vec<Port>,
    guests: Vec<Guest>,
}

/// A port of a game.
#[derive(Serialize)]
pub(crate) struct Port {
    pub(crate) game: String,
    pub(crate) address: Option<String>,
    /// Why it is not open, if it is not.
    pub(crate) trouble: Option<String>,
}

/// A program that is connected.
#[derive(Serialize)]
pub(crate) struct Guest {
    pub(crate) id: u64,
    /// Its name; nothing until it has said it. Text from a stranger.
    pub(crate) name: Option<String>,
    pub(crate) game: String,
    pub(crate) address: String,
    /// Seconds since it connected.
    pub(crate) seconds: u64,
    /// Where it sits.
    pub(crate) table: Option<String>,
    pub(crate) side: Option<Side>,
}

/// `GET /network`
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Answered<Network> {
    Ok(Json(Network { ports: site.ports(), guests: site.guests() }))
}

/// `DELETE /network/guests/{id}`
pub(crate) async fn disconnect(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<u64>,
) -> Result<StatusCode, Refusal> {
    site.disconnect(id)?;
    Ok(StatusCode::NO_CONTENT)
}
