//! The formats people have their Othello games in.
//!
//! | module | format | reads | writes |
//! |---|---|---|---|
//! | [`wthor`] | the tournament base of the French Othello federation, `.wtb` | yes | no |
//! | [`ggf`] | the Generic Game Format of the Othello server GGS | yes | yes |
//! | [`othello`] | bare moves, `f5d6c3…` | yes | yes |

pub mod ggf;
mod ggf_text;
pub mod othello;
mod reading;
pub mod wthor;
mod wthor_names;

pub use ggf::Ggf;
pub use othello::Othello;
pub use wthor::{Wthor, WthorFormat};

use agon_core::Format;

/// All of them.
pub(crate) const ALL: &[&dyn Format] = &[&WthorFormat, &Ggf, &Othello];
