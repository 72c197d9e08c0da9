//! One SQLite file a tournament. A game counts when its row is committed, with its whole record.
//!
//! The file is in write-ahead mode and every commit reaches the disk before anybody hears of it, so a run can be
//! killed at any moment. Everything else — the schedule, the tables, the ratings — follows from the rows.

use super::schedule::{GameId, PairingId, Row};
use agon_core::{Record, RecordError, Side};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The version of the tables.
pub const VERSION: i32 = 1;

/// Marks a file as one of ours: "AGON".
const APPLICATION: i32 = 0x4147_4f4e;

/// How long to wait for another process that is writing.
const BUSY: Duration = Duration::from_secs(30);

/// How often and how long to wait for somebody who only looks whether a tournament is running.
const GLANCES: u32 = 10;
const GLANCE: Duration = Duration::from_millis(10);

/// Why a store cannot be used. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is none.
    #[error("there is no store {0} yet; 'agon tournament run' makes it")]
    Missing(String),
    /// Not a store at all.
    #[error("{0} is not the store of a tournament")]
    NotAStore(String),
    /// Of another version.
    #[error(
        "{path} was written by another version of this program (tables {found}, this one knows {VERSION})"
    )]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: i32,
    },
    /// Of another tournament.
    #[error(
        "{path} holds games of another tournament: {what} changed since; undo that, or move the file away to start anew"
    )]
    OtherTournament {
        /// The file.
        path: String,
        /// What differs.
        what: String,
    },
    /// No room.
    #[error("the disk is full, so {0} cannot be written; all games in it are kept, make room and run again")]
    Full(String),
    /// Another run has it.
    #[error("this tournament is being run by another process (it holds {0})")]
    Running(String),
    /// A record in it cannot be read.
    #[error("{path}: a game in it cannot be read: {error}")]
    Record {
        /// The file.
        path: String,
        /// What is wrong.
        error: RecordError,
    },
    /// Anything else.
    #[error("cannot use the store {path}: {why}")]
    Trouble {
        /// The file.
        path: String,
        /// What happened.
        why: String,
    },
}

/// The store of a tournament.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Held by the one process that runs a tournament; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock of a store, or says that somebody has it.
    pub fn take(store: &Path) -> Result<RunLock, StoreError> {
        let path = store.with_extension("lock");
        let text = path.display().to_string();
        let trouble = |e: std::io::Error| StoreError::Trouble { path: text.clone(), why: e.to_string() };
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(trouble)?;
        // Somebody who only looks holds it for an instant.
        for _ in 0..GLANCES {
            match file.try_lock() {
                Ok(()) => return Ok(RunLock { _file: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(GLANCE),
                Err(TryLockError::Error(e)) => return Err(trouble(e)),
            }
        }
        Err(StoreError::Running(text))
    }

    /// Whether some process runs the tournament of a store.
    pub fn is_held(store: &Path) -> bool {
        let Ok(file) = File::open(store.with_extension("lock")) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

impl Store {
    /// The store that belongs to a description's file.
    pub fn path_for(description: &Path) -> PathBuf {
        description.with_extension("sqlite")
    }

    /// Opens the store of a tournament, or makes it if there is none.
    pub fn create(path: &Path, fingerprint: &str) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        store.prepare(fingerprint)?;
        Ok(store)
    }

    /// Opens the store of a tournament that must be there, to look at it.
    pub fn open(path: &Path, fingerprint: &str) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.display().to_string()));
        }
        let store = Store::connect(path, OpenFlags::empty())?;
        store.check_version()?;
        store.check_fingerprint(fingerprint)?;
        Ok(store)
    }

    fn connect(path: &Path, extra: OpenFlags) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | extra;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| sentence(path, &e))?;
        let store = Store { connection, path: path.to_owned() };
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

    /// All games, in order, without their records.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Row>> {
            let mut select = self.connection.prepare(ROWS)?;
            let rows = select.query_map([], |row| {
                let pairing = PairingId { clock: row.get(0)?, round: row.get(1)?, board: row.get(2)? };
                let player = |i: usize| -> rusqlite::Result<usize> {
                    Ok(usize::try_from(row.get::<_, i64>(i)?).unwrap_or(usize::MAX))
                };
                let winner: Option<i64> = row.get(6)?;
                Ok(Row {
                    id: GameId { pairing, game: row.get(3)? },
                    players: [player(4)?, player(5)?],
                    winner: winner.map(|side| if side == 0 { Side::First } else { Side::Second }),
                    reason: row.get(7)?,
                    moves: player(8)?,
                    ms: [row.get(9)?, row.get(10)?],
                })
            })?;
            rows.collect()
        };
        read().map_err(|e| self.say(&e))
    }

    /// The record of a game.
    pub fn record(&self, id: GameId) -> Result<Option<Record>, StoreError> {
        let PairingId { clock, round, board } = id.pairing;
        let query = "SELECT record FROM game WHERE clock = ?1 AND round = ?2 AND board = ?3 AND game = ?4";
        let read = || -> rusqlite::Result<Option<String>> {
            let mut select = self.connection.prepare_cached(query)?;
            select.query_row(params![clock, round, board, id.game], |row| row.get(0)).optional()
        };
        let Some(text) = read().map_err(|e| self.say(&e))? else { return Ok(None) };
        let path = self.path.display().to_string();
        Record::from_json(&text).map(Some).map_err(|error| StoreError::Record { path, error })
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
    /// reach the disk at once.
    pub fn keep_autopsy(&self, id: GameId, nodes: u64, finding: &str) -> Result<(), StoreError> {
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

    fn say(&self, error: &rusqlite::Error) -> StoreError {
        sentence(&self.path, error)
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

const ROWS: &str = "SELECT clock, round, board, game, first, second, winner, reason, moves, ms_first, ms_second \
                    FROM game ORDER BY clock, round, board, game";

/// A database's error as a sentence.
fn sentence(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.display().to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(path),
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let why = "another process has been writing to it for too long".to_owned();
            StoreError::Trouble { path, why }
        }
        Some(ErrorCode::ReadOnly) => StoreError::Trouble { path, why: "it may not be written to".to_owned() },
        Some(ErrorCode::CannotOpen) => {
            StoreError::Trouble { path, why: "the file or its folder cannot be opened or written".to_owned() }
        }
        Some(ErrorCode::SystemIoFailure) => StoreError::Trouble {
            path,
            why: "the disk refuses to read or write it; all games in it are kept".to_owned(),
        },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Trouble { path, why: "it is damaged".to_owned() },
        _ => StoreError::Trouble { path, why: error.to_string() },
    }
}

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

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A folder of its own, removed afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Folder {
            static NUMBER: AtomicUsize = AtomicUsize::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("agon-store-{}-{number}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn file(&self) -> PathBuf {
            self.0.join("t.sqlite")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn game(number: u32) -> (Row, Record) {
        let id = GameId { pairing: PairingId { clock: 0, round: 0, board: 0 }, game: number };
        let mut record = Record::new("reversi".into(), Default::default(), "x".repeat(2000));
        record.verdict = Some(agon_core::Verdict {
            winner: Some(Side::First),
            score: [0, 0],
            margin: 0,
            reason: agon_core::Reason::Normal,
            evidence: Default::default(),
        });
        (Row::of(id, [0, 1], &record, [1.0, 2.0]).unwrap(), record)
    }

    fn add(store: &mut Store, numbers: std::ops::Range<u32>) -> Result<(), StoreError> {
        let games: Vec<_> = numbers.map(game).collect();
        store.commit(games.iter().map(|(row, record)| (row, record)))
    }

    #[test]
    fn a_game_comes_back_as_it_was_and_counts_once() {
        let folder = Folder::new();
        let mut store = Store::create(&folder.file(), "{}").unwrap();
        add(&mut store, 0..3).unwrap();
        let (mut other, record) = game(1);
        other.winner = None;
        store.commit([(&other, &record)]).unwrap();
        drop(store);
        let store = Store::open(&folder.file(), "{}").unwrap();
        let rows = store.rows().unwrap();
        assert_eq!(rows, (0..3).map(|n| game(n).0).collect::<Vec<_>>(), "the second result changed nothing");
        assert_eq!(store.record(rows[2].id).unwrap(), Some(game(2).1));
    }

    #[test]
    fn a_full_disk_is_said_and_nothing_is_lost() {
        let folder = Folder::new();
        let mut store = Store::create(&folder.file(), "{}").unwrap();
        add(&mut store, 0..5).unwrap();
        let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages + 2).unwrap();
        let error = add(&mut store, 5..100).unwrap_err();
        assert!(matches!(error, StoreError::Full(_)), "{error}");
        assert!(error.to_string().contains("the disk is full"));
        assert_eq!(store.rows().unwrap().len(), 5, "all games of a commit count, or none");
        store.connection.pragma_update(None, "max_page_count", 1 << 20).unwrap();
        add(&mut store, 5..100).unwrap();
        assert_eq!(store.rows().unwrap().len(), 100);
    }

    #[test]
    fn files_that_are_no_store_or_another_one_are_refused() {
        let folder = Folder::new();
        let missing = Store::open(&folder.file(), "{}").unwrap_err();
        assert!(matches!(missing, StoreError::Missing(_)), "{missing}");
        std::fs::write(
            folder.file(),
            "this is no database, but it is long enough to be looked at".repeat(20),
        )
        .unwrap();
        let garbage = Store::create(&folder.file(), "{}").unwrap_err();
        assert!(matches!(garbage, StoreError::NotAStore(_)), "{garbage}");
        std::fs::remove_file(folder.file()).unwrap();
        let foreign = Connection::open(folder.file()).unwrap();
        foreign.execute_batch("CREATE TABLE something (x)").unwrap();
        drop(foreign);
        let foreign = Store::create(&folder.file(), "{}").unwrap_err();
        assert!(matches!(foreign, StoreError::NotAStore(_)), "{foreign}");
        let folder_itself = Store::create(&folder.0, "{}").unwrap_err();
        assert!(folder_itself.to_string().contains("cannot be opened or written"), "{folder_itself}");
    }

    #[test]
    fn another_version_and_another_tournament_are_said() {
        let folder = Folder::new();
        let store = Store::create(&folder.file(), r#"{"game":"reversi","seed":1}"#).unwrap();
        let other = Store::create(&folder.file(), r#"{"game":"reversi","seed":2}"#).unwrap_err();
        assert!(other.to_string().contains("another tournament: seed changed"), "{other}");
        store.connection.pragma_update(None, "user_version", 7).unwrap();
        drop(store);
        for result in [Store::open(&folder.file(), "{}"), Store::create(&folder.file(), "{}")] {
            let error = result.unwrap_err();
            assert!(error.to_string().contains("another version of this program (tables 7"), "{error}");
        }
    }

    #[test]
    fn one_process_runs_a_tournament() {
        let folder = Folder::new();
        let lock = RunLock::take(&folder.file()).unwrap();
        assert!(matches!(RunLock::take(&folder.file()), Err(StoreError::Running(_))));
        assert!(RunLock::is_held(&folder.file()));
        drop(lock);
        assert!(!RunLock::is_held(&folder.file()));
        RunLock::take(&folder.file()).unwrap();
    }
}
