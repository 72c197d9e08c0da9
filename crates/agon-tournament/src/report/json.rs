//! Everything as one JSON document.

use super::{Report, ReportedGame};
use serde_json::{Value, json};

impl Report<'_> {
    /// Everything: description, tables, every game with its record and its autopsy, the players' mistakes.
    pub fn json(&self) -> Value {
        let description = self.schedule.description();
        let clocks: Vec<String> = description.clocks.iter().map(ToString::to_string).collect();
        let game = |game: &ReportedGame| {
            let ReportedGame { row, record, finding } = game;
            let autopsy = finding.as_ref().map(|finding| {
                let mut value = json!(finding);
                value["mistake"] = json!(finding.label(self.typical));
                value
            });
            json!({
                "clock": row.id.pairing.clock, "round": row.id.pairing.round, "board": row.id.pairing.board,
                "game": row.id.game, "players": row.players, "winner": row.winner, "reason": row.reason,
                "ms": row.ms, "autopsy": autopsy, "record": record,
            })
        };
        json!({
            "format": "agon-tournament",
            "version": 1,
            "name": description.name,
            "game": description.game.id(),
            "kind": description.format.kind.name(),
            "clocks": clocks,
            "seed": description.seed,
            "rank": description.rank,
            "bonus": description.bonus,
            "tie_breaks": description.tie_breaks,
            "players": description.players,
            "complete": self.schedule.is_complete(),
            "total": self.schedule.total(),
            "tables": self.tables,
            "mistakes": self.habits,
            "games": self.games.iter().map(game).collect::<Vec<_>>(),
        })
    }
}
