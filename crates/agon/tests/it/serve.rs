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

/// Another user of this machine must not start programs as its owner.
#[test]
fn where_programs_can_be_started_the_address_has_a_token_on_loopback_too() {
    let server = Server::start(&["--allow-exec"]);
    let (address, token) = server.address().split_once("/?token=").unwrap();
    assert!(address.starts_with("127.0.0.1:"));
    assert!(get(address, "/").starts_with("HTTP/1.1 401"));
    assert!(get(address, "/api/v1/site").starts_with("HTTP/1.1 401"));
    assert!(get(address, &format!("/?token={token}")).starts_with("HTTP/1.1 303"));
    let host = server.printed.iter().find(|line| line.contains("&host=")).unwrap();
    assert!(host.starts_with("Only here can be deleted what others made: http://127.0.0.1:"), "{host}");
}

fn post(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
                    content-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The first release had 89 threads for 29 tables, and as many engines at work as there were games.
#[test]
fn engines_of_many_tables_share_the_processors() {
    let server = Server::start(&[]);
    let address = server.address().trim_end_matches('/');
    let tables = 29;
    let wish = r#"{"game":"reversi","players":["engine:time=100ms","engine:time=100ms"],"running":true}"#;
    for _ in 0..tables {
        assert!(post(address, "/api/v1/tables", wish).starts_with("HTTP/1.1 201"));
    }
    let process = format!("/proc/{}", server.process.id());
    let threads = || -> Vec<String> {
        let tasks = std::fs::read_dir(format!("{process}/task")).unwrap().flatten();
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).collect()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plies = || {
        let list = get(address, "/api/v1/tables");
        list.split("\"plies\":").skip(1).filter(|rest| !rest.starts_with('0')).count()
    };
    // Everybody gets its turn, and meanwhile there are never more players than can think and be kept ready.
    while plies() < tables {
        let now = threads();
        let players = now.iter().filter(|name| name.starts_with("local player")).count();
        // Who only takes note that a game has begun or ended is there for an instant, too.
        assert!(players <= 3 * cores + 8, "{players} players at work or ready with {cores} processors");
        assert!(now.len() <= tables + 3 * cores + 24, "{} threads", now.len());
    }
    let status = std::fs::read_to_string(format!("{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let megabytes: usize = peak.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024;
    // Those at work and those kept ready have their memory; the others have none.
    assert!(megabytes <= 64 * 4 * cores + 256, "{megabytes} MB");
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
