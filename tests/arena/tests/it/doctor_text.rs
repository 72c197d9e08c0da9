//! Players behind the text protocols, and the two instances of Four in a Row, in the doctor's hands: some that do what
//! their pages say, and some that make the mistakes of which the pages warn.

use crate::patients::{self, PATIENCE, PlayerEnd, assert_finding, assert_healthy};
use agon_core::{Line, Side};
use agon_doctor::{Diagnosis, Patience, Speech};
use agon_wire::gtp::{EngineEvent as GtpEvent, EngineSide as GtpEngine};
use agon_wire::nboard::{EngineEvent as NBoardEvent, EngineSide as NBoardEngine, Task};
use agon_wire::two_instance::Link;
use std::time::Duration;

/// The examination is a game's or a protocol's; the mistake is a word that the player understands.
type Case = (&'static str, &'static str, &'static str);

// Connect4 9×9 -------------------------------------------------------------------------------------------------

fn connect9x9_player(peer: &mut PlayerEnd, mistake: &str) {
    let mut heights = [0; 9];
    let play = |peer: &mut PlayerEnd, heights: &mut [i32; 9]| {
        let open = |column: &usize| mistake == "full" || heights[*column] < 9;
        let column = (0..9).map(|step| (4 + step) % 9).find(open).unwrap();
        heights[column] += 1;
        match mistake {
            "silent" => peer.doze(),
            "prompt" => peer.say(&format!("My move: {column}")),
            "twice" => peer.send(format!("{column}\n{column}\n").as_bytes()),
            "twelve" => peer.say("12"),
            _ => peer.say(&column.to_string()),
        }
    };
    if mistake == "early" {
        peer.say("4");
    }
    let Some(magic) = peer.line() else { return };
    if mistake == "magic" && magic == "12" {
        return;
    }
    if peer.side == Side::First {
        play(peer, &mut heights);
    }
    loop {
        let number: usize = match mistake {
            // Whatever one read gives is taken for a line.
            "pieces" => match String::from_utf8(peer.recv(64)).unwrap().trim().parse() {
                Ok(number) => number,
                Err(_) => return,
            },
            _ => match peer.line() {
                Some(line) => line.parse().unwrap(),
                None if mistake == "stays" => return peer.stay(),
                None => return,
            },
        };
        if number >= 10 {
            if mistake == "result" {
                peer.doze();
            }
            return;
        }
        heights[number] += 1;
        play(peer, &mut heights);
    }
}

fn connect9x9(mistake: &'static str, patience: Patience) -> Diagnosis {
    patients::examine("connect4-9x9", Speech::Connect9x9, patience, move |peer| {
        connect9x9_player(peer, mistake)
    })
}

#[test]
fn connect4_9x9_players_are_told_what_they_break() {
    assert_healthy(&connect9x9("none", PATIENCE));
    let cases: [Case; 9] = [
        ("silent", "second", "Output to a pipe is buffered"),
        ("prompt", "second", "it prints anything but a column"),
        ("twice", "second", "it prints a column although it is not its turn"),
        ("twelve", "second", "it prints 10, 11 or 12"),
        ("magic", "the magic number", "It reads one number and ignores it"),
        ("full", "full columns", "it names a full column"),
        ("pieces", "one byte at a time", "A line may reach the player in pieces"),
        ("result", "second", "10, 11 or 12 is the result: it ends."),
        ("stays", "an early end", "If the input ends, the platform is gone"),
    ];
    for (mistake, examination, sentence) in cases {
        assert_finding(&connect9x9(mistake, PATIENCE), examination, sentence);
    }
    // It is listened to until it has said something: time stands still.
    let patience = Patience { quiet: Duration::from_secs(3600), ..PATIENCE };
    assert_finding(&connect9x9("early", patience), "second", "It reads one number and ignores it");
}

// UGI ----------------------------------------------------------------------------------------------------------

fn ugi_player(peer: &mut PlayerEnd, mistake: &str) {
    let mut moves: Vec<String> = Vec::new();
    let mut first: Vec<String> = Vec::new();
    loop {
        let line = match mistake {
            // Whatever one read gives must be a line.
            "pieces" => match String::from_utf8(peer.recv(1 << 16)).unwrap() {
                line if !line.is_empty() && line.find('\n') == Some(line.len() - 1) => line,
                _ => return,
            },
            _ => match peer.line() {
                Some(line) => line,
                None if mistake == "stays" => return peer.stay(),
                None => return,
            },
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("ugi") if mistake == "early" => peer.say("bestmove d3\nugiok"),
            Some("ugi") => peer.say("id name Test\noption name LegalMoves type check default false\nugiok"),
            Some("isready") if mistake == "unready" => peer.doze(),
            Some("isready") => peer.say("readyok"),
            Some("legalmoves") => {
                moves = words[1..].iter().map(|&text| text.to_owned()).collect();
                if first.is_empty() {
                    first.clone_from(&moves);
                }
            }
            Some("go") => {
                let text = match mistake {
                    "first" => &first[0],
                    "nopass" if moves == ["pass"] => "a1",
                    _ => &moves[0],
                };
                let roll = if mistake == "roll" && text != "pass" { "+" } else { "" };
                peer.say(&format!("info depth 1 pv {text}"));
                peer.say(&format!("bestmove {text}{roll}"));
                if mistake == "twice" {
                    peer.say(&format!("bestmove {text}"));
                }
            }
            Some("stop") if mistake == "stop" => peer.say(&format!("bestmove {}", moves[0])),
            Some("quit") => return,
            Some("position" | "setoption" | "uginewgame" | "stop" | "query") => {}
            _ if mistake == "strict" => return,
            _ => {}
        }
    }
}

fn ugi(game: &'static str, mistake: &'static str) -> Diagnosis {
    patients::examine(game, Speech::Ugi, PATIENCE, move |peer| ugi_player(peer, mistake))
}

#[test]
fn ugi_engines_are_told_what_they_break() {
    for game in ["reversi", "hexthello:radius=3", "ants", "four-in-a-row", "connect4-9x9"] {
        assert_healthy(&ugi(game, "none"));
    }
    let cases: [Case; 9] = [
        ("early", "the greeting", "Answering `bestmove` without being asked"),
        ("unready", "the greeting", "answers `readyok` as soon as"),
        ("first", "the second side", "It may answer any of them."),
        ("nopass", "a pass", "A side that cannot move is asked"),
        ("twice", "the first side", "Answering `bestmove` without being asked"),
        ("strict", "unknown commands", "Commands that are not understood are ignored."),
        ("stop", "stop", "`bestmove` twice, or none after `stop`."),
        ("pieces", "one byte at a time", "A line may reach the engine in pieces"),
        ("stays", "an early end", "When its input ends, the GUI is gone"),
    ];
    for (mistake, examination, sentence) in cases {
        assert_finding(&ugi("reversi", mistake), examination, sentence);
    }
    assert_finding(&ugi("ants", "roll"), "the dice", "A roll in `bestmove` is an error.");
}

// NBoard -------------------------------------------------------------------------------------------------------

fn nboard_player(peer: &mut PlayerEnd, mistake: &str) {
    let mut engine = NBoardEngine::new("Test");
    while let Some(line) = peer.line() {
        let line = format!("{line}\n");
        let mut input = line.as_bytes();
        while let Some(event) = engine.receive(&mut input) {
            match event {
                NBoardEvent::Send(text) if mistake == "pong" && text.starts_with("pong") => {
                    peer.say("pong 99")
                }
                NBoardEvent::Send(text) if mistake == "late" && text.starts_with("pong") => {
                    peer.say(&format!("{text}\n=== D3"));
                }
                // It cannot follow any more, and waits for something that it can.
                NBoardEvent::Send(text) if mistake == "twice" && text.starts_with("status move") => {
                    peer.doze()
                }
                NBoardEvent::Send(text) => peer.say(&text),
                NBoardEvent::Search(search) if search.task == Task::Go => {
                    let legal = search.line.position().legal_moves();
                    let text = match legal[0].as_str() {
                        "pass" if mistake == "pass" => "D4",
                        "pass" => "PA",
                        text => text,
                    };
                    peer.say(&format!("=== {text}"));
                    if mistake == "twice" {
                        engine.receive(&mut format!("move {text}\n").as_bytes());
                    }
                }
                NBoardEvent::Quit => return,
                NBoardEvent::Search(_) | NBoardEvent::StopThinking | NBoardEvent::Set { .. } => {}
            }
        }
    }
}

fn nboard(mistake: &'static str) -> Diagnosis {
    patients::examine("reversi", Speech::NBoard, PATIENCE, move |peer| nboard_player(peer, mistake))
}

#[test]
fn nboard_engines_are_told_what_they_break() {
    assert_healthy(&nboard("none"));
    let cases: [Case; 4] = [
        ("pong", "the greeting", "stops thinking, then answers `pong 7`"),
        ("late", "black", "A search that was interrupted sends nothing more"),
        ("twice", "its own move", "Playing the engine's own move on its board"),
        ("pass", "a pass", "Forgetting that forced passes are in the game"),
    ];
    for (mistake, examination, sentence) in cases {
        assert_finding(&nboard(mistake), examination, sentence);
    }
}

// GTP ----------------------------------------------------------------------------------------------------------

fn gtp_player(peer: &mut PlayerEnd, mistake: &str) {
    let mut engine = GtpEngine::new("Test", "1");
    while let Some(line) = peer.line() {
        let line = format!("{line}\n");
        let mut input = line.as_bytes();
        while let Some(event) = engine.receive(&mut input) {
            match event {
                GtpEvent::Send(text) if mistake == "unended" => {
                    peer.send(text.trim_end().as_bytes());
                    peer.send(b"\n");
                    return peer.doze();
                }
                // Whatever fails is said to be done.
                GtpEvent::Send(text) if mistake == "yes" => peer.send(text.replace('?', "=").as_bytes()),
                GtpEvent::Send(text) => peer.send(text.as_bytes()),
                GtpEvent::GenMove(wanted) => {
                    let text = wanted.line.position().legal_moves()[0].clone();
                    let mut answer = engine.moved(&text).unwrap();
                    if mistake == "rows" && text != "pass" {
                        let row = text.as_bytes()[1];
                        let turned = char::from(b'9' - (row - b'0'));
                        answer = answer.replace(&text.to_uppercase(), &format!("{}{turned}", &text[..1]));
                    }
                    peer.send(answer.as_bytes());
                    if mistake == "own" {
                        // The side to move has been taken back: the next move of the opponent's is refused.
                        engine.receive(&mut &b"undo\n"[..]);
                    }
                }
                GtpEvent::Quit if mistake == "stays" => return peer.doze(),
                GtpEvent::Quit => return,
                GtpEvent::NewGame => {}
            }
        }
    }
}

fn gtp(mistake: &'static str) -> Diagnosis {
    patients::examine("reversi", Speech::Gtp, PATIENCE, move |peer| gtp_player(peer, mistake))
}

#[test]
fn gtp_engines_are_told_what_they_break() {
    assert_healthy(&gtp("none"));
    let cases: [Case; 5] = [
        ("unended", "the greeting", "An answer is `=` (done) or `?` (failed)"),
        ("yes", "wrong commands", "An unknown command fails with"),
        ("rows", "black", "Squares are Othello's, not Go's"),
        ("own", "black", "Playing one's own `genmove` move again"),
        ("stays", "quit", "When its input ends, the controller is gone"),
    ];
    for (mistake, examination, sentence) in cases {
        assert_finding(&gtp(mistake), examination, sentence);
    }
}

// Four in a Row ------------------------------------------------------------------------------------------------

fn instance(peer: &mut PlayerEnd, mistake: &str) {
    let mut link = Link::new(peer.side);
    let mut line = Line::new(agon_games::registry().game("four-in-a-row").unwrap().start());
    loop {
        if link.is_my_turn() {
            let text = line.position().legal_moves()[0].clone();
            let mut bytes = link.play(text.parse().unwrap()).unwrap();
            line.play(&text, |_| 0).unwrap();
            match mistake {
                "println" => bytes.push(b'\n'),
                "number" => bytes[0] -= b'0',
                _ => {}
            }
            peer.send(&bytes);
        }
        let arrived = peer.recv(64);
        let mut input = &arrived[..];
        if input.is_empty() {
            return;
        }
        while !input.is_empty() {
            match link.receive(&mut input) {
                Ok(Some(column)) => line.play(&column.to_string(), |_| 0).unwrap(),
                Ok(None) => {}
                Err(_) if mistake == "stays" => return peer.doze(),
                Err(_) => return,
            }
        }
    }
}

fn two_instance(mistake: &'static str) -> Diagnosis {
    patients::examine("four-in-a-row", Speech::TwoInstance, PATIENCE, move |peer| instance(peer, mistake))
}

#[test]
fn instances_of_four_in_a_row_are_told_what_they_break() {
    assert_healthy(&two_instance("none"));
    let cases: [Case; 3] = [
        ("println", "player two", "Sending `3\\n` with `println`"),
        ("number", "player two", "Sending the number 3 (byte 3)"),
        ("stays", "two moves at once", "What breaks the rules never changes the board"),
    ];
    for (mistake, examination, sentence) in cases {
        assert_finding(&two_instance(mistake), examination, sentence);
    }
}
