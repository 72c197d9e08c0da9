//! UGI, NBoard and GTP.

use super::{any_game, choice, same_in_any_pieces};
use crate::{gtp, nboard, ugi};
use agon_core::{AnyGame, Line, Protocol};
use std::sync::Arc;

/// No line that a machine writes may hold an end of line inside, and none is longer than what it reads.
fn check_line(line: &str) {
    assert!(!line.contains(['\n', '\r']), "{line:?}");
}

/// A line of play in any game: the first legal move a few times.
fn some_line(game: &dyn AnyGame, plies: u8) -> Line {
    let mut line = Line::new(game.start());
    for _ in 0..plies {
        let Some(mv) = line.position().legal_moves().into_iter().next() else { break };
        line.play(&mv, |_| 0).expect("a legal move can be played");
    }
    line
}

fn first_move(line: &Line) -> String {
    line.position().legal_moves().into_iter().next().unwrap_or_else(|| "none".to_owned())
}

/// A GUI's lines never bring our engine to search where there is nothing to search.
pub fn ugi_engine(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let game = any_game(games, Protocol::Ugi, first);
    same_in_any_pieces(data, |pieces| {
        let option = ugi::EngineOption::check("Ponder", false);
        let mut engine = ugi::EngineSide::new(game.clone(), "name", "author", vec![option]);
        let mut events = Vec::new();
        for piece in pieces {
            let mut input = *piece;
            while let Some(event) = engine.receive(&mut input) {
                match event {
                    ugi::EngineEvent::Send(line) => {
                        check_line(&line);
                        events.push(line);
                    }
                    ugi::EngineEvent::Search(task) => {
                        assert!(engine.is_searching());
                        let mv = first_move(&task.line);
                        assert_ne!(mv, "none");
                        events.push(engine.best_move(&mv));
                    }
                    other => events.push(format!("{other:?}")),
                }
            }
            assert!(input.is_empty());
        }
        events
    });
}

/// A program's lines never bring our GUI to take a move that it did not ask for.
pub fn ugi_gui(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let line = some_line(&*any_game(games, Protocol::Ugi, first), first / 16);
    same_in_any_pieces(data, |pieces| {
        let mut gui = ugi::GuiSide::new(vec![("Hash".to_owned(), "1".to_owned())]);
        let mut events = Vec::new();
        gui.go(&line, &ugi::Go { depth: Some(1), ..ugi::Go::default() });
        let mut asked = 0;
        for piece in pieces {
            let mut input = *piece;
            loop {
                match gui.receive(&mut input) {
                    Ok(Some(event)) => {
                        let told =
                            |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').any(|l| l.starts_with(b"go"));
                        if matches!(&event, ugi::GuiEvent::Send(bytes) if told(bytes)) {
                            asked += 1;
                        }
                        if let ugi::GuiEvent::BestMove(_) = event {
                            assert!(asked > 0, "a move that was not asked for");
                            asked -= 1;
                            gui.go(&line, &ugi::Go::default());
                        }
                        events.push(format!("{event:?}"));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        events.push(error.to_string());
                        return events;
                    }
                }
            }
            assert!(input.is_empty());
        }
        events
    });
}

/// A GUI's lines never bring our engine to think about a board that is gone.
pub fn nboard_engine(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let game = any_game(games, Protocol::NBoard, 0);
    same_in_any_pieces(data, |pieces| {
        let mut engine = nboard::EngineSide::new(&*game, "name");
        let mut events = Vec::new();
        let mut running: Option<nboard::SearchTask> = None;
        for piece in pieces {
            let mut input = *piece;
            while let Some(event) = engine.receive(&mut input) {
                match event {
                    nboard::EngineEvent::Send(line) => {
                        check_line(&line);
                        events.push(line);
                    }
                    nboard::EngineEvent::Search(task) => {
                        assert!(running.is_none(), "two searches at once");
                        events.push(format!("{:?}", task.task));
                        running = Some(*task);
                    }
                    nboard::EngineEvent::StopThinking => {
                        let task = running.take().expect("something to stop");
                        assert!(engine.best_move(task.id, nboard::BestMove::default()).is_none());
                        events.push("stop".to_owned());
                    }
                    other => events.push(format!("{other:?}")),
                }
            }
            assert!(input.is_empty());
        }
        if let Some(task) = running {
            let text = first_move(&task.line);
            let best = nboard::BestMove { text, ..nboard::BestMove::default() };
            assert!(engine.best_move(task.id, best.clone()).is_some());
            assert!(engine.best_move(task.id, best).is_none());
        }
        events
    });
}

/// An engine's lines never bring our GUI to take a move before its pong.
pub fn nboard_gui(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let line = some_line(&*any_game(games, Protocol::NBoard, 0), first / 8);
    same_in_any_pieces(data, |pieces| {
        let mut gui = nboard::GuiSide::new(u32::from(first));
        let mut events = Vec::new();
        gui.go(&line).expect("a game that can be told");
        let mut asked = 0;
        for piece in pieces {
            let mut input = *piece;
            loop {
                match gui.receive(&mut input) {
                    Ok(Some(event)) => {
                        if matches!(&event, nboard::GuiEvent::Send(bytes) if bytes == b"go\n") {
                            asked += 1;
                        }
                        if let nboard::GuiEvent::BestMove(_) = event {
                            assert_eq!(asked, 1, "a move that was not asked for");
                            asked = 0;
                            gui.go(&line).expect("a game that can be told");
                        }
                        events.push(format!("{event:?}"));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        events.push(error.to_string());
                        return events;
                    }
                }
            }
            assert!(input.is_empty());
        }
        events
    });
}

/// A controller's lines are all answered in order, and our board holds only legal moves.
pub fn gtp_engine(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let game = any_game(games, Protocol::Gtp, 0);
    same_in_any_pieces(data, |pieces| {
        let mut engine = gtp::EngineSide::new(&*game, "name", "version");
        let mut events = Vec::new();
        for piece in pieces {
            let mut input = *piece;
            while let Some(event) = engine.receive(&mut input) {
                match event {
                    gtp::EngineEvent::Send(text) => {
                        assert!(text.ends_with("\n\n") && text.starts_with(['=', '?']));
                        assert_eq!(text.matches("\n\n").count(), 1, "{text:?}");
                        events.push(text);
                    }
                    gtp::EngineEvent::GenMove(task) => {
                        let mv = first_move(&task.line);
                        events.push(engine.moved(&mv).expect("a legal move"));
                    }
                    other => events.push(format!("{other:?}")),
                }
                assert!(engine.line().moves().len() <= 128);
            }
            assert!(input.is_empty());
        }
        events
    });
}

/// An engine's answers never bring our controller to take one for another command's.
pub fn gtp_gui(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let line = some_line(&*any_game(games, Protocol::Gtp, 0), first / 8);
    same_in_any_pieces(data, |pieces| {
        let mut gui = gtp::GuiSide::new();
        let mut events = Vec::new();
        gui.go(&line, [None; 2]).expect("the usual start");
        for piece in pieces {
            let mut input = *piece;
            loop {
                let searching = gui.is_searching();
                match gui.receive(&mut input) {
                    Ok(Some(event)) => {
                        if matches!(event, gtp::GuiEvent::BestMove(_)) {
                            assert!(searching, "a move that was not asked for");
                            gui.go(&line, [None; 2]).expect("the usual start");
                        }
                        events.push(format!("{event:?}"));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        events.push(error.to_string());
                        return events;
                    }
                }
            }
            assert!(input.is_empty());
        }
        events
    });
}
