//! Connect four on an array.

type Board = Vec<Vec<char>>;

fn has_four(board: &Board, who: char) -> bool {
    let (rows, columns) = (board.len() as i32, board[0].len() as i32);
    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let mut count = 0;
                for i in 0..4 {
                    let (r, c) = (row + i * down, column + i * right);
                    if (0..rows).contains(&r)
                        && (0..columns).contains(&c)
                        && board[r as usize][c as usize] == who
                    {
                        count += 1;
                    }
                }
                if count == 4 {
                    return true;
                }
            }
        }
    }
    false
}

fn text(board: &Board, side: char) -> String {
    let cells: String = board.iter().flatten().collect();
    format!("{cells} {side}")
}

fn successors(position: &str, columns: usize, rows: usize) -> Vec<(String, String)> {
    let characters: Vec<char> = position.chars().collect();
    let board: Board = (0..rows).map(|r| characters[r * columns..(r + 1) * columns].to_vec()).collect();
    let me = characters[rows * columns + 1];
    let them = if me == 'X' { 'O' } else { 'X' };
    let mut next = Vec::new();
    if has_four(&board, them) {
        return next;
    }
    for column in 0..columns {
        let lowest = (0..rows).rev().find(|&row| board[row][column] == '-');
        if let Some(row) = lowest {
            let mut after = board.clone();
            after[row][column] = me;
            next.push((column.to_string(), text(&after, them)));
        }
    }
    next
}

/// Every legal move and the position after it, on 7 columns and 6 rows.
pub(crate) fn successors_7x6(position: &str) -> Vec<(String, String)> {
    successors(position, 7, 6)
}

/// Every legal move and the position after it, on 9 columns and 9 rows.
pub(crate) fn successors_9x9(position: &str) -> Vec<(String, String)> {
    successors(position, 9, 9)
}
