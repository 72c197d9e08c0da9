//! HexThello: Othello on a hexagon.
//!
//! | module | what lives there |
//! |---|---|
//! | `cells`, `tiles`, `position`, `moves`, `symmetry` | the rules |
//! | `notation`, `layout` | positions and moves as text, the board as a picture |
//! | [`engine`] | the engines |
//! | [`lab`] | what their numbers are fitted with |

mod cells;
pub mod engine;
pub mod lab;
mod layout;
mod moves;
mod notation;
mod position;
mod situations;
mod symmetry;
mod tiles;

#[cfg(test)]
mod tests;

pub use cells::{Cells, MAX_RADIUS};
pub use moves::{gains, mobility};
pub use position::{HexThelloPosition, Move};
pub use tiles::Tile;

use agon_core::{
    Game, GameInfo, Layout, MoveError, PositionError, Protocol, Scores, SetUp, Side, SideInfo, Situation,
    TucFacts, TucMoves, VariantOption,
};

/// The rules of HexThello on a board of some radius.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexThello {
    radius: u8,
}

static INFO: GameInfo = GameInfo {
    name: "hexthello",
    title: "HexThello",
    summary: "Reversi on a hexagon: enclose the other side's discs along one of three lines to turn them; most \
              discs at the end win.",
    board: "a hexagon of 169 cells, 8 a side",
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    scores: Scores::counted("discs").clear_lead(7.0),
    port: Some(6002),
    protocols: &[Protocol::Tuc, Protocol::Ugi],
    program_time: None,
    move_form: "as row,column of the square array that holds the hexagon, both from 0, like 5,7, or pass",
    position_form: "one character a cell in reading order (169 at radius 7): X (black), O (white), # (blocked) or -, \
                    a space, the side to move X or O",
    options: &[VariantOption {
        name: "radius",
        takes: "a number from 2 to 7, one less than the cells of a side",
        default: "7",
    }],
};

impl HexThello {
    /// The game on a board of a radius from 2 to 7.
    pub fn with_radius(radius: u8) -> Option<HexThello> {
        HexThelloPosition::RADII.contains(&radius).then_some(HexThello { radius })
    }

    /// The number of the pass: it comes after the last cell.
    const fn pass_number(self) -> usize {
        let radius = self.radius as usize;
        3 * radius * (radius + 1) + 1
    }

    /// The radius: one less than the cells of a side.
    pub const fn radius(self) -> u8 {
        self.radius
    }
}

impl Default for HexThello {
    fn default() -> Self {
        HexThello { radius: MAX_RADIUS }
    }
}

impl Game for HexThello {
    type Position = HexThelloPosition;

    fn standard() -> Self {
        HexThello::default()
    }

    fn with_option(&self, name: &str, value: &str) -> Option<Self> {
        match (name, value.as_bytes()) {
            ("radius", [digit @ b'0'..=b'9']) => HexThello::with_radius(digit - b'0'),
            _ => None,
        }
    }

    fn variant(&self) -> String {
        if self.radius == MAX_RADIUS { String::new() } else { format!("radius={}", self.radius) }
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn start(&self) -> HexThelloPosition {
        HexThelloPosition::start(self.radius)
    }

    fn openings(&self) -> &'static str {
        if self.variant().is_empty() { include_str!("../data/openings.txt") } else { "" }
    }

    fn layout(&self) -> Layout {
        layout::layout(self.radius)
    }

    fn set_up(&self, position: &HexThelloPosition) -> SetUp {
        notation::set_up(position)
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<HexThelloPosition, PositionError> {
        notation::from_set_up(self.radius, set_up)
    }

    fn move_text(&self, _: &HexThelloPosition, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, position: &HexThelloPosition, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(position, text)
    }

    fn path(&self, position: &HexThelloPosition, mv: Move) -> Vec<usize> {
        let number = |(row, column)| cells::cell_number(position.radius(), row, column);
        mv.cell().map(number).into_iter().collect()
    }

    fn actions(&self) -> usize {
        self.pass_number() + 1
    }

    #[inline]
    fn action(&self, position: &HexThelloPosition, mv: Move) -> usize {
        let number = |(row, column)| cells::cell_number(position.radius(), row, column);
        mv.cell().map_or_else(|| self.pass_number(), number)
    }

    fn each_piece(&self, position: &HexThelloPosition, see: &mut dyn FnMut(usize, usize)) {
        let [black, white] = position.discs();
        for (piece, cells) in [black, white, position.blocked()].into_iter().enumerate() {
            for (row, column) in cells.iter() {
                see(cells::cell_number(self.radius, row, column), piece);
            }
        }
    }

    fn situation(&self, situation: Situation) -> Option<(HexThelloPosition, Option<String>)> {
        Some((situations::position(self.radius, situation)?, None))
    }

    fn tuc(&self) -> Option<TucFacts> {
        let size = 2 * usize::from(self.radius) + 1;
        let (tiles, moves) = (size * size, TucMoves::Cell);
        Some(TucFacts { base: 100, tiles, moves, name_limit: 8, knows_positions: false })
    }

    fn tiles(&self, position: &HexThelloPosition) -> Vec<u8> {
        position.to_tiles()
    }

    /// The scores are counted on the board, whatever the server says.
    fn from_tiles(&self, tiles: &[u8], _: [u8; 2], side: Side) -> Result<HexThelloPosition, PositionError> {
        HexThelloPosition::from_tiles(self.radius, tiles, side)
    }
}
