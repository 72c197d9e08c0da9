//! Tables and games for spreadsheets.

use super::{Report, ReportedGame};
use crate::rank::RankBy;
use agon_core::harmless::harmless;
use std::fmt::Write;

/// A text as a cell. A text that a spreadsheet would take for a formula is made harmless.
fn cell(text: &str) -> String {
    let text = harmless(text);
    let shown = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.into_owned() };
    if shown.contains([',', '"']) { format!("\"{}\"", shown.replace('"', "\"\"")) } else { shown }
}

impl Report<'_> {
    /// The standings, one line a player; with several time limits one block each and the total.
    pub fn standings_csv(&self) -> String {
        let description = self.schedule.description();
        // What is ranked by comes first; the other stands beside the games drawn and lost.
        let by_wins = description.rank == RankBy::Wins;
        let [ranked, other] = if by_wins { ["wins", "points"] } else { ["points", "won"] };
        let mut out =
            format!("table,place,player,{ranked},games,{other},drawn,lost,byes,rating,rating_error");
        for tie_break in &description.tie_breaks {
            out += ",";
            out += &tie_break.name().to_lowercase().replace([' ', '–'], "_");
        }
        out += ",lost_by_the_rules,lost_otherwise,seconds,bonus\n";
        for table in &self.tables {
            let title = table.clock.map_or("total".to_owned(), |clock| description.clock_name(clock));
            for s in &table.table {
                let name = self.name(s.player);
                let normal = s.lost_by.get("normal").copied().unwrap_or(0);
                // Writing to a String cannot fail.
                let _ = write!(
                    out,
                    "{},{},{},{},{},{},{},{},{},{:.1},{:.1}",
                    cell(&title),
                    s.place,
                    cell(name),
                    description.rank.of(s),
                    s.games,
                    if by_wins { s.points } else { s.wins as f64 },
                    s.draws,
                    s.losses,
                    s.byes,
                    s.rating.elo,
                    s.rating.error
                );
                for value in &s.tie_breaks {
                    let _ = write!(out, ",{}", value.map_or(String::new(), |v| v.to_string()));
                }
                let _ = writeln!(out, ",{normal},{},{:.3},{}", s.losses - normal, s.ms / 1e3, s.bonus);
            }
        }
        out
    }

    /// The games, one line each.
    pub fn games_csv(&self) -> String {
        let mut out = String::from(
            "time_limit,round,board,game,first,second,winner,reason,moves,ms_first,ms_second,mistake,mistake_move,better,sureness,line\n",
        );
        for ReportedGame { row, record, finding } in &self.games {
            let clock = self.schedule.description().clock_name(row.id.pairing.clock as usize);
            let winner = row.winner.map_or("", |side| self.name(row.players[side]));
            let finding = finding.as_ref();
            let text = |value: Option<&String>| value.map_or(String::new(), |v| cell(v));
            let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
            let sureness = finding.and_then(|f| serde_json::to_value(f.sureness).ok());
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{:.1},{:.1},{},{},{},{},{}",
                cell(&clock),
                row.id.pairing.round + 1,
                row.id.pairing.board + 1,
                row.id.game + 1,
                cell(self.name(row.players[0])),
                cell(self.name(row.players[1])),
                cell(winner),
                row.reason,
                row.moves,
                row.ms[0],
                row.ms[1],
                finding.map_or("", |f| f.label(self.typical)),
                text(finding.and_then(|f| f.mv.as_ref())),
                text(finding.and_then(|f| f.better.as_ref())),
                sureness.as_ref().and_then(|s| s.as_str()).unwrap_or(""),
                cell(&moves.join(" ")),
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_harmless() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a,b \"c\""), "\"a,b \"\"c\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("a\u{1b}[2J\r\nb\u{202e}"), "a\u{fffd}[2J\u{fffd}\u{fffd}b\u{fffd}");
    }
}
