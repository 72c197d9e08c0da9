//! The doctor: tries a player against its protocol and says which sentence of the protocol's page it breaks.
//!
//! | part | what it is |
//! |---|---|
//! | [`Examination`] | one thing that is tried: a scripted peer, and the rule it is about |
//! | [`Rule`] | a sentence of a page in `docs/protocols/` |
//! | [`Speech`] | a protocol with its examinations |
//! | [`Doctor`] | carries the examinations out, one after the other, each with a fresh program |
//! | [`Diagnosis`], [`Examined`], [`Finding`] | what came out |
//! | [`Patience`] | how long the doctor waits, and how slow it is on purpose |
//! | [`Practice`] | where the programs come from when a person asks: a command, or a port |
//!
//! ```
//! use agon_doctor::Speech;
//! let game = agon_games::registry().game("hexthello").unwrap();
//! let examinations = Speech::Tuc.examinations(&*game);
//! assert!(examinations.iter().any(|examination| examination.rule.page == "tuc.md"));
//! ```

mod connect9x9;
mod diagnosis;
mod examination;
mod gtp;
mod huji;
mod nboard;
mod patience;
mod patient;
mod practice;
mod rule;
mod sparring;
mod speech;
mod tuc;
mod two_instance;
mod ugi;

pub use diagnosis::{Diagnosis, Examined, Finding, Health};
pub use examination::{Doctor, Examination};
pub use patience::Patience;
pub use practice::{Practice, PracticeError};
pub use rule::Rule;
pub use speech::Speech;
