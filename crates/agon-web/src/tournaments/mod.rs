//! Tournaments of this server: a folder of descriptions, each with its store, and those that are being played.

mod results;
mod venue;

pub(crate) use results::{Details, PlayerPage, Summary, download, record};
pub(crate) use venue::{Bulletin, Venue};

use crate::failure::{self, Code, Refusal};
use crate::players;
use crate::site::Site;
use agon_core::Registry;
use agon_core::sync::lock;
use agon_seats::PlayerSpec;
use agon_tournament::game_runner::GameRunner;
use agon_tournament::store::RunLock;
use agon_tournament::{Description, Draft, Schedule, Store, StoreError};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The most players that the page puts together; larger fields are described in a file.
const MOST_PLAYERS: usize = 64;

/// The most tournaments that are played at a time: each takes processors.
const MOST_RUNNING: usize = 4;

/// The folder and what is played in it.
pub(crate) struct Tournaments {
    /// Where descriptions and stores are; a server that shows one game only has no such place.
    folder: Option<PathBuf>,
    venues: Mutex<BTreeMap<String, Arc<Venue>>>,
}

/// A tournament of the folder, read.
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) description: Description,
    pub(crate) file: PathBuf,
    pub(crate) venue: Arc<Venue>,
}

impl Tournaments {
    pub(crate) fn new(folder: PathBuf) -> Tournaments {
        Tournaments { folder: Some(folder), venues: Mutex::default() }
    }

    /// Of a server that has none.
    pub(crate) fn none() -> Tournaments {
        Tournaments { folder: None, venues: Mutex::default() }
    }

    /// All tournaments, the newest first. One whose file makes no sense is listed with what is wrong.
    pub(crate) fn list(&self, games: &Registry) -> Vec<Summary> {
        let mut files = self.files();
        let age = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        files.sort_by_key(|(id, path)| (std::cmp::Reverse(age(path)), id.clone()));
        let summary = |(id, path): &(String, PathBuf)| match self.read(id, path, games) {
            Ok(event) => Summary::of(&event),
            Err(refusal) => Summary::unreadable(id, refusal),
        };
        files.iter().map(summary).collect()
    }

    /// A tournament by its address, which is the name of its file.
    pub(crate) fn event(&self, id: &str, games: &Registry) -> Result<Event, Refusal> {
        // Only what is in the folder can be named, so no address leads out of it.
        let found = self.files().into_iter().find(|(known, _)| known == id);
        let (id, path) =
            found.ok_or_else(|| Refusal::missing(Code::NoSuchTournament, "there is no such tournament"))?;
        self.read(&id, &path, games)
    }

    fn files(&self) -> Vec<(String, PathBuf)> {
        // A folder that is not there yet holds nothing.
        let entries = self.folder.iter().flat_map(fs::read_dir).flatten().flatten();
        let paths =
            entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "toml"));
        paths.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect()
    }

    fn read(&self, id: &str, path: &Path, games: &Registry) -> Result<Event, Refusal> {
        let read = Description::read(path, games);
        let description = read.map_err(|error| failure::tournaments::description_in_folder(&error))?;
        let mut venues = lock(&self.venues);
        let venue = venues.entry(id.to_owned()).or_default().clone();
        Ok(Event { id: id.to_owned(), description, file: path.to_owned(), venue })
    }

    /// Keeps the description of a new tournament.
    pub(crate) fn create(&self, draft: &Draft, site: &Site) -> Result<Event, Refusal> {
        if draft.name.trim().is_empty() {
            return Err(Refusal::wrong(Code::TournamentWithoutName, "a tournament needs a name"));
        }
        if draft.players.len() > MOST_PLAYERS {
            let sentence = format!(
                "here a tournament has at most {MOST_PLAYERS} players; describe a larger one in a file"
            );
            return Err(Refusal::wrong(Code::TooManyPlayers, sentence).with("most", MOST_PLAYERS));
        }
        let one_game = || Refusal::forbidden(Code::OneGameOnly, "this server shows one game only");
        let folder = self.folder.as_deref().ok_or_else(one_game)?;
        let (text, description) = draft.describe(&site.games, folder)?;
        admit(site, &description)?;
        GameRunner::new(&description, site.engines.clone())?;
        let unwritable = |error: io::Error| {
            let (folder, why) = (folder.display().to_string(), error.to_string());
            let sentence = format!("the tournament cannot be kept in {folder}: {why}");
            Refusal::conflict(Code::CannotBeKept, sentence).with("folder", folder).with("why", why)
        };
        fs::create_dir_all(folder).map_err(unwritable)?;
        let (id, path) = write(folder, &address(&draft.name), &text).map_err(unwritable)?;
        self.read(&id, &path, &site.games)
    }

    /// Starts a tournament, or goes on with it.
    pub(crate) fn start(&self, event: &Event, concurrency: usize, site: &Site) -> Result<(), Refusal> {
        admit(site, &event.description)?;
        let running = lock(&self.venues);
        if running.values().filter(|venue| venue.is_open()).count() >= MOST_RUNNING {
            let sentence = "enough tournaments are being played; stop one first";
            return Err(Refusal::conflict(Code::TooManyTournaments, sentence).with("most", MOST_RUNNING));
        }
        drop(running);
        let runner = GameRunner::new(&event.description, site.engines.clone())?;
        event.venue.clone().open(event, runner, concurrency.clamp(1, site.cores))
    }

    /// Stops a tournament, here or in whatever process plays it.
    pub(crate) fn stop(&self, event: &Event) -> Result<(), Refusal> {
        if event.venue.close() {
            return Ok(());
        }
        if !RunLock::is_held(&event.store_file()) {
            let sentence = "this tournament is not being played";
            return Err(Refusal::conflict(Code::TournamentNotRunning, sentence));
        }
        Ok(event.store()?.request_stop()?)
    }

    /// Stops everything that is played here.
    pub(crate) fn close(&self) {
        let venues = lock(&self.venues).clone();
        venues.values().for_each(|venue| venue.ask_to_stop());
        venues.values().for_each(|venue| {
            venue.close();
        });
    }
}

impl Event {
    fn store_file(&self) -> PathBuf {
        Store::path_for(&self.file)
    }

    fn store(&self) -> Result<Store, StoreError> {
        Store::open(&self.store_file(), &self.description.fingerprint)
    }

    /// The tournament as its store says it is, and the store if there is one yet.
    fn schedule(&self) -> Result<(Schedule, Option<Store>), Refusal> {
        match self.store() {
            Ok(store) => Ok((Schedule::new(&self.description, store.rows()?), Some(store))),
            Err(StoreError::Missing(_)) => Ok((Schedule::new(&self.description, []), None)),
            Err(error) => Err(error.into()),
        }
    }

    fn is_running(&self) -> bool {
        self.venue.is_open() || RunLock::is_held(&self.store_file())
    }
}

/// Refuses a tournament with players that this server does not seat.
fn admit(site: &Site, description: &Description) -> Result<(), Refusal> {
    for player in &description.players {
        players::admit(site, &player.play.parse::<PlayerSpec>()?)?;
    }
    Ok(())
}

/// Writes a description under a name that nobody has.
fn write(folder: &Path, name: &str, text: &str) -> io::Result<(String, PathBuf)> {
    let mut number = 1;
    loop {
        let id = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
        let path = folder.join(format!("{id}.toml"));
        match File::create_new(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| (id, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// A name for a file and an address, from a name for people.
fn address(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let text: String = name.chars().take(40).map(plain).collect();
    let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "tournament".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn addresses_are_plain_words() {
        assert_eq!(address("Spring Cup 2026!"), "spring-cup-2026");
        assert_eq!(address("../../etc/passwd"), "etc-passwd");
        assert_eq!(address("Κύπελλο"), "tournament");
    }
}
