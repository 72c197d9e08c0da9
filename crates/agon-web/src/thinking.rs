//! Engines at work for the page: never more at a time than the machine has cores, never in the server's own
//! threads, always with an end.

use crate::failure::{Code, Refusal};
use crate::site::Site;
use agon_core::{AnyPosition, Line, Outcome, Phase, Scores, Side};
use agon_engine::{Engine, EngineSpec, Limits, Report, Stop};
use agon_seats::cores::{Cores, Share, Urgency};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::oneshot;

/// The longest that the page's engines think about one position.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

/// The memory of the page's engines, in megabytes.
const MEGABYTES: &str = "32";

/// Sets the signal when it goes out of scope: whoever asked is gone.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Places at which engines think.
#[derive(Clone)]
pub(crate) struct Thinkers(Cores);

impl Thinkers {
    pub(crate) fn new(cores: Cores) -> Thinkers {
        Thinkers(cores)
    }

    /// Waits for a free place, without a thread.
    async fn place(&self) -> Option<Share> {
        let (sender, place) = oneshot::channel();
        self.0.when_free(1, Urgency::Patient, move |share| {
            // Whoever does not wait any more gives it back.
            let _ = sender.send(share);
        });
        place.await.ok()
    }

    /// Does work in a thread of its own as soon as there is a place.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = || Refusal::unavailable(Code::EngineFailed, "the engine could not be started");
        let place = self.place().await.ok_or_else(busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        let (status, sentence) = (StatusCode::INTERNAL_SERVER_ERROR, "the engine failed");
        done.await.map_err(|_| Refusal::new(status, Code::EngineFailed, sentence))
    }
}

/// An engine for the page. Its memory is filled when it is made: that is to be done where it thinks, so that there are
/// never more of them than places.
pub(crate) fn engine(
    site: &Site,
    game: &str,
    settings: &BTreeMap<String, String>,
) -> Result<Box<dyn Engine>, Refusal> {
    engine_with_memory(site, game, settings, MEGABYTES)
}

/// An engine that is only asked for its evaluation, and needs hardly any memory for that.
pub(crate) fn evaluator(site: &Site, game: &str, evaluation: &str) -> Result<Box<dyn Engine>, Refusal> {
    let settings = BTreeMap::from([("eval".to_owned(), evaluation.to_owned())]);
    engine_with_memory(site, game, &settings, "1")
}

fn engine_with_memory(
    site: &Site,
    game: &str,
    settings: &BTreeMap<String, String>,
    megabytes: &str,
) -> Result<Box<dyn Engine>, Refusal> {
    let mut spec = EngineSpec::default();
    spec.set("hash", megabytes)?;
    for (name, value) in settings {
        if matches!(name.as_str(), "threads" | "hash") {
            let sentence = "threads and memory are the server's to choose";
            return Err(Refusal::wrong(Code::ServersSetting, sentence).with("setting", name.as_str()));
        }
        spec.set(name, value)?;
    }
    Ok(site.engines.engine(game, &spec)?)
}

/// Limits by time, within what this server allows.
pub(crate) fn for_milliseconds(ms: u64) -> Limits {
    Limits { time: Some(Duration::from_millis(ms).min(LONGEST)), ..Limits::default() }
}

/// What a position of a game is worth, as a graph shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct PositionValue {
    /// How many moves had been played.
    pub(crate) ply: usize,
    /// The value for the first side in the game's unit.
    pub(crate) value: f64,
    /// What the first side can expect, from 0 (lost) to 1 (won).
    pub(crate) expectation: f64,
    /// The value in words, for the side to move.
    pub(crate) text: String,
    /// Whether it is the value under best play.
    pub(crate) exact: bool,
    /// The move that would have been best.
    pub(crate) best: Option<String>,
}

impl PositionValue {
    fn of_end(ply: usize, outcome: Outcome) -> PositionValue {
        let expectation = match outcome.winner {
            Some(Side::First) => 1.0,
            None => 0.5,
            Some(Side::Second) => 0.0,
        };
        let (value, text) = (f64::from(outcome.margin), String::new());
        PositionValue { ply, value, expectation, text, exact: true, best: None }
    }

    fn of_report(ply: usize, side: Side, scores: &Scores, report: &Report) -> PositionValue {
        let value = f64::from(side.sign()) * report.value();
        let expectation = match report.proven && report.score != 0 {
            true => {
                if value > 0.0 {
                    0.98
                } else {
                    0.02
                }
            }
            false if report.exact => 0.5 + (value.clamp(-1.0, 1.0)) / 2.0,
            false => 0.02 + 0.96 / (1.0 + (-value / scores.clear_lead).exp()),
        };
        PositionValue {
            ply,
            value,
            expectation,
            text: report.score_text.clone(),
            exact: report.exact,
            best: Some(report.mv.clone()),
        }
    }
}

/// A game to be judged move by move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ReviewRequest {
    pub(crate) tag: String,
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) start: Option<String>,
    #[serde(default)]
    pub(crate) moves: String,
    /// Milliseconds for each position.
    #[serde(default)]
    pub(crate) ms: Option<u64>,
}

/// Judges every position of a line, the last one first: what the engine learns there helps with those before.
pub(crate) fn review(
    engine: &mut dyn Engine,
    line: &Line,
    ms: u64,
    stop: &Stop,
    tell: &mut dyn FnMut(PositionValue) -> bool,
) {
    let scores = &line.start().game().info().scores;
    for ply in (0..=line.moves().len()).rev() {
        let Some(position) = line.position_at(ply) else { break };
        let standing = match judge(engine, position, ms, stop, scores, ply) {
            Some(standing) if !stop.is_set() => standing,
            _ => break,
        };
        if !tell(standing) {
            break;
        }
    }
}

fn judge(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    ms: u64,
    stop: &Stop,
    scores: &Scores,
    ply: usize,
) -> Option<PositionValue> {
    match position.phase() {
        Phase::Over(outcome) => Some(PositionValue::of_end(ply, outcome)),
        Phase::Chance => None,
        Phase::Turn(side) => {
            let report = engine.best(position, &for_milliseconds(ms), stop, &mut |_| {}).ok()?;
            Some(PositionValue::of_report(ply, side, scores, &report))
        }
    }
}
