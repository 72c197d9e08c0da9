//! What tournaments refuse. People read the library's own sentence; its code and values are here.

use super::Code::*;
use super::{Coded, Refusal};
use agon_tournament::report::ReportError;
use agon_tournament::{DescriptionError, StoreError};
use axum::http::StatusCode;

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
            StoreError::Damaged { path, row, why } => {
                store(StoreDamaged, path).with("row", row.as_str()).with("why", why.as_str())
            }
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
