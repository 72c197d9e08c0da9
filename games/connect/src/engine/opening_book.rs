//! The opening book of Connect4 9×9: what long searches say of every position after some number of stones.
//!
//! Nobody knows what these positions are worth, so the book has judgements, not values: the score of a search of so many
//! positions for each of them. What earlier positions are worth follows by minimax, and the move that is played is the
//! one that leads to the best of it. So a move from the book rests on many times the work that there is time for in a game.
//!
//! As in the book of Four in a Row no position is written down: they are found again in a fixed order when the book is read.

use super::Trained;
use crate::solver::Pages;
use crate::solver::layers::{children, scores_and_notes, sum};
use crate::{Connect9x9Position, Move};
use agon_search::{Limits, Stopwatch};
use agon_search::{Score, Searcher, Techniques};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// The first line of a book.
const HEADING: &str = "agon connect4-9x9 book 1";

/// What stands for a score that is not known yet.
const UNKNOWN: &str = ".";

/// Scores on a line of the file.
const LINE: usize = 20;

/// More plies would take years.
pub const MOST_PLIES: usize = 6;

/// Why a text is not a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningBookError {
    /// Another kind of file or another version.
    #[error(
        "this is no book for this version: the first line must be '{HEADING} PLIES NODES', with 1 to {MOST_PLIES} plies"
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
    /// Something that is no score.
    #[error("'{0}' is no score")]
    Score(String),
    /// The sum at the end does not agree with the scores.
    #[error("the book is damaged: its scores do not agree with the sum in its last line")]
    Damaged,
}

/// The judgements of all positions with so many stones, as far as they are known.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    nodes: u64,
    pages: Pages<u128, 9, 9>,
}

static EMBEDDED: LazyLock<Result<OpeningBook, OpeningBookError>> =
    LazyLock::new(|| include_str!("../../data/connect4-9x9-book.txt").parse());

impl OpeningBook {
    /// The book in the program, or what is wrong with it.
    pub fn embedded() -> Result<&'static OpeningBook, &'static OpeningBookError> {
        EMBEDDED.as_ref()
    }

    /// A book in which nothing is known yet: positions with so many stones, searches of so many positions.
    pub fn new(plies: usize, nodes: u64) -> OpeningBook {
        OpeningBook { nodes, pages: Pages::new(plies) }
    }

    /// How many positions each search looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it knows, to be added to.
    pub fn pages(&mut self) -> &mut Pages<u128, 9, 9> {
        &mut self.pages
    }

    /// How many stones are on the board in its positions.
    pub fn plies(&self) -> usize {
        self.pages.plies()
    }

    /// How many positions it has, known or not.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// How many scores are known.
    pub fn known(&self) -> usize {
        self.pages.known()
    }

    /// The line that the book expects from a position, its own move first, with the score for the side to move; of equal
    /// moves the one nearest to the middle. Nothing if it does not know what all moves lead to.
    pub fn line(&self, position: &Connect9x9Position) -> Option<(Vec<Move>, Score)> {
        let score = self.pages.score(position)?;
        let mut line = Vec::new();
        let mut at = *position;
        while at.ply() < self.pages.plies() {
            let scored =
                |(mv, child): (Move, Connect9x9Position)| Some((mv, child, -self.pages.score(&child)?));
            let all: Vec<_> = children(&at).map(scored).collect::<Option<_>>()?;
            let (mv, child, _) =
                all.into_iter().max_by_key(|(mv, _, score)| (*score, Reverse(mv.column().abs_diff(4))))?;
            line.push(mv);
            at = child;
        }
        (!line.is_empty()).then_some((line, score))
    }
}

/// Searches positions for a book, each for itself, so that it does not matter where the work was interrupted.
pub struct Judge {
    searcher: Searcher<Connect9x9Position, Trained>,
    nodes: u64,
}

impl Judge {
    /// Somebody who looks at so many positions in a table of so many megabytes.
    pub fn new(nodes: u64, megabytes: usize) -> Judge {
        let techniques = Techniques { hash: megabytes, ..super::techniques() };
        Judge { searcher: Searcher::new(Trained::embedded(), techniques), nodes }
    }

    /// The score of a position for the side to move; nothing if `stop` was set before it was found.
    pub fn score(&mut self, position: &Connect9x9Position, stop: &AtomicBool) -> Option<Score> {
        self.searcher.forget();
        let (limits, clock) = (Limits::nodes(self.nodes), Stopwatch::start());
        let found = self.searcher.search(position, limits, &clock, stop, &mut |_| {}).ok()?;
        (!stop.load(Ordering::Relaxed)).then_some(found.value.score)
    }
}

impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING} {} {}", self.pages.plies(), self.nodes)?;
        for note in self.pages.notes() {
            writeln!(f, "# {note}")?;
        }
        let word = |score: &Option<Score>| score.map_or(UNKNOWN.to_owned(), |score| score.to_string());
        let words: Vec<String> = self.pages.scores().iter().map(word).collect();
        for line in words.chunks(LINE) {
            writeln!(f, "{}", line.join(" "))?;
        }
        writeln!(f, "# sum {:08x}", sum(&words.join(" ")))
    }
}

impl FromStr for OpeningBook {
    type Err = OpeningBookError;

    fn from_str(text: &str) -> Result<OpeningBook, OpeningBookError> {
        let mut lines = text.lines();
        let heading = lines.next().and_then(|line| {
            let (plies, nodes) = line.strip_prefix(HEADING)?.trim().split_once(' ')?;
            Some((plies.parse().ok()?, nodes.parse().ok()?))
        });
        let (plies, nodes) =
            heading.filter(|(plies, _)| (1..=MOST_PLIES).contains(plies)).ok_or(OpeningBookError::Heading)?;
        let (lines, mut notes) = scores_and_notes(lines);
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
        let pages = Pages::new(plies);
        if words.len() != pages.len() {
            return Err(OpeningBookError::Count { plies, expected: pages.len(), found: words.len() });
        }
        let read = |word: &&str| match *word {
            UNKNOWN => Ok(None),
            word => word.parse().map(Some).map_err(|_| OpeningBookError::Score(word.to_owned())),
        };
        let scores = words.iter().map(read).collect::<Result<_, _>>()?;
        if notes.pop() != Some(format!("sum {:08x}", sum(&words.join(" ")))) {
            return Err(OpeningBookError::Damaged);
        }
        Ok(OpeningBook { nodes, pages: pages.filled(scores, notes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Position;

    /// A book with scores that mean nothing.
    fn made_up(plies: usize) -> OpeningBook {
        let mut book = OpeningBook::new(plies, 100);
        for number in 0..book.len() {
            book.pages.enter(number, (number as Score * 7) % 37 - 18);
        }
        book.pages.conclude();
        book
    }

    fn minimax(position: &Connect9x9Position, book: &OpeningBook) -> Score {
        if position.ply() == book.pages.plies() {
            return book.pages.score(position).unwrap();
        }
        children(position).map(|(_, child)| -minimax(&child, book)).max().unwrap()
    }

    #[test]
    fn the_move_of_the_book_leads_to_the_best_by_minimax() {
        let book = made_up(3);
        for (_, position) in children(&Connect9x9Position::START) {
            let (line, score) = book.line(&position).unwrap();
            assert_eq!(line.len(), 2);
            assert_eq!(score, minimax(&position, &book));
            let mut after = position;
            after.play(line[0]);
            assert_eq!(minimax(&after, &book), -score);
        }
    }

    #[test]
    fn mirrored_positions_have_equal_scores() {
        let book = made_up(3);
        for (_, position) in children(&Connect9x9Position::START) {
            let (mirrored_line, mirrored_score) = book.line(&position.transformed(1)).unwrap();
            let (line, score) = book.line(&position).unwrap();
            assert_eq!((line.len(), score), (mirrored_line.len(), mirrored_score));
        }
    }

    #[test]
    fn positions_beyond_the_book_are_not_in_it() {
        let book = made_up(2);
        let mut position = Connect9x9Position::START;
        for stones in 0..4 {
            assert_eq!(book.line(&position).is_some(), stones < 2, "{stones} stones");
            position.play(Move::into_column(4));
        }
    }

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let whole = made_up(2);
        let mut scores = whole.pages.scores().to_vec();
        scores[5] = None;
        let notes = vec!["made by hand".to_owned()];
        let book = OpeningBook { nodes: 100, pages: Pages::new(2).filled(scores, notes) };
        let text = book.to_string();
        let read: OpeningBook = text.parse().unwrap();
        assert_eq!((read.pages.plies(), read.nodes(), read.pages.scores()), (2, 100, book.pages.scores()));
        assert_eq!(read.to_string(), text);
        assert_eq!(read.known(), book.len() - 1);
        assert_eq!(read.pages.unknown().map(|(number, _)| number).collect::<Vec<_>>(), [5]);
        // What an unknown score could change is unknown too.
        assert_eq!(read.line(&Connect9x9Position::START), None);
    }

    #[test]
    fn damaged_books_are_refused() {
        let text = made_up(2).to_string();
        let refused = |text: &str| text.parse::<OpeningBook>().unwrap_err();
        assert_eq!(refused(""), OpeningBookError::Heading);
        assert_eq!(refused(&text.replace("book 1 2 100", "book 1 99 100")), OpeningBookError::Heading);
        assert_eq!(refused(&text.replace("book 1 2 100", "book 2 2 100")), OpeningBookError::Heading);
        assert_eq!(refused(&text.replace("book 1 2 100", "book 1 2")), OpeningBookError::Heading);
        let found = made_up(2).len();
        let expected = OpeningBook::new(3, 1).len();
        let count = OpeningBookError::Count { plies: 3, expected, found };
        assert_eq!(refused(&text.replace("book 1 2 100", "book 1 3 100")), count);
        assert_eq!(refused(&text.replacen("-18", "x", 1)), OpeningBookError::Score("x".to_owned()));
        assert_eq!(refused(&text.replacen("-18", "-17", 1)), OpeningBookError::Damaged);
        assert_eq!(refused(text.split("# sum").next().unwrap()), OpeningBookError::Damaged);
    }

    #[test]
    fn judgements_do_not_depend_on_what_was_searched_before() {
        let never = AtomicBool::new(false);
        let some: Vec<_> =
            OpeningBook::new(2, 500).pages.unknown().map(|(_, position)| *position).take(3).collect();
        let mut judge = Judge::new(500, 1);
        let alone: Vec<_> = some.iter().map(|position| Judge::new(500, 1).score(position, &never)).collect();
        let together: Vec<_> = some.iter().map(|position| judge.score(position, &never)).collect();
        assert_eq!(alone, together);
        assert!(alone.iter().all(Option::is_some));
        assert_eq!(judge.score(&some[0], &AtomicBool::new(true)), None);
    }

    #[test]
    fn the_embedded_book_is_whole() {
        let book = OpeningBook::embedded().unwrap();
        assert_eq!(book.known(), book.len());
        assert!(book.line(&Connect9x9Position::START).is_some());
    }
}
