//! A table as it is sent.

use crate::failure::{Code, Params};
use crate::rooms::Room;
use crate::view::View;
use agon_core::harmless::harmless;
use agon_core::{Side, Verdict};
use agon_hall::{ClockView, Occupant, SeatView, Snapshot};
use agon_referee::TimeControl;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// A table at one moment, complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Table))]
pub struct TableState {
    /// Its address.
    pub id: String,
    /// Counts the changes; a higher number is newer.
    pub version: u64,
    /// Counts the games of this table.
    pub number: u64,
    /// The game with its variant.
    pub game: String,
    /// The start position in its one-line form.
    pub start: String,
    /// The moves with their rolls.
    pub moves: Vec<MoveState>,
    /// How many of them were given with the set-up.
    pub opening_plies: usize,
    /// Who sits where.
    pub seats: [SeatState; 2],
    /// The clock that was chosen for both sides: `5m+2s`, `10s a move`; nothing if none was. Programs may be held to
    /// their game's own time even then.
    pub clock: Option<String>,
    /// The clocks, with the limits that hold.
    pub clocks: [ClockState; 2],
    /// Whether moves are being asked for.
    pub running: bool,
    /// Whose turn it is.
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Side>))]
    pub to_move: Option<Side>,
    /// Whether a person's move is awaited.
    pub awaits_person: bool,
    /// The sides that may be played from the page, if not all; then nothing but moving is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<Vec<crate::openapi::foreign::Side>>))]
    pub hands: Option<Vec<Side>>,
    /// How it ended.
    #[cfg_attr(test, schema(value_type = Option<crate::openapi::foreign::Verdict>))]
    pub verdict: Option<Verdict>,
    /// Something that people should know: who left, and why.
    pub notice: Option<String>,
    /// The same for programs; there if the notice is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice_code: Option<Code>,
    /// The values that the notice is about, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    pub notice_params: Option<Params>,
    /// The board now.
    pub view: View,
}

/// Something that people at a table should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    text: String,
    code: Code,
    params: Params,
}

impl Notice {
    pub(crate) fn new<const N: usize>(code: Code, text: String, params: [(&str, Value); N]) -> Notice {
        let params = params.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        Notice { text, code, params }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TableMove))]
pub struct MoveState {
    /// Who played it.
    #[cfg_attr(test, schema(value_type = crate::openapi::foreign::Side))]
    pub side: Side,
    /// The move with its roll.
    pub text: String,
    /// The milliseconds it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// What the player thought of it, for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How deep it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Seat))]
pub struct SeatState {
    /// How it is written: `human`, `engine:level=4`, the number of a network player.
    pub player: String,
    /// What to call it. It may come from a stranger: it is text, whatever it looks like.
    pub name: String,
    /// `nobody`, `person`, `house` or `guest`.
    pub kind: &'static str,
}

/// A side's clock.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Clock))]
pub struct ClockState {
    /// The limits as they are written: `5m+2s`, `10s a move`; nothing without any.
    pub control: Option<String>,
    /// Milliseconds left for the game.
    pub remaining_ms: Option<u64>,
    /// Milliseconds allowed for each move.
    pub per_move_ms: Option<u64>,
    /// Milliseconds used for the move in hand.
    pub used_ms: u64,
    /// Whether it runs.
    pub runs: bool,
}

impl TableState {
    pub(crate) fn new(
        room: &Room,
        snapshot: &Snapshot,
        age: Duration,
        notice: Option<Notice>,
        called: Option<&[String; 2]>,
    ) -> TableState {
        let (text, code, params) =
            notice.map_or((None, None, None), |n| (Some(n.text), Some(n.code), Some(n.params)));
        let recorded = &snapshot.record.moves;
        let moves = snapshot.line.moves().iter().enumerate().map(|(ply, played)| {
            let record = recorded.get(ply);
            MoveState {
                side: played.side,
                text: played.text.clone(),
                ms: record.and_then(|m| m.ms),
                score: record.and_then(|m| m.score),
                depth: record.and_then(|m| m.depth),
            }
        });
        TableState {
            id: room.id.clone(),
            version: snapshot.version,
            number: snapshot.number,
            game: snapshot.position().game().id(),
            start: snapshot.line.start().text(),
            moves: moves.collect(),
            opening_plies: snapshot.opening_plies,
            seats: Side::BOTH
                .map(|side| SeatState::new(&snapshot.seats[side], called.map(|names| &names[side]))),
            clock: written(snapshot.chosen[0]),
            clocks: [ClockState::new(&snapshot.clocks[0], age), ClockState::new(&snapshot.clocks[1], age)],
            running: snapshot.running,
            to_move: snapshot.to_move,
            awaits_person: snapshot.awaits_person,
            hands: room.hands.clone(),
            verdict: snapshot.verdict.as_ref().map(Verdict::harmless),
            notice: text.map(|text| harmless(&text).into_owned()),
            notice_code: code,
            notice_params: params,
            view: snapshot.line.view().into(),
        }
    }
}

impl SeatState {
    fn new(seat: &SeatView, called: Option<&String>) -> SeatState {
        let called = called.filter(|_| seat.occupant == Occupant::Person);
        SeatState {
            player: seat.occupant.to_string(),
            name: harmless(called.unwrap_or(&seat.player.name)).into_owned(),
            kind: match seat.occupant {
                Occupant::Nobody => "nobody",
                Occupant::Person => "person",
                Occupant::Local(_) => "house",
                Occupant::Guest(_) => "guest",
            },
        }
    }
}

/// Limits as people write them; nothing without any.
fn written(control: TimeControl) -> Option<String> {
    (control != TimeControl::NONE).then(|| control.to_string())
}

impl ClockState {
    fn new(clock: &ClockView, age: Duration) -> ClockState {
        let ran = if clock.runs { age } else { Duration::ZERO };
        let used = clock.used + ran;
        ClockState {
            control: written(clock.control),
            remaining_ms: clock.remaining.map(|left| millis(left.saturating_sub(ran))),
            per_move_ms: clock.control.per_move.map(millis),
            used_ms: millis(used),
            runs: clock.runs,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
