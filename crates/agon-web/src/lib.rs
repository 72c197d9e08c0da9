//! The web page: a small server that shows, plays and explains every game.
//!
//! | module | what lives there |
//! |---|---|
//! | [`site`] | the web server: what it is made of, its routes |
//! | [`assets`] | the files of the page, embedded and compressed |
//! | [`view`] | a board as it is sent |
//! | [`failure`] | why a request was not done |
//! | `api` | the handlers, one file a subject |

mod api;
pub mod assets;
pub mod failure;
pub mod site;
pub mod view;

pub use site::Site;
