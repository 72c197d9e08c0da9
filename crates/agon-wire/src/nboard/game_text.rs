//! Whole games as the protocol tells them: in GGF, a format that the game brings.

use super::NBoardError;
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Format, FormatError, Line, Record, Registry};
use std::sync::Arc;

/// The name of the format.
const GGF: &str = "ggf";

fn format(game: &dyn AnyGame) -> Result<&'static dyn Format, NBoardError> {
    let own = game.formats().iter().copied().find(|format| format.name() == GGF);
    own.ok_or_else(|| NBoardError::Game(format!("games of {} are not written in GGF", game.info().title)))
}

/// A game as `set game` tells it.
pub fn write_game(line: &Line) -> Result<String, NBoardError> {
    let record = Record::of_line(line, [PlayerInfo::default(), PlayerInfo::default()]);
    let text = format(&*line.start().game())?.write(&[record]).map_err(|error| wrong(&error))?;
    Ok(text.trim().to_owned())
}

/// The game that `set game` tells.
pub(super) fn read_game(game: Arc<dyn AnyGame>, text: &str) -> Result<Line, NBoardError> {
    let records = format(&*game)?.read(text.as_bytes(), &Registry::only(game.clone()));
    let Some(mut record) = records.map_err(|error| wrong(&error))?.into_iter().next() else {
        return Err(NBoardError::Game("there is no game in it".to_owned()));
    };
    // What the GUI thinks of the result is of no concern.
    record.verdict = None;
    record.replay_by(&*game).map_err(|error| wrong(&FormatError::from(error)))
}

fn wrong(error: &FormatError) -> NBoardError {
    NBoardError::Game(error.to_string())
}
