//! Who is to sit in a seat, as people write it.

use agon_seats::{PlayerError, PlayerSpec};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A network player that is connected to the hall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct GuestId(pub u64);

impl fmt::Display for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who sits in a seat.
///
/// ```
/// use agon_hall::{GuestId, Occupant};
/// assert_eq!("2".parse(), Ok(Occupant::Guest(GuestId(2))));
/// assert_eq!("human".parse(), Ok(Occupant::Person));
/// assert_eq!("engine:level=3".parse::<Occupant>().unwrap().to_string(), "engine:level=3");
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Occupant {
    /// Nobody: the game cannot go on until somebody sits down.
    #[default]
    Nobody,
    /// A person, whose moves are handed in with [`Command::Play`](super::Command::Play).
    Person,
    /// A player of this machine: `random`, an engine, a program.
    Local(PlayerSpec),
    /// A connected network player.
    Guest(GuestId),
}

impl Occupant {
    /// Whether it is a program, which is held to its game's own time where no other clock was chosen.
    pub fn is_program(&self) -> bool {
        match self {
            Occupant::Nobody | Occupant::Person => false,
            Occupant::Local(spec) => spec.is_program(),
            Occupant::Guest(_) => true,
        }
    }
}

impl FromStr for Occupant {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Occupant, PlayerError> {
        if let Ok(number) = text.parse() {
            return Ok(Occupant::Guest(GuestId(number)));
        }
        match text {
            "nobody" | "empty" => Ok(Occupant::Nobody),
            _ => Ok(match text.parse()? {
                PlayerSpec::Human => Occupant::Person,
                spec => Occupant::Local(spec),
            }),
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Nobody => f.write_str("nobody"),
            Occupant::Person => f.write_str("human"),
            Occupant::Local(spec) => spec.fmt(f),
            Occupant::Guest(guest) => guest.fmt(f),
        }
    }
}
