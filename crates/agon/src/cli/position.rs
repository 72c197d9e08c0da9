//! Which position a command is about.

use crate::failure::Failure;
use agon_core::{AnyGame, Dice, Line};
use clap::Args;
use std::sync::Arc;

/// A game and a position in it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game, for example reversi or hexthello:radius=3.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: WhereArgs,
}

/// Where in a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhereArgs {
    /// The moves from the start (or from --position), in the game's notation.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// A position in the game's one-line form.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Roll the set-up of a game that begins with one.
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub(crate) seed: Option<u64>,
}

impl WhereArgs {
    /// The line of play these options describe.
    pub(crate) fn line(&self, game: &Arc<dyn AnyGame>) -> Result<Line, Failure> {
        let start = match (&self.position, self.seed) {
            (Some(text), _) => game.parse_position(text)?,
            (None, Some(seed)) => {
                let (mut start, mut dice) = (game.opening(), Dice::new(seed));
                while let Some(weights) = start.chance() {
                    start.resolve(dice.weighted(weights));
                }
                start
            }
            (None, None) => game.start(),
        };
        let mut line = Line::new(start);
        if let Some(text) = &self.moves {
            line.play_text(text)?;
        }
        Ok(line)
    }
}
