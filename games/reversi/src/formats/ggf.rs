//! GGF, the Generic Game Format of the Othello server GGS, for games on 8 × 8.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[black]PW[white]RE[+4.000]TI[05:00]TY[8]
//! BO[8 ---------------------------O*------*O--------------------------- *]B[f5/1.20/3.5]W[d6//0.9]…;)
//! ```
//!
//! A move may be followed by its evaluation (discs, for the side that moves) and its time (seconds). A result is
//! black's margin, with `:r` for resignation, `:t` for time-out, `:s` for an agreed score, `:l` for leaving.
//! Properties without a place of their own in a [`Record`] become its tags. What GGF has no room for is lost
//! when a record is written: how players are seated again, the seed, depths, nodes and processor times.

use super::ggf_text::{Properties, games, key_of, tag_of, write_property};
use super::reading::Reading;
use super::wthor::settled_score;
use crate::{Reversi, ReversiPosition};
use agon_core::formats::text_or_latin_1;
use agon_core::record::RecordedMove;
use agon_core::{
    Format, FormatError, MoveError, Outcome, Position, PositionError, Reason, Record, Registry, Side,
    Verdict, notation,
};

const FORMAT: &str = "GGF";
const SIDES: [&str; 2] = ["black", "white"];

/// The longest time of a move that is kept, in seconds. Times are kept to the nanosecond, and in a number as
/// large as this nanoseconds are still exact.
const LONGEST: f64 = 1e6;

/// The Generic Game Format.
#[derive(Clone, Copy, Debug)]
pub struct Ggf;

impl Format for Ggf {
    fn name(&self) -> &'static str {
        "ggf"
    }

    fn label(&self) -> &'static str {
        "GGF"
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        text_or_latin_1(bytes).split_once("(;").is_some_and(|(_, game)| game.contains("GM["))
    }

    fn file_ending(&self) -> &'static str {
        "ggf"
    }

    fn portion(&self, bytes: &[u8]) -> Option<usize> {
        // Inside of a value a game cannot end: there a bracket is written with a backslash before it.
        let end = bytes.windows(2).rposition(|pair| pair == b";)")? + 2;
        let open = bytes[..end].iter().filter(|&&byte| byte == b'[').count();
        let closed = bytes[..end].iter().filter(|&&byte| byte == b']').count();
        (open == closed).then_some(end)
    }

    fn read(&self, bytes: &[u8], _: &Registry) -> Result<Vec<Record>, FormatError> {
        // The server has always sent names as they came, whatever their encoding.
        read(&text_or_latin_1(bytes))
    }

    fn write(&self, records: &[Record]) -> Result<String, FormatError> {
        write(records)
    }
}

/// Reads all games of a text.
fn read(text: &str) -> Result<Vec<Record>, FormatError> {
    let mut records = Vec::new();
    for (i, properties) in games(text).enumerate() {
        let record = properties.and_then(|properties| read_game(&properties));
        records.push(record.map_err(|error| error.in_game(i + 1))?);
    }
    if records.is_empty() {
        return Err(FormatError::Nothing { expected: "a game in GGF is written (;GM[Othello]…;)" });
    }
    Ok(records)
}

fn read_game(properties: &Properties<'_>) -> Result<Record, FormatError> {
    let mut names = [String::new(), String::new()];
    let mut tags = std::collections::BTreeMap::new();
    let (mut start, mut result) = (ReversiPosition::START, None);
    for (key, value) in properties {
        match &**key {
            "GM" if ["othello", "reversi"].iter().any(|name| value.trim().eq_ignore_ascii_case(name)) => {}
            "GM" => return Err(FormatError::OtherGame { found: value.to_string(), expected: "Othello" }),
            "TY" => {
                check_type(value)?;
                if value.trim() != "8" {
                    tags.insert("TY".to_owned(), value.to_string());
                }
            }
            "BO" => start = board(value)?,
            "PB" => names[0] = value.to_string(),
            "PW" => names[1] = value.to_string(),
            "RE" => result = (value.trim() != "?").then(|| value.to_string()),
            "B" | "W" => {}
            _ => {
                tags.insert(tag_of(key), value.to_string());
            }
        }
    }
    let mut reading = Reading::from(start);
    let moves = properties.iter().filter(|(key, _)| matches!(&**key, "B" | "W"));
    for (i, (key, value)) in moves.enumerate() {
        let side = if &**key == "B" { Side::First } else { Side::Second };
        play(&mut reading, side, value, i + 1)?;
    }
    let score = reading.position().score();
    let mut record = reading.into_record(names);
    record.tags = tags;
    if record.verdict.is_none()
        && let Some(result) = result
    {
        record.verdict = verdict_of(&result, score);
        // The margin of an unfinished game has no other place.
        record.tags.insert("RE".to_owned(), result);
    }
    Ok(record)
}

/// Plays `f5/1.20/3.5`.
fn play(reading: &mut Reading, side: Side, value: &str, number: usize) -> Result<(), FormatError> {
    let mut parts = value.split('/').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let text = if ["pa", "ps"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) { "pass" } else { text };
    let to_move = reading.position().side_to_move();
    if side != to_move && !reading.pass_if_forced() {
        let (mover, to_move) = (SIDES[side], SIDES[to_move]);
        return Err(FormatError::Turn { number, mover, to_move });
    }
    let wrong = |error| MoveError::InGame { number, error: Box::new(error) };
    let played = reading.play(text).map_err(wrong)?;
    let mut figure = || parts.next().and_then(|part| part.parse::<f64>().ok()).filter(|f| f.is_finite());
    played.score = figure();
    played.ms = figure().filter(|s| (0.0..=LONGEST).contains(s)).map(|s| (s * 1e9).round() / 1e6);
    Ok(())
}

/// Takes only games by the usual rules on 8 × 8: `8`, and with a random start position `8r20`, or as one of a
/// pair, `s8r20`. Anti-games, games with komi and other boards are refused.
fn check_type(value: &str) -> Result<(), FormatError> {
    let text = value.trim();
    let rest = text.strip_prefix('s').unwrap_or(text).strip_prefix('8');
    let random = |rest: &str| {
        rest.strip_prefix('r').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    match rest {
        Some(rest) if rest.is_empty() || random(rest) => Ok(()),
        _ => Err(FormatError::OtherGame {
            found: format!("type {text}"),
            expected: "type 8 (the usual rules on 8 × 8)",
        }),
    }
}

/// A position from `8 --…-- *`.
fn board(value: &str) -> Result<ReversiPosition, FormatError> {
    let mut characters = value.chars().filter(|c| !c.is_whitespace());
    if characters.next() != Some('8') {
        return Err(FormatError::syntax(value, "the size 8 of the board"));
    }
    let ours: Vec<char> = characters.map(|c| if c == '*' { 'X' } else { c }).collect();
    let Some((side, cells)) = ours.split_last().filter(|(_, cells)| cells.len() == 64) else {
        let (game, found) = ("Othello".to_owned(), ours.len().saturating_sub(1));
        return Err(PositionError::Length { game, expected: "64".to_owned(), found }.into());
    };
    let cells: String = cells.iter().collect();
    Ok(notation::parse_position(&Reversi, &format!("{cells} {side}"))?)
}

/// What a result says of a game that the moves do not finish; nothing if it says nothing.
fn verdict_of(result: &str, score: [i32; 2]) -> Option<Verdict> {
    let (margin, suffix) = result.split_once(':').unwrap_or((result, ""));
    let margin = margin.trim().parse::<f64>().ok().filter(|m| m.is_finite())?;
    let reason = match suffix.trim() {
        "r" => Reason::Resignation,
        "t" => Reason::TimeOut,
        "s" => Reason::Agreed,
        "l" => Reason::Disconnect,
        _ => Reason::Adjudicated,
    };
    let sign = i32::from(margin > 0.0) - i32::from(margin < 0.0);
    let Outcome { winner, .. } = Outcome::from_margin(sign);
    Some(Verdict { winner, score, margin: 0, reason, evidence: Default::default() })
}

/// Writes games, one a line.
fn write(records: &[Record]) -> Result<String, FormatError> {
    let mut text = String::new();
    for (i, record) in records.iter().enumerate() {
        write_game(record, &mut text).map_err(|error| error.in_game(i + 1))?;
        text.push('\n');
    }
    Ok(text)
}

fn write_game(record: &Record, text: &mut String) -> Result<(), FormatError> {
    let reading = Reading::of_record(record, FORMAT)?;
    text.push_str("(;");
    write_property(text, "GM", "Othello");
    let mut board_type = "8";
    for (tag, value) in &record.tags {
        match tag.as_str() {
            "RE" => {}
            "TY" => board_type = value,
            _ => {
                let why = || format!("the tag '{tag}' has no name there");
                let key =
                    key_of(tag).ok_or_else(|| FormatError::Unwritable { format: FORMAT, why: why() })?;
                write_property(text, &key, value);
            }
        }
    }
    check_type(board_type)?;
    write_property(text, "PB", &record.players[0].name);
    write_property(text, "PW", &record.players[1].name);
    write_property(text, "RE", &result_of(record, &reading));
    write_property(text, "TY", board_type);
    write_property(text, "BO", &board_text(reading.start()));
    let mut side = reading.start().side_to_move();
    for mv in reading.moves() {
        write_property(text, ["B", "W"][side], &move_text(mv));
        side = !side;
    }
    text.push_str(";)");
    Ok(())
}

fn board_text(position: &ReversiPosition) -> String {
    format!("8 {}", notation::position_text(&Reversi, position).replace('X', "*"))
}

fn move_text(mv: &RecordedMove) -> String {
    let name = if mv.text == "pass" { "PA" } else { &mv.text };
    let score = mv.score.filter(|s| s.is_finite()).map(|s| s.to_string());
    let time = mv.ms.filter(|ms| (0.0..=LONGEST * 1e3).contains(ms)).map(seconds);
    match (score, time) {
        (None, None) => name.to_owned(),
        (Some(score), None) => format!("{name}/{score}"),
        (score, Some(time)) => format!("{name}/{}/{time}", score.unwrap_or_default()),
    }
}

/// Milliseconds as seconds, to the nanosecond and without needless zeros.
fn seconds(ms: f64) -> String {
    let nanoseconds = (ms * 1e6).round() as u64;
    let text = format!("{}.{:09}", nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn result_of(record: &Record, reading: &Reading) -> String {
    if let Some(black) = settled_score(reading.position()) {
        return format!("{:+}", 2 * i32::from(black) - 64);
    }
    let (tag, verdict) = (record.tags.get("RE"), &record.verdict);
    // The tag is what a file said; it goes back there unless the verdict is another by now.
    if let Some(tag) = tag {
        let score = verdict.as_ref().map_or([0; 2], |v| v.score);
        if verdict_of(tag, score).map(|v| (v.winner, v.reason))
            == verdict.as_ref().map(|v| (v.winner, v.reason))
        {
            return tag.clone();
        }
    }
    let Some(verdict) = verdict else { return "?".to_owned() };
    let suffix = match verdict.reason {
        Reason::Resignation => ":r",
        Reason::TimeOut => ":t",
        Reason::Agreed => ":s",
        Reason::Disconnect => ":l",
        _ => "",
    };
    let margin = verdict.winner.map_or(0, |winner| 64 * winner.sign());
    format!("{margin:+}{suffix}")
}
