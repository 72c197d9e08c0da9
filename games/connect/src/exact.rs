//! The solver behind the interface that all games share.

use crate::solver::{Budget, Options, Solver};
use crate::{Connect9x9, FourInARow};
use agon_core::{AnyPosition, TypedPosition};
use agon_engine::solving::{ExactSolver, Solved, finished};
use agon_engine::{EngineError, Stop};
use std::time::Instant;

/// Positions of Four in a Row with this many stones are solved within milliseconds.
const QUICK_STONES: usize = 16;

fn options(threads: usize, megabytes: usize) -> Options {
    Options { table_bytes: megabytes << 20, threads, ..Options::default() }
}

/// The solver of Four in a Row.
pub(crate) fn four_in_a_row(threads: usize, megabytes: usize) -> Box<dyn ExactSolver> {
    Box::new(FourInARowSolver(Solver::new(options(threads, megabytes))))
}

/// The solver of Connect4 9×9.
pub(crate) fn connect4_9x9(threads: usize, megabytes: usize) -> Box<dyn ExactSolver> {
    Box::new(Connect9x9Solver(Solver::new(options(threads, megabytes))))
}

macro_rules! connect_solver {
    ($name:ident, $game:ty, $word:ty, $width:literal, $height:literal, $quick:expr) => {
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

            fn is_quick(&self, position: &dyn AnyPosition) -> bool {
                let stones = || position.set_up().contents.iter().flatten().count();
                $quick.is_some_and(|quick| stones() >= quick)
            }

            fn is_quick_from_openings(&self) -> bool {
                $quick.is_some()
            }
        }
    };
}

connect_solver!(FourInARowSolver, FourInARow, u64, 7, 6, Some(QUICK_STONES));
connect_solver!(Connect9x9Solver, Connect9x9, u128, 9, 9, None::<usize>);
