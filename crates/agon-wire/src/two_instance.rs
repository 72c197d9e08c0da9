//! Four in a Row between two instances of one program: one ASCII digit a move, in turn.
//!
//! What breaks the rules never changes the board; the instance shows the error and ends the connection.

use crate::quoted::quoted;
use agon_core::{AnyGame, AnyPosition, MoveError, Phase, Side};
use thiserror::Error;

/// In lenient mode, the most bytes without a digit that may come for one move.
const LONGEST_SENTENCE: usize = 1024;

/// Why a connection ends.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PeerError {
    /// Not a column.
    #[error("the other side sent '{character}', which is not a column; a move is one digit 0-6")]
    NotAColumn {
        /// What came.
        character: String,
    },
    /// A move although it was our turn.
    #[error("the other side sent column {column} out of turn")]
    OutOfTurn {
        /// The column.
        column: u8,
    },
    /// A move in a column that is full.
    #[error("the other side sent column {column}, which is full")]
    FullColumn {
        /// The column.
        column: u8,
    },
    /// A move after the end.
    #[error("the other side sent column {column} after the game was over")]
    AfterTheEnd {
        /// The column.
        column: u8,
    },
    /// A sentence that never names a column.
    #[error("the other side sent more than {limit} characters without a column")]
    TooLong {
        /// The most characters that are read for one move.
        limit: usize,
    },
}

/// One end of the connection. The server side is player one and starts.
#[derive(Clone, Debug)]
pub struct Link {
    position: Box<dyn AnyPosition>,
    me: Side,
    lenient: bool,
    skipped: usize,
    error: Option<PeerError>,
}

impl Link {
    /// A fresh game for the side that `me` has.
    pub fn new(game: &dyn AnyGame, me: Side) -> Link {
        Link { position: game.start(), me, lenient: false, skipped: 0, error: None }
    }

    /// Also understands peers that send a sentence in which the column is the only digit: everything else in it
    /// is skipped.
    #[must_use]
    pub fn lenient(self) -> Link {
        Link { lenient: true, ..self }
    }

    /// The board.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Whether it is our turn.
    pub fn is_my_turn(&self) -> bool {
        self.error.is_none() && self.position.phase() == Phase::Turn(self.me)
    }

    /// Plays our move and gives back what to send.
    pub fn play(&mut self, column: u8) -> Result<Vec<u8>, MoveError> {
        let text = column.to_string();
        let refused = |why: &str| MoveError::Illegal { text: text.clone(), why: why.to_owned() };
        if self.error.is_some() {
            return Err(refused("the connection has ended"));
        }
        if self.position.phase() == Phase::Turn(!self.me) {
            return Err(refused("it is the other side's turn"));
        }
        self.position.play(&text)?;
        Ok(text.into_bytes())
    }

    /// Takes the next move of the other side from the front of `input`, plays it and gives back its column;
    /// nothing if none came. After an error the connection is over: every further call gives the same one.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<u8>, PeerError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        while let Some((&byte, rest)) = input.split_first() {
            if !byte.is_ascii_digit() && self.lenient {
                self.skipped += 1;
                if self.skipped > LONGEST_SENTENCE {
                    return self.fail(PeerError::TooLong { limit: LONGEST_SENTENCE });
                }
                *input = rest;
                continue;
            }
            *input = rest;
            self.skipped = 0;
            return match self.take(byte) {
                Ok(column) => Ok(Some(column)),
                Err(error) => self.fail(error),
            };
        }
        Ok(None)
    }

    fn take(&mut self, byte: u8) -> Result<u8, PeerError> {
        let column = match byte {
            b'0'..=b'6' => byte - b'0',
            _ => return Err(PeerError::NotAColumn { character: quoted(&shown(byte)) }),
        };
        match self.position.phase() {
            Phase::Turn(side) if side == self.me => return Err(PeerError::OutOfTurn { column }),
            Phase::Turn(_) => {}
            Phase::Chance | Phase::Over(_) => return Err(PeerError::AfterTheEnd { column }),
        }
        match self.position.play(&column.to_string()) {
            Ok(_) => Ok(column),
            Err(_) => Err(PeerError::FullColumn { column }),
        }
    }

    fn fail(&mut self, error: PeerError) -> Result<Option<u8>, PeerError> {
        self.error = Some(error.clone());
        Err(error)
    }
}

/// A byte as a character if it is a printable one, else its number.
fn shown(byte: u8) -> String {
    match byte {
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("byte {byte}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn game() -> Arc<dyn AnyGame> {
        agon_games::registry().game("four-in-a-row").unwrap()
    }

    fn all(link: &mut Link, mut input: &[u8]) -> Result<Vec<u8>, PeerError> {
        let mut columns = Vec::new();
        while let Some(column) = link.receive(&mut input)? {
            columns.push(column);
        }
        Ok(columns)
    }

    #[test]
    fn moves_go_back_and_forth() {
        let (mut one, mut two) = (Link::new(&*game(), Side::First), Link::new(&*game(), Side::Second));
        for column in [3, 3, 2, 4, 1] {
            let (mover, other) = if one.is_my_turn() { (&mut one, &mut two) } else { (&mut two, &mut one) };
            let sent = mover.play(column).unwrap();
            assert_eq!(sent, column.to_string().as_bytes());
            assert_eq!(all(other, &sent), Ok(vec![column]));
            assert!(one.position().equals(two.position()));
        }
    }

    #[test]
    fn a_move_out_of_turn_never_changes_the_board() {
        let mut link = Link::new(&*game(), Side::First);
        let before = link.position().text();
        let error = PeerError::OutOfTurn { column: 3 };
        assert_eq!(all(&mut link, b"3"), Err(error.clone()));
        assert_eq!(link.position().text(), before);
        assert_eq!(all(&mut link, b"4"), Err(error));
        assert!(!link.is_my_turn());
        assert!(link.play(1).is_err());
        // Two glued moves: the first counts, the second came before our answer.
        let mut link = Link::new(&*game(), Side::Second);
        assert_eq!(all(&mut link, b"34"), Err(PeerError::OutOfTurn { column: 4 }));
        let stones = link.position().set_up().contents;
        assert_eq!(stones.iter().filter(|&&stone| stone == Some(0)).count(), 1);
    }

    #[test]
    fn what_is_no_column_ends_the_connection() {
        for byte in (0..=255).filter(|byte| !(b'0'..=b'6').contains(byte)) {
            let mut link = Link::new(&*game(), Side::Second);
            assert!(matches!(all(&mut link, &[byte]), Err(PeerError::NotAColumn { .. })), "{byte}");
        }
        let error = PeerError::NotAColumn { character: "byte 10".to_owned() };
        assert_eq!(all(&mut Link::new(&*game(), Side::Second), b"\n"), Err(error));
    }

    #[test]
    fn a_full_column_and_a_move_after_the_end_are_errors() {
        let mut link = Link::new(&*game(), Side::First);
        for _ in 0..3 {
            link.play(0).unwrap();
            all(&mut link, b"0").unwrap();
        }
        link.play(1).unwrap();
        assert_eq!(all(&mut link, b"0"), Err(PeerError::FullColumn { column: 0 }));
        let mut link = Link::new(&*game(), Side::First);
        for column in 0..3 {
            link.play(column).unwrap();
            all(&mut link, column.to_string().as_bytes()).unwrap();
        }
        link.play(3).unwrap();
        assert!(!link.is_my_turn());
        assert_eq!(all(&mut link, b"5"), Err(PeerError::AfterTheEnd { column: 5 }));
    }

    #[test]
    fn a_lenient_link_reads_sentences_in_any_pieces() {
        let sentence = "I played column 3, your turn!\n".as_bytes();
        for cut in 0..sentence.len() {
            let mut link = Link::new(&*game(), Side::Second).lenient();
            let mut columns = all(&mut link, &sentence[..cut]).unwrap();
            columns.extend(all(&mut link, &sentence[cut..]).unwrap());
            assert_eq!(columns, [3]);
        }
        let mut link = Link::new(&*game(), Side::Second).lenient();
        assert!(matches!(all(&mut link, b"column 8"), Err(PeerError::NotAColumn { .. })));
        let mut link = Link::new(&*game(), Side::Second).lenient();
        assert!(matches!(all(&mut link, &[b'x'; 5000]), Err(PeerError::TooLong { .. })));
    }
}
