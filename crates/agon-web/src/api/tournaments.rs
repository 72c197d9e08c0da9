//! Tournaments: setting up, starting, stopping, results.

use crate::failure::{Answered, Code, Refusal};
use crate::request::{JsonBody, PathParts, QueryParts};
use crate::site::Site;
use crate::tournaments::{self, Details, Event, PlayerPage, Summary};
use crate::visitor::Visitor;
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
    let failed = |_| {
        let (status, sentence) = (StatusCode::INTERNAL_SERVER_ERROR, "this server failed here");
        Err(Refusal::new(status, Code::ServerFailed, sentence))
    };
    done.unwrap_or_else(failed)
}

/// Does something with one tournament.
async fn with_event<T: Send + 'static>(
    site: Arc<Site>,
    id: String,
    work: impl FnOnce(&Site, &Event<'_>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    at_rest(site, move |site| work(site, &site.tournaments.event(&id, &site.games)?)).await
}

/// Which part of a list is wanted.
#[derive(Deserialize)]
pub(crate) struct Part {
    #[serde(default)]
    from: usize,
    #[serde(default)]
    count: Option<usize>,
}

impl Part {
    /// How many at most.
    fn count(&self, usual: usize, most: usize) -> usize {
        self.count.unwrap_or(usual).min(most)
    }
}

/// Tournaments of a list, and games of a player, if no number is given, and at most.
const TOURNAMENTS: (usize, usize) = (50, 200);
const GAMES: (usize, usize) = (200, 1000);

/// The tournaments of this server, the newest first.
///
/// As many as were asked for; fewer are the last ones.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tournaments",
    params(("from" = Option<usize>, Query, description = "How many to leave out at the beginning."), ("count" = Option<usize>, Query, description = "How many at most: 50 if it is not given, never more than 200.")),
    responses((status = 200, body = Vec<Summary>, description = "The tournaments"), (status = 500)),
))]
pub(crate) async fn list(
    State(site): State<Arc<Site>>,
    QueryParts(part): QueryParts<Part>,
) -> Answered<Vec<Summary>> {
    let count = part.count(TOURNAMENTS.0, TOURNAMENTS.1);
    at_rest(site, move |site| Ok(Json(site.tournaments.list(&site.games, part.from, count)))).await
}

/// Deletes a tournament with all its games. Whoever set it up may, and the host.
#[cfg_attr(test, utoipa::path(
    delete,
    path = "/tournaments/{id}",
    params(("id" = String, Path, description = "The tournament's address.")),
    responses((status = 204, description = "Deleted"), (status = 409), (status = 500)),
))]
pub(crate) async fn remove(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    PathParts(id): PathParts<String>,
) -> Result<StatusCode, Refusal> {
    at_rest(site, move |site| site.tournaments.delete(&id, &visitor)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets up a tournament.
///
/// Programs as players need a server with --allow-exec. It is kept as a description in the server's folder and starts
/// with a command.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/tournaments",
    request_body = crate::openapi::foreign_games::TournamentDraft,
    responses((status = 201, body = Details, description = "The tournament"), (status = 404), (status = 409), (status = 500)),
))]
pub(crate) async fn create(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    JsonBody(draft): JsonBody<Draft>,
) -> Result<(StatusCode, Json<Details>), Refusal> {
    let create = move |site: &Site| Details::of(&site.tournaments.create(&draft, site, visitor.owner)?);
    Ok((StatusCode::CREATED, Json(at_rest(site, create).await?)))
}

/// A tournament with its tables.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tournaments/{id}",
    params(("id" = String, Path, description = "The tournament's address.")),
    responses((status = 200, body = Details, description = "The tournament"), (status = 409), (status = 500)),
))]
pub(crate) async fn details(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<Details> {
    with_event(site, id, |_, event| Details::of(event).map(Json)).await
}

/// What can be done with a tournament.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentCommand))]
pub(crate) enum Wish {
    /// Starts it, or goes on with it.
    Start {
        /// How many games are played at the same time; one if it is not given.
        #[serde(default)]
        concurrency: Option<usize>,
    },
    Stop {},
}

/// Starts or stops a tournament.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/tournaments/{id}/commands",
    params(("id" = String, Path, description = "The tournament's address.")),
    request_body = Wish,
    responses((status = 200, body = Details, description = "The tournament"), (status = 409), (status = 500)),
))]
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

/// One player's games; lost ones with their verdict.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tournaments/{id}/players/{player}",
    params(("id" = String, Path, description = "The tournament's address."), ("player" = usize, Path, description = "The player's number."), ("from" = Option<usize>, Query, description = "How many games to leave out at the beginning."), ("count" = Option<usize>, Query, description = "How many games at most: 200 if it is not given, never more than 1000.")),
    responses((status = 200, body = PlayerPage, description = "The player"), (status = 409), (status = 500)),
))]
pub(crate) async fn player(
    State(site): State<Arc<Site>>,
    PathParts((id, player)): PathParts<(String, usize)>,
    QueryParts(part): QueryParts<Part>,
) -> Answered<PlayerPage> {
    let count = part.count(GAMES.0, GAMES.1);
    with_event(site, id, move |_, event| PlayerPage::of(event, player, part.from, count).map(Json)).await
}

/// The record of a game.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tournaments/{id}/games/{game}",
    params(("id" = String, Path, description = "The tournament's address."), ("game" = String, Path, description = "The game's address in the tournament.")),
    responses((status = 200, body = crate::openapi::foreign::Record, description = "The record"), (status = 409), (status = 500)),
))]
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    PathParts((id, game)): PathParts<(String, String)>,
) -> Answered<agon_core::Record> {
    with_event(site, id, move |_, event| tournaments::record(event, &game).map(Json)).await
}

/// Results as a file: report.html, standings.csv, games.csv, records.json, results.json, tournament.toml.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/tournaments/{id}/files/{file}",
    params(("id" = String, Path, description = "The tournament's address."), ("file" = String, Path, description = "Which file.")),
    responses((status = 200, description = "The file", content((Object = "application/json"), (String = "application/x-ndjson"), (String = "text/plain"), (String = "text/csv"), (String = "text/html"))), (status = 409), (status = 422), (status = 500)),
))]
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
