//! NBoard: the examinations of an Othello engine.

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::{Manner, Patient};
use super::sparring::{self, Sparring};
use agon_core::{Line, Side};
use agon_wire::nboard::{Command, Reply, write_game};

const fn rule(heading: &'static str, sentence: &'static str) -> Rule {
    Rule::new("nboard.md", heading, sentence)
}

const COMMANDS: &str = "From the GUI to the engine";
const MISTAKES: &str = "Common mistakes";

const PING: Rule = rule(COMMANDS, "stops thinking, then answers `pong 7`");
const GO: Rule = rule(COMMANDS, "answers `=== MOVE`; does not play it: a `move` follows if it stands");
const SET_GAME: Rule =
    rule(COMMANDS, "takes the game, in GGF on one line, as the one all further commands are about");
const IGNORED: Rule = rule(COMMANDS, "Commands that are not understood are ignored.");
const LINES: Rule = rule(COMMANDS, "A line may reach the engine in pieces, or together with the next ones.");
const SLOW: Rule = rule(COMMANDS, "A GUI may take its time between two commands, and the engine waits.");
const QUIT: Rule =
    rule(COMMANDS, "When its input ends, the GUI is gone, and the engine ends as after `quit`.");
const NOTATION: Rule = rule(
    "From the engine to the GUI",
    "Moves are a column A\u{2013}H from the left and a row 1\u{2013}8 from the top, in upper or lower case; the pass is `PA`.",
);
const INTERRUPTED: Rule =
    rule("Ping and pong", "A search that was interrupted sends nothing more, no `===` either.");
const TWICE: Rule =
    rule(MISTAKES, "Playing the engine's own move on its board after `go`: it is then played twice.");
const PASSES: Rule =
    rule(MISTAKES, "Forgetting that forced passes are in the game as `B[PA]` or are left out; both occur.");

pub(super) const RULES: &[Rule] =
    &[PING, GO, SET_GAME, IGNORED, LINES, SLOW, QUIT, NOTATION, INTERRUPTED, TWICE, PASSES];

/// How deep the engine is told to look.
const DEPTH: u32 = 4;

pub(super) fn examinations() -> Vec<Examination> {
    [games(), interruptions()].concat()
}

/// What it plays, and how what it reads arrives.
fn games() -> Vec<Examination> {
    vec![
        Examination {
            name: "the greeting",
            what: "It is greeted with nboard 2 and pinged.",
            rule: PING,
            run: |visit| Gui::greeted(visit, Manner::Whole, None).map(drop),
        },
        Examination {
            name: "black",
            what: "It plays a whole game as black; its own moves are told back to it.",
            rule: GO,
            run: |visit| game_as(visit, Side::First, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "white",
            what: "It plays a whole game as white.",
            rule: GO,
            run: |visit| game_as(visit, Side::Second, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "its own move",
            what: "It is asked twice for the same position.",
            rule: TWICE,
            run: twice,
        },
        Examination {
            name: "a pass",
            what: "It is asked for a move although it has none, as either side.",
            rule: PASSES,
            run: pass,
        },
        Examination {
            name: "one byte at a time",
            what: "Everything it reads arrives one byte at a time.",
            rule: LINES,
            run: |visit| game_as(visit, Side::Second, 2, Manner::Bytewise, Some(LINES)),
        },
        Examination {
            name: "several lines at once",
            what: "The game, a ping and go arrive together.",
            rule: LINES,
            run: |visit| game_as(visit, Side::Second, 2, Manner::Glued, Some(LINES)),
        },
        Examination {
            name: "another game than before",
            what: "The game jumps back and forth between two games, the end of a game among them.",
            rule: SET_GAME,
            run: other_game,
        },
    ]
}

/// What comes in between, and the end.
fn interruptions() -> Vec<Examination> {
    vec![
        Examination {
            name: "a search that is interrupted",
            what: "It is pinged while it searches for a move, and for hints.",
            rule: INTERRUPTED,
            run: interrupted,
        },
        Examination {
            name: "unknown commands",
            what: "It reads lines that mean nothing, and empty ones.",
            rule: IGNORED,
            run: unknown,
        },
        Examination {
            name: "a slow GUI",
            what: "The GUI pauses before every command.",
            rule: SLOW,
            run: |visit| game_as(visit, Side::First, 1, Manner::Slow, Some(SLOW)),
        },
        Examination {
            name: "quit",
            what: "It is told to quit.",
            rule: QUIT,
            run: |visit| {
                let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
                gui.send(&Command::Quit);
                gui.patient.ends().breaks(QUIT)
            },
        },
        Examination {
            name: "an early end",
            what: "Its input ends without quit, in the middle of a command.",
            rule: QUIT,
            run: |visit| {
                let gui = Gui::greeted(visit, Manner::Whole, None)?;
                gui.patient.send(b"set ga");
                gui.patient.hang_up();
                gui.patient.ends().breaks(QUIT)
            },
        },
    ]
}

/// A GUI that follows a script. A rule that is given as `instead` is the one that any failure breaks.
struct Gui<'v, 'a> {
    patient: &'v mut Patient<'a>,
    pings: i64,
}

impl<'v, 'a> Gui<'v, 'a> {
    fn greeted(
        visit: &'v mut Visit<'a>,
        manner: Manner,
        instead: Option<Rule>,
    ) -> Result<Gui<'v, 'a>, Trouble> {
        let mut gui = Gui { patient: visit.admit(Side::First)?, pings: 0 };
        gui.patient.sends(manner);
        gui.send(&Command::NBoard(2));
        gui.send(&Command::SetDepth(DEPTH));
        gui.ping(instead, true)?;
        Ok(gui)
    }

    fn send(&mut self, command: &Command) {
        self.patient.send(format!("{command}\n").as_bytes());
    }

    fn reply(&mut self, missing: Rule) -> Result<Reply, Trouble> {
        let line = self.patient.line().breaks(missing)?;
        let Ok(reply) = line.parse();
        Ok(reply)
    }

    /// Waits for the pong; a move may come before it only where a search was under way.
    fn ping(&mut self, instead: Option<Rule>, idle: bool) -> Result<(), Trouble> {
        self.pings += 1;
        self.send(&Command::Ping(self.pings));
        loop {
            match self.reply(instead.unwrap_or(PING))? {
                Reply::Pong(number) if number == self.pings => return Ok(()),
                Reply::Pong(number) => {
                    let symptom = format!("it answered 'ping {}' with 'pong {number}'", self.pings);
                    return Err(Trouble::Broken(instead.unwrap_or(PING), symptom));
                }
                Reply::Move(best) if idle => {
                    let symptom = format!("it sent '=== {}' although nobody waited for a move", best.text);
                    return Err(Trouble::Broken(instead.unwrap_or(INTERRUPTED), symptom));
                }
                _ => {}
            }
        }
    }

    fn set_game(&mut self, line: &Line) -> Result<(), Trouble> {
        let game = write_game(line).map_err(Trouble::own)?;
        self.send(&Command::SetGame(game));
        Ok(())
    }

    fn tell_move(&mut self, text: &str) {
        self.send(&Command::Move { text: text.to_owned(), eval: None, seconds: None });
    }

    /// Asks for the move in the position that the engine has.
    fn go(&mut self, line: &Line, instead: Option<Rule>) -> Result<String, Trouble> {
        self.ping(instead, true)?;
        self.send(&Command::Go);
        loop {
            match self.reply(instead.unwrap_or(GO))? {
                Reply::Move(best) => return judge(line, best.text, instead),
                Reply::Other(text) if text.starts_with("===") => {
                    let symptom = format!("it answered '{text}', which names no move");
                    return Err(Trouble::Broken(instead.unwrap_or(NOTATION), symptom));
                }
                _ => {}
            }
        }
    }

    fn end(mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        self.ping(instead, true)
    }
}

fn judge(line: &Line, text: String, instead: Option<Rule>) -> Result<String, Trouble> {
    let position = line.position();
    let Err(error) = position.boxed().play(&text) else { return Ok(text) };
    let rule = if position.forced_pass().is_some() { PASSES } else { NOTATION };
    let symptom = format!("it answered '=== {text}' in {}, and {error}", position.text());
    Err(Trouble::Broken(instead.unwrap_or(rule), symptom))
}

/// The game is told once, then move by move.
fn game_as(
    visit: &mut Visit<'_>,
    side: Side,
    moves: usize,
    manner: Manner,
    instead: Option<Rule>,
) -> Result<(), Trouble> {
    let mut sparring = Sparring::new();
    let mut line = Line::new(visit.game.start());
    let mut gui = Gui::greeted(visit, manner, instead)?;
    gui.set_game(&line)?;
    let mut asked = 0;
    while asked < moves {
        let text = if line.position().side_to_move() == side && !line.is_over() {
            asked += 1;
            gui.go(&line, instead)?
        } else if let Some(text) = sparring.choose(line.position()) {
            text
        } else {
            break;
        };
        line.play(&text, |_| 0).map_err(Trouble::own)?;
        gui.tell_move(&text);
    }
    gui.end(instead)
}

fn twice(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut line = Line::new(visit.game.start());
    let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
    gui.set_game(&line)?;
    gui.go(&line, Some(GO))?;
    let text = gui.go(&line, Some(TWICE))?;
    // Black's move stands, then another one of white's: whoever played its own move twice is out of step now.
    for text in [Some(text), None] {
        let text = text.or_else(|| line.position().legal_moves().pop()).unwrap_or_default();
        line.play(&text, |_| 0).map_err(Trouble::own)?;
        gui.tell_move(&text);
    }
    gui.go(&line, Some(TWICE))?;
    gui.end(None)
}

fn pass(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let lines = Side::BOTH.map(|side| sparring::forced_pass(&**visit.game, side));
    let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
    for mut line in lines.into_iter().flatten() {
        gui.set_game(&line)?;
        gui.go(&line, Some(PASSES))?;
        gui.tell_move(&sparring::pass(&mut line)?);
        gui.go(&line, Some(PASSES))?;
    }
    gui.end(None)
}

fn other_game(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut sparring = Sparring::new();
    let first = Line::new(visit.game.start());
    let (mut second, mut over) = (first.clone(), first.clone());
    sparring.play_on(&mut second, 9).map_err(Trouble::own)?;
    sparring.play_on(&mut over, usize::MAX).map_err(Trouble::own)?;
    let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
    for line in [&second, &first, &over, &second] {
        gui.set_game(line)?;
        if line.is_over() {
            gui.ping(Some(SET_GAME), true)?;
        } else {
            gui.go(line, Some(SET_GAME))?;
        }
    }
    gui.end(None)
}

fn interrupted(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let line = Line::new(visit.game.start());
    let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
    gui.set_game(&line)?;
    for command in [Command::Go, Command::Hint(3)] {
        gui.ping(None, true)?;
        gui.send(&command);
        gui.ping(None, false)?;
        gui.ping(Some(INTERRUPTED), true)?;
    }
    gui.go(&line, Some(INTERRUPTED))?;
    gui.end(Some(INTERRUPTED))
}

fn unknown(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let line = Line::new(visit.game.start());
    let mut gui = Gui::greeted(visit, Manner::Whole, None)?;
    gui.patient.send(b"xyzzy\n\nset contempt 0\nset colour blue\n");
    gui.ping(Some(IGNORED), true)?;
    gui.set_game(&line)?;
    gui.go(&line, Some(IGNORED))?;
    gui.end(Some(IGNORED))
}
