//! `agon_games.Record`: a game from its start to its end.

use crate::errors::Told;
use crate::pickling::Rebuilt;
use crate::position::Position;
use crate::rules::{GAMES, Rules};
use agon_core::record::PlayerInfo;
use agon_core::{Line, MoveError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A game: who, what, how, and the end. Every record replays.
///
/// >>> import agon_games as agon
/// >>> record = agon.Record(agon.game("four-in-a-row").start, ["3", "3", "2"], players=("Ann", "Ben"))
/// >>> record.moves, record.positions[-1].side
/// (['3', '3', '2'], 1)
/// >>> agon.Record.from_json(record.to_json()) == record
/// True
#[pyclass(frozen, module = "agon_games", name = "Record", eq)]
#[derive(PartialEq)]
pub(crate) struct Record(pub(crate) agon_core::Record);

impl Record {
    fn line(&self) -> PyResult<(Arc<Rules>, Line)> {
        let rules = Rules::named(&self.0.game).map_err(Told::told)?;
        Ok((rules, self.0.replay(&GAMES).map_err(Told::told)?))
    }
}

#[pymethods]
impl Record {
    /// A record of moves from a start position; rolls are written after their moves.
    #[new]
    #[pyo3(signature = (start, moves, players = ("".to_owned(), "".to_owned())), text_signature = "(start, moves, players=('', ''))")]
    fn new(start: &Position, moves: &Bound<'_, PyAny>, players: (String, String)) -> PyResult<Record> {
        if moves.is_instance_of::<PyString>() {
            let told = "moves are a list, one text a move; Position.play_line plays a whole line";
            return Err(PyTypeError::new_err(told));
        }
        let mut line = Line::new(start.inner.boxed());
        for (i, mv) in moves.try_iter()?.enumerate() {
            let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) };
            let mv: String = mv?.extract()?;
            line.play_recorded(&mv).map_err(wrong).map_err(Told::told)?;
        }
        let players = [players.0, players.1].map(|name| PlayerInfo { name, ..Default::default() });
        Ok(Record(agon_core::Record::of_line(&line, players)))
    }

    /// Reads a record and plays it again, checking every move and the result.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Record> {
        let record = agon_core::Record::from_json(text).map_err(Told::told)?;
        record.replay(&GAMES).map_err(Told::told)?;
        Ok(Record(record))
    }

    /// The record as one line of JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The players' names, the side that starts first.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.0.players[0].name, &self.0.players[1].name)
    }

    /// The moves, with their rolls.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.moves.iter().map(|mv| mv.text.as_str()).collect()
    }

    /// The seed of the dice, if dice were rolled.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// The winner (0, 1, or None for a draw), the score of both sides and the reason in a word; None while the game
    /// is on.
    #[getter]
    fn result(&self) -> Option<(Option<usize>, (i32, i32), &'static str)> {
        let verdict = self.0.verdict.as_ref()?;
        let winner = verdict.winner.map(agon_core::Side::index);
        Some((winner, (verdict.score[0], verdict.score[1]), verdict.reason.name()))
    }

    /// Every position from the start to the end.
    #[getter]
    fn positions(&self) -> PyResult<Vec<Position>> {
        let (rules, line) = self.line()?;
        let all = (0..=line.moves().len()).filter_map(|ply| line.position_at(ply));
        Ok(all.map(|position| Position::fresh(rules.clone(), position.boxed())).collect())
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __repr__(&self) -> String {
        let [one, two] = &self.0.players;
        format!("<{}: '{}' v '{}', {} moves>", self.0.game, one.name, two.name, self.0.moves.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, (String,)>> {
        let class = py.get_type::<Record>();
        Ok((class.getattr("from_json")?, (self.to_json(),)))
    }
}

/// Reads games in any of Agon's formats: its own records, WTHOR, GGF, move strings. The format is found out, except of
/// connect-four columns, which have to be named.
///
/// >>> import agon_games as agon
/// >>> agon.read_records(b"F5 d6 C3 d3 c4")[0].moves
/// ['f5', 'd6', 'c3', 'd3', 'c4']
#[pyfunction]
#[pyo3(signature = (data, format = None))]
pub(crate) fn read_records(data: &[u8], format: Option<&str>) -> PyResult<Vec<Record>> {
    let formats = GAMES.formats();
    let format = match format {
        Some(name) => formats.by_name(name).map_err(Told::told)?,
        None => formats.detect(data).ok_or_else(|| {
            let names = formats.names();
            PyValueError::new_err(format!("these games do not show their format; name one of {names}"))
        })?,
    };
    let records = format.read(data, &GAMES).map_err(Told::told)?;
    Ok(records.into_iter().map(Record).collect())
}

/// Writes games in one of Agon's formats.
///
/// >>> import agon_games as agon
/// >>> game = agon.Record(agon.game("reversi").start, ["f5", "d6", "c3"])
/// >>> agon.write_records([game], "othello")
/// 'f5d6c3\n'
#[pyfunction]
#[pyo3(signature = (records, format = "json"))]
pub(crate) fn write_records(records: Vec<PyRef<'_, Record>>, format: &str) -> PyResult<String> {
    let format = GAMES.formats().by_name(format).map_err(Told::told)?;
    let records: Vec<_> = records.iter().map(|record| record.0.clone()).collect();
    format.write(&records).map_err(Told::told)
}
