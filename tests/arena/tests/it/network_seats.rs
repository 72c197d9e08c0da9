//! Players that connect to a port and take a seat there.

use agon_core::{Reason, Side, Verdict};
use agon_engine::{EngineSpec, Stop};
use agon_frontends::EngineMaker;
use agon_frontends::client::{self, Leaving};
use agon_referee::{GameResult, GameSetup, Match, Openings, Referee, Seat, SystemClock, TimeControl, play};
use agon_seats::PlayerSpec;
use agon_seats::SeatFactory;
use agon_wire::tuc::TucGame;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Far more than anything here takes, also on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

fn connect(port: u16) -> TcpStream {
    let stream = client::connect("127.0.0.1", port, Duration::from_millis(20), &mut |_| {}).unwrap();
    stream.set_read_timeout(Some(GENEROUS)).unwrap();
    stream
}

/// One of our own clients.
fn client(name: &'static str, port: u16) -> JoinHandle<Leaving> {
    let stream = connect(port);
    spawn(move || {
        let spec = EngineSpec::parse_settings("nodes=50").unwrap();
        let game = agon_games::registry().game(name).unwrap();
        let tuc = TucGame::new(game.clone()).unwrap();
        let maker = EngineMaker::new(agon_games::engines(), game, spec, None, Duration::from_secs(1));
        client::follow(&maker, tuc, "Client", stream.try_clone().unwrap(), &mut &stream).unwrap()
    })
}

fn network_player() -> PlayerSpec {
    "net:0".parse().unwrap()
}

#[test]
fn two_clients_play_a_match_on_one_connection_each() {
    for name in ["hexthello", "hexthello:radius=3", "ants"] {
        let game = agon_games::registry().game(name).unwrap();
        let engines = agon_games::engines();
        let factory = SeatFactory::new(&engines);
        network_player().seat_in(&*game, &factory).unwrap();
        let port = factory.ports()[0];
        let clients = [client(name, port), client(name, port)];
        let make = || network_player().seat_in(&*game, &factory).unwrap();
        let contest = Match {
            game: game.clone(),
            players: [&make, &make],
            games: 4,
            control: TimeControl::per_move(GENEROUS),
            openings: Openings::standard(&*game),
            seed: 3,
            concurrency: 1,
            known: Default::default(),
        };
        let results: Vec<GameResult> = contest.run(&Stop::new(), &|_| {}).unwrap();
        assert_eq!(results.len(), 4);
        for result in &results {
            let verdict = result.record.verdict.as_ref().unwrap();
            assert_eq!(verdict.reason, Reason::Normal, "{name}: {verdict:?}");
        }
        for client in clients {
            assert_eq!(client.join().unwrap(), Leaving::Quit, "sent away when the match is over");
        }
    }
}

/// The seats of a player by hand, moving first, and a random one, in hexthello.
fn seats(factory: &SeatFactory<'_>) -> [Box<dyn Seat>; 2] {
    let game = agon_games::registry().game("hexthello").unwrap();
    [network_player(), "random:seed=1".parse().unwrap()]
        .map(|player| player.seat_in(&*game, factory).unwrap())
}

fn game(seats: &mut [Box<dyn Seat>; 2], control: TimeControl) -> Verdict {
    let game = agon_games::registry().game("hexthello").unwrap();
    let mut setup = GameSetup::new(game, [seats[0].info(), seats[1].info()], 1);
    setup.control = [control, TimeControl::NONE];
    let mut referee = Referee::new(setup).unwrap();
    play(&mut referee, seats, [1, 2], &SystemClock::new(), &Stop::new(), &mut |_| {});
    referee.verdict().unwrap().clone()
}

/// A player by hand: answers its name, and notes what it is sent until its first move is wanted.
fn until_asked(mut stream: &TcpStream, name: &str) -> Vec<u8> {
    let mut messages = Vec::new();
    let mut byte = [0];
    while byte[0] != 104 {
        stream.read_exact(&mut byte).unwrap();
        messages.push(byte[0]);
        match byte[0] {
            101 => stream.read_exact(&mut [0; 228]).unwrap(),
            105 => stream.read_exact(&mut [0; 2]).unwrap(),
            106 => {
                stream.write_all(&[name.len() as u8]).unwrap();
                stream.write_all(name.as_bytes()).unwrap();
            }
            _ => {}
        }
    }
    messages
}

#[test]
fn the_board_comes_before_the_colour_and_who_leaves_loses() {
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let mut seats = seats(&factory);
    let port = factory.ports()[0];
    let player = spawn(move || {
        let stream = connect(port);
        assert_eq!(until_asked(&stream, "Plain"), [106, 101, 103, 104]);
        stream.shutdown(Shutdown::Both).unwrap();
        // It comes back for the next game, and is asked for its name again.
        let stream = connect(port);
        assert_eq!(until_asked(&stream, "Plain"), [106, 101, 103, 104]);
        (&stream).write_all(&[0, 0]).unwrap();
        // An illegal move loses the game, and the player stays.
        assert_eq!(until_asked(&stream, "Plain"), [101, 103, 104]);
        (&stream).write_all(&[5, 7, 1]).unwrap();
        let _ = (&stream).read_to_end(&mut Vec::new());
    });
    let gone = game(&mut seats, TimeControl::NONE);
    assert_eq!((gone.winner, gone.reason), (Some(Side::Second), Reason::Disconnect));
    let illegal = game(&mut seats, TimeControl::NONE);
    assert_eq!((illegal.reason, illegal.evidence.sent.as_deref()), (Reason::IllegalMove, Some("0,0")));
    let unasked = game(&mut seats, TimeControl::NONE);
    assert_eq!(unasked.reason, Reason::ProtocolError);
    assert!(unasked.evidence.explanation.unwrap().contains("nobody had asked for"));
    drop(seats);
    player.join().unwrap();
}

#[test]
fn a_late_answer_belongs_to_the_game_before() {
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let mut seats = seats(&factory);
    let port = factory.ports()[0];
    let player = spawn(move || {
        let stream = connect(port);
        assert_eq!(until_asked(&stream, "Slow"), [106, 101, 103, 104]);
        // The request is withdrawn meanwhile, and the next game begins on the same connection.
        assert_eq!(until_asked(&stream, "Slow"), [101, 103, 104]);
        (&stream).write_all(&[0, 0]).unwrap();
        (&stream).write_all(&[1, 1]).unwrap();
        let _ = (&stream).read_to_end(&mut Vec::new());
    });
    let late = game(&mut seats, TimeControl::per_move(Duration::from_millis(20)));
    assert_eq!(late.reason, Reason::TimeOut);
    let next = game(&mut seats, TimeControl::NONE);
    assert_eq!((next.reason, next.evidence.sent.as_deref()), (Reason::IllegalMove, Some("1,1")));
    drop(seats);
    player.join().unwrap();
}

#[test]
fn a_taken_port_and_a_game_without_the_protocol_are_refused_in_a_sentence() {
    let engines = agon_games::engines();
    let taken = agon_seats::listener::open_port(0).unwrap();
    let port = taken.local_addr().unwrap().port();
    let hexthello = agon_games::registry().game("hexthello").unwrap();
    let player: PlayerSpec = format!("net:{port}").parse().unwrap();
    let error = player.seat_in(&*hexthello, &SeatFactory::new(&engines)).err().unwrap().to_string();
    assert!(error.starts_with(&format!("cannot open port {port} for a network player")), "{error}");
    let reversi = agon_games::registry().game("reversi").unwrap();
    let error = network_player().seat_in(&*reversi, &SeatFactory::new(&engines)).err().unwrap().to_string();
    assert!(error.contains("'net:' play hexthello and ants, not reversi"), "{error}");
}
