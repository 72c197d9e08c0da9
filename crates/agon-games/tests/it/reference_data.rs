//! Our rules against games and positions that others have recorded.
//!
//! The public data lie outside the project (`AGON_DATA`, by default `../shared/data` beside it); where they are
//! not there these tests say so and are skipped. The same checks run on small files of our own making in
//! `tests/fixtures`, so that nothing here goes untested anywhere.

use crate::fixtures;
use agon_connect::columns::FOUR_IN_A_ROW_FROM_1;
use agon_core::{AnyPosition, Format, Outcome, Phase, Position, Side};
use agon_games::registry;
use agon_reversi::formats::wthor::{Names, Wthor, settled_score};

/// How the games of WTHOR files end.
#[derive(Default, PartialEq, Debug)]
struct Ends {
    games: usize,
    /// Over by the rules with exactly the score that the file notes for black.
    as_noted: usize,
    /// Over by the rules with another score.
    otherwise: usize,
    unfinished: usize,
}

impl Ends {
    fn add(&mut self, name: &str, bytes: &[u8]) {
        let file = Wthor::new(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for game in file.games() {
            let end = game.replay().unwrap_or_else(|error| panic!("{name}: {error}"));
            self.games += 1;
            match settled_score(&end) {
                Some(score) if score == game.score() => self.as_noted += 1,
                Some(_) => self.otherwise += 1,
                None => self.unfinished += 1,
            }
        }
    }
}

#[test]
fn every_game_of_our_own_wthor_file_replays() {
    let mut ends = Ends::default();
    ends.add("small.wtb", &fixtures::read("small.wtb"));
    assert_eq!(ends, Ends { games: 8, as_noted: 6, otherwise: 0, unfinished: 2 });
}

#[test]
fn every_wthor_game_replays() {
    let Some(files) = fixtures::data("wthor") else { return };
    let mut ends = Ends::default();
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".wtb")) {
        ends.add(name, bytes);
    }
    assert_eq!(ends, Ends { games: 137_548, as_noted: 137_135, otherwise: 0, unfinished: 413 });
}

#[test]
fn wthor_games_are_the_same_as_records() {
    let Some(files) = fixtures::data("wthor") else { return };
    let (games, names) = (registry(), Names::default());
    for (name, bytes) in &files {
        // Records are checked move by move through text; every hundredth game is enough of that.
        for game in Wthor::new(bytes).unwrap().games().step_by(100) {
            let line = game.record(&names).unwrap().replay(&games).unwrap_or_else(|e| panic!("{name}: {e}"));
            let end = game.replay().unwrap();
            assert_eq!(line.position().key(), end.key(), "{name}, game {}", game.number);
        }
    }
}

/// Each line a position, then `MOVE:score;` for every legal move, best first.
fn check_endgames(name: &str, text: &str) -> usize {
    let reversi = registry().game("reversi").unwrap();
    for (i, line) in text.lines().enumerate() {
        let place = format!("{name}, line {}", i + 1);
        let (board, rest) = line.split_once(';').unwrap();
        let position = reversi.parse_position(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(position.text(), board, "{place}");
        let judged = rest.split(';').map(str::trim).filter(|word| !word.is_empty());
        let judged = judged.map(|word| word.split_once(':').unwrap());
        let mut listed: Vec<_> = judged.clone().map(|(mv, _)| mv.to_lowercase()).collect();
        let scores: Vec<i32> = judged.map(|(_, score)| score.parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{place}: {scores:?}");
        let mut legal = position.legal_moves();
        legal.sort();
        listed.sort();
        assert_eq!(listed, legal, "{place}");
        for mv in legal {
            let mut next = position.clone();
            assert_eq!(next.play(&mv.to_uppercase()), Ok(mv), "{place}");
        }
    }
    text.lines().count()
}

/// Late positions of our own games, each legal move with the discs it leaves the mover ahead by.
fn endgames() -> String {
    let reversi = registry().game("reversi").unwrap();
    let mut text = String::new();
    for seed in 100..112 {
        let line = fixtures::random_line(reversi.start(), seed, 40 + seed as usize % 10);
        let position = line.position();
        let Phase::Turn(side) = position.phase() else { continue };
        let after = |mv: &String| {
            let mut next = position.boxed();
            next.play(mv).unwrap();
            (next.score()[0] - next.score()[1]) * side.sign()
        };
        let mut moves: Vec<_> =
            position.legal_moves().iter().map(|mv| (after(mv), mv.to_uppercase())).collect();
        moves.sort_by_key(|(ahead, _)| -ahead);
        let moves: String = moves.iter().map(|(ahead, mv)| format!(" {mv}:{ahead:+};")).collect();
        text.push_str(&format!("{};{moves}\n", position.text()));
    }
    text
}

#[test]
fn our_own_endgames_list_exactly_the_legal_moves() {
    fixtures::assert_as_made("small.obf", endgames().as_bytes());
    assert_eq!(check_endgames("small.obf", str::from_utf8(&fixtures::read("small.obf")).unwrap()), 12);
}

#[test]
fn ffo_endgames_list_exactly_the_legal_moves() {
    let Some(files) = fixtures::data("ffo") else { return };
    let count: usize =
        files.iter().map(|(name, bytes)| check_endgames(name, str::from_utf8(bytes).unwrap())).sum();
    assert_eq!(count, 40);
}

/// The first side's margin under perfect play, by looking at everything.
fn plain_minimax(position: &dyn AnyPosition) -> i32 {
    let side = match position.phase() {
        Phase::Turn(side) => side,
        Phase::Over(Outcome { margin, .. }) => return margin,
        Phase::Chance => panic!("no chance in connect-four"),
    };
    let values = position.legal_moves().into_iter().map(|mv| {
        let mut next = position.boxed();
        next.play(&mv).unwrap();
        plain_minimax(&*next)
    });
    if side == Side::First { values.max().unwrap() } else { values.min().unwrap() }
}

/// Whether the side to move can win with its next stone.
fn wins_at_once(position: &dyn AnyPosition) -> bool {
    position.legal_moves().iter().any(|mv| {
        let mut next = position.boxed();
        next.play(mv).unwrap();
        matches!(next.phase(), Phase::Over(Outcome { winner: Some(_), .. }))
    })
}

/// Each line the columns played, counted from 1, and the exact score for the side to move. Gives back how many
/// lines there were and how many of them were near enough to the end to be solved here.
fn check_solved_positions(name: &str, text: &str) -> [usize; 2] {
    let games = registry();
    let mut solved = 0;
    for (i, line) in text.lines().enumerate() {
        let place = format!("{name}, line {}", i + 1);
        let (columns, score) = line.split_once(' ').unwrap();
        let score: i32 = score.parse().unwrap();
        let records =
            FOUR_IN_A_ROW_FROM_1.read(columns.as_bytes(), &games).unwrap_or_else(|e| panic!("{place}: {e}"));
        let line = records[0].replay(&games).unwrap();
        let Phase::Turn(side) = line.position().phase() else { panic!("{place}: the game is over") };
        let stones = columns.len() as i32;
        assert_eq!(line.moves().len(), columns.len(), "{place}");
        assert_eq!(wins_at_once(line.position()), score == (43 - stones) / 2, "{place}");
        if stones >= 42 - 7 {
            assert_eq!(plain_minimax(line.position()) * side.sign(), score, "{place}");
            solved += 1;
        }
    }
    [text.lines().count(), solved]
}

/// Late positions of our own random games with their exact scores.
fn solved_positions() -> String {
    let game = registry().game("four-in-a-row").unwrap();
    let mut text = String::new();
    for seed in 0..1500 {
        let line = fixtures::random_line(game.start(), seed, 35 + seed as usize % 6);
        if let Phase::Turn(side) = line.position().phase() {
            let columns = line.moves().iter().map(|mv| mv.text.parse::<u32>().unwrap() + 1);
            let columns: String = columns.map(|column| column.to_string()).collect();
            text.push_str(&format!("{columns} {}\n", plain_minimax(line.position()) * side.sign()));
        }
    }
    text
}

#[test]
fn our_own_connect_four_strings_replay_and_are_scored_rightly() {
    fixtures::assert_as_made("small-columns.txt", solved_positions().as_bytes());
    let text = String::from_utf8(fixtures::read("small-columns.txt")).unwrap();
    let [lines, solved] = check_solved_positions("small-columns.txt", &text);
    assert!(lines >= 10 && solved == lines, "{lines} lines");
}

#[test]
fn connect_four_benchmarks_replay_and_are_scored_rightly() {
    let Some(files) = fixtures::data("connect4") else { return };
    let mut sum = [0; 2];
    for (name, bytes) in &files {
        let [lines, solved] = check_solved_positions(name, str::from_utf8(bytes).unwrap());
        sum = [sum[0] + lines, sum[1] + solved];
    }
    assert_eq!(sum, [4000, 489]);
}
