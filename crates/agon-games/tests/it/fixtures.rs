//! How the files in this folder are made: from games that seeded dice play by our own rules. Every file is
//! made again by a test and compared; `AGON_WRITE_FIXTURES=1 cargo test -p agon-games` writes them anew. Also
//! where the public reference data are, for the tests that have both.

use agon_core::{AnyPosition, Dice, Line, Phase, Record, Registry};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The path of a file in this folder.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The content of a file in this folder.
pub(crate) fn read(name: &str) -> Vec<u8> {
    fs::read(path(name)).unwrap_or_else(|error| panic!("the fixture {name}: {error}"))
}

/// Asserts that a file in this folder holds exactly what was made now.
pub(crate) fn assert_as_made(name: &str, made: &[u8]) {
    if std::env::var_os("AGON_WRITE_FIXTURES").is_some() {
        fs::create_dir_all(path(name).parent().unwrap()).unwrap();
        fs::write(path(name), made).unwrap();
    }
    assert!(read(name) == made, "{name} is not what the rules make of its seeds now");
}

/// The files of a folder of the data, sorted; nothing (and a line that says so) if there are no data.
pub(crate) fn data(folder: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let given = std::env::var_os("AGON_DATA").map(PathBuf::from);
    let usual = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = given.clone().unwrap_or(usual);
    if given.is_none() && !root.is_dir() {
        // Not through the print macros: the test harness would swallow it.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {folder} data at {}; set AGON_DATA", root.display());
        return None;
    }
    let entries =
        fs::read_dir(root.join(folder)).unwrap_or_else(|e| panic!("{}/{folder}: {e}", root.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} is empty");
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    Some(files.iter().map(|path| (name(path), fs::read(path).unwrap())).collect())
}

/// Plays a game between two players who both choose by the same dice, at most `plies` of it.
pub(crate) fn random_line(start: Box<dyn AnyPosition>, seed: u64, plies: usize) -> Line {
    let mut dice = Dice::new(seed);
    let mut line = Line::new(start);
    while line.moves().len() < plies && matches!(line.position().phase(), Phase::Turn(_)) {
        let moves = line.position().legal_moves();
        let chosen = dice.pick(&moves).unwrap().clone();
        line.play(&chosen, |weights| dice.weighted(weights)).unwrap();
    }
    line
}

/// The records of some games of Reversi: whole ones, one in which white is wiped out, and unfinished ones.
pub(crate) fn reversi_records(games: &Registry) -> Vec<Record> {
    let reversi = games.game("reversi").unwrap();
    let mut records = Vec::new();
    for (seed, plies) in [(1, 200), (2, 200), (3, 200), (WIPED_OUT, 200), (5, 200), (6, 31), (7, 1), (8, 200)]
    {
        let line = random_line(reversi.start(), seed, plies);
        records.push(Record::of_line(&line, Default::default()));
    }
    records
}

/// A seed with which one side loses all its discs before the board is full.
pub(crate) const WIPED_OUT: u64 = 3087;

/// The records as a WTHOR file, written here without the library: black's score as the rules or, in an
/// unfinished game, the discs of the moment give it.
pub(crate) fn wtb(records: &[Record], games: &Registry) -> Vec<u8> {
    let count = u32::try_from(records.len()).unwrap();
    let mut bytes = vec![20, 24, 7, 31];
    bytes.extend(count.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(2024u16.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    for (i, record) in records.iter().enumerate() {
        let end = record.replay(games).unwrap();
        let [black, white] = end.position().score();
        let score = match record.verdict {
            Some(_) if black > white => 64 - white,
            Some(_) if black == white => 32,
            _ => black,
        };
        let number = u16::try_from(i).unwrap();
        for word in [300 + number, 2 * number, 2 * number + 1] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([score as u8, 32]);
        let squares = record.moves.iter().filter(|mv| mv.text != "pass");
        let mut moves: Vec<u8> = squares.map(|mv| square(&mv.text)).collect();
        moves.resize(60, 0);
        bytes.extend(moves);
    }
    bytes
}

fn square(text: &str) -> u8 {
    let &[column, row] = text.as_bytes() else { panic!("'{text}' is no square") };
    (row - b'0') * 10 + (column - b'a' + 1)
}
