//! What can be wrong with a store, as sentences.

use super::VERSION;
use rusqlite::ErrorCode;
use std::path::Path;
use thiserror::Error;

/// Why a store cannot be used. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is none.
    #[error("there is no store {0} yet; 'agon tournament run' makes it")]
    Missing(String),
    /// Not a store at all.
    #[error("{0} is not the store of a tournament")]
    NotAStore(String),
    /// Of another version.
    #[error(
        "{path} was written by another version of this program (tables {found}, this one knows {VERSION})"
    )]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: i32,
    },
    /// Of another tournament.
    #[error(
        "{path} holds games of another tournament: {what} changed since; undo that, or move the file away to start anew"
    )]
    OtherTournament {
        /// The file.
        path: String,
        /// What differs.
        what: String,
    },
    /// No room.
    #[error("the disk is full, so {0} cannot be written; all games in it are kept, make room and run again")]
    Full(String),
    /// Another run has it.
    #[error("this tournament is being run by another process (it holds {0})")]
    Running(String),
    /// A game in it is damaged.
    #[error(
        "{path} is damaged: {row}: {why}; all other games are kept, and this one is played again once its row is deleted"
    )]
    Damaged {
        /// The file.
        path: String,
        /// Which row, and which game it is of.
        row: String,
        /// What is wrong.
        why: String,
    },
    /// Anything else.
    #[error("cannot use the store {path}: {why}")]
    Trouble {
        /// The file.
        path: String,
        /// What happened.
        why: String,
    },
}

/// A database's error as a sentence.
pub(super) fn sentence(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.display().to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(path),
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let why = "another process has been writing to it for too long".to_owned();
            StoreError::Trouble { path, why }
        }
        Some(ErrorCode::ReadOnly) => StoreError::Trouble { path, why: "it may not be written to".to_owned() },
        Some(ErrorCode::CannotOpen) => {
            StoreError::Trouble { path, why: "the file or its folder cannot be opened or written".to_owned() }
        }
        Some(ErrorCode::SystemIoFailure) => StoreError::Trouble {
            path,
            why: "the disk refuses to read or write it; all games in it are kept".to_owned(),
        },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Trouble { path, why: "it is damaged".to_owned() },
        _ => StoreError::Trouble { path, why: error.to_string() },
    }
}
