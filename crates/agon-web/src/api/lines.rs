//! Lines of play that belong to no table: links, pasted games, set-up boards.

use crate::failure::{Answered, Code, Refusal};
use crate::request::JsonBody;
use crate::site::Site;
use crate::view::View;
use agon_core::{AnyGame, AnyPosition, Dice, LastMove, Line, SetUp, Side};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The longest game that is read; no game of this project comes near.
pub(crate) const LONGEST_LINE: usize = 2000;

/// A game up to some point.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct LineRequest {
    /// The game with its variant.
    pub(crate) game: String,
    /// A start position in its one-line form.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The seed that rolls the set-up of a game that begins with one.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// The moves with their rolls, in the game's notation.
    #[serde(default)]
    pub(crate) moves: String,
    /// How many of the moves to show; all if it is not given.
    #[serde(default)]
    pub(crate) ply: Option<usize>,
}

/// A line as it is shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Line))]
pub(crate) struct LineAnswer {
    game: String,
    start: String,
    #[cfg_attr(test, schema(value_type = Vec<crate::openapi::foreign::Played>))]
    moves: Vec<LastMove>,
    view: View,
}

impl LineRequest {
    /// The line it describes.
    pub(crate) fn line(&self, site: &Site) -> Result<Line, Refusal> {
        let game = site.games.game(&self.game)?;
        let mut line = Line::new(self.start_of(&*game)?);
        if game.split_moves(&self.moves).len() > LONGEST_LINE {
            return Err(too_long());
        }
        line.play_text(&self.moves)?;
        Ok(line)
    }

    fn start_of(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(match (&self.start, self.seed) {
            (Some(text), _) => game.parse_position(text)?,
            (None, Some(seed)) => {
                let (mut start, mut dice) = (game.opening(), Dice::new(seed));
                while let Some(weights) = start.chance() {
                    start.resolve(dice.weighted(weights));
                }
                start
            }
            (None, None) => game.start(),
        })
    }
}

impl LineAnswer {
    pub(crate) fn new(line: &Line, ply: Option<usize>) -> LineAnswer {
        LineAnswer {
            game: line.start().game().id(),
            start: line.start().text(),
            moves: line.moves().to_vec(),
            view: line.view_at(ply.unwrap_or(line.moves().len())).into(),
        }
    }
}

/// The refusal of a game that is too long.
pub(crate) fn too_long() -> Refusal {
    let sentence = format!("a game here has at most {LONGEST_LINE} moves");
    Refusal::wrong(Code::LineTooLong, sentence).with("most", LONGEST_LINE)
}

/// A line of play, checked and shown.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/lines",
    request_body = LineRequest,
    responses((status = 200, body = LineAnswer, description = "The line")),
))]
pub(crate) async fn read(
    State(site): State<Arc<Site>>,
    JsonBody(request): JsonBody<LineRequest>,
) -> Answered<LineAnswer> {
    let line = request.line(&site)?;
    let there = line.moves().len();
    if let Some(ply) = request.ply.filter(|&ply| ply > there) {
        let refusal = Refusal::wrong(Code::NoSuchPly, format!("this game has {there} moves, not {ply}"));
        return Err(refusal.with("there", there).with("ply", ply));
    }
    Ok(Json(LineAnswer::new(&line, request.ply)))
}

/// A board put together by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct SetUpRequest {
    game: String,
    /// What stands on each cell, as numbers of the layout's pieces.
    contents: Vec<Option<usize>>,
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign::Side))]
    side: Side,
    /// The words after the side to move in the position's one-line form.
    #[serde(default)]
    rest: Vec<String>,
}

/// A position from what stands on each cell.
#[cfg_attr(test, utoipa::path(
    post,
    path = "/set-ups",
    request_body = SetUpRequest,
    responses((status = 200, body = LineAnswer, description = "The position")),
))]
pub(crate) async fn set_up(
    State(site): State<Arc<Site>>,
    JsonBody(request): JsonBody<SetUpRequest>,
) -> Answered<LineAnswer> {
    let game = site.games.game(&request.game)?;
    let pieces = game.layout().pieces.len();
    if request.contents.iter().flatten().any(|&piece| piece >= pieces) {
        let (game, last) = (game.id(), pieces - 1);
        let sentence = format!("the pieces of {game} are numbered 0 to {last}");
        return Err(Refusal::wrong(Code::NoSuchPiece, sentence).with("game", game).with("last", last));
    }
    let SetUpRequest { contents, side, rest, .. } = request;
    let position = game.from_set_up(&SetUp { contents, side, rest })?;
    Ok(Json(LineAnswer::new(&Line::new(position), None)))
}
