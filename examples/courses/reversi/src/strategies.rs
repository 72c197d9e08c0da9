//! The ten strategies. Each is positive where it is good for black and negative where it is good for white.

use crate::board::{BLACK, Board, DIRECTIONS, EMPTY, WHITE};
use std::collections::BTreeSet;

/// With how many discs the beginning of the game is over, and with more than how many having many is good.
const MIDDLE: i32 = 20;
const NEARLY_FULL: i32 = 58;
const SIGN: [i32; 2] = [1, -1]; // what an even and an odd number are worth

/// The strategies with their weights, in the beginning and later. The weights are ours: the course names none.
pub const TERMS: [(&str, [i32; 2]); 10] = [
    ("corners", [60, 60]),
    ("mobility", [15, 10]),
    ("stable discs", [12, 12]),
    ("frontier", [10, 8]),
    ("parity", [0, 6]),
    ("discs", [3, 15]),
    ("centre", [2, 1]),
    ("wedges", [5, 5]),
    ("positioning", [25, 20]),
    ("unbalanced edges", [4, 4]),
];

impl Board {
    /// What the board is worth for black.
    pub fn evaluate(&self) -> i32 {
        let phase = usize::from(64 - self.count(EMPTY) >= MIDDLE);
        self.terms().iter().zip(TERMS).map(|(term, (_, weights))| term * weights[phase]).sum()
    }

    /// The ten strategies, in the order of `TERMS`.
    pub fn terms(&self) -> [i32; 10] {
        let difference = |of: &dyn Fn(i8) -> usize| of(BLACK) as i32 - of(WHITE) as i32;
        let discs = 64 - self.count(EMPTY);
        let more_discs = (self.count(BLACK) - self.count(WHITE)).signum();
        [
            difference(&|letter| self.within(letter, &[0, 7])),
            difference(&|letter| self.get_available_moves(letter).len()).signum(),
            difference(&|letter| self.get_stable_discs(letter).len()),
            -difference(&|letter| self.get_frontier_squares(letter).len()).signum(),
            if discs >= MIDDLE { self.parity() } else { 0 },
            if discs > NEARLY_FULL { more_discs } else { -more_discs },
            difference(&|letter| self.within(letter, &[3, 4]) + self.within(letter, &[2, 3, 4, 5])),
            self.get_up_wedges() + self.get_down_wedges() + self.get_left_wedges() + self.get_right_wedges(),
            -difference(&|letter| self.x_squares(letter)),
            self.unbalanced_edges(),
        ]
    }

    /// How many discs of a player have row and column among these.
    fn within(&self, letter: i8, lines: &[i8]) -> usize {
        self.discs_of(letter).filter(|(row, col)| lines.contains(row) && lines.contains(col)).count()
    }

    /// The player's corners and, outward from each, the discs whose five neighbours towards the corner and the edges
    /// are of the player's colour. What lies outside the board cannot turn them.
    pub fn get_stable_discs(&self, letter: i8) -> Vec<(i8, i8)> {
        let own = |&(row, col): &(i8, i8)| self.at(row, col).is_none_or(|square| square == letter);
        let mut stable = BTreeSet::new(); // a disc may be found from two corners
        for corner in [(0, 0), (0, 7), (7, 0), (7, 7)].into_iter().filter(own) {
            let (down, right) = (1 - corner.0 / 7 * 2, 1 - corner.1 / 7 * 2);
            let (mut found, mut left) = (BTreeSet::from([corner]), vec![corner]);
            while let Some(from) = left.pop() {
                for (row, col) in DIRECTIONS.map(|(i, j)| (from.0 + i, from.1 + j)) {
                    let (up, by) = (row - down, col - right);
                    let five = [(up, col + right), (up, col), (up, by), (row, by), (row + down, by)];
                    let is_stable = five.contains(&from) && five.iter().all(own);
                    if is_stable && self.at(row, col) == Some(letter) && found.insert((row, col)) {
                        left.push((row, col));
                    }
                }
            }
            stable.extend(found);
        }
        stable.into_iter().collect()
    }

    fn empty_around(&self, row: i8, col: i8) -> usize {
        DIRECTIONS.iter().filter(|(down, right)| self.at(row + down, col + right) == Some(EMPTY)).count()
    }

    /// The player's discs beside an empty square, without the stable ones.
    pub fn get_frontier_squares(&self, letter: i8) -> Vec<(i8, i8)> {
        let stable = self.get_stable_discs(letter);
        let exposed = |at: &(i8, i8)| self.empty_around(at.0, at.1) > 0 && !stable.contains(at);
        self.discs_of(letter).filter(exposed).collect()
    }

    /// An even number of empty squares around the last move is good for who made it, an odd one bad.
    fn parity(&self) -> i32 {
        let Some(last) = self.get_last_move() else { return 0 };
        i32::from(self.get_last_player()) * SIGN[self.empty_around(last.row as i8, last.col as i8) % 2]
    }

    /// The eight squares of an edge: of the first or last row, or of the first or last column.
    fn edge(&self, at: i8, is_row: bool) -> [i8; 8] {
        let square = |n: usize| if is_row { self.at(at, n as i8) } else { self.at(n as i8, at) };
        std::array::from_fn(|n| square(n).unwrap_or(EMPTY))
    }

    /// The player's discs on X-squares, diagonally beside a corner that is empty.
    fn x_squares(&self, letter: i8) -> usize {
        let beside = [(1, 1, 0, 0), (1, 6, 0, 7), (6, 1, 7, 0), (6, 6, 7, 7)]; // each with its corner
        let is_bad =
            |b: &&(i8, i8, i8, i8)| self.at(b.0, b.1) == Some(letter) && self.at(b.2, b.3) == Some(EMPTY);
        beside.iter().filter(is_bad).count()
    }

    /// An edge with discs of one colour only is good for that colour if they are centred, else bad.
    pub fn unbalanced_edges(&self) -> i32 {
        let edges = [self.edge(0, true), self.edge(7, true), self.edge(0, false), self.edge(7, false)];
        edges.into_iter().map(balance).sum()
    }
}

#[rustfmt::skip]
impl Board {
    pub fn get_up_wedges(&self) -> i32 { wedges(self.edge(0, true)) }
    pub fn get_down_wedges(&self) -> i32 { wedges(self.edge(7, true)) }
    pub fn get_left_wedges(&self) -> i32 { wedges(self.edge(0, false)) }
    pub fn get_right_wedges(&self) -> i32 { wedges(self.edge(7, false)) }
}

/// Runs of empty squares between two discs of one colour: an even one is good for that colour, an odd one bad.
fn wedges(edge: [i8; 8]) -> i32 {
    let discs: Vec<usize> = (0..8).filter(|&n| edge[n] != EMPTY).collect();
    let gaps = discs.windows(2).filter(|pair| edge[pair[0]] == edge[pair[1]] && pair[1] > pair[0] + 1);
    gaps.map(|pair| i32::from(edge[pair[0]]) * SIGN[(pair[1] - pair[0] - 1) % 2]).sum()
}

fn balance(edge: [i8; 8]) -> i32 {
    let before = edge.iter().take_while(|&&square| square == EMPTY).count();
    let after = edge.iter().rev().take_while(|&&square| square == EMPTY).count();
    let colour = edge.get(before).copied().unwrap_or(EMPTY);
    let is_of_one_colour = !edge.contains(&-colour); // an empty edge is of none
    i32::from(is_of_one_colour) * i32::from(colour) * if before == after { 1 } else { -1 }
}
