//! The ratings as a picture: a dot a player with its 95 % interval, sharp and readable at any width.

use super::page::escape;
use crate::ratings::Rating;
use std::fmt::Write;

/// The height of a line, in pixels.
const LINE: usize = 26;

/// Room for the scale, in pixels.
const SCALE: usize = 30;

/// Draws ratings, in the given order. Places on the scale are percentages, so the picture fills any width and its text
/// keeps its size.
pub(super) fn ratings(players: &[(&str, Rating)]) -> String {
    let low = players.iter().map(|(_, r)| r.elo - r.error).fold(0.0, f64::min);
    let high = players.iter().map(|(_, r)| r.elo + r.error).fold(0.0, f64::max);
    let step = step(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |elo: f64| 100.0 * (elo - low) / (high - low).max(1.0);
    let height = LINE * players.len() + SCALE;
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = draw(&mut out, players, (low, high, step), &x, height);
    out
}

fn draw(
    out: &mut String,
    players: &[(&str, Rating)],
    (low, high, step): (f64, f64, f64),
    x: &dyn Fn(f64) -> f64,
    height: usize,
) -> std::fmt::Result {
    write!(out, r#"<div class="plot"><div class="names">"#)?;
    for (name, _) in players {
        write!(out, "<div>{}</div>", escape(name))?;
    }
    write!(
        out,
        r#"</div><svg class="ratings" height="{height}" role="img" aria-label="Ratings with 95 % intervals"><g class="grid">"#
    )?;
    let bottom = LINE * players.len();
    let mut tick = low;
    while tick <= high + 0.5 {
        let (at, class) = (x(tick), if tick.abs() < 0.5 { " class=\"zero\"" } else { "" });
        // The outermost numbers stay inside the picture.
        let anchor = if at < 3.0 {
            "start"
        } else if at > 97.0 {
            "end"
        } else {
            "middle"
        };
        write!(out, r#"<line{class} x1="{at:.2}%" x2="{at:.2}%" y1="0" y2="{bottom}"/>"#)?;
        write!(
            out,
            r#"<text x="{at:.2}%" y="{}" text-anchor="{anchor}">{}</text>"#,
            bottom + 18,
            label(tick)
        )?;
        tick += step;
    }
    write!(out, "</g>")?;
    for (i, (name, rating)) in players.iter().enumerate() {
        let y = i * LINE + LINE / 2;
        let (a, b, c) = (x(rating.elo - rating.error), x(rating.elo + rating.error), x(rating.elo));
        write!(
            out,
            r#"<g class="rating"><title>{}: {:+.0} ± {:.0}</title><rect x="0" y="{}" width="100%" height="{LINE}"/>"#,
            escape(name),
            rating.elo,
            rating.error,
            i * LINE
        )?;
        write!(out, r#"<line x1="{a:.2}%" x2="{b:.2}%" y1="{y}" y2="{y}"/>"#)?;
        for end in [a, b] {
            write!(out, r#"<line x1="{end:.2}%" x2="{end:.2}%" y1="{}" y2="{}"/>"#, y - 4, y + 4)?;
        }
        write!(out, r#"<circle cx="{c:.2}%" cy="{y}" r="5"/></g>"#)?;
    }
    write!(out, "</svg></div>")
}

fn label(tick: f64) -> String {
    if tick.abs() < 0.5 { "0".to_owned() } else { format!("{tick:+.0}").replace('-', "−") }
}

/// A round distance for a handful of ticks.
fn step(width: f64) -> f64 {
    let rough = (width / 4.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|m| m * power).find(|&s| s >= rough).unwrap_or(10.0 * power)
}
