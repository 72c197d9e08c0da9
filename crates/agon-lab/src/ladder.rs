//! The ladder: every level against the one below it, game by game, so that it can be stopped and resumed.

use crate::slips::SlipCounter;
use agon_core::{AnyGame, Registry};
use agon_engine::{Engines, Stop};
use agon_referee::resumption::whole_lines;
use agon_referee::{GameResult, Match, MatchError, MatchReport, Openings, TimeControl};
use agon_seats::{AbsentSeat, PlayerError, PlayerSpec};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use thiserror::Error;

/// Why a ladder stopped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LadderError {
    /// A level cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An opening cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A line of the file is not a game of a ladder.
    #[error("line {line} is not a game of a ladder: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The file belongs to another ladder.
    #[error("line {line} belongs to another ladder ({found}); this one is {wanted}")]
    Other {
        /// The line, counted from 1.
        line: usize,
        /// The ladder it belongs to.
        found: String,
        /// This ladder.
        wanted: String,
    },
}

/// A ladder to be played.
pub struct Ladder<'a> {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The rules of all games.
    pub registry: &'a Registry,
    /// The engines.
    pub engines: &'a Engines,
    /// The players from the weakest to the strongest, as they are written.
    pub players: Vec<String>,
    /// Games on each rung.
    pub games: usize,
    /// Where games start.
    pub openings: Openings,
    /// The seed.
    pub seed: u64,
    /// How many games at a time.
    pub concurrency: usize,
    /// Whether moves that give away a win or a draw are counted, where the game has a solver for that.
    pub slips: bool,
}

/// A finished game of a ladder: one line of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The game with its variant.
    pub game: String,
    /// The seed of the ladder.
    pub seed: u64,
    /// The stronger player.
    pub upper: String,
    /// The weaker player.
    pub lower: String,
    /// The game's number on the rung.
    pub number: usize,
    /// The stronger player's points.
    pub points: f64,
    /// Why it ended.
    pub reason: String,
    /// The moves of the stronger and of the weaker player that gave away a win or a draw, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slips: Option<[u32; 2]>,
}

/// How a player did against the one below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The stronger player.
    pub upper: String,
    /// The weaker player.
    pub lower: String,
    /// The result, as the stronger player sees it.
    pub report: MatchReport,
    /// How many moves a game gave away a win or a draw, the stronger player's and the weaker's, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slips: Option<[f64; 2]>,
}

impl Ladder<'_> {
    /// Reads the games of an earlier run: one JSON document a line; a last line that was cut short is left out.
    pub fn parse(&self, text: &str) -> Result<Vec<Rung>, LadderError> {
        let mut rungs = Vec::new();
        for (i, line) in whole_lines(text).lines().enumerate() {
            let wrong = |e: serde_json::Error| LadderError::Line { line: i + 1, why: e.to_string() };
            let rung: Rung = serde_json::from_str(line).map_err(wrong)?;
            if rung.game != self.game.id() || rung.seed != self.seed {
                let found = format!("{}, seed {}", rung.game, rung.seed);
                let wanted = format!("{}, seed {}", self.game.id(), self.seed);
                return Err(LadderError::Other { line: i + 1, found, wanted });
            }
            rungs.push(rung);
        }
        Ok(rungs)
    }

    /// Plays what is missing. `played` gets every new game as soon as it is over.
    pub fn run(
        &self,
        done: &[Rung],
        stop: &Stop,
        played: &(dyn Fn(&Rung) + Sync),
    ) -> Result<Vec<Step>, LadderError> {
        let mut steps = Vec::new();
        for pair in self.players.windows(2) {
            let [lower, upper] = pair else { continue };
            let mine = |r: &&Rung| r.lower == *lower && r.upper == *upper && r.number < self.games;
            let mut rungs: Vec<Rung> = done.iter().filter(mine).cloned().collect();
            let known = rungs.iter().map(|r| r.number).collect();
            let players: [PlayerSpec; 2] = [upper.parse()?, lower.parse()?];
            let seat = |player: &PlayerSpec| player.seat(&*self.game, self.engines);
            seat(&players[0])?;
            seat(&players[1])?;
            // Both were seated just now, so seating them again cannot fail for the players' sake.
            let make = |player: &PlayerSpec| AbsentSeat::or_absent(player, seat(player));
            let (a, b) = (|| make(&players[0]), || make(&players[1]));
            let contest = Match {
                game: self.game.clone(),
                players: [&a, &b],
                games: self.games,
                control: TimeControl::NONE,
                openings: self.openings.clone(),
                seed: self.seed,
                concurrency: self.concurrency,
                known,
            };
            let new = Mutex::new(Vec::new());
            contest.run(stop, &|result| {
                let rung = Rung {
                    game: self.game.id(),
                    seed: self.seed,
                    upper: upper.clone(),
                    lower: lower.clone(),
                    number: result.number,
                    points: result.points,
                    reason: result.reason().to_owned(),
                    slips: self.slips_in(result),
                };
                played(&rung);
                new.lock().unwrap_or_else(|e| e.into_inner()).push(rung);
            })?;
            rungs.extend(new.into_inner().unwrap_or_else(|e| e.into_inner()));
            let report =
                MatchReport::of_scores(rungs.iter().map(|r| (r.number, r.points, r.reason.as_str())));
            let slips = mean(rungs.iter().filter_map(|r| r.slips));
            steps.push(Step { upper: upper.clone(), lower: lower.clone(), report, slips });
            if stop.is_set() {
                break;
            }
        }
        Ok(steps)
    }

    /// The slips of the stronger and of the weaker player, if they are asked for and can be counted.
    fn slips_in(&self, result: &GameResult) -> Option<[u32; 2]> {
        if !self.slips {
            return None;
        }
        // A game that was just played can be replayed; and what cannot be solved has no slips to count.
        let slips = SlipCounter::for_game(self.engines, &self.game.id())?
            .count(&result.record, self.registry)
            .ok()?;
        Some([slips[result.side.index()], slips[(!result.side).index()]])
    }
}

/// The mean for each side, if there is anything to take it of.
fn mean(slips: impl Iterator<Item = [u32; 2]>) -> Option<[f64; 2]> {
    let (mut sum, mut count) = ([0, 0], 0);
    for game in slips {
        sum = [sum[0] + game[0], sum[1] + game[1]];
        count += 1;
    }
    (count > 0).then(|| sum.map(|slips| f64::from(slips) / f64::from(count)))
}
