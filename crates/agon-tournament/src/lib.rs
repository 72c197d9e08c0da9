//! Tournaments that lose nothing.
//!
//! | module | what lives there |
//! |---|---|
//! | [`description`] | the TOML file: what is to be played |
//! | [`draft`] | a description put together key by key |
//! | [`entrants`] | its players |
//! | [`limits`] | what players and programs may use |
//! | [`mod@format`] | round robin, gauntlet, Swiss, knockout, ladder: who meets whom, as pure functions |
//! | [`schedule`] | the meetings of a tournament and what of them is still to be played |
//! | [`game_runner`] | seats the players of a game and has it played |
//! | [`spectator`] | whoever looks on while games are played |
//! | [`directed`] | the tournament as the director (of `agon-referee`) sees it: what to play, what to keep |
//! | [`store`] | one SQLite file: a game counts when its row is there |
//! | [`standings`] | points, tie-breaks, ratings, crosstable: derived from the rows, always |
//! | `results` | what the games so far add up to, in a few bytes a game |
//! | [`crosstable`] | who did what against whom |
//! | [`ratings`] | Elo for many players at once |
//! | [`tie_break`] | how to separate equal points |
//! | [`bonus`] | what a course gives for a place |
//! | [`autopsy`] | where a lost game was lost |
//! | [`report`] | the results as HTML, CSV and JSON |
//! | [`submissions`] | a folder of programs becomes a description |

pub mod autopsy;
pub mod bonus;
pub mod crosstable;
pub mod description;
pub mod description_error;
pub mod directed;
pub mod draft;
pub mod entrants;
pub mod format;
pub mod game_runner;
pub mod limits;
mod lines;
pub mod rank;
pub mod ratings;
pub mod report;
mod results;
pub mod schedule;
pub mod spectator;
pub mod standings;
pub mod store;
pub mod submissions;
pub mod tie_break;

pub use agon_referee::{Director, Ended, Pool};
pub use description::Description;
pub use description_error::DescriptionError;
pub use directed::{Directed, RunError};
pub use draft::Draft;
pub use schedule::{GameId, PairTask, PairingId, Row, Schedule};
pub use spectator::Spectator;
pub use store::{Store, StoreError};
