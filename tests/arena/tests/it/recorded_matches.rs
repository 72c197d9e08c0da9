//! Recorded matches over sockets: our server, given the recorded players and dice, sends on each connection exactly what
//! the recorded server sent.

use crate::plain::{Numbers, Wire, rules};
use agon_core::{AnyPosition, Reason};
use agon_engine::Stop;
use agon_frontends::server::{self, MatchSetup, News};
use agon_wire::tuc::{AsciiOptions, Dialect, TucGame};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::thread::spawn;

struct Recording {
    name: String,
    numbers: Numbers,
    server: [Vec<u8>; 2],
    player: [Vec<u8>; 2],
}

/// The recordings in the folder that `AGON_DATA` names, by default `../shared/data` beside the project.
fn recordings() -> Vec<Recording> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("AGON_DATA").map_or_else(beside, Into::into).join("tuc");
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let read = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let numbers = Numbers::of(if name.starts_with("ants") { "ants" } else { "hexthello" });
        let stream = |head: &str| stream(&text, head);
        Recording {
            name,
            numbers,
            server: [stream("0 S "), stream("1 S ")],
            player: [stream("0 C "), stream("1 C ")],
        }
    };
    files.map(read).collect()
}

fn stream(text: &str, head: &str) -> Vec<u8> {
    let hexadecimal: String = text.lines().filter_map(|line| line.strip_prefix(head)).collect();
    let pairs = hexadecimal.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// How chance fell in each game: with the boards of one connection and the moves of both it is known.
fn recorded_rolls(recording: &Recording) -> Vec<Vec<usize>> {
    let numbers = &recording.numbers;
    if !numbers.is_ants() {
        return Vec::new();
    }
    let mut boards: Vec<Vec<Box<dyn AnyPosition>>> = Vec::new();
    let mut stream = &recording.server[0][2..];
    let mut begins = true;
    while let Some((&code, rest)) = stream.split_first() {
        stream = rest;
        match code {
            1 => {
                let (body, rest) = stream.split_at(numbers.board);
                stream = rest;
                if std::mem::take(&mut begins) {
                    boards.push(Vec::new());
                }
                boards.last_mut().unwrap().push(numbers.position(body));
            }
            // Colours are swapped after every game.
            2 | 3 => begins = true,
            _ => {}
        }
    }
    let outcome = |before: &dyn AnyPosition, weights: &[u32], after: &dyn AnyPosition| {
        let falls = |outcome: &usize| {
            let mut next = before.boxed();
            next.resolve(*outcome);
            next.text() == after.text()
        };
        (0..weights.len()).find(falls)
    };
    let game = |boards: &Vec<Box<dyn AnyPosition>>| {
        let opening = rules("ants").opening();
        let mut rolls = vec![outcome(&*opening, opening.chance().unwrap(), &*boards[0]).unwrap()];
        for pair in boards.windows(2) {
            // The move that led from one board to the next, and how chance fell in it.
            let rolled = pair[0].legal_moves().into_iter().find_map(|mv| {
                let mut next = pair[0].boxed();
                next.play(&mv).unwrap();
                match next.chance() {
                    Some(weights) => outcome(&*next, weights, &*pair[1]).map(Some),
                    None => (next.text() == pair[1].text()).then_some(None),
                }
            });
            rolls.extend(rolled.unwrap());
        }
        rolls
    };
    boards.iter().map(game).collect()
}

/// A player that gives the recorded answers, and what it was sent.
fn replay(mut wire: Wire, numbers: &Numbers, answers: &[u8]) -> Vec<u8> {
    let (mut received, mut answers) = (Vec::new(), answers);
    loop {
        let code = wire.read(1)[0];
        received.push(code);
        let length = match code - numbers.base {
            1 => {
                received.extend(wire.read(numbers.board));
                0
            }
            4 => numbers.mv,
            5 => {
                received.extend(wire.read(numbers.mv));
                0
            }
            6 => 1 + usize::from(answers[0]),
            7 => {
                assert!(answers.is_empty());
                assert!(wire.rest().is_empty());
                return received;
            }
            _ => 0,
        };
        let (answer, rest) = answers.split_at(length);
        answers = rest;
        wire.send(answer);
    }
}

#[test]
fn our_server_sends_what_the_recorded_one_sent() {
    let recordings = recordings();
    if recordings.is_empty() {
        eprintln!("skipped: there are no recordings; AGON_DATA can name their folder");
    }
    for recording in recordings {
        for one_byte in [false, true] {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = listener.local_addr().unwrap().port();
            let players = [0, 1].map(|connection| {
                let wire = Wire::connect(port, one_byte);
                let (numbers, answers) = (recording.numbers.clone(), recording.player[connection].clone());
                spawn(move || replay(wire, &numbers, &answers))
            });
            let setup = MatchSetup {
                game: TucGame::new(rules(recording.numbers.game)).unwrap(),
                options: AsciiOptions { games: 2, swap: true, dialect: Dialect::Positions },
                move_time: None,
                seed: 0,
                rolls: recorded_rolls(&recording),
            };
            let mut reasons = Vec::new();
            let result = server::run(listener, setup, &Stop::new(), &mut |news| {
                if let News::GameOver { verdict, .. } = news {
                    reasons.push(verdict.reason);
                }
                Ok(())
            });
            assert!(result.unwrap().complete);
            assert_eq!(reasons, [Reason::Normal; 2], "{}", recording.name);
            for (player, recorded) in players.into_iter().zip(&recording.server) {
                assert!(player.join().unwrap() == *recorded, "{}", recording.name);
            }
        }
    }
}
