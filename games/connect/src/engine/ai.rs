//! The computer player of the game object of Four in a Row (see [`crate::game_object`]): an
//! anytime search behind one call.
//!
//! ```
//! use agon_connect::engine::Ai;
//! use agon_connect::game_object::Game;
//! let mut game = Game::new();
//! Ai::new().find_legal_move(game, |column| game.make_move(column), None).unwrap();
//! assert_eq!(game.get_current_player(), Game::PLAYER_TWO);
//! ```

use super::{Judgement, Prover, perfect, techniques};
use crate::game_object::Game;
use crate::{FourInARowPosition, Move};
use agon_core::{MoveList, Position};
use agon_engine::mind::Mind;
use agon_search::{Evaluator, Limits, Stopwatch, Techniques, time};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// The game is over, so there is nothing to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("No possible AI moves.")]
pub struct NoPossibleMoves;

/// What the function that is told of moves gives back: whether it wants to hear of more.
pub trait Reaction {
    /// Whether the search may go on.
    fn wants_more(&self) -> bool;
}

impl Reaction for () {
    fn wants_more(&self) -> bool {
        true
    }
}

/// An error ends the search.
impl<E> Reaction for Result<(), E> {
    fn wants_more(&self) -> bool {
        self.is_ok()
    }
}

impl Reaction for ControlFlow<()> {
    fn wants_more(&self) -> bool {
        self.is_continue()
    }
}

/// Positions looked at where no time is given.
const NODES: u64 = 1_000_000;

/// Megabytes of its tables.
const HASH: usize = 32;

/// A computer player. Its memory is made once and kept from move to move.
pub struct Ai {
    mind: Prover<Judgement, u64, 7, 6>,
}

impl Default for Ai {
    fn default() -> Self {
        Ai::new()
    }
}

impl Ai {
    /// A computer player.
    pub fn new() -> Ai {
        let techniques = Techniques { hash: HASH, ..techniques() };
        Ai { mind: perfect(techniques) }
    }

    /// Finds a legal column and calls `func` with it.
    ///
    /// Without a timeout `func` is called exactly once. With one, it is called at once with a first legal move
    /// and again each time a better one is found; the last call is the answer, and the search returns by the
    /// deadline. An error from `func` ends the search.
    pub fn find_legal_move<R: Reaction>(
        &mut self,
        game: Game,
        func: impl FnMut(usize) -> R,
        timeout: Option<Duration>,
    ) -> Result<(), NoPossibleMoves> {
        self.find_in(game.position(), func, timeout)
    }

    /// The same for a position.
    pub fn find_in<R: Reaction>(
        &mut self,
        position: &FourInARowPosition,
        func: impl FnMut(usize) -> R,
        timeout: Option<Duration>,
    ) -> Result<(), NoPossibleMoves> {
        self.find_until(position, func, timeout, &AtomicBool::new(false))
    }

    /// The same, ending as soon as `stop` is set.
    pub fn find_until<R: Reaction>(
        &mut self,
        position: &FourInARowPosition,
        mut func: impl FnMut(usize) -> R,
        timeout: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<(), NoPossibleMoves> {
        let clock = Stopwatch::start();
        let first = self.first_move(position).ok_or(NoPossibleMoves)?;
        let mut last = first;
        let mut tell = |mv: Move| {
            if !func(usize::from(mv.column())).wants_more() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let Some(timeout) = timeout else {
            let found = self.mind.search(position, Limits::nodes(NODES), &clock, stop, &mut |_| {});
            tell(found.map_or(first, |found| found.mv));
            return Ok(());
        };
        tell(first);
        if wins(position, first) {
            // Nothing is better, and a search might say otherwise for a moment.
            return Ok(());
        }
        // What the last move told of was worth, as far as it is known, and at which depth.
        let mut worth = None;
        let limits = time::per_move(timeout);
        let mut report = |found: &agon_search::Found<Move>| {
            // What the search reports before its first depth is complete is no finding yet.
            if found.depth == 0 || stop.load(Ordering::Relaxed) {
                return;
            }
            // Another depth judges all moves anew: what it prefers is better than what it does not.
            let better = worth.is_none_or(|(depth, value)| depth != found.depth || found.value.score > value);
            if found.mv == last {
                worth = Some((found.depth, found.value.score));
            } else if better {
                (last, worth) = (found.mv, Some((found.depth, found.value.score)));
                tell(found.mv);
            }
        };
        if let Ok(found) = self.mind.search(position, limits, &clock, stop, &mut report) {
            report(&found);
        }
        Ok(())
    }

    /// The move that looks best before any search: a win, a block, or what makes threats in the middle.
    fn first_move(&self, position: &FourInARowPosition) -> Option<Move> {
        let evaluator = self.mind.evaluator();
        let threats = evaluator.state(position);
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        moves.into_iter().max_by_key(|&mv| (wins(position, mv), evaluator.hint(&threats, position, mv)))
    }
}

/// Whether a move ends the game with a win.
fn wins(position: &FourInARowPosition, mv: Move) -> bool {
    let mut next = *position;
    next.play(mv);
    next.winner().is_some()
}
