//! The two-instance game as processes: two of ours, and one of ours against a plain socket.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running instance with the address of its page.
struct Instance {
    process: Child,
    page: String,
}

impl Instance {
    fn start(arguments: &[&str]) -> Instance {
        let mut process = Command::new(env!("CARGO_BIN_EXE_agon"))
            .arg("four-in-a-row")
            .args(arguments)
            .arg("--no-open")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        let page =
            line.trim().strip_prefix("http://").expect("the page's address").trim_end_matches('/').to_owned();
        assert!(page.starts_with("127.0.0.1:"), "{page}");
        Instance { process, page }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.page).unwrap();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.page,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn state(&self) -> Value {
        self.request("GET", "/tables/game", "").1
    }

    fn play(&self, column: &str, ply: usize) -> u16 {
        self.request("POST", "/tables/game/moves", &format!("{{\"move\":\"{column}\",\"ply\":{ply}}}")).0
    }

    /// Looks until the page shows what is waited for.
    fn until(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.state();
            if wanted(&state) {
                return state;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn until_moves(&self, count: usize) -> Value {
        self.until(|state| state["moves"].as_array().unwrap().len() == count)
    }

    /// Ends it and gives back all that it printed after its address.
    fn end(mut self) -> (String, String) {
        let _ = self.process.kill();
        let mut printed = (String::new(), String::new());
        self.process.stdout.take().unwrap().read_to_string(&mut printed.0).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut printed.1).unwrap();
        printed
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A port that nobody had a moment ago.
fn free_port() -> String {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port().to_string()
}

fn is_running(state: &Value) -> bool {
    state["running"] == true
}

fn notice(state: &Value) -> &str {
    state["notice"].as_str().unwrap_or_default()
}

#[test]
fn wrong_arguments_get_exactly_one_sentence() {
    for line in
        ["", "human", "robot 8000", "human 0", "human 65536", "ai x", "human 8000 ::1 more", "ai 8000 --what"]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_agon"))
            .arg("four-in-a-row")
            .args(line.split_whitespace())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "Illegal program arguments.\n", "{line}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(2), 0), "{line}");
    }
}

#[test]
fn two_people_play_until_one_has_four() {
    let port = free_port();
    // The client first: it tries until the server is there.
    let two = Instance::start(&["human", &port, "127.0.0.1"]);
    assert!(notice(&two.state()).contains("looking for the other side"));
    assert_eq!(two.play("3", 0), 403, "nobody moves before the game has begun");
    let one = Instance::start(&["human", &port]);
    one.until(is_running);
    two.until(is_running);
    assert_eq!(two.play("3", 0), 403, "player one starts");
    // Player one gets a row of seven: two fours and more, all of it is shown.
    let moves = ["0", "0", "1", "1", "2", "2", "4", "4", "5", "5", "6", "6", "3"];
    for (ply, column) in moves.into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&one, &two) } else { (&two, &one) };
        assert_eq!(other.play(column, ply), 403, "out of turn");
        assert_eq!(mover.play(column, ply), 200);
        other.until_moves(ply + 1);
    }
    for instance in [&one, &two] {
        let state = instance.until(|state| !state["verdict"].is_null());
        assert_eq!(state["verdict"]["winner"], "first");
        let mut discs: Vec<_> =
            state["view"]["winning"].as_array().unwrap().iter().flat_map(|l| l.as_array().unwrap()).collect();
        discs.sort_by_key(|cell| cell.as_u64());
        discs.dedup();
        assert_eq!(discs.len(), 7, "all discs that belong to a line");
        assert!(instance.play("3", moves.len()) >= 400, "no more moves");
        let (status, _) = instance.request("POST", "/tables/game/commands", "{\"do\":\"restart\"}");
        assert_eq!(status, 403, "here one can only move");
    }
    assert_eq!(one.end(), (String::new(), String::new()), "nothing is printed after the address");
    let state = two.until(|state| notice(state).contains("the other side left"));
    assert_eq!(state["verdict"]["winner"], "first", "a finished game stays as it is");
}

#[test]
fn what_breaks_the_rules_ends_the_connection_and_changes_nothing() {
    for (bytes, moves, complaint) in [
        ("9", 1, "not a column"),
        ("x", 1, "not a column"),
        ("\n", 1, "byte 10"),
        ("12", 2, "column 2 out of turn"),
        ("1x", 2, "not a column"),
    ] {
        let port = free_port();
        let one = Instance::start(&["human", &port]);
        let mut peer = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
        one.until(is_running);
        assert_eq!(one.play("3", 0), 200);
        let mut digit = [0];
        peer.read_exact(&mut digit).unwrap();
        assert_eq!(&digit, b"3");
        peer.write_all(bytes.as_bytes()).unwrap();
        let state = one.until(|state| notice(state).contains(complaint));
        assert!(notice(&state).ends_with("the connection is closed"));
        let state = one.until_moves(moves);
        assert_eq!(state["awaits_person"], false, "{bytes:?}: the game cannot go on");
        let mut rest = Vec::new();
        peer.read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty(), "the connection is closed");
        assert!(one.play("0", moves) >= 400);
    }
}

#[test]
fn a_peer_that_moves_out_of_turn_is_told_so() {
    let port = free_port();
    let one = Instance::start(&["human", &port]);
    let mut peer = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    peer.write_all(b"0").unwrap();
    let state = one.until(|state| notice(state).contains("out of turn"));
    assert_eq!(state["moves"].as_array().unwrap().len(), 0);
}

#[test]
fn the_computer_answers_and_takes_no_moves_by_hand() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let two = Instance::start(&["ai", &port, "localhost", "--time", "20ms"]);
    let (mut peer, _) = listener.accept().unwrap();
    for ply in [0, 2] {
        let state = two.state();
        let column = state["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
        peer.write_all(column.as_bytes()).unwrap();
        assert!(two.play("3", ply + 1) >= 400, "a computer side accepts no moves by hand");
        let mut digit = [0];
        peer.read_exact(&mut digit).unwrap();
        assert!((b'0'..=b'6').contains(&digit[0]));
        two.until_moves(ply + 2);
    }
    peer.shutdown(Shutdown::Both).unwrap();
    two.until(|state| notice(state) == "the other side left");
}

#[test]
fn lenient_instances_read_sentences_in_any_pieces() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let two = Instance::start(&["--lenient", "human", &port, "127.0.0.1"]);
    let (mut peer, _) = listener.accept().unwrap();
    peer.set_nodelay(true).unwrap();
    for piece in ["I pla", "y colu", "mn 3, your ", "turn\n"] {
        peer.write_all(piece.as_bytes()).unwrap();
    }
    let state = two.until_moves(1);
    assert_eq!(state["moves"][0]["text"], "3");
    assert_eq!(two.play("4", 1), 200);
    let mut digit = [0];
    peer.read_exact(&mut digit).unwrap();
    assert_eq!(&digit, b"4");
}

#[test]
fn a_third_program_is_sent_away() {
    let port = free_port();
    let one = Instance::start(&["human", &port]);
    let _two = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    one.until(is_running);
    let mut third = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    let mut rest = Vec::new();
    let _ = third.read_to_end(&mut rest);
    assert!(rest.is_empty());
    assert_eq!(one.state()["running"], true);
    let taken =
        Command::new(env!("CARGO_BIN_EXE_agon")).args(["four-in-a-row", "human", &port]).output().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&taken.stderr).contains("is taken"));
}
