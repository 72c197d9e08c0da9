//! Why a command did not do what was asked, and with which exit code it says so.

use agon_class::grade::GradeError;
use agon_core::duration::DurationError;
use agon_core::{GameError, MoveError, PositionError};
use agon_doctor::PracticeError;
use agon_engine::EngineError;
use agon_frontends::ProgramError;
use agon_lab::ablation::AblationError;
use agon_lab::ladder::LadderError;
use agon_lab::overhead::OverheadError;
use agon_lab::position_sets::SetError;
use agon_lab::time_losses::TimeLossError;
use agon_referee::MatchError;
use agon_referee::openings::OpeningError;
use agon_referee::sprt::SprtError;
use agon_seats::PlayerError;
use agon_tournament::game_runner::SeatError;
use agon_tournament::submissions::SubmissionError;
use agon_tournament::{RunError, StoreError};
use agon_web::watchers::WatchError;
use agon_web::{DuelError, ServeError};
use std::io;
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The command was called in a way that makes no sense.
    #[error("{0}")]
    Usage(String),
    /// It made sense, but did not work out.
    #[error("{0}")]
    Failed(String),
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Everything has been said already; only the exit code is left.
    #[error("wrong usage")]
    Said,
    /// It worked out, everything has been said, and the answer is no.
    #[error("the answer is no")]
    No,
}

impl Failure {
    /// 1 it failed or the answer is no, 2 wrong usage.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Said => 2,
            Failure::Failed(_) | Failure::Io(_) | Failure::No => 1,
        }
    }
}

/// What goes wrong in long work is no wrong usage.
macro_rules! failed {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Failed(error.to_string())
            }
        })*
    };
}

failed!(
    LadderError,
    AblationError,
    SetError,
    StoreError,
    RunError,
    GradeError,
    ServeError,
    DuelError,
    WatchError,
    OverheadError,
    TimeLossError,
    agon_ants::lab::LabError,
    agon_connect::lab::LabError,
    agon_hexthello::lab::LabError,
    agon_reversi::lab::LabError
);

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::Move(error) => Failure::Usage(error.to_string()),
            MatchError::Threads(_) | MatchError::Machine { .. } => Failure::Failed(error.to_string()),
        }
    }
}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Failure {
        match error {
            ProgramError::Io(error) => Failure::Io(error),
            ProgramError::Engine(error) => Failure::Usage(error.to_string()),
            other => Failure::Failed(other.to_string()),
        }
    }
}

/// What comes from the command line's own words is a usage error.
macro_rules! usage {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Usage(error.to_string())
            }
        })*
    };
}

usage!(
    GameError,
    MoveError,
    PositionError,
    PlayerError,
    DurationError,
    OpeningError,
    EngineError,
    SeatError,
    SprtError,
    PracticeError,
    SubmissionError
);

pub(crate) type Done = Result<(), Failure>;
