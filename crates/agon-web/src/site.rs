//! The web server: what it is made of, and what it sends beside the API.

use crate::assets::Assets;
use crate::failure::{Code, Refusal, Trouble};
use crate::guard::{Access, Rates, guard, same};
use crate::limits::SiteLimits;
use crate::request::{PathParts, other_method};
use crate::rooms::{Room, Rooms};
use crate::thinking::Thinkers;
use crate::tournaments::Tournaments;
use crate::visitor::{Visitor, fresh_secret};
use crate::{api, routes};
use agon_core::Registry;
use agon_core::harmless::harmless;
use agon_engine::Engines;
use agon_hall::{GuestId, Hall, HallSetup, TableSetup};
use agon_seats::cores::Cores;
use agon_wire::tuc::TucGame;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// What a site is to be.
#[derive(Clone)]
pub struct SiteOptions {
    /// Who is let in.
    pub access: Access,
    /// Whether the page may start programs of this machine.
    pub allow_exec: bool,
    /// Where network players may come from: `localhost`, an address or name of this machine, `::` for everywhere.
    pub players_host: String,
    /// The games that network players may come for, each with its port.
    pub players_ports: Vec<(TucGame, u16)>,
    /// Where tournaments are kept; the folder is made when the first one is set up.
    pub tournaments: PathBuf,
    /// How much it gives, and to whom.
    pub limits: SiteLimits,
}

impl Default for SiteOptions {
    fn default() -> Self {
        SiteOptions {
            access: Access::Loopback,
            allow_exec: false,
            players_host: "localhost".to_owned(),
            players_ports: Vec::new(),
            tournaments: PathBuf::from("tournaments"),
            limits: SiteLimits::default(),
        }
    }
}

/// Everything behind the routes.
pub struct Site {
    pub(crate) games: Registry,
    pub(crate) engines: Arc<Engines>,
    pub(crate) rooms: Rooms,
    pub(crate) thinkers: Thinkers,
    /// The processors that engines at tables, in tournaments and for analyses share.
    pub(crate) shared: Cores,
    pub(crate) access: Access,
    pub(crate) rates: Rates,
    /// The same for those who are not let in.
    pub(crate) strangers: Rates,
    pub(crate) limits: SiteLimits,
    /// The host's secret; nobody is the host if this machine gives none.
    host_key: Option<String>,
    pub(crate) sockets: AtomicUsize,
    pub(crate) allow_exec: bool,
    pub(crate) cores: usize,
    pub(crate) title: String,
    /// The one room of the two-instance game.
    pub(crate) duel: Option<Arc<Room>>,
    pub(crate) hall: Hall,
    pub(crate) tournaments: Tournaments,
    troubles: Vec<String>,
    assets: Assets,
}

impl Site {
    /// A site with these games and engines. A port for network players that cannot be had is said, and the site works
    /// without.
    pub fn new(games: Registry, engines: impl Into<Arc<Engines>>, options: SiteOptions) -> Site {
        let engines = engines.into();
        let (access, allow_exec) = safely(options.access, options.allow_exec);
        let cores = options.limits.cores.max(1);
        let shared = Cores::new(cores);
        let setup = HallSetup {
            host: options.players_host,
            cores: Some(shared.clone()),
            ..HallSetup::new(options.players_ports)
        };
        let (hall, troubles) = Hall::open(setup, engines.clone());
        Site {
            games,
            engines,
            rooms: Rooms::new(&options.limits),
            thinkers: Thinkers::new(shared.clone()),
            shared,
            access,
            rates: Rates::default(),
            strangers: Rates::default(),
            host_key: fresh_secret().ok(),
            sockets: AtomicUsize::new(0),
            allow_exec,
            cores,
            title: "Agon".to_owned(),
            duel: None,
            hall,
            tournaments: Tournaments::new(options.tournaments),
            limits: options.limits,
            troubles: troubles.iter().map(ToString::to_string).collect(),
            assets: Assets::load(),
        }
    }

    /// A site that shows one game between two programs and nothing else.
    pub(crate) fn duel(games: Registry, engines: Arc<Engines>, room: Arc<Room>, title: String) -> Site {
        let usual = Site::new(games, engines, SiteOptions::default());
        let site = Site {
            duel: Some(room.clone()),
            title,
            tournaments: Tournaments::none(),
            host_key: None,
            ..usual
        };
        site.rooms.add(room);
        site
    }

    /// The ports for network players that could not be had, each as a sentence.
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// Where network players can connect, with the game.
    pub fn player_addresses(&self) -> Vec<(String, SocketAddr)> {
        self.hall.addresses()
    }

    /// The host's secret, if there is one.
    pub(crate) fn host_key(&self) -> Option<&str> {
        self.host_key.as_deref()
    }

    /// Whether a word is the host's secret.
    pub(crate) fn is_host_key(&self, word: &str) -> bool {
        self.host_key.as_deref().is_some_and(|key| same(word, key))
    }

    /// Opens a room, at the address `id` if it is given; says whether it was made or has been there already.
    pub(crate) fn open_room(
        &self,
        setup: TableSetup,
        id: Option<String>,
        names: Option<[String; 2]>,
        visitor: &Visitor,
    ) -> Result<(Arc<Room>, bool), Refusal> {
        // Somebody else may take the place before it is used; then the new one makes way.
        if let Some(number) = self.rooms.make_way(visitor)? {
            self.hall.close_table(number);
        }
        let (number, table) = self.hall.open_table(setup)?;
        let room = self.rooms.open(table, number, id, names, visitor.owner.clone());
        let made = room.number == Some(number);
        if !made {
            self.hall.close_table(number);
        }
        Ok((room, made))
    }

    pub(crate) fn close_room(&self, room: &Room) {
        self.rooms.remove(&room.id);
        if let Some(number) = room.number {
            self.hall.close_table(number);
        }
    }

    pub(crate) fn ports(&self) -> Vec<api::network::Port> {
        let mut ports: Vec<api::network::Port> = Vec::new();
        for (game, address) in self.player_addresses() {
            match ports.iter_mut().find(|port| port.game == game) {
                // The same port at another address of this machine.
                Some(_) => {}
                None => ports.push(api::network::Port {
                    game,
                    address: Some(address.to_string()),
                    trouble: Trouble::default(),
                }),
            }
        }
        let closed = |trouble: &String| api::network::Port {
            game: String::new(),
            address: None,
            trouble: Refusal::conflict(Code::PortClosed, trouble).with("why", trouble.as_str()).into(),
        };
        ports.extend(self.troubles.iter().map(closed));
        ports
    }

    pub(crate) fn guests(&self) -> Vec<api::network::Guest> {
        let guest = |guest: agon_hall::GuestInfo| api::network::Guest {
            id: guest.id.0,
            name: guest.name.map(|name| harmless(&name).into_owned()),
            game: guest.game,
            address: guest.address.ip().to_canonical().to_string(),
            seconds: guest.since.elapsed().map_or(0, |time| time.as_secs()),
            table: guest.seated.and_then(|(number, _)| {
                self.rooms
                    .all()
                    .into_iter()
                    .find(|room| room.number == Some(number))
                    .map(|room| room.id.clone())
            }),
            side: guest.seated.map(|(_, side)| side),
        };
        self.hall.guests().into_iter().map(guest).collect()
    }

    pub(crate) fn disconnect(&self, id: u64) -> Result<(), Refusal> {
        match self.hall.dismiss(GuestId(id)) {
            true => Ok(()),
            false => {
                let sentence = format!("there is no network player {id}");
                Err(Refusal::missing(Code::NoSuchNetworkPlayer, sentence).with("guest", id))
            }
        }
    }

    /// The routes.
    pub fn router(self: Arc<Self>) -> Router {
        Router::new()
            .route("/", get(front))
            .route("/api/openapi.json", get(api::site::openapi))
            .route("/{*path}", get(file))
            .nest("/api/v1", routes::api())
            .method_not_allowed_fallback(other_method)
            .layer(from_fn_with_state(self.clone(), guard))
            .with_state(self)
    }
}

/// Where programs can be started everybody needs a token: this machine may have other users. Without one to be had
/// nothing is started.
fn safely(access: Access, allow_exec: bool) -> (Access, bool) {
    match access {
        Access::Loopback if allow_exec => match fresh_secret() {
            Ok(token) => (Access::Token(token), true),
            Err(_) => (Access::Loopback, false),
        },
        access => (access, allow_exec),
    }
}

async fn front(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    site.assets.serve("", &headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

async fn file(
    State(site): State<Arc<Site>>,
    PathParts(path): PathParts<String>,
    headers: HeaderMap,
) -> Response {
    let missing = || Refusal::missing(Code::NoSuchPage, "there is no such page").into_response();
    site.assets.serve(&path, &headers).unwrap_or_else(missing)
}
