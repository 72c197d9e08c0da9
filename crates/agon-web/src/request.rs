//! What a request carries; or, if it is not as it should be, one sentence about that.

use crate::failure::{Code, Refusal};
use axum::Json;
use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use serde::de::DeserializeOwned;
use std::error::Error;
use std::time::Duration;

/// The largest request, and the largest file that can be loaded.
pub(crate) const LARGEST_REQUEST: usize = 256 * 1024;
const LARGEST_FILE: usize = 8 * 1024 * 1024;

/// A body in JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A body as it is: a file.
pub(crate) struct RawBody(pub(crate) Bytes);

/// What the path of the address names.
pub(crate) struct PathParts<T>(pub(crate) T);

/// What stands behind the question mark of the address.
pub(crate) struct QueryParts<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let patience = patience(&request);
        let read = in_time(patience, Json::from_request(request, state)).await?;
        let Json(body) = read.map_err(|rejection| match rejection {
            JsonRejection::JsonDataError(error) => {
                let why = cause(&error);
                let sentence = format!("this request is not understood: {why}");
                Refusal::wrong(Code::BodyNotUnderstood, sentence).with("why", why)
            }
            JsonRejection::JsonSyntaxError(error) => {
                let why = cause(&error);
                let sentence = format!("the body of this request is not JSON: {why}");
                Refusal::new(StatusCode::BAD_REQUEST, Code::BodyNotJson, sentence).with("why", why)
            }
            JsonRejection::MissingJsonContentType(_) => Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Code::BodyNotLabelledJson,
                "the body of this request has to be JSON, with the header content-type: application/json",
            ),
            JsonRejection::BytesRejection(rejection) => unread(&rejection),
            _ => Refusal::new(StatusCode::BAD_REQUEST, Code::BodyUnreadable, "this request cannot be read"),
        })?;
        Ok(JsonBody(body))
    }
}

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Refusal;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Refusal> {
        DefaultBodyLimit::max(LARGEST_FILE).apply(&mut request);
        let patience = patience(&request);
        let read = in_time(patience, Bytes::from_request(request, state)).await?;
        let body = read.map_err(|rejection| unread(&rejection))?;
        Ok(RawBody(body))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParts<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(named) = Path::from_request_parts(parts, state).await.map_err(|rejection| {
            let nothing = |sentence: &str| Refusal::missing(Code::NoSuchAddress, sentence);
            match rejection {
                PathRejection::FailedToDeserializePathParams(error) => match error.kind() {
                    ErrorKind::ParseErrorAtKey { value, .. }
                    | ErrorKind::ParseErrorAtIndex { value, .. }
                    | ErrorKind::ParseError { value, .. }
                    | ErrorKind::DeserializeError { value, .. } => {
                        nothing(&format!("there is no '{value}' at this address"))
                            .with("value", value.as_str())
                    }
                    ErrorKind::Message(why) => {
                        nothing(&format!("there is nothing at this address: {why}")).with("why", why.as_str())
                    }
                    _ => nothing("there is nothing at this address"),
                },
                _ => nothing("there is nothing at this address"),
            }
        })?;
        Ok(PathParts(named))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParts<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Query(asked) = Query::from_request_parts(parts, state).await.map_err(|rejection| {
            let why = cause(&rejection);
            let sentence = format!("what stands behind the ? of this address is not understood: {why}");
            Refusal::wrong(Code::QueryNotUnderstood, sentence).with("why", why)
        })?;
        Ok(QueryParts(asked))
    }
}

/// How long the body of a request may take; what the connection says stands with every request.
#[derive(Clone, Copy)]
pub(crate) struct BodyPatience(pub(crate) Duration);

fn patience(request: &Request) -> Duration {
    request.extensions().get::<BodyPatience>().map_or(Duration::from_secs(20), |patience| patience.0)
}

/// Waits for a body, but not for ever.
async fn in_time<T>(patience: Duration, body: impl Future<Output = T>) -> Result<T, Refusal> {
    tokio::time::timeout(patience, body).await.map_err(|_| {
        let sentence = "the body of this request did not come in time";
        let refusal = Refusal::new(StatusCode::REQUEST_TIMEOUT, Code::BodyTooSlow, sentence);
        refusal.with("seconds", patience.as_secs_f64())
    })
}

/// Answers a request whose address is right and whose method is not.
pub(crate) async fn other_method(method: Method) -> Refusal {
    let sentence = format!("{method} does nothing at this address");
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, sentence);
    refusal.with("method", method.as_str())
}

fn unread(rejection: &BytesRejection) -> Refusal {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Code::BodyTooLarge,
            "this is too large: a request has at most 256 KB, a file to be read 8 MB",
        )
        .with("request_bytes", LARGEST_REQUEST)
        .with("file_bytes", LARGEST_FILE),
        status => Refusal::new(status, Code::BodyUnreadable, "this request could not be read to its end"),
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
