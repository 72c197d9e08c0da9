//! HexThello: positions, moves, the rules, and how the server writes them.
#![allow(dead_code)] // Reason: what the random player does not need, your search does.

use crate::connection::Connection;

pub const ARRAY_BOARD_SIZE: usize = 15;
/// The row of a pass.
pub const NULL_MOVE: i8 = -50;

/// What a cell holds; the first two are also the players.
pub const WHITE: u8 = 0;
pub const BLACK: u8 = 1;
pub const EMPTY: u8 = 2;
pub const BLOCKED: u8 = 3;
pub const UNUSED: u8 = 4;

/// What the server says.
pub const NEW_POSITION: u8 = 101;
pub const COLOR_W: u8 = 102;
pub const COLOR_B: u8 = 103;
pub const REQUEST_MOVE: u8 = 104;
pub const PREPARE_TO_RECEIVE_MOVE: u8 = 105;
pub const REQUEST_NAME: u8 = 106;
pub const QUIT: u8 = 107;

/// Along the row, along the column, along the diagonal that rises to the right.
const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

pub fn other_side(color: u8) -> u8 {
    if color == WHITE { BLACK } else { WHITE }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Row and column; `NULL_MOVE` as the row is the pass.
    pub tile: [i8; 2],
    /// Who moves.
    pub color: u8,
}

impl Move {
    pub fn receive(server: &mut Connection, color: u8) -> Move {
        Move { tile: server.receive::<2>().map(|byte| byte as i8), color }
    }

    pub fn send(self, server: &mut Connection) {
        server.send(&self.tile.map(|number| number as u8));
    }
}

#[derive(Clone)]
pub struct Position {
    /// By row and column.
    pub board: [[u8; ARRAY_BOARD_SIZE]; ARRAY_BOARD_SIZE],
    /// Discs of white and of black.
    pub score: [u8; 2],
    pub turn: u8,
}

impl Position {
    pub fn receive(server: &mut Connection) -> Position {
        let body = server.receive::<{ ARRAY_BOARD_SIZE * ARRAY_BOARD_SIZE + 3 }>();
        let (cells, rest) = body.split_at(ARRAY_BOARD_SIZE * ARRAY_BOARD_SIZE);
        let board = std::array::from_fn(|row| std::array::from_fn(|col| cells[row * ARRAY_BOARD_SIZE + col]));
        Position { board, score: [rest[0], rest[1]], turn: rest[2] }
    }

    /// What a cell holds; outside the array there is nothing that can be used.
    fn cell(&self, row: i8, col: i8) -> u8 {
        let inside = 0..ARRAY_BOARD_SIZE as i8;
        if inside.contains(&row) && inside.contains(&col) {
            self.board[row as usize][col as usize]
        } else {
            UNUSED
        }
    }

    /// How many discs a disc of this move encloses in one direction.
    fn enclosed(&self, candidate: &Move, (down, right): (i8, i8)) -> i8 {
        let [mut row, mut col] = candidate.tile;
        let mut count = -1;
        loop {
            (row, col, count) = (row + down, col + right, count + 1);
            let found = self.cell(row, col);
            if found != other_side(candidate.color) {
                return if found == candidate.color { count } else { 0 };
            }
        }
    }

    /// Whether the move may be played. The pass is never legal here: whether it may be sent tells `can_move`.
    pub fn is_legal_move(&self, candidate: &Move) -> bool {
        let [row, col] = candidate.tile;
        self.cell(row, col) == EMPTY
            && DIRECTIONS.iter().any(|&direction| self.enclosed(candidate, direction) > 0)
    }

    /// All moves of a side that are no pass.
    pub fn all_moves(&self, color: u8) -> Vec<Move> {
        let size = ARRAY_BOARD_SIZE as i8;
        let tiles = (0..size).flat_map(|row| (0..size).map(move |col| [row, col]));
        tiles.map(|tile| Move { tile, color }).filter(|candidate| self.is_legal_move(candidate)).collect()
    }

    /// Whether a side has a move that is no pass.
    pub fn can_move(&self, color: u8) -> bool {
        !self.all_moves(color).is_empty()
    }

    /// Plays a legal move or a pass: the disc, all it turns over, the score, the turn.
    pub fn do_move(&mut self, played: &Move) {
        let [row, col] = played.tile;
        let (own, other) = (usize::from(played.color), usize::from(other_side(played.color)));
        self.turn = other_side(played.color);
        if row == NULL_MOVE {
            return;
        }
        for (down, right) in DIRECTIONS {
            for step in 1..=self.enclosed(played, (down, right)) {
                self.board[(row + step * down) as usize][(col + step * right) as usize] = played.color;
                self.score[own] += 1;
                self.score[other] -= 1;
            }
        }
        self.board[row as usize][col as usize] = played.color;
        self.score[own] += 1;
    }
}
