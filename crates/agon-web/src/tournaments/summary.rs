//! A tournament for the list, and the short text beside its description that the list is read from: no store is opened
//! for it, and no game counted again.

use super::Event;
use crate::failure::{Refusal, Trouble};
use agon_core::harmless::harmless;
use agon_tournament::store::RunLock;
use agon_tournament::{Schedule, Store};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A tournament for the list.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentSummary))]
pub(crate) struct Summary {
    pub(crate) id: String,
    name: String,
    game: String,
    format: String,
    players: usize,
    played: usize,
    /// How many games there will be; nothing for a tournament without end.
    total: Option<usize>,
    running: bool,
    complete: bool,
    /// What is wrong with it, if something is.
    #[serde(flatten)]
    trouble: Trouble,
}

/// When a file was written, and how large it is; nothing if it is not there.
type Stamp = Option<(u64, u64)>;

/// What tells whether a tournament is as it was: its description, its store and the store's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamps([Stamp; 3]);

impl Stamps {
    pub(super) fn of(description: &Path) -> Stamps {
        let store = Store::path_for(description);
        let mut log = store.clone().into_os_string();
        log.push("-wal");
        Stamps([stamp(description), stamp(&store), stamp(&PathBuf::from(log)).filter(|(_, size)| *size > 0)])
    }
}

fn stamp(path: &Path) -> Stamp {
    let file = path.metadata().ok()?;
    let written = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((u64::try_from(written.as_nanos()).unwrap_or(u64::MAX), file.len()))
}

/// A summary as it is kept beside the description.
#[derive(Serialize, Deserialize)]
struct Kept {
    stamps: Stamps,
    name: String,
    game: String,
    format: String,
    players: usize,
    played: usize,
    total: Option<usize>,
    complete: bool,
}

impl Summary {
    /// The summary of a tournament whose games have been counted. It is kept for the next time.
    pub(super) fn of(event: &Event, schedule: &Schedule, stamps: Stamps) -> Summary {
        let description = &event.description;
        let kept = Kept {
            stamps,
            name: harmless(&description.name).into_owned(),
            game: description.game.id(),
            format: description.format.kind.name().to_owned(),
            players: description.players.len(),
            played: schedule.played(),
            total: schedule.total(),
            complete: schedule.is_complete(),
        };
        let file = Summary::file(&event.file);
        if Summary::read(&file).is_none_or(|before| before.stamps != stamps)
            && let Ok(text) = serde_json::to_string(&kept)
        {
            // A folder that may not be written to is only slower.
            let _ = std::fs::write(file, text);
        }
        kept.summary(&event.id, event.is_running(), event.venue.trouble())
    }

    /// The summary as it was kept, if nothing has changed since.
    pub(super) fn kept(id: &str, description: &Path) -> Option<Summary> {
        let kept = Summary::read(&Summary::file(description))?;
        let running = RunLock::is_held(&Store::path_for(description));
        (kept.stamps == Stamps::of(description)).then(|| kept.summary(id, running, Trouble::default()))
    }

    /// Where the summary of a tournament is kept.
    pub(super) fn file(description: &Path) -> PathBuf {
        description.with_extension("summary")
    }

    fn read(file: &Path) -> Option<Kept> {
        serde_json::from_slice(&std::fs::read(file).ok()?).ok()
    }

    /// The same, with what whoever plays it says of it.
    pub(super) fn said_by(mut self, running: bool, trouble: Trouble) -> Summary {
        self.running |= running;
        self.trouble = trouble;
        self
    }

    pub(super) fn unreadable(id: &str, why: Refusal) -> Summary {
        Summary {
            id: id.to_owned(),
            name: id.to_owned(),
            game: String::new(),
            format: String::new(),
            players: 0,
            played: 0,
            total: None,
            running: false,
            complete: false,
            trouble: why.into(),
        }
    }
}

impl Kept {
    fn summary(self, id: &str, running: bool, trouble: Trouble) -> Summary {
        Summary {
            id: id.to_owned(),
            name: self.name,
            game: self.game,
            format: self.format,
            players: self.players,
            played: self.played,
            total: self.total,
            running,
            complete: self.complete,
            trouble,
        }
    }
}
