//! The players of a tournament, as its description names them.

use super::description_error::DescriptionError;
use super::lines::Lines;
use agon_seats::{PlayerError, PlayerSpec};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entrant {
    /// The name in tables.
    pub name: String,
    /// How it is seated, as on the command line.
    pub play: String,
    /// The folder of its program, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The folder its program runs in; that of the description if none is written.
    #[serde(skip)]
    pub home: PathBuf,
}

/// A player, key by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlayer {
    name: Spanned<String>,
    play: Spanned<String>,
    folder: Option<Spanned<String>>,
}

/// Who plays.
pub(super) struct Seating {
    pub(super) players: Vec<Entrant>,
    /// How each is seated.
    pub(super) specs: Vec<PlayerSpec>,
    /// The first folder that is not there.
    pub(super) absent: Option<DescriptionError>,
}

/// The players, and how each is seated.
pub(super) fn players(
    raw: &[Spanned<RawPlayer>],
    lines: &Lines<'_>,
    base: &Path,
) -> Result<Seating, DescriptionError> {
    let mut seen: HashMap<&str, ()> = HashMap::new();
    let (mut players, mut specs, mut absent) = (Vec::new(), Vec::new(), None);
    for player in raw {
        let RawPlayer { name, play, folder } = player.get_ref();
        if name.get_ref().trim().is_empty() {
            return Err(lines.wrong(name.span().start, "a player needs a name"));
        }
        if seen.insert(name.get_ref(), ()).is_some() {
            let why = format!("there are two players called '{}'; names must differ", name.get_ref());
            return Err(lines.wrong(name.span().start, why));
        }
        let wrong = |at: usize, why: String| lines.wrong(at, format!("player '{}': {why}", name.get_ref()));
        let spec: PlayerSpec =
            play.get_ref().parse().map_err(|e: PlayerError| wrong(play.span().start, e.to_string()))?;
        if matches!(spec, PlayerSpec::Net(_)) && specs.contains(&spec) {
            let why = "another player waits for its program there already; each needs a port of its own";
            return Err(wrong(play.span().start, why.to_owned()));
        }
        let at = folder.as_ref().map_or(0, |folder| folder.span().start);
        let folder = folder.as_ref().map(|folder| folder.get_ref().clone());
        // A description that is named without a folder is in this one.
        let home = Path::new(".").join(base).join(folder.as_deref().unwrap_or_default());
        let home = std::path::absolute(home).map_err(|e| wrong(at, format!("its folder: {e}")))?;
        if folder.is_some() && !home.is_dir() {
            absent.get_or_insert_with(|| wrong(at, format!("there is no folder {}", home.display())));
        }
        specs.push(spec);
        players.push(Entrant { name: name.get_ref().clone(), play: play.get_ref().clone(), folder, home });
    }
    if players.len() < 2 {
        let at = raw.last().map_or(usize::MAX, |p| p.span().start);
        let why = format!(
            "a tournament needs at least two players, and there {}; each is a [[player]] with name and play",
            if players.is_empty() { "is none" } else { "is only one" }
        );
        return Err(lines.wrong(at, why));
    }
    Ok(Seating { players, specs, absent })
}
