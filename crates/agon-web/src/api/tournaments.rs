//! Tournaments: setting up, starting, stopping, results.

use crate::failure::{Answered, Refusal};
use crate::request::{JsonBody, PathParts};
use crate::site::Site;
use crate::tournaments::{self, Details, Event, PlayerPage, Summary};
use agon_tournament::Draft;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

/// Reads and writes files without holding up the server.
async fn at_rest<T: Send + 'static>(
    site: Arc<Site>,
    work: impl FnOnce(&Site) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || work(&site)).await;
    done.unwrap_or_else(|_| Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "this server failed here")))
}

/// Does something with one tournament.
async fn with_event<T: Send + 'static>(
    site: Arc<Site>,
    id: String,
    work: impl FnOnce(&Site, &Event) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    at_rest(site, move |site| work(site, &site.tournaments.event(&id, &site.games)?)).await
}

/// `GET /tournaments`
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Answered<Vec<Summary>> {
    at_rest(site, |site| Ok(Json(site.tournaments.list(&site.games)))).await
}

/// `POST /tournaments`
pub(crate) async fn create(
    State(site): State<Arc<Site>>,
    JsonBody(draft): JsonBody<Draft>,
) -> Result<(StatusCode, Json<Details>), Refusal> {
    let create = move |site: &Site| Details::of(&site.tournaments.create(&draft, site)?);
    Ok((StatusCode::CREATED, Json(at_rest(site, create).await?)))
}

/// `GET /tournaments/{id}`
pub(crate) async fn details(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<Details> {
    with_event(site, id, |_, event| Details::of(event).map(Json)).await
}

/// What can be done with a tournament.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Wish {
    /// Starts it, or goes on with it.
    Start {
        /// How many games are played at the same time; one if it is not given.
        #[serde(default)]
        concurrency: Option<usize>,
    },
    Stop {},
}

/// `POST /tournaments/{id}/commands`
pub(crate) async fn command(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
    JsonBody(wish): JsonBody<Wish>,
) -> Answered<Details> {
    with_event(site, id, move |site, event| {
        match wish {
            Wish::Start { concurrency } => site.tournaments.start(event, concurrency.unwrap_or(1), site)?,
            Wish::Stop {} => site.tournaments.stop(event)?,
        }
        Details::of(event).map(Json)
    })
    .await
}

/// `GET /tournaments/{id}/players/{player}`
pub(crate) async fn player(
    State(site): State<Arc<Site>>,
    PathParts((id, player)): PathParts<(String, usize)>,
) -> Answered<PlayerPage> {
    with_event(site, id, move |_, event| PlayerPage::of(event, player).map(Json)).await
}

/// `GET /tournaments/{id}/games/{game}`
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    PathParts((id, game)): PathParts<(String, String)>,
) -> Answered<agon_core::Record> {
    with_event(site, id, move |_, event| tournaments::record(event, &game).map(Json)).await
}

/// `GET /tournaments/{id}/files/{file}`
pub(crate) async fn file(
    State(site): State<Arc<Site>>,
    PathParts((id, file)): PathParts<(String, String)>,
) -> Result<Response, Refusal> {
    with_event(site, id, move |site, event| {
        let found = tournaments::download(event, &file, &site.games)?;
        let disposition = format!("attachment; filename=\"{}-{file}\"", event.id.replace(['"', '\\'], ""));
        let headers = [(CONTENT_TYPE, found.kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
        Ok((headers, found.text).into_response())
    })
    .await
}
