//! Moves as small numbers, for programs that learn: the same number means the same move in every position.
//!
//! Which number a move has, the game says ([`Game::action`]); here are the questions that programs ask about them.

use crate::{Game, MoveError, MoveList, Position, TypedPosition};

/// A position whose moves are asked for and played by their numbers.
pub trait NumberedMoves {
    /// The numbers of the legal moves, in generator order.
    fn legal_actions(&self) -> Vec<usize>;

    /// Writes a 1 at the number of every legal move; `mask` has room for all numbers of the game and is not cleared.
    fn mark_legal(&self, mask: &mut [u8]);

    /// Plays the legal move with a number; the position is unchanged on an error.
    fn play_action(&mut self, action: usize) -> Result<(), MoveError>;

    /// Plays a move from its text and gives back its number; the position is unchanged on an error.
    fn play_for_action(&mut self, text: &str) -> Result<usize, MoveError>;

    /// The number of a legal move from its text.
    fn action_of(&self, text: &str) -> Result<usize, MoveError>;

    /// The text of the legal move with a number.
    fn action_text(&self, action: usize) -> Result<String, MoveError>;
}

impl<G: Game> TypedPosition<G> {
    /// The legal move with a number.
    #[inline]
    pub(crate) fn numbered(&self, action: usize) -> Result<<G::Position as Position>::Move, MoveError> {
        let mut moves = MoveList::new();
        self.position.generate(&mut moves);
        let found = moves.iter().find(|&&mv| self.game.action(&self.position, mv) == action);
        found.copied().ok_or_else(|| self.refused(action))
    }

    /// Why no legal move has a number.
    #[cold]
    fn refused(&self, action: usize) -> MoveError {
        let illegal = |text: String, why: String| MoveError::Illegal { text, why };
        match self.game.action_text(action) {
            _ if self.position.chance().is_some() => {
                illegal(action.to_string(), "chance is to decide first".to_owned())
            }
            // The move's own text says best what is wrong with it.
            Some(text) => match self.parse(&text) {
                Err(error) => error,
                Ok(_) => illegal(text, "the rules do not allow it".to_owned()),
            },
            None => {
                let last = self.game.actions().saturating_sub(1);
                illegal(action.to_string(), format!("moves are numbered 0 to {last}"))
            }
        }
    }
}

impl<G: Game> NumberedMoves for TypedPosition<G> {
    fn legal_actions(&self) -> Vec<usize> {
        let mut moves = MoveList::new();
        self.position.generate(&mut moves);
        moves.iter().map(|&mv| self.game.action(&self.position, mv)).collect()
    }

    fn mark_legal(&self, mask: &mut [u8]) {
        let mut moves = MoveList::new();
        self.position.generate(&mut moves);
        for &mv in &moves {
            mask[self.game.action(&self.position, mv)] = 1;
        }
    }

    fn play_action(&mut self, action: usize) -> Result<(), MoveError> {
        let mv = self.numbered(action)?;
        self.position.play(mv);
        Ok(())
    }

    fn play_for_action(&mut self, text: &str) -> Result<usize, MoveError> {
        let mv = self.parse(text)?;
        let action = self.game.action(&self.position, mv);
        self.position.play(mv);
        Ok(action)
    }

    fn action_of(&self, text: &str) -> Result<usize, MoveError> {
        Ok(self.game.action(&self.position, self.parse(text)?))
    }

    fn action_text(&self, action: usize) -> Result<String, MoveError> {
        Ok(self.game.move_text(&self.position, self.numbered(action)?))
    }
}
