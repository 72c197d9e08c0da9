//! Reversi on an array.

type Board = [[char; 8]; 8];

fn turned(board: &Board, row: usize, column: usize, me: char, them: char) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    if board[row][column] != '-' {
        return all;
    }
    for dr in -1i32..=1 {
        for dc in -1i32..=1 {
            let mut run = Vec::new();
            let (mut r, mut c) = (row as i32 + dr, column as i32 + dc);
            while (dr, dc) != (0, 0) && (0..8).contains(&r) && (0..8).contains(&c) {
                let here = board[r as usize][c as usize];
                if here == them {
                    run.push((r as usize, c as usize));
                } else {
                    if here == me {
                        all.extend(run);
                    }
                    break;
                }
                r += dr;
                c += dc;
            }
        }
    }
    all
}

fn can_move(board: &Board, me: char, them: char) -> bool {
    (0..64).any(|i| !turned(board, i / 8, i % 8, me, them).is_empty())
}

fn text(board: &Board, side: char) -> String {
    let cells: String = board.iter().flatten().collect();
    format!("{cells} {side}")
}

/// Every legal move and the position after it.
pub(crate) fn successors(position: &str) -> Vec<(String, String)> {
    let characters: Vec<char> = position.chars().collect();
    let mut board: Board = [['-'; 8]; 8];
    for i in 0..64 {
        board[i / 8][i % 8] = characters[i];
    }
    let me = characters[65];
    let them = if me == 'X' { 'O' } else { 'X' };
    let mut next = Vec::new();
    for row in 0..8 {
        for column in 0..8 {
            let flipped = turned(&board, row, column, me, them);
            if !flipped.is_empty() {
                let mut after = board;
                after[row][column] = me;
                for (r, c) in flipped {
                    after[r][c] = me;
                }
                let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
                next.push((name, text(&after, them)));
            }
        }
    }
    if next.is_empty() && can_move(&board, them, me) {
        next.push(("pass".to_owned(), text(&board, them)));
    }
    next
}
