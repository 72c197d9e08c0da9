//! One SQLite file a tournament. A game counts when its row is committed, with its whole record.
//!
//! The file is in write-ahead mode and every commit reaches the disk before anybody hears of it, so a run can be
//! killed at any moment. Everything else — the schedule, the tables, the ratings — follows from the rows.

mod error;
mod looking;
mod rows;
mod run_lock;
#[cfg(test)]
mod tests;

pub use error::StoreError;
pub use run_lock::RunLock;

use super::schedule::{GameId, PairingId, Row};
use agon_core::Record;
use error::sentence;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The version of the tables.
pub const VERSION: i32 = 1;

/// Marks a file as one of ours: "AGON".
const APPLICATION: i32 = 0x4147_4f4e;

/// How long to wait for another process that is writing.
const BUSY: Duration = Duration::from_secs(30);

/// The store of a tournament.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Whether it can only be looked at.
    read_only: bool,
    /// What is looked at in place of the store itself, if anything is.
    _copy: Option<Arc<looking::Copy>>,
}

impl Store {
    /// The store that belongs to a description's file.
    pub fn path_for(description: &Path) -> PathBuf {
        description.with_extension("sqlite")
    }

    /// Every file that keeps the tournament of a description: the store, what the database writes beside it, the lock
    /// of the process that runs it.
    pub fn files_of(description: &Path) -> Vec<PathBuf> {
        let store = Store::path_for(description);
        let log = Store::beside(&store, "-wal");
        vec![log, Store::beside(&store, "-shm"), RunLock::path_for(&store), store]
    }

    /// A file that the database writes beside its own.
    fn beside(store: &Path, ending: &str) -> PathBuf {
        let mut name = store.to_owned().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Opens the store of a tournament, or makes it if there is none.
    pub fn create(path: &Path, fingerprint: &str) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        store.prepare(fingerprint)?;
        Ok(store)
    }

    fn connect(path: &Path, extra: OpenFlags) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | extra;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| sentence(path, &e))?;
        let store = Store { connection, path: path.to_owned(), read_only: false, _copy: None };
        store.set_up().map_err(|e| sentence(path, &e))?;
        Ok(store)
    }

    fn set_up(&self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(BUSY)?;
        self.connection.pragma_update(None, "journal_mode", "wal")?;
        self.connection.pragma_update(None, "synchronous", "full")
    }

    /// Makes the tables in a file that has none; checks those of one that has.
    fn prepare(&mut self, fingerprint: &str) -> Result<(), StoreError> {
        if !self.is_new().map_err(|e| self.say(&e))? {
            self.check_version()?;
            return self.check_fingerprint(fingerprint);
        }
        let path = self.path.clone();
        let make = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.execute("INSERT INTO tournament (id, fingerprint) VALUES (1, ?1)", [fingerprint])?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()
        };
        make(&mut self.connection).map_err(|e| sentence(&path, &e))
    }

    fn is_new(&self) -> rusqlite::Result<bool> {
        let tables: i64 =
            self.connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        Ok(tables == 0)
    }

    fn check_version(&self) -> Result<(), StoreError> {
        let number = |name: &str| -> Result<i32, StoreError> {
            self.connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|e| self.say(&e))
        };
        if number("application_id")? != APPLICATION {
            return Err(StoreError::NotAStore(self.path.display().to_string()));
        }
        match number("user_version")? {
            VERSION => Ok(()),
            found => Err(StoreError::Version { path: self.path.display().to_string(), found }),
        }
    }

    fn check_fingerprint(&self, wanted: &str) -> Result<(), StoreError> {
        let query = "SELECT fingerprint FROM tournament WHERE id = 1";
        let found: String =
            self.connection.query_row(query, [], |row| row.get(0)).map_err(|e| self.say(&e))?;
        if found == wanted {
            return Ok(());
        }
        let path = self.path.display().to_string();
        Err(StoreError::OtherTournament { path, what: differing(&found, wanted) })
    }

    /// Adds games. All of them count afterwards, or none; a game that is there already stays as it is.
    pub fn commit<'a>(
        &mut self,
        games: impl IntoIterator<Item = (&'a Row, &'a Record)>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let add = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            {
                let mut insert = transaction.prepare_cached(INSERT)?;
                for (row, record) in games {
                    let PairingId { clock, round, board } = row.id.pairing;
                    let winner = row.winner.map(|side| side.index() as i64);
                    let players = row.players.map(|p| p as i64);
                    insert.execute(params![
                        clock,
                        round,
                        board,
                        row.id.game,
                        players[0],
                        players[1],
                        winner,
                        row.reason,
                        row.moves as i64,
                        row.ms[0],
                        row.ms[1],
                        record.to_json(),
                    ])?;
                }
            }
            transaction.commit()
        };
        add(&mut self.connection).map_err(|e| sentence(&path, &e))
    }

    /// What was found out about a game earlier, at the same effort.
    pub fn autopsy(&self, id: GameId, nodes: u64) -> Result<Option<String>, StoreError> {
        let PairingId { clock, round, board } = id.pairing;
        let query = "SELECT finding FROM autopsy WHERE clock = ?1 AND round = ?2 AND board = ?3 AND game = ?4 \
                     AND nodes = ?5";
        let read = || -> rusqlite::Result<Option<String>> {
            let mut select = self.connection.prepare_cached(query)?;
            let key = params![clock, round, board, id.game, nodes as i64];
            select.query_row(key, |row| row.get(0)).optional()
        };
        read().map_err(|e| self.say(&e))
    }

    /// Keeps what was found out about a game, so that it need not be found out again. It can be, so this need not
    /// reach the disk at once, and a store that may not be written to does without.
    pub fn keep_autopsy(&self, id: GameId, nodes: u64, finding: &str) -> Result<(), StoreError> {
        if self.read_only {
            return Ok(());
        }
        let PairingId { clock, round, board } = id.pairing;
        let add = || -> rusqlite::Result<()> {
            self.connection.pragma_update(None, "synchronous", "off")?;
            let insert = "INSERT OR REPLACE INTO autopsy VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let added =
                self.connection.execute(insert, params![clock, round, board, id.game, nodes as i64, finding]);
            self.connection.pragma_update(None, "synchronous", "full")?;
            added.map(drop)
        };
        add().map_err(|e| self.say(&e))
    }

    /// Asks the process that runs this tournament to stop.
    pub fn request_stop(&self) -> Result<(), StoreError> {
        self.set_stop(true)
    }

    /// Forgets an earlier request to stop.
    pub fn clear_stop(&self) -> Result<(), StoreError> {
        self.set_stop(false)
    }

    fn set_stop(&self, wanted: bool) -> Result<(), StoreError> {
        let update = "UPDATE tournament SET stop = ?1 WHERE id = 1";
        self.connection.execute(update, [wanted]).map(drop).map_err(|e| self.say(&e))
    }

    /// Whether somebody asked for a stop.
    pub fn stop_requested(&self) -> Result<bool, StoreError> {
        let query = "SELECT stop FROM tournament WHERE id = 1";
        self.connection.query_row(query, [], |row| row.get(0)).map_err(|e| self.say(&e))
    }
}

const TABLES: &str = "
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL,
    stop INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE game (
    clock INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT NOT NULL,
    moves INTEGER NOT NULL,
    ms_first REAL NOT NULL,
    ms_second REAL NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (clock, round, board, game)
) STRICT;
CREATE TABLE autopsy (
    clock INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    finding TEXT NOT NULL,
    PRIMARY KEY (clock, round, board, game, nodes)
) STRICT;
";

const INSERT: &str = "INSERT OR IGNORE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

/// Which keys of two fingerprints differ.
fn differing(found: &str, wanted: &str) -> String {
    let read = |text: &str| serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
    let (Ok(found), Ok(wanted)) = (read(found), read(wanted)) else { return "its description".to_owned() };
    let keys: Vec<&str> = wanted
        .iter()
        .filter(|(key, value)| found.get(*key) != Some(value))
        .map(|(key, _)| key.as_str())
        .collect();
    if keys.is_empty() { "its description".to_owned() } else { keys.join(", ") }
}
