//! Much work in one call, shared among several cores: counting, random games, evaluations, searches, self-play.
//!
//! | module | what lives there |
//! |---|---|
//! | `sharing` | a list of tasks on several threads |
//! | [`counting`] | perft, random games, random positions |
//! | [`judging`] | evaluations and searches of many positions |
//! | [`self_play`] | games of an engine against itself, as material to learn from |
//!
//! Every result depends on the arguments alone, never on the number of cores.

pub mod counting;
pub mod judging;
pub mod self_play;
mod sharing;

use crate::engine::Stop;

/// Who does the work, and who may end it.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// On how many cores.
    pub cores: usize,
    /// Ends the work with [`EngineError::Stopped`](crate::EngineError::Stopped).
    pub stop: &'a Stop,
}
