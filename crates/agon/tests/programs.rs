//! The programs that others talk to, as processes: players on standard input and output, server and clients.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

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
fn a_match_of_four_games_with_swapped_colours() {
    for game in ["hexthello:radius=3", "ants"] {
        let (server, mut out, port) = server(&[game, "-g", "4", "-s", "--seed", "3"]);
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
        assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 4, "{text}");
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
