//! UGI, NBoard and GTP: both ends of ours play whole games with each other, and lines are read and written as
//! specified.

use agon_core::{AnyGame, Dice, Line, Phase, Side};
use agon_wire::{gtp, nboard, ugi};
use std::sync::Arc;
use std::time::Duration;

fn reversi_rules() -> Arc<dyn AnyGame> {
    agon_games::registry().game("reversi").unwrap()
}

/// Plays a whole game: `ask` gets the line and gives back a move.
fn whole_game(game: &Arc<dyn AnyGame>, seed: u64, mut ask: impl FnMut(&Line) -> String) -> Line {
    let mut dice = Dice::new(seed);
    let mut start = game.opening();
    while let Some(weights) = start.chance() {
        start.resolve(dice.weighted(weights));
    }
    let mut line = Line::new(start);
    while let Phase::Turn(_) = line.position().phase() {
        let mv = ask(&line);
        line.play(&mv, |weights| dice.weighted(weights)).unwrap();
    }
    line
}

/// A UGI engine of ours that plays at random, behind bytes.
struct RandomUgi {
    engine: ugi::EngineSide,
    dice: Dice,
}

impl RandomUgi {
    fn reply(&mut self, commands: &[u8]) -> Vec<u8> {
        let mut printed = String::new();
        for byte in commands {
            let mut input = std::slice::from_ref(byte);
            while let Some(event) = self.engine.receive(&mut input) {
                match event {
                    ugi::EngineEvent::Send(line) => printed.push_str(&format!("{line}\n")),
                    ugi::EngineEvent::Search(task) => {
                        let mv = self.dice.pick(&task.line.position().legal_moves()).unwrap().clone();
                        let info =
                            ugi::Info { depth: Some(1), line: vec![mv.clone()], ..ugi::Info::default() };
                        printed.push_str(&format!(
                            "{}\n{}\n",
                            self.engine.info(&info),
                            self.engine.best_move(&mv)
                        ));
                    }
                    _ => {}
                }
            }
        }
        printed.into_bytes()
    }
}

#[test]
fn every_game_is_played_over_ugi() {
    for game in agon_games::registry().games() {
        let engine = ugi::EngineSide::new(game.clone(), "Random", "nobody", vec![]);
        let mut program = RandomUgi { engine, dice: Dice::new(1) };
        let mut gui = ugi::GuiSide::new(vec![]);
        gui.new_game();
        let mut printed = Vec::new();
        let line = whole_game(game, 7, |line| {
            gui.go(line, &ugi::Go { move_time: Some(Duration::from_millis(5)), ..ugi::Go::default() });
            loop {
                let mut input = &printed[..];
                match gui.receive(&mut input).unwrap() {
                    Some(ugi::GuiEvent::Send(bytes)) => {
                        printed = input.to_vec();
                        printed.extend(program.reply(&bytes));
                        continue;
                    }
                    Some(ugi::GuiEvent::BestMove(mv)) => {
                        printed = input.to_vec();
                        return mv;
                    }
                    Some(_) => {}
                    None => panic!("the program is silent"),
                }
                printed = input.to_vec();
            }
        });
        assert_eq!(gui.name(), Some("Random"));
        // The engine followed the whole game, dice included.
        let said = format!("{}\nquery gameover\nquery result\n", ugi::PositionCommand::of_line(&line));
        let answers = String::from_utf8(program.reply(said.as_bytes())).unwrap();
        assert!(answers.starts_with("response true\nresponse "), "{answers}");
        assert_eq!(program.engine.line().unwrap().position().key(), line.position().key());
    }
}

#[test]
fn ugi_commands_are_read_and_written() {
    for line in [
        "ugi",
        "isready",
        "uginewgame",
        "position startpos",
        "position startpos moves 9,0-8,1 2,1-3,0 7,2-6,3+",
        "position fen ---X X moves f5",
        "go movetime 500",
        "go depth 3",
        "go nodes 5000",
        "go p1time 1000 p2time 2000 p1inc 10 p2inc 20",
        "go infinite",
        "setoption name Own Book value a b",
        "setoption name Clear",
        "legalmoves f5 d6",
        "query p1turn",
        "query gameover",
        "query result",
        "stop",
        "quit",
    ] {
        assert_eq!(line.parse::<ugi::Command>().unwrap().to_string(), line);
    }
    assert_eq!("go p1time -5".parse::<ugi::Command>().unwrap().to_string(), "go p1time 0");
    for wrong in ["", "hello", "position", "position fen", "position nowhere", "query"] {
        assert!(wrong.parse::<ugi::Command>().is_err(), "{wrong}");
    }
}

#[test]
fn ugi_replies_are_read_and_written() {
    for line in [
        "id name My Engine 2",
        "id author A. Student",
        "option name LegalMoves type check default false",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Style type combo default wild var calm var wild",
        "option name Own Book type string default <empty>",
        "option name Clear Hash type button",
        "ugiok",
        "readyok",
        "info depth 3 seldepth 5 multipv 1 time 12 nodes 345 nps 678 hashfull 9 score cp -12 lowerbound pv f5 d6",
        "info score mate -3",
        "info string any text at all",
        "bestmove f5",
        "response true",
        "response p2win",
        "response draw",
        "response none",
    ] {
        assert_eq!(line.parse::<ugi::Reply>().unwrap().to_string(), line);
    }
    assert!("option name X".parse::<ugi::Reply>().is_err());
    assert!("bestmove".parse::<ugi::Reply>().is_err());
    assert!(matches!("Segmentation fault".parse(), Ok(ugi::Reply::Other(_))));
}

#[test]
fn a_ugi_engine_refuses_what_is_wrong_and_always_answers_go() {
    let game = agon_games::registry().game("ants").unwrap();
    let engine = ugi::EngineSide::new(game, "Agon", "us", vec![ugi::EngineOption::spin("Hash", 16, 1, 64)]);
    let mut program = RandomUgi { engine, dice: Dice::new(2) };
    let mut say = |text: &str| String::from_utf8(program.reply(text.as_bytes())).unwrap();
    let hello = say("ugi\n");
    assert_eq!(
        hello,
        "id name Agon\nid author us\noption name Hash type spin default 16 min 1 max 64\nugiok\n"
    );
    assert_eq!(say("isready\n\n"), "readyok\n");
    assert!(say("dance\n").starts_with("info string there is no command 'dance'"));
    let refused = say("position startpos moves 9,0-7,0\ngo depth 1\n");
    assert!(refused.starts_with("info string position: move 1: '9,0-7,0'"), "{refused}");
    assert!(refused.ends_with("bestmove none\n"));
    assert!(say("position startpos moves 9,0-8,1\nquery p1turn\n").ends_with("response false\n"));
    let roll = say("position startpos moves 9,0-8,1+\n");
    assert!(roll.contains("carries a roll"), "{roll}");
    // Too long to be read, so nobody may think about the position before.
    let long =
        say(&format!("position startpos\nposition startpos moves{}\ngo depth 1\n", " 9,0-8,1".repeat(9000)));
    assert!(long.starts_with("info string a line was longer than the 65536 bytes"), "{long}");
    assert!(long.contains("there is no position to search") && long.ends_with("bestmove none\n"), "{long}");
}

#[test]
fn every_ugi_go_gets_exactly_one_best_move() {
    let game = reversi_rules();
    let engine = ugi::EngineSide::new(game, "Agon", "us", vec![]);
    let mut program = RandomUgi { engine, dice: Dice::new(2) };
    for (go, left_out, instead) in [
        ("go", "", ""),
        ("go movestogo 10", "", ""),
        ("go p1time 1000 p2time 1000 movestogo 10", "", ""),
        ("go movetime 99999999999999999999", "", ""),
        ("go movetime abc", "'movetime abc'", "the usual limit counts"),
        ("go movetime 100.5", "'movetime 100.5'", "the usual limit counts"),
        ("go searchmoves f5 d3", "'searchmoves f5 d3'", "the usual limit counts"),
        ("go mate 3", "'mate 3'", "the usual limit counts"),
        ("go ponder", "'ponder'", "the usual limit counts"),
        ("go ponder movetime 100", "'ponder'", "the other limits count"),
    ] {
        let said = String::from_utf8(program.reply(format!("{go}\n").as_bytes())).unwrap();
        let told: Vec<&str> = said.lines().filter(|line| line.starts_with("info string")).collect();
        assert_eq!(told.len(), usize::from(!left_out.is_empty()), "{go}: {said}");
        assert!(told.iter().all(|line| line.contains(left_out) && line.contains(instead)), "{go}: {said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{go}: {said}");
    }
}

#[test]
fn a_ugi_engine_that_is_to_move_where_the_dice_are_rolled_says_so() {
    let game = agon_games::registry().game("ants").unwrap();
    let engine = ugi::EngineSide::new(game, "Agon", "us", vec![]);
    let mut program = RandomUgi { engine, dice: Dice::new(2) };
    let mut say = |text: &str| String::from_utf8(program.reply(text.as_bytes())).unwrap();
    let roll = "----O--------------------X---------------------- O 0 0 roll";
    assert_eq!(say(&format!("position fen {roll}\nquery gameover\n")), "response false\n");
    let said = say("go depth 1\n");
    assert!(said.starts_with("info string chance decides next"), "{said}");
    assert!(!said.contains("over") && said.ends_with("bestmove none\n"), "{said}");
}

#[test]
fn nboard_is_spoken_in_both_directions() {
    let reversi = reversi_rules();
    let mut engine = nboard::EngineSide::new(&*reversi_rules(), "Agon");
    let mut gui = nboard::GuiSide::new(5);
    let mut dice = Dice::new(3);
    let mut printed: Vec<u8> = Vec::new();
    let mut moves = Vec::new();
    let line = whole_game(&reversi, 1, |line| {
        gui.go(line).unwrap();
        loop {
            let mut input = &printed[..];
            let event = gui.receive(&mut input).unwrap();
            printed = input.to_vec();
            match event {
                Some(nboard::GuiEvent::Send(bytes)) => {
                    let mut commands = &bytes[..];
                    while let Some(event) = engine.receive(&mut commands) {
                        match event {
                            nboard::EngineEvent::Send(line) => printed.extend(format!("{line}\n").bytes()),
                            nboard::EngineEvent::Search(task) => {
                                assert_eq!((task.task, task.depth), (nboard::Task::Go, Some(5)));
                                let text = dice.pick(&task.line.position().legal_moves()).unwrap().clone();
                                let best = nboard::BestMove { text, eval: Some(-1.5), seconds: Some(0.25) };
                                let lines = engine.best_move(task.id, best).unwrap();
                                printed.extend(format!("{lines}\n").bytes());
                            }
                            _ => {}
                        }
                    }
                }
                Some(nboard::GuiEvent::BestMove(best)) => {
                    assert_eq!((best.eval, best.seconds), (Some(-1.5), Some(0.25)));
                    moves.push(best.text.clone());
                    return best.text;
                }
                Some(_) => {}
                None => panic!("the engine is silent"),
            }
        }
    });
    assert_eq!(gui.name(), Some("Agon"));
    assert_eq!(moves.len(), line.moves().len());
}

#[test]
fn an_nboard_game_too_long_to_be_read_leaves_no_game_to_think_about() {
    let mut engine = nboard::EngineSide::new(&*reversi_rules(), "Agon");
    let text = format!("move F5\nset game (;GM[Othello]{})\ngo\n", "B[f5]".repeat(20_000));
    let mut arrived = text.as_bytes();
    let mut said = Vec::new();
    while let Some(event) = engine.receive(&mut arrived) {
        let nboard::EngineEvent::Send(line) = event else { panic!("{event:?}") };
        said.push(line);
    }
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("a line was longer than"), "{said:?}");
    assert!(said[1].contains("there is no game to think about"), "{said:?}");
}

#[test]
fn nboard_lines_are_read_and_written() {
    for line in [
        "nboard 2",
        "set depth 12",
        "set game (;GM[Othello];)",
        "set contempt 3",
        "move F5",
        "move PA/1.50",
        "move F5/1.50/2.00",
        "move F5//2.00",
        "hint 3",
        "go",
        "ping 7",
        "learn",
        "analyze",
        "quit",
    ] {
        assert_eq!(line.parse::<nboard::Command>().unwrap().to_string(), line);
    }
    assert_eq!("f5".parse::<nboard::Command>().unwrap().to_string(), "move F5", "version 1");
    for line in [
        "set myname Agon 1",
        "pong 7",
        "status",
        "status thinking hard",
        "nodestats 35805 0.25",
        "search F5D6C3 -1.50 0 12",
        "book F5PA 2.00 17 100%W from the book",
        "=== F5/1.50/2.00",
        "=== PA",
        "=== F5//2.00",
        "learned",
        "analysis 12 -3.50",
    ] {
        let Ok(reply) = line.parse::<nboard::Reply>();
        assert_eq!(reply.to_string(), line);
    }
    let Ok(nboard::Reply::Move(best)) = "=== d6 -1.00 0.0".parse() else { panic!() };
    assert_eq!((best.text.as_str(), best.eval, best.seconds), ("d6", Some(-1.0), Some(0.0)));
    let Ok(nboard::Reply::Search(hint)) = "search f5-D6-c3 (1.5,-2) 0 73% text".parse() else { panic!() };
    assert_eq!((hint.line, hint.eval), (["f5", "d6", "c3"].map(str::to_owned).to_vec(), 1.5));
}

#[test]
fn an_nboard_move_before_the_pong_belongs_to_the_old_board() {
    let line = Line::new(reversi_rules().start());
    let mut gui = nboard::GuiSide::new(1);
    let events = |gui: &mut nboard::GuiSide, text: &str| {
        let mut input = text.as_bytes();
        let all = std::iter::from_fn(|| gui.receive(&mut input).unwrap());
        all.filter(|event| !matches!(event, nboard::GuiEvent::Send(_))).collect::<Vec<_>>()
    };
    gui.go(&line).unwrap();
    assert_eq!(events(&mut gui, "pong 1\n=== F5\n"), [], "only the last ping counts");
    assert_eq!(events(&mut gui, "pong 2\n"), [nboard::GuiEvent::Ready]);
    let mut fresh = nboard::GuiSide::new(1);
    assert_eq!(events(&mut fresh, "pong 1\n"), [nboard::GuiEvent::Ready]);
    fresh.go(&line).unwrap();
    assert_eq!(events(&mut fresh, "=== F5\npong 2\n"), []);
    assert!(
        matches!(&events(&mut fresh, "=== D3\n")[..], [nboard::GuiEvent::BestMove(best)] if best.text == "d3")
    );
    fresh.go(&line).unwrap();
    events(&mut fresh, "pong 3\n");
    fresh.withdraw();
    fresh.go(&line).unwrap();
    assert_eq!(events(&mut fresh, "=== F5\npong 4\n=== C4\npong 5\n"), []);
    assert_eq!(events(&mut fresh, "=== E6\n").len(), 1);
}

/// A GTP engine of ours that plays at random, behind bytes.
struct RandomGtp {
    engine: gtp::EngineSide,
    dice: Dice,
}

impl RandomGtp {
    fn reply(&mut self, commands: &[u8]) -> String {
        let mut printed = String::new();
        let mut input = commands;
        while let Some(event) = self.engine.receive(&mut input) {
            match event {
                gtp::EngineEvent::Send(text) => printed.push_str(&text),
                gtp::EngineEvent::GenMove(task) => {
                    let mv = self.dice.pick(&task.line.position().legal_moves()).unwrap().clone();
                    printed.push_str(&self.engine.moved(&mv).unwrap());
                }
                gtp::EngineEvent::NewGame | gtp::EngineEvent::Quit => {}
            }
        }
        printed
    }
}

#[test]
fn gtp_is_spoken_in_both_directions() {
    let reversi = reversi_rules();
    let mut program =
        RandomGtp { engine: gtp::EngineSide::new(&*reversi_rules(), "Agon", "1"), dice: Dice::new(5) };
    let mut gui = gtp::GuiSide::new();
    let mut printed: Vec<u8> = Vec::new();
    for seed in 0..3 {
        let settings = gtp::TimeSettings { main: Duration::from_secs(60), period: Duration::ZERO, moves: 0 };
        gui.new_game(Some(settings));
        let mut other = Dice::new(seed);
        let line = whole_game(&reversi, seed, |line| {
            // The engine plays white; black's moves are told to it.
            if line.position().side_to_move() == Side::First {
                return other.pick(&line.position().legal_moves()).unwrap().clone();
            }
            let left = gtp::TimeLeft { time: Duration::from_secs(9), moves: 0 };
            gui.go(line, [None, Some(left)]).unwrap();
            loop {
                let mut input = &printed[..];
                let event = gui.receive(&mut input).unwrap();
                printed = input.to_vec();
                match event {
                    Some(gtp::GuiEvent::Send(bytes)) => printed.extend(program.reply(&bytes).bytes()),
                    Some(gtp::GuiEvent::BestMove(mv)) => return mv,
                    Some(_) => {}
                    None => panic!("the engine is silent"),
                }
            }
        });
        assert!(line.moves().len() > 20);
    }
    assert_eq!(gui.name(), Some("Agon"));
}

#[test]
fn gtp_commands_are_answered_as_specified() {
    let mut program =
        RandomGtp { engine: gtp::EngineSide::new(&*reversi_rules(), "Agon", "0.1"), dice: Dice::new(5) };
    let mut say = |text: &str| program.reply(format!("{text}\n").as_bytes());
    assert_eq!(say("protocol_version"), "= 2\n\n");
    assert_eq!(say("7 name # a comment"), "=7 Agon\n\n");
    assert_eq!(say("known_command genmove"), "= true\n\n");
    assert_eq!(say("known_command fly"), "= false\n\n");
    assert_eq!(say("3 fly"), "?3 unknown command\n\n");
    assert_eq!(say("boardsize 10"), "? unacceptable size\n\n");
    assert_eq!(say("boardsize"), "? syntax error\n\n");
    assert_eq!(say("boardsize 8"), "= \n\n");
    assert_eq!(say("play black F5"), "= \n\n");
    assert_eq!(say("PLAY black F5"), "? unknown command\n\n");
    assert!(say("play b d6").starts_with("? illegal move: it is white's turn"));
    assert!(say("play w a1").starts_with("? illegal move"));
    assert_eq!(say("undo"), "= \n\n");
    assert_eq!(say("undo"), "? cannot undo\n\n");
    assert_eq!(say("time_settings 300 0 0"), "= \n\n");
    assert_eq!(say("time_left black 12.5 0"), "= \n\n");
    assert_eq!(say("time_left red 12 0"), "? syntax error\n\n");
    assert_eq!(say("final_score"), "= 0\n\n");
    assert_eq!(say("4294967296 name"), "=4294967296 Agon\n\n");
    assert_eq!(say("99999999999999999999 fly"), "?99999999999999999999 unknown command\n\n");
    assert_eq!(say("8"), "?8 unknown command\n\n", "a number alone is answered, too");
    assert_eq!(say("").as_str(), "");
    assert_eq!(say("1 quit"), "=1 \n\n");
}

#[test]
fn a_gtp_board_begins_on_a_line_of_its_own() {
    let mut program =
        RandomGtp { engine: gtp::EngineSide::new(&*reversi_rules(), "Agon", "0.1"), dice: Dice::new(5) };
    let drawn = program.reply(b"3 showboard\n");
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0].trim_end(), "=3");
    let column = |line: usize, what: &str| lines[line].find(what);
    assert_eq!(column(1, "d"), column(5, "O"), "the letters stand above the squares: {drawn}");
    assert_eq!((lines.len(), lines.last()), (11, Some(&"")), "{drawn}");
    let mut reader = gtp::ResponseReader::default();
    let read = reader.take(&mut drawn.as_bytes()).unwrap().unwrap();
    assert_eq!(read.to_string(), drawn);
}

#[test]
fn a_gtp_engine_takes_passes_after_the_end_and_undoes_them_one_by_one() {
    let mut program =
        RandomGtp { engine: gtp::EngineSide::new(&*reversi_rules(), "Agon", "0.1"), dice: Dice::new(5) };
    while !program.engine.line().is_over() {
        let side = program.engine.line().position().side_to_move();
        program.reply(if side == Side::First { b"genmove b\n" } else { b"genmove w\n" });
    }
    let over = program.engine.line().moves().len();
    let score = program.reply(b"final_score\n");
    assert_eq!(program.reply(b"genmove b\nplay w pass\nplay b PASS\n"), "= pass\n\n= \n\n= \n\n");
    assert!(program.reply(b"play w a1\n").starts_with("? illegal move: "));
    assert_eq!(program.reply(b"final_score\n"), score);
    for _ in 0..3 {
        assert_eq!(program.reply(b"undo\n"), "= \n\n");
        assert_eq!(program.engine.line().moves().len(), over, "only the pass is taken back");
    }
    assert_eq!(program.reply(b"undo\n"), "= \n\n");
    assert!(program.engine.line().moves().len() < over);
    // A new game does not begin with the passes of the old one.
    assert_eq!(program.reply(b"clear_board\nundo\n"), "= \n\n? cannot undo\n\n");
}

#[test]
fn a_gtp_undo_takes_back_one_command_of_the_controllers() {
    let reversi = reversi_rules();
    let mut dice = Dice::new(1);
    let line = loop {
        let line = whole_game(&reversi, 1, |line| dice.pick(&line.position().legal_moves()).unwrap().clone());
        // A pass with a move before and after it.
        let moves = line.moves();
        if let Some(pass) = (1..moves.len() - 1).find(|&ply| moves[ply].text == "pass") {
            let mut line = line.clone();
            line.truncate(pass + 2);
            break line;
        }
    };
    let plies = line.moves().len();
    let colour = |side| if side == Side::First { "black" } else { "white" };
    let told = |ply: usize| format!("play {} {}\n", colour(line.moves()[ply].side), line.moves()[ply].text);
    let all: String = (0..plies - 2).map(told).collect();
    let mut program =
        RandomGtp { engine: gtp::EngineSide::new(&*reversi_rules(), "Agon", "0.1"), dice: Dice::new(5) };
    for last in [told(plies - 1), format!("genmove {}\n", colour(line.moves()[plies - 1].side))] {
        // The forced pass is left out.
        let said = program.reply(format!("clear_board\n{all}{last}").as_bytes());
        assert!(!said.contains('?'), "{said}");
        assert_eq!(program.engine.line().moves().len(), plies);
        assert_eq!(program.reply(b"undo\n"), "= \n\n");
        assert_eq!(program.engine.line().moves().len(), plies - 2);
        assert_eq!(program.reply(b"undo\n"), "= \n\n");
        assert_eq!(program.engine.line().moves().len(), plies - 3);
        let before = line.position_at(plies - 3).unwrap();
        assert_eq!(program.engine.line().position().key(), before.key());
        assert_eq!(program.reply(told(plies - 3).as_bytes()), "= \n\n", "it can be played again");
    }
    // Who gives up has made no move, and no pass before it either.
    let genmove = format!("clear_board\n{all}genmove {}\n", colour(line.moves()[plies - 1].side));
    let mut input = genmove.as_bytes();
    while let Some(event) = program.engine.receive(&mut input) {
        if matches!(event, gtp::EngineEvent::GenMove(_)) {
            assert_eq!(program.engine.resigned(), "= resign\n\n");
        }
    }
    assert_eq!(program.engine.line().moves().len(), plies - 2);
}

#[test]
fn a_gtp_engine_takes_no_command_while_it_searches_and_loses_none() {
    let mut engine = gtp::EngineSide::new(&*reversi_rules(), "Agon", "0.1");
    let mut commands = "1 genmove b\n".to_owned();
    commands.extend((2..1000).map(|number| format!("{number} name\n")));
    commands.push_str(&format!("1000 {}\n1001 name\n", "x".repeat(5000)));
    let mut input = commands.as_bytes();
    assert!(matches!(engine.receive(&mut input), Some(gtp::EngineEvent::GenMove(_))));
    for _ in 0..3 {
        assert!(engine.receive(&mut input).is_none());
    }
    assert_eq!(engine.moved("f5").unwrap(), "=1 F5\n\n");
    let answers: Vec<String> = std::iter::from_fn(|| engine.receive(&mut input))
        .map(|event| match event {
            gtp::EngineEvent::Send(text) => text,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(answers.len(), 1000);
    assert_eq!(answers[997], "=999 Agon\n\n");
    assert_eq!(answers[998], "?1000 a line was longer than the 4096 bytes that are read\n\n");
    assert_eq!(answers[999], "=1001 Agon\n\n");
}

#[test]
fn gtp_answers_belong_to_their_commands() {
    let line = Line::new(reversi_rules().start());
    let greeting = "=1 2\n\n=2 E\n\n?3 unknown\n\n=4 \n\n=5 \n\n";
    let mut gui = gtp::GuiSide::new();
    let events = |gui: &mut gtp::GuiSide, text: &str| {
        let mut input = text.as_bytes();
        let mut all = Vec::new();
        loop {
            match gui.receive(&mut input) {
                Ok(Some(gtp::GuiEvent::Send(bytes))) => all.push(String::from_utf8(bytes).unwrap()),
                Ok(Some(event)) => all.push(format!("{event:?}")),
                Ok(None) => return Ok(all),
                Err(error) => return Err(error.to_string()),
            }
        }
    };
    assert_eq!(events(&mut gui, greeting).unwrap().last().unwrap(), "Ready");
    gui.go(&line, [None; 2]).unwrap();
    assert_eq!(events(&mut gui, "").unwrap(), ["6 genmove black\n"]);
    // Withdrawn: the engine plays it on its own board all the same, so that must be cleared.
    gui.go(&line, [None; 2]).unwrap();
    assert_eq!(events(&mut gui, "").unwrap(), ["7 clear_board\n8 genmove black\n"]);
    assert_eq!(events(&mut gui, "=6 F5\n\n=7\n\n").unwrap(), [] as [&str; 0]);
    assert_eq!(events(&mut gui, "noise\n=8 D3\n\n").unwrap(), ["BestMove(\"d3\")"]);
    let mut next = line.clone();
    next.play("d3", |_| 0).unwrap();
    next.play("c3", |_| 0).unwrap();
    gui.go(&next, [None; 2]).unwrap();
    assert_eq!(events(&mut gui, "").unwrap(), ["9 play white C3\n10 genmove black\n"]);
    assert!(events(&mut gui, "=12 F5\n\n").unwrap_err().contains("the number 12"));
    let other = reversi_rules();
    let other = Line::new(other.parse_position(&next.position().text()).unwrap());
    assert_eq!(gtp::GuiSide::new().go(&other, [None; 2]), Err(gtp::GtpError::OtherStart));
}
