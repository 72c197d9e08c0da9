//! What formats, players and tournaments refuse. People read the library's own sentence; its code and values are
//! here.

use super::Code::*;
use super::{Coded, Refusal};
use agon_core::duration::DurationError;
use agon_core::{GameError, MoveError, PositionError, RecordError};
use agon_engine::EngineError;
use agon_games::formats::FormatError;
use agon_seats::PlayerError;
use agon_tournament::game_runner::SeatError;
use agon_tournament::report::ReportError;
use agon_tournament::{DescriptionError, StoreError};
use axum::http::StatusCode;

/// What people send in a wrong form is their mistake, told in the library's own sentence.
macro_rules! wrong {
    ($($error:ty),*) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                Coded::from(&error).refusal(StatusCode::UNPROCESSABLE_ENTITY, &error)
            }
        })*
    };
}

wrong!(GameError, MoveError, PositionError, RecordError, EngineError, FormatError, PlayerError);
wrong!(SeatError, DurationError);

impl From<&FormatError> for Coded {
    fn from(error: &FormatError) -> Coded {
        match error {
            FormatError::Unknown { name, known } => {
                Coded::new(UnknownFormat, [("name", name.as_str().into()), ("known", known.as_str().into())])
            }
            FormatError::NotText { at } => Coded::new(NotText, [("at", (*at).into())]),
            FormatError::Nothing { expected } => {
                Coded::new(NothingToRead, [("expected", (*expected).into())])
            }
            FormatError::InGame { number, error } => Coded::from(&**error).with("at_game", *number),
            FormatError::InLine { number, error } => Coded::from(&**error).with("at_line", *number),
            FormatError::Syntax { found, expected } => {
                Coded::new(Syntax, [("found", found.as_str().into()), ("expected", (*expected).into())])
            }
            FormatError::CutOff { missing } => Coded::new(CutOff, [("missing", (*missing).into())]),
            FormatError::OtherGame { found, expected } => Coded::new(
                FileOfOtherGame,
                [("found", found.as_str().into()), ("expected", (*expected).into())],
            ),
            FormatError::Turn { number, mover, to_move } => {
                let turn = [("mover", (*mover).into()), ("to_move", (*to_move).into())];
                Coded::new(OutOfTurn, turn).with("at_move", *number)
            }
            FormatError::Unwritable { format, why } => {
                Coded::new(Unwritable, [("format", (*format).into()), ("why", why.as_str().into())])
            }
            FormatError::Wthor(error) => Coded::new(WrongWthor, [("why", error.to_string().into())]),
            FormatError::Game(error) => error.into(),
            FormatError::Move(error) => error.into(),
            FormatError::Position(error) => error.into(),
            FormatError::Record(error) => error.into(),
        }
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

impl From<&StoreError> for Coded {
    fn from(error: &StoreError) -> Coded {
        let store = |code, path: &String| Coded::new(code, [("path", path.as_str().into())]);
        match error {
            StoreError::Missing(path) => store(NoStore, path),
            StoreError::NotAStore(path) => store(NotAStore, path),
            StoreError::Version { path, found } => store(StoreVersion, path).with("found", *found),
            StoreError::OtherTournament { path, what } => {
                store(StoreOfOtherTournament, path).with("what", what.as_str())
            }
            StoreError::Full(path) => store(DiskFull, path),
            StoreError::Running(path) => store(RunByOtherProcess, path),
            StoreError::Record { path, error } => store(StoreTrouble, path).with("why", error.to_string()),
            StoreError::Trouble { path, why } => store(StoreTrouble, path).with("why", why.as_str()),
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Coded::from(&error).refusal(StatusCode::CONFLICT, &error)
    }
}

impl From<ReportError> for Refusal {
    fn from(error: ReportError) -> Refusal {
        let coded = match &error {
            ReportError::Store(error) => error.into(),
            _ => Coded::new(ReportFailed, [("why", error.to_string().into())]),
        };
        coded.refusal(StatusCode::CONFLICT, &error)
    }
}

impl From<DescriptionError> for Refusal {
    fn from(error: DescriptionError) -> Refusal {
        match error {
            // Whoever filled in a form has seen no lines.
            DescriptionError::Wrong { why, .. } => Refusal::wrong(WrongTournament, &why).with("why", why),
            DescriptionError::Unreadable { .. } => unreadable(&error),
        }
    }
}

/// A description that lies in the server's folder and cannot be used.
pub(crate) fn description_in_folder(error: &DescriptionError) -> Refusal {
    match error {
        DescriptionError::Wrong { line, why } => {
            let coded = Coded::new(WrongTournament, [("why", why.as_str().into())]).with("at_line", *line);
            coded.refusal(StatusCode::CONFLICT, error)
        }
        DescriptionError::Unreadable { .. } => unreadable(error),
    }
}

fn unreadable(error: &DescriptionError) -> Refusal {
    Refusal::missing(UnreadableTournament, error).with("why", error.to_string())
}
