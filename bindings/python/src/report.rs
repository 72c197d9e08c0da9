//! `agon_games.Report`, `Solved` and `Term`: what engines answer.

use crate::pickling::{Rebuilt, rebuilt_by};
use agon_engine::solving;
use pyo3::prelude::*;

/// What an engine thinks of a position or of one move in it.
///
/// >>> import agon_games as agon
/// >>> report = agon.engine("reversi").best(agon.game("reversi").start, depth=4)
/// >>> report.depth, report.move in ("d3", "c4", "f5", "e6")
/// (4, True)
#[pyclass(frozen, module = "agon_games", name = "Report", eq)]
#[derive(PartialEq)]
pub(crate) struct Report(pub(crate) agon_engine::Report);

#[pymethods]
impl Report {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.mv
    }

    /// The value for the side to move, in the game's unit, whether it is exact or an estimate.
    #[getter]
    fn score(&self) -> f64 {
        self.0.value()
    }

    /// The value in words: `+3 discs`, `win in 7`, `+0.42`.
    #[getter]
    fn score_text(&self) -> &str {
        &self.0.score_text
    }

    /// The depth that is complete.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Positions looked at so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Seconds so far.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    /// The line expected, the move first.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.0.pv.clone()
    }

    /// Whether the value is that of the game under best play, margin included.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    /// Whether at least the winner is proven.
    #[getter]
    fn proven(&self) -> bool {
        self.0.proven
    }

    fn __repr__(&self) -> String {
        let r = &self.0;
        format!("<{} {}, depth {}, {} nodes: {}>", r.mv, r.score_text, r.depth, r.nodes, r.pv.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, ReportParts>> {
        let r = self.0.clone();
        let said = (r.mv, r.score, r.score_text, r.pv);
        rebuilt_by(py, "_report", (said, (r.depth, r.nodes, r.seconds), (r.exact, r.proven)))
    }
}

/// What a pickled report is made of: what it says, how far it looked, how sure it is.
type ReportParts = ((String, i32, String, Vec<String>), (u32, u64, f64), (bool, bool));

/// A report from its parts, for pickling.
#[pyfunction]
pub(crate) fn _report(
    said: (String, i32, String, Vec<String>),
    looked: (u32, u64, f64),
    sure: (bool, bool),
) -> Report {
    let ((mv, score, score_text, pv), (depth, nodes, seconds), (exact, proven)) = (said, looked, sure);
    Report(agon_engine::Report { mv, score, score_text, depth, nodes, seconds, pv, exact, proven })
}

/// A position's value under perfect play.
#[pyclass(frozen, module = "agon_games", name = "Solved", eq)]
#[derive(PartialEq)]
pub(crate) struct Solved(pub(crate) solving::Solved);

#[pymethods]
impl Solved {
    /// The value for the side to move, in the game's unit.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value
    }

    /// A best move; None if the game is over.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.0.mv.as_deref()
    }

    /// Positions looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The seconds it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    fn __repr__(&self) -> String {
        let mv = self.0.mv.as_deref().unwrap_or("-");
        format!("<{} with {mv}, {} nodes>", self.0.value, self.0.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, SolvedParts>> {
        let s = &self.0;
        rebuilt_by(py, "_solved", (s.value, s.mv.clone(), s.nodes, s.seconds))
    }
}

/// What a pickled value is made of.
type SolvedParts = (f64, Option<String>, u64, f64);

/// A solved value from its parts, for pickling.
#[pyfunction]
pub(crate) fn _solved(value: f64, r#move: Option<String>, nodes: u64, seconds: f64) -> Solved {
    Solved(solving::Solved { value, mv: r#move, nodes, seconds })
}

/// One term of an evaluation.
#[pyclass(frozen, module = "agon_games", name = "Term", eq)]
#[derive(PartialEq)]
pub(crate) struct Term(pub(crate) agon_engine::Term);

#[pymethods]
impl Term {
    /// Its name: `corners`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// What it counts for the first and the second side.
    #[getter]
    fn raw(&self) -> (i32, i32) {
        (self.0.raw[0], self.0.raw[1])
    }

    /// Its weight, in the game's unit.
    #[getter]
    fn weight(&self) -> f64 {
        f64::from(self.0.weight) / 100.0
    }

    /// What it adds to the value for the side to move, in the game's unit.
    #[getter]
    fn value(&self) -> f64 {
        f64::from(self.0.value) / 100.0
    }

    fn __repr__(&self) -> String {
        format!("<{} {:+.2}>", self.0.name, f64::from(self.0.value) / 100.0)
    }
}
