//! TUC-ANTS: positions, moves, the rules, and how the server writes them.
#![allow(dead_code)] // Reason: what the random player does not need, your search does.

use crate::connection::Connection;

pub const BOARD_ROWS: usize = 12;
pub const BOARD_COLUMNS: usize = 8;
/// The start square and five jumps.
pub const MAXIMUM_MOVE_SIZE: usize = 6;

/// What a square holds; the first two are also the players.
pub const WHITE: u8 = 0;
pub const BLACK: u8 = 1;
pub const EMPTY: u8 = 2;
pub const FOOD: u8 = 3;
pub const BLOCKED: u8 = 4;

/// What the server says.
pub const NEW_POSITION: u8 = 1;
pub const COLOR_W: u8 = 2;
pub const COLOR_B: u8 = 3;
pub const REQUEST_MOVE: u8 = 4;
pub const PREPARE_TO_RECEIVE_MOVE: u8 = 5;
pub const REQUEST_NAME: u8 = 6;
pub const QUIT: u8 = 7;

pub fn other_side(color: u8) -> u8 {
    if color == WHITE { BLACK } else { WHITE }
}

/// White moves down the board, black up.
fn forward(player: u8) -> i8 {
    if player == WHITE { 1 } else { -1 }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The start square, then every square landed on, as row and column; none is the pass.
    pub tiles: Vec<[i8; 2]>,
    /// Who moves.
    pub color: u8,
}

impl Move {
    /// The same move with one more square.
    fn going_to(&self, row: i8, col: i8) -> Move {
        let mut longer = self.clone();
        longer.tiles.push([row, col]);
        longer
    }

    pub fn receive(server: &mut Connection, color: u8) -> Move {
        let body = server.receive::<{ 2 * MAXIMUM_MOVE_SIZE }>().map(|byte| byte as i8);
        let tiles = body.chunks(2).map(|pair| [pair[0], pair[1]]).take_while(|tile| tile[0] != -1).collect();
        Move { tiles, color }
    }

    pub fn send(&self, server: &mut Connection) {
        let mut body: Vec<u8> = self.tiles.iter().flatten().map(|&number| number as u8).collect();
        body.push(255); // -1 after the last square; five jumps leave no room for it
        body.resize(2 * MAXIMUM_MOVE_SIZE, 0);
        server.send(&body);
    }
}

#[derive(Clone)]
pub struct Position {
    /// By row and column.
    pub board: [[u8; BOARD_COLUMNS]; BOARD_ROWS],
    /// Points of white and of black.
    pub score: [u8; 2],
    pub turn: u8,
}

impl Position {
    pub fn receive(server: &mut Connection) -> Position {
        let body = server.receive::<{ BOARD_ROWS * BOARD_COLUMNS + 3 }>();
        let (squares, rest) = body.split_at(BOARD_ROWS * BOARD_COLUMNS);
        let board = std::array::from_fn(|row| std::array::from_fn(|col| squares[row * BOARD_COLUMNS + col]));
        Position { board, score: [rest[0], rest[1]], turn: rest[2] }
    }

    /// What a square holds; nobody goes outside the board.
    fn square(&self, row: i8, col: i8) -> u8 {
        let inside = (0..BOARD_ROWS as i8).contains(&row) && (0..BOARD_COLUMNS as i8).contains(&col);
        if inside { self.board[row as usize][col as usize] } else { BLOCKED }
    }

    fn is_free(&self, row: i8, col: i8) -> bool {
        matches!(self.square(row, col), EMPTY | FOOD)
    }

    /// Whether an ant of player could capture from this square: 0 no, 1 to the left, 2 to the right, 3 both. The
    /// square need not hold an ant, so the next jump of a chain can be looked at before the chain is played.
    pub fn can_jump(&self, row: i8, col: i8, player: u8) -> u8 {
        let (next, behind, other) = (row + forward(player), row + 2 * forward(player), other_side(player));
        let left = self.square(next, col - 1) == other && self.is_free(behind, col - 2);
        let right = self.square(next, col + 1) == other && self.is_free(behind, col + 2);
        u8::from(left) + 2 * u8::from(right)
    }

    /// Whether it could capture from the first square landing on the second.
    pub fn can_jump_to(&self, row: i8, col: i8, player: u8, row_dest: i8, col_dest: i8) -> bool {
        let there = row_dest == row + 2 * forward(player) && (col_dest - col).abs() == 2;
        there && self.can_jump(row, col, player) & (if col_dest < col { 1 } else { 2 }) != 0
    }

    /// Adds every way in which a capture that has come this far, to this square, ends: it goes on as long as it can.
    fn add_captures(&self, so_far: Move, [row, col]: [i8; 2], moves: &mut Vec<Move>) {
        let jump = self.can_jump(row, col, so_far.color);
        let behind = row + 2 * forward(so_far.color);
        for (way, bit) in [(col - 2, 1), (col + 2, 2)] {
            if jump & bit != 0 {
                self.add_captures(so_far.going_to(behind, way), [behind, way], moves);
            }
        }
        if jump == 0 && so_far.tiles.len() > 1 {
            moves.push(so_far);
        }
    }

    fn add_steps(&self, start: &Move, [row, col]: [i8; 2], moves: &mut Vec<Move>) {
        let next = row + forward(start.color);
        let ways = [col - 1, col + 1].into_iter().filter(|&way| self.is_free(next, way));
        moves.extend(ways.map(|way| start.going_to(next, way)));
    }

    /// All moves of a side that are no pass. Who can capture must.
    pub fn all_moves(&self, player: u8) -> Vec<Move> {
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        for row in 0..BOARD_ROWS as i8 {
            for col in 0..BOARD_COLUMNS as i8 {
                if self.square(row, col) == player {
                    let start = Move { tiles: vec![[row, col]], color: player };
                    self.add_steps(&start, [row, col], &mut steps);
                    self.add_captures(start, [row, col], &mut captures);
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    /// Whether a side has a move that is no pass.
    pub fn can_move(&self, player: u8) -> bool {
        !self.all_moves(player).is_empty()
    }

    /// Whether the move may be played. The pass is legal where nothing else is.
    pub fn is_legal(&self, candidate: &Move) -> bool {
        let moves = self.all_moves(candidate.color);
        if moves.is_empty() { candidate.tiles.is_empty() } else { moves.contains(candidate) }
    }

    /// Plays a legal move or a pass. Food that is eaten goes; whether it gives a point only the server knows.
    pub fn do_move(&mut self, played: &Move) {
        self.turn = other_side(played.color);
        for pair in played.tiles.windows(2) {
            let ([row, col], [next_row, next_col]) = (pair[0], pair[1]);
            self.board[row as usize][col as usize] = EMPTY;
            if (next_row - row).abs() == 2 {
                // The ant that is jumped over.
                self.board[((row + next_row) / 2) as usize][((col + next_col) / 2) as usize] = EMPTY;
            }
            self.board[next_row as usize][next_col as usize] = played.color;
        }
        let far_row = if played.color == WHITE { BOARD_ROWS as i8 - 1 } else { 0 };
        if let Some(&[row, col]) = played.tiles.last().filter(|tile| tile[0] == far_row) {
            // A queen: a point, and it leaves.
            self.board[row as usize][col as usize] = EMPTY;
            self.score[usize::from(played.color)] += 1;
        }
    }
}
