//! What this server is.

use crate::site::Site;
use crate::visitor::Visitor;
use agon_core::Side;
use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;

/// The description of this API.
const OPENAPI: &str = include_str!("../../../../docs/api/openapi.json");

/// What the page should know before anything else.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Site))]
pub(crate) struct SiteInfo {
    version: &'static str,
    /// `full`, or `duel` for one side of the two-instance game.
    mode: &'static str,
    /// The one table of a duel.
    table: Option<String>,
    /// The sides that may be played in a duel.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign::Side>))]
    hands: Vec<Side>,
    title: String,
    /// Whether programs of this machine can be seated.
    allow_exec: bool,
    /// Whether there are ports for network players.
    network: bool,
    /// How many games of a tournament can be played at the same time.
    cores: usize,
    /// How many games a tournament may have.
    most_games: usize,
    /// The memory of an engine at a table, in megabytes; a table has two engines at most.
    engine_megabytes: u64,
    /// Whether this browser is the host's, who may delete what others made.
    host: bool,
}

/// What this server is.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/site",
    responses((status = 200, body = SiteInfo, description = "The site")),
))]
pub(crate) async fn info(State(site): State<Arc<Site>>, visitor: Visitor) -> Json<SiteInfo> {
    let duel = site.duel.as_ref();
    Json(SiteInfo {
        version: env!("CARGO_PKG_VERSION"),
        mode: if duel.is_some() { "duel" } else { "full" },
        table: duel.map(|room| room.id.clone()),
        hands: duel.and_then(|room| room.hands.clone()).unwrap_or_default(),
        title: site.title.clone(),
        allow_exec: site.allow_exec,
        network: !site.ports().is_empty(),
        cores: site.cores,
        most_games: site.limits.games,
        engine_megabytes: site.limits.engine_megabytes,
        host: visitor.is_host,
    })
}

/// The description of this API, also at `/api/openapi.json`.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/openapi.json",
    responses((status = 200, body = Object, description = "This description")),
))]
pub(crate) async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}
