//! The sentences of `docs/protocols/tuc.md` that players are held to.

use crate::Rule;

const fn rule(heading: &'static str, sentence: &'static str) -> Rule {
    Rule::new("tuc.md", heading, sentence)
}

pub(super) const UNASKED: Rule = rule(
    "TUC: HexThello and Ants over TCP",
    "The server speaks, a player only answers: it sends nothing that it was not asked for.",
);
pub(super) const NAME: Rule = rule(
    "Answers from the player",
    "A name: one byte with its length, then that many bytes, without a zero at the end.",
);
pub(super) const ILLEGAL: Rule = rule(
    "Ascii server",
    "An illegal move, or a pass when a move exists, loses that game; the next one goes on as usual.",
);
pub(super) const NEEDLESS_PASS: Rule =
    rule("Common mistakes", "A pass when a move exists. That is illegal and loses.");
pub(super) const PASS: Rule =
    rule("Common mistakes", "No answer when there is no legal move. The pass must be sent.");
pub(super) const OPPONENT_PASS: Rule = rule(
    "Common mistakes",
    "Taking the opponent's pass for a move to row 206, or forgetting that \u{2212}50 and \u{2212}1 come as 206 and 255 when bytes are unsigned.",
);
pub(super) const COLOUR: Rule = rule(
    "The order of things",
    "It keeps three things, each until it is told otherwise: the board, its side, its connection.",
);
pub(super) const FRAGMENTS: Rule =
    rule("Common mistakes", "TCP may deliver it in pieces: read until all bytes are there.");
pub(super) const GLUED: Rule = rule(
    "Common mistakes",
    "It may also deliver several messages at once: read only what belongs to this one.",
);
pub(super) const SEATED: Rule = rule(
    "Graphical server",
    "A player seated in the middle of a game gets NEW_POSITION, then its COLOR: the other order than the ascii server's.",
);
pub(super) const RESTART: Rule =
    rule("Graphical server", "A restart sends NEW_POSITION alone, without a new COLOR.");
pub(super) const WHOSE_TURN: Rule = rule(
    "A player in a few lines",
    "`best(board, me)` moves for `me`, whatever side to move the board says: the server knows whose turn it is.",
);
pub(super) const WITHDRAWN: Rule = rule(
    "Graphical server",
    "Answer every REQUEST_MOVE exactly once, in order, all the same: the server knows which answers are late and drops them.",
);
pub(super) const NO_RESULT: Rule = rule("Ascii server", "No result is ever sent.");
pub(super) const SLOW: Rule = rule(
    "The order of things",
    "A server may take its time between two messages, and in the middle of one: a player waits.",
);
pub(super) const QUIT: Rule = rule(
    "The order of things",
    "After QUIT, and when the server closes the connection, a player closes its own side and ends.",
);
pub(super) const TERMINATOR: Rule = rule(
    "Common mistakes",
    "Ants: no 255 after a step or a short chain. Only a chain of five jumps has none.",
);
pub(super) const SHORT_CHAIN: Rule =
    rule("Common mistakes", "Ants: a chain that stops although it could go on.");
pub(super) const CAPTURE: Rule = rule(
    "The rules in short",
    "An ant captures by jumping forward over an opposing ant to the free square behind it; who can capture must, and the same ant goes on capturing as long as it can, up to five jumps.",
);
pub(super) const OLDER: Rule = rule(
    "Ascii server",
    "HexThello, and Ants in the older dialect (`--dialect moves`): PREPARE_TO_RECEIVE_MOVE with the move to the other side, unless the game just ended.",
);

pub(crate) const ALL: &[Rule] = &[
    UNASKED,
    NAME,
    ILLEGAL,
    NEEDLESS_PASS,
    PASS,
    OPPONENT_PASS,
    COLOUR,
    FRAGMENTS,
    GLUED,
    SEATED,
    RESTART,
    WHOSE_TURN,
    WITHDRAWN,
    NO_RESULT,
    SLOW,
    QUIT,
    TERMINATOR,
    SHORT_CHAIN,
    CAPTURE,
    OLDER,
];
