//! Connect4 9×9 on standard input and output: the examinations of a player program.

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::{Manner, Patient, in_words};
use super::sparring::Sparring;
use agon_core::{Line, Phase, Side};
use agon_wire::connect9x9::{GameResult, PlatformSeat, PlayerFault};

const fn rule(heading: &'static str, sentence: &'static str) -> Rule {
    Rule::new("connect4-9x9.md", heading, sentence)
}

const DOES: &str = "What a player does";
const LOSES: &str = "How a player loses at once";

const MAGIC: Rule =
    rule(DOES, "It reads one number and ignores it: the magic number. It prints nothing before that.");
const FIRST: Rule = rule(DOES, "If it was started with `first`, it prints its first column.");
const ANSWER: Rule =
    rule(DOES, "A column 0\u{2013}8 is the opponent's move: it answers with its own column.");
const RESULT: Rule = rule(DOES, "10, 11 or 12 is the result: it ends.");
const LINES: Rule = rule(
    DOES,
    "A line may reach the player in pieces, or together with the next one: a number is complete when its line ends.",
);
const SLOW: Rule = rule(DOES, "The platform may take its time, and the player waits.");
const EARLY_END: Rule = rule(DOES, "If the input ends, the platform is gone, and the player ends, too.");
const FLUSH: Rule =
    rule(DOES, "Output to a pipe is buffered, and a line that stays in the buffer is a time-out.");
const NOT_A_COLUMN: Rule = rule(LOSES, "it prints anything but a column 0\u{2013}8, debug output included");
const ANNOUNCEMENT: Rule = rule(LOSES, "it prints 10, 11 or 12");
const FULL: Rule = rule(LOSES, "it names a full column");
const OUT_OF_TURN: Rule = rule(LOSES, "it prints a column although it is not its turn");
const ENDED: Rule = rule(LOSES, "it ends before the game is over");

pub(super) const RULES: &[Rule] = &[
    MAGIC,
    FIRST,
    ANSWER,
    RESULT,
    LINES,
    SLOW,
    EARLY_END,
    FLUSH,
    NOT_A_COLUMN,
    ANNOUNCEMENT,
    FULL,
    OUT_OF_TURN,
    ENDED,
];

/// A magic number that looks like a result.
const CONFUSING: i64 = 12;

pub(super) fn examinations() -> Vec<Examination> {
    vec![
        Examination {
            name: "second",
            what: "It is started with second and plays a whole game.",
            rule: ANSWER,
            run: |visit| whole_game(visit, Side::Second, any_column),
        },
        Examination {
            name: "first",
            what: "It is started with first and plays a whole game; before the magic number it must be silent.",
            rule: FIRST,
            run: |visit| whole_game(visit, Side::First, any_column),
        },
        Examination {
            name: "the magic number",
            what: "The magic number is 12; a player that takes it for a result ends.",
            rule: MAGIC,
            run: |visit| few_moves(visit, Side::Second, CONFUSING, Manner::Whole, MAGIC),
        },
        Examination {
            name: "full columns",
            what: "Its opponent plays where it has just played, so that columns fill up.",
            rule: FULL,
            run: |visit| whole_game(visit, Side::Second, same_column),
        },
        Examination {
            name: "one byte at a time",
            what: "Everything it reads arrives one byte at a time, the 11 at the end included.",
            rule: LINES,
            run: |visit| few_moves(visit, Side::Second, 0, Manner::Bytewise, LINES),
        },
        Examination {
            name: "two numbers at once",
            what: "The magic number and the first column arrive together.",
            rule: LINES,
            run: |visit| few_moves(visit, Side::Second, 0, Manner::Glued, LINES),
        },
        Examination {
            name: "a win",
            what: "It reads 10.",
            rule: RESULT,
            run: |visit| result(visit, GameResult::Won),
        },
        Examination {
            name: "a loss",
            what: "It reads 11.",
            rule: RESULT,
            run: |visit| result(visit, GameResult::Lost),
        },
        Examination {
            name: "a draw",
            what: "It reads 12.",
            rule: RESULT,
            run: |visit| result(visit, GameResult::Draw),
        },
        Examination {
            name: "a slow platform",
            what: "The platform pauses before every number.",
            rule: SLOW,
            run: |visit| few_moves(visit, Side::Second, 0, Manner::Slow, SLOW),
        },
        Examination {
            name: "an early end",
            what: "Its input ends in the middle of the game.",
            rule: EARLY_END,
            run: early_end,
        },
    ]
}

/// A platform that follows a script.
struct Platform<'v, 'a> {
    patient: &'v mut Patient<'a>,
    seat: PlatformSeat,
    line: Line,
    side: Side,
}

impl<'v, 'a> Platform<'v, 'a> {
    fn begin(visit: &'v mut Visit<'a>, side: Side) -> Result<Platform<'v, 'a>, Trouble> {
        let line = Line::new(visit.game.start());
        Ok(Platform { patient: visit.admit(side)?, seat: PlatformSeat::new(side), line, side })
    }

    fn magic(&mut self, number: i64) {
        let bytes = self.seat.magic(number);
        self.patient.send(&bytes);
    }

    /// Waits for the player's column. `instead` is the rule that any failure breaks.
    fn column(&mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        loop {
            let heard = self.patient.line();
            let missing = if self.patient.has_ended() { ENDED } else { FLUSH };
            let line = heard.breaks(instead.unwrap_or(missing))?;
            if let Some(column) = self.judge(&line, instead)? {
                return self.play(&column.to_string());
            }
        }
    }

    /// The opponent plays a column. What the player has printed by now was not asked for.
    fn opponent(&mut self, column: &str) -> Result<(), Trouble> {
        let surplus = self.patient.surplus();
        for line in String::from_utf8_lossy(&surplus).lines() {
            self.judge(line, None)?;
        }
        self.play(column)?;
        let bytes = self.seat.opponent_moved(column.parse().unwrap_or(u8::MAX));
        // The move that ends a game is not sent: the result comes in its place.
        if !self.line.is_over() {
            self.patient.send(&bytes);
        }
        Ok(())
    }

    fn announce(&mut self, result: GameResult, rule: Rule) -> Result<(), Trouble> {
        let bytes = self.seat.announce(result);
        self.patient.send(&bytes);
        self.patient.ends().breaks(rule)
    }

    fn play(&mut self, column: &str) -> Result<(), Trouble> {
        self.line.play(column, |_| 0).map_err(Trouble::own)
    }

    fn judge(&mut self, line: &str, instead: Option<Rule>) -> Result<Option<u8>, Trouble> {
        let printed = format!("{line}\n");
        self.seat.receive(&mut printed.as_bytes()).map_err(|fault| {
            let rule = match &fault {
                PlayerFault::NotAColumn { .. } | PlayerFault::TooLong { .. } => NOT_A_COLUMN,
                PlayerFault::Announcement { .. } => ANNOUNCEMENT,
                PlayerFault::FullColumn { .. } => FULL,
                PlayerFault::OutOfTurn { .. } => OUT_OF_TURN,
                PlayerFault::Ended => ENDED,
            };
            Trouble::Broken(instead.unwrap_or(rule), fault.to_string())
        })
    }
}

/// What the opponent plays in a game, where it has something to play.
type Opponent = fn(&mut Sparring, &Line) -> Option<String>;

fn any_column(sparring: &mut Sparring, line: &Line) -> Option<String> {
    sparring.choose(line.position())
}

fn same_column(sparring: &mut Sparring, line: &Line) -> Option<String> {
    let same = line.moves().last().map(|played| played.text.clone());
    let legal = line.position().legal_moves();
    same.filter(|column| legal.contains(column)).or_else(|| sparring.choose(line.position()))
}

fn whole_game(visit: &mut Visit<'_>, side: Side, opponent: Opponent) -> Result<(), Trouble> {
    let mut platform = Platform::begin(visit, side)?;
    let early = platform.patient.overhear().breaks(MAGIC)?;
    if !early.is_empty() {
        let symptom = format!("it printed {} before it had read the magic number", in_words(&early));
        return Err(Trouble::Broken(MAGIC, symptom));
    }
    platform.magic(0);
    let mut sparring = Sparring::new();
    loop {
        match platform.line.position().phase() {
            Phase::Turn(turn) if turn == platform.side => platform.column(None)?,
            Phase::Over(outcome) => {
                let result = match outcome.winner {
                    None => GameResult::Draw,
                    Some(winner) if winner == platform.side => GameResult::Won,
                    Some(_) => GameResult::Lost,
                };
                return platform.announce(result, RESULT);
            }
            Phase::Turn(_) | Phase::Chance => {
                let column = opponent(&mut sparring, &platform.line);
                platform.opponent(&column.ok_or_else(|| Trouble::own("the opponent has no move"))?)?;
            }
        }
    }
}

/// Two moves, then the game is called off with a loss; a failure breaks `rule`.
fn few_moves(
    visit: &mut Visit<'_>,
    side: Side,
    magic: i64,
    manner: Manner,
    rule: Rule,
) -> Result<(), Trouble> {
    let mut platform = Platform::begin(visit, side)?;
    platform.patient.sends(manner);
    platform.magic(magic);
    for column in ["4", "8"] {
        platform.opponent(column)?;
        platform.column(Some(rule))?;
    }
    platform.announce(GameResult::Lost, rule)
}

fn result(visit: &mut Visit<'_>, result: GameResult) -> Result<(), Trouble> {
    let mut platform = Platform::begin(visit, Side::Second)?;
    platform.magic(0);
    platform.opponent("4")?;
    platform.column(None)?;
    platform.announce(result, RESULT)
}

fn early_end(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut platform = Platform::begin(visit, Side::Second)?;
    platform.magic(0);
    platform.opponent("4")?;
    platform.column(None)?;
    platform.patient.hang_up();
    platform.patient.ends().breaks(EARLY_END)
}
