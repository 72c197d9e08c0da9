//! Seeded fuzzing of everything that reads text or bytes from outside. What must hold is in
//! [`agon_games::invariants`]; here good inputs are made and then spoilt in thousands of ways.

#![allow(clippy::print_stderr)] // Reason: all of it is a test.

use crate::fixtures;
use agon_core::record::PlayerInfo;
use agon_core::{Dice, Record, Registry};
use agon_games::{invariants, registry};

/// Words that mean something somewhere.
const WORDS: [&[u8]; 24] = [
    b"pass",
    b"PA",
    b"--",
    b"+",
    b".",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"1e400",
    b"null",
    b"(;",
    b";)",
    b"[",
    b"]",
    b"\\",
    b"\"",
    b"{",
    b"}",
    b";",
    b" ",
    b"\n",
    b"\xff",
    b"\xc3\xa9",
    b"X",
];

/// One to four changes: bytes turned, replaced, cut out, put in, repeated, or exchanged for a part of another
/// input.
fn spoil(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() as u64 + 1) as usize;
        let end = (at + dice.below(9) as usize).min(bytes.len());
        match dice.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = dice.next_u64() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            5 => {
                let from = dice.below(other.len() as u64 + 1) as usize;
                let to = (from + dice.below(20) as usize).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            6 => drop(bytes.splice(at..end, dice.pick(&WORDS).unwrap().iter().copied())),
            _ => drop(bytes.splice(at..at, dice.pick(&WORDS).unwrap().iter().copied())),
        }
    }
    bytes
}

/// Shows the input if what follows panics.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("input: {:?}", String::from_utf8_lossy(self.0));
        }
    }
}

/// Calls `check` with every good input and then with `rounds` spoilt ones.
fn fuzz(seed: u64, good: &[Vec<u8>], rounds: usize, check: impl Fn(&[u8], &mut Dice)) {
    let mut dice = Dice::new(seed);
    for input in good {
        let _shown = Shown(input);
        check(input, &mut dice);
    }
    for _ in 0..rounds {
        let (input, other) = (dice.pick(good).unwrap().clone(), dice.pick(good).unwrap().clone());
        let spoilt = spoil(&input, &other, &mut dice);
        let _shown = Shown(&spoilt);
        check(&spoilt, &mut dice);
    }
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The games that are fuzzed: all of them, and small HexThello boards where it is there.
fn ids(games: &Registry) -> Vec<String> {
    let mut ids: Vec<_> = games.games().map(|game| game.id()).collect();
    let variants = ["hexthello:radius=2", "hexthello:radius=3"];
    ids.extend(variants.iter().filter(|id| games.game(id).is_ok()).map(|id| id.to_string()));
    ids
}

#[test]
fn names_of_games() {
    let games = registry();
    let mut good: Vec<_> = ids(&games).into_iter().map(String::into_bytes).collect();
    good.push(b"hexthello:radius=7:radius=3".to_vec());
    fuzz(1, &good, 20_000, |id, _| invariants::game_id(&games, &text(id)));
}

#[test]
fn positions() {
    let games = registry();
    for id in ids(&games) {
        let game = games.game(&id).unwrap();
        let lines = (0..20).map(|seed| fixtures::random_line(game.start(), seed, 7 * seed as usize));
        let good: Vec<_> = lines.map(|line| line.position().text().into_bytes()).collect();
        fuzz(2, &good, 4_000, |position, _| invariants::position_text(&*game, &text(position)));
    }
}

#[test]
fn moves() {
    let games = registry();
    for id in ids(&games) {
        let game = games.game(&id).unwrap();
        let line = fixtures::random_line(game.start(), 3, 1000);
        let good: Vec<_> = line.moves().iter().map(|mv| mv.text.clone().into_bytes()).collect();
        fuzz(4, &good, 2_000, |mv, dice| {
            let ply = dice.below(line.moves().len() as u64 + 1) as usize;
            invariants::move_text(line.position_at(ply).unwrap(), &text(mv));
        });
    }
}

#[test]
fn game_texts() {
    let games = registry();
    for id in ids(&games) {
        let game = games.game(&id).unwrap();
        let lines = (0..10).map(|seed| fixtures::random_line(game.start(), seed, 12 * seed as usize));
        let written = lines.map(|line| line.moves().iter().map(|mv| mv.text.clone()).collect::<Vec<_>>());
        let good: Vec<_> = written.map(|moves| moves.join(" ").into_bytes()).collect();
        fuzz(5, &good, 1_000, |moves, _| invariants::game_text(&games, &*game, &text(moves)));
    }
}

/// Records of all games with everything a record can hold.
fn records(games: &Registry) -> Vec<Record> {
    let ids = ids(games).into_iter();
    ids.map(|id| {
        let line = fixtures::random_line(games.game(&id).unwrap().start(), 1, 20);
        let seat = PlayerInfo { name: "né \"Agon\"".to_owned(), spec: "engine:level=3".to_owned() };
        let mut record = Record::of_line(&line, [seat.clone(), seat]);
        (record.seed, record.set_up, record.opening_plies) = (Some(u64::MAX), Some(3), 2);
        record.time_control = Some("5m+2s".to_owned());
        record.tags.insert("place".to_owned(), "here".to_owned());
        for mv in &mut record.moves {
            (mv.ms, mv.cpu_ms, mv.score) = (Some(0.1), Some(1e-9), Some(-3.3));
            (mv.depth, mv.nodes) = (Some(9), Some(1 << 60));
        }
        record
    })
    .collect()
}

#[test]
fn game_records() {
    let games = registry();
    let good: Vec<_> = records(&games).iter().map(|record| record.to_json().into_bytes()).collect();
    fuzz(6, &good, 20_000, |record, _| invariants::record_text(&games, &text(record)));
}

#[test]
fn files() {
    let games = registry();
    let mut good: Vec<_> =
        ["small.wtb", "small.ggf", "small.obf", "small-columns.txt"].map(fixtures::read).to_vec();
    // Short files too, in which a change more often hits something that matters.
    good.push(good[0][..16].iter().chain(&good[0][16 + 68..16 + 2 * 68]).copied().collect());
    good[4][4] = 1;
    good.push(b"(;GM[Othello]PB[a]PW[b]RE[-2:r]TY[8]EV[x]LONG_KEY[y]B[f5/1.5/2]W[d6//0.5]B[c3];)".to_vec());
    good.push(b"1. f5 d6 2. C3 d3\n3. c4\nf5f6e6f4\n".to_vec());
    good.push(b"3342560\n1 2 3 4\n7,7,7\n".to_vec());
    good.extend(records(&games).iter().map(|record| record.to_json().into_bytes()));
    fuzz(7, &good, 10_000, |file, _| invariants::file(&games, file));
}

/// What coverage-guided runs start from: see `docs/fuzzing.md`.
#[test]
fn the_seeds_are_as_made() {
    let games = registry();
    for (id, record) in ids(&games).iter().zip(records(&games)) {
        let line = record.replay(&games).unwrap();
        let moves: Vec<_> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        let (last, before) = (moves.len() - 1, line.position_at(moves.len() - 1).unwrap());
        let name = id.replace([':', '='], "-");
        let seeds = [
            ("position", format!("{id}\n{}\n{}\n", before.text(), moves[last])),
            ("game_text", format!("{id}\n{}\n", moves.join(" "))),
            ("record", record.to_json()),
        ];
        for (target, seed) in seeds {
            fixtures::assert_as_made(&format!("seeds/{target}/{name}"), seed.as_bytes());
        }
    }
}
