//! The web server: what it is made of, its routes.

use crate::assets::Assets;
use crate::failure::Refusal;
use crate::guard::{Access, Rates, guard};
use crate::rooms::{Room, Rooms};
use crate::thinking::Thinkers;
use crate::{api, socket};
use agon_arena::hall::{HouseUsher, Usher};
use agon_core::Registry;
use agon_engines::Engines;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use tokio::net::TcpListener;

/// The largest request, and the largest file that can be loaded.
const LARGEST_REQUEST: usize = 256 * 1024;
const LARGEST_FILE: usize = 8 * 1024 * 1024;

/// What a site is to be.
#[derive(Clone, Debug)]
pub struct SiteOptions {
    /// Who is let in.
    pub access: Access,
    /// Whether the page may start programs of this machine.
    pub allow_exec: bool,
}

impl Default for SiteOptions {
    fn default() -> Self {
        SiteOptions { access: Access::Loopback, allow_exec: false }
    }
}

/// Everything behind the routes.
pub struct Site {
    pub(crate) games: Registry,
    pub(crate) engines: Arc<Engines>,
    pub(crate) rooms: Rooms,
    pub(crate) thinkers: Thinkers,
    pub(crate) access: Access,
    pub(crate) rates: Rates,
    pub(crate) sockets: AtomicUsize,
    pub(crate) allow_exec: bool,
    pub(crate) cores: usize,
    pub(crate) title: String,
    /// The one room of the two-instance game.
    pub(crate) duel: Option<Arc<Room>>,
    assets: Assets,
}

impl Site {
    /// A site with all games.
    pub fn new(options: SiteOptions) -> Site {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Site {
            games: agon_games::registry(),
            engines: Arc::new(Engines::standard()),
            rooms: Rooms::default(),
            thinkers: Thinkers::new(cores),
            access: options.access,
            rates: Rates::default(),
            sockets: AtomicUsize::new(0),
            allow_exec: options.allow_exec,
            cores,
            title: "Agon".to_owned(),
            duel: None,
            assets: Assets::load(),
        }
    }

    /// Who shows players of a new table to their seats.
    pub(crate) fn usher(&self) -> Box<dyn Usher> {
        Box::new(HouseUsher::new(self.engines.clone()))
    }

    pub(crate) fn has_network(&self) -> bool {
        false
    }

    pub(crate) fn ports(&self) -> Vec<api::network::Port> {
        Vec::new()
    }

    pub(crate) fn guests(&self) -> Vec<api::network::Guest> {
        Vec::new()
    }

    pub(crate) fn disconnect(&self, id: u64) -> Result<(), Refusal> {
        Err(Refusal::missing(format!("there is no network player {id}")))
    }

    /// The routes.
    pub fn router(self: Arc<Self>) -> Router {
        let files = Router::new()
            .route("/imports", post(api::imports::read))
            .layer(DefaultBodyLimit::max(LARGEST_FILE));
        let api = Router::new()
            .route("/site", get(api::site::info))
            .route("/openapi.json", get(api::site::openapi))
            .route("/games", get(api::games::list))
            .route("/games/{id}", get(api::games::details))
            .route("/lines", post(api::lines::read))
            .route("/set-ups", post(api::lines::set_up))
            .route("/hints", post(api::thoughts::hint))
            .route("/explanations", post(api::thoughts::explain))
            .route("/searches", post(api::thoughts::search))
            .route("/tables", get(api::tables::list).post(api::tables::open))
            .route("/tables/{id}", get(api::tables::state).delete(api::tables::close))
            .route("/tables/{id}/views/{ply}", get(api::tables::view))
            .route("/tables/{id}/moves", post(api::tables::play))
            .route("/tables/{id}/commands", post(api::tables::command))
            .route("/tables/{id}/seats/{side}", put(api::tables::seat))
            .route("/tables/{id}/clock", put(api::tables::clock))
            .route("/tables/{id}/record", get(api::tables::record))
            .route("/network", get(api::network::list))
            .route("/network/guests/{id}", delete(api::network::disconnect))
            .route("/socket", get(socket::open))
            .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
            .merge(files);
        Router::new()
            .route("/", get(front))
            .route("/api/openapi.json", get(api::site::openapi))
            .route("/{*path}", get(file))
            .nest("/api/v1", api)
            .layer(from_fn_with_state(self.clone(), guard))
            .with_state(self)
    }

    /// Serves the page until `until` is done.
    pub async fn serve(
        self: Arc<Self>,
        listener: TcpListener,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let service = self.router().into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service).with_graceful_shutdown(until).await
    }
}

async fn front(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    site.assets.serve("", &headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

async fn file(State(site): State<Arc<Site>>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    let missing = || Refusal::missing("there is no such page").into_response();
    site.assets.serve(&path, &headers).unwrap_or_else(missing)
}
