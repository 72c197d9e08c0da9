//! What is said through the socket, in both directions: texts of JSON, one object with one key each.

use crate::failure::{Refusal, RefusalBody};
use crate::state::TableState;
use crate::thinking::{PositionValue, ReviewRequest};
use crate::tournaments::Bulletin;
use agon_engine::Report;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a page can say through the socket.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = SocketWish))]
pub(crate) enum Wish {
    /// Send the table's state now and whenever it changes.
    Watch(String),
    /// No more of that.
    Unwatch(String),
    /// Send what is being played in a tournament, now and as it goes on.
    WatchTournament(String),
    /// No more of that.
    UnwatchTournament(String),
    /// Judge every legal move of a position, deeper and deeper.
    Analyze(AnalyzeRequest),
    /// Judge every position of a game.
    Review(ReviewRequest),
    /// End the analysis or review with this tag.
    Halt(String),
}

/// A position to be analysed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct AnalyzeRequest {
    /// What the page calls this analysis.
    pub(super) tag: String,
    /// The game with its variant.
    pub(super) game: String,
    /// The position in its one-line form.
    pub(super) position: String,
    /// Settings of the engine by name.
    #[serde(default)]
    pub(super) settings: BTreeMap<String, String>,
    /// Milliseconds in all.
    #[serde(default)]
    pub(super) ms: Option<u64>,
}

/// What the server says through the socket. Before it closes a connection it sends a refusal.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = SocketNews))]
pub(crate) enum News<'a> {
    /// A table, complete.
    Table(Box<TableState>),
    /// There is no such table or tournament (any more).
    Gone(&'a str),
    /// What is being played in a tournament.
    Tournament(Bulletin),
    /// What an analysis knows by now.
    Analysis(AnalysisNews<'a>),
    /// What a review has found, or its end.
    Review(ReviewNews<'a>),
    /// One thing did not work.
    Trouble(TaggedRefusal<'a>),
}

/// What an analysis knows by now.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = AnalysisNews))]
pub(crate) struct AnalysisNews<'a> {
    /// What the page calls it.
    pub(super) tag: &'a str,
    /// Every legal move, the best first.
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign::Report>))]
    pub(super) moves: &'a [Report],
    /// Whether this is the last word.
    pub(super) done: bool,
}

/// What a review has found, or its end.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = ReviewNews))]
pub(crate) struct ReviewNews<'a> {
    /// What the page calls it.
    pub(super) tag: &'a str,
    /// How the game stood after some move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) standing: Option<PositionValue>,
    /// True at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) done: Option<bool>,
}

/// Why one thing did not work.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TaggedRefusal))]
pub(crate) struct TaggedRefusal<'a> {
    /// What the page calls the analysis or review, or the address of the table or tournament.
    pub(super) tag: &'a str,
    #[serde(flatten)]
    pub(super) refusal: RefusalBody<'a>,
}

impl News<'_> {
    /// As it is sent.
    pub(crate) fn text(&self) -> Arc<str> {
        json(self)
    }
}

/// A refusal as it is sent before the server closes.
pub(super) fn last_word(refusal: &Refusal) -> Arc<str> {
    json(&refusal.body())
}

fn json(message: &impl Serialize) -> Arc<str> {
    // Messages hold only texts, numbers and lists, so that this cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}
