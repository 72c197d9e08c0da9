//! What games, formats and engines refuse. People read the library's own sentence; its code and values are here.

use super::Code::*;
use super::Coded;
use agon_core::FormatError;
use agon_core::{GameError, MoveError, PositionError, RecordError};
use agon_engine::EngineError;

impl From<&GameError> for Coded {
    fn from(error: &GameError) -> Coded {
        match error.clone() {
            GameError::Unknown { name, known } => {
                Coded::new(UnknownGame, [("name", name.into()), ("known", known.into())])
            }
            GameError::UnknownOption { game, option, known } => Coded::new(
                UnknownOption,
                [("game", game.into()), ("option", option.into()), ("known", known.into())],
            ),
            GameError::BadOption { game, option, value, expected } => {
                let about = [("game", game.into()), ("option", option.into())];
                Coded::new(WrongOption, about).with("value", value).with("expected", expected)
            }
        }
    }
}

impl From<&MoveError> for Coded {
    fn from(error: &MoveError) -> Coded {
        match error.clone() {
            MoveError::Malformed { text, expected } => {
                Coded::new(MalformedMove, [("move", text.into()), ("expected", expected.into())])
            }
            MoveError::Illegal { text, why } => {
                Coded::new(IllegalMove, [("move", text.into()), ("why", why.into())])
            }
            MoveError::Over { text } => Coded::new(MoveAfterTheEnd, [("move", text.into())]),
            MoveError::RollByPlayer { text, bare } => {
                Coded::new(RollByPlayer, [("move", text.into()), ("bare", bare.into())])
            }
            MoveError::RollMissing { text, choices } => {
                Coded::new(RollMissing, [("move", text.into()), ("choices", choices.into())])
            }
            MoveError::RollNeedless { text, bare } => {
                Coded::new(RollNeedless, [("move", text.into()), ("bare", bare.into())])
            }
            MoveError::InGame { number, error } => Coded::from(&*error).with("at_move", number),
        }
    }
}

impl From<&PositionError> for Coded {
    fn from(error: &PositionError) -> Coded {
        match error.clone() {
            PositionError::Length { game, expected, found } => Coded::new(
                PositionLength,
                [("game", game.into()), ("expected", expected.into()), ("found", found.into())],
            ),
            PositionError::Symbol { symbol, cell, index, known } => {
                let place = [("symbol", symbol.to_string().into()), ("cell", cell.into())];
                Coded::new(PositionSymbol, place).with("index", index).with("known", known)
            }
            PositionError::SideToMove { found, expected } => {
                Coded::new(PositionSide, [("found", found.into()), ("expected", expected.into())])
            }
            PositionError::Trailing { text, hint } => {
                Coded::new(PositionTrailing, [("text", text.into()), ("hint", hint.into())])
            }
            PositionError::Impossible(why) => Coded::new(ImpossiblePosition, [("why", why.into())]),
        }
    }
}

impl From<&RecordError> for Coded {
    fn from(error: &RecordError) -> Coded {
        match error {
            RecordError::Json(why) => Coded::new(NotARecord, [("why", why.as_str().into())]),
            RecordError::Version { found, known } => {
                Coded::new(RecordVersion, [("found", (*found).into()), ("known", (*known).into())])
            }
            RecordError::Game(error) => error.into(),
            RecordError::Position(error) => error.into(),
            RecordError::Move(error) => error.into(),
            RecordError::Verdict { said, found } => {
                Coded::new(RecordVerdict, [("said", said.as_str().into()), ("found", found.as_str().into())])
            }
            RecordError::Format(why) => Coded::new(NotARecord, [("why", why.as_str().into())]),
        }
    }
}

impl From<&EngineError> for Coded {
    fn from(error: &EngineError) -> Coded {
        match error {
            EngineError::Over => Coded::new(GameOver, []),
            EngineError::Chance => Coded::new(ChanceDecides, []),
            EngineError::WrongGame { engine, game } => Coded::new(
                EngineOfOtherGame,
                [("engine", engine.as_str().into()), ("game", game.as_str().into())],
            ),
            EngineError::NoEngine { game, known } => {
                Coded::new(NoEngine, [("game", game.as_str().into()), ("known", known.as_str().into())])
            }
            EngineError::Game(error) => error.into(),
            EngineError::Stopped => Coded::new(SearchStopped, []),
            EngineError::Setting(why) => Coded::new(WrongSetting, [("why", why.as_str().into())]),
        }
    }
}

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
            FormatError::TooLarge { most } => Coded::new(FileTooLarge, [("megabytes", (*most).into())]),
            FormatError::File(why) => Coded::new(WrongFile, [("why", why.as_str().into())]),
            FormatError::Game(error) => error.into(),
            FormatError::Move(error) => error.into(),
            FormatError::Position(error) => error.into(),
            FormatError::Record(error) => error.into(),
        }
    }
}
