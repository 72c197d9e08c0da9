//! `agon.Report`, `agon.Solved`, `agon.Term`: what engines answer.

use agon_engine::solving;
use pyo3::prelude::*;

/// What an engine thinks of a position or of one move in it.
///
/// >>> import agon
/// >>> report = agon.engine("reversi").best(agon.game("reversi").start, depth=4)
/// >>> report.depth, report.move in ("d3", "c4", "f5", "e6")
/// (4, True)
#[pyclass(frozen, module = "agon", name = "Report", eq)]
#[derive(PartialEq)]
pub(crate) struct Report(pub(crate) agon_engine::Report);

#[pymethods]
impl Report {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.mv
    }

    /// The value for the side to move: in the game's unit if `exact`, otherwise in hundredths of it.
    #[getter]
    fn score(&self) -> i32 {
        self.0.published_score() as i32
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
}

/// A position's value under perfect play.
#[pyclass(frozen, module = "agon", name = "Solved", eq)]
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
}

/// One term of an evaluation.
#[pyclass(frozen, module = "agon", name = "Term", eq)]
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

    /// Its weight, in hundredths.
    #[getter]
    fn weight(&self) -> i32 {
        self.0.weight
    }

    /// What it adds to the value for the side to move, in hundredths.
    #[getter]
    fn value(&self) -> i32 {
        self.0.value
    }

    fn __repr__(&self) -> String {
        format!("<{} {:+.2}>", self.0.name, f64::from(self.0.value) / 100.0)
    }
}
