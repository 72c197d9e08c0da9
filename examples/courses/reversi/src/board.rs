use crate::moves::Move;

/// What a square holds; the two colours are also the players' letters.
pub const EMPTY: i8 = 0;
pub const BLACK: i8 = 1;
pub const WHITE: i8 = -1;

/// Straight on first, then diagonally: so moves are listed in the order of the course's pictures.
pub const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
pub const START: &str = "........ ........ ........ ...WB... ...BW... ........ ........ ........";

/// A position, with the last disc that was played.
#[derive(Clone)]
pub struct Board {
    squares: [[i8; 8]; 8],
    last_move: Option<Move>,
    last_player: i8,
    skips_in_a_row: u8,
}

impl Board {
    /// A position from eight words of eight letters: B, W, anything else is empty.
    pub fn new(rows: &str) -> Board {
        let mut squares = [[EMPTY; 8]; 8];
        for (row, word) in squares.iter_mut().zip(rows.split_whitespace()) {
            for (square, letter) in row.iter_mut().zip(word.chars()) {
                *square = i8::from(letter == 'B') - i8::from(letter == 'W');
            }
        }
        Board { squares, last_move: None, last_player: WHITE, skips_in_a_row: 0 }
    }

    /// What a square holds; nothing outside the board.
    pub fn at(&self, row: i8, col: i8) -> Option<i8> {
        self.squares.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
    }

    #[rustfmt::skip]
    pub fn get_last_move(&self) -> Option<Move> { self.last_move }
    #[rustfmt::skip]
    pub fn get_last_player(&self) -> i8 { self.last_player }
    #[rustfmt::skip]
    pub fn count(&self, letter: i8) -> i32 { self.discs_of(letter).count() as i32 }

    /// The squares of a colour, row by row.
    pub fn discs_of(&self, letter: i8) -> impl Iterator<Item = (i8, i8)> {
        let all = (0..64).map(|number| (number / 8, number % 8));
        all.filter(move |&(row, col)| self.squares[row as usize][col as usize] == letter)
    }

    /// How many discs a disc on this square turns over in one direction.
    fn line(&self, (row, col): (i8, i8), letter: i8, (down, right): (i8, i8)) -> i8 {
        let mut next = 1;
        while self.at(row + next * down, col + next * right) == Some(-letter) {
            next += 1;
        }
        if self.at(row + next * down, col + next * right) == Some(letter) { next - 1 } else { 0 }
    }

    /// The moves of a player: empty squares beside the opponent's discs from where a line leads to a disc of its own.
    pub fn get_available_moves(&self, letter: i8) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for (row, col) in self.discs_of(-letter) {
            for (down, right) in DIRECTIONS {
                let square = (row + down, col + right);
                let found = Move { row: square.0 as usize, col: square.1 as usize, value: 0 };
                let is_free = self.at(square.0, square.1) == Some(EMPTY) && !moves.contains(&found);
                if is_free && self.line(square, letter, (-down, -right)) > 0 {
                    moves.push(found);
                }
            }
        }
        moves
    }

    /// Plays a legal move.
    pub fn make_move(&mut self, played: Move, letter: i8) {
        self.switcher(played, letter);
        self.squares[played.row][played.col] = letter;
        (self.last_move, self.last_player, self.skips_in_a_row) = (Some(played), letter, 0);
    }

    /// Turns over what a disc on this square encloses.
    fn switcher(&mut self, played: Move, letter: i8) {
        let (row, col) = (played.row as i8, played.col as i8);
        for (down, right) in DIRECTIONS {
            for n in 1..=self.line((row, col), letter, (down, right)) {
                self.squares[(row + n * down) as usize][(col + n * right) as usize] = letter;
            }
        }
    }

    /// The same board after a player had no move.
    pub fn skipped(&self) -> Board {
        Board { skips_in_a_row: self.skips_in_a_row + 1, ..self.clone() }
    }

    /// The boards after each move of a player.
    pub fn get_children(&self, letter: i8) -> Vec<Board> {
        let moves = self.get_available_moves(letter);
        let mut children = vec![self.clone(); moves.len()];
        children.iter_mut().zip(moves).for_each(|(child, played)| child.make_move(played, letter));
        children
    }

    /// Whether the game is over: the board is full, both were skipped in a row, or one colour is gone.
    pub fn is_terminal(&self) -> bool {
        self.skips_in_a_row >= 2 || [EMPTY, BLACK, WHITE].iter().any(|&letter| self.count(letter) == 0)
    }

    /// The board as it is shown.
    pub fn print(&self) -> String {
        let line = |row: [i8; 8]| row.map(|square| ["W", "-", "B"][(square + 1) as usize]).join(" ");
        let rows = self.squares.map(|row| format!("* {} *\n", line(row)));
        format!("{0}\n{1}{0}\n", "*".repeat(19), rows.concat())
    }
}
