//! How promising a cell is before anything is searched: corners early, their neighbours late.

use super::board::{Board, around};
use crate::{Cells, HexThelloPosition, Move};
use agon_core::Position;

/// A hint for every move slot of a board.
#[derive(Clone)]
pub(super) struct Hints([i32; HexThelloPosition::MOVE_SLOTS]);

impl Hints {
    /// The hints for a board of a radius.
    pub(super) fn new(radius: u8) -> Hints {
        let board = Board::new(radius);
        let none = Cells::NONE;
        let beside = around(board.corners);
        let any = HexThelloPosition::new(radius, none, none, none, agon_core::Side::First);
        let mut hints = [0; HexThelloPosition::MOVE_SLOTS];
        for (row, column) in board.all.iter() {
            let (Ok(position), Some(mv)) = (&any, Move::on(row, column)) else { continue };
            hints[position.move_slot(mv)] = match Cells::cell(row, column) {
                cell if cell & board.corners == cell => 20_000,
                cell if cell & beside & board.edges == cell => -6_000,
                cell if cell & beside == cell => -10_000,
                cell if cell & board.edges == cell => 1_500,
                cell if cell & board.second_ring == cell => -1_500,
                _ => 0,
            };
        }
        Hints(hints)
    }

    /// The hint for a slot.
    #[inline(always)]
    pub(super) fn of(&self, slot: usize) -> i32 {
        self.0[slot % HexThelloPosition::MOVE_SLOTS]
    }
}
