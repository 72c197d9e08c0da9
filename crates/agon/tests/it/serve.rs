//! `agon serve` as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

fn agon(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["serve", "--no-open"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server on ports that the system chose.
struct Server {
    process: Child,
    printed: Vec<String>,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let ports = ["--port", "0", "--players-port", "ants=0", "--players-port", "hexthello=0"];
        let mut process = agon(&[&ports, arguments].concat()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let printed = lines.take_while(|line| !line.starts_with("Ctrl-C")).collect();
        Server { process, printed }
    }

    fn address(&self) -> &str {
        self.printed[0].strip_prefix("Agon is at http://").unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_prints_where_the_page_and_the_players_ports_are() {
    let server = Server::start(&[]);
    let address = server.address().trim_end_matches('/');
    assert!(address.starts_with("127.0.0.1:"));
    assert!(get(address, "/").contains("<title>Agon</title>"));
    assert!(server.printed[1].starts_with("hexthello players connect to port "), "{:?}", server.printed);
    let port = server.printed[2].strip_prefix("ants players connect to port ").unwrap();
    let mut player = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    let mut question = [0];
    player.read_exact(&mut question).unwrap();
    assert_eq!(question, [6], "it is asked for its name");
}

#[test]
fn beyond_loopback_the_address_has_a_token() {
    let server = Server::start(&["--host", "0.0.0.0"]);
    let (address, token) = server.address().split_once("/?token=").unwrap();
    assert!(get(address, "/").starts_with("HTTP/1.1 401"));
    assert!(get(address, &format!("/?token={token}")).starts_with("HTTP/1.1 303"));
}

#[test]
fn a_taken_port_is_said() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = agon(&["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("port {port} is taken")));
    // Of the players' ports the page can do without.
    let players = format!("ants={port}");
    let server = Server::start(&["--players-port", &players]);
    assert!(server.printed.iter().all(|line| !line.contains("ants")));
}

#[test]
fn wrong_ports_for_players_are_refused() {
    for (text, why) in
        [("ants", "write GAME=PORT"), ("reversi=6000", "no game server"), ("ants=x", "write GAME")]
    {
        let output = agon(&["--players-port", text]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{text}");
    }
}
