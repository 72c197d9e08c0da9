//! What a game is to be before it begins.

use crate::TimeControl;
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, AnyPosition};
use std::sync::Arc;
use std::time::Duration;

/// What a game is to be.
#[derive(Clone)]
pub struct GameSetup {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// Who plays, the side that starts first.
    pub players: [PlayerInfo; 2],
    /// A start position other than the game's own opening.
    pub start: Option<Box<dyn AnyPosition>>,
    /// Moves played before the players take over, with rolls where the opening's own dice fell.
    pub opening: Vec<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// How chance falls before the dice are rolled, the set-up first: for playing a recorded game again.
    pub rolls: Vec<usize>,
    /// Each side's limits.
    pub control: [TimeControl; 2],
    /// What each side may overrun for the machine's own delay.
    pub tolerance: [Duration; 2],
    /// After this many moves the game is adjudicated a draw; for games that could go on for ever.
    pub longest: Option<usize>,
}

impl GameSetup {
    /// A game between two names without any limit.
    pub fn new(game: Arc<dyn AnyGame>, players: [PlayerInfo; 2], seed: u64) -> GameSetup {
        GameSetup {
            game,
            players,
            start: None,
            opening: Vec::new(),
            seed,
            rolls: Vec::new(),
            control: [TimeControl::NONE; 2],
            tolerance: [Duration::ZERO; 2],
            longest: None,
        }
    }
}
