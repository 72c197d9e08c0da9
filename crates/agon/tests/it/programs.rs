//! The programs that others talk to, as processes: players on standard input and output, server and clients.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv6Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn with_input(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn refused(args: &[&str], code: i32) -> String {
    let output = with_input(args, "");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    text
}

/// A server on a port that the system chose.
fn server(args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>, String) {
    let mut server = start(&[&["server"], args, &["-p", "0"]].concat());
    let mut out = BufReader::new(server.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(' ').next().unwrap().to_owned();
    (server, out, port)
}

#[test]
fn players_on_standard_input_and_output() {
    let text = |output: Output| String::from_utf8(output.stdout).unwrap();
    let gtp =
        with_input(&["player", "reversi", "--protocol", "gtp", "--engine", "nodes=100"], "1 genmove b\n");
    assert!(gtp.status.success());
    assert!(text(gtp).starts_with("=1 "));
    let ugi = text(with_input(&["player", "ants", "--protocol", "ugi"], "ugi\nisready\nquit\nisready\n"));
    assert!(ugi.starts_with("id name Agon\n") && ugi.ends_with("ugiok\nreadyok\n"), "{ugi}");
    let nboard = text(with_input(&["player", "reversi", "--protocol", "nboard"], "nboard 2\nping 4\n"));
    assert_eq!(nboard, "set myname Agon\npong 4\n");
    let stdio = with_input(&["player", "connect4-9x9", "second"], "0\n9\n");
    assert_eq!((stdio.status.code(), stdio.stdout.len()), (Some(1), 0));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_sentence() {
    assert!(refused(&["player", "ants", "--protocol", "gtp"], 2).contains("protocols for reversi"));
    assert!(refused(&["player", "reversi", "first"], 2).contains("only connect4-9x9"));
    assert!(refused(&["player", "connect4-9x9"], 2).contains("first or second"));
    assert!(refused(&["client", "reversi"], 2).contains("hexthello and ants"));
    assert!(refused(&["client", "ants", "--engine", "warp=on"], 2).contains("no engine setting 'warp'"));
    assert!(refused(&["server", "four-in-a-row"], 2).contains("hexthello and ants"));
    let Ok(taken) = TcpListener::bind((Ipv6Addr::UNSPECIFIED, 0)) else { return };
    let port = taken.local_addr().unwrap().port().to_string();
    let output = with_input(&["server", "ants", "-p", &port], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains(&format!("port {port} is taken")));
}

#[test]
fn a_match_of_ten_games_with_swapped_colours() {
    for game in ["hexthello", "ants"] {
        let (server, mut out, port) = server(&[game, "-g", "10", "-s", "--seed", "3"]);
        let client = |name| start(&["client", game, "-p", &port, "--name", name, "--engine", "nodes=20"]);
        let clients = [client("Alice"), client("Bob")];
        for client in clients {
            let output = client.wait_with_output().unwrap();
            assert!(output.status.success());
            assert!(String::from_utf8(output.stdout).unwrap().ends_with("the server ended the match\n"));
        }
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        assert!(server.wait_with_output().unwrap().status.success());
        assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 10, "{text}");
        assert!(text.lines().last().unwrap().contains("drawn"), "{text}");
    }
}

#[test]
fn a_player_that_leaves_is_named_and_the_exit_code_is_1() {
    let (server, _out, port) = server(&["hexthello"]);
    let address = ("127.0.0.1", port.parse().unwrap());
    let stays = TcpStream::connect(address).unwrap();
    drop(TcpStream::connect(address).unwrap());
    let mut received = Vec::new();
    (&stays).read_to_end(&mut received).unwrap();
    assert_eq!((received.first(), received.last()), (Some(&102), Some(&107)), "white, then sent away");
    drop(stays);
    let output = server.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text, "agon: the player that connected second disconnected, so the match is over\n");
}

/// What Ctrl-C does.
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

fn failed(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_server_that_is_interrupted_sends_both_players_away() {
    let (server, _out, port) = server(&["ants"]);
    let address = ("127.0.0.1", port.parse().unwrap());
    let mut players = [TcpStream::connect(address).unwrap(), TcpStream::connect(address).unwrap()];
    // The colour says that the match has begun.
    players[0].read_exact(&mut [0]).unwrap();
    interrupt(&server);
    for player in &mut players {
        let mut rest = Vec::new();
        player.read_to_end(&mut rest).unwrap();
        assert_eq!(rest.last(), Some(&7), "QUIT");
    }
    drop(players);
    let told = failed(server);
    assert_eq!(told, "agon: interrupted: the players were sent away and the match is over\n");
}

#[test]
fn a_client_that_is_interrupted_closes_its_connection() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let client = start(&["client", "hexthello", "-p", &port, "--time", "1h"]);
    let (mut stream, _) = listener.accept().unwrap();
    // Its name comes when it is there with all its handlers.
    stream.write_all(&[106]).unwrap();
    let mut name = [0; 5];
    stream.read_exact(&mut name).unwrap();
    assert_eq!(&name, b"\x04Agon");
    interrupt(&client);
    assert_eq!(stream.read(&mut [0]).unwrap(), 0, "closed");
    assert_eq!(failed(client), "agon: interrupted: the connection to the server is closed\n");
}

#[test]
fn a_client_says_once_that_it_waits_and_finds_the_server_when_it_comes() {
    // A port that is free, as far as one can know.
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let mut client = start(&["client", "ants", "-p", &free.to_string()]);
    let mut out = BufReader::new(client.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with(&format!("no server at 127.0.0.1 port {free} yet")), "{line}");
    assert!(line.ends_with("trying every second\n"), "{line}");
    let listener = TcpListener::bind(("127.0.0.1", free)).unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    stream.write_all(&[7]).unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, format!("connected to 127.0.0.1 port {free}\nthe server ended the match\n"));
    assert!(client.wait().unwrap().success());
}

#[test]
fn clients_come_over_both_families_of_addresses() {
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        eprintln!("skipped: this machine has no IPv6");
        return;
    }
    let (server, _out, port) = server(&["hexthello:radius=3"]);
    let client = |ip| start(&["client", "hexthello:radius=3", "-i", ip, "-p", &port, "--engine", "nodes=20"]);
    for client in [client("::1"), client("127.0.0.1")] {
        assert!(client.wait_with_output().unwrap().status.success());
    }
    assert!(server.wait_with_output().unwrap().status.success());
    let client = start(&["client", "ants", "-i", "no such host"]);
    assert!(failed(client).starts_with("agon: there is no host 'no such host'"));
}

/// Reads lines until one has this in it.
fn until(out: &mut impl BufRead, part: &str) -> String {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the output ended before '{part}' came");
        if line.contains(part) {
            return line;
        }
    }
}

#[test]
fn a_hall_seats_network_players_from_the_terminal() {
    let mut hall = start(&["server", "hexthello:radius=3", "--hall", "-p", "0", "--seed", "1"]);
    let mut out = BufReader::new(hall.stdout.take().unwrap());
    let mut say = hall.stdin.take().unwrap();
    let address = until(&mut out, "players can connect to 127.0.0.1:");
    let port = address.trim().rsplit(':').next().unwrap().to_owned();
    let client =
        start(&["client", "hexthello:radius=3", "-p", &port, "--name", "Ann", "--engine", "nodes=20"]);
    until(&mut out, "player 1 is Ann");
    say.write_all(b"seat white 7\nseat white 1\nwho\nstart\nmove 9,9\n").unwrap();
    until(&mut out, "there is no network player 7");
    until(&mut out, "white is played by Ann");
    until(&mut out, "1 Ann from 127.0.0.1, for 0 min, plays white");
    until(&mut out, "the game runs");
    until(&mut out, "'9,9' is not legal here");
    say.write_all(b"seat black random\n").unwrap();
    until(&mut out, "game over: ");
    say.write_all(b"stop\nrestart\nkick 1\n").unwrap();
    until(&mut out, "the game is stopped");
    until(&mut out, "game 2");
    until(&mut out, "nobody plays white any more: it was sent away. The game is stopped.");
    assert!(
        String::from_utf8(client.wait_with_output().unwrap().stdout)
            .unwrap()
            .ends_with("the server ended the match\n")
    );
    interrupt(&hall);
    until(&mut out, "the hall is closed");
    assert!(hall.wait().unwrap().success());
}

#[test]
fn a_hall_whose_port_is_taken_says_so() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let told = refused(&["server", "ants", "--hall", "-p", &port.to_string()], 1);
    assert_eq!(
        told,
        format!("agon: port {port} of ants is taken; end the other server or choose another port\n")
    );
    assert!(refused(&["server", "ants", "--hall", "-g", "3"], 2).contains("--hall"));
}
