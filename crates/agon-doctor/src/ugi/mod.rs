//! UGI: the examinations of an engine for any game.

mod gui;
pub(super) mod rules;

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::Manner;
use super::sparring::{self, Ending, Sparring};
use agon_core::{AnyGame, Line, Side};
use agon_wire::ugi::{Command, Go, Query, Response};
use gui::Gui;

/// How many moves an engine is asked for where a few will do.
const A_FEW: usize = 3;

pub(super) fn examinations(game: &dyn AnyGame) -> Vec<Examination> {
    let mut all = [games(), interruptions_and_endings()].concat();
    if sparring::forced_pass(game, Side::First).is_some() {
        let pass = Examination {
            name: "a pass",
            what: "It is asked for a move although it has none, as either side.",
            rule: rules::PASS,
            run: pass,
        };
        all.insert(3, pass);
    }
    if game.has_chance() {
        let roll = Examination {
            name: "the dice",
            what: "The moves it reads have the rolls of the dice behind them; its own must not.",
            rule: rules::ROLL,
            run: |visit| game_as(visit, Side::Second, A_FEW, Manner::Whole, Some(rules::ROLL)),
        };
        all.insert(4, roll);
    }
    all
}

/// The greeting and whole games, however what it reads arrives.
fn games() -> Vec<Examination> {
    vec![
        Examination {
            name: "the greeting",
            what: "It is greeted with ugi and isready.",
            rule: rules::GREETING,
            run: greeting,
        },
        Examination {
            name: "the first side",
            what: "It plays a whole game as the side that moves first.",
            rule: rules::ILLEGAL,
            run: |visit| game_as(visit, Side::First, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "the second side",
            what: "It plays a whole game as the other side.",
            rule: rules::ILLEGAL,
            run: |visit| game_as(visit, Side::Second, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "one byte at a time",
            what: "Everything it reads arrives one byte at a time.",
            rule: rules::LINES,
            run: |visit| game_as(visit, Side::First, A_FEW, Manner::Bytewise, Some(rules::LINES)),
        },
        Examination {
            name: "several lines at once",
            what: "A new game, a position, the question whether it is ready, and go arrive together.",
            rule: rules::LINES,
            run: glued,
        },
        Examination {
            name: "another game than before",
            what: "The position jumps back and forth between two games, and a new game begins.",
            rule: rules::OTHER_GAME,
            run: other_game,
        },
    ]
}

/// What comes in between, and how games and programs end.
fn interruptions_and_endings() -> Vec<Examination> {
    vec![
        Examination {
            name: "unknown commands",
            what: "It reads lines that mean nothing, and empty ones.",
            rule: rules::IGNORED,
            run: unknown,
        },
        Examination {
            name: "stop",
            what: "It searches without a limit, is asked whether it is ready, and is stopped.",
            rule: rules::STOP,
            run: stop,
        },
        Examination {
            name: "a win",
            what: "It can win with its last move; then a new game begins.",
            rule: rules::NEW_GAME,
            run: |visit| end(visit, Ending::Win),
        },
        Examination {
            name: "a loss",
            what: "It has lost the game; then a new one begins.",
            rule: rules::NEW_GAME,
            run: |visit| end(visit, Ending::Loss),
        },
        Examination {
            name: "a draw",
            what: "The game is a draw; then a new one begins.",
            rule: rules::NEW_GAME,
            run: |visit| end(visit, Ending::Draw),
        },
        Examination {
            name: "a slow GUI",
            what: "The GUI pauses before every command.",
            rule: rules::SLOW,
            run: |visit| game_as(visit, Side::First, 1, Manner::Slow, Some(rules::SLOW)),
        },
        Examination { name: "quit", what: "It is told to quit.", rule: rules::QUIT, run: quit },
        Examination {
            name: "an early end",
            what: "Its input ends without quit, in the middle of a command.",
            rule: rules::QUIT,
            run: early_end,
        },
    ]
}

fn greeting(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    gui.ready(None).map(drop)
}

/// Plays a game against any moves, until the engine was asked so many times or the game is over.
fn game_as(
    visit: &mut Visit<'_>,
    side: Side,
    moves: usize,
    manner: Manner,
    instead: Option<Rule>,
) -> Result<(), Trouble> {
    let mut sparring = Sparring::new();
    let mut line = sparring.begin(&**visit.game);
    let mut gui = Gui::new(visit.admit(side)?);
    gui.patient.sends(manner);
    gui.greet(instead)?;
    gui.send(&Command::NewGame);
    gui.ready(instead)?;
    let mut asked = 0;
    while asked < moves {
        let text = if line.position().side_to_move() == side && !line.is_over() {
            asked += 1;
            gui.ask(&line, instead)?
        } else if let Some(text) = sparring.choose(line.position()) {
            text
        } else {
            break;
        };
        sparring.play(&mut line, &text).map_err(Trouble::own)?;
    }
    gui.ready(instead.or(Some(rules::ONE_MOVE))).map(drop)
}

fn glued(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let rule = Some(rules::LINES);
    let mut sparring = Sparring::new();
    let mut line = sparring.begin(&**visit.game);
    sparring.play_on(&mut line, 2).map_err(Trouble::own)?;
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    gui.patient.sends(Manner::Glued);
    gui.send(&Command::NewGame);
    gui.send(&Command::IsReady);
    gui.position(&line);
    gui.send(&Command::IsReady);
    gui.start(&line, Go { depth: Some(1), ..Go::default() });
    let (_, ready) = gui.best_move(&line, rules::GO, rule)?;
    if !ready {
        let symptom = "its bestmove came before its readyok, or without it".to_owned();
        return Err(Trouble::Broken(rules::READY, symptom));
    }
    gui.ready(rule).map(drop)
}

fn other_game(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let rule = Some(rules::OTHER_GAME);
    let mut sparring = Sparring::new();
    let first = sparring.begin(&**visit.game);
    let (mut second, mut third) = (first.clone(), first.clone());
    sparring.play_on(&mut second, 7).map_err(Trouble::own)?;
    sparring.play_on(&mut third, 4).map_err(Trouble::own)?;
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    for line in [&first, &second, &third, &second] {
        gui.ask(line, rule)?;
    }
    gui.send(&Command::NewGame);
    gui.ask(&third, rule)?;
    gui.ready(rule).map(drop)
}

fn unknown(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let rule = Some(rules::IGNORED);
    let line = Sparring::new().begin(&**visit.game);
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    for text in ["", "xyzzy", "debug on", "  ", "register later 1 2 3"] {
        gui.send_text(text);
    }
    gui.ready(rule)?;
    gui.ask(&line, rule)?;
    gui.ready(rule).map(drop)
}

/// An engine that answers at once is right, too: then there is nothing to stop.
fn stop(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let line = Sparring::new().begin(&**visit.game);
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    gui.position(&line);
    gui.ready(None)?;
    gui.start(&line, Go { infinite: true, ..Go::default() });
    let answered = gui.ready_while_searching(&line)?;
    gui.send(&Command::Stop);
    if !answered {
        gui.best_move(&line, rules::STOP, None)?;
    }
    gui.ready(Some(rules::STOP)).map(drop)
}

fn pass(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let lines = Side::BOTH.map(|side| sparring::forced_pass(&**visit.game, side));
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    for mut line in lines.into_iter().flatten() {
        gui.ask(&line, None)?;
        // The other side goes on, with the pass among the moves of the game.
        sparring::pass(&mut line)?;
        gui.ask(&line, None)?;
    }
    gui.ready(None).map(drop)
}

/// The last move of a game, a question about its result for those who answer such questions, and a new game.
fn end(visit: &mut Visit<'_>, ending: Ending) -> Result<(), Trouble> {
    let mut line = last_moves(&**visit.game, ending).ok_or_else(no_game)?;
    let next = Sparring::new().begin(&**visit.game);
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    let text = gui.ask(&line, None)?;
    Sparring::new().play(&mut line, &text).map_err(Trouble::own)?;
    let queries = [Query::P1Turn, Query::GameOver, Query::Result];
    gui.position(&line);
    for query in queries {
        gui.send(&Command::Query(query));
    }
    let responses = gui.ready(None)?;
    // Who knows no rules cannot answer, and ignores what it does not understand.
    for (query, response) in queries.into_iter().zip(&responses) {
        let right = Response::to(query, line.position());
        // Whose turn it is when a game is over is nobody's concern.
        let matters = query != Query::P1Turn || !line.is_over();
        if matters && *response != right {
            let rule = if query == Query::Result { rules::RESULT } else { rules::QUERY };
            let place = line.position().text();
            let symptom =
                format!("it answered 'response {response}' instead of 'response {right}' in {place}");
            return Err(Trouble::Broken(rule, symptom));
        }
    }
    gui.send(&Command::NewGame);
    gui.ask(&next, Some(rules::NEW_GAME))?;
    gui.ready(None).map(drop)
}

/// A game that the next moves can end like this for the side to move.
fn last_moves(game: &dyn AnyGame, ending: Ending) -> Option<Line> {
    sparring::last_move(game, Side::First, ending).or_else(|| {
        // In the games that are won by a line nobody loses by a move of its own: the opponent has the last one.
        let (ending, back) = match ending {
            Ending::Loss => (Ending::Win, 2),
            other => (other, 1),
        };
        let mut line = sparring::whole_game(game, ending)?;
        line.truncate(line.moves().len().saturating_sub(back));
        Some(line)
    })
}

fn quit(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let line = Sparring::new().begin(&**visit.game);
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    gui.ask(&line, None)?;
    gui.send(&Command::Quit);
    gui.patient.ends().breaks(rules::QUIT)
}

fn early_end(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut gui = Gui::new(visit.admit(Side::First)?);
    gui.greet(None)?;
    gui.patient.send(b"position startp");
    gui.patient.hang_up();
    gui.patient.ends().breaks(rules::QUIT)
}

fn no_game() -> Trouble {
    Trouble::Untried("no such game was found".to_owned())
}
