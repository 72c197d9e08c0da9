//! `agon_games.Game`: the rules of a game.

use crate::batch::Positions;
use crate::errors::{Told, type_name};
use crate::numbers::{self, cores_or_all};
use crate::pickling::{Rebuilt, rebuilt_by};
use crate::position::Position;
use crate::rules::{ENGINES, GAMES, Rules};
use crate::waiting;
use agon_engine::Stop;
use agon_engine::bulk::{Crew, counting};
use agon_lab::bench;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A game: its rules, its start, its board.
///
/// >>> import agon_games as agon
/// >>> reversi = agon.game("reversi")
/// >>> reversi.start.legal_moves
/// ['d3', 'c4', 'f5', 'e6']
/// >>> agon.game("hexthello", radius=3).id
/// 'hexthello:radius=3'
#[pyclass(frozen, module = "agon_games", name = "Game")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

/// A game by its name; variants by keyword, or written as on the command line.
///
/// >>> import agon_games as agon
/// >>> agon.game("four-in-a-row").title
/// 'Four in a Row'
/// >>> agon.game("hexthello:radius=3") == agon.game("hexthello", radius=3)
/// True
#[pyfunction]
#[pyo3(signature = (name, **options))]
pub(crate) fn game(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let mut id = name.to_owned();
    for (option, value) in options.into_iter().flatten() {
        id.push_str(&format!(":{}={}", option.str()?.to_cow()?, value.str()?.to_cow()?));
    }
    Ok(Game { rules: Rules::named(&id).map_err(Told::told)? })
}

/// The names of all games.
///
/// >>> import agon_games as agon
/// >>> "ants" in agon.games()
/// True
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.games().map(|game| game.info().name).collect()
}

impl Game {
    fn wrap(&self, inner: Box<dyn agon_core::AnyPosition>) -> Position {
        Position::fresh(self.rules.clone(), inner)
    }
}

#[pymethods]
impl Game {
    /// The name: `reversi`.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.game.info().name
    }

    /// The name with the variant: `hexthello:radius=3`.
    #[getter]
    fn id(&self) -> &str {
        &self.rules.id
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.game.info().title
    }

    /// One sentence about it.
    #[getter]
    fn summary(&self) -> &'static str {
        self.rules.game.info().summary
    }

    /// The unit of scores and margins.
    #[getter]
    fn unit(&self) -> &'static str {
        self.rules.game.info().scores.unit
    }

    /// The names of the two sides, the one that starts first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [first, second] = self.rules.game.info().sides.map(|side| side.name);
        (first, second)
    }

    /// The names of the cells, in the order of the characters of a position.
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.rules.layout.cells.iter().map(|cell| cell.name.clone()).collect()
    }

    /// How many numbers moves can have (see `Position.legal_actions`).
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").actions, agon.game("reversi").actions
    /// (7, 65)
    #[getter]
    fn actions(&self) -> usize {
        self.rules.actions
    }

    /// The move that a number stands for in every position, as text: the column in the connect-four games, the cell in
    /// reading order elsewhere (a pass comes after the last), and in TUC-ANTS every way that an ant can take.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").action_move(37), agon.game("ants").action_move(0)
    /// ('f5', '1,0-0,1')
    #[pyo3(signature = (action, /))]
    fn action_move(&self, action: i64) -> PyResult<String> {
        let text = usize::try_from(action).ok().and_then(|action| self.rules.game.action_text(action));
        text.ok_or_else(|| {
            let last = self.rules.actions - 1;
            PyValueError::new_err(format!("moves are numbered 0 to {last}, not {action}"))
        })
    }

    /// How many symmetries the rules have, the identity included.
    #[getter]
    fn symmetries(&self) -> usize {
        self.rules.game.start().symmetries()
    }

    /// Other names that the game can be asked for by.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("othello") == agon.game("reversi")
    /// True
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.rules.game.aliases().to_vec()
    }

    /// Whether dice are rolled in it.
    #[getter]
    fn has_chance(&self) -> bool {
        self.rules.game.has_chance()
    }

    /// The settings that make variants, each with its value when it is not given.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("hexthello").options
    /// {'radius': '7'}
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for option in self.rules.game.info().options {
            all.set_item(option.name, option.default)?;
        }
        Ok(all)
    }

    /// The shape of a position's planes: planes, rows, columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.rules.shape();
        (planes, rows, columns)
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.wrap(self.rules.game.start())
    }

    /// Where a real game begins: the start, or the chance event before it.
    #[getter]
    fn opening(&self) -> Position {
        self.wrap(self.rules.game.opening())
    }

    /// A position from its one-line form.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("four-in-a-row").position("-" * 41 + "X O").side
    /// 1
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(self.wrap(self.rules.game.parse_position(text).map_err(Told::told)?))
    }

    /// Positions from the middle of games, the same for everybody: what Agon's own benchmarks are measured on.
    fn middle_games(&self, count: i64) -> PyResult<Positions> {
        let count = numbers::count("count", count)?;
        Ok(Positions::of(&self.rules, bench::positions(&ENGINES, &*self.rules.game, count).into_iter()))
    }

    /// Many positions, each after `plies` random moves (or where its game ended before).
    ///
    /// >>> import agon_games as agon
    /// >>> len(agon.game("ants").random_positions(100, plies=6, seed=1))
    /// 100
    #[pyo3(signature = (count, plies, seed = 0, cores = None))]
    fn random_positions(
        &self,
        py: Python<'_>,
        count: i64,
        plies: i64,
        seed: i128,
        cores: Option<i64>,
    ) -> PyResult<Positions> {
        let (count, plies) = (numbers::count("count", count)?, numbers::count("plies", plies)?);
        let (stop, seed, cores) = (Stop::new(), numbers::seed(seed)?, cores_or_all(cores)?);
        let work = || {
            let crew = Crew { cores, stop: &stop };
            counting::random_positions(&*self.rules.game, count, plies, seed, crew)
        };
        let items = waiting::silently(py, &stop, work)?.map_err(Told::told)?;
        Ok(Positions::of(&self.rules, items.into_iter()))
    }

    /// The levels of its engines, weakest first, with a few words on each.
    #[getter]
    fn levels(&self) -> PyResult<Vec<(&'static str, &'static str)>> {
        let info = ENGINES.info(self.name()).map_err(Told::told)?;
        Ok(info.levels.iter().map(|level| (level.name, level.about)).collect())
    }

    /// The evaluations of its engines, the usual one first, with a few words on each.
    #[getter]
    fn evaluations(&self) -> PyResult<Vec<(&'static str, &'static str)>> {
        Ok(ENGINES.info(self.name()).map_err(Told::told)?.evaluations)
    }

    /// The switches of its engines' search and whether each is on.
    ///
    /// >>> import agon_games as agon
    /// >>> agon.game("reversi").techniques["alphabeta"]
    /// True
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let usual = ENGINES.info(self.name()).map_err(Told::told)?.techniques;
        let all = PyDict::new(py);
        for technique in agon_search::TECHNIQUES.iter().filter(|technique| technique.is_flag()) {
            all.set_item(technique.name, usual.get(technique) == "on")?;
        }
        Ok(all)
    }

    /// The depth that Agon's own benchmarks search to.
    #[getter]
    fn bench_depth(&self) -> PyResult<u32> {
        Ok(ENGINES.info(self.name()).map_err(Told::told)?.bench_depth)
    }

    fn __repr__(&self) -> String {
        format!("agon_games.game('{}')", self.rules.id)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().rules.id == self.rules.id)
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.rules.id.bytes();
        bytes.fold(0, |hash, byte| agon_core::position::mix(hash ^ u64::from(byte)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String,)>> {
        rebuilt_by(py, "game", (self.rules.id.clone(),))
    }
}

/// A game, or its name.
pub(crate) enum GameOrName<'py> {
    Game(Bound<'py, Game>),
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for GameOrName<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GameOrName<'py>> {
        if let Ok(game) = object.cast::<Game>() {
            return Ok(GameOrName::Game(game.to_owned()));
        }
        let told =
            |_| PyTypeError::new_err(format!("a game or its name is wanted, not '{}'", type_name(&object)));
        object.extract().map(GameOrName::Name).map_err(told)
    }
}

impl GameOrName<'_> {
    pub(crate) fn rules(&self) -> PyResult<Arc<Rules>> {
        match self {
            GameOrName::Game(game) => Ok(game.get().rules.clone()),
            GameOrName::Name(name) => Rules::named(name).map_err(Told::told),
        }
    }
}
