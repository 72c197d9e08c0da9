//! The games: what they are, their boards, their engines.

use crate::failure::{Answered, Refusal};
use crate::request::PathParts;
use crate::site::Site;
use agon_core::{AnyGame, Formats, Layout, Scores, SideInfo, VariantOption};
use agon_engine::level::Level;
use agon_search::{Kind, TECHNIQUES};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;

/// A game for the list.
#[derive(Serialize)]
pub(crate) struct GameSummary {
    id: String,
    title: &'static str,
    summary: &'static str,
    board: &'static str,
    sides: [SideInfo; 2],
    #[serde(flatten)]
    scores: Scores,
    port: Option<u16>,
    options: &'static [VariantOption],
}

/// A game with its board and its engines.
#[derive(Serialize)]
pub(crate) struct GameDetails {
    #[serde(flatten)]
    summary: GameSummary,
    move_form: &'static str,
    position_form: &'static str,
    layout: Layout,
    start: String,
    levels: Vec<Level>,
    evaluations: Vec<Named>,
    techniques: Vec<Technique>,
    /// The notations that its games can be saved in.
    formats: Vec<Notation>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
}

/// A notation with what shows people which one it is.
#[derive(Serialize)]
struct Notation {
    name: &'static str,
    label: &'static str,
}

#[derive(Serialize)]
struct Technique {
    name: &'static str,
    kind: &'static str,
    about: &'static str,
    takes: String,
    flag: bool,
    value: String,
}

fn summary(game: &dyn AnyGame) -> GameSummary {
    let info = game.info();
    GameSummary {
        id: game.id(),
        title: info.title,
        summary: info.summary,
        board: info.board,
        sides: info.sides,
        scores: info.scores,
        port: info.port,
        options: info.options,
    }
}

/// `GET /games`
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Json<Vec<GameSummary>> {
    Json(site.games.games().map(|game| summary(&**game)).collect())
}

/// `GET /games/{id}`
pub(crate) async fn details(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<GameDetails> {
    let game = site.games.game(&id).map_err(Refusal::missing)?;
    let info = site.engines.info(&id)?;
    let techniques = TECHNIQUES.iter().map(|technique| Technique {
        name: technique.name,
        kind: match technique.kind {
            Kind::Exact => "exact",
            Kind::Selective => "selective",
            Kind::Mode => "mode",
        },
        about: technique.about,
        takes: technique.takes(),
        flag: technique.is_flag(),
        value: info.techniques.get(technique),
    });
    Ok(Json(GameDetails {
        summary: summary(&*game),
        move_form: game.info().move_form,
        position_form: game.info().position_form,
        layout: game.layout(),
        start: game.start().text(),
        levels: info.levels,
        evaluations: info.evaluations.into_iter().map(|(name, about)| Named { name, about }).collect(),
        techniques: techniques.collect(),
        formats: Formats::written(&*game)
            .map(|format| Notation { name: format.name(), label: format.label() })
            .collect(),
    }))
}
