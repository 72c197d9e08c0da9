//! Seeded mutations of honest traffic against the invariants of every machine.

use crate::recorded::{self, Plan, made_here};
use agon_core::{AnyGame, Dice};
use agon_wire::invariants::{ALL, Invariant};
use std::sync::Arc;

/// How many mutations of each seed are tried.
const ROUNDS: usize = 150;

/// Every game, and a small board; the seeds begin with the byte that chooses among those of their protocol.
fn games() -> Vec<Arc<dyn AnyGame>> {
    let ids = ["reversi", "connect4-9x9", "four-in-a-row", "ants", "hexthello", "hexthello:radius=2"];
    ids.map(|id| agon_games::registry().game(id).unwrap()).to_vec()
}

/// Honest input for an invariant, or something close to it.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    match name {
        "lines" => vec![text("\x20one\ntwo\r\n\nthree and a very long line that is cut off\nrest")],
        "tuc_server_messages" | "tuc_player" => server_streams(),
        "tuc_seat" => vec![
            vec![0, 0, 100, 3, b'B', b'o', b'b', 20, 108, 9, 0, 8, 1, 255, 0, 0, 0, 0, 0, 0, 0, 20, 70],
            vec![1, 20, 66, 20, 100, 5, 7, 8, 6, 0, 100, 2, b'a', b'b'],
        ],
        "tuc_ascii" => ascii_scripts(),
        "tuc_lobby" => vec![
            vec![1, 0, 0, 186, 3, b'a', b'b', b'c', 2, 3, 8, 42, 5, 7, 5, 8, 2, 8, 43, 6, 7],
            vec![0, 1, 1, 2, 5, 8, 202, 9, 0, 8, 1, 255, 0, 0, 0, 0, 0, 0, 0, 4, 6, 7, 8],
        ],
        "stdio_platform" => vec![text("A3\n4\n3\n0\r\n5\n"), text("B\n4\n12\n"), text("A9\n")],
        "stdio_player" => vec![text("A0\n3\n4\n5\n10\n"), text("B42 4\n3\n2\n11\n"), text("B0\n-1\n")],
        "two_instance" => vec![text("A3456012345"), text("CI play 3. Now 4! then 5 and 6"), text("B0123")],
        "ugi_engine" => vec![
            text(
                "\0ugi\nisready\nuginewgame\nposition startpos moves f5 d6\ngo depth 3\nquery result\nstop\nquit\n",
            ),
            text(
                "\x03position startpos moves 9,0-8,1\nquery p1turn\ngo p1time 10 p2time 20 p1inc 1 p2inc 1\n",
            ),
            text(
                "\x01setoption name Hash value 3\nposition fen --- X moves 3\ngo infinite\nstop\nlegalmoves 1 2\n",
            ),
            text("\x02position startpos moves 3342\ngo movetime 10\ngo nodes 5\n"),
        ],
        "ugi_gui" => vec![
            text(
                "\0id name X\noption name LegalMoves type check\noption name Hash type spin default 1 min 1 max 2\nugiok\nreadyok\nreadyok\ninfo depth 3 score cp 12 pv a b\nbestmove f5\nreadyok\nbestmove d6\n",
            ),
            text("\x23ugiok\nreadyok\nreadyok\nresponse true\nbestmove x\nreadyok\n"),
        ],
        "nboard_engine" => vec![
            text(
                "nboard 2\nset depth 3\nset game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\nping 1\ngo\nping 2\nhint 3\nmove C3/1.5/2\nanalyze\nlearn\nquit\n",
            ),
            text("nboard 1\nF5\nd6\ngo\nset contempt 3\nmove PA\ngo\n"),
        ],
        "nboard_gui" => vec![
            text(
                "\0set myname E\npong 1\npong 2\nstatus x\nsearch F5D6 1.0 0 12\nnodestats 12 0.5\n=== F5/1.0/0.2\npong 3\n=== d6 1 2\n",
            ),
            text("\x40pong 2\nbook F5 (1,2) 3 4 text\nanalysis 3 1.5\n===PA\npong 3\n=== d6\n"),
        ],
        "gtp_engine" => vec![
            text(
                "1 protocol_version\n2 boardsize 8\n3 clear_board\n4 play b F5\n5 genmove w\nshowboard\nundo\ntime_settings 60 5 1\ntime_left b 30 0\nlist_commands\nfinal_score\nquit\n",
            ),
            text(
                "# comment\nknown_command play\nplay w d3\nplay b pass\ngenmove b\nkomi 3.5\nset_game Othello\n",
            ),
        ],
        "gtp_gui" => vec![
            text("\0=1 2\n\n=2 Engine\n\n?3 unknown command\n\n=4\n\n=5\n\n=6 F5\n\n=7 D6\n\n=8\n\n"),
            text("\x30= 2\n\n= E\n\n= \n\n= \n\n= \n\n= \n\n= \n\n= resign\n\n"),
        ],
        other => panic!("no seeds for {other}"),
    }
}

/// The server's bytes of the matches made here, each with the byte that chooses its game.
fn server_streams() -> Vec<Vec<u8>> {
    let mut streams = Vec::new();
    for recording in made_here() {
        let Some(first) = game_byte(&recording.game) else { continue };
        for late in [0, 66] {
            let mut bytes = vec![first + late];
            bytes.extend(&recording.server[0][..recording.server[0].len().min(1200)]);
            streams.push(bytes);
        }
    }
    streams
}

fn game_byte(game: &str) -> Option<u8> {
    ["ants", "hexthello", "hexthello:radius=2"].iter().position(|id| *id == game).map(|byte| byte as u8)
}

/// Both players' answers as a script, move by move.
fn ascii_scripts() -> Vec<Vec<u8>> {
    let mut scripts = Vec::new();
    for (game, seed) in [("ants", 3), ("hexthello:radius=2", 4)] {
        let plan = Plan { game, games: 2, swap: true, positions: true, seed, blunder: None };
        let recording = recorded::make(&plan);
        let length = if game == "ants" { 12 } else { 2 };
        let mut script = vec![game_byte(game).unwrap(), 2 + 4];
        let mut answers = [&recording.player[0][..], &recording.player[1][..]];
        for (connection, answers) in answers.iter_mut().enumerate() {
            let (name, rest) = answers.split_at(1 + usize::from(answers[0]));
            *answers = rest;
            script.push((name.len() as u8) << 1 | connection as u8);
            script.extend(name);
        }
        // Black moves first, and then they alternate.
        let mut mover = 1;
        while answers[mover].len() >= length {
            let (answer, rest) = answers[mover].split_at(length);
            answers[mover] = rest;
            script.push((length as u8) << 1 | mover as u8);
            script.extend(answer);
            mover = 1 - mover;
        }
        scripts.push(script);
    }
    scripts
}

fn mutate(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(bytes.len() as u64 + 1) as usize;
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] = dice.next_u64() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            2 => bytes.insert(at, dice.next_u64() as u8),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 => bytes.truncate(at),
            5 => {
                // A part of it once more, somewhere else.
                let end = (at + 1 + dice.below(20) as usize).min(bytes.len());
                let part = bytes[at.min(end)..end].to_vec();
                let to = dice.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, part);
            }
            _ => {
                let noise: Vec<u8> = (0..dice.below(40)).map(|_| dice.next_u64() as u8).collect();
                bytes.splice(at..at, noise);
            }
        }
    }
    bytes
}

#[test]
fn honest_traffic_holds() {
    let games = games();
    for (name, holds) in ALL {
        seeds(name).iter().for_each(|seed| holds(&games, seed));
    }
}

#[test]
fn mutations_hold() {
    let games = games();
    let run = |(number, (name, holds)): (usize, (&str, Invariant))| {
        let mut dice = Dice::new(number as u64);
        for seed in seeds(name) {
            for _ in 0..ROUNDS {
                holds(&games, &mutate(&seed, &mut dice));
            }
        }
    };
    ALL.into_iter().enumerate().for_each(run);
}

#[test]
fn noise_holds() {
    let (games, mut dice) = (games(), Dice::new(99));
    for (_, holds) in ALL {
        for _ in 0..ROUNDS {
            let noise: Vec<u8> = (0..dice.below(600)).map(|_| dice.next_u64() as u8).collect();
            holds(&games, &noise);
        }
    }
}

#[test]
fn floods_hold() {
    let games = games();
    for (_, holds) in ALL {
        for byte in [0, 1, 7, b'\n', b' ', b'3', b'=', b'x', 101, 104, 255] {
            holds(&games, &vec![byte; 70_000]);
        }
    }
}
