//! The rules of a game with what is worked out once: where its cells lie in an array, how many numbers its moves have.

use agon_core::sync::lock;
use agon_core::{AnyGame, AnyPosition, GameError, Layout, Planes, Registry};
use agon_engine::Engines;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

pub(crate) static GAMES: LazyLock<Registry> = LazyLock::new(registry);
pub(crate) static ENGINES: LazyLock<Engines> = LazyLock::new(engines);

#[cfg(not(feature = "sixth-game"))]
use agon_games::{engines, registry};

#[cfg(feature = "sixth-game")]
fn registry() -> Registry {
    let mut games = agon_games::registry();
    games.add::<agon_noughts::Noughts>();
    games
}

#[cfg(feature = "sixth-game")]
fn engines() -> Engines {
    let mut engines = agon_games::engines();
    engines.add::<agon_noughts::Noughts>();
    engines
}

/// The games asked for so far, by their ids.
static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Rules>>>> = LazyLock::new(Mutex::default);

pub(crate) struct Rules {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) id: String,
    /// How many numbers moves have.
    pub(crate) actions: usize,
    /// Where the cells lie in an array of the board.
    pub(crate) planes: Planes,
    /// The board and its pieces; making one takes longer than writing a position.
    pub(crate) layout: Layout,
    /// A list of zeros for a mask, and one for planes, to be copied.
    zeros: [PyOnceLock<Py<PyList>>; 2],
}

impl Rules {
    /// The rules by name and variant; other names of a game do as well.
    pub(crate) fn named(id: &str) -> Result<Arc<Rules>, GameError> {
        if let Some(rules) = known().get(id) {
            return Ok(rules.clone());
        }
        let rules = Rules::of(GAMES.game(&GAMES.proper_id(id))?);
        // A variant can be written in several ways; all of them share one value.
        Ok(known().entry(rules.id.clone()).or_insert_with(|| Arc::new(rules)).clone())
    }

    fn of(game: Arc<dyn AnyGame>) -> Rules {
        Rules {
            id: game.id(),
            actions: game.actions(),
            planes: Planes::of(&*game),
            layout: game.layout(),
            zeros: [PyOnceLock::new(), PyOnceLock::new()],
            game,
        }
    }

    /// A position in its one-line form.
    pub(crate) fn text(&self, position: &dyn AnyPosition) -> String {
        position.set_up().text(&self.layout, self.game.info().letters())
    }

    /// The shape of a position's planes.
    pub(crate) fn shape(&self) -> [usize; 3] {
        [self.planes.count, self.planes.rows, self.planes.columns]
    }

    /// A new list of as many zeros as moves have numbers.
    pub(crate) fn no_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let zeros = self.zeros[0].get_or_try_init(py, || {
            PyList::new(py, std::iter::repeat_n(0, self.actions)).map(Bound::unbind)
        })?;
        Ok(zeros.bind(py).get_slice(0, self.actions))
    }

    /// A new list of as many zeros (0.0) as the planes have numbers.
    pub(crate) fn no_planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let area = self.planes.area();
        let zeros = self.zeros[1]
            .get_or_try_init(py, || PyList::new(py, std::iter::repeat_n(0.0, area)).map(Bound::unbind))?;
        Ok(zeros.bind(py).get_slice(0, area))
    }
}

fn known() -> std::sync::MutexGuard<'static, HashMap<String, Arc<Rules>>> {
    // The map is never left half-changed, so a panic elsewhere does not matter.
    lock(&KNOWN)
}
