//! Our server and our client against a server and a client that were written separately, whole messages at a time and
//! one byte a packet.

use crate::plain::{Numbers, Wire, plain_client, plain_server, rules};
use agon_core::Reason;
use agon_engine::{EngineSpec, Stop};
use agon_frontends::EngineMaker;
use agon_frontends::client::{self, Leaving};
use agon_frontends::server::{self, MatchSetup, News};
use agon_wire::tuc::{AsciiOptions, Dialect, TucGame};
use std::io::{self, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread::spawn;
use std::time::Duration;

const KINDS: [(&str, Dialect); 4] = [
    ("hexthello", Dialect::Moves),
    ("hexthello:radius=3", Dialect::Moves),
    ("ants", Dialect::Positions),
    ("ants", Dialect::Moves),
];

fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Writes every byte in a packet of its own.
struct Trickle<'a>(&'a TcpStream);

impl Write for Trickle<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(&bytes[..bytes.len().min(1)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Our client, as `agon client` runs it.
fn our_client(game: &'static str, port: u16, name: &str, trickle: bool) -> Leaving {
    let stream = client::connect("127.0.0.1", port, Duration::ZERO, &mut |_| {}).unwrap();
    let spec = EngineSpec::parse_settings("nodes=30").unwrap();
    let maker = EngineMaker::new(agon_games::engines(), rules(game), spec, None, Duration::from_secs(1));
    let game = TucGame::new(rules(game)).unwrap();
    if !trickle {
        return client::play(&maker, game, name, &stream).unwrap();
    }
    let reader = stream.try_clone().unwrap();
    let left = client::follow(&maker, game, name, reader, &mut Trickle(&stream)).unwrap();
    stream.shutdown(Shutdown::Both).unwrap();
    left
}

#[test]
fn plain_clients_play_ten_games_through_our_server() {
    for (game, dialect) in KINDS {
        for one_byte in [false, true] {
            let (listener, port) = listener();
            let options = AsciiOptions { games: 10, swap: true, dialect };
            let tuc = TucGame::new(rules(game)).unwrap();
            let setup = MatchSetup { game: tuc, options, move_time: None, seed: 5, rolls: Vec::new() };
            let first = Wire::connect(port, one_byte);
            let numbers = Numbers::of(game);
            let copy = numbers.clone();
            let first = spawn(move || plain_client(first, &copy, "first", 1));
            let second = spawn(move || plain_client(Wire::connect(port, one_byte), &numbers, "second", 2));
            let (mut reasons, mut moves) = (Vec::new(), 0);
            let result = server::run(listener, setup, &Stop::new(), &mut |news| {
                if let News::GameOver { verdict, referee, .. } = news {
                    reasons.push(verdict.reason);
                    moves += referee.line().moves().len();
                }
                Ok(())
            });
            let result = result.unwrap();
            assert!(result.complete);
            assert_eq!(result.wins[0] + result.wins[1] + result.draws, 10);
            assert_eq!(reasons, [Reason::Normal; 10]);
            let (first, second) = (first.join().unwrap(), second.join().unwrap());
            assert_eq!(first.requests + second.requests, moves, "every ply is asked for, the pass too");
            if dialect == Dialect::Positions {
                assert_eq!((first.boards, second.boards), (10 + moves, 10 + moves));
                assert_eq!(first.moves + second.moves, 0);
            } else {
                assert_eq!((first.boards, second.boards), (10, 10));
                assert_eq!(first.moves + second.moves, moves - 10, "not the last of each game");
            }
            let colours = [2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2];
            assert_eq!(first.colours, colours, "at the start and after every game");
            assert_eq!(second.colours, colours.map(|colour| 5 - colour));
        }
    }
}

#[test]
fn our_clients_play_ten_games_through_a_plain_server() {
    for (game, dialect) in KINDS {
        for one_byte in [false, true] {
            let (listener, port) = listener();
            let players =
                ["first", "second"].map(|name| spawn(move || our_client(game, port, name, one_byte)));
            let positions = dialect == Dialect::Positions;
            let winners = plain_server(&listener, &Numbers::of(game), 10, true, positions, 3, one_byte);
            assert_eq!(winners.len(), 10);
            for player in players {
                assert_eq!(player.join().unwrap(), Leaving::Quit);
            }
        }
    }
}

#[test]
fn our_client_beats_a_plain_random_player() {
    for game in ["hexthello:radius=3", "ants"] {
        let (listener, port) = listener();
        let ours = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let numbers = Numbers::of(game);
        let copy = numbers.clone();
        let theirs = spawn(move || plain_client(Wire::connect(port, false), &copy, "random", 4));
        let player = spawn(move || {
            let spec = EngineSpec::parse_settings("nodes=3000").unwrap();
            let maker =
                EngineMaker::new(agon_games::engines(), rules(game), spec, None, Duration::from_secs(1));
            client::play(&maker, TucGame::new(rules(game)).unwrap(), "ours", &ours).unwrap()
        });
        let winners = plain_server(&listener, &numbers, 4, true, game == "ants", 3, false);
        assert!(winners.iter().filter(|winner| **winner == Some(0)).count() >= 3, "{game}: {winners:?}");
        assert_eq!(player.join().unwrap(), Leaving::Quit);
        theirs.join().unwrap();
    }
}
