//! Four in a Row in Python: the examinations of a folder with `ai.py` and `game.py`.
//!
//! A script of our own loads the folder in the sandbox, tries one thing and says what came of it.

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use agon_core::Side;

/// Loads the folder and makes one examination.
pub(super) const EXAMINER: &str = include_str!("../python/huji_examiner.py");

const PAGE: &str = "huji.md";
const GAME: &str = "`Game`";
const AI: &str = "`AI`";

const LOADING: Rule =
    Rule::new(PAGE, AI, "Loading `game.py` and `ai.py` does nothing else: no window, no network, no game.");
const CONSTANTS: Rule = Rule::new(PAGE, GAME, "`Game.PLAYER_ONE`, `Game.PLAYER_TWO`, `Game.DRAW` | 0, 1, 2");
const START: Rule = Rule::new(PAGE, GAME, "the empty board, player one to move");
const MAKE_MOVE: Rule = Rule::new(
    PAGE,
    GAME,
    "drops a disc of the side to move into column 0 to 6; where that is not possible (the column is full or there is none, the game is over) an exception with the text `Illegal move.`",
);
const PLAYER: Rule = Rule::new(PAGE, GAME, "whose turn it is");
const CELL: Rule =
    Rule::new(PAGE, GAME, "`PLAYER_ONE`, `PLAYER_TWO` or `None`; row 0 is the top, column 0 the left");
const WINNER: Rule = Rule::new(
    PAGE,
    GAME,
    "`PLAYER_ONE`, `PLAYER_TWO`, `DRAW` for a full board without four in a row, `None` while the game is on; at any time",
);
const FIND: Rule = Rule::new(
    PAGE,
    AI,
    "`AI().find_legal_move(game, func, timeout=None)` finds a column and calls `func(column)`.",
);
const ONCE: Rule = Rule::new(
    PAGE,
    AI,
    "Without a timeout it calls `func` once: `g = Game(); AI().find_legal_move(g, g.make_move)` plays one move.",
);
const TIMEOUT: Rule = Rule::new(
    PAGE,
    AI,
    "With a timeout, in seconds, it may call `func` at once with any legal column and again each time it has found a better one.",
);
const NONE: Rule =
    Rule::new(PAGE, AI, "Where no move is left it raises an exception with the text `No possible AI moves.`");

pub(super) const RULES: &[Rule] =
    &[LOADING, CONSTANTS, START, MAKE_MOVE, PLAYER, CELL, WINNER, FIND, ONCE, TIMEOUT, NONE];

pub(super) fn examinations() -> Vec<Examination> {
    vec![
        Examination {
            name: "loading",
            what: "game.py and ai.py are loaded, and AI() is made.",
            rule: LOADING,
            run: |visit| examined(visit, "loading"),
        },
        Examination {
            name: "constants",
            what: "The three constants of Game are looked at.",
            rule: CONSTANTS,
            run: |visit| examined(visit, "constants"),
        },
        Examination {
            name: "the board",
            what: "A few moves are made; after each, every square and the side to move are asked for.",
            rule: CELL,
            run: |visit| examined(visit, "board"),
        },
        Examination {
            name: "illegal moves",
            what: "A full column, columns that are not there, and a move after the end are tried.",
            rule: MAKE_MOVE,
            run: |visit| examined(visit, "illegal-moves"),
        },
        Examination {
            name: "winners",
            what: "Games are won in a row, a column and both diagonals, by either player, and drawn.",
            rule: WINNER,
            run: |visit| examined(visit, "winners"),
        },
        Examination {
            name: "one call",
            what: "find_legal_move is called without a timeout, also with the game's own make_move.",
            rule: ONCE,
            run: |visit| examined(visit, "one-call"),
        },
        Examination {
            name: "timeouts",
            what: "find_legal_move is called with 0.1 and 0.5 seconds and interrupted when they are over.",
            rule: TIMEOUT,
            run: |visit| examined(visit, "timeouts"),
        },
        Examination {
            name: "full columns",
            what: "find_legal_move is called where few columns are left.",
            rule: FIND,
            run: |visit| examined(visit, "full-columns"),
        },
        Examination {
            name: "no move left",
            what: "find_legal_move is called on a full board.",
            rule: NONE,
            run: |visit| examined(visit, "nothing-left"),
        },
        Examination {
            name: "whole games",
            what: "It plays a whole game on each side, with a tenth of a second a move.",
            rule: FIND,
            run: |visit| examined(visit, "whole-games"),
        },
    ]
}

/// Has the script make one examination.
fn examined(visit: &mut Visit<'_>, name: &str) -> Result<(), Trouble> {
    let rule = visit.rule;
    let patient = visit.admit(Side::First)?;
    patient.send(format!("{name}\n").as_bytes());
    let line = patient.line().breaks(rule)?;
    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
    match word {
        "ok" => Ok(()),
        "broken" => {
            let (short, symptom) = rest.split_once(' ').unwrap_or((rest, ""));
            Err(Trouble::Broken(named(short).unwrap_or(rule), symptom.to_owned()))
        }
        _ => Err(Trouble::Broken(rule, format!("it wrote '{line}' where only the examination does"))),
    }
}

/// A rule by the script's short name for it.
fn named(short: &str) -> Option<Rule> {
    Some(match short {
        "loading" => LOADING,
        "constants" => CONSTANTS,
        "start" => START,
        "make_move" => MAKE_MOVE,
        "player" => PLAYER,
        "cell" => CELL,
        "winner" => WINNER,
        "find" => FIND,
        "once" => ONCE,
        "none" => NONE,
        _ => return None,
    })
}
