//! The sentences of `docs/protocols/ugi.md` that engines are held to.

use crate::Rule;

const fn rule(heading: &'static str, sentence: &'static str) -> Rule {
    Rule::new("ugi.md", heading, sentence)
}

const COMMANDS: &str = "From the GUI to the engine";
const REPLIES: &str = "From the engine to the GUI";
const MOVES: &str = "Moves and positions";
const MISTAKES: &str = "Common mistakes";

pub(super) const GREETING: Rule =
    rule(COMMANDS, "answers `id name \u{2026}`, `id author \u{2026}`, its `option` lines, then `ugiok`");
pub(super) const READY: Rule =
    rule(COMMANDS, "answers `readyok` as soon as everything before it is done; also while it searches");
pub(super) const GO: Rule = rule(COMMANDS, "searches, then answers `bestmove MOVE`");
pub(super) const NEW_GAME: Rule = rule(COMMANDS, "forgets the game before; `isready` follows");
pub(super) const IGNORED: Rule = rule(COMMANDS, "Commands that are not understood are ignored.");
pub(super) const LINES: Rule =
    rule(COMMANDS, "A line may reach the engine in pieces, or together with the next ones.");
pub(super) const SLOW: Rule =
    rule(COMMANDS, "A GUI may take its time between two commands, and the engine waits.");
pub(super) const QUIT: Rule =
    rule(COMMANDS, "When its input ends, the GUI is gone, and the engine ends as after `quit`.");
pub(super) const RESULT: Rule = rule(COMMANDS, "answers `response p1win`, `p2win`, `draw` or `none`");
pub(super) const QUERY: Rule = rule(COMMANDS, "answers `response true` or `response false`");
pub(super) const ONE_MOVE: Rule = rule(REPLIES, "its move; exactly one for every `go`");
pub(super) const ILLEGAL: Rule = rule(MOVES, "A move that is not legal in the position loses the game.");
pub(super) const PASS: Rule = rule(MOVES, "A side that cannot move is asked and answers `bestmove pass`.");
pub(super) const ROLL: Rule = rule(MOVES, "A roll in `bestmove` is an error.");
pub(super) const TOLD: Rule = rule("The legal moves, for the asking", "It may answer any of them.");
pub(super) const UNASKED: Rule =
    rule(MISTAKES, "Answering `bestmove` without being asked: that loses the game.");
pub(super) const STOP: Rule = rule(MISTAKES, "`bestmove` twice, or none after `stop`.");
pub(super) const OTHER_GAME: Rule = rule(
    MISTAKES,
    "Reading only the last move of `position`: the whole game comes every time, and it may be another one than before.",
);
pub(super) const WORDS: Rule =
    rule(MISTAKES, "Debug output is skipped, but it must not begin with one of the words above.");

pub(crate) const ALL: &[Rule] = &[
    GREETING, READY, GO, NEW_GAME, IGNORED, LINES, SLOW, QUIT, RESULT, QUERY, ONE_MOVE, ILLEGAL, PASS, ROLL,
    TOLD, UNASKED, STOP, OTHER_GAME, WORDS,
];
