//! Lines of play that belong to no table: links, pasted games, set-up boards.

use crate::failure::{Answered, Refusal};
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
pub(crate) struct LineAnswer {
    game: String,
    start: String,
    moves: Vec<LastMove>,
    view: View,
}

impl LineRequest {
    /// The line it describes.
    pub(crate) fn line(&self, site: &Site) -> Result<Line, Refusal> {
        let game = site.games.game(&self.game)?;
        let mut line = Line::new(self.start_of(&*game)?);
        if game.split_moves(&self.moves).len() > LONGEST_LINE {
            return Err(Refusal::wrong(format!("a game here has at most {LONGEST_LINE} moves")));
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

/// `POST /lines`
pub(crate) async fn read(
    State(site): State<Arc<Site>>,
    JsonBody(request): JsonBody<LineRequest>,
) -> Answered<LineAnswer> {
    let line = request.line(&site)?;
    let there = line.moves().len();
    if let Some(ply) = request.ply.filter(|&ply| ply > there) {
        return Err(Refusal::wrong(format!("this game has {there} moves, not {ply}")));
    }
    Ok(Json(LineAnswer::new(&line, request.ply)))
}

/// A board put together by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpRequest {
    game: String,
    /// What stands on each cell, as numbers of the layout's pieces.
    contents: Vec<Option<usize>>,
    side: Side,
    /// The words after the side to move in the position's one-line form.
    #[serde(default)]
    rest: Vec<String>,
}

/// `POST /set-ups`
pub(crate) async fn set_up(
    State(site): State<Arc<Site>>,
    JsonBody(request): JsonBody<SetUpRequest>,
) -> Answered<LineAnswer> {
    let game = site.games.game(&request.game)?;
    let pieces = game.layout().pieces.len();
    if request.contents.iter().flatten().any(|&piece| piece >= pieces) {
        return Err(Refusal::wrong(format!("the pieces of {} are numbered 0 to {}", game.id(), pieces - 1)));
    }
    let SetUpRequest { contents, side, rest, .. } = request;
    let position = game.from_set_up(&SetUp { contents, side, rest })?;
    Ok(Json(LineAnswer::new(&Line::new(position), None)))
}
