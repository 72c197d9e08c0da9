//! One question, one answer: hints, explanations, a look under the hood. What streams goes through the socket.

use super::lines::LineRequest;
use crate::failure::{Answered, Refusal};
use crate::hood::{Demonstration, SearchFigures, demonstrate, figures};
use crate::request::JsonBody;
use crate::site::Site;
use crate::thinking::{StopOnDrop, engine, evaluator, for_milliseconds};
use agon_engine::{Explanation, Report, Stop};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A position and how to think about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Question {
    game: String,
    position: String,
    /// Settings of the engine by name.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    ms: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
}

impl Question {
    fn position(&self, site: &Site) -> Result<Box<dyn agon_core::AnyPosition>, Refusal> {
        let line = LineRequest {
            game: self.game.clone(),
            start: Some(self.position.clone()),
            ..LineRequest::default()
        };
        Ok(line.line(site)?.position().boxed())
    }
}

/// The best move after a short thought.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/hints",
    request_body = Question,
    responses((status = 200, body = crate::openapi::foreign::Report, description = "The move"), (status = 500), (status = 503)),
))]
pub(crate) async fn hint(
    State(site): State<Arc<Site>>,
    JsonBody(question): JsonBody<Question>,
) -> Answered<Report> {
    let position = question.position(&site)?;
    let limits = for_milliseconds(question.ms.unwrap_or(700));
    let stop = Stop::new();
    // If the person is gone, so is the question.
    let _gone = StopOnDrop(stop.clone());
    let library = site.clone();
    let work = move || -> Result<Report, Refusal> {
        let mut engine = engine(&library, &question.game, &question.settings)?;
        Ok(engine.best(&*position, &limits, &stop, &mut |_| {})?)
    };
    Ok(Json(site.thinkers.run(work).await??))
}

/// An explanation with the evaluation it is of.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Explained {
    evaluation: Option<&'static str>,
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Explanation>))]
    explanation: Option<Explanation>,
}

/// The terms of the evaluation, of the first evaluation that has any.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/explanations",
    request_body = Question,
    responses((status = 200, body = Explained, description = "The terms")),
))]
pub(crate) async fn explain(
    State(site): State<Arc<Site>>,
    JsonBody(question): JsonBody<Question>,
) -> Answered<Explained> {
    let position = question.position(&site)?;
    let names = site.engines.info(&question.game)?.evaluations;
    let wanted = question.settings.get("eval").cloned();
    for (name, _) in names.into_iter().filter(|(name, _)| wanted.as_deref().is_none_or(|w| w == *name)) {
        let engine = evaluator(&site, &question.game, name)?;
        if let Some(explanation) = engine.explain(&*position)? {
            return Ok(Json(Explained { evaluation: Some(name), explanation: Some(explanation) }));
        }
    }
    Ok(Json(Explained { evaluation: None, explanation: None }))
}

/// What a search did, and the first plies of a small one.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct UnderTheHood {
    search: SearchFigures,
    tree: Demonstration,
}

/// What a search with these techniques does, and a small search with its tree.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/searches",
    request_body = Question,
    responses((status = 200, body = UnderTheHood, description = "Figures and tree"), (status = 409), (status = 500), (status = 503)),
))]
pub(crate) async fn search(
    State(site): State<Arc<Site>>,
    JsonBody(question): JsonBody<Question>,
) -> Answered<UnderTheHood> {
    let position = question.position(&site)?;
    let eval: BTreeMap<_, _> =
        question.settings.clone().into_iter().filter(|(name, _)| name == "eval").collect();
    let depth = question.depth.unwrap_or(6).clamp(1, 30);
    let alphabeta = question.settings.get("alphabeta").map(String::as_str) != Some("off");
    let stop = Stop::new();
    let _gone = StopOnDrop(stop.clone());
    let library = site.clone();
    let done = site.thinkers.run(move || -> Result<UnderTheHood, Refusal> {
        let mut searcher = engine(&library, &question.game, &question.settings)?;
        let mut judge = engine(&library, &question.game, &eval)?;
        let search = figures(&mut *searcher, &*position, depth, &stop)?;
        let tree = demonstrate(&mut *judge, &*position, depth, alphabeta, &stop)?;
        Ok(UnderTheHood { search, tree })
    });
    Ok(Json(done.await??))
}
