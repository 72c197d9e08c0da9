//! Why a request was not done: a status, one sentence, and beside the sentence a code with its parameters.
//!
//! | module | what lives there |
//! |---|---|
//! | `code` | every code there is |
//! | `games` | the codes of what games, formats and engines refuse |
//! | `players` | the codes of what tables and players refuse |
//! | `tournaments` | the codes of what tournaments refuse |

mod code;
mod games;
mod players;
pub(crate) mod tournaments;

pub use code::Code;

use agon_core::FormatError;
use agon_core::duration::DurationError;
use agon_core::{GameError, MoveError, PositionError, RecordError};
use agon_engine::EngineError;
use agon_seats::PlayerError;
use agon_tournament::game_runner::SeatError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};

/// The values that a sentence is about, by name.
pub type Params = Map<String, Value>;

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind.
    pub status: StatusCode,
    /// What was wrong, for the person who asked.
    pub error: String,
    /// What was wrong, for programs: the page says it in its own language.
    pub code: Code,
    /// What the sentence is about.
    pub params: Params,
}

/// A refusal as it is sent.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Refusal))]
pub(crate) struct RefusalBody<'a> {
    /// What was wrong, and what would be right, in one English sentence.
    error: &'a str,
    /// What was wrong, for programs; `docs/api.md` lists the codes. A sentence may change, its code does not.
    code: Code,
    /// The values that the sentence is about, by name; which ones depends on the code.
    #[cfg_attr(test, schema(value_type = Object))]
    params: &'a Params,
}

/// What a handler gives back.
pub(crate) type Answered<T> = Result<Json<T>, Refusal>;

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: Code, error: impl ToString) -> Refusal {
        Refusal { status, error: error.to_string(), code, params: Params::new() }
    }

    /// The request makes no sense.
    pub(crate) fn wrong(code: Code, error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, code, error)
    }

    /// What was asked for is not there.
    pub(crate) fn missing(code: Code, error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, code, error)
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(code: Code, error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, code, error)
    }

    /// It is not for this person.
    pub(crate) fn forbidden(code: Code, error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, code, error)
    }

    /// It makes sense, but there is no room for it.
    pub(crate) fn unavailable(code: Code, error: impl ToString) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, code, error)
    }

    /// Says one of the values that the sentence is about.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Refusal {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The same refusal as one of another kind.
    pub(crate) fn at(self, status: StatusCode) -> Refusal {
        Refusal { status, ..self }
    }

    /// As it is sent.
    pub(crate) fn body(&self) -> RefusalBody<'_> {
        RefusalBody { error: &self.error, code: self.code, params: &self.params }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}

/// What is wrong with something, if anything is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Trouble {
    /// What is wrong, in one sentence.
    trouble: Option<String>,
    /// The same for programs; there if the trouble is.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble_code: Option<Code>,
    /// The values that the trouble is about, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    trouble_params: Option<Params>,
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        let Refusal { error, code, params, .. } = refusal;
        Trouble { trouble: Some(error), trouble_code: Some(code), trouble_params: Some(params) }
    }
}

/// A code with its values, as a library's error has them.
pub(crate) struct Coded {
    code: Code,
    params: Params,
}

impl Coded {
    fn new<const N: usize>(code: Code, params: [(&str, Value); N]) -> Coded {
        Coded { code, params: params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect() }
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Coded {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The refusal of this kind that says it in the library's own sentence.
    fn refusal(self, status: StatusCode, error: &dyn std::error::Error) -> Refusal {
        Refusal { status, error: error.to_string(), code: self.code, params: self.params }
    }
}

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
