//! HexThello on an array, for any radius and with blocked cells.

const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

/// A square array of characters; a space is no cell.
struct Board {
    radius: i32,
    rows: Vec<Vec<char>>,
}

impl Board {
    fn is_cell(radius: i32, row: i32, column: i32) -> bool {
        let along = row + column;
        (0..=2 * radius).contains(&row)
            && (0..=2 * radius).contains(&column)
            && (radius..=3 * radius).contains(&along)
    }

    fn parse(cells: &str) -> Board {
        let count = cells.chars().count() as i32;
        let radius = (0..).find(|r| 3 * r * r + 3 * r + 1 >= count).unwrap();
        assert_eq!(3 * radius * radius + 3 * radius + 1, count, "no hexagon has {count} cells");
        let mut characters = cells.chars();
        let mut rows = Vec::new();
        for row in 0..=2 * radius {
            let mut line = Vec::new();
            for column in 0..=2 * radius {
                let cell = Board::is_cell(radius, row, column);
                line.push(if cell { characters.next().unwrap() } else { ' ' });
            }
            rows.push(line);
        }
        Board { radius, rows }
    }

    fn text(&self, side: char) -> String {
        let cells: String = self.rows.iter().flatten().filter(|c| **c != ' ').collect();
        format!("{cells} {side}")
    }

    fn at(&self, row: i32, column: i32) -> char {
        if Board::is_cell(self.radius, row, column) { self.rows[row as usize][column as usize] } else { ' ' }
    }

    fn turned(&self, row: i32, column: i32, me: char, them: char) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(row, column) != '-' {
            return all;
        }
        for (down, right) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while self.at(r, c) == them {
                run.push((r, c));
                r += down;
                c += right;
            }
            if self.at(r, c) == me {
                all.extend(run);
            }
        }
        all
    }

    fn places(&self) -> Vec<(i32, i32)> {
        let size = 2 * self.radius + 1;
        (0..size * size).map(|i| (i / size, i % size)).collect()
    }

    fn can_move(&self, me: char, them: char) -> bool {
        self.places().iter().any(|&(row, column)| !self.turned(row, column, me, them).is_empty())
    }
}

/// Every legal move and the position after it.
pub(crate) fn successors(position: &str) -> Vec<(String, String)> {
    let (cells, side) = position.split_once(' ').unwrap();
    let board = Board::parse(cells);
    let (me, them) = if side == "X" { ('X', 'O') } else { ('O', 'X') };
    let mut next = Vec::new();
    for (row, column) in board.places() {
        let flipped = board.turned(row, column, me, them);
        if !flipped.is_empty() {
            let mut after = Board { radius: board.radius, rows: board.rows.clone() };
            after.rows[row as usize][column as usize] = me;
            for (r, c) in flipped {
                after.rows[r as usize][c as usize] = me;
            }
            next.push((format!("{row},{column}"), after.text(them)));
        }
    }
    if next.is_empty() && board.can_move(them, me) {
        next.push(("pass".to_owned(), board.text(them)));
    }
    next
}
