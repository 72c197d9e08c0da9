//! The grading of connect4-9x9: a program against the reference opponents.

use agon_core::{AnyGame, Record, Side, Verdict};
use agon_engine::{EngineError, EngineSpec, Engines, Stop};
use agon_referee::{Clock, EngineSeat, GameSetup, Referee, Seat, TimeControl, play};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// What a program may think about one move.
pub const MOVE_TIME: Duration = Duration::from_secs(5);

/// The levels of the reference opponent.
pub const LEVELS: [u8; 3] = [0, 1, 2];

/// Why nothing was graded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GradeError {
    /// The reference opponent cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The grading was interrupted.
    #[error("the grading was interrupted before its end")]
    Interrupted,
    /// The machine failed, not the program.
    #[error("the game could not be played, through no fault of the program: {0}")]
    Machine(String),
}

/// One game of a grading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradedGame {
    /// The level of the opponent.
    pub level: u8,
    /// What the program gets for it.
    pub points: u32,
    /// `win`, `draw` or `loss`, for the program.
    pub result: &'static str,
    /// Why it ended.
    pub reason: &'static str,
    /// The whole game.
    pub record: Record,
}

/// What a program is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// The most points of one game, never the sum.
    pub points: u32,
    /// The level they are for.
    pub level: Option<u8>,
    /// The games, one a level.
    pub games: Vec<GradedGame>,
}

impl Grade {
    /// Adds games up: the best one counts.
    pub fn of(games: Vec<GradedGame>) -> Grade {
        let best = games.iter().filter(|game| game.points > 0).max_by_key(|game| game.points);
        Grade { points: best.map_or(0, |game| game.points), level: best.map(|game| game.level), games }
    }
}

/// What a verdict is worth to a side against a level: 20 for beating level 0, 50 for beating level 1, 80 for
/// beating or drawing level 2.
pub fn points(level: u8, side: Side, verdict: &Verdict) -> u32 {
    match (level, verdict.winner) {
        (_, Some(winner)) if winner != side => 0,
        (0, Some(_)) => 20,
        (1, Some(_)) => 50,
        (2, _) => 80,
        _ => 0,
    }
}

/// Plays one game against a level, the program on a side.
pub fn play_level(
    game: &Arc<dyn AnyGame>,
    engines: &Engines,
    program: Box<dyn Seat>,
    side: Side,
    level: u8,
    clock: &dyn Clock,
    stop: &Stop,
) -> Result<GradedGame, GradeError> {
    let spec = EngineSpec::parse_settings(&format!("level=course-{level}"))?;
    let opponent = Box::new(EngineSeat::new(engines.engine(&game.id(), &spec)?)) as Box<dyn Seat>;
    let mut seats = match side {
        Side::First => [program, opponent],
        Side::Second => [opponent, program],
    };
    let mut setup = GameSetup::new(game.clone(), [seats[0].info(), seats[1].info()], 0);
    setup.control[side] = TimeControl::per_move(MOVE_TIME);
    setup.tolerance = [seats[0].tolerance(), seats[1].tolerance()];
    // The game has no set-up and no opening, so nothing can be refused.
    let Ok(mut referee) = Referee::new(setup) else { return Err(GradeError::Interrupted) };
    play(&mut referee, &mut seats, [0; 2], clock, stop, &mut |_| {});
    if let Some(why) = referee.called_off() {
        return Err(GradeError::Machine(why.to_owned()));
    }
    let verdict = referee.verdict().ok_or(GradeError::Interrupted)?;
    let result = match verdict.winner {
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
        None => "draw",
    };
    Ok(GradedGame {
        level,
        points: points(level, side, verdict),
        result,
        reason: verdict.reason.name(),
        record: referee.record().clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Reason;

    #[test]
    fn only_the_highest_passed_level_counts() {
        let verdict = |winner| Verdict {
            winner,
            score: [0; 2],
            margin: 0,
            reason: Reason::Normal,
            evidence: Default::default(),
        };
        let (won, lost, drawn) = (verdict(Some(Side::Second)), verdict(Some(Side::First)), verdict(None));
        let worth = |verdict| LEVELS.map(|level| points(level, Side::Second, verdict));
        assert_eq!(worth(&won), [20, 50, 80]);
        assert_eq!(worth(&drawn), [0, 0, 80]);
        assert_eq!(worth(&lost), [0, 0, 0]);
        let record = Record::new(String::new(), Default::default(), String::new());
        let game = |level, points| GradedGame {
            level,
            points,
            result: "win",
            reason: "normal",
            record: record.clone(),
        };
        let grade = Grade::of(vec![game(0, 20), game(1, 50), game(2, 0)]);
        assert_eq!((grade.points, grade.level), (50, Some(1)));
        assert_eq!(Grade::of(vec![game(2, 0)]).level, None);
    }
}
