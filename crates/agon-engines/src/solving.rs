//! Exact values: a game's own solver where it has one, the search to the end of the game elsewhere.

use crate::connect::{Budget, Options, Solver};
use crate::engine::{Engine, EngineError, Limits, Stop};
use crate::registry::Engines;
use crate::reversi::settled_margin;
use crate::spec::EngineSpec;
use agon_core::{AnyPosition, Phase, TypedPosition};
use agon_games::{Connect9x9, FourInARow, Reversi};
use serde::Serialize;
use std::time::Instant;

/// A position's value under perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The value for the side to move, in the game's unit.
    pub value: f64,
    /// A best move; none if the game is over.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Something that finds exact values. What it learned about one position may help with the next; `clear` makes
/// it forget.
pub trait ExactSolver: Send {
    /// The exact value of a position and a move that reaches it.
    fn solve(&mut self, position: &dyn AnyPosition) -> Result<Solved, EngineError> {
        self.solve_until(position, &Stop::new())
    }

    /// The same, or [`EngineError::Stopped`] if it was stopped before.
    fn solve_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError>;

    /// Forgets everything.
    fn clear(&mut self);
}

/// A solver for a game by its name and variant, with a table of `megabytes`.
///
/// ```
/// let game = agon_games::registry().game("four-in-a-row").unwrap();
/// let mut line = agon_core::Line::new(game.start());
/// line.play_text("22334").unwrap();
/// let mut solver = agon_engines::solving::solver("four-in-a-row", 1, 1).unwrap();
/// assert_eq!(solver.solve(line.position()).unwrap().value, -18.0);
/// ```
pub fn solver(game: &str, threads: usize, megabytes: usize) -> Result<Box<dyn ExactSolver>, EngineError> {
    let options = Options { table_bytes: megabytes << 20, threads, ..Options::default() };
    match game {
        "four-in-a-row" => Ok(Box::new(FourInARowSolver(Solver::new(options)))),
        "connect4-9x9" => Ok(Box::new(Connect9x9Solver(Solver::new(options)))),
        _ => {
            let mut spec = EngineSpec::default();
            spec.set("threads", &threads.to_string())?;
            spec.set("hash", &megabytes.to_string())?;
            // Late move reductions and the like cannot change a value at the end of the game, but they can
            // postpone it.
            spec.set("lmr", "off")?;
            Ok(Box::new(BySearch(Engines::standard().engine(game, &spec)?)))
        }
    }
}

/// The value of a finished game, for the side to move.
fn finished(position: &dyn AnyPosition) -> Result<Option<Solved>, EngineError> {
    match position.phase() {
        Phase::Over(outcome) => {
            // Problems of Othello give the empty squares to the winner.
            let reversi = position.as_any().downcast_ref::<TypedPosition<Reversi>>();
            let margin = reversi.map_or(outcome.margin, |p| settled_margin(&p.position));
            let value = f64::from(margin * position.side_to_move().sign());
            Ok(Some(Solved { value, mv: None, nodes: 0, seconds: 0.0 }))
        }
        Phase::Chance => Err(EngineError::Chance),
        Phase::Turn(_) => Ok(None),
    }
}

macro_rules! connect_solver {
    ($name:ident, $game:ty, $word:ty, $width:literal, $height:literal) => {
        struct $name(Solver<$word, $width, $height>);

        impl ExactSolver for $name {
            fn solve_until(
                &mut self,
                position: &dyn AnyPosition,
                stop: &Stop,
            ) -> Result<Solved, EngineError> {
                if let Some(over) = finished(position)? {
                    return Ok(over);
                }
                let Some(typed) = position.as_any().downcast_ref::<TypedPosition<$game>>() else {
                    let engine =
                        agon_core::Game::info(&<$game as agon_core::Game>::standard()).name.to_owned();
                    return Err(EngineError::WrongGame { engine, game: position.game().id() });
                };
                let started = Instant::now();
                let budget = Budget::until(stop.flag());
                let (solution, _) = self.0.solve_within(&typed.position, None, budget);
                let solution = solution.ok_or(EngineError::Stopped)?;
                Ok(Solved {
                    value: f64::from(solution.score),
                    mv: solution.best.map(|mv| mv.column().to_string()),
                    nodes: solution.nodes,
                    seconds: started.elapsed().as_secs_f64(),
                })
            }

            fn clear(&mut self) {
                self.0.clear();
            }
        }
    };
}

connect_solver!(FourInARowSolver, FourInARow, u64, 7, 6);
connect_solver!(Connect9x9Solver, Connect9x9, u128, 9, 9);

/// The search, as deep as the game is long.
struct BySearch(Box<dyn Engine>);

impl ExactSolver for BySearch {
    fn solve_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError> {
        if let Some(over) = finished(position)? {
            return Ok(over);
        }
        let limits = Limits { depth: Some(u32::from(u8::MAX)), ..Limits::default() };
        let report = self.0.best(position, &limits, stop, &mut |_| {})?;
        if !report.exact && stop.is_set() {
            return Err(EngineError::Stopped);
        }
        if !report.exact {
            return Err(EngineError::Setting("the search ended without a proven value".to_owned()));
        }
        Ok(Solved {
            value: f64::from(report.score),
            mv: Some(report.mv),
            nodes: report.nodes,
            seconds: report.seconds,
        })
    }

    fn clear(&mut self) {
        self.0.new_game();
    }
}
