use crate::board::{BLACK, Board, WHITE};
use crate::moves::Move;

/// The computer: its colour, and how many plies it looks ahead.
pub struct Player {
    pub letter: i8,
    pub max_depth: u32,
}

impl Player {
    /// The move to play; nothing if there is none.
    pub fn choose(&self, board: &Board) -> Option<Move> {
        let can_move = !board.get_available_moves(self.letter).is_empty();
        can_move.then(|| if self.letter == BLACK { self.max(board, 0) } else { self.min(board, 0) })
    }

    /// Black's best move: the last one with the greatest value, as in the course's picture.
    fn max(&self, board: &Board, depth: u32) -> Move {
        self.best(board, depth, BLACK)
    }

    /// White's best move: the last one with the least value.
    fn min(&self, board: &Board, depth: u32) -> Move {
        self.best(board, depth, WHITE)
    }

    /// The best of a board's children, each with the value that the other side's best answer leads to.
    fn best(&self, board: &Board, depth: u32, letter: i8) -> Move {
        let last_move = |board: &Board| board.get_last_move().unwrap_or_default();
        if depth == self.max_depth || board.is_terminal() {
            return Move { value: board.evaluate(), ..last_move(board) };
        }
        let answer = if letter == BLACK { Player::min } else { Player::max };
        let valued =
            |child: Board| Move { value: answer(self, &child, depth + 1).value, ..last_move(&child) };
        let gain = |found: &Move| found.value * i32::from(letter);
        let better = |best: Move, next: Move| if gain(&next) >= gain(&best) { next } else { best };
        let best = board.get_children(letter).into_iter().map(valued).reduce(better);
        // A side without a move is skipped, and that does not use up a ply.
        best.unwrap_or_else(|| answer(self, &board.skipped(), depth))
    }
}
