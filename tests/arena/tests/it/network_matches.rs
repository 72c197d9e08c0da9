//! Matches over loopback: our server, our players, and players that misbehave.

use agon_core::Reason;
use agon_engine::{EngineSpec, Stop};
use agon_frontends::client::{self, Leaving};
use agon_frontends::server::{self, MatchResult, MatchSetup, News};
use agon_frontends::{EngineMaker, ProgramError};
use agon_wire::tuc::{AsciiOptions, Dialect, TucGame};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Far more than anything here takes, also on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

type Served = Result<(MatchResult, Vec<Reason>), ProgramError>;

fn tuc(name: &str) -> TucGame {
    TucGame::new(agon_games::registry().game(name).unwrap()).unwrap()
}

fn serve(name: &str, games: u32, dialect: Dialect, move_time: Option<Duration>) -> (u16, JoinHandle<Served>) {
    serve_until(Stop::new(), name, games, dialect, move_time)
}

fn serve_until(
    stop: Stop,
    name: &str,
    games: u32,
    dialect: Dialect,
    move_time: Option<Duration>,
) -> (u16, JoinHandle<Served>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let options = AsciiOptions { games, swap: true, dialect };
    let setup = MatchSetup { game: tuc(name), options, move_time, seed: 5, rolls: Vec::new() };
    let server = spawn(move || {
        let mut reasons = Vec::new();
        let result = server::run(listener, setup, &stop, &mut |news| {
            if let News::GameOver { verdict, .. } = news {
                reasons.push(verdict.reason);
            }
            Ok(())
        })?;
        Ok((result, reasons))
    });
    (port, server)
}

fn connect(port: u16) -> TcpStream {
    let stream = client::connect("127.0.0.1", port, Duration::from_millis(20), &mut |_| {}).unwrap();
    stream.set_read_timeout(Some(GENEROUS)).unwrap();
    stream
}

fn play(name: &'static str, stream: TcpStream, player: &'static str) -> JoinHandle<Leaving> {
    spawn(move || {
        let spec = EngineSpec::parse_settings("nodes=50").unwrap();
        let game = agon_games::registry().game(name).unwrap();
        let maker = EngineMaker::new(agon_games::engines(), game, spec, None, Duration::from_secs(1));
        client::play(&maker, tuc(name), player, &stream).unwrap()
    })
}

#[test]
fn two_of_our_clients_play_four_games_through_our_server() {
    let matches = [
        ("hexthello", Dialect::Moves),
        ("hexthello:radius=3", Dialect::Moves),
        ("ants", Dialect::Positions),
        ("ants", Dialect::Moves),
    ];
    for (name, dialect) in matches {
        let (port, server) = serve(name, 4, dialect, None);
        let first = play(name, connect(port), "a name that is far too long");
        // The order of connecting decides who is white.
        let second = play(name, connect(port), "Bob");
        assert_eq!(first.join().unwrap(), Leaving::Quit);
        assert_eq!(second.join().unwrap(), Leaving::Quit);
        let (result, reasons) = server.join().unwrap().unwrap();
        assert_eq!(reasons, [Reason::Normal; 4], "{name}");
        assert!(result.complete);
        assert_eq!(result.wins[0] + result.wins[1] + result.draws, 4);
        let cut = &"a name that is far too long"[..tuc(name).name_limit()];
        assert_eq!(result.names, [cut.to_owned(), "Bob".to_owned()]);
    }
}

/// A player by hand: answers its name and gives back its connection at its first move.
fn until_asked(mut stream: TcpStream) -> TcpStream {
    let mut byte = [0];
    loop {
        stream.read_exact(&mut byte).unwrap();
        match byte[0] {
            101 => stream.read_exact(&mut [0; 228]).unwrap(),
            104 => return stream,
            105 => stream.read_exact(&mut [0; 2]).unwrap(),
            106 => stream.write_all(b"\x05Plain").unwrap(),
            _ => {}
        }
    }
}

#[test]
fn who_disconnects_loses_and_ends_the_match() {
    let (port, server) = serve("hexthello", 4, Dialect::Moves, None);
    let first = connect(port);
    let second = play("hexthello", connect(port), "Stays");
    drop(until_asked(first));
    assert_eq!(second.join().unwrap(), Leaving::Quit);
    let (result, reasons) = server.join().unwrap().unwrap();
    assert_eq!(reasons, [Reason::Disconnect]);
    assert_eq!((result.wins, result.complete), ([0, 1], false));
}

#[test]
fn an_illegal_move_and_a_needless_pass_lose_their_games_only() {
    let (port, server) = serve("hexthello", 2, Dialect::Moves, None);
    let first = connect(port);
    let second = play("hexthello", connect(port), "Legal");
    let mut first = until_asked(first);
    first.write_all(&[0, 0]).unwrap();
    let mut first = until_asked(first);
    // A pass although there are moves.
    first.write_all(&[0xce, 7]).unwrap();
    let mut rest = Vec::new();
    first.read_to_end(&mut rest).unwrap();
    assert_eq!(rest.last(), Some(&107));
    drop(first);
    assert_eq!(second.join().unwrap(), Leaving::Quit);
    let (result, reasons) = server.join().unwrap().unwrap();
    assert_eq!(reasons, [Reason::IllegalMove; 2]);
    assert_eq!((result.wins, result.complete), ([0, 2], true));
}

#[test]
fn a_silent_player_loses_on_time_where_there_is_a_time() {
    let (port, server) = serve("hexthello", 1, Dialect::Moves, Some(Duration::from_millis(300)));
    let first = connect(port);
    let named = |mut stream: TcpStream| {
        let mut rest = Vec::new();
        stream.read_exact(&mut [0; 2]).unwrap();
        stream.write_all(&[0]).unwrap();
        stream.read_to_end(&mut rest).unwrap();
        rest.last().copied()
    };
    let second = connect(port);
    let first = spawn(move || named(first));
    assert_eq!(named(second), Some(107));
    assert_eq!(first.join().unwrap(), Some(107));
    let (result, reasons) = server.join().unwrap().unwrap();
    assert_eq!(reasons, [Reason::TimeOut]);
    assert_eq!(result.wins, [1, 0], "black was to move");
}

#[test]
fn further_connections_are_closed_at_once() {
    let (port, server) = serve("ants", 1, Dialect::Positions, None);
    let (first, second) = (connect(port), connect(port));
    let mut third = connect(port);
    let closed = third.read(&mut [0]);
    assert!(
        matches!(closed, Ok(0)) || closed.is_err_and(|e| e.kind() == std::io::ErrorKind::ConnectionReset)
    );
    drop((first, second));
    assert!(!server.join().unwrap().unwrap().0.complete);
}

#[test]
fn a_server_that_is_stopped_sends_everybody_away() {
    for players in 0..3 {
        let stop = Stop::new();
        let (port, server) = serve_until(stop.clone(), "ants", 1, Dialect::Positions, None);
        let mut streams: Vec<_> = (0..players).map(|_| connect(port)).collect();
        if players == 2 {
            // The colour says that the match has begun.
            streams[0].read_exact(&mut [0]).unwrap();
        }
        stop.set();
        for stream in &mut streams {
            let mut rest = Vec::new();
            let read = stream.read_to_end(&mut rest);
            // Alone, it may not even have been let in.
            assert!(
                rest.last() == Some(&7) || players == 1 && (read.is_err() || rest.is_empty()),
                "{rest:?}"
            );
        }
        drop(streams);
        assert!(!server.join().unwrap().unwrap().0.complete);
    }
}
