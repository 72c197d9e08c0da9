//! The Reversi course's dialogue, word by word: against its document's pictures, and against a plain board that says what
//! must be shown after every move.

use super::plain_course::{Plain, STRATEGIES, Square, WORTH};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn agon(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What the dialogue shows for this input.
fn dialogue(input: &str) -> String {
    let output = agon(&["play", "reversi"], input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The document's first picture: the person is black. What was typed is not shown again.
const BLACK_BEGINS: &str = "\
To start the game choose your color
Type B for black and W for white (Black pieces start first)
Choose level:
1: Novice
2: Medium
3: Expert
*******************
* - - - - - - - - *
* - - - - - - - - *
* - - - - - - - - *
* - - - W B - - - *
* - - - B W - - - *
* - - - - - - - - *
* - - - - - - - - *
* - - - - - - - - *
*******************

Player make your move
You can choose between this moves:
1 : row:2 column: 3
2 : row:3 column: 2
3 : row:5 column: 4
4 : row:4 column: 5
What move will you make (place number)
";

/// The second, from the board on: the person is white, and the computer begins.
const COMPUTER_BEGINS: &str = "
Computer makes move
Computer chose row4 column 5
SkippedComputer :0
SkippedPlayer :0
*******************
* - - - - - - - - *
* - - - - - - - - *
* - - - - - - - - *
* - - - W B - - - *
* - - - B B B - - *
* - - - - - - - - *
* - - - - - - - - *
* - - - - - - - - *
*******************

Player make your move
You can choose between this moves:
1 : row:3 column: 5
2 : row:5 column: 3
3 : row:5 column: 5
What move will you make (place number)
";

#[test]
fn it_begins_as_in_the_document_s_pictures() {
    assert_eq!(dialogue("B\n1\n"), format!("{BLACK_BEGINS}\n"), "a new line at the end of input");
    let (head, _) = BLACK_BEGINS.split_once("\nPlayer").unwrap();
    for level in ["1", "2", "3"] {
        assert_eq!(dialogue(&format!("W\n{level}\n")), format!("{head}{COMPUTER_BEGINS}\n"), "level {level}");
    }
}

#[test]
fn wrong_input_is_asked_again_and_the_end_of_input_ends_it() {
    let shown = dialogue("green\n\nb\n7\nexpert\n1\nfive\n0\n5\n-1\n\n");
    for (words, times) in [
        ("Type B for black and W for white (Black pieces start first)\n", 3),
        ("'green' is neither B nor W.\n", 1),
        ("'' is neither B nor W.\n", 1),
        ("Choose level:\n1: Novice\n2: Medium\n3: Expert\n", 3),
        ("'7' is no level; type 1, 2 or 3.\n", 1),
        ("What move will you make (place number)\n", 6),
        ("'five' is no number from 1 to 4.\n", 1),
        ("'' is no number from 1 to 4.\n", 1),
        ("GAME OVER", 0),
    ] {
        assert_eq!(shown.matches(words).count(), times, "{words}: {shown}");
    }
    for input in ["", "B", "B\n", "B\n2", "W\n1\n1\n"] {
        assert!(!dialogue(input).contains("GAME OVER"), "{input:?}");
    }
    let noise = [b"B\n1\n\xff\xfe\n".as_slice(), &[b'9'; 100_000], b"\n2\n"].concat();
    let output = {
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["play", "reversi"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&noise).unwrap();
        child.wait_with_output().unwrap()
    };
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("Computer chose row"), "{shown}");
}

/// What a whole game looked like.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    player_skipped: u32,
    computer_skipped: u32,
    result: String,
    /// Whether it ended because neither side had a move.
    both_skipped: bool,
}

/// Replays what was shown on a plain board and says at every step what must be shown, to the last byte.
struct Checker<'a> {
    board: Plain,
    rest: &'a str,
    person: char,
    seen: Seen,
}

fn listed_as_in_the_course(board: &Plain, colour: char) -> Vec<Square> {
    let legal = board.moves(colour);
    let ways = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let mut listed = Vec::new();
    for disc in (0..64).map(|n| (n / 8, n % 8)) {
        let is = board.squares[disc.0 as usize][disc.1 as usize];
        for (down, right) in ways.into_iter().filter(|_| is != '-' && is != colour) {
            let square = (disc.0 + down, disc.1 + right);
            if legal.contains(&square)
                && board.turned(square, colour).contains(&disc)
                && !listed.contains(&square)
            {
                listed.push(square);
            }
        }
    }
    listed
}

impl Checker<'_> {
    fn expect(&mut self, text: &str) {
        let Some(rest) = self.rest.strip_prefix(text) else {
            panic!("expected {text:?}, there is {:?}", self.rest.chars().take(300).collect::<String>());
        };
        self.rest = rest;
    }

    fn picture(&self) -> String {
        let row = |row: &[char; 8]| format!("* {} *\n", row.map(String::from).join(" "));
        let frame = "*".repeat(19);
        format!("{frame}\n{}{frame}\n", self.board.squares.iter().map(row).collect::<String>())
    }

    fn is_over(&self, skips_in_a_row: u32) -> bool {
        let has = |letter: char| self.board.squares.iter().flatten().any(|&is| is == letter);
        skips_in_a_row == 2 || !has('-') || !has('B') || !has('W')
    }

    fn game(mut self, mut numbers: impl Iterator<Item = usize>) -> Seen {
        self.expect(&self.picture());
        let mut skips_in_a_row = 0;
        loop {
            let moves = listed_as_in_the_course(&self.board, self.board.to_move);
            skips_in_a_row = if moves.is_empty() { skips_in_a_row + 1 } else { 0 };
            if self.board.to_move == self.person {
                self.persons_turn(&moves, &mut numbers);
            } else {
                self.computers_turn(&moves);
            }
            if moves.is_empty() {
                self.board.to_move = if self.board.to_move == 'B' { 'W' } else { 'B' };
            }
            if self.is_over(skips_in_a_row) {
                break;
            }
            self.expect(&format!(
                "SkippedComputer :{}\nSkippedPlayer :{}\n",
                self.seen.computer_skipped, self.seen.player_skipped
            ));
            self.expect(&self.picture());
        }
        self.expect("GAME OVER\n");
        self.expect(&self.picture());
        let count = |letter: char| self.board.squares.iter().flatten().filter(|&&is| is == letter).count();
        let other = if self.person == 'B' { 'W' } else { 'B' };
        let result = match count(self.person).cmp(&count(other)) {
            std::cmp::Ordering::Greater => "YOU WON",
            std::cmp::Ordering::Equal => "DRAW",
            std::cmp::Ordering::Less => "COMPUTER WON",
        };
        assert_eq!(self.rest, format!("{result}\n"), "the last line");
        Seen { result: result.to_owned(), both_skipped: skips_in_a_row == 2, ..self.seen }
    }

    fn persons_turn(&mut self, moves: &[Square], numbers: &mut impl Iterator<Item = usize>) {
        self.expect("\nPlayer make your move\nYou can choose between this moves:\n");
        if moves.is_empty() {
            self.expect("No available moves :(\n");
            self.seen.player_skipped += 1;
            return;
        }
        for (n, (row, column)) in moves.iter().enumerate() {
            self.expect(&format!("{} : row:{row} column: {column}\n", n + 1));
        }
        self.expect("What move will you make (place number)\n");
        let mut number = numbers.next().unwrap();
        while number == 0 || number > moves.len() {
            self.expect(&format!("'{number}' is no number from 1 to {}.\n", moves.len()));
            self.expect("What move will you make (place number)\n");
            number = numbers.next().unwrap();
        }
        self.board.play(moves[number - 1]);
    }

    fn computers_turn(&mut self, moves: &[Square]) {
        self.expect("\nComputer makes move\n");
        if moves.is_empty() {
            self.expect("Computer skipped.\n");
            self.seen.computer_skipped += 1;
            return;
        }
        self.expect("Computer chose row");
        let words: Vec<&str> = self.rest.lines().next().unwrap().split(' ').collect();
        let square: Square = (words[0].parse().unwrap(), words[2].parse().unwrap());
        self.expect(&format!("{} column {}\n", square.0, square.1));
        assert!(moves.contains(&square), "{square:?}");
        // The course's minimax of two plies, with black as max and white as min: no other move is better.
        let sign = if self.board.to_move == 'B' { 1 } else { -1 };
        let worth = |at: &Square| {
            let mut next = self.board.clone();
            next.play(*at);
            sign * next.minimax(1)
        };
        let best = moves.iter().rev().max_by_key(|at| (worth(at), moves.iter().position(|m| m == *at)));
        assert_eq!(best, Some(&square), "the last of the best moves in the course's order");
        self.board.play(square);
    }
}

/// The games, each as the person's colour, a space, the numbers that are typed, and what is to be seen in it.
fn games() -> Vec<(char, Vec<usize>)> {
    let lines = include_str!("reversi_dialogues.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (colour, numbers) = line.split_once(' ').unwrap();
            (colour.chars().next().unwrap(), numbers.split(' ').map(|n| n.parse().unwrap()).collect())
        })
        .collect()
}

#[test]
fn whole_games_are_shown_as_the_document_shows_them() {
    let mut all = Vec::new();
    for (person, numbers) in games() {
        let typed: String = numbers.iter().map(|n| format!("{n}\n")).collect();
        let shown = dialogue(&format!("{person}\n1\n{typed}"));
        let head = BLACK_BEGINS.split_once("****").unwrap().0;
        let rest = shown.strip_prefix(head).unwrap();
        let checker = Checker { board: Plain::start(), rest, person, seen: Seen::default() };
        all.push(checker.game(numbers.into_iter()));
    }
    let any = |what: &dyn Fn(&Seen) -> bool| all.iter().any(what);
    assert!(any(&|seen| seen.player_skipped > 1 && !seen.both_skipped), "{all:?}");
    assert!(any(&|seen| seen.computer_skipped > 0 && !seen.both_skipped), "{all:?}");
    assert!(any(&|seen| seen.both_skipped), "{all:?}");
    for result in ["YOU WON", "COMPUTER WON", "DRAW"] {
        assert!(any(&|seen| seen.result == result), "{result}: {all:?}");
    }
    assert!(any(&|seen| seen.result == "YOU WON" && seen.both_skipped), "the document's ending: {all:?}");
}

#[test]
fn explain_shows_the_numbers_of_the_plain_implementation() {
    let positions = include_str!("../../../../games/reversi/tests/course/positions.txt");
    for transcript in positions.lines().filter(|line| !line.starts_with('#')) {
        let args = ["explain", "reversi", "--engine", "eval=course", "--moves", transcript];
        let board = Plain::after(transcript);
        let output = agon(&args, "");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let json = agon(&[&args[..], &["--json"]].concat(), "");
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        let early = board.squares.iter().flatten().filter(|&&is| is != '-').count() < 20;
        for (n, (black, white)) in board.strategies().into_iter().enumerate() {
            let weight = if early { WORTH[n].0 } else { WORTH[n].1 };
            let term = &json["terms"][n];
            assert_eq!(term["name"], STRATEGIES[n]);
            assert_eq!(term["raw"], serde_json::json!([black, white]), "{}: {transcript}", STRATEGIES[n]);
            assert_eq!(term["weight"], weight, "{}: {transcript}", STRATEGIES[n]);
            let line = text.lines().find(|line| line.starts_with(STRATEGIES[n])).unwrap();
            let numbers: Vec<&str> = line[STRATEGIES[n].len()..].split_whitespace().take(2).collect();
            assert_eq!(numbers, [black.to_string(), white.to_string()], "{line}");
        }
        let sign = if board.to_move == 'B' { 1 } else { -1 };
        assert_eq!(json["total"], sign * board.value(), "{transcript}");
    }
    let without = agon(&["explain", "reversi", "--engine", "eval=course-stable_discs-parity"], "");
    let text = String::from_utf8(without.stdout).unwrap();
    assert!(!text.contains("stable discs") && !text.contains("parity") && text.contains("wedges"), "{text}");
}

#[test]
fn the_three_levels_are_the_course_s_minimax_of_two_four_and_six_plies() {
    for (level, depth) in [("novice", 2), ("medium", 4), ("expert", 6)] {
        let settings = format!("level={level}");
        let args = |engine: &str| -> serde_json::Value {
            let moves = "f5d6c3d3c4f4";
            let output = agon(&["best", "reversi", "--engine", engine, "--moves", moves, "--json"], "");
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
        };
        let (named, spelt) = (args(&settings), args(&format!("eval=course:depth={depth}:threads=1")));
        for key in ["move", "score", "depth", "nodes", "pv"] {
            assert_eq!(named[key], spelt[key], "{level}: {key}");
        }
        assert_eq!(named["depth"], depth, "{level}");
    }
}
