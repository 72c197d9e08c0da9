//! A table as it is, and what changed on it.

use super::Occupant;
use agon_core::record::PlayerInfo;
use agon_core::{AnyPosition, LastMove, Line, Reason, Record, Side, Verdict};
use agon_referee::TimeControl;
use std::sync::Arc;
use std::time::Duration;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatView {
    /// As it was asked for.
    pub occupant: Occupant,
    /// Name and how it is written.
    pub player: PlayerInfo,
}

/// A side's clock.
#[derive(Clone, PartialEq, Debug)]
pub struct ClockView {
    /// The limits.
    pub control: TimeControl,
    /// What is left for the game at the moment of the snapshot, if there is a clock for it.
    pub remaining: Option<Duration>,
    /// What this side had used for the move it is thinking about.
    pub used: Duration,
    /// Whether it runs: then time goes on from the moment of the snapshot.
    pub runs: bool,
}

/// A table at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// Counts the changes of this table; a higher number is newer.
    pub version: u64,
    /// Counts the games of this table from 1; a restart begins the next.
    pub number: u64,
    /// The game so far, with every position on the way.
    pub line: Line,
    /// How many of its moves were given with the set-up; they cannot be taken back.
    pub opening_plies: usize,
    /// Who sits where.
    pub seats: [SeatView; 2],
    /// The clocks, with the limits that hold.
    pub clocks: [ClockView; 2],
    /// The limits that were chosen. Where there are none, a program may have its game's own.
    pub chosen: [TimeControl; 2],
    /// Whether moves are being asked for. Not when the game is stopped or over.
    pub running: bool,
    /// The side that is to move, unless the game is over.
    pub to_move: Option<Side>,
    /// Whether the table waits for a person's move now.
    pub awaits_person: bool,
    /// How the game ended.
    pub verdict: Option<Verdict>,
    /// The record so far.
    pub record: Record,
}

impl Snapshot {
    /// The position now.
    pub fn position(&self) -> &dyn AnyPosition {
        self.line.position()
    }

    /// How many moves have been played: what [`Command::Play`](super::Command::Play) wants to know.
    pub fn ply(&self) -> usize {
        self.line.moves().len()
    }

    /// How the game ended, in one sentence without a full stop.
    pub fn ending(&self) -> Option<String> {
        self.verdict.as_ref().map(|verdict| sentence(self, verdict))
    }
}

fn sentence(snapshot: &Snapshot, verdict: &Verdict) -> String {
    let names = snapshot.line.start().game().info().sides.map(|side| side.name);
    let [first, second] = verdict.score;
    match verdict.winner {
        None => format!("a draw, {first} to {second}"),
        Some(side) if verdict.reason == Reason::Normal => {
            format!("{} wins, {first} to {second}", names[side])
        }
        Some(side) => {
            let evidence = verdict.evidence.explanation.as_deref();
            let why = evidence.map(|why| format!(" ({why})")).unwrap_or_default();
            format!("{} wins; {} lost by {}{why}", names[side], names[!side], verdict.reason.words())
        }
    }
}

/// What happened on a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// The game runs.
    Started,
    /// It stands still.
    Stopped,
    /// A game was set up: the first one, a restart, or another position.
    SetUp,
    /// A side is to move and has been asked.
    Asked(Side),
    /// A move was played.
    Played(LastMove),
    /// So many moves were taken back.
    TookBack(usize),
    /// Somebody else sits on a side.
    Seated(Side),
    /// Whoever sat on a side is gone, with the reason as a clause; the seat is empty and the game is stopped.
    Left(Side, String),
    /// The clocks were set.
    ClockSet,
    /// The game is over.
    Over(Verdict),
    /// The table is closed; nothing more will come.
    Closed,
}

/// A change with the table after it.
#[derive(Clone)]
pub struct TableEvent {
    /// What happened.
    pub change: Change,
    /// The table after it.
    pub snapshot: Arc<Snapshot>,
}
