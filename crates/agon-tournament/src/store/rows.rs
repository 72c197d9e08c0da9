//! The games of a store, one after the other: nothing holds them all. What is damaged is named with its row.

use super::{Store, StoreError, sentence};
use crate::description::Description;
use crate::schedule::{GameId, PairingId, Row, Schedule};
use agon_core::{Record, Side};
use rusqlite::types::FromSql;
use rusqlite::{OptionalExtension, params};

const ROWS: &str = "SELECT rowid, clock, round, board, game, first, second, winner, reason, moves, ms_first, ms_second \
                    FROM game ORDER BY clock, round, board, game";

const ROWS_WITH_RECORDS: &str = "SELECT rowid, clock, round, board, game, first, second, winner, reason, moves, \
                                 ms_first, ms_second, record FROM game ORDER BY clock, round, board, game";

const ROWS_OF_PLAYER: &str = "SELECT rowid, clock, round, board, game, first, second, winner, reason, moves, ms_first, \
                              ms_second FROM game WHERE first = ?1 OR second = ?1 \
                              ORDER BY clock, round, board, game LIMIT ?2 OFFSET ?3";

/// Only what the index of the table has, so that it can be read when the table cannot.
const KEYS: &str = "SELECT rowid, clock, round, board, game FROM game ORDER BY clock, round, board, game";

/// Why reading stopped: the database, or what was found in a row.
enum Halt {
    Database(rusqlite::Error),
    Row(StoreError),
}

impl From<rusqlite::Error> for Halt {
    fn from(error: rusqlite::Error) -> Halt {
        Halt::Database(error)
    }
}

impl Store {
    /// All games, in order, without their records. For tournaments that are known to be small: [`Store::each_row`]
    /// takes no memory for them.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        self.each_row(|row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Shows every game, in order, without its record.
    pub fn each_row(&self, mut see: impl FnMut(Row) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.read(ROWS, &[], |row| see(self.row(row)?))
    }

    /// Shows some games of a player, in order.
    pub fn rows_of(&self, player: usize, from: usize, count: usize) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        let asked: [i64; 3] = [player as i64, count.min(i64::MAX as usize) as i64, from as i64];
        self.read(ROWS_OF_PLAYER, &asked, |row| {
            rows.push(self.row(row)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The tournament as its games say it is.
    pub fn schedule(&self, description: &Description) -> Result<Schedule, StoreError> {
        let (players, clocks) = (description.players.len(), description.clocks.len());
        let mut schedule = Schedule::unopened(description);
        self.each_row(|row| {
            if row.players.iter().any(|&player| player >= players) || row.id.pairing.clock as usize >= clocks
            {
                return Err(self.damaged(
                    None,
                    row.id,
                    "it names a player or a time limit that does not exist",
                ));
            }
            schedule.note(&row);
            Ok(())
        })?;
        schedule.open();
        Ok(schedule)
    }

    /// Reads every game with its record and says which one is damaged, if one is.
    pub fn check(&self) -> Result<(), StoreError> {
        self.read(ROWS_WITH_RECORDS, &[], |found| {
            let row = self.row(found)?;
            let text: String = self.cell(found, 12, row.id)?;
            let wrong = |why: String| self.damaged(found.get(0).ok(), row.id, &why);
            let record = Record::from_json(&text).map_err(|error| wrong(format!("its record: {error}")))?;
            let agrees = Row::of(row.id, row.players, &record, row.ms).is_some_and(|told| told == row);
            if agrees { Ok(()) } else { Err(wrong("its record tells of another result".to_owned())) }
        })
    }

    /// The record of a game.
    pub fn record(&self, id: GameId) -> Result<Option<Record>, StoreError> {
        let PairingId { clock, round, board } = id.pairing;
        let query = "SELECT record FROM game WHERE clock = ?1 AND round = ?2 AND board = ?3 AND game = ?4";
        let read = || -> rusqlite::Result<Option<String>> {
            let mut select = self.connection.prepare_cached(query)?;
            select.query_row(params![clock, round, board, id.game], |row| row.get(0)).optional()
        };
        let text = read().map_err(|error| match is_damage(&error) {
            true => self.damaged(None, id, "it cannot be read"),
            false => self.say(&error),
        })?;
        let Some(text) = text else { return Ok(None) };
        let wrong = |error: agon_core::RecordError| self.damaged(None, id, &format!("its record: {error}"));
        Record::from_json(&text).map(Some).map_err(wrong)
    }

    /// Goes through the rows of a query.
    fn read(
        &self,
        query: &str,
        asked: &[i64],
        mut see: impl FnMut(&rusqlite::Row<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut go = || -> Result<(), Halt> {
            let mut select = self.connection.prepare(query)?;
            let mut rows = select.query(rusqlite::params_from_iter(asked))?;
            while let Some(row) = rows.next()? {
                see(row).map_err(Halt::Row)?;
            }
            Ok(())
        };
        match go() {
            Ok(()) => Ok(()),
            Err(Halt::Row(error)) => Err(error),
            Err(Halt::Database(error)) if is_damage(&error) => Err(self.search_damage(&error)),
            Err(Halt::Database(error)) => Err(self.say(&error)),
        }
    }

    /// Finds the first row that cannot be read, by the index of the table, which is kept elsewhere in the file.
    fn search_damage(&self, error: &rusqlite::Error) -> StoreError {
        let search = || -> rusqlite::Result<Option<StoreError>> {
            let mut keys = self.connection.prepare(KEYS)?;
            let mut whole = self.connection.prepare("SELECT * FROM game WHERE rowid = ?1")?;
            let mut rows = keys.query([])?;
            while let Some(key) = rows.next()? {
                let number: i64 = key.get(0)?;
                let pairing = PairingId { clock: key.get(1)?, round: key.get(2)?, board: key.get(3)? };
                let id = GameId { pairing, game: key.get(4)? };
                let read = whole.query_row([number], |row| row.get::<_, String>("record"));
                if read.is_err() {
                    return Ok(Some(self.damaged(Some(number), id, "it cannot be read")));
                }
            }
            Ok(None)
        };
        search().ok().flatten().unwrap_or_else(|| self.say(error))
    }

    /// A row of [`ROWS`] and the like.
    fn row(&self, row: &rusqlite::Row<'_>) -> Result<Row, StoreError> {
        let number: Option<i64> = row.get(0).ok();
        let key = |i: usize| row.get::<_, u32>(i);
        let pairing = (key(1), key(2), key(3), key(4));
        let (Ok(clock), Ok(round), Ok(board), Ok(game)) = pairing else {
            let why = "it does not say which game it is of".to_owned();
            return Err(self.damaged_row(number, None, why));
        };
        let id = GameId { pairing: PairingId { clock, round, board }, game };
        let count = |i: usize| -> Result<usize, StoreError> { Ok(self.cell::<u32>(row, i, id)? as usize) };
        let winner = match self.cell::<Option<i64>>(row, 7, id)? {
            None => None,
            Some(0) => Some(Side::First),
            Some(1) => Some(Side::Second),
            Some(other) => {
                return Err(self.damaged(number, id, &format!("it was won by nobody we know ({other})")));
            }
        };
        let ms = [self.cell::<f64>(row, 10, id)?, self.cell::<f64>(row, 11, id)?];
        if ms.iter().any(|ms| !ms.is_finite() || *ms < 0.0) {
            return Err(self.damaged(number, id, "it has no time that a game could have taken"));
        }
        let players = [count(5)?, count(6)?];
        Ok(Row { id, players, winner, reason: self.cell(row, 8, id)?, moves: count(9)?, ms })
    }

    fn cell<T: FromSql>(&self, row: &rusqlite::Row<'_>, i: usize, id: GameId) -> Result<T, StoreError> {
        row.get(i).map_err(|error| self.damaged(row.get(0).ok(), id, &error.to_string()))
    }

    fn damaged(&self, number: Option<i64>, id: GameId, why: &str) -> StoreError {
        let PairingId { clock, round, board } = id.pairing;
        let query = "SELECT rowid FROM game WHERE clock = ?1 AND round = ?2 AND board = ?3 AND game = ?4";
        let find =
            || self.connection.query_row(query, params![clock, round, board, id.game], |row| row.get(0)).ok();
        self.damaged_row(number.or_else(find), Some(id), why.to_owned())
    }

    fn damaged_row(&self, number: Option<i64>, id: Option<GameId>, why: String) -> StoreError {
        let game = id.map(|GameId { pairing: PairingId { clock, round, board }, game }| {
            format!("time limit {}, round {}, board {}, game {}", clock + 1, round + 1, board + 1, game + 1)
        });
        let row = match (number, game) {
            (Some(number), Some(game)) => format!("row {number} ({game})"),
            (Some(number), None) => format!("row {number}"),
            (None, Some(game)) => game,
            (None, None) => "a row".to_owned(),
        };
        StoreError::Damaged { path: self.path.display().to_string(), row, why }
    }

    pub(super) fn say(&self, error: &rusqlite::Error) -> StoreError {
        sentence(&self.path, error)
    }
}

/// Whether an error is about the content of the file and not about getting at it.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt)
        || matches!(
            error,
            FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..)
        )
}
