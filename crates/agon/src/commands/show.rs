//! `agon show`.

use crate::cli::PositionArgs;
use crate::failure::{Done, Failure};
use agon_board::{TextStyle, svg, text};
use agon_core::BoardView;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(
    args: &PositionArgs,
    picture: Option<&Path>,
    json: bool,
    style: TextStyle,
    out: &mut dyn Write,
) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let view = args.place.line(&game)?.view();
    if let Some(path) = picture {
        std::fs::write(path, svg(&view))
            .map_err(|e| Failure::Failed(format!("cannot write the picture {}: {e}", path.display())))?;
    }
    if json {
        let document = serde_json::to_string(&view).map_err(|e| Failure::Failed(e.to_string()))?;
        writeln!(out, "{document}")?;
    } else if picture.is_none() {
        board(&view, style, out)?;
    }
    Ok(())
}

/// The board with the line under it that says how things stand.
pub(crate) fn board(view: &BoardView, style: TextStyle, out: &mut dyn Write) -> Done {
    write!(out, "\n{}\n  {}\n", text(view, style), status(view, style))?;
    Ok(())
}

/// How things stand, in one line.
pub(crate) fn status(view: &BoardView, style: TextStyle) -> String {
    let name = |side: usize| {
        let piece = view.layout.pieces.iter().find(|p| p.side == Some(side));
        let symbol = piece.map_or(' ', |p| if style.unicode { p.glyph } else { p.symbol });
        format!("{} {symbol}", view.sides[side])
    };
    let score = if view.scores.counted {
        format!("{} {} : {} {}   ", name(0), view.score[0], view.score[1], name(1))
    } else {
        String::new()
    };
    let state = match (view.outcome, view.to_move) {
        (Some(outcome), _) => match outcome.winner {
            Some(side) => format!("{} has won", name(side.index())),
            None => "a draw".to_owned(),
        },
        (None, Some(side)) => format!("{} to move", name(side.index())),
        (None, None) => "waiting for the dice".to_owned(),
    };
    format!("{score}{state}")
}
