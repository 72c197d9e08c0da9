//! Games recorded at the course's own server, replayed: every position and score it sent equals ours.
//!
//! The recordings lie in the folder that `AGON_DATA` names, by default `../shared/data` beside the project. A
//! short recording of the same form, made with the plain rules of `simple/ants.rs`, is always replayed.

#![allow(clippy::unwrap_used)] // Reason: all of it is a test.

use agon_core::{Game, MoveList, Position, Side};
use agon_games::ants::{Ants, AntsPosition, Move, Square, TILES};
use std::path::Path;

/// A message from a server to a player.
enum Sent {
    Colour(Side),
    Position(AntsPosition),
    MoveRequest,
    NameRequest,
    Quit,
}

/// The bytes of one connection in one direction.
fn stream(recording: &str, connection: &str, direction: &str) -> Vec<u8> {
    let lines = recording.lines().filter(|line| !line.starts_with('#'));
    let mut bytes = Vec::new();
    for line in lines {
        let words: Vec<_> = line.split_whitespace().collect();
        if words[..2] == [connection, direction] {
            let digits = words[2].as_bytes().chunks(2);
            bytes.extend(digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()));
        }
    }
    bytes
}

fn sent(mut bytes: &[u8]) -> Vec<Sent> {
    let mut all = Vec::new();
    while let Some((&kind, rest)) = bytes.split_first() {
        bytes = rest;
        all.push(match kind {
            1 => {
                let (body, rest) = bytes.split_at(TILES + 3);
                bytes = rest;
                let side = if body[TILES + 2] == 1 { Side::First } else { Side::Second };
                let tiles = body[..TILES].try_into().unwrap();
                let position = AntsPosition::from_tiles(tiles, body[TILES], body[TILES + 1], side).unwrap();
                assert_eq!(position.to_tiles(), *tiles);
                Sent::Position(position)
            }
            2 => Sent::Colour(Side::Second),
            3 => Sent::Colour(Side::First),
            4 => Sent::MoveRequest,
            6 => Sent::NameRequest,
            7 => Sent::Quit,
            other => panic!("message {other}"),
        });
    }
    all
}

/// The squares of a move's six pairs, up to the first row −1.
fn path(body: &[u8]) -> Vec<Square> {
    let pairs = body.chunks(2).take_while(|pair| pair[0] != 0xff);
    pairs.map(|pair| Square::new(pair[0], pair[1]).unwrap()).collect()
}

/// A position after a move: one, or one for each roll.
fn after(position: &AntsPosition, mv: Move) -> Vec<AntsPosition> {
    let mut next = *position;
    next.play(mv);
    let outcomes = next.chance().map_or(0, <[u32]>::len);
    let rolled = (0..outcomes).map(|outcome| {
        let mut rolled = next;
        rolled.resolve(outcome);
        rolled
    });
    if outcomes == 0 { vec![next] } else { rolled.collect() }
}

/// One player's side of a recording: the moves it sent, and the points in each position without a move left.
struct Followed {
    moves: usize,
    ends: Vec<[u8; 2]>,
}

/// Follows one player's side of a recording and checks that each position comes from the one before by a legal
/// move, its own ones by the move it sent.
fn follow(recording: &str, connection: &str) -> Followed {
    let answers = stream(recording, connection, "C");
    let mut answers = &answers[..];
    let mut followed = Followed { moves: 0, ends: Vec::new() };
    let mut colour = Side::First;
    let mut now: Option<AntsPosition> = None;
    let mut legal = MoveList::new();
    for message in sent(&stream(recording, connection, "S")) {
        match message {
            Sent::Colour(side) => {
                colour = side;
                now = None;
            }
            Sent::NameRequest => answers = &answers[1 + usize::from(answers[0])..],
            Sent::MoveRequest => {
                let (body, rest) = answers.split_at(12);
                answers = rest;
                let position = now.unwrap();
                assert_eq!(position.side_to_move(), colour);
                let path = path(body);
                let mv = if path.is_empty() { Move::PASS } else { Move::along(&path, colour).unwrap() };
                assert!(legal.contains(&mv), "{}", Ants.move_text(&position, mv));
                legal.retain(|&mut other| other == mv);
                followed.moves += 1;
            }
            Sent::Position(next) => {
                match now {
                    Some(now) => {
                        let mut reachable = legal.iter().flat_map(|&mv| after(&now, mv));
                        assert!(reachable.any(|reached| reached == next), "{now:?} {next:?}");
                    }
                    None => assert_eq!((next.ants(), next.points()), (AntsPosition::START.ants(), [0; 2])),
                }
                legal.clear();
                next.generate(&mut legal);
                if next.outcome().is_some() {
                    followed.ends.push(next.points());
                }
                now = Some(next);
            }
            Sent::Quit => {}
        }
    }
    assert!(answers.is_empty());
    followed
}

/// The final points of black and of white as the server printed them: `Score W:9 B:1`.
fn printed_scores(recording: &str) -> Vec<[u8; 2]> {
    let head = recording.lines().next().unwrap();
    let points = |text: &str| text.split_whitespace().next().unwrap().parse().unwrap();
    let score = |text: &str| {
        let (white, black) = text.split_once(" B:").unwrap();
        [points(black), points(white)]
    };
    head.split("Score W:").skip(1).map(score).collect()
}

#[test]
fn a_short_recording_replays() {
    let recording = include_str!("recordings/ants.txt");
    for connection in ["0", "1"] {
        let followed = follow(recording, connection);
        assert_eq!(followed.moves, 12);
        assert_eq!(followed.ends, printed_scores(recording));
    }
}

#[test]
fn the_recordings_of_the_course_replay() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("AGON_DATA").map_or_else(beside, Into::into).join("tuc");
    let Ok(files) = std::fs::read_dir(folder) else { return };
    for file in files.map(|file| file.unwrap().path()) {
        if file.file_name().unwrap().to_string_lossy().starts_with("ants-") {
            let recording = std::fs::read_to_string(&file).unwrap();
            for connection in ["0", "1"] {
                let followed = follow(&recording, connection);
                assert!(followed.moves > 100, "{}", file.display());
                assert_eq!(followed.ends, printed_scores(&recording), "{}", file.display());
            }
        }
    }
}
