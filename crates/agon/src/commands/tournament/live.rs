//! A tournament as it is played: the table and a bar where a person sees them, plain lines elsewhere.

use super::table;
use crate::failure::Done;
use agon_board::TextStyle;
use agon_core::harmless::harmless;
use agon_tournament::Schedule;
use agon_tournament::standings::Standings;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the table is drawn.
const REDRAW: Duration = Duration::from_millis(250);

/// How many lines of the table are shown while it is played.
const LINES: usize = 20;

/// A plain line comes after each of this many parts of the games.
const PARTS: usize = 10;

pub(super) struct Live {
    screen: Option<Screen>,
    /// Plain lines: how many parts were told.
    told: usize,
}

struct Screen {
    table: ProgressBar,
    bar: ProgressBar,
    drawn: Option<Instant>,
}

impl Live {
    pub(super) fn new(schedule: &Schedule) -> Live {
        let screen = std::io::stderr().is_terminal().then(|| {
            let screen = MultiProgress::new();
            let bar = match schedule.total() {
                Some(total) => ProgressBar::new(total as u64),
                None => ProgressBar::no_length(),
            };
            let template = match schedule.total() {
                Some(_) => "{bar:30} {pos}/{len} games  {per_sec}  {eta} left  {msg}",
                None => "{spinner} {pos} games  {per_sec}  {msg}",
            };
            let table = screen.add(ProgressBar::no_length());
            let bar = screen.add(bar);
            if let (Ok(plain), Ok(style)) =
                (ProgressStyle::with_template("{msg}"), ProgressStyle::with_template(template))
            {
                table.set_style(plain);
                bar.set_style(style);
            }
            // What was played before says nothing about the rate now.
            bar.set_position(schedule.played() as u64);
            bar.reset_eta();
            bar.set_message("Ctrl-C stops it, nothing is lost");
            bar.enable_steady_tick(REDRAW);
            Screen { table, bar, drawn: None }
        });
        Live { screen, told: 0 }
    }

    /// What is about to be played.
    pub(super) fn begin(&mut self, schedule: &Schedule, out: &mut dyn Write) -> Done {
        let description = schedule.description();
        let played = schedule.played();
        let games = match schedule.total() {
            Some(total) => format!("{total} games"),
            None => "games without end".to_owned(),
        };
        let players = description.players.len();
        let format = description.format.kind.title();
        let known = if played > 0 { format!(", {played} already played") } else { String::new() };
        writeln!(out, "{}: {format}, {players} players, {games}{known}", harmless(&description.name))?;
        self.told = part(played, schedule.total());
        out.flush()?;
        Ok(())
    }

    /// Something was played.
    pub(super) fn show(&mut self, schedule: &Schedule, style: TextStyle, out: &mut dyn Write) -> Done {
        let played = schedule.played();
        let Some(screen) = &mut self.screen else {
            let now = part(played, schedule.total());
            if now > self.told {
                self.told = now;
                let of = schedule.total().map(|total| format!(" of {total}")).unwrap_or_default();
                writeln!(out, "{played}{of} games played")?;
                out.flush()?;
            }
            return Ok(());
        };
        if let Some(total) = schedule.total() {
            screen.bar.set_length(total as u64);
        }
        screen.bar.set_position(played as u64);
        if screen.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            let mut text = Vec::new();
            table::write(schedule, &Standings::total(schedule), style, LINES, &mut text)?;
            screen.table.set_message(String::from_utf8_lossy(&text).trim_end().to_owned());
            screen.drawn = Some(Instant::now());
        }
        Ok(())
    }

    /// Clears the screen of it.
    pub(super) fn finish(&mut self) {
        if let Some(screen) = &self.screen {
            screen.table.finish_and_clear();
            screen.bar.finish_and_clear();
        }
    }
}

/// Which part of the games is done: tenths, or hundreds of games if there is no end.
fn part(played: usize, total: Option<usize>) -> usize {
    match total {
        Some(total) => PARTS * played / total.max(1),
        None => played / 100,
    }
}
