//! What happened to somebody who lost by its own fault, in one line for people.

use agon_core::harmless::harmless;
use agon_core::{Record, Side};

/// The most characters of a program's own words in the line.
const LONGEST: usize = 200;

/// Who lost, why, what it printed, how late it was and how it ended; nothing if nobody lost by a fault.
///
/// ```
/// use agon_referee::account::fault;
/// use agon_core::{Reason, Record, Side, Verdict, record::PlayerInfo};
/// let players = ["exec:./player", "random"].map(|name| PlayerInfo { name: name.into(), spec: String::new() });
/// let mut record = Record::new("connect4-9x9".into(), players, String::new());
/// assert_eq!(fault(&record), None);
/// let evidence = agon_core::outcome::Evidence { over_ms: Some(120), ..Default::default() };
/// let winner = Some(Side::Second);
/// record.verdict = Some(Verdict { winner, score: [0; 2], margin: 0, reason: Reason::TimeOut, evidence });
/// assert_eq!(fault(&record).unwrap(), "exec:./player (moving first) lost by time-out; 120 ms over its limit");
/// ```
pub fn fault(record: &Record) -> Option<String> {
    let verdict = record.verdict.as_ref().filter(|verdict| verdict.reason.is_fault())?;
    let loser = !verdict.winner?;
    let place = match loser {
        Side::First => "first",
        Side::Second => "second",
    };
    let evidence = &verdict.evidence;
    let name = shown(&record.players[loser].name);
    let mut line = format!("{name} (moving {place}) lost by {}", verdict.reason.words());
    let explanation = harmless(evidence.explanation.as_deref().unwrap_or_default());
    if !explanation.is_empty() {
        line.push_str(&format!(": {explanation}"));
    }
    // What the sentence says already is not said again.
    let sent = evidence.sent.as_deref().map(shown).filter(|sent| !explanation.contains(&**sent));
    if let Some(sent) = sent {
        line.push_str(&format!("; it sent '{sent}'"));
    }
    if let Some(over) = evidence.over_ms {
        line.push_str(&format!("; {over} ms over its limit"));
    }
    if let Some(exit) = evidence.exit.as_deref().filter(|exit| !explanation.contains(exit)) {
        line.push_str(&format!("; {}", harmless(exit)));
    }
    let complaint =
        evidence.stderr.as_deref().and_then(|text| text.lines().rfind(|line| !line.trim().is_empty()));
    if let Some(complaint) = complaint {
        line.push_str(&format!("; its last words: {}", shown(complaint.trim())));
    }
    Some(line)
}

/// Foreign text on one line, harmless to a terminal.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    harmless(&shown).into_owned()
}
