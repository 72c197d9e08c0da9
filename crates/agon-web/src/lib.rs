//! The web page: a small server that shows, plays and explains every game.
//!
//! | module | what lives there |
//! |---|---|
//! | [`server`] | a site at work, behind a handle |
//! | [`site`] | the web server: what it is made of |
//! | `routes` | the routes of the API, all in one list |
//! | `connections`, `doors` | connections as they come, how many and how long |
//! | [`guard`] | who may talk to it, and how much |
//! | `visitor` | who asks, and whether it is the host |
//! | [`limits`] | how much the server gives |
//! | [`assets`] | the files of the page, embedded and compressed |
//! | [`rooms`] | the tables, each with an address and its watchers |
//! | [`state`], [`view`] | a table and a board as they are sent |
//! | `api` | the handlers, one file a subject |
//! | `socket` | what streams: tables, analyses, reviews |
//! | `thinking`, `hood` | engines at work for the page; searches laid open |
//! | `tournaments` | a folder of tournaments, those being played, their results |
//! | `players` | which players people at the page may have |
//! | [`duel`] | one side of Four in a Row between two programs |
//! | `request` | what a request carries |
//! | [`failure`] | why a request was not done: sentences with their codes |
//! | `openapi` | the description of the API, made from the handlers when it is tested |
//! | [`watchers`] | how many can watch one game |

mod api;
pub mod assets;
mod connections;
mod doors;
pub mod duel;
pub mod failure;
pub mod guard;
mod hood;
pub mod limits;
#[cfg(test)]
mod openapi;
mod players;
mod request;
pub mod rooms;
mod routes;
pub mod server;
pub mod site;
mod socket;
pub mod state;
mod thinking;
mod tournaments;
pub mod view;
mod visitor;
pub mod watchers;

pub use duel::{Duel, DuelError, DuelOptions};
pub use guard::Access;
pub use limits::SiteLimits;
pub use server::{ServeError, Server, listen};
pub use site::{Site, SiteOptions};
