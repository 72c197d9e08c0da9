//! The report as one HTML file that loads nothing from anywhere.

use super::film::film;
use super::page::{self, escape};
use super::{Report, ReportError, ReportedGame};
use crate::autopsy::{Finding, Kind, Phase, Sureness};
use agon_core::harmless::harmless;
use agon_core::outcome::Evidence;
use agon_core::{Side, Verdict};
use serde_json::{Value, json};

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

impl Report<'_> {
    /// The whole report. Texts of players and files are escaped or handed over as data, never as markup.
    pub fn html(&self) -> Result<String, ReportError> {
        let description = self.schedule.description();
        let data = self.data()?;
        // Inside a script element only "</script" and "<!--" could end the data; without "<" neither occurs.
        let data = data.to_string().replace('<', "\\u003c");
        Ok(format!(
            r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
{header}
<main>
{podium}
{tables}
{ratings}
{cross}
{losses}
{games}
</main>
<footer>{footer}</footer>
{dialog}
<script type="application/json" id="data">{data}</script>
<script>
{SCRIPT}</script>
</body>
</html>
"#,
            title = escape(&description.name),
            header = page::header(self),
            podium = page::podium(self),
            tables = page::tables(self),
            ratings = page::ratings(self),
            cross = page::crosstable(self),
            losses = page::losses(self),
            games = page::games(),
            footer = page::footer(self),
            dialog = page::replay(description),
        ))
    }

    /// What the script needs: the players, the board, the games as films.
    fn data(&self) -> Result<Value, ReportError> {
        let description = self.schedule.description();
        let layout = description.game.layout();
        let round = |v: f64| (v * 1000.0).round() / 1000.0;
        let mut games = Vec::with_capacity(self.games.len());
        for game in &self.games {
            games.push(self.game_data(game)?);
        }
        let names: Vec<_> = description.players.iter().map(|p| harmless(&p.name)).collect();
        let clocks: Vec<String> = (0..description.clocks.len()).map(|c| description.clock_name(c)).collect();
        Ok(json!({
            "players": names,
            "clocks": clocks,
            "board": {
                "kinds": layout.pieces.len(),
                "x": layout.cells.iter().map(|cell| round(cell.x)).collect::<Vec<_>>(),
                "y": layout.cells.iter().map(|cell| round(cell.y)).collect::<Vec<_>>(),
            },
            "games": games,
        }))
    }

    fn game_data(&self, game: &ReportedGame) -> Result<Value, ReportError> {
        let ReportedGame { row, record, finding } = game;
        let verdict = record.verdict.as_ref().map(Verdict::harmless);
        let verdict = verdict.as_ref();
        let id = row.id;
        Ok(json!({
            "id": [id.pairing.round, id.pairing.board, id.game],
            "k": id.pairing.clock,
            "p": row.players,
            "w": row.winner.map(Side::index),
            "r": row.reason,
            "words": verdict.map_or("", |v| v.reason.words()),
            "x": verdict.and_then(|v| v.evidence.explanation.as_deref()),
            "e": verdict.map(|v| evidence(&v.evidence)).unwrap_or_default(),
            "t": row.ms.map(|ms| (ms / 10.0).round() / 100.0),
            "o": record.opening_plies,
            "a": finding.as_ref().map(|finding| self.note(finding)),
            "f": film(record, self.games_known)?,
        }))
    }

    /// An autopsy in sentences.
    fn note(&self, finding: &Finding) -> Value {
        let label = finding.label(self.typical);
        let mut text = Vec::new();
        if let (Some(ply), Some(mv)) = (finding.ply, &finding.mv) {
            let phase = Phase::of(ply, self.typical).words();
            let number = ply + 1;
            text.push(if finding.kind == Kind::HastenedLoss {
                format!("Lost against perfect play all along; move {number}, {mv}, in the {phase}, brought the end near.")
            } else {
                format!("Move {number}, {mv}, gave the game away: {label}, in the {phase}.")
            });
            match (&finding.better, &finding.before) {
                (Some(better), Some(before)) => text.push(format!("Better was {better} ({before}).")),
                (None, Some(before)) => {
                    text.push(format!("The engine would have played it, too ({before})."))
                }
                _ => {}
            }
            if !finding.refutation.is_empty() {
                let after = finding.after.as_deref().unwrap_or_default();
                text.push(format!(
                    "Refutation: {} ({after} for the opponent).",
                    finding.refutation.join(" ")
                ));
            }
            text.push(sureness(finding.sureness).to_owned());
        } else if finding.kind == Kind::LostFromTheStart {
            text.push("The game was lost when the opening ended.".to_owned());
            text.push(sureness(finding.sureness).to_owned());
        } else if finding.kind == Kind::GivenUp {
            text.push("The position was not lost when the game ended.".to_owned());
        }
        json!({ "label": label, "ply": finding.ply, "text": text })
    }
}

/// What there is to show for a verdict beside its sentence, line by line.
fn evidence(evidence: &Evidence) -> Vec<String> {
    let Evidence { sent, explanation: _, took_ms, over_ms, exit, stderr } = evidence;
    let lines = [
        sent.as_ref().map(|text| format!("sent: {text}")),
        took_ms.map(|ms| format!("took {} s", ms as f64 / 1e3)),
        over_ms.map(|ms| format!("over its time by {ms} ms")),
        exit.as_ref().map(|text| format!("ended: {text}")),
        stderr.as_ref().map(|text| format!("standard error:\n{text}")),
    ];
    lines.into_iter().flatten().collect()
}

fn sureness(sureness: Sureness) -> &'static str {
    match sureness {
        Sureness::Exact => "Both are proven.",
        Sureness::LossProven => {
            "That it loses is proven; that the game was open before is the engine's judgement."
        }
        Sureness::Judged => "This is the engine's judgement, not a proof.",
        Sureness::Verdict => "",
    }
}
