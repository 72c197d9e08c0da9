//! What tables refuse, and players that cannot be seated. People read the library's own sentence; its code and values
//! are here.

use super::Code::*;
use super::{Coded, Refusal};
use agon_core::duration::DurationError;
use agon_hall::TableError;
use agon_seats::PlayerError;
use agon_tournament::game_runner::SeatError;
use axum::http::StatusCode;

impl From<&TableError> for Coded {
    fn from(error: &TableError) -> Coded {
        match error.clone() {
            TableError::Running => Coded::new(GameRunning, []),
            TableError::Stopped => Coded::new(GameNotRunning, []),
            TableError::Over => Coded::new(GameOver, []),
            TableError::EmptySeat(side) => Coded::new(EmptySeat, [("side", side.into())]),
            TableError::Stale { chosen, played } => {
                Coded::new(StaleMove, [("chosen", chosen.into()), ("played", played.into())])
            }
            TableError::NotYourTurn { side, player } => {
                Coded::new(NotAPersonsTurn, [("side", side.into()), ("player", player.into())])
            }
            TableError::TakeBack { wanted, there } => {
                Coded::new(TooManyTakenBack, [("wanted", wanted.into()), ("there", there.into())])
            }
            TableError::Move(error) => (&error).into(),
            TableError::OtherGame { table, other } => {
                Coded::new(TableOfOtherGame, [("table", table.into()), ("other", other.into())])
            }
            TableError::Player(error) => (&error).into(),
            TableError::NoSuchGuest(guest) => Coded::new(NoSuchNetworkPlayer, [("guest", guest.0.into())]),
            TableError::GuestOfOtherGame { guest, plays, table } => Coded::new(
                NetworkPlayerOfOtherGame,
                [("guest", guest.0.into()), ("plays", plays.into()), ("table", table.into())],
            ),
            TableError::Unnamed(guest) => Coded::new(NetworkPlayerUnnamed, [("guest", guest.0.into())]),
            TableError::Machine(why) => Coded::new(MachineFull, [("why", why.into())]),
            TableError::Closed => Coded::new(NoSuchTable, []),
        }
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Refusal {
        let status = match error {
            TableError::Move(_) | TableError::OtherGame { .. } | TableError::Player(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            TableError::Machine(_) => StatusCode::SERVICE_UNAVAILABLE,
            TableError::Closed => StatusCode::NOT_FOUND,
            _ => StatusCode::CONFLICT,
        };
        Coded::from(&error).refusal(status, &error)
    }
}

impl From<&DurationError> for Coded {
    fn from(error: &DurationError) -> Coded {
        Coded::new(NotATime, [("text", error.0.as_str().into())])
    }
}

impl From<&PlayerError> for Coded {
    fn from(error: &PlayerError) -> Coded {
        match error.clone() {
            PlayerError::Unknown(text) => Coded::new(UnknownPlayer, [("text", text.into())]),
            PlayerError::Missing { kind, what, example } => Coded::new(
                IncompletePlayer,
                [("kind", kind.into()), ("what", what.into()), ("example", example.into())],
            ),
            PlayerError::NotAPort(text) => Coded::new(NotAPort, [("text", text.into())]),
            PlayerError::Port { port, error } => {
                Coded::new(PortClosed, [("port", port.into()), ("why", error.into())])
            }
            PlayerError::Protocol { kind, games, game, instead } => {
                let kind = [("kind", kind.into()), ("games", games.into())];
                Coded::new(PlayerOfOtherGame, kind).with("game", game).with("instead", instead)
            }
            PlayerError::NoProgram(program) => Coded::new(NoProgram, [("program", program.into())]),
            PlayerError::NoScript(file) => Coded::new(NoProgram, [("program", file.into())]),
            PlayerError::Program(why) => Coded::new(ProgramFailed, [("why", why.into())]),
            PlayerError::Folder { folder, file } => {
                Coded::new(NoPlayerInFolder, [("folder", folder.into()), ("file", file.into())])
            }
            PlayerError::RandomSetting(setting) => Coded::new(RandomSetting, [("setting", setting.into())]),
            PlayerError::NoPeople => Coded::new(NoPeopleHere, []),
            PlayerError::Engine(error) => (&error).into(),
        }
    }
}

impl From<&SeatError> for Coded {
    fn from(error: &SeatError) -> Coded {
        Coded::from(&error.error).with("player_name", error.name.as_str())
    }
}
