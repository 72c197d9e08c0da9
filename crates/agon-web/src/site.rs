//! The web server: what it is made of, its routes.

use crate::api;
use crate::assets::Assets;
use agon_core::Registry;
use agon_engines::Engines;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// Everything behind the routes.
pub struct Site {
    pub(crate) games: Registry,
    pub(crate) engines: Engines,
    assets: Assets,
}

impl Site {
    /// A site with all games.
    pub fn new() -> Site {
        Site { games: agon_games::registry(), engines: Engines::standard(), assets: Assets::load() }
    }

    /// The routes.
    pub fn router(self: Arc<Self>) -> Router {
        let api = Router::new()
            .route("/games", get(api::games::list))
            .route("/games/{id}", get(api::games::details))
            .route("/lines", post(api::lines::read))
            .route("/set-ups", post(api::lines::set_up));
        Router::new()
            .route("/", get(front))
            .route("/{*path}", get(file))
            .nest("/api/v1", api)
            .with_state(self)
    }
}

impl Default for Site {
    fn default() -> Self {
        Site::new()
    }
}

async fn front(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    site.assets.serve("", &headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

async fn file(State(site): State<Arc<Site>>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    site.assets.serve(&path, &headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}
