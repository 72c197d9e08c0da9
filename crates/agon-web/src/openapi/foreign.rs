//! What other crates serialise, described here so that they need not know of descriptions. The responses are tested
//! against these: a field that is missing here, or too much, is found there.

#![allow(dead_code)] // Reason: these are never made, only described.

use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One of the two sides; the first one moves first from the start position.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum Side {
    First,
    Second,
}

/// The result of a finished game by its rules.
#[derive(ToSchema)]
pub(crate) struct Outcome {
    /// Who won; nobody in a draw.
    winner: Option<Side>,
    /// The first side's margin in the game's unit.
    margin: i32,
}

/// A legal move.
#[derive(ToSchema)]
pub(crate) struct Move {
    /// The move in the game's notation.
    text: String,
    /// The cells to click, in order; empty for a pass.
    path: Vec<usize>,
    /// What it changes on the board.
    changes: Vec<Change>,
    /// Whether it is a pass.
    pass: Option<bool>,
}

/// What a move changes on one cell.
#[derive(ToSchema)]
pub(crate) struct Change {
    /// The cell's number in the layout.
    cell: usize,
    /// The kind of piece that stands there afterwards (a number in the layout's pieces), or none.
    piece: Option<usize>,
}

/// A move that was played.
#[derive(ToSchema)]
pub(crate) struct Played {
    /// Who played it.
    side: Side,
    /// The move in the game's notation, with its roll.
    text: String,
    /// Its cells; empty for a pass.
    path: Vec<usize>,
    /// Whether it was a pass.
    pass: Option<bool>,
}

/// The referee's last word on a game.
#[derive(ToSchema)]
pub(crate) struct Verdict {
    /// Who won; nobody in a draw.
    winner: Option<Side>,
    /// The score of both sides when the game ended.
    score: [i32; 2],
    /// The first side's margin by the rules; 0 when the game was not played to its end.
    margin: i32,
    /// Why.
    reason: Reason,
    /// What supports it; empty for a normal end.
    evidence: Evidence,
}

/// Why a game ended the way it did.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum Reason {
    Normal,
    IllegalMove,
    TimeOut,
    Crash,
    Disconnect,
    Stall,
    ProtocolError,
    Resignation,
    Agreed,
    Adjudicated,
}

/// What the referee has to show for a verdict that is not by the rules.
#[derive(ToSchema)]
pub(crate) struct Evidence {
    /// The text the player sent, as it came, cut to a reasonable length.
    sent: Option<String>,
    /// One sentence: what was wrong with it.
    explanation: Option<String>,
    /// How many milliseconds over its limit the player was.
    over_ms: Option<u64>,
    /// How many milliseconds the player took for the move that came too late or not at all.
    took_ms: Option<u64>,
    /// How its process ended: `exit status 3`, `signal 9`.
    exit: Option<String>,
    /// The last part of its standard error.
    stderr: Option<String>,
}

/// What an engine thinks of a position or of one move in it.
#[derive(ToSchema)]
pub(crate) struct Report {
    /// The move.
    #[schema(rename = "move")]
    mv: String,
    /// The value for the side to move: in the game's unit if `exact`, otherwise in hundredths of it.
    score: i32,
    /// In words: `+3 discs`, `win in 7`, `+0.42`.
    score_text: String,
    /// The depth that is complete, 0 before one is.
    depth: u32,
    /// Positions looked at so far.
    nodes: u64,
    /// Seconds so far.
    seconds: f64,
    /// The line expected, the move first.
    pv: Vec<String>,
    /// Whether the value is that of the game under best play, margin included.
    exact: bool,
    /// Whether at least the winner is proven.
    proven: bool,
}

/// An evaluation taken apart.
#[derive(ToSchema)]
pub(crate) struct Explanation {
    /// Whose point of view the values are.
    side: Side,
    /// The terms.
    terms: Vec<Term>,
    /// Their sum, in hundredths.
    total: i32,
}

/// One term of an evaluation.
#[derive(ToSchema)]
pub(crate) struct Term {
    /// Its name: `corners`.
    name: String,
    /// What it counts for the first and the second side.
    raw: [i32; 2],
    /// Its weight in this phase of the game, in hundredths.
    weight: i32,
    /// What it adds to the value for the side to move, in hundredths.
    value: i32,
}

/// A finished game as one JSON document that replays exactly.
#[derive(ToSchema)]
pub(crate) struct Record {
    /// Always `agon-record`.
    format: String,
    /// The version of the format.
    version: u32,
    /// The game with its variant.
    game: String,
    /// The players, the side that starts first.
    players: [RecordedPlayer; 2],
    /// The start position in its one-line form, after any set-up by chance.
    start: String,
    /// The seed of the dice; nothing if no dice were rolled by us.
    seed: Option<u64>,
    /// The number of the set-up that chance chose before the game, if it did.
    set_up: Option<usize>,
    /// How many of the moves were given with the opening and not chosen by the players; 0 if it is not there.
    #[schema(required = false)]
    opening_plies: usize,
    /// The time control in words, as on the command line.
    time_control: Option<String>,
    /// The moves.
    moves: Vec<RecordedMove>,
    /// How it ended; nothing while it is going on.
    verdict: Option<Verdict>,
    /// Anything else worth keeping: event, date, place.
    #[schema(required = false)]
    tags: BTreeMap<String, String>,
}

/// Who sat in a seat.
#[derive(ToSchema)]
pub(crate) struct RecordedPlayer {
    /// The name for tables.
    name: String,
    /// How the player was given on the command line, so that it can be seated again.
    #[schema(required = false)]
    spec: String,
}

/// One move of a record.
#[derive(ToSchema)]
pub(crate) struct RecordedMove {
    /// The move, with the referee's roll behind it where chance decided.
    #[schema(rename = "move")]
    text: String,
    /// The milliseconds it took.
    ms: Option<f64>,
    /// The milliseconds of processor time a program used for it.
    cpu_ms: Option<f64>,
    /// What the player thought of it, for the side that moved.
    score: Option<f64>,
    /// How deep it looked.
    depth: Option<u32>,
    /// How many positions it looked at.
    nodes: Option<u64>,
}
