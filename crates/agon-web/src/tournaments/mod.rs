//! Tournaments of this server: a folder of descriptions, each with its store, and those that are being played.

mod results;
mod summary;
mod venue;

pub(crate) use results::{Details, PlayerPage, download, record};
pub(crate) use summary::Summary;
pub(crate) use venue::{Bulletin, Venue};

use crate::failure::{self, Code, Refusal};
use crate::players;
use crate::site::Site;
use crate::visitor::{Owner, Visitor};
use agon_core::Registry;
use agon_core::sync::lock;
use agon_seats::PlayerSpec;
use agon_tournament::description::USUAL_MOST_GAMES;
use agon_tournament::game_runner::GameRunner;
use agon_tournament::store::RunLock;
use agon_tournament::{Description, Draft, Schedule, Store, StoreError};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use summary::Stamps;

/// The most players that the page puts together; larger fields are described in a file.
const MOST_PLAYERS: usize = 64;

/// The most tournaments that are played at a time: each takes processors.
const MOST_RUNNING: usize = 4;

/// The folder and what is played in it.
pub(crate) struct Tournaments {
    /// Where descriptions and stores are; a server that shows one game only has no such place.
    folder: Option<PathBuf>,
    venues: Mutex<BTreeMap<String, Arc<Venue>>>,
    /// The tournaments that were looked at last, counted, with what tells whether they are still so.
    counted: Mutex<VecDeque<(PathBuf, Stamps, Arc<Schedule>)>>,
}

/// The most tournaments that are kept counted.
const MOST_COUNTED: usize = 8;

/// A tournament of the folder, read.
pub(crate) struct Event<'a> {
    pub(crate) id: String,
    pub(crate) description: Description,
    pub(crate) file: PathBuf,
    pub(crate) venue: Arc<Venue>,
    among: &'a Tournaments,
}

impl Tournaments {
    pub(crate) fn new(folder: PathBuf) -> Tournaments {
        Tournaments { folder: Some(folder), venues: Mutex::default(), counted: Mutex::default() }
    }

    /// Of a server that has none.
    pub(crate) fn none() -> Tournaments {
        Tournaments { folder: None, venues: Mutex::default(), counted: Mutex::default() }
    }

    /// Some tournaments, the newest first: so many, after the first `from`. One whose file makes no sense is listed with
    /// what is wrong.
    pub(crate) fn list(&self, games: &Registry, from: usize, count: usize) -> Vec<Summary> {
        let mut files = self.files();
        let age = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        files.sort_by_cached_key(|(id, path)| (std::cmp::Reverse(age(path)), id.clone()));
        let summary = |(id, path): &(String, PathBuf)| self.summary(id, path, games);
        files.iter().skip(from).take(count).map(summary).collect()
    }

    fn summary(&self, id: &str, path: &Path, games: &Registry) -> Summary {
        let venue = lock(&self.venues).get(id).cloned();
        if let Some(kept) = Summary::kept(id, path) {
            let said = venue.map(|venue| (venue.is_open(), venue.trouble())).unwrap_or_default();
            return kept.said_by(said.0, said.1);
        }
        let counted = self.read(id, path, games).and_then(|event| {
            let (schedule, stamps) = event.schedule()?;
            Ok(Summary::of(&event, &schedule, stamps))
        });
        counted.unwrap_or_else(|refusal| Summary::unreadable(id, refusal))
    }

    /// A tournament by its address, which is the name of its file.
    pub(crate) fn event(&self, id: &str, games: &Registry) -> Result<Event<'_>, Refusal> {
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

    fn read(&self, id: &str, path: &Path, games: &Registry) -> Result<Event<'_>, Refusal> {
        let read = Description::read(path, games);
        let description = read.map_err(|error| failure::tournaments::description_in_folder(&error))?;
        let mut venues = lock(&self.venues);
        let venue = venues.entry(id.to_owned()).or_default().clone();
        Ok(Event { id: id.to_owned(), description, file: path.to_owned(), venue, among: self })
    }

    /// Keeps the description of a new tournament.
    pub(crate) fn create(&self, draft: &Draft, site: &Site, owner: Owner) -> Result<Event<'_>, Refusal> {
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
        let most = site.limits.tournaments;
        if self.files().len() >= most {
            let sentence = format!("this server keeps at most {most} tournaments; delete one first");
            return Err(Refusal::conflict(Code::TournamentsFull, sentence).with("most", most));
        }
        // The server's own bound, which has its own sentence, comes before that of descriptions.
        let (_, described) = draft.allowing(u64::MAX >> 1).describe(&site.games, folder)?;
        bound(site, &described)?;
        let allowed = described.planned_games().filter(|games| *games > USUAL_MOST_GAMES);
        let draft = allowed.map_or_else(|| draft.clone(), |games| draft.allowing(games as u64));
        let (text, description) = draft.describe(&site.games, folder)?;
        admit(site, &description)?;
        GameRunner::away_from(&description, site.engines.clone(), folder)?;
        let unwritable = |error: io::Error| {
            let (folder, why) = (folder.display().to_string(), error.to_string());
            let sentence = format!("the tournament cannot be kept in {folder}: {why}");
            Refusal::conflict(Code::CannotBeKept, sentence).with("folder", folder).with("why", why)
        };
        fs::create_dir_all(folder).map_err(unwritable)?;
        let (id, path) = write(folder, &address(&draft.name), &text).map_err(unwritable)?;
        let event = self.read(&id, &path, &site.games)?;
        event.venue.set_owner(owner);
        Ok(event)
    }

    /// Deletes a tournament with its games. Whoever set it up may, and the host.
    pub(crate) fn delete(&self, id: &str, visitor: &Visitor) -> Result<(), Refusal> {
        let found = self.files().into_iter().find(|(known, _)| known == id);
        let missing = || Refusal::missing(Code::NoSuchTournament, "there is no such tournament");
        let (id, path) = found.ok_or_else(missing)?;
        let venue = lock(&self.venues).get(&id).cloned();
        visitor.require_owner(venue.as_ref().and_then(|venue| venue.owner()).as_ref())?;
        let running = || {
            let sentence = "this tournament is being played; stop it first";
            Refusal::conflict(Code::TournamentRunning, sentence)
        };
        if venue.is_some_and(|venue| venue.is_open()) {
            return Err(running());
        }
        // Nobody starts it while it goes.
        let _locked = RunLock::take(&Store::path_for(&path)).map_err(|error| match error {
            StoreError::Running(_) => running(),
            other => other.into(),
        })?;
        let unwritable = |error: io::Error| {
            let sentence = format!("the tournament cannot be deleted: {error}");
            Refusal::conflict(Code::CannotBeKept, sentence)
                .with("folder", path.display().to_string())
                .with("why", error.to_string())
        };
        // Without its description it is gone, whatever happens to the rest.
        fs::remove_file(&path).map_err(unwritable)?;
        for file in Store::files_of(&path).into_iter().chain([Summary::file(&path)]) {
            let _ = fs::remove_file(file);
        }
        lock(&self.venues).remove(&id);
        lock(&self.counted).retain(|(counted, _, _)| *counted != path);
        Ok(())
    }

    /// Starts a tournament, or goes on with it.
    pub(crate) fn start(&self, event: &Event<'_>, concurrency: usize, site: &Site) -> Result<(), Refusal> {
        admit(site, &event.description)?;
        bound(site, &event.description)?;
        let running = lock(&self.venues);
        if running.values().filter(|venue| venue.is_open()).count() >= MOST_RUNNING {
            let sentence = "enough tournaments are being played; stop one first";
            return Err(Refusal::conflict(Code::TooManyTournaments, sentence).with("most", MOST_RUNNING));
        }
        drop(running);
        // Programs have no business with the tournaments of others.
        let folder = event.file.parent().unwrap_or(Path::new("."));
        let runner = GameRunner::away_from(&event.description, site.engines.clone(), folder)?;
        event.venue.clone().open(
            event,
            runner.with_cores(site.shared.clone()),
            concurrency.clamp(1, site.cores),
            site.limits.games,
        )
    }

    /// Stops a tournament, here or in whatever process plays it.
    pub(crate) fn stop(&self, event: &Event<'_>) -> Result<(), Refusal> {
        if event.venue.close() {
            return Ok(());
        }
        if !RunLock::is_held(&event.store_file()) {
            let sentence = "this tournament is not being played";
            return Err(Refusal::conflict(Code::TournamentNotRunning, sentence));
        }
        match event.store()? {
            Some(store) => Ok(store.request_stop()?),
            None => Ok(()),
        }
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

impl Event<'_> {
    fn store_file(&self) -> PathBuf {
        Store::path_for(&self.file)
    }

    /// Its store, if there is one yet.
    fn store(&self) -> Result<Option<Store>, StoreError> {
        match Store::open(&self.store_file(), &self.description.fingerprint) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The tournament as its store says it is, and what tells whether it is still so.
    fn schedule(&self) -> Result<(Arc<Schedule>, Stamps), Refusal> {
        // Taken first: what is written meanwhile shows the next time.
        let stamps = Stamps::of(&self.file);
        let known =
            |counted: &(PathBuf, Stamps, Arc<Schedule>)| counted.0 == self.file && counted.1 == stamps;
        if let Some((_, _, schedule)) = lock(&self.among.counted).iter().find(|counted| known(counted)) {
            return Ok((schedule.clone(), stamps));
        }
        let schedule = match self.store()? {
            Some(store) => store.schedule(&self.description)?,
            None => Schedule::new(&self.description, []),
        };
        let schedule = Arc::new(schedule);
        let mut counted = lock(&self.among.counted);
        counted.retain(|(file, _, _)| *file != self.file);
        counted.truncate(MOST_COUNTED - 1);
        counted.push_front((self.file.clone(), stamps, schedule.clone()));
        Ok((schedule, stamps))
    }

    fn is_running(&self) -> bool {
        self.venue.is_open() || RunLock::is_held(&self.store_file())
    }
}

/// Refuses a tournament that is too large for this server.
fn bound(site: &Site, description: &Description) -> Result<(), Refusal> {
    let most = site.limits.games;
    match description.planned_games() {
        Some(games) if games > most => {
            let sentence = format!(
                "this tournament has {games} games, and this server plays at most {most}; start it with --most-games, \
                 or play it with 'agon tournament run'"
            );
            Err(Refusal::wrong(Code::TooManyGames, sentence).with("games", games).with("most", most))
        }
        _ => Ok(()),
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
