//! GTP: the examinations of an Othello engine behind the Go text protocol.

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::{Manner, Patient};
use super::sparring::{self, Sparring};
use agon_core::{Line, Side};
use agon_wire::gtp::{Request, Response, ResponseReader};

const fn rule(heading: &'static str, sentence: &'static str) -> Rule {
    Rule::new("gtp.md", heading, sentence)
}

const ANSWERS: &str = "Commands and answers";
const SQUARES: &str = "Squares and colours";
const MISTAKES: &str = "Common mistakes";

const ANSWER: Rule = rule(
    ANSWERS,
    "An answer is `=` (done) or `?` (failed), the number if one was given, a space, a text, and an empty line:",
);
const COMMENT: Rule = rule(ANSWERS, "What follows a `#` is a comment; empty lines are skipped.");
const UNKNOWN: Rule =
    rule(ANSWERS, "An unknown command fails with `unknown command`, wrong arguments with `syntax error`.");
const PLAY: Rule = rule(ANSWERS, "nothing, or `illegal move`");
const GENMOVE: Rule =
    rule(ANSWERS, "a square, `pass` or `resign`. The move is on the engine's board from then on");
const LINES: Rule = rule(ANSWERS, "A line may reach the engine in pieces, or together with the next ones.");
const SLOW: Rule =
    rule(ANSWERS, "A controller may take its time between two commands, and the engine waits.");
const QUIT: Rule =
    rule(ANSWERS, "When its input ends, the controller is gone, and the engine ends as after `quit`.");
const NOTATION: Rule = rule(
    SQUARES,
    "Squares are Othello's, not Go's: column A\u{2013}H from the left (with no letter left out), row 1\u{2013}8 from the top; upper or lower case.",
);
const PASS: Rule = rule(
    SQUARES,
    "A side that cannot move passes: `genmove` answers `pass`, or the controller leaves the pass out and goes on with the other colour.",
);
const OVER: Rule = rule(SQUARES, "When the game is over `genmove` answers `pass`.");
const OWN_MOVE: Rule = rule(
    MISTAKES,
    "Playing one's own `genmove` move again when the controller's next `play` comes: it is on the board already.",
);
const ORDER: Rule =
    rule(MISTAKES, "Answering out of order: a command that comes while the engine thinks waits its turn.");

pub(super) const RULES: &[Rule] =
    &[ANSWER, COMMENT, UNKNOWN, PLAY, GENMOVE, LINES, SLOW, QUIT, NOTATION, PASS, OVER, OWN_MOVE, ORDER];

pub(super) fn examinations() -> Vec<Examination> {
    vec![
        Examination {
            name: "the greeting",
            what: "It is asked for its version and name and told to clear the board.",
            rule: ANSWER,
            run: |visit| Controller::greeted(visit, Manner::Whole, None).map(drop),
        },
        Examination {
            name: "black",
            what: "It plays a whole game as black; its own moves are not told back to it.",
            rule: OWN_MOVE,
            run: |visit| game_as(visit, Side::First, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "white",
            what: "It plays a whole game as white.",
            rule: OWN_MOVE,
            run: |visit| game_as(visit, Side::Second, usize::MAX, Manner::Whole, None),
        },
        Examination {
            name: "a pass",
            what: "It is told a game in which it must pass.",
            rule: PASS,
            run: pass,
        },
        Examination {
            name: "the end of a game",
            what: "It is told a whole game and asked for a move; then a new game begins.",
            rule: OVER,
            run: over,
        },
        Examination {
            name: "wrong commands",
            what: "It reads an unknown command, an illegal move, a comment and an empty line.",
            rule: UNKNOWN,
            run: wrong,
        },
        Examination {
            name: "one byte at a time",
            what: "Everything it reads arrives one byte at a time.",
            rule: LINES,
            run: |visit| game_as(visit, Side::Second, 2, Manner::Bytewise, Some(LINES)),
        },
        Examination {
            name: "several lines at once",
            what: "Many commands arrive together and are answered in order, genmove among them.",
            rule: ORDER,
            run: glued,
        },
        Examination {
            name: "a slow controller",
            what: "The controller pauses before every command.",
            rule: SLOW,
            run: |visit| game_as(visit, Side::First, 1, Manner::Slow, Some(SLOW)),
        },
        Examination {
            name: "quit",
            what: "It is told to quit.",
            rule: QUIT,
            run: |visit| {
                let mut controller = Controller::greeted(visit, Manner::Whole, None)?;
                controller.succeed("quit", &[], ANSWER)?;
                controller.patient.ends().breaks(QUIT)
            },
        },
        Examination {
            name: "an early end",
            what: "Its input ends without quit, in the middle of a command.",
            rule: QUIT,
            run: |visit| {
                let controller = Controller::greeted(visit, Manner::Whole, None)?;
                controller.patient.send(b"77 clear_bo");
                controller.patient.hang_up();
                controller.patient.ends().breaks(QUIT)
            },
        },
    ]
}

/// A controller that follows a script.
struct Controller<'v, 'a> {
    patient: &'v mut Patient<'a>,
    reader: ResponseReader,
    number: u32,
}

impl<'v, 'a> Controller<'v, 'a> {
    fn greeted(
        visit: &'v mut Visit<'a>,
        manner: Manner,
        instead: Option<Rule>,
    ) -> Result<Controller<'v, 'a>, Trouble> {
        let patient = visit.admit(Side::First)?;
        let mut controller = Controller { patient, reader: ResponseReader::default(), number: 0 };
        controller.patient.sends(manner);
        let rule = instead.unwrap_or(ANSWER);
        let version = controller.succeed("protocol_version", &[], rule)?;
        if version.trim() != "2" {
            let symptom = format!("it speaks version '{version}', not 2");
            return Err(Trouble::Broken(rule, symptom));
        }
        controller.succeed("name", &[], rule)?;
        controller.succeed("clear_board", &[], rule)?;
        Ok(controller)
    }

    /// Sends a command and gives back its number.
    fn send(&mut self, name: &str, arguments: &[&str]) -> u32 {
        self.number += 1;
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let request = Request { id: Some(self.number), name: name.to_owned(), arguments };
        self.patient.send(format!("{request}\n").as_bytes());
        self.number
    }

    /// The answer to the command with this number.
    fn answer(&mut self, number: u32, rule: Rule) -> Result<Result<String, String>, Trouble> {
        loop {
            let line = self.patient.line().breaks(rule)?;
            let printed = format!("{line}\n");
            let long = |error: agon_wire::lines::LineTooLong| Trouble::Broken(rule, error.to_string());
            let Some(Response { id, text }) = self.reader.take(&mut printed.as_bytes()).map_err(long)? else {
                continue;
            };
            if id == Some(number) {
                return Ok(text);
            }
            let found = id.map_or_else(|| "no number".to_owned(), |id| format!("the number {id}"));
            let symptom = format!("its answer to the command {number} had {found}");
            return Err(Trouble::Broken(rule, symptom));
        }
    }

    fn ask(&mut self, name: &str, arguments: &[&str], rule: Rule) -> Result<Result<String, String>, Trouble> {
        let number = self.send(name, arguments);
        self.answer(number, rule)
    }

    /// A command that must not fail.
    fn succeed(&mut self, name: &str, arguments: &[&str], rule: Rule) -> Result<String, Trouble> {
        self.ask(name, arguments, rule)?.map_err(|error| {
            let command = [&[name], arguments].concat().join(" ");
            Trouble::Broken(rule, format!("it answered '{command}' with the error '{error}'"))
        })
    }

    /// A command that must fail.
    fn fail(&mut self, name: &str, arguments: &[&str], rule: Rule) -> Result<(), Trouble> {
        match self.ask(name, arguments, rule)? {
            Err(_) => Ok(()),
            Ok(text) => {
                let command = [&[name], arguments].concat().join(" ");
                let symptom = format!("it answered '{command}' with '= {text}', not with an error");
                Err(Trouble::Broken(rule, symptom))
            }
        }
    }

    fn play(&mut self, side: Side, text: &str, rule: Rule) -> Result<(), Trouble> {
        self.succeed("play", &[colour(side), &text.to_ascii_uppercase()], rule).map(drop)
    }

    /// Plays a whole game so far on the engine's board.
    fn tell(&mut self, line: &Line) -> Result<(), Trouble> {
        self.succeed("clear_board", &[], ANSWER)?;
        for played in line.moves() {
            self.play(played.side, &played.text, PLAY)?;
        }
        Ok(())
    }

    /// The engine's move; nothing if it gives up.
    fn move_in(&mut self, line: &Line, instead: Option<Rule>) -> Result<Option<String>, Trouble> {
        let side = line.position().side_to_move();
        let rule = instead.unwrap_or(GENMOVE);
        let text = self.succeed("genmove", &[colour(side)], rule)?;
        judge(line, &text, instead)
    }
}

fn judge(line: &Line, text: &str, instead: Option<Rule>) -> Result<Option<String>, Trouble> {
    let text = text.trim().to_ascii_lowercase();
    if text == "resign" {
        return Ok(None);
    }
    let position = line.position();
    let Err(error) = position.boxed().play(&text) else { return Ok(Some(text)) };
    let rule = if position.forced_pass().is_some() { PASS } else { NOTATION };
    let symptom = format!("it answered genmove with '{text}' in {}, and {error}", position.text());
    Err(Trouble::Broken(instead.unwrap_or(rule), symptom))
}

fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

fn game_as(
    visit: &mut Visit<'_>,
    side: Side,
    moves: usize,
    manner: Manner,
    instead: Option<Rule>,
) -> Result<(), Trouble> {
    let mut sparring = Sparring::new();
    let mut line = Line::new(visit.game.start());
    let mut controller = Controller::greeted(visit, manner, instead)?;
    let mut asked = 0;
    while asked < moves && !line.is_over() {
        let text = if line.position().side_to_move() == side {
            asked += 1;
            let Some(text) = controller.move_in(&line, instead)? else { return Ok(()) };
            text
        } else {
            let Some(text) = sparring.choose(line.position()) else { break };
            controller.play(!side, &text, instead.unwrap_or(OWN_MOVE))?;
            text
        };
        line.play(&text, |_| 0).map_err(Trouble::own)?;
    }
    Ok(())
}

fn pass(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let none = || Trouble::Untried("no game with a pass was found".to_owned());
    let line = sparring::game_to_a_pass(&**visit.game).ok_or_else(none)?;
    let mut controller = Controller::greeted(visit, Manner::Whole, None)?;
    controller.tell(&line)?;
    controller.move_in(&line, Some(PASS))?;
    // Once more, with the pass left out.
    let mut after = line.clone();
    sparring::pass(&mut after)?;
    controller.tell(&line)?;
    controller.move_in(&after, Some(PASS)).map(drop)
}

fn over(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let start = Line::new(visit.game.start());
    let mut line = start.clone();
    Sparring::new().play_on(&mut line, usize::MAX).map_err(Trouble::own)?;
    let mut controller = Controller::greeted(visit, Manner::Whole, None)?;
    controller.tell(&line)?;
    let text = controller.succeed("genmove", &["black"], OVER)?;
    if !agon_wire::gtp::is_pass(text.trim()) {
        let symptom = format!("it answered genmove with '{text}' although the game was over");
        return Err(Trouble::Broken(OVER, symptom));
    }
    controller.tell(&start)?;
    controller.move_in(&start, None).map(drop)
}

fn wrong(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let start = Line::new(visit.game.start());
    let mut controller = Controller::greeted(visit, Manner::Whole, None)?;
    controller.fail("xyzzy", &[], UNKNOWN)?;
    controller.fail("play", &["black", "A1"], PLAY)?;
    controller.patient.send(b"\n# only a comment\n");
    let number = controller.send("known_command", &["genmove", "# not an argument"]);
    if let Err(error) = controller.answer(number, COMMENT)? {
        let symptom = format!("it answered 'known_command genmove' with the error '{error}'");
        return Err(Trouble::Broken(COMMENT, symptom));
    }
    controller.move_in(&start, Some(PLAY)).map(drop)
}

fn glued(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut line = Line::new(visit.game.start());
    let mut controller = Controller::greeted(visit, Manner::Whole, None)?;
    let text = line.position().legal_moves().pop().unwrap_or_default();
    line.play(&text, |_| 0).map_err(Trouble::own)?;
    controller.patient.sends(Manner::Glued);
    let cleared = controller.send("clear_board", &[]);
    let played = controller.send("play", &["black", &text.to_ascii_uppercase()]);
    let moved = controller.send("genmove", &["white"]);
    let named = controller.send("name", &[]);
    for number in [cleared, played, moved, named] {
        let answer = controller.answer(number, ORDER)?;
        let answer = answer.map_err(|error| {
            Trouble::Broken(ORDER, format!("it answered the command {number} with the error '{error}'"))
        })?;
        if number == moved {
            judge(&line, &answer, Some(ORDER))?;
        }
    }
    Ok(())
}
