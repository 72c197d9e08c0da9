//! The solver behind the interface that all games share.

use crate::solver::{Answer, Limits, Options, Solver};
use crate::{Move, Reversi};
use agon_core::{AnyPosition, Game, TypedPosition};
use agon_engine::solving::{ExactSolver, Solved};
use agon_engine::{EngineError, Stop};
use std::time::Instant;

/// Positions with so few empty squares are solved within milliseconds.
const QUICK_EMPTIES: u32 = 14;

/// The solver of Reversi. Margins give the empty squares of a finished game to the winner, as problems of Othello do.
pub(crate) fn solver(threads: usize, megabytes: usize) -> Box<dyn ExactSolver> {
    let options = Options { table_bytes: megabytes << 20, threads, ..Options::default() };
    Box::new(ReversiSolver(Solver::new(&options)))
}

struct ReversiSolver(Solver);

impl ReversiSolver {
    fn asked(
        &mut self,
        position: &dyn AnyPosition,
        stop: &Stop,
        ask: impl FnOnce(&mut Solver, u64, u64, Limits<'_>) -> Option<Answer>,
    ) -> Result<Solved, EngineError> {
        let Some(typed) = position.as_any().downcast_ref::<TypedPosition<Reversi>>() else {
            let engine = Reversi.info().name.to_owned();
            return Err(EngineError::WrongGame { engine, game: position.game().id() });
        };
        let started = Instant::now();
        let limits = Limits { stop: Some(stop.flag()), nodes: None };
        let (me, them) = (typed.position.me(), typed.position.them());
        // A position of the game has no square with two discs.
        let answer = ask(&mut self.0, me, them, limits).filter(|answer| answer.complete);
        let answer = answer.ok_or(EngineError::Stopped)?;
        let step = |square: &Option<u8>| square.and_then(Move::on).unwrap_or(Move::PASS);
        Ok(Solved {
            value: f64::from(answer.margin),
            mv: answer.line.first().map(step).map(|mv| mv.to_string()),
            nodes: answer.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

impl ExactSolver for ReversiSolver {
    fn solve_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError> {
        self.asked(position, stop, |solver, me, them, limits| solver.solve(me, them, limits).ok())
    }

    fn winner_until(&mut self, position: &dyn AnyPosition, stop: &Stop) -> Result<Solved, EngineError> {
        let solved =
            self.asked(position, stop, |solver, me, them, limits| solver.winner(me, them, limits).ok())?;
        Ok(solved.winner())
    }

    fn clear(&mut self) {
        self.0.forget();
    }

    fn is_quick(&self, position: &dyn AnyPosition) -> bool {
        let typed = position.as_any().downcast_ref::<TypedPosition<Reversi>>();
        typed
            .is_some_and(|typed| (typed.position.me() | typed.position.them()).count_zeros() <= QUICK_EMPTIES)
    }
}
