//! The player's end: a machine that reads numbers and knows when to print a column.

use super::{COLUMNS, GameResult, line};
use crate::quoted::quoted;
use agon_connect::Connect9x9;
use agon_connect::Connect9x9Position;
use agon_core::{Game, MoveError, Position, Side};
use thiserror::Error;

/// How much of a number is kept. Columns and results are short, and nothing hangs on the end of a magic number.
const LONGEST_NUMBER: usize = 32;

/// Why a platform cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Connect9x9Error {
    /// Not a number where one must come.
    #[error(
        "the platform sent '{text}' where a number must come: the magic number, a column 0-8, or 10, 11 or 12"
    )]
    NotANumber {
        /// What came.
        text: String,
    },
    /// A number without meaning.
    #[error(
        "the platform sent {number}, which is no column 0-8 and none of 10 (won), 11 (lost) and 12 (draw)"
    )]
    NotAColumn {
        /// The number.
        number: i64,
    },
    /// A column although it is our turn.
    #[error("the platform sent column {column} although it is this player's turn")]
    OutOfTurn {
        /// The column.
        column: u8,
    },
    /// A column that cannot be played.
    #[error("the platform sent the opponent's column {column}, which cannot be played: {error}")]
    Column {
        /// The column.
        column: u8,
        /// Why not.
        error: MoveError,
    },
}

/// What a player reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerEvent {
    /// The magic number; one that is too large is the largest there is, and one too small the smallest.
    Magic(i64),
    /// The opponent played this column.
    OpponentMoved(u8),
    /// It is our turn: send [`Player::play`].
    MoveWanted,
    /// The game is over.
    Ended(GameResult),
}

/// A player program's view of the game.
#[derive(Clone, Debug)]
pub struct Player {
    side: Side,
    position: Connect9x9Position,
    partial: Vec<u8>,
    magic: Option<i64>,
    /// Whether [`PlayerEvent::MoveWanted`] is to be given out.
    wanted: bool,
    ended: Option<GameResult>,
}

impl Player {
    /// A player that was started with `first` or `second`.
    pub fn new(side: Side) -> Player {
        let position = Connect9x9Position::START;
        Player { side, position, partial: Vec::new(), magic: None, wanted: false, ended: None }
    }

    /// The board.
    pub fn position(&self) -> &Connect9x9Position {
        &self.position
    }

    /// The magic number, once it came.
    pub fn magic(&self) -> Option<i64> {
        self.magic
    }

    /// How the game ended, once it did.
    pub fn result(&self) -> Option<GameResult> {
        self.ended
    }

    /// Whether a column is to be printed now.
    pub fn is_my_turn(&self) -> bool {
        self.magic.is_some()
            && self.ended.is_none()
            && self.position.outcome().is_none()
            && self.position.side_to_move() == self.side
    }

    /// Plays our column and gives back the line to print.
    pub fn play(&mut self, column: u8) -> Result<Vec<u8>, MoveError> {
        let text = column.to_string();
        if !self.is_my_turn() && self.position.outcome().is_none() {
            return Err(MoveError::Illegal { text, why: "it is not this player's turn".to_owned() });
        }
        let mv = Connect9x9::standard().parse_move(&self.position, &text)?;
        self.position.play(mv);
        self.wanted = false;
        Ok(line(column))
    }

    /// Takes the next event from the front of what was read; nothing if there is no whole number. Numbers stand
    /// between spaces or ends of lines.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<PlayerEvent>, Connect9x9Error> {
        if std::mem::take(&mut self.wanted) {
            return Ok(Some(PlayerEvent::MoveWanted));
        }
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            if !byte.is_ascii_whitespace() {
                if self.partial.len() < LONGEST_NUMBER {
                    self.partial.push(byte);
                } else if self.magic.is_some() || !byte.is_ascii_digit() || saturated(&self.partial).is_none()
                {
                    return Err(self.not_a_number());
                }
            } else if !self.partial.is_empty() {
                return self.number().map(Some);
            }
        }
        Ok(None)
    }

    /// How many bytes of an unfinished number are held.
    pub fn held(&self) -> usize {
        self.partial.len()
    }

    fn number(&mut self) -> Result<PlayerEvent, Connect9x9Error> {
        let number = match self.magic {
            None => saturated(&self.partial),
            Some(_) => std::str::from_utf8(&self.partial).ok().and_then(|text| text.parse().ok()),
        };
        let Some(number) = number else { return Err(self.not_a_number()) };
        self.partial.clear();
        if self.magic.is_none() {
            self.magic = Some(number);
            self.wanted = self.is_my_turn();
            return Ok(PlayerEvent::Magic(number));
        }
        if let Some(result) = GameResult::from_number(number) {
            self.ended = Some(result);
            return Ok(PlayerEvent::Ended(result));
        }
        match u8::try_from(number) {
            Ok(column) if column < COLUMNS => self.opponent_moved(column),
            _ => Err(Connect9x9Error::NotAColumn { number }),
        }
    }

    fn opponent_moved(&mut self, column: u8) -> Result<PlayerEvent, Connect9x9Error> {
        if self.is_my_turn() {
            return Err(Connect9x9Error::OutOfTurn { column });
        }
        let mv = Connect9x9::standard()
            .parse_move(&self.position, &column.to_string())
            .map_err(|error| Connect9x9Error::Column { column, error })?;
        self.position.play(mv);
        self.wanted = self.is_my_turn();
        Ok(PlayerEvent::OpponentMoved(column))
    }

    fn not_a_number(&mut self) -> Connect9x9Error {
        let text = quoted(&String::from_utf8_lossy(&self.partial));
        self.partial.clear();
        Connect9x9Error::NotANumber { text }
    }
}

/// The number that digits with or without a sign stand for, or the nearest that there is.
fn saturated(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nearest = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(nearest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use PlayerEvent::{Ended, Magic, MoveWanted, OpponentMoved};

    fn events(player: &mut Player, mut input: &[u8]) -> Vec<PlayerEvent> {
        let mut all = Vec::new();
        while let Some(event) = player.receive(&mut input).unwrap() {
            all.push(event);
        }
        all
    }

    #[test]
    fn the_second_player_answers() {
        for input in [&b"42\n4\n"[..], b"42\r\n4\r\n", b"42 4 "] {
            for cut in 0..input.len() {
                let mut player = Player::new(Side::Second);
                let mut all = events(&mut player, &input[..cut]);
                all.extend(events(&mut player, &input[cut..]));
                assert_eq!(all, [Magic(42), OpponentMoved(4), MoveWanted]);
                assert_eq!(player.play(4).unwrap(), b"4\n");
                assert!(player.play(4).is_err());
                assert_eq!(events(&mut player, b"10\n"), [Ended(GameResult::Won)]);
                assert!(player.play(4).is_err());
            }
        }
    }

    #[test]
    fn the_first_player_starts_after_the_magic_number() {
        let mut player = Player::new(Side::First);
        assert!(player.play(0).is_err());
        assert_eq!(events(&mut player, b"-1\n"), [Magic(-1), MoveWanted]);
        assert_eq!(player.play(0).unwrap(), b"0\n");
        assert_eq!(events(&mut player, b"12\n"), [Ended(GameResult::Draw)]);
    }

    #[test]
    fn any_number_may_be_the_magic_one() {
        let long = format!("{}\n", "7".repeat(1000));
        for (text, number) in [
            ("99999999999999999999999\n", i64::MAX),
            ("-99999999999999999999999\n", i64::MIN),
            ("+5\n", 5),
            (&long, i64::MAX),
        ] {
            for cut in [0, 1, 20, 500] {
                let (one, other) = text.as_bytes().split_at(cut.min(text.len()));
                let mut player = Player::new(Side::First);
                let mut all = events(&mut player, one);
                assert!(player.held() <= LONGEST_NUMBER);
                all.extend(events(&mut player, other));
                assert_eq!(all, [Magic(number), MoveWanted], "{text}");
                assert_eq!(player.play(4).unwrap(), b"4\n");
                assert_eq!(events(&mut player, b"10\n"), [Ended(GameResult::Won)]);
            }
        }
    }

    #[test]
    fn nonsense_is_named() {
        let error = |input: &[u8]| {
            let mut player = Player::new(Side::Second);
            let mut input = input;
            loop {
                match player.receive(&mut input) {
                    Ok(event) => assert!(event.is_some(), "no error"),
                    Err(error) => return error,
                }
            }
        };
        assert_eq!(error(b"hello\n"), Connect9x9Error::NotANumber { text: "hello".to_owned() });
        assert_eq!(error(b"0\n9\n"), Connect9x9Error::NotAColumn { number: 9 });
        assert_eq!(error(b"0\n3\n3\n"), Connect9x9Error::OutOfTurn { column: 3 });
        assert!(matches!(error(&[b'x'; 100]), Connect9x9Error::NotANumber { .. }));
        assert!(matches!(error(b"-\n"), Connect9x9Error::NotANumber { .. }));
        assert!(matches!(error(b"99999999999999999999999x\n"), Connect9x9Error::NotANumber { .. }));
        assert!(matches!(error(b"0\n99999999999999999999999\n"), Connect9x9Error::NotANumber { .. }));
        assert!(matches!(error(&[b"0\n", &[b'7'; 100][..]].concat()), Connect9x9Error::NotANumber { .. }));
    }
}
