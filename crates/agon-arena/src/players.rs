//! Players as they are written on the command line: `random`, `engine:level=5`, `human`.

use crate::{EngineSeat, RandomSeat, Seat};
use agon_core::AnyGame;
use agon_engines::{EngineError, EngineSpec, Engines};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A player that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// Not a way to write a player.
    #[error("'{0}' is not a player; players are written random, engine, engine:level=5 or human")]
    Unknown(String),
    /// A kind of player that this program cannot seat.
    #[error("players of the kind '{0}:' cannot be seated by this version; it knows random, engine and human")]
    NotHere(String),
    /// A setting of `random` that it does not have.
    #[error("random has no setting '{0}'; it knows seed=N")]
    RandomSetting(String),
    /// A person cannot sit here.
    #[error("a person can play with 'agon play', not here")]
    NoPeople,
    /// The engine refuses its settings or the game.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A player as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// Any legal move; a seed of its own makes it play the same every time.
    Random {
        /// Its own seed.
        seed: Option<u64>,
    },
    /// An engine with its settings.
    Engine(EngineSpec),
    /// A person.
    Human,
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "random" => {
                let seed = match rest {
                    "" => None,
                    _ => Some(
                        rest.strip_prefix("seed=")
                            .and_then(|n| n.parse().ok())
                            .ok_or_else(|| PlayerError::RandomSetting(rest.to_owned()))?,
                    ),
                };
                Ok(PlayerSpec::Random { seed })
            }
            "engine" => Ok(PlayerSpec::Engine(EngineSpec::parse_settings(rest)?)),
            "human" if rest.is_empty() => Ok(PlayerSpec::Human),
            "exec" | "ugi" | "net" | "huji" | "nboard" | "gtp" => Err(PlayerError::NotHere(kind.to_owned())),
            _ => Err(PlayerError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random { seed: None } => f.write_str("random"),
            PlayerSpec::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
            PlayerSpec::Engine(spec) => write!(f, "{spec}"),
            PlayerSpec::Human => f.write_str("human"),
        }
    }
}

impl PlayerSpec {
    /// A seat for this player in a game.
    pub fn seat(&self, game: &dyn AnyGame, engines: &Engines) -> Result<Box<dyn Seat>, PlayerError> {
        match self {
            PlayerSpec::Random { seed } => Ok(Box::new(RandomSeat::new(*seed))),
            PlayerSpec::Engine(spec) => Ok(Box::new(EngineSeat::new(engines.engine(&game.id(), spec)?))),
            PlayerSpec::Human => Err(PlayerError::NoPeople),
        }
    }
}
