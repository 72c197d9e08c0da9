//! What an engine says, inside and as other programs read it.

use serde::{Serialize, Serializer};

/// What an engine thinks of a position or of one move in it.
///
/// As JSON the score is in the game's unit if `exact`, and otherwise in hundredths of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Published")]
pub struct Report {
    /// The move.
    pub mv: String,
    /// The value for the side to move, in hundredths of the game's unit.
    pub score: i32,
    /// In words: `+3 discs`, `win in 7`, `+0.42`.
    pub score_text: String,
    /// The depth that is complete, 0 before one is.
    pub depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// The line expected, the move first.
    pub pv: Vec<String>,
    /// Whether the value is that of the game under best play, margin included.
    pub exact: bool,
    /// Whether at least the winner is proven.
    pub proven: bool,
}

impl Report {
    /// The value for the side to move, in the game's unit.
    pub fn value(&self) -> f64 {
        f64::from(self.score) / 100.0
    }

    /// The score as other programs are told it: in the game's unit if exact, otherwise in hundredths of it.
    pub fn published_score(&self) -> f64 {
        if self.exact { self.value() } else { f64::from(self.score) }
    }
}

/// A report as JSON has it.
#[derive(Serialize)]
struct Published {
    #[serde(rename = "move")]
    mv: String,
    #[serde(serialize_with = "whole_if_it_is")]
    score: f64,
    score_text: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    exact: bool,
    proven: bool,
}

impl From<Report> for Published {
    fn from(report: Report) -> Published {
        let score = report.published_score();
        let Report { mv, score_text, depth, nodes, seconds, pv, exact, proven, .. } = report;
        Published { mv, score, score_text, depth, nodes, seconds, pv, exact, proven }
    }
}

/// Writes `1` for the number one, and not `1.0`.
pub(crate) fn whole_if_it_is<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let whole = *value as i64;
    if whole as f64 == *value { serializer.serialize_i64(whole) } else { serializer.serialize_f64(*value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_published_in_units_if_exact_and_else_in_hundredths() {
        let report = |score, exact| Report {
            mv: "f5".to_owned(),
            score,
            score_text: String::new(),
            depth: 1,
            nodes: 2,
            seconds: 0.5,
            pv: vec![],
            exact,
            proven: exact,
        };
        let json = |score, exact| serde_json::to_string(&report(score, exact)).unwrap();
        let rest =
            r#","score_text":"","depth":1,"nodes":2,"seconds":0.5,"pv":[],"exact":true,"proven":true}"#;
        assert_eq!(json(-300, true), format!(r#"{{"move":"f5","score":-3{rest}"#));
        assert_eq!(json(25, true), format!(r#"{{"move":"f5","score":0.25{rest}"#));
        assert!(json(-42, false).contains(r#""score":-42,"#));
        assert_eq!(report(-42, false).value(), -0.42);
    }
}
