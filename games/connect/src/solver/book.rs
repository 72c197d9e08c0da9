//! The book of Four in a Row: the exact score of every position after some number of stones.
//!
//! No position is written down. All of them are found again when the book is read, in a fixed order: those of each ply in the
//! order in which the parents' columns, from the left, first lead to them, mirror images counted once. So the book is
//! nothing but a score a position, one character each, and the scores of earlier positions follow from those.
//!
//! ```
//! use agon_connect::solver::Book;
//! use agon_connect::FourInARowPosition;
//! let book = Book::new(2);
//! assert_eq!(book.len(), 25);
//! assert_eq!(book.value(&FourInARowPosition::START), None, "nothing is known yet");
//! ```

use super::layers::{Pages, children, scores_and_notes, sum};
use super::whole::{Options, Solver};
use crate::{FourInARowPosition, Move};
use agon_core::Position;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The first line of a book.
const HEADING: &str = "agon four-in-a-row book 1";

/// The character of the score 0; the others follow up and down.
const DRAW: u8 = b'P';

/// The character of a score that is not known yet.
const UNKNOWN: u8 = b'.';

/// No score is larger.
const LARGEST: i32 = 21;

/// Scores on a line of the file.
const LINE: usize = 100;

/// A book of more plies would be a database.
pub const MOST_PLIES: usize = 10;

/// Why a text is not a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// Another kind of file or another version.
    #[error(
        "this is no book for this version: the first line must be '{HEADING} PLIES', with 1 to {MOST_PLIES} plies"
    )]
    Heading,
    /// Not as many scores as there are positions.
    #[error("a book of {plies} plies has {expected} scores, not {found}")]
    Count {
        /// The stones on the board.
        plies: usize,
        /// The number of positions.
        expected: usize,
        /// How many scores there are.
        found: usize,
    },
    /// A character that stands for no score.
    #[error("'{0}' stands for no score")]
    Score(char),
    /// The sum at the end does not agree with the scores.
    #[error("the book is damaged: its scores do not agree with the sum in its last line")]
    Damaged,
}

/// The exact scores of all positions with so many stones, as far as they are known.
#[derive(Clone, Debug)]
pub struct Book(Pages<u64, 7, 6>);

/// What finds the score of a position for the book; it gives nothing once it is told to stop.
pub fn scorer(options: Options) -> impl FnMut(&FourInARowPosition, &AtomicBool) -> Option<i32> {
    let mut solver: Solver<u64, 7, 6> = Solver::new(options);
    move |position, stop| Some(solver.score_until(position, stop)?.score)
}

static EMBEDDED: LazyLock<Result<Book, BookError>> =
    LazyLock::new(|| include_str!("../../data/four-in-a-row-book.txt").parse());

impl Book {
    /// The book in the program, or what is wrong with it.
    pub fn embedded() -> Result<&'static Book, &'static BookError> {
        EMBEDDED.as_ref()
    }

    /// A book in which nothing is known yet.
    pub fn new(plies: usize) -> Book {
        Book(Pages::new(plies))
    }

    /// What it knows, to be added to.
    pub fn pages(&mut self) -> &mut Pages<u64, 7, 6> {
        &mut self.0
    }

    /// How many stones are on the board in its positions.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// How many positions it has, known or not.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many scores are known.
    pub fn known(&self) -> usize {
        self.0.known()
    }

    /// The exact score of a position for the side to move, if the book has it: of a position with the book's number of
    /// stones or fewer.
    pub fn value(&self, position: &FourInARowPosition) -> Option<i32> {
        if position.ply() > self.0.plies() {
            return None;
        }
        match position.outcome() {
            Some(outcome) => Some(outcome.margin_for(position.side_to_move())),
            None => self.0.score(position),
        }
    }

    /// The exact score of every legal move for the side that makes it, if the book has all of them.
    pub fn values(&self, position: &FourInARowPosition) -> Option<Vec<(Move, i32)>> {
        children(position).map(|(mv, child)| self.value(&child).map(|score| (mv, -score))).collect()
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING} {}", self.0.plies())?;
        for note in self.0.notes() {
            writeln!(f, "# {note}")?;
        }
        let character = |score: &Option<i32>| {
            let score = score.and_then(|score| i8::try_from(score).ok());
            char::from(score.map_or(UNKNOWN, |score| DRAW.wrapping_add_signed(score)))
        };
        let scores: String = self.0.scores().iter().map(character).collect();
        let mut rest = scores.as_str();
        while !rest.is_empty() {
            let (line, more) = rest.split_at(rest.len().min(LINE));
            writeln!(f, "{line}")?;
            rest = more;
        }
        writeln!(f, "# sum {:08x}", sum(&scores))
    }
}

impl FromStr for Book {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines();
        let plies = lines.next().and_then(|line| line.strip_prefix(HEADING)?.trim().parse().ok());
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies)).ok_or(BookError::Heading)?;
        let (body, mut notes) = scores_and_notes(lines);
        let body = body.concat();
        let pages = Pages::new(plies);
        if body.len() != pages.len() {
            return Err(BookError::Count { plies, expected: pages.len(), found: body.len() });
        }
        let read = |character: u8| match character {
            UNKNOWN => Ok(None),
            _ => {
                let score = i32::from(character) - i32::from(DRAW);
                if score.abs() <= LARGEST {
                    Ok(Some(score))
                } else {
                    Err(BookError::Score(char::from(character)))
                }
            }
        };
        let scores = body.bytes().map(read).collect::<Result<_, _>>()?;
        if notes.pop() != Some(format!("sum {:08x}", sum(&body))) {
            return Err(BookError::Damaged);
        }
        Ok(Book(pages.filled(scores, notes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A book with scores that mean nothing.
    fn made_up(plies: usize) -> Book {
        let mut book = Book::new(plies);
        for number in 0..book.len() {
            book.pages().enter(number, (number as i32 * 7) % 37 - 18);
        }
        book.pages().conclude();
        book
    }

    #[test]
    fn earlier_scores_follow_by_minimax() {
        fn minimax(position: &FourInARowPosition, book: &Book) -> i32 {
            if position.ply() == book.0.plies() {
                return book.value(position).unwrap();
            }
            children(position).map(|(_, child)| -minimax(&child, book)).max().unwrap()
        }
        let book = made_up(4);
        let start = FourInARowPosition::START;
        assert_eq!(book.value(&start), Some(minimax(&start, &book)));
        for (mv, value) in book.values(&start).unwrap() {
            let (_, child) = children(&start).find(|(other, _)| *other == mv).unwrap();
            assert_eq!(value, -minimax(&child, &book));
            assert_eq!(book.value(&child.transformed(1)), Some(-value));
        }
    }

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let whole = made_up(3);
        let mut scores = whole.0.scores().to_vec();
        scores[5] = None;
        let book = Book(Pages::new(3).filled(scores, vec!["made by hand".to_owned()]));
        let text = book.to_string();
        let mut read: Book = text.parse().unwrap();
        assert_eq!((read.0.plies(), read.0.scores()), (3, book.0.scores()));
        assert_eq!(read.to_string(), text);
        assert_eq!(read.known(), book.len() - 1);
        assert_eq!(read.pages().unknown().map(|(number, _)| number).collect::<Vec<_>>(), [5]);
        // What an unknown score could change is unknown too.
        assert_eq!(read.value(&FourInARowPosition::START), None);
    }

    #[test]
    fn damaged_books_are_refused() {
        let text = made_up(2).to_string();
        let refused = |text: &str| text.parse::<Book>().unwrap_err();
        assert_eq!(refused(""), BookError::Heading);
        assert_eq!(refused(&text.replace("book 1 2", "book 1 99")), BookError::Heading);
        assert_eq!(refused(&text.replace("book 1 2", "book 2 2")), BookError::Heading);
        let count = BookError::Count { plies: 3, expected: 121, found: 25 };
        assert_eq!(refused(&text.replace("book 1 2", "book 1 3")), count);
        assert_eq!(refused(&text.replacen('S', "!", 1)), BookError::Score('!'));
        assert_eq!(refused(&text.replacen('S', "T", 1)), BookError::Damaged);
        assert_eq!(refused(text.split("# sum").next().unwrap()), BookError::Damaged);
    }

    #[test]
    fn the_embedded_book_is_whole() {
        assert!(Book::embedded().is_ok());
    }
}
