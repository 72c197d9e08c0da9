//! The routes of the API, all in one list.

use crate::request::LARGEST_REQUEST;
use crate::site::Site;
use crate::{api, socket};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};
use std::sync::Arc;

/// Makes the router and, for the tests, the description from the same list.
macro_rules! routes {
    ($($method:ident $path:literal => $($handler:ident)::+;)*) => {
        /// The handlers of the API, under its address.
        pub(crate) fn api() -> Router<Arc<Site>> {
            Router::new()
                $(.route($path, $method($($handler)::+)))*
                .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        }

        /// Every method with its path.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        /// What the handlers say of themselves.
        #[cfg(test)]
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($($($handler)::+),*))]
        pub(crate) struct Described;
    };
}

routes! {
    get "/site" => api::site::info;
    get "/openapi.json" => api::site::openapi;
    get "/games" => api::games::list;
    get "/games/{id}" => api::games::details;
    post "/lines" => api::lines::read;
    post "/set-ups" => api::lines::set_up;
    post "/imports" => api::imports::read;
    post "/hints" => api::thoughts::hint;
    post "/explanations" => api::thoughts::explain;
    post "/searches" => api::thoughts::search;
    get "/tables" => api::tables::list;
    post "/tables" => api::tables::open;
    get "/tables/{id}" => api::tables::state;
    delete "/tables/{id}" => api::tables::close;
    get "/tables/{id}/views/{ply}" => api::tables::view;
    post "/tables/{id}/moves" => api::playing::play;
    post "/tables/{id}/commands" => api::playing::command;
    put "/tables/{id}/seats/{side}" => api::playing::seat;
    put "/tables/{id}/clock" => api::playing::clock;
    get "/tables/{id}/record" => api::tables::record;
    get "/network" => api::network::list;
    delete "/network/guests/{guest}" => api::network::disconnect;
    get "/tournaments" => api::tournaments::list;
    post "/tournaments" => api::tournaments::create;
    get "/tournaments/{id}" => api::tournaments::details;
    delete "/tournaments/{id}" => api::tournaments::remove;
    post "/tournaments/{id}/commands" => api::tournaments::command;
    get "/tournaments/{id}/players/{player}" => api::tournaments::player;
    get "/tournaments/{id}/games/{game}" => api::tournaments::record;
    get "/tournaments/{id}/files/{file}" => api::tournaments::file;
    get "/socket" => socket::open;
}
