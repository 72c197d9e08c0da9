//! WTHOR, the public base of Othello tournament games of the French federation: files `WTH_2024.wtb` with one
//! year's games, and `WTHOR.JOU` and `WTHOR.TRN` with the names of players and tournaments.
//!
//! All three start with 16 bytes: the day the file was made (century, year, month, day), the number of games
//! (four bytes, little-endian), the number of names (two), the year of the games (two), the size of the board,
//! the kind of games, the depth of the theoretical score, and one byte that means nothing. A game is 68 bytes:
//! the numbers of the tournament, of black and of white (two bytes each), black's score, the theoretical score,
//! and 60 moves as row × 10 + column, both from 1. Forced passes are left out; 0 is no move.
//!
//! A file is read in place: [`Wthor`] borrows the bytes, and replaying a game allocates nothing.

pub use super::wthor_names::Names;

use super::reading::Reading;
use crate::{Move, ReversiPosition, mobility};
use agon_core::formats::stream::{Listener, read_exactly};
use agon_core::{Format, FormatError, MoveError, Outcome, Position, Reason, Record, Registry, Verdict};
use std::io::Read;
use thiserror::Error;

pub(super) const HEADER: usize = 16;
const GAME: usize = 68;

/// A WTHOR file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WthorError {
    /// Not even a header.
    #[error("a WTHOR file starts with a header of 16 bytes; this one has only {length} bytes")]
    NoHeader {
        /// The length of the file.
        length: usize,
    },
    /// Fewer bytes than the header promises.
    #[error(
        "the WTHOR file is cut off: its header says {said} games, {expected} bytes, but there are {length}"
    )]
    CutOff {
        /// The number of games in the header.
        said: u32,
        /// The length that goes with it.
        expected: u64,
        /// The length of the file.
        length: usize,
    },
    /// More bytes than the header promises.
    #[error(
        "the WTHOR file goes on after its {said} games: {expected} bytes are due, but there are {length}"
    )]
    TooLong {
        /// The number of games in the header.
        said: u32,
        /// The length that goes with it.
        expected: u64,
        /// The length of the file.
        length: usize,
    },
    /// Another board.
    #[error("the WTHOR file holds games on a board of {size} × {size}; only 8 × 8 can be read")]
    BoardSize {
        /// The size in the header.
        size: u8,
    },
    /// A byte that names no square.
    #[error("game {game}, move {number}: {byte} is no square; squares are row × 10 + column, 11 to 88")]
    Square {
        /// Which game, counted from 1.
        game: usize,
        /// Which move, counted from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A gap in the list of moves.
    #[error("game {game}, move {number}: the moves before it have already ended with a 0")]
    AfterEnd {
        /// Which game, counted from 1.
        game: usize,
        /// Which move, counted from 1.
        number: usize,
    },
    /// A move against the rules.
    #[error("game {game}, move {number}: {error}")]
    Illegal {
        /// Which game, counted from 1.
        game: usize,
        /// Which move, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A file of names whose length does not fit.
    #[error("a WTHOR file of {kind} has {width} bytes a name after its header, but there are {length} bytes")]
    Names {
        /// `players` or `tournaments`.
        kind: &'static str,
        /// The bytes of one name.
        width: usize,
        /// The length of the file after the header.
        length: usize,
    },
}

impl From<WthorError> for FormatError {
    fn from(error: WthorError) -> FormatError {
        FormatError::File(error.to_string())
    }
}

/// The format of WTHOR files with games. Files of names are no games: see [`Names`].
#[derive(Clone, Copy, Debug)]
pub struct WthorFormat;

impl Format for WthorFormat {
    fn name(&self) -> &'static str {
        "wthor"
    }

    fn can_write(&self) -> bool {
        false
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        Wthor::new(bytes).is_ok()
    }

    fn recognises_start(&self, bytes: &[u8]) -> bool {
        let Some(head) = bytes.first_chunk::<HEADER>() else { return false };
        let made = (17..=21).contains(&head[0]) && head[1] < 100 && head[2] <= 12 && head[3] <= 31;
        made && header(head).is_ok()
    }

    fn file_ending(&self) -> &'static str {
        "wtb"
    }

    fn stream(&self, input: &mut dyn Read, _: &Registry, see: &mut Listener<'_>) -> Result<(), FormatError> {
        let names = Names::default();
        let mut head = [0; HEADER];
        let length = read_exactly(input, &mut head)?;
        if length < HEADER {
            return Err(WthorError::NoHeader { length }.into());
        }
        let Header { games: said, year, .. } = header(&head)?;
        let expected = HEADER as u64 + GAME as u64 * u64::from(said);
        let mut bytes = [0; GAME];
        for number in 1..=said as usize {
            let read = read_exactly(input, &mut bytes)?;
            if read < GAME {
                let length = HEADER + (number - 1) * GAME + read;
                return Err(WthorError::CutOff { said, expected, length }.into());
            }
            see(WthorGame { number, year, bytes: &bytes }.record(&names)?)?;
        }
        match read_exactly(input, &mut bytes[..1])? {
            0 => Ok(()),
            more => Err(WthorError::TooLong { said, expected, length: expected as usize + more }.into()),
        }
    }

    fn read(&self, bytes: &[u8], _: &Registry) -> Result<Vec<Record>, FormatError> {
        let names = Names::default();
        Wthor::new(bytes)?.games().map(|game| Ok(game.record(&names)?)).collect()
    }

    fn write(&self, _: &[Record]) -> Result<String, FormatError> {
        Err(FormatError::Unwritable { format: "WTHOR", why: "WTHOR files are only read".to_owned() })
    }
}

/// What the header of a file of games says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The day the file was made: year, month, day.
    pub made: (u16, u8, u8),
    /// How many games there are.
    pub games: u32,
    /// The year the games were played in.
    pub year: u16,
    /// From how many empty squares on the theoretical score is exact.
    pub depth: u8,
}

fn header(head: &[u8; HEADER]) -> Result<Header, WthorError> {
    // 0 is how the oldest files write 8.
    if head[12] != 0 && head[12] != 8 {
        return Err(WthorError::BoardSize { size: head[12] });
    }
    Ok(Header {
        made: (u16::from(head[0]) * 100 + u16::from(head[1]), head[2], head[3]),
        games: u32::from_le_bytes([head[4], head[5], head[6], head[7]]),
        year: u16::from_le_bytes([head[10], head[11]]),
        depth: head[14],
    })
}

/// A file of games.
#[derive(Clone, Copy, Debug)]
pub struct Wthor<'a> {
    header: Header,
    games: &'a [[u8; GAME]],
}

impl<'a> Wthor<'a> {
    /// Looks at the header and the length of a file; the games are looked at when they are asked for.
    pub fn new(bytes: &'a [u8]) -> Result<Wthor<'a>, WthorError> {
        let length = bytes.len();
        let Some((head, body)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(WthorError::NoHeader { length });
        };
        let header = header(head)?;
        let said = header.games;
        let expected = HEADER as u64 + GAME as u64 * u64::from(said);
        match (length as u64).cmp(&expected) {
            std::cmp::Ordering::Less => Err(WthorError::CutOff { said, expected, length }),
            std::cmp::Ordering::Greater => Err(WthorError::TooLong { said, expected, length }),
            std::cmp::Ordering::Equal => Ok(Wthor { header, games: body.as_chunks().0 }),
        }
    }

    /// What the header says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The games, in the order of the file.
    pub fn games(&self) -> impl ExactSizeIterator<Item = WthorGame<'a>> + use<'a> {
        let year = self.header.year;
        let games = self.games.iter().enumerate();
        games.map(move |(i, bytes)| WthorGame { number: i + 1, year, bytes })
    }
}

/// One game of a file.
#[derive(Clone, Copy, Debug)]
pub struct WthorGame<'a> {
    /// Its place in the file, counted from 1.
    pub number: usize,
    /// The year it was played in.
    pub year: u16,
    bytes: &'a [u8; GAME],
}

impl WthorGame<'_> {
    fn word(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// The number of the tournament in the file of tournaments.
    pub fn tournament(&self) -> u16 {
        self.word(0)
    }

    /// The numbers of black and of white in the file of players.
    pub fn players(&self) -> [u16; 2] {
        [self.word(2), self.word(4)]
    }

    /// Black's score as it was noted: black's discs, and the empty squares if black won.
    pub fn score(&self) -> u8 {
        self.bytes[6]
    }

    /// Black's best score from the position with [`Header::depth`] empty squares on.
    pub fn theoretical_score(&self) -> u8 {
        self.bytes[7]
    }

    /// The moves without the passes; an error at the first byte that cannot be a move.
    pub fn moves(&self) -> impl Iterator<Item = Result<Move, WthorError>> {
        let game = self.number;
        let moves = &self.bytes[8..];
        let end = moves.iter().position(|&byte| byte == 0).unwrap_or(moves.len());
        let stray = moves[end..].iter().position(|&byte| byte != 0);
        let after_end = stray.map(|at| Err(WthorError::AfterEnd { game, number: end + at + 1 }));
        let squares = moves[..end].iter().enumerate().map(move |(i, &byte)| {
            let (row, column) = (byte / 10, byte % 10);
            let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
            let mv = if on_board { Move::on((row - 1) * 8 + column - 1) } else { None };
            mv.ok_or(WthorError::Square { game, number: i + 1, byte })
        });
        squares.chain(after_end)
    }

    /// Plays the game and gives back its last position. Allocates nothing unless a move is wrong.
    pub fn replay(&self) -> Result<ReversiPosition, WthorError> {
        let mut position = ReversiPosition::START;
        for (i, mv) in self.moves().enumerate() {
            let mv = mv?;
            let mut open = mobility(position.me(), position.them());
            if open == 0 {
                position.play(Move::PASS);
                open = mobility(position.me(), position.them());
            }
            if mv.square().is_none_or(|square| open >> square & 1 == 0) {
                return Err(self.illegal(i + 1, mv));
            }
            position.play(mv);
        }
        Ok(position)
    }

    /// The error for a move that is known to be illegal, in the words of the rules.
    fn illegal(&self, number: usize, wrong: Move) -> WthorError {
        let error =
            match self.record_until(number).map(|mut reading| reading.play(&wrong.to_string()).cloned()) {
                Ok(Err(error)) => error,
                _ => MoveError::Illegal { text: wrong.to_string(), why: "the rules do not allow it".into() },
            };
        WthorError::Illegal { game: self.number, number, error }
    }

    /// The game read before its move `number`.
    fn record_until(&self, number: usize) -> Result<Reading, WthorError> {
        let mut reading = Reading::from(ReversiPosition::START);
        for (i, mv) in self.moves().take(number - 1).enumerate() {
            let illegal = |error| WthorError::Illegal { game: self.number, number: i + 1, error };
            reading.play(&mv?.to_string()).map_err(illegal)?;
        }
        Ok(reading)
    }

    /// The game as a record. A game that was not played to its end is adjudicated with its noted score.
    pub fn record(&self, names: &Names) -> Result<Record, WthorError> {
        let reading = self.record_until(usize::MAX)?;
        let players = self.players();
        let mut record = reading.into_record([names.player(players[0]), names.player(players[1])]);
        if record.verdict.is_none() {
            let score = [i32::from(self.score()), 64 - i32::from(self.score())];
            let Outcome { winner, .. } = Outcome::from_margin(score[0] - score[1]);
            let reason = Reason::Adjudicated;
            record.verdict = Some(Verdict { winner, score, margin: 0, reason, evidence: Default::default() });
        }
        let tags = [
            ("tournament", names.tournament(self.tournament())),
            ("year", self.year.to_string()),
            ("black score", self.score().to_string()),
            ("theoretical score", self.theoretical_score().to_string()),
        ];
        record.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
        Ok(record)
    }
}

/// Black's score as WTHOR counts it, empty squares to the winner; nothing while the game is going on.
pub fn settled_score(position: &ReversiPosition) -> Option<u8> {
    let outcome = position.outcome()?;
    let [black, white] = position.score();
    let settled = match outcome.margin {
        1.. => 64 - white,
        0 => 32,
        _ => black,
    };
    u8::try_from(settled).ok()
}
