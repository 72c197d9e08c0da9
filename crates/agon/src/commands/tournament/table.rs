//! A table for the terminal.

use agon_board::TextStyle;
use agon_core::harmless::harmless;
use agon_tournament::Schedule;
use agon_tournament::bonus::BonusRule;
use agon_tournament::rank::RankBy;
use agon_tournament::standings::{Standing, Standings, is_fault};
use std::io::{self, Write};

/// Names are cut to this many characters.
const WIDEST_NAME: usize = 24;

/// Writes a table of at most `lines` players.
pub(super) fn write(
    schedule: &Schedule,
    standings: &Standings,
    style: TextStyle,
    lines: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let description = schedule.description();
    if description.clocks.len() > 1 {
        let title = standings.clock.map_or("all together".to_owned(), |clock| description.clock_name(clock));
        writeln!(out, "{}", bold(&title, style))?;
    }
    let name = |player: usize| shown(&description.players[player].name);
    let width = (0..description.players.len()).map(|p| name(p).chars().count()).max().unwrap_or(0).max(6);
    let bonus = description.bonus != BonusRule::None;
    let by_wins = description.rank == RankBy::Wins;
    let beside = if by_wins { 6 } else { 4 };
    let head = format!(
        "{:>3}  {:<width$}  {:>6}  {:>5} {:>beside$} {:>4} {:>4}  {:>6} {:>6}  {:>6}{}",
        "",
        "player",
        description.rank.name(),
        "games",
        if by_wins { "points" } else { "won" },
        "drew",
        "lost",
        "rating",
        if style.unicode { "±" } else { "+-" },
        "faults",
        if bonus { "   bonus" } else { "" }
    );
    writeln!(out, "{}", bold(&head, style))?;
    for standing in standings.table.iter().take(lines) {
        let Standing { place, points, games, wins, draws, losses, rating, .. } = standing;
        let counted = description.rank.of(standing);
        let other = if by_wins { *points } else { *wins as f64 };
        let faults: usize = standing.lost_by.iter().filter(|(r, _)| is_fault(r)).map(|(_, n)| n).sum();
        let name = name(standing.player);
        write!(
            out,
            "{place:>3}  {name:<width$}  {counted:>6}  {games:>5} {other:>beside$} {draws:>4} {losses:>4}  "
        )?;
        write!(out, "{:>+6.0} {:>6.0}  {faults:>6}", rating.elo, rating.error)?;
        if bonus {
            write!(out, "  {:>4.1} {}", standing.bonus, description.bonus.unit())?;
        }
        writeln!(out)?;
    }
    if standings.table.len() > lines {
        writeln!(out, "     and {} more", standings.table.len() - lines)?;
    }
    let shared = standings.table.windows(2).any(|pair| pair[0].place == pair[1].place);
    if by_wins && shared {
        writeln!(out, "     equal wins share a place, and each who shares it gets its bonus")?;
    }
    Ok(())
}

/// A name as a table shows it: short, and without characters that could do anything to a terminal.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(WIDEST_NAME).collect();
    let short = harmless(&short);
    match name.chars().nth(WIDEST_NAME) {
        Some(_) => short.chars().take(WIDEST_NAME - 1).chain(['~']).collect(),
        None => short.into_owned(),
    }
}

fn bold(text: &str, style: TextStyle) -> String {
    if style.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}
