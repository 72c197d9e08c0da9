//! The parts of the report that are there without the script: tables and pictures.

use super::{Report, plot};
use crate::Description;
use crate::bonus::BonusRule;
use crate::crosstable::MOST_SHOWN;
use crate::rank::RankBy;
use crate::standings::{Standing, Standings, is_fault};
use agon_core::harmless::harmless_lines;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A text as HTML, without characters that do something to what stands around it.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in harmless_lines(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

/// Points as people write them: 1½.
fn points(value: f64) -> String {
    let whole = value.floor();
    match (value - whole >= 0.25, whole == 0.0) {
        (true, true) => "½".to_owned(),
        (true, false) => format!("{whole}½"),
        (false, _) => whole.to_string(),
    }
}

fn seconds(ms: f64) -> String {
    match ms / 1000.0 {
        s if s >= 90.0 => format!("{:.1} min", s / 60.0),
        s if s >= 10.0 => format!("{s:.0} s"),
        s if s >= 0.1 => format!("{s:.1} s"),
        s => format!("{:.1} ms", s * 1000.0),
    }
}

fn section(title: &str, about: &str, body: &str) -> String {
    format!(
        r#"<section><div class="top"><h2>{}</h2><p>{}</p></div>{body}</section>"#,
        escape(title),
        escape(about)
    )
}

pub(super) fn header(report: &Report<'_>) -> String {
    let description = report.schedule.description();
    let played = report.games.len();
    let state = match (report.schedule.is_complete(), report.schedule.total()) {
        (true, _) => format!("complete, {played} games"),
        (false, Some(total)) => format!("{played} of {total} games"),
        (false, None) => format!("{played} games so far"),
    };
    let clocks: Vec<String> = description.clocks.iter().map(ToString::to_string).collect();
    let fact = |text: &str| format!("<span>{}</span>", escape(text));
    let facts = [
        fact(description.game.info().title),
        fact(description.format.kind.title()),
        fact(&format!("{} players", description.players.len())),
        fact(&clocks.join(" · ")),
        fact(&format!("seed {}", description.seed)),
        format!(r#"<span class="pill">{}</span>"#, escape(&state)),
    ];
    format!(
        r#"<header><div><h1>{}</h1><p class="facts">{}</p></div><button type="button" class="quiet" id="theme" title="light or dark">◐</button></header>"#,
        escape(&description.name),
        facts.concat()
    )
}

pub(super) fn podium(report: &Report<'_>) -> String {
    let Some(total) = report.total() else { return String::new() };
    let mut out = String::from(r#"<div class="podium">"#);
    for standing in total.table.iter().take(3) {
        let Standing { place, wins, draws, losses, rating, .. } = standing;
        let name = escape(report.name(standing.player));
        let class = if *place == 1 { "step best" } else { "step" };
        let rank = report.schedule.description().rank;
        let counted = rank.of(standing);
        let unit = if counted == 1.0 { rank.name().trim_end_matches('s') } else { rank.name() };
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            r#"<div class="{class}"><div class="rank">{place}</div><b title="{name}">{name}</b><span>{} {unit} · {wins} won, {draws} drawn, {losses} lost · {:+.0} ± {:.0}</span></div>"#,
            points(counted),
            rating.elo,
            rating.error
        );
    }
    out + "</div>"
}

pub(super) fn tables(report: &Report<'_>) -> String {
    let description = report.schedule.description();
    let breaks: Vec<&str> = description.tie_breaks.iter().map(|t| t.name()).collect();
    let rank = description.rank.name();
    let ties = if breaks.is_empty() {
        format!("Equal {rank} share a place, and each who shares it gets its bonus.")
    } else {
        format!("With equal {rank} {} decides.", breaks.join(", then "))
    };
    let by_wins = if description.rank == RankBy::Wins { "Ranked by number of wins. " } else { "" };
    let about = format!("{by_wins}{ties} Ratings with 95 % intervals.");
    let mut out = String::new();
    // The total comes first.
    for table in report.tables.iter().rev() {
        let title = match table.clock {
            None => "Standings, all time limits".to_owned(),
            Some(_) if report.tables.len() == 1 => "Standings".to_owned(),
            Some(clock) => format!("Standings at {}", description.clock_name(clock)),
        };
        out += &section(&title, &about, &standings(report, table));
    }
    out
}

fn standings(report: &Report<'_>, table: &Standings) -> String {
    let description = report.schedule.description();
    let bonus = description.bonus != BonusRule::None;
    let any_byes = table.table.iter().any(|s| s.byes > 0);
    let mut out =
        String::from(r#"<div class="scroll"><table><thead><tr><th></th><th class="name">Player</th>"#);
    let [ranked, other] = columns(description.rank);
    let _ = write!(
        out,
        r#"<th>{ranked}</th><th class="count">Games</th><th></th><th>{other}</th><th>Drawn</th><th>Lost</th>"#
    );
    if any_byes {
        out += "<th>Byes</th>";
    }
    out += "<th>Rating</th><th>±</th>";
    if bonus {
        let _ = write!(out, r#"<th title="{}">Bonus</th>"#, escape(&description.bonus.words()));
    }
    out += r#"<th title="time used in a game, on average">Time</th>"#;
    for tie_break in &description.tie_breaks {
        let _ = write!(out, r#"<th title="{}">{}</th>"#, escape(tie_break.name()), tie_break.short());
    }
    out += "</tr></thead><tbody>";
    for s in &table.table {
        let name = escape(report.name(s.player));
        let spec = escape(&description.players[s.player].play);
        let share = |count: usize| 100.0 * count as f64 / s.games.max(1) as f64;
        let faults: usize = s.lost_by.iter().filter(|(r, _)| is_fault(r)).map(|(_, n)| n).sum();
        let _ = write!(
            out,
            r#"<tr><td class="place">{}</td><td class="name" title="{name}: {spec}">{name}</td><td class="big">{}</td><td class="dim count">{}</td><td><span class="wdl"><i class="w" style="width:{:.1}%"></i><i class="d" style="width:{:.1}%"></i><i class="l" style="width:{:.1}%"></i><i class="f" style="width:{:.1}%"></i></span></td><td>{}</td><td>{}</td><td>{}</td>"#,
            s.place,
            points(description.rank.of(s)),
            s.games,
            share(s.wins),
            share(s.draws),
            share(s.losses - faults),
            share(faults),
            match description.rank {
                RankBy::Points => s.wins.to_string(),
                RankBy::Wins => points(s.points),
            },
            s.draws,
            s.losses,
        );
        if any_byes {
            let _ = write!(out, "<td>{}</td>", s.byes);
        }
        let _ = write!(out, r#"<td>{:+.0}</td><td class="dim">{:.0}</td>"#, s.rating.elo, s.rating.error);
        if bonus {
            let _ = write!(out, "<td>{:.1} {}</td>", s.bonus, description.bonus.unit());
        }
        let _ = write!(out, r#"<td class="dim">{}</td>"#, seconds(s.ms_a_game));
        for value in &s.tie_breaks {
            let text = value.map_or("–".to_owned(), |v| ((v * 100.0).round() / 100.0).to_string());
            let _ = write!(out, r#"<td class="dim">{text}</td>"#);
        }
        out += "</tr>";
    }
    out + "</tbody></table></div>"
}

/// The head of the column that ranks, and of the one beside drawn and lost games.
fn columns(rank: RankBy) -> [&'static str; 2] {
    match rank {
        RankBy::Points => ["Points", "Won"],
        RankBy::Wins => ["Wins", "Points"],
    }
}

pub(super) fn ratings(report: &Report<'_>) -> String {
    let Some(total) = report.total() else { return String::new() };
    let mut players: Vec<_> = total.table.iter().map(|s| (report.name(s.player), s.rating)).collect();
    players.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let about = format!(
        "Maximum likelihood over all games, in Elo, with 95 % intervals. Moving first is worth {:+.0} ± {:.0}; equal players draw {:.0} % of their games.",
        total.first_move.elo,
        total.first_move.error,
        100.0 * total.draw_rate
    );
    section("Ratings", &about, &plot::ratings(&players))
}

pub(super) fn crosstable(report: &Report<'_>) -> String {
    let Some(total) = report.total().filter(|total| total.table.len() <= MOST_SHOWN) else {
        return String::new();
    };
    let mut out = String::from(r#"<div class="scroll"><table class="cross"><thead><tr><th></th>"#);
    for standing in &total.table {
        let _ =
            write!(out, r#"<th title="{}">{}</th>"#, escape(report.name(standing.player)), standing.place);
    }
    let rank = report.schedule.description().rank;
    let [head, _] = columns(rank);
    let _ = write!(out, "<th>{head}</th></tr></thead><tbody>");
    for a in &total.table {
        let name = escape(report.name(a.player));
        let _ = write!(out, r#"<tr><th title="{name}"><span>{}</span>{name}</th>"#, a.place);
        for b in &total.table {
            let encounter = total.cross.encounter(a.player, b.player);
            let (got, results) = (rank.against(encounter), &encounter.results);
            if a.player == b.player {
                out += r#"<td class="self"></td>"#;
            } else if results.is_empty() {
                out += "<td></td>";
            } else {
                let share = got / results.len() as f64;
                let against = escape(report.name(b.player));
                let _ = write!(
                    out,
                    r#"<td><button type="button" style="--s:{share:.3}" data-a="{}" data-b="{}" title="{name} against {against}: {} of {}">{}</button></td>"#,
                    a.player,
                    b.player,
                    points(got),
                    results.len(),
                    points(got)
                );
            }
        }
        let _ = write!(out, r#"<td class="total">{}</td></tr>"#, points(rank.of(a)));
    }
    out += "</tbody></table></div>";
    let about = format!("{head} of the player on the left. Choose a field to see its games.");
    section("Crosstable", &about, &out)
}

/// How each player lost: reasons, mistakes, parts of the game.
pub(super) fn losses(report: &Report<'_>) -> String {
    let Some(total) = report.total() else { return String::new() };
    if total.table.iter().all(|s| s.losses == 0) {
        return String::new();
    }
    let mut out = String::from(
        r#"<div class="scroll"><table><thead><tr><th class="name">Player</th><th>Lost</th><th class="left">Reasons</th>"#,
    );
    if report.habits.is_some() {
        out += r#"<th class="left">Mistakes that lost</th><th class="left">Where in the game</th>"#;
    }
    out += "</tr></thead><tbody>";
    let chip = |text: &str, count: usize, fault: bool| {
        let class = if fault { "chip fault" } else { "chip" };
        format!(r#"<span class="{class}">{} {count}</span>"#, escape(text))
    };
    for s in total.table.iter().filter(|s| s.losses > 0) {
        let name = escape(report.name(s.player));
        let reasons: String = s.lost_by.iter().map(|(r, n)| chip(r, *n, is_fault(r))).collect();
        let _ = write!(
            out,
            r#"<tr><td class="name" title="{name}">{name}</td><td>{}</td><td class="left"><div class="chips">{reasons}</div></td>"#,
            s.losses
        );
        if let Some(habits) = report.habits.as_ref().map(|all| &all[s.player]) {
            let kinds: String = habits.kinds.iter().map(|(k, n)| chip(k, *n, *k == "fault")).collect();
            let phases: String = ["opening", "middle game", "endgame"]
                .iter()
                .filter_map(|phase| habits.phases.get(phase).map(|n| chip(phase, *n, false)))
                .collect();
            let _ = write!(
                out,
                r#"<td class="left"><div class="chips">{kinds}</div></td><td class="left"><div class="chips">{phases}</div></td>"#
            );
        }
        out += "</tr>";
    }
    out += "</tbody></table></div>";
    let about = if report.habits.is_some() {
        "For every loss our engine looked for the move that gave the game away; each game shows it with its refutation."
    } else {
        ""
    };
    section("How games were lost", about, &out)
}

pub(super) fn games() -> String {
    r#"<section id="games"><div class="top"><h2>Games</h2><p id="count"></p></div><div class="tools"><select id="player" aria-label="player"></select><select id="opponent" aria-label="opponent"></select><select id="ending" aria-label="ending"></select></div><ul class="games" id="list"></ul><div class="more"><button type="button" class="quiet" id="more">show more</button></div></section>"#.to_owned()
}

pub(super) fn footer(report: &Report<'_>) -> String {
    let bonus = &report.schedule.description().bonus;
    let mut text = String::new();
    if *bonus != BonusRule::None {
        text = format!("Bonus: {}. ", bonus.words());
    }
    // More than one if the tournament went on elsewhere, or after something was installed.
    let containments: BTreeSet<&String> =
        report.games.iter().filter_map(|game| game.record.tags.get("sandbox")).collect();
    for containment in containments {
        text += &format!("Programs ran in the {containment}. ");
    }
    escape(&(text + "Made by Agon from the games themselves; every number follows from them."))
}

/// The dialog in which a game is replayed: the empty board with the pieces ready for use.
pub(super) fn replay(description: &Description) -> String {
    let mut view = description.game.start().view(&[]);
    view.contents.fill(None);
    view.moves.clear();
    let board = agon_board::svg(&view).replacen("<svg ", r#"<svg class="board" "#, 1);
    let mut symbols = String::from("<defs>");
    for (i, piece) in view.layout.pieces.iter().enumerate() {
        let _ = write!(symbols, r#"<g id="piece{i}">{}</g>"#, agon_board::svg_piece(piece));
    }
    symbols += "</defs>";
    let board = board.replacen("</svg>", &format!("{symbols}</svg>"), 1);
    let swatch = |side: usize| {
        let piece = view.layout.pieces.iter().position(|piece| piece.side == Some(side)).unwrap_or(side);
        format!(
            r##"<div><svg viewBox="-.5 -.5 1 1" aria-hidden="true"><use href="#piece{piece}"/></svg><span class="who" id="who{side}"></span><span class="score" id="score{side}"></span></div>"##
        )
    };
    format!(
        r#"<dialog id="replay" aria-label="a game"><div class="bar"><span id="title"></span><span><button type="button" class="quiet" id="previous" title="previous game">‹</button> <button type="button" class="quiet" id="next" title="next game">›</button> <button type="button" class="quiet" id="close">close</button></span></div><div class="stage"><div>{board}</div><div class="side"><div class="players">{}{}</div><p class="verdict" id="verdict"></p><pre class="evidence" id="evidence"></pre><div class="note" id="note"></div><div class="moves" id="moves"></div><div class="controls"><button type="button" class="quiet" id="start" title="start">⏮</button><button type="button" class="quiet" id="back" title="back">◀</button><button type="button" class="quiet" id="play" title="play">▶</button><button type="button" class="quiet" id="forth" title="forward">▶▶</button><button type="button" class="quiet" id="end" title="end">⏭</button><input type="range" id="slider" min="0" value="0" aria-label="move"><span id="ply" class="dim"></span></div></div></div></dialog>"#,
        swatch(0),
        swatch(1)
    )
}
