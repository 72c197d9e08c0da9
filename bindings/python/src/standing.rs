//! `agon_games.MatchResult`: what a match came to.

use crate::pickling::{Rebuilt, rebuilt_by};
use crate::record::Record;
use agon_referee::sprt::{Decision, Sprt, SprtReport};
use agon_referee::{GameResult, MatchReport};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// What a match came to, as the first player sees it.
///
/// >>> import agon_games as agon
/// >>> result = agon.match("engine:depth=2", "random", game="reversi", games=200, sprt=(0, 400))
/// >>> low, high = result.elo_interval
/// >>> low <= result.elo <= high, result.sprt_decision
/// (True, 'elo1')
#[pyclass(frozen, module = "agon_games", name = "MatchResult")]
pub(crate) struct MatchResult {
    pub(crate) results: Vec<GameResult>,
    pub(crate) sprt: Option<SprtReport>,
}

impl MatchResult {
    fn report(&self) -> MatchReport {
        MatchReport::of(&self.results)
    }
}

#[pymethods]
impl MatchResult {
    /// Games finished.
    #[getter]
    fn games(&self) -> usize {
        self.results.len()
    }

    /// Won by the first player.
    #[getter]
    fn wins(&self) -> usize {
        self.report().wins
    }

    /// Drawn.
    #[getter]
    fn draws(&self) -> usize {
        self.report().draws
    }

    /// Lost by the first player.
    #[getter]
    fn losses(&self) -> usize {
        self.report().losses
    }

    /// A point a win, half a point a draw.
    #[getter]
    fn points(&self) -> f64 {
        self.report().points
    }

    /// The difference in strength.
    #[getter]
    fn elo(&self) -> f64 {
        self.report().strength.elo
    }

    /// Between which values the difference in strength lies with 95 % certainty, estimated from pairs of games.
    #[getter]
    fn elo_interval(&self) -> (f64, f64) {
        let strength = self.report().strength;
        (strength.elo_low, strength.elo_high)
    }

    /// The likelihood that the first player is the stronger one.
    #[getter]
    fn los(&self) -> f64 {
        self.report().strength.los
    }

    /// How many games ended for which reason.
    #[getter]
    fn reasons(&self) -> BTreeMap<String, usize> {
        self.report().reasons
    }

    /// How many pairs of games gave the first player 0, ½, 1, 1½ and 2 points.
    #[getter]
    fn pairs(&self) -> Vec<u64> {
        self.report().pairs.to_vec()
    }

    /// The games, in order; in the first of each pair the first player has the first side.
    #[getter]
    fn records(&self) -> Vec<Record> {
        self.results.iter().map(|result| Record(result.record.clone())).collect()
    }

    /// The first player's points in each game: 1, 0.5 or 0.
    #[getter]
    fn scores(&self) -> Vec<f64> {
        self.results.iter().map(|result| result.points).collect()
    }

    /// What the sequential test decided: `elo0`, `elo1` or `undecided`; None without such a test.
    #[getter]
    fn sprt_decision(&self) -> Option<&'static str> {
        self.sprt.map(|report| match report.decision {
            Decision::AcceptElo1 => "elo1",
            Decision::AcceptElo0 => "elo0",
            Decision::Undecided => "undecided",
        })
    }

    /// The logarithm of the likelihood ratio of the sequential test and the bounds that decide it; None without one.
    #[getter]
    fn sprt_llr(&self) -> Option<(f64, f64, f64)> {
        self.sprt.map(|report| (report.llr, report.lower, report.upper))
    }

    fn __repr__(&self) -> String {
        let report = self.report();
        let strength = report.strength;
        format!(
            "<{} won, {} drawn, {} lost; Elo {:+.0} ({:+.0} to {:+.0})>",
            report.wins, report.draws, report.losses, strength.elo, strength.elo_low, strength.elo_high
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<MatchResult>().is_ok_and(|other| {
            let games = |result: &MatchResult| -> Vec<_> {
                result.results.iter().map(|game| (game.number, game.record.clone())).collect()
            };
            games(self) == games(other.get()) && self.sprt == other.get().sprt
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Rebuilt<'py, Parts>> {
        let games = self.results.iter().map(|result| (result.number, result.record.to_json())).collect();
        let bounds = self.sprt.map(|report| (report.elo0, report.elo1));
        rebuilt_by(py, "_match_result", (games, bounds))
    }
}

/// What a pickled result is made of: the games with their numbers, and the bounds of the sequential test.
type Parts = (Games, Option<(f64, f64)>);

/// The result of a match from its games, for pickling.
#[pyfunction]
pub(crate) fn _match_result(games: Games, bounds: Option<(f64, f64)>) -> PyResult<MatchResult> {
    let told = || PyValueError::new_err("these are not the games of a match");
    let game = |(number, json): (usize, String)| {
        let record = agon_core::Record::from_json(&json).map_err(|_| told())?;
        GameResult::of(number, record).ok_or_else(told)
    };
    let results: Vec<_> = games.into_iter().map(game).collect::<PyResult<_>>()?;
    let test = bounds.map(|(elo0, elo1)| format!("{elo0},{elo1}").parse::<Sprt>().map_err(|_| told()));
    let pairs = MatchReport::of(&results).pairs;
    Ok(MatchResult { results, sprt: test.transpose()?.map(|test| test.judge(&pairs)) })
}

/// Games with their numbers.
type Games = Vec<(usize, String)>;
