//! The games: what they are, their boards, their engines.

use crate::failure::{Answered, Refusal};
use crate::request::PathParts;
use crate::site::Site;
use agon_core::{AnyGame, Formats, Layout, Scores, SideInfo, VariantOption};
use agon_engine::level::Level;
use agon_search::{Kind, TECHNIQUES};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;

/// A game for the list.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct GameSummary {
    id: String,
    title: &'static str,
    summary: &'static str,
    board: &'static str,
    #[cfg_attr(test, schema(value_type = [crate::openapi::foreign_games::SideInfo; 2]))]
    sides: [SideInfo; 2],
    #[serde(flatten)]
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign_games::Scores))]
    scores: Scores,
    port: Option<u16>,
    /// The milliseconds that a program may think about one move where no other clock was chosen.
    program_move_ms: Option<u64>,
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign_games::VariantOption>))]
    options: &'static [VariantOption],
}

/// A game with its board and its engines.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Game))]
pub(crate) struct GameDetails {
    #[serde(flatten)]
    summary: GameSummary,
    move_form: &'static str,
    position_form: &'static str,
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign_games::Layout))]
    layout: Layout,
    start: String,
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign_games::Level>))]
    levels: Vec<Level>,
    evaluations: Vec<Named>,
    techniques: Vec<Technique>,
    /// The notations that its games can be saved in.
    formats: Vec<Notation>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct Named {
    name: &'static str,
    about: &'static str,
}

/// A notation with what shows people which one it is.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct Notation {
    name: &'static str,
    label: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
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
        program_move_ms: info.program_time.map(|time| time.as_millis() as u64),
        options: info.options,
    }
}

/// All games.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/games",
    responses((status = 200, body = Vec<GameSummary>, description = "The games")),
))]
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Json<Vec<GameSummary>> {
    Json(site.games.games().map(|game| summary(&**game)).collect())
}

/// A game with its board and its engines.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/games/{id}",
    params(("id" = String, Path, description = "The game with its variant: `hexthello:radius=3`.")),
    responses((status = 200, body = GameDetails, description = "The game"), (status = 422)),
))]
pub(crate) async fn details(
    State(site): State<Arc<Site>>,
    PathParts(id): PathParts<String>,
) -> Answered<GameDetails> {
    let game = site.games.game(&id).map_err(|error| Refusal::from(error).at(StatusCode::NOT_FOUND))?;
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
