//! TUC-ANTS on an array.

#![allow(clippy::unwrap_used)] // Reason: all of it is a test.

/// Rows and columns as on paper; squares that are not land stay '-'.
type Board = [[char; 8]; 12];

/// A position taken apart.
#[derive(Clone)]
struct State {
    board: Board,
    side: char,
    black: u32,
    white: u32,
    rolling: bool,
}

/// The land squares in reading order.
fn land() -> impl Iterator<Item = (usize, usize)> {
    (0..96).map(|i| (i / 8, i % 8)).filter(|(row, column)| (row + column) % 2 == 1)
}

fn read(position: &str) -> State {
    let words: Vec<&str> = position.split(' ').collect();
    let mut characters = words[0].chars();
    let mut board = [['-'; 8]; 12];
    for (row, column) in land() {
        board[row][column] = characters.next().unwrap();
    }
    State {
        board,
        side: words[1].chars().next().unwrap(),
        black: words[2].parse().unwrap(),
        white: words[3].parse().unwrap(),
        rolling: words.get(4) == Some(&"roll"),
    }
}

fn write(state: &State) -> String {
    let mut text: String = land().map(|(row, column)| state.board[row][column]).collect();
    text += &format!(" {} {} {}", state.side, state.black, state.white);
    if state.rolling {
        text += " roll";
    }
    text
}

fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

/// The square some rows ahead of one and as many columns to a side, if it is on the board.
fn ahead(square: (i32, i32), side: char, rows: i32, direction: i32) -> Option<(i32, i32)> {
    let forward = if side == 'X' { -1 } else { 1 };
    let (row, column) = (square.0 + forward * rows, square.1 + direction * rows);
    ((0..12).contains(&row) && (0..8).contains(&column)).then_some((row, column))
}

fn at(board: &Board, square: (i32, i32)) -> char {
    board[square.0 as usize][square.1 as usize]
}

fn is_free(board: &Board, square: (i32, i32)) -> bool {
    matches!(at(board, square), '-' | '*')
}

fn can_step(board: &Board, square: (i32, i32), side: char, direction: i32) -> bool {
    ahead(square, side, 1, direction).is_some_and(|to| is_free(board, to))
}

fn can_jump(board: &Board, square: (i32, i32), side: char, direction: i32) -> bool {
    let over = ahead(square, side, 1, direction);
    let to = ahead(square, side, 2, direction);
    over.is_some_and(|over| at(board, over) == other(side)) && to.is_some_and(|to| is_free(board, to))
}

fn own_ants(board: &Board, side: char) -> Vec<(i32, i32)> {
    let squares = (0..96).map(|i| (i / 8, i % 8));
    squares.filter(|&square| at(board, square) == side).collect()
}

fn can_move(board: &Board, side: char) -> bool {
    own_ants(board, side).into_iter().any(|square| {
        [-1, 1].into_iter().any(|d| can_step(board, square, side, d) || can_jump(board, square, side, d))
    })
}

/// Left or right, in the order of the generator: first along the diagonals that rise to the right, which is to
/// the right for black and to the left for white.
fn directions(side: char) -> [i32; 2] {
    if side == 'X' { [1, -1] } else { [-1, 1] }
}

/// Puts the ant from one square on another, eats food there and makes a queen on the last row.
fn shift(state: &mut State, from: (i32, i32), to: (i32, i32)) {
    let side = state.side;
    state.board[from.0 as usize][from.1 as usize] = '-';
    if at(&state.board, to) == '*' {
        state.rolling = true;
    }
    let last_row = if side == 'X' { 0 } else { 11 };
    if to.0 == last_row {
        state.board[to.0 as usize][to.1 as usize] = '-';
        score(state);
    } else {
        state.board[to.0 as usize][to.1 as usize] = side;
    }
}

fn score(state: &mut State) {
    if state.side == 'X' {
        state.black += 1;
    } else {
        state.white += 1;
    }
}

/// After a move the other side is to move, unless a roll is still to be made for the mover.
fn finish(mut state: State) -> String {
    if !state.rolling {
        state.side = other(state.side);
    }
    write(&state)
}

fn chains(state: &State, square: (i32, i32), text: String, next: &mut Vec<(String, String)>) {
    let mut ended = true;
    for direction in directions(state.side) {
        if can_jump(&state.board, square, state.side, direction) {
            ended = false;
            let over = ahead(square, state.side, 1, direction).unwrap();
            let to = ahead(square, state.side, 2, direction).unwrap();
            let mut after = state.clone();
            after.board[over.0 as usize][over.1 as usize] = '-';
            shift(&mut after, square, to);
            chains(&after, to, format!("{text}x{},{}", to.0, to.1), next);
        }
    }
    if ended {
        next.push((text, finish(state.clone())));
    }
}

/// The position after a pending roll that gives no point; any other position as it is.
pub(crate) fn settle(position: &str) -> String {
    let mut state = read(position);
    if state.rolling {
        state.rolling = false;
        state.side = other(state.side);
    }
    write(&state)
}

/// Every legal move and the position after it; a pending roll gives no point.
pub(crate) fn successors(position: &str) -> Vec<(String, String)> {
    let state = read(&settle(position));
    let (board, side) = (&state.board, state.side);
    let ants = own_ants(board, side);
    let mut next = Vec::new();
    for &ant in &ants {
        if directions(side).into_iter().any(|d| can_jump(board, ant, side, d)) {
            chains(&state, ant, format!("{},{}", ant.0, ant.1), &mut next);
        }
    }
    if !next.is_empty() {
        return next;
    }
    for direction in directions(side) {
        for &ant in &ants {
            if can_step(board, ant, side, direction) {
                let to = ahead(ant, side, 1, direction).unwrap();
                let mut after = state.clone();
                shift(&mut after, ant, to);
                next.push((format!("{},{}-{},{}", ant.0, ant.1, to.0, to.1), finish(after)));
            }
        }
    }
    if next.is_empty() && can_move(board, other(side)) {
        next.push(("pass".to_owned(), finish(state)));
    }
    next
}
