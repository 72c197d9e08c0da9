//! The rules of a game with what is worked out once: where its cells lie in an array, how its moves are numbered.

use agon_core::actions::Numbering;
use agon_core::sync::lock;
use agon_core::{AnyGame, AnyPosition, GameError, Layout, Registry};
use agon_engine::Engines;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

pub(crate) static GAMES: LazyLock<Registry> = LazyLock::new(agon_games::registry);
pub(crate) static ENGINES: LazyLock<Engines> = LazyLock::new(agon_games::engines);

/// The games asked for so far, by their ids.
static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Rules>>>> = LazyLock::new(Mutex::default);

pub(crate) struct Rules {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) id: String,
    pub(crate) numbering: Numbering,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// How many planes an array of the board has: one a kind of piece, and the side to move.
    pub(crate) planes: usize,
    /// The board and its pieces; making one takes longer than writing a position.
    pub(crate) layout: Layout,
    /// Where each cell lies in a plane.
    places: Vec<usize>,
}

impl Rules {
    /// The rules by name and variant.
    pub(crate) fn named(id: &str) -> Result<Arc<Rules>, GameError> {
        if let Some(rules) = known().get(id) {
            return Ok(rules.clone());
        }
        let rules = Rules::of(GAMES.game(id)?);
        // A variant can be written in several ways; all of them share one value.
        Ok(known().entry(rules.id.clone()).or_insert_with(|| Arc::new(rules)).clone())
    }

    fn of(game: Arc<dyn AnyGame>) -> Rules {
        let layout = game.layout();
        // Hexagonal rows are shifted by half a cell: there a column of the array is half a cell wide.
        let shifted = layout.cells.iter().any(|cell| cell.half_column % 2 == 1);
        let width = if shifted { 1 } else { 2 };
        let place = |cell: &agon_core::Cell| (usize::from(cell.row), usize::from(cell.half_column / width));
        let rows = layout.cells.iter().map(|cell| place(cell).0 + 1).max().unwrap_or(0);
        let columns = layout.cells.iter().map(|cell| place(cell).1 + 1).max().unwrap_or(0);
        let flat = |cell| {
            let (row, column) = place(cell);
            row * columns + column
        };
        Rules {
            id: game.id(),
            numbering: Numbering::of(&*game),
            rows,
            columns,
            planes: layout.pieces.len() + 1,
            places: layout.cells.iter().map(flat).collect(),
            layout,
            game,
        }
    }

    /// A position in its one-line form.
    pub(crate) fn text(&self, position: &dyn AnyPosition) -> String {
        position.set_up().text(&self.layout, self.game.info().letters())
    }

    /// How many numbers the planes of one position are.
    pub(crate) fn area(&self) -> usize {
        self.planes * self.rows * self.columns
    }

    /// Writes a position's planes into zeros: a 1 where a piece of the plane's kind stands; the last plane is full of
    /// ones if the second side is to move.
    pub(crate) fn paint(&self, position: &dyn AnyPosition, planes: &mut [u8]) {
        let plane = self.rows * self.columns;
        for (&place, piece) in self.places.iter().zip(position.set_up().contents) {
            if let Some(piece) = piece {
                planes[piece * plane + place] = 1;
            }
        }
        planes[(self.planes - 1) * plane..].fill(position.side_to_move().index() as u8);
    }
}

fn known() -> std::sync::MutexGuard<'static, HashMap<String, Arc<Rules>>> {
    // The map is never left half-changed, so a panic elsewhere does not matter.
    lock(&KNOWN)
}
