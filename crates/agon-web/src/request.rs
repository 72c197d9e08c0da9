//! What a request carries; or, if it is not as it should be, one sentence about that.

use crate::failure::Refusal;
use axum::Json;
use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use serde::de::DeserializeOwned;
use std::error::Error;

/// A body in JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A body as it is.
pub(crate) struct RawBody(pub(crate) Bytes);

/// What the path of the address names.
pub(crate) struct PathParts<T>(pub(crate) T);

/// What stands behind the question mark of the address.
pub(crate) struct QueryParts<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let Json(body) = Json::from_request(request, state).await.map_err(|rejection| match rejection {
            JsonRejection::JsonDataError(error) => {
                Refusal::wrong(format!("this request is not understood: {}", cause(&error)))
            }
            JsonRejection::JsonSyntaxError(error) => {
                let why = format!("the body of this request is not JSON: {}", cause(&error));
                Refusal::new(StatusCode::BAD_REQUEST, why)
            }
            JsonRejection::MissingJsonContentType(_) => Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body of this request has to be JSON, with the header content-type: application/json",
            ),
            JsonRejection::BytesRejection(rejection) => unread(&rejection),
            _ => Refusal::new(StatusCode::BAD_REQUEST, "this request cannot be read"),
        })?;
        Ok(JsonBody(body))
    }
}

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let body = Bytes::from_request(request, state).await.map_err(|rejection| unread(&rejection))?;
        Ok(RawBody(body))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParts<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(named) = Path::from_request_parts(parts, state).await.map_err(|rejection| {
            Refusal::missing(match rejection {
                PathRejection::FailedToDeserializePathParams(error) => match error.kind() {
                    ErrorKind::ParseErrorAtKey { value, .. }
                    | ErrorKind::ParseErrorAtIndex { value, .. }
                    | ErrorKind::ParseError { value, .. }
                    | ErrorKind::DeserializeError { value, .. } => {
                        format!("there is no '{value}' at this address")
                    }
                    ErrorKind::Message(why) => format!("there is nothing at this address: {why}"),
                    _ => "there is nothing at this address".to_owned(),
                },
                _ => "there is nothing at this address".to_owned(),
            })
        })?;
        Ok(PathParts(named))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParts<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Query(asked) = Query::from_request_parts(parts, state).await.map_err(|rejection| {
            let why = cause(&rejection);
            Refusal::wrong(format!("what stands behind the ? of this address is not understood: {why}"))
        })?;
        Ok(QueryParts(asked))
    }
}

/// Answers a request whose address is right and whose method is not.
pub(crate) async fn other_method(method: Method) -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} does nothing at this address"))
}

fn unread(rejection: &BytesRejection) -> Refusal {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "this is too large: a request has at most 256 KB, a file to be read 8 MB",
        ),
        status => Refusal::new(status, "this request could not be read to its end"),
    }
}

/// What is behind an error: the innermost says where and why, those around it only what was being done.
fn cause(error: &dyn Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
