//! A game in progress: a start position, the moves with their rolls, and every position on the way.

use crate::any::Phase;
use crate::{AnyPosition, BoardView, LastMove, MoveError};

/// A line of play that can be extended, looked back into and taken back.
#[derive(Clone, Debug)]
pub struct Line {
    positions: Vec<Box<dyn AnyPosition>>,
    moves: Vec<LastMove>,
}

/// A legal move with what it leads to, ready to be played.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move with its roll.
    pub played: LastMove,
    next: Box<dyn AnyPosition>,
}

impl Line {
    /// A line that starts at a position.
    pub fn new(start: Box<dyn AnyPosition>) -> Line {
        Line { positions: vec![start], moves: Vec::new() }
    }

    /// The position the line started from.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.positions[self.moves.len()]
    }

    /// The position after the first `ply` moves.
    pub fn position_at(&self, ply: usize) -> Option<&dyn AnyPosition> {
        self.positions.get(ply).map(|p| &**p)
    }

    /// The moves so far, with their rolls.
    pub fn moves(&self) -> &[LastMove] {
        &self.moves
    }

    /// The view of the position after the first `ply` moves, with the last moves marked.
    pub fn view_at(&self, ply: usize) -> BoardView {
        let ply = ply.min(self.moves.len());
        let from = ply.saturating_sub(2);
        let last: Vec<_> = self.moves[from..ply].iter().rev().cloned().collect();
        self.positions[ply].view(&last)
    }

    /// The view of the position now.
    pub fn view(&self) -> BoardView {
        self.view_at(self.moves.len())
    }

    /// Plays a player's move; `roll` is asked for the number of an outcome where chance decides.
    pub fn play(&mut self, text: &str, roll: impl FnMut(&[u32]) -> usize) -> Result<(), MoveError> {
        let step = self.step(text, roll)?;
        self.take(step);
        Ok(())
    }

    /// Works out a player's move without playing it yet.
    pub fn step(&self, text: &str, mut roll: impl FnMut(&[u32]) -> usize) -> Result<Step, MoveError> {
        let mut next = self.position().boxed();
        let (pass, path) = (next.is_pass(text)?, next.path(text)?);
        let side = next.side_to_move();
        let mut text = next.play(text)?;
        while let Some(weights) = next.chance() {
            text.push_str(&next.resolve(roll(weights).min(weights.len() - 1)));
        }
        Ok(Step { played: LastMove { side, text, pass, path }, next })
    }

    /// Plays a move that [`step`](Self::step) worked out in the position as it is now.
    pub fn take(&mut self, step: Step) {
        self.push(step.played, step.next);
    }

    /// Plays a recorded move with its roll.
    pub fn play_recorded(&mut self, text: &str) -> Result<(), MoveError> {
        let mut probe = self.position().boxed();
        for played in probe.play_recorded(text)? {
            let game = self.position().game();
            let mut next = self.position().boxed();
            let bare = game.split_roll(&played).0;
            let (pass, path) = (next.is_pass(bare)?, next.path(bare)?);
            let side = next.side_to_move();
            next.play_recorded(&played)?;
            self.push(LastMove { side, text: played, pass, path }, next);
        }
        Ok(())
    }

    /// Plays a whole game's text; on an error nothing of it is played.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let game = self.position().game();
        let mut probe = self.clone();
        for (i, token) in game.split_moves(text).into_iter().enumerate() {
            let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) };
            probe.play_recorded(token).map_err(wrong)?;
        }
        *self = probe;
        Ok(())
    }

    /// Takes back moves until `ply` are left.
    pub fn truncate(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.positions.truncate(self.moves.len() + 1);
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.position().phase(), Phase::Over(_))
    }

    fn push(&mut self, played: LastMove, next: Box<dyn AnyPosition>) {
        self.moves.push(played);
        self.positions.push(next);
    }
}
