//! Players that mean no good, at the ascii server: it stays up, the verdict is right, and nothing grows.

use crate::plain::{self, Numbers, Wire, plain_client, rules};
use agon_core::Reason;
use agon_engine::Stop;
use agon_frontends::server::{self, MatchResult, MatchSetup, News};
use agon_wire::tuc::{AsciiOptions, Dialect, TucGame};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};

const SMALL: &str = "hexthello:radius=2";

struct Served {
    result: MatchResult,
    reasons: Vec<Reason>,
    /// How many came and did not wait for the match.
    not_waited: usize,
}

fn serve(games: u32) -> (u16, JoinHandle<Served>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let options = AsciiOptions { games, swap: true, dialect: Dialect::Moves };
    let game = TucGame::new(rules(SMALL)).unwrap();
    let setup = MatchSetup { game, options, move_time: None, seed: 5, rolls: Vec::new() };
    let server = spawn(move || {
        let (mut reasons, mut not_waited) = (Vec::new(), 0);
        let result = server::run(listener, setup, &Stop::new(), &mut |news| {
            match news {
                News::GameOver { verdict, .. } => reasons.push(verdict.reason),
                News::NotWaited { .. } => not_waited += 1,
                _ => {}
            }
            Ok(())
        });
        Served { result: result.unwrap(), reasons, not_waited }
    });
    (port, server)
}

fn honest(port: u16, seed: u64) -> JoinHandle<plain::Seen> {
    let wire = Wire::connect(port, false);
    spawn(move || plain_client(wire, &Numbers::of(SMALL), "honest", seed))
}

/// A player that leaves after so many messages or answered bytes; says whether it got that far.
fn leaves(mut wire: Wire, mut messages: usize, mut bytes: usize) -> bool {
    let numbers = Numbers::of(SMALL);
    let mut board = None;
    loop {
        if messages == 0 {
            return true;
        }
        messages -= 1;
        let answer = match wire.read(1)[0] - 100 {
            1 => {
                board = Some(numbers.position(&wire.read(numbers.board)));
                continue;
            }
            4 => {
                let position = board.as_mut().unwrap();
                let mv = position.legal_moves().swap_remove(0);
                position.play(&mv).unwrap();
                numbers.move_bytes(&mv)
            }
            5 => {
                let mv = numbers.move_text(&wire.read(numbers.mv));
                board.as_mut().unwrap().play(&mv).unwrap();
                continue;
            }
            6 => b"\x05leave".to_vec(),
            7 => return false,
            _ => continue,
        };
        for byte in answer {
            if bytes == 0 {
                return true;
            }
            bytes -= 1;
            wire.send(&[byte]);
        }
    }
}

/// Lets one player leave at a point; says whether that was before the end of the match.
fn leaving(first: bool, messages: usize, bytes: usize) -> bool {
    let (port, server) = serve(1);
    let leaver = |port| {
        let wire = Wire::connect(port, false);
        spawn(move || leaves(wire, messages, bytes))
    };
    // Who connects first is white; both must be there before anybody leaves.
    let (leaver, honest) = if first {
        let wire = Wire::connect(port, false);
        let honest = honest(port, 7);
        (spawn(move || leaves(wire, messages, bytes)), honest)
    } else {
        let honest = honest(port, 7);
        (leaver(port), honest)
    };
    let left = leaver.join().unwrap();
    let seen = honest.join().unwrap();
    let Served { result, reasons, .. } = server.join().unwrap();
    // Who leaves with everything answered may have seen all but QUIT: then the match was complete.
    assert!(left || result.complete);
    if !result.complete {
        let honest = usize::from(first);
        if seen.boards > 0 {
            assert_eq!(reasons, [Reason::Disconnect]);
            assert_eq!((result.wins[honest], result.wins[1 - honest]), (1, 0));
        } else {
            assert!(reasons.is_empty(), "there was no game yet");
        }
    }
    left && !result.complete
}

#[test]
fn a_player_may_leave_at_any_point_of_the_dialogue() {
    for first in [true, false] {
        let after_messages = (1..).take_while(|&messages| leaving(first, messages, usize::MAX)).count();
        assert!(after_messages > 10, "{after_messages}");
        let after_bytes = (0..).take_while(|&bytes| leaving(first, usize::MAX, bytes)).count();
        assert!(after_bytes > 15, "{after_bytes}");
    }
}

#[test]
fn who_does_not_wait_gives_its_place_to_the_next() {
    let (port, server) = serve(1);
    // One after the other: each is closed by the server before the next comes.
    for _ in 0..3 {
        let mut wire = Wire::connect(port, false);
        wire.send(b"GET / HTTP/1.1\r\n\r\n");
        assert!(wire.rest().is_empty());
    }
    let players = [honest(port, 1), honest(port, 2)];
    for player in players {
        player.join().unwrap();
    }
    let served = server.join().unwrap();
    assert!(served.result.complete);
    assert_eq!((served.not_waited, served.result.names), (3, ["honest".to_owned(), "honest".to_owned()]));
}

#[test]
fn hundreds_that_come_during_a_match_are_turned_away() {
    let (port, server) = serve(2);
    let mut first = Wire::connect(port, false);
    let second = honest(port, 2);
    // The colour says that the match has begun.
    assert_eq!(first.read(1), [102]);
    for _ in 0..300 {
        let mut late = Wire::connect(port, false);
        assert!(late.rest().is_empty(), "closed without a word");
    }
    // The match is not disturbed; the colour was read already, and a plain player does not mind.
    let first = spawn(move || plain_client(first, &Numbers::of(SMALL), "first", 1));
    first.join().unwrap();
    second.join().unwrap();
    let served = server.join().unwrap();
    assert!(served.result.complete);
    assert_eq!(served.reasons, [Reason::Normal; 2]);
}

/// Sends as much as is taken, in the background: the system may leave a writer waiting long after the reader is gone.
fn flood(mut stream: TcpStream) {
    spawn(move || while stream.write(&[7; 4096]).is_ok() {});
}

#[test]
fn a_flood_ends_its_own_match_and_is_not_kept() {
    // Before its name is asked for, and as its name.
    for named in [false, true] {
        let (port, server) = serve(1);
        let stays = Wire::connect(port, false);
        let stays = spawn(move || {
            let mut wire = stays;
            let mut bytes = wire.read(2);
            if named {
                wire.send(b"\x04stay");
            }
            bytes.extend(wire.rest());
            bytes
        });
        let flooder = TcpStream::connect(("127.0.0.1", port)).unwrap();
        // Its colour, so that both are there.
        (&flooder).read_exact(&mut [0]).unwrap();
        flood(flooder);
        assert_eq!(stays.join().unwrap().last(), Some(&107));
        let served = server.join().unwrap();
        assert!(!served.result.complete);
        assert!(
            served.reasons.is_empty() || served.reasons == [Reason::ProtocolError],
            "{:?}",
            served.reasons
        );
    }
}

#[test]
fn a_flood_in_the_middle_of_a_game_loses_it() {
    let (port, server) = serve(1);
    let honest = honest(port, 3);
    let mut flooder = Wire::connect(port, false);
    // Black: colour, name, board, request. One move is owed, and there comes much more.
    assert_eq!(flooder.read(2), [103, 106]);
    flooder.send(b"\x05flood");
    let board = flooder.read(1 + 28);
    assert_eq!((board[0], flooder.read(1)), (101, vec![104]));
    let position = Numbers::of(SMALL).position(&board[1..]);
    let mut bytes = Numbers::of(SMALL).move_bytes(&position.legal_moves()[0]);
    bytes.extend([1; 60]);
    flooder.send(&bytes);
    flood(flooder.stream);
    honest.join().unwrap();
    let served = server.join().unwrap();
    assert_eq!(served.reasons, [Reason::ProtocolError]);
    assert_eq!(served.result.wins, [1, 0]);
}

#[test]
fn wrong_bytes_for_a_move_lose_the_game_only() {
    for mv in [[0, 0], [255, 255], [206, 0], [104, 104], [2, 200]] {
        let (port, server) = serve(2);
        let honest = honest(port, 3);
        let mut wire = Wire::connect(port, false);
        assert_eq!(wire.read(2), [103, 106]);
        // A name of 255 bytes, of which 8 are kept.
        let mut name = vec![255];
        name.extend([b'n'; 255]);
        wire.send(&name);
        wire.read(1 + 28 + 1);
        wire.send(&mv);
        // The next game has the colours swapped.
        assert_eq!(wire.read(1), [102]);
        plain_client(wire, &Numbers::of(SMALL), "late", 4);
        honest.join().unwrap();
        let served = server.join().unwrap();
        assert_eq!(served.reasons, [Reason::IllegalMove, Reason::Normal], "{mv:?}");
        assert_eq!(served.result.names[1], "nnnnnnnn");
        assert!(served.result.complete);
    }
}
