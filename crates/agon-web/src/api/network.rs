//! Network players: the ports, who is connected.

use crate::failure::{Answered, Refusal, Trouble};
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Network {
    ports: Vec<Port>,
    guests: Vec<Guest>,
}

/// A port of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Port {
    pub(crate) game: String,
    pub(crate) address: Option<String>,
    /// Why it is not open, if it is not.
    #[serde(flatten)]
    pub(crate) trouble: Trouble,
}

/// A program that is connected.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
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
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Side>))]
    pub(crate) side: Option<Side>,
}

/// The ports for network players and who is connected.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/network",
    responses((status = 200, body = Network, description = "The network")),
))]
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Answered<Network> {
    Ok(Json(Network { ports: site.ports(), guests: site.guests() }))
}

/// Disconnects a network player.
#[cfg_attr(test, utoipa::path(
    delete,
    path = "/network/guests/{guest}",
    params(("guest" = u64, Path, description = "The number of the network player.")),
    responses((status = 204, description = "Gone")),
))]
pub(crate) async fn disconnect(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<u64>,
) -> Result<StatusCode, Refusal> {
    site.disconnect(id)?;
    Ok(StatusCode::NO_CONTENT)
}
