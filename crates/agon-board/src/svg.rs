//! A position as a picture: one self-contained SVG file, sharp at any size.

use agon_core::{BoardView, CellShape, Color, Layout, Piece, PieceShape};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Pixels a cell at the picture's natural size.
const CELL: f64 = 48.0;

/// The colours of a kind of board.
struct Theme {
    frame: &'static str,
    cell: &'static str,
    edge: &'static str,
    label: &'static str,
}

fn theme(shape: CellShape) -> Theme {
    match shape {
        CellShape::Square => Theme { frame: "#123f31", cell: "#1f7a5c", edge: "#155c45", label: "#cfe8dd" },
        CellShape::Hexagon => Theme { frame: "#12343f", cell: "#2b7f91", edge: "#1b5a68", label: "#cfe3e8" },
        CellShape::Hole => Theme { frame: "#1d4fa3", cell: "#0f2f66", edge: "#163d80", label: "#dbe7fb" },
        CellShape::Land => Theme { frame: "#5b4327", cell: "#d9bc8c", edge: "#b8945a", label: "#f3e6cf" },
    }
}

/// How a piece of a colour shines: where the light falls, its body, its rim.
const fn shades(color: Color) -> [&'static str; 3] {
    match color {
        Color::Black => ["#4a4f57", "#17191d", "#000"],
        Color::White => ["#fff", "#dcdfe3", "#9aa0a8"],
        Color::Gold => ["#ffe38a", "#f2b705", "#b58700"],
        Color::Red => ["#ff9a8d", "#e0402f", "#9d2418"],
        Color::Blue => ["#9cc4ff", "#2f6fe0", "#173f8c"],
        Color::Green => ["#b4ecae", "#3fa34d", "#1c5b28"],
    }
}

/// The lines of a thin drawing in a colour, and what sets them off from the ground.
const fn lines(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => ["#17191d", "#000"],
        Color::White => ["#f4f5f6", "#7d838b"],
        _ => {
            let [_, body, rim] = shades(color);
            [body, rim]
        }
    }
}

/// Draws a position: board, pieces, legal moves (grey), the last move (a red ring), winning lines, coordinates.
///
/// ```
/// let game = agon_games::registry().game("reversi").unwrap();
/// let picture = agon_board::svg(&game.start().view(&[]));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
pub fn svg(view: &BoardView) -> String {
    picture(view, &Picture::default())
}

/// What a picture is to be beyond what is drawn of every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picture<'a> {
    /// Its larger edge in pixels, if not the natural size.
    pub size: Option<u32>,
    /// Arrows from one cell to another, both as numbers of the layout.
    pub arrows: &'a [[usize; 2]],
}

/// Draws a position as [`svg`] does, in a size and with arrows.
///
/// ```
/// use agon_board::{Picture, picture};
/// let view = agon_games::registry().game("reversi").unwrap().start().view(&[]);
/// let drawn = picture(&view, &Picture { size: Some(300), arrows: &[[19, 37]] });
/// assert!(drawn.contains(r#"width="300" height="300""#) && drawn.contains("marker-end"));
/// ```
pub fn picture(view: &BoardView, picture: &Picture<'_>) -> String {
    let shape = view.layout.cells.first().map_or(CellShape::Square, |c| c.shape);
    let theme = theme(shape);
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = draw(&mut out, view, picture, shape, &theme);
    out
}

fn draw(
    out: &mut String,
    view: &BoardView,
    picture: &Picture<'_>,
    shape: CellShape,
    theme: &Theme,
) -> std::fmt::Result {
    let margin = 0.75;
    let (width, height) = (view.layout.width + 2.0 * margin, view.layout.height + 2.0 * margin);
    let cell = picture.size.map_or(CELL, |size| f64::from(size) / width.max(height));
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{:.3} {:.3} {width:.3} {height:.3}" width="{:.0}" height="{:.0}" role="img" aria-label="{}">"#,
        -margin,
        -margin,
        width * cell,
        height * cell,
        escape(&description(view)),
    )?;
    gradients(out, &view.layout)?;
    writeln!(
        out,
        r#"<rect x="{:.3}" y="{:.3}" width="{width:.3}" height="{height:.3}" rx="0.35" fill="{}"/>"#,
        -margin, -margin, theme.frame,
    )?;
    if shape == CellShape::Land {
        let (w, h) = (view.layout.width, view.layout.height);
        writeln!(out, r##"<rect width="{w}" height="{h}" fill="#8a6a3f"/>"##)?;
    }
    ground(out, view, theme)?;
    for label in &view.layout.labels {
        writeln!(
            out,
            r#"<text x="{:.3}" y="{:.3}" font-size="0.34" font-family="system-ui,sans-serif" text-anchor="middle" dominant-baseline="central" fill="{}">{}</text>"#,
            label.x,
            label.y,
            theme.label,
            escape(&label.text),
        )?;
    }
    pieces(out, view)?;
    marks(out, view, shape)?;
    arrows(out, view, picture.arrows)?;
    writeln!(out, "</svg>")
}

fn gradients(out: &mut String, layout: &Layout) -> std::fmt::Result {
    writeln!(out, "<defs>")?;
    let used = |color: &Color| layout.pieces.iter().any(|piece| piece.color == Some(*color));
    for color in Color::ALL.into_iter().filter(used) {
        let (name, [light, body, rim]) = (color.name(), shades(color));
        writeln!(
            out,
            r#"<radialGradient id="disc-{name}" cx="0.38" cy="0.32" r="0.75"><stop offset="0" stop-color="{light}"/><stop offset="0.65" stop-color="{body}"/><stop offset="1" stop-color="{rim}"/></radialGradient>"#,
        )?;
    }
    writeln!(out, "</defs>")
}

fn ground(out: &mut String, view: &BoardView, theme: &Theme) -> std::fmt::Result {
    for cell in &view.layout.cells {
        let (x, y) = (cell.x, cell.y);
        match cell.shape {
            CellShape::Square | CellShape::Land => writeln!(
                out,
                r#"<rect x="{:.3}" y="{:.3}" width="1" height="1" fill="{}" stroke="{}" stroke-width="0.04"/>"#,
                x - 0.5,
                y - 0.5,
                theme.cell,
                theme.edge,
            )?,
            CellShape::Hexagon => {
                write!(out, r#"<polygon points=""#)?;
                for corner in 0..6 {
                    let angle = std::f64::consts::FRAC_PI_3 * f64::from(corner) + std::f64::consts::FRAC_PI_6;
                    // Corners one half cell over √3·½ away from the centre make hexagons of width 1.
                    let r = 0.5 / (std::f64::consts::FRAC_PI_6.cos());
                    write!(out, "{:.3},{:.3} ", x + r * angle.cos(), y + r * angle.sin())?;
                }
                writeln!(out, r#"" fill="{}" stroke="{}" stroke-width="0.04"/>"#, theme.cell, theme.edge)?;
            }
            CellShape::Hole => writeln!(
                out,
                r#"<circle cx="{x:.3}" cy="{y:.3}" r="0.43" fill="{}" stroke="{}" stroke-width="0.04"/>"#,
                theme.cell, theme.edge,
            )?,
        }
    }
    Ok(())
}

/// One piece around the origin, in cell widths, as a fragment of a picture that [`svg`] began: it uses the gradients
/// defined there.
pub fn svg_piece(piece: &Piece) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = draw_piece(&mut out, 0.0, 0.0, piece);
    out
}

fn pieces(out: &mut String, view: &BoardView) -> std::fmt::Result {
    for (cell, contents) in view.layout.cells.iter().zip(&view.contents) {
        if let Some(piece) = contents.map(|p| &view.layout.pieces[p]) {
            draw_piece(out, cell.x, cell.y, piece)?;
        }
    }
    Ok(())
}

fn draw_piece(out: &mut String, x: f64, y: f64, piece: &Piece) -> std::fmt::Result {
    let fill = piece.color.map_or("#888".to_owned(), |color| format!("url(#disc-{})", color.name()));
    match piece.shape {
        PieceShape::Disc => writeln!(out, r#"<circle cx="{x:.3}" cy="{y:.3}" r="0.40" fill="{fill}"/>"#),
        PieceShape::Ant => ant(out, x, y, piece, &fill),
        PieceShape::Food => writeln!(
            out,
            r##"<g transform="translate({x:.3} {y:.3})"><path d="M-.26.24C-.36-.12-.06-.34.3-.3.34.06.1.34-.26.24z" fill="#6aa832" stroke="#3c6b14" stroke-width="0.04"/><path d="M-.34.34L.14-.14M-.1.1V-.1M.02-.02H.18" fill="none" stroke="#3c6b14" stroke-width="0.045" stroke-linecap="round"/></g>"##,
        ),
        PieceShape::Block => writeln!(
            out,
            r##"<path d="M{:.3} {:.3}l.5 .5m0-.5l-.5 .5" stroke="#0008" stroke-width="0.16" stroke-linecap="round"/>"##,
            x - 0.25,
            y - 0.25,
        ),
    }
}

/// An ant that looks the way it walks: the first side's up, the second's down.
fn ant(out: &mut String, x: f64, y: f64, piece: &Piece, fill: &str) -> std::fmt::Result {
    let turn = if piece.side == Some(1) { 180 } else { 0 };
    let [legs, rim] = lines(piece.color.unwrap_or(Color::Black));
    writeln!(out, r#"<g transform="translate({x:.3} {y:.3}) rotate({turn})">"#)?;
    writeln!(
        out,
        r#"<path d="M-.3-.24L-.12-.02M.3-.24L.12-.02M-.36.06H.36M-.3.34L-.1.06M.3.34L.1.06M-.16-.44L-.06-.26M.16-.44L.06-.26" fill="none" stroke="{rim}" stroke-width="0.085" stroke-linecap="round"/><path d="M-.3-.24L-.12-.02M.3-.24L.12-.02M-.36.06H.36M-.3.34L-.1.06M.3.34L.1.06M-.16-.44L-.06-.26M.16-.44L.06-.26" fill="none" stroke="{legs}" stroke-width="0.05" stroke-linecap="round"/>"#,
    )?;
    for (cy, rx, ry) in [(0.24, 0.15, 0.19), (0.01, 0.10, 0.12), (-0.21, 0.125, 0.12)] {
        writeln!(
            out,
            r#"<ellipse cy="{cy}" rx="{rx}" ry="{ry}" fill="{fill}" stroke="{rim}" stroke-width="0.025"/>"#,
        )?;
    }
    writeln!(out, "</g>")
}

fn marks(out: &mut String, view: &BoardView, shape: CellShape) -> std::fmt::Result {
    let targets: BTreeSet<_> = view.moves.iter().filter_map(|mv| mv.path.last()).collect();
    for &cell in targets {
        let cell = &view.layout.cells[cell];
        let grey = if shape == CellShape::Land { "#0006" } else { "#c9ced6" };
        writeln!(
            out,
            r#"<circle cx="{:.3}" cy="{:.3}" r="0.12" fill="{grey}" fill-opacity="0.75"/>"#,
            cell.x, cell.y
        )?;
    }
    for (age, last) in view.last.iter().enumerate() {
        let points: Vec<_> = last.path.iter().map(|&c| &view.layout.cells[c]).collect();
        // A path is worth drawing for both sides, a single disc only for the last move.
        if age > 0 && points.len() < 2 {
            continue;
        }
        let opacity = if age == 0 { 0.95 } else { 0.45 };
        if points.len() > 1 {
            let line: Vec<_> = points.iter().map(|c| format!("{:.3},{:.3}", c.x, c.y)).collect();
            writeln!(
                out,
                r##"<polyline points="{}" fill="none" stroke="#e5484d" stroke-width="0.07" stroke-linejoin="round" stroke-dasharray="0.14 0.1" opacity="{opacity}"/>"##,
                line.join(" "),
            )?;
        }
        if let Some(cell) = points.last() {
            writeln!(
                out,
                r##"<circle cx="{:.3}" cy="{:.3}" r="0.43" fill="none" stroke="#e5484d" stroke-width="0.075" opacity="{opacity}"/>"##,
                cell.x, cell.y
            )?;
        }
    }
    for &cell in view.winning.iter().flatten() {
        let cell = &view.layout.cells[cell];
        writeln!(
            out,
            r##"<circle cx="{:.3}" cy="{:.3}" r="0.2" fill="none" stroke="#fff" stroke-width="0.1"/>"##,
            cell.x, cell.y
        )?;
    }
    Ok(())
}

/// Arrows from the middle of one cell to the middle of another; cells that do not exist are left out.
fn arrows(out: &mut String, view: &BoardView, arrows: &[[usize; 2]]) -> std::fmt::Result {
    if !arrows.is_empty() {
        writeln!(
            out,
            r##"<defs><marker id="head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.2" markerHeight="3.2" orient="auto"><path d="M0 0L10 5L0 10z" fill="#f5a524"/></marker></defs>"##,
        )?;
    }
    for [from, to] in arrows {
        let cells = &view.layout.cells;
        let (Some(from), Some(to)) = (cells.get(*from), cells.get(*to)) else { continue };
        writeln!(
            out,
            r##"<line x1="{:.3}" y1="{:.3}" x2="{:.3}" y2="{:.3}" stroke="#f5a524" stroke-width="0.13" stroke-linecap="round" opacity="0.85" marker-end="url(#head)"/>"##,
            from.x, from.y, to.x, to.y,
        )?;
    }
    Ok(())
}

/// What a person who cannot see the picture should hear.
fn description(view: &BoardView) -> String {
    let score = format!("{} {}, {} {}", view.sides[0], view.score[0], view.sides[1], view.score[1]);
    match (view.outcome, view.to_move) {
        (Some(outcome), _) => match outcome.winner {
            Some(side) => format!("{}: {} has won; {score}", view.game, view.sides[side]),
            None => format!("{}: a draw; {score}", view.game),
        },
        (None, Some(side)) => format!("{}: {} to move; {score}", view.game, view.sides[side]),
        (None, None) => format!("{}: waiting for the dice; {score}", view.game),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
