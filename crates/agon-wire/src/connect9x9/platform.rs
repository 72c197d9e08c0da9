//! The platform's end: what it sends to a player program, and what the program may print.

use super::{COLUMNS, GameResult, line};
use crate::lines::LineReader;
use crate::quoted::quoted;
use agon_connect::Connect9x9;
use agon_connect::Connect9x9Position;
use agon_core::{Game, Position, Reason, Side};
use thiserror::Error;

/// The longest line that is read; an honest one has one character.
const LONGEST_LINE: usize = 1024;

/// What a player program did that loses the game at once.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerFault {
    /// It printed something that is no column.
    #[error("it printed '{text}' instead of a column 0-8")]
    NotAColumn {
        /// What it printed.
        text: String,
    },
    /// It printed one of the numbers that only the platform sends.
    #[error("it printed {number}, which only the platform sends; a move is a column 0-8")]
    Announcement {
        /// The number.
        number: u8,
    },
    /// It named a column that is full.
    #[error("it printed column {column}, which is full")]
    FullColumn {
        /// The column.
        column: u8,
    },
    /// It printed although it was not its turn.
    #[error("it printed '{text}' although it was not its turn")]
    OutOfTurn {
        /// What it printed.
        text: String,
    },
    /// It printed a line without end.
    #[error("it printed a line of more than {limit} characters instead of a column 0-8")]
    TooLong {
        /// The most characters that are read.
        limit: usize,
    },
    /// It ended, or closed its output, before the game was over.
    #[error("it ended before the game was over")]
    Ended,
}

impl PlayerFault {
    /// The reason for the verdict. A transport that knows the exit status may know better about an early end.
    pub fn reason(&self) -> Reason {
        match self {
            PlayerFault::NotAColumn { .. }
            | PlayerFault::Announcement { .. }
            | PlayerFault::FullColumn { .. }
            | PlayerFault::TooLong { .. } => Reason::IllegalMove,
            PlayerFault::OutOfTurn { .. } => Reason::ProtocolError,
            PlayerFault::Ended => Reason::Crash,
        }
    }

    /// What the program printed, for the evidence.
    pub fn printed(&self) -> Option<String> {
        match self {
            PlayerFault::NotAColumn { text } | PlayerFault::OutOfTurn { text } => Some(text.clone()),
            PlayerFault::Announcement { number } => Some(number.to_string()),
            PlayerFault::FullColumn { column } => Some(column.to_string()),
            PlayerFault::TooLong { .. } | PlayerFault::Ended => None,
        }
    }
}

/// A player program as the platform sees it.
///
/// ```
/// # use agon_wire::connect9x9::*;
/// # use agon_core::Side;
/// let mut seat = PlatformSeat::new(Side::Second);
/// assert_eq!(seat.magic(0), b"0\n");
/// assert_eq!(seat.opponent_moved(4), b"4\n");
/// let mut printed: &[u8] = b"3\n";
/// assert_eq!(seat.receive(&mut printed), Ok(Some(3)));
/// assert_eq!(seat.announce(GameResult::Won), b"10\n");
/// ```
#[derive(Clone, Debug)]
pub struct PlatformSeat {
    side: Side,
    position: Connect9x9Position,
    reader: LineReader,
    started: bool,
    told: bool,
    fault: Option<PlayerFault>,
}

impl PlatformSeat {
    /// A program that plays this side (`first` or `second` on its command line).
    pub fn new(side: Side) -> PlatformSeat {
        PlatformSeat {
            side,
            position: Connect9x9Position::START,
            reader: LineReader::new(LONGEST_LINE),
            started: false,
            told: false,
            fault: None,
        }
    }

    /// The program's argument: `first` or `second`.
    pub fn argument(&self) -> &'static str {
        match self.side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The magic number, which comes before everything else.
    pub fn magic(&mut self, number: i64) -> Vec<u8> {
        self.started = true;
        line(number)
    }

    /// The opponent played this column, which must be open and its turn.
    pub fn opponent_moved(&mut self, column: u8) -> Vec<u8> {
        if let Ok(mv) = Connect9x9::standard().parse_move(&self.position, &column.to_string()) {
            self.position.play(mv);
        }
        line(column)
    }

    /// The result, in place of a column.
    pub fn announce(&mut self, result: GameResult) -> Vec<u8> {
        self.told = true;
        line(result.number())
    }

    /// Whether the program is to print a column now.
    pub fn is_its_turn(&self) -> bool {
        self.started
            && !self.told
            && self.fault.is_none()
            && self.position.outcome().is_none()
            && self.position.side_to_move() == self.side
    }

    /// Takes the next column from the front of what the program printed; nothing if there is no whole line.
    /// Empty lines are skipped. After the result was told, the program may print what it likes. After a fault
    /// every call gives the same one.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<u8>, PlayerFault> {
        loop {
            if let Some(fault) = &self.fault {
                return Err(fault.clone());
            }
            if self.told {
                *input = &[];
            }
            let text = match self.reader.take(input) {
                Ok(Some(text)) => text,
                Ok(None) if !self.reader.is_skipping() => return Ok(None),
                Ok(None) | Err(_) => return self.fail(PlayerFault::TooLong { limit: LONGEST_LINE }),
            };
            if let Some(column) = self.printed(&text)? {
                return Ok(Some(column));
            }
        }
    }

    /// The program closed its output: a last line without end still counts, anything else is an early end.
    pub fn end(&mut self) -> Result<Option<u8>, PlayerFault> {
        if self.told {
            return Ok(None);
        }
        let last = self.reader.finish();
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let column = match last {
            Some(text) => self.printed(&text)?,
            None => None,
        };
        if column.is_none() && self.position.outcome().is_none() {
            return self.fail(PlayerFault::Ended);
        }
        Ok(column)
    }

    /// How many bytes of an unfinished line are held.
    pub fn held(&self) -> usize {
        self.reader.held()
    }

    fn printed(&mut self, text: &str) -> Result<Option<u8>, PlayerFault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        match self.judge(text) {
            Ok(column) => Ok(Some(column)),
            Err(fault) => self.fail(fault),
        }
    }

    fn judge(&mut self, text: &str) -> Result<u8, PlayerFault> {
        let column = match (text.as_bytes(), text) {
            ([digit @ b'0'..=b'9'], _) if digit - b'0' < COLUMNS => digit - b'0',
            (_, "10") => return Err(PlayerFault::Announcement { number: 10 }),
            (_, "11") => return Err(PlayerFault::Announcement { number: 11 }),
            (_, "12") => return Err(PlayerFault::Announcement { number: 12 }),
            _ => return Err(PlayerFault::NotAColumn { text: quoted(text) }),
        };
        // After what it is: no column is one at any time, and that is the clearer thing to say.
        if !self.is_its_turn() {
            return Err(PlayerFault::OutOfTurn { text: quoted(text) });
        }
        match Connect9x9::standard().parse_move(&self.position, text) {
            Ok(mv) => {
                self.position.play(mv);
                Ok(column)
            }
            Err(_) => Err(PlayerFault::FullColumn { column }),
        }
    }

    fn fail(&mut self, fault: PlayerFault) -> Result<Option<u8>, PlayerFault> {
        self.fault = Some(fault.clone());
        Err(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(side: Side, printed: &[u8]) -> PlayerFault {
        let mut seat = PlatformSeat::new(side);
        seat.magic(0);
        let mut input = printed;
        loop {
            match seat.receive(&mut input) {
                Ok(Some(_)) => {}
                Ok(None) => return seat.end().expect_err("a fault"),
                Err(fault) => return fault,
            }
        }
    }

    #[test]
    fn each_fault_has_its_own_reason() {
        let other = |text: &str| PlayerFault::NotAColumn { text: text.to_owned() };
        assert_eq!(fault(Side::First, b"four\n"), other("four"));
        assert_eq!(fault(Side::First, b"9\n"), other("9"));
        assert_eq!(fault(Side::First, b"-1\n"), other("-1"));
        assert_eq!(fault(Side::First, b"3 4\n"), other("3 4"));
        assert_eq!(fault(Side::First, b"03\n"), other("03"));
        assert_eq!(fault(Side::First, "３\n".as_bytes()), other("３"));
        for number in 10..=12 {
            let expected = PlayerFault::Announcement { number };
            assert_eq!(fault(Side::First, format!("{number}\n").as_bytes()), expected);
        }
        assert_eq!(fault(Side::First, b""), PlayerFault::Ended);
        assert_eq!(fault(Side::First, b"3\n"), PlayerFault::Ended);
        assert_eq!(fault(Side::First, b"3\n4\n"), PlayerFault::OutOfTurn { text: "4".to_owned() });
        assert_eq!(fault(Side::Second, b"3\n"), PlayerFault::OutOfTurn { text: "3".to_owned() });
        assert_eq!(fault(Side::Second, b"ready\n"), other("ready"));
        assert!(matches!(fault(Side::First, &[b'1'; 5000]), PlayerFault::TooLong { .. }));
        let mut flood = vec![b'1'; 5000];
        flood.push(b'\n');
        assert!(matches!(fault(Side::First, &flood), PlayerFault::TooLong { .. }));
    }

    #[test]
    fn a_full_column_is_a_fault_and_stays_one() {
        let mut seat = PlatformSeat::new(Side::Second);
        seat.magic(7);
        for _ in 0..4 {
            seat.opponent_moved(0);
            assert_eq!(seat.receive(&mut &b"0\r\n"[..]), Ok(Some(0)));
        }
        seat.opponent_moved(0);
        let full = Err(PlayerFault::FullColumn { column: 0 });
        assert_eq!(seat.receive(&mut &b"0\n"[..]), full);
        assert_eq!(seat.receive(&mut &b"1\n"[..]), full);
        assert_eq!(seat.end(), full);
    }

    #[test]
    fn a_column_counts_however_it_comes() {
        for printed in [&b"3\n"[..], b"3\r\n", b"  3 \n", b"\n\n3\n"] {
            for cut in 0..printed.len() {
                let mut seat = PlatformSeat::new(Side::First);
                seat.magic(0);
                let (mut head, mut tail) = printed.split_at(cut);
                let first = seat.receive(&mut head).unwrap();
                let second = seat.receive(&mut tail).unwrap();
                assert_eq!(first.or(second), Some(3));
            }
        }
        let mut seat = PlatformSeat::new(Side::First);
        seat.magic(0);
        assert_eq!(seat.receive(&mut &b"3"[..]), Ok(None));
        assert_eq!(seat.end(), Ok(Some(3)));
    }

    #[test]
    fn after_the_result_anything_goes() {
        let mut seat = PlatformSeat::new(Side::First);
        seat.magic(0);
        assert_eq!(seat.announce(GameResult::Draw), b"12\n");
        assert_eq!(seat.receive(&mut &b"thanks for the game\n"[..]), Ok(None));
        assert_eq!(seat.end(), Ok(None));
    }
}
