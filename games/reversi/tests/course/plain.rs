//! The course's ten strategies and its minimax once more, as its text says them: squares in an array, nothing shared with
//! the engine. Slow, and easy to check by eye.

/// The strategies, in the order of [`Plain::strategies`].
pub(crate) const STRATEGIES: [&str; 10] = [
    "corners",
    "mobility",
    "stable discs",
    "frontier",
    "parity",
    "discs",
    "centre",
    "wedges",
    "positioning",
    "unbalanced edges",
];

/// What each is worth with fewer than 20 discs on the board, and with more (docs/engines/reversi.md).
pub(crate) const WORTH: [(i32, i32); 10] = [
    (600, 600),
    (150, 100),
    (120, 120),
    (100, 80),
    (0, 60),
    (30, 150),
    (20, 10),
    (50, 50),
    (250, 200),
    (40, 40),
];

const AROUND: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A square, by row and column from the top left.
pub(crate) type Square = (i32, i32);

/// A board: `B`, `W` or `-`, with the last disc that was played.
#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) squares: [[char; 8]; 8],
    pub(crate) last: Option<Square>,
    pub(crate) to_move: char,
}

fn other(colour: char) -> char {
    if colour == 'B' { 'W' } else { 'B' }
}

/// The square that a name such as f5 means.
pub(crate) fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
}

impl Plain {
    pub(crate) fn start() -> Plain {
        let mut squares = [['-'; 8]; 8];
        (squares[3][3], squares[4][4], squares[3][4], squares[4][3]) = ('W', 'W', 'B', 'B');
        Plain { squares, last: None, to_move: 'B' }
    }

    /// The board after the moves of a transcript, in which passes are not written.
    pub(crate) fn after(transcript: &str) -> Plain {
        let mut board = Plain::start();
        for at in (0..transcript.len()).step_by(2) {
            board.skip();
            board.play(square(&transcript[at..at + 2]));
        }
        board.skip();
        board
    }

    /// Gives the turn to the other side if only that one has a move.
    fn skip(&mut self) {
        let next = other(self.to_move);
        if self.moves(self.to_move).is_empty() && !self.moves(next).is_empty() {
            self.to_move = next;
        }
    }

    fn at(&self, (row, column): Square) -> Option<char> {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        inside.then(|| self.squares[row as usize][column as usize])
    }

    fn all(&self) -> impl Iterator<Item = (Square, char)> {
        (0..64).map(|n| ((n / 8, n % 8), self.squares[n as usize / 8][n as usize % 8]))
    }

    fn count(&self, colour: char) -> i32 {
        self.all().filter(|&(_, is)| is == colour).count() as i32
    }

    pub(crate) fn turned(&self, (row, column): Square, colour: char) -> Vec<Square> {
        let mut turned = Vec::new();
        for (down, right) in AROUND {
            let mut line = Vec::new();
            let mut next = (row + down, column + right);
            while self.at(next) == Some(other(colour)) {
                line.push(next);
                next = (next.0 + down, next.1 + right);
            }
            if self.at(next) == Some(colour) {
                turned.append(&mut line);
            }
        }
        turned
    }

    pub(crate) fn moves(&self, colour: char) -> Vec<Square> {
        let empty = self.all().filter(|&(_, is)| is == '-').map(|(square, _)| square);
        empty.filter(|&square| !self.turned(square, colour).is_empty()).collect()
    }

    pub(crate) fn play(&mut self, square: Square) {
        let colour = self.to_move;
        for (row, column) in self.turned(square, colour).into_iter().chain([square]) {
            self.squares[row as usize][column as usize] = colour;
        }
        (self.last, self.to_move) = (Some(square), other(colour));
    }

    fn stable(&self, colour: char) -> Vec<Square> {
        let mut all = Vec::new();
        for corner in [(0, 0), (0, 7), (7, 0), (7, 7)] {
            if self.at(corner) != Some(colour) {
                continue;
            }
            let (down, right) = (if corner.0 == 0 { 1 } else { -1 }, if corner.1 == 0 { 1 } else { -1 });
            let mut found = vec![corner];
            // Again and again, until a whole round finds nothing new.
            loop {
                let before = found.len();
                for (square, is) in self.all() {
                    let (row, column) = square;
                    let five = [
                        (row - down, column + right),
                        (row - down, column),
                        (row - down, column - right),
                        (row, column - right),
                        (row + down, column - right),
                    ];
                    let own = |at: &Square| self.at(*at).is_none_or(|is| is == colour);
                    let is_next = five.iter().any(|at| found.contains(at));
                    if is == colour && is_next && five.iter().all(own) && !found.contains(&square) {
                        found.push(square);
                    }
                }
                if found.len() == before {
                    break;
                }
            }
            all.extend(found);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn empty_around(&self, (row, column): Square) -> usize {
        AROUND.iter().filter(|(down, right)| self.at((row + down, column + right)) == Some('-')).count()
    }

    fn frontier(&self, colour: char) -> i32 {
        let stable = self.stable(colour);
        let discs = self.all().filter(|&(_, is)| is == colour).map(|(square, _)| square);
        discs.filter(|&square| self.empty_around(square) > 0 && !stable.contains(&square)).count() as i32
    }

    fn edges(&self) -> [String; 4] {
        let text = |squares: [Square; 8]| squares.map(|square| self.at(square).unwrap()).iter().collect();
        let n = [0, 1, 2, 3, 4, 5, 6, 7];
        [n.map(|i| (0, i)), n.map(|i| (7, i)), n.map(|i| (i, 0)), n.map(|i| (i, 7))].map(text)
    }

    fn wedges(&self, colour: char) -> i32 {
        let mut points = 0;
        for edge in self.edges() {
            // What stands between two discs of the colour, if nothing but empty squares does.
            let parts: Vec<&str> = edge.split(colour).collect();
            let between = parts.iter().skip(1).take(parts.len().saturating_sub(2));
            for run in between.filter(|run| !run.is_empty() && run.chars().all(|is| is == '-')) {
                points += if run.len().is_multiple_of(2) { 1 } else { -1 };
            }
        }
        points
    }

    fn unbalanced(&self, colour: char) -> i32 {
        let of_one = self.edges().into_iter().filter(|e| e.contains(colour) && !e.contains(other(colour)));
        let empties = |edge: &mut dyn Iterator<Item = char>| edge.take_while(|&is| is == '-').count();
        of_one.map(|e| if empties(&mut e.chars()) == empties(&mut e.chars().rev()) { 1 } else { -1 }).sum()
    }

    /// What each strategy gives black and white.
    pub(crate) fn strategies(&self) -> [(i32, i32); 10] {
        let both = |of: &dyn Fn(char) -> i32| (of('B'), of('W'));
        let more = |(b, w): (i32, i32)| (i32::from(b > w), i32::from(w > b));
        let fewer = |(b, w): (i32, i32)| more((w, b));
        let within = |colour, from: i32, to: i32| {
            let inside = |n: i32| (from..=to).contains(&n);
            self.all().filter(|&((r, c), is)| is == colour && inside(r) && inside(c)).count() as i32
        };
        let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
        let held = |colour| corners.iter().filter(|&&c| self.at(c) == Some(colour)).count() as i32;
        let discs = 64 - self.count('-');
        let mut parity = (0, 0);
        if let Some(last) = self.last.filter(|_| discs >= 20) {
            let points = if self.empty_around(last).is_multiple_of(2) { 1 } else { -1 };
            parity = if self.at(last) == Some('B') { (points, 0) } else { (0, points) };
        }
        let x_squares = |colour| {
            let beside = [((1, 1), (0, 0)), ((1, 6), (0, 7)), ((6, 1), (7, 0)), ((6, 6), (7, 7))];
            let lost = |&&(x, corner): &&(Square, Square)| {
                self.at(x) == Some(colour) && self.at(corner) == Some('-')
            };
            -(beside.iter().filter(lost).count() as i32)
        };
        let numbers = both(&|colour| self.count(colour));
        [
            both(&held),
            more(both(&|colour| self.moves(colour).len() as i32)),
            both(&|colour| self.stable(colour).len() as i32),
            fewer(both(&|colour| self.frontier(colour))),
            parity,
            if discs > 58 { more(numbers) } else { fewer(numbers) },
            both(&|colour| within(colour, 3, 4) + within(colour, 2, 5)),
            both(&|colour| self.wedges(colour)),
            both(&x_squares),
            both(&|colour| self.unbalanced(colour)),
        ]
    }

    /// What the board is worth for black.
    pub(crate) fn value(&self) -> i32 {
        let early = 64 - self.count('-') < 20;
        let worth = |(early_worth, late): (i32, i32)| if early { early_worth } else { late };
        self.strategies().iter().zip(WORTH).map(|((b, w), weight)| worth(weight) * (b - w)).sum()
    }

    /// Minimax with black as max and white as min; a side without a move uses up no ply.
    pub(crate) fn minimax(&self, plies: u32) -> i32 {
        let over = self.moves('B').is_empty() && self.moves('W').is_empty();
        if plies == 0 || over {
            return self.value();
        }
        let moves = self.moves(self.to_move);
        if moves.is_empty() {
            return Plain { to_move: other(self.to_move), ..self.clone() }.minimax(plies);
        }
        let values = moves.into_iter().map(|square| {
            let mut next = self.clone();
            next.play(square);
            next.minimax(plies - 1)
        });
        if self.to_move == 'B' { values.max() } else { values.min() }.unwrap()
    }
}
