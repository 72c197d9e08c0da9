#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

use super::*;
use agon_core::Side;
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
    std::fs::write(folder.file(), "this is no database, but it is long enough to be looked at".repeat(20))
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

/// Which row is damaged, in the words of the one that says so.
fn named(result: Result<(), StoreError>) -> String {
    match result {
        Err(StoreError::Damaged { row, .. }) => row,
        other => format!("{other:?}"),
    }
}

#[test]
fn damage_is_named_with_its_row() {
    let folder = Folder::new();
    let mut store = Store::create(&folder.file(), "{}").unwrap();
    add(&mut store, 0..6).unwrap();
    assert_eq!(store.check().map_err(|e| e.to_string()), Ok(()));
    let change = |what: &str| store.connection.execute(what, []).unwrap();
    change("UPDATE game SET record = '{\"broken' WHERE game = 4");
    assert_eq!(named(store.check()), "row 5 (time limit 1, round 1, board 1, game 5)");
    assert_eq!(named(store.record(game(4).0.id).map(drop)), "row 5 (time limit 1, round 1, board 1, game 5)");
    assert!(store.rows().is_ok(), "the table does not need the record");
    change("UPDATE game SET winner = NULL WHERE game = 2");
    assert_eq!(
        named(store.check()),
        "row 3 (time limit 1, round 1, board 1, game 3)",
        "it tells of another result"
    );
    change("UPDATE game SET first = -3 WHERE game = 1");
    assert_eq!(named(store.rows().map(drop)), "row 2 (time limit 1, round 1, board 1, game 2)");
    change("UPDATE game SET first = 0, ms_first = 1e999 WHERE game = 1");
    assert_eq!(named(store.rows().map(drop)), "row 2 (time limit 1, round 1, board 1, game 2)");
    change("UPDATE game SET ms_first = 0, round = 99999999999 WHERE game = 1");
    assert_eq!(named(store.rows().map(drop)), "row 2");
}

/// Bytes of the file itself are overwritten, as a failing disk would: the row that went with them is named.
#[test]
fn a_page_that_was_overwritten_is_named_with_its_row() {
    let folder = Folder::new();
    let mut store = Store::create(&folder.file(), "{}").unwrap();
    add(&mut store, 0..200).unwrap();
    let root: i64 = store
        .connection
        .query_row("SELECT rootpage FROM sqlite_master WHERE name = 'game'", [], |r| r.get(0))
        .unwrap();
    let size: i64 = store.connection.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    store.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(store);
    let mut bytes = std::fs::read(folder.file()).unwrap();
    // The first leaf of the table: the root page begins with the number of its last child and its cells.
    let page = &bytes[(root - 1) as usize * size as usize..];
    assert_eq!(page[0], 5, "the root of a table with several pages");
    let cell = u16::from_be_bytes([page[12], page[13]]) as usize;
    let leaf = u32::from_be_bytes([page[cell], page[cell + 1], page[cell + 2], page[cell + 3]]) as usize;
    bytes[(leaf - 1) * size as usize..][..size as usize].fill(0xa5);
    std::fs::write(folder.file(), bytes).unwrap();
    let store = Store::open(&folder.file(), "{}").unwrap();
    assert_eq!(named(store.rows().map(drop)), "row 1 (time limit 1, round 1, board 1, game 1)");
    assert_eq!(named(store.check()), "row 1 (time limit 1, round 1, board 1, game 1)");
}

#[test]
fn a_log_without_its_index_is_read_from_a_copy() {
    let folder = Folder::new();
    let mut store = Store::create(&folder.file(), "{}").unwrap();
    add(&mut store, 0..5).unwrap();
    // As a killed run leaves them: games that are in the log alone.
    let beside = |file: &Path, ending: &str| Store::beside(file, ending);
    let left = folder.0.join("left.sqlite");
    std::fs::copy(folder.file(), &left).unwrap();
    std::fs::copy(beside(&folder.file(), "-wal"), beside(&left, "-wal")).unwrap();
    let copy = looking::copied(&left).unwrap();
    assert_eq!(copy.rows().unwrap().len(), 5);
    assert!(copy.read_only);
    assert!(!beside(&left, "-shm").exists(), "nothing was written beside it");
    copy.keep_autopsy(game(0).0.id, 1, "{}").unwrap();
}
