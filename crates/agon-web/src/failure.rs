//! Why a request was not done: a status and one sentence.

use agon_core::{FormatError, GameError, MoveError, PositionError, RecordError};
use agon_engine::EngineError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind.
    pub status: StatusCode,
    /// What was wrong, for the person who asked.
    pub error: String,
}

/// What a handler gives back.
pub(crate) type Answered<T> = Result<Json<T>, Refusal>;

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl ToString) -> Refusal {
        Refusal { status, error: error.to_string() }
    }

    /// The request makes no sense.
    pub(crate) fn wrong(error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// What was asked for is not there.
    pub(crate) fn missing(error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error)
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, error)
    }

    /// It is not for this person.
    pub(crate) fn forbidden(error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}

/// What people send in a wrong form is their mistake, told in the library's own sentence.
macro_rules! wrong {
    ($($error:ty),*) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                Refusal::wrong(error)
            }
        })*
    };
}

wrong!(GameError, MoveError, PositionError, RecordError, EngineError, FormatError);
