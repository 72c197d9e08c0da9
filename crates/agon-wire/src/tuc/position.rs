//! Boards as the protocol writes them: a byte a cell, white's score, black's score, the side to move.

use super::TucGame;
use super::error::TucError;
use super::game::Kind;
use agon_core::{AnyPosition, Layout, PositionError, SetUp, Side, Typed, TypedPosition};
use agon_games::ants::{Ants, AntsPosition};

/// The tiles of HexThello.
mod tile {
    pub(super) const WHITE: u8 = 0;
    pub(super) const BLACK: u8 = 1;
    pub(super) const EMPTY: u8 = 2;
    pub(super) const BLOCKED: u8 = 3;
    pub(super) const UNUSED: u8 = 4;
}

/// The symbols of HexThello's pieces in positions.
const PIECES: [(u8, char); 3] = [(tile::BLACK, 'X'), (tile::WHITE, 'O'), (tile::BLOCKED, '#')];

/// The body of NEW_POSITION.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WirePosition(Vec<u8>);

impl WirePosition {
    /// A body as it came; nothing if it has not the length it should have.
    pub fn received(game: &TucGame, bytes: &[u8]) -> Option<WirePosition> {
        (bytes.len() == game.position_length()).then(|| WirePosition(bytes.to_vec()))
    }

    /// The body for a position.
    pub fn of(game: &TucGame, position: &dyn AnyPosition) -> Result<WirePosition, TucError> {
        let other = || TucError::OtherGame { game: game.rules().id() };
        let mut bytes = match game.kind() {
            Kind::Ants => {
                let typed = position.as_any().downcast_ref::<TypedPosition<Ants>>().ok_or_else(other)?;
                typed.position.to_tiles().to_vec()
            }
            Kind::HexThello { radius } => {
                if position.game().id() != game.rules().id() {
                    return Err(other());
                }
                hexthello_tiles(radius, &position.game().layout(), &position.set_up())
            }
        };
        let [black, white] = position.score().map(score_byte);
        bytes.extend([white, black, side_byte(position.side_to_move())]);
        Ok(WirePosition(bytes))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The board's tiles, row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.0[..self.0.len() - 3]
    }

    /// The scores of black and of white, read as unsigned.
    pub fn scores(&self) -> [u8; 2] {
        let end = self.0.len();
        [self.0[end - 2], self.0[end - 3]]
    }

    /// The position. HexThello's scores are counted on the board, whatever the two bytes say.
    pub fn read(&self, game: &TucGame) -> Result<Box<dyn AnyPosition>, TucError> {
        let wrong = |error| TucError::Position { game: game.rules().info().title.to_owned(), error };
        let side = match self.0[self.0.len() - 1] {
            0 => Side::Second,
            1 => Side::First,
            other => {
                let found = other.to_string();
                let expected = "the byte 0 (white) or 1 (black)".to_owned();
                return Err(wrong(PositionError::SideToMove { found, expected }));
            }
        };
        match game.kind() {
            Kind::Ants => {
                let tiles = self.tiles().try_into().map_err(|_| wrong(length_error(self.tiles().len())))?;
                let [black, white] = self.scores();
                let position = AntsPosition::from_tiles(tiles, white, black, side).map_err(wrong)?;
                Ok(Typed::new(Ants).position(position))
            }
            Kind::HexThello { radius } => {
                let contents = hexthello_contents(radius, &game.rules().layout(), self.tiles());
                let set_up = SetUp { contents: contents.map_err(wrong)?, side, rest: Vec::new() };
                game.rules().from_set_up(&set_up).map_err(wrong)
            }
        }
    }
}

fn length_error(found: usize) -> PositionError {
    let expected = agon_games::ants::TILES.to_string();
    PositionError::Length { game: "ants".to_owned(), expected, found }
}

/// Scores are single bytes; none is above 169.
fn score_byte(score: i32) -> u8 {
    score.clamp(0, 255) as u8
}

fn side_byte(side: Side) -> u8 {
    u8::from(side == Side::First)
}

/// For every tile of HexThello's array, row by row, whether it is a cell of the hexagon.
fn in_hexagon(radius: u8) -> impl Iterator<Item = bool> {
    let (radius, side) = (usize::from(radius), 2 * usize::from(radius) + 1);
    (0..side * side).map(move |tile| (radius..=3 * radius).contains(&(tile / side + tile % side)))
}

fn hexthello_tiles(radius: u8, layout: &Layout, set_up: &SetUp) -> Vec<u8> {
    let mut contents = set_up.contents.iter();
    let mut cell = || match contents.next() {
        Some(&Some(piece)) => {
            let symbol = layout.pieces.get(piece).map(|piece| piece.symbol);
            PIECES.iter().find(|(_, s)| Some(*s) == symbol).map_or(tile::EMPTY, |(tile, _)| *tile)
        }
        _ => tile::EMPTY,
    };
    in_hexagon(radius).map(|used| if used { cell() } else { tile::UNUSED }).collect()
}

fn hexthello_contents(
    radius: u8,
    layout: &Layout,
    tiles: &[u8],
) -> Result<Vec<Option<usize>>, PositionError> {
    let side = 2 * usize::from(radius) + 1;
    let piece = |symbol: char| layout.pieces.iter().position(|piece| piece.symbol == symbol);
    let mut contents = Vec::with_capacity(layout.cells.len());
    for (place, (used, &tile)) in in_hexagon(radius).zip(tiles).enumerate() {
        let known = PIECES.iter().find(|(known, _)| *known == tile);
        match (used, known, tile) {
            (true, None, tile::EMPTY) => contents.push(None),
            (true, Some(&(_, symbol)), _) => contents.push(piece(symbol)),
            // What stands outside the hexagon has no meaning as long as it is no disc.
            (false, _, tile::UNUSED | tile::EMPTY | tile::BLOCKED) => {}
            _ => {
                let (row, column) = (place / side, place % side);
                let where_ = if used { "in" } else { "outside" };
                return Err(PositionError::Impossible(format!(
                    "{row},{column} {where_} the hexagon holds {tile}; a tile is 0 (white), 1 (black), 2 (empty), \
                     3 (blocked) or, outside, 4 (unused)"
                )));
            }
        }
    }
    Ok(contents)
}
