//! Moves and positions as text.

use super::position::{AntsPosition, Parts, Pending};
use super::square::{CELLS, COLUMNS, ROWS, Square};
use super::{INFO, Move};
use agon_core::{MoveError, MoveList, Position, PositionError, SetUp, Side};

/// What is written after a move for each outcome of its roll.
const ROLLS: [&str; 2] = [".", "+"];

/// The word for a pending roll, and for the pending set-up, behind a position.
const ROLL: &str = "roll";
const SET_UP: &str = "set-up";

pub(super) fn move_text(mv: Move, side: Side) -> String {
    if mv.is_pass() {
        return "pass".to_owned();
    }
    let squares: Vec<_> = mv.path(side).map(|square| square.to_string()).collect();
    squares.join(if mv.jumps() == 0 { "-" } else { "x" })
}

pub(super) fn roll_text(position: &AntsPosition, outcome: usize) -> String {
    match position.pending() {
        Pending::Roll => ROLLS[outcome.min(1)].to_owned(),
        Pending::Nothing | Pending::SetUp => String::new(),
    }
}

pub(super) fn split_roll(text: &str) -> (&str, Option<&str>) {
    match text.char_indices().last() {
        Some((end, '+' | '.')) => (&text[..end], Some(&text[end..])),
        _ => (text, None),
    }
}

pub(super) fn parse_move(position: &AntsPosition, text: &str) -> Result<Move, MoveError> {
    let illegal = |why: String| MoveError::Illegal { text: text.to_owned(), why };
    let pass = text.eq_ignore_ascii_case("pass");
    let written = match Written::parse(text) {
        Some(written) => Some(written),
        None if pass => None,
        None => return Err(MoveError::Malformed { text: text.to_owned(), expected: INFO.move_form }),
    };
    match position.pending() {
        Pending::Nothing => {}
        Pending::Roll => {
            return Err(illegal("the roll for the food that was landed on comes first".to_owned()));
        }
        Pending::SetUp => return Err(illegal("the food is to be set up first".to_owned())),
    }
    let name = |side: Side| INFO.sides[side].name;
    let side = position.side_to_move();
    let can_move = position.can_move(side);
    let Some(written) = written else {
        return if can_move {
            Err(illegal("one may pass only without any other move".to_owned()))
        } else {
            Ok(Move::PASS)
        };
    };
    let path = written.path().map_err(illegal)?;
    if !can_move {
        return Err(illegal(format!("no ant of {} can move, so the move must be pass", name(side))));
    }
    let holder = holder(position, path[0]);
    if holder != Some(side) {
        return Err(illegal(match holder {
            Some(other) => {
                format!("the ant on {} is {}'s, and it is {}'s turn", path[0], name(other), name(side))
            }
            None => format!("there is no ant on {}", path[0]),
        }));
    }
    let fault = if written.capture { capture_fault(position, &path) } else { step_fault(position, &path) };
    match (fault, Move::along(&path, side)) {
        (None, Some(mv)) => Ok(mv),
        (Some(why), _) => Err(illegal(why)),
        (None, None) => Err(illegal("no ant moves like that".to_owned())),
    }
}

/// A move's squares as they were written, on the board or not.
struct Written {
    squares: Vec<[u8; 2]>,
    capture: bool,
}

impl Written {
    fn parse(text: &str) -> Option<Written> {
        let capture = !text.contains('-');
        let parts: Vec<_> =
            if capture { text.split(['x', 'X']).collect() } else { text.split('-').collect() };
        let number = |text: &str| {
            let digits = matches!(text.len(), 1..=2) && text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| digits)
        };
        let square = |text: &str| {
            let (row, column) = text.split_once(',')?;
            Some([number(row)?, number(column)?])
        };
        let squares = parts.into_iter().map(square).collect::<Option<Vec<_>>>()?;
        let whole = squares.len() == 2 || capture && squares.len() > 2;
        whole.then_some(Written { squares, capture })
    }

    /// The squares, or what is wrong with the first that is none.
    fn path(&self) -> Result<Vec<Square>, String> {
        let land = |&[row, column]: &[u8; 2]| match Square::new(row, column) {
            Some(square) => Ok(square),
            None if row < ROWS && column < COLUMNS => {
                Err(format!("{row},{column} is not a land square; there row + column is odd"))
            }
            None => Err(format!("{row},{column} is off the board, which has rows 0-11 and columns 0-7")),
        };
        self.squares.iter().map(land).collect()
    }
}

/// Whose ant stands on a square.
fn holder(position: &AntsPosition, square: Square) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| position.ants()[side] & square.bit() != 0)
}

/// Whether `to` lies ahead of `from` by `rows` rows on a diagonal.
fn diagonally_ahead(from: Square, to: Square, rows: u8, side: Side) -> bool {
    ahead(from, to, side)
        && from.row().abs_diff(to.row()) == rows
        && from.column().abs_diff(to.column()) == rows
}

fn ahead(from: Square, to: Square, side: Side) -> bool {
    if side == Side::First { to.row() < from.row() } else { to.row() > from.row() }
}

fn wrong_way(side: Side) -> String {
    match side {
        Side::First => "black's ants go up, to smaller row numbers".to_owned(),
        Side::Second => "white's ants go down, to larger row numbers".to_owned(),
    }
}

/// Why a square cannot be landed on, if so.
fn taken(position: &AntsPosition, square: Square) -> Option<String> {
    holder(position, square).map(|side| format!("a {} ant stands on {square}", INFO.sides[side].name))
}

/// What is wrong with a step of an own ant, if anything.
fn step_fault(position: &AntsPosition, path: &[Square]) -> Option<String> {
    let side = position.side_to_move();
    let (from, to) = (path[0], path[1]);
    if !ahead(from, to, side) {
        return Some(wrong_way(side));
    }
    if diagonally_ahead(from, to, 2, side) {
        return Some(format!("a jump is written {from}x{to}"));
    }
    if !diagonally_ahead(from, to, 1, side) {
        return Some(format!("{to} is not one square diagonally ahead of {from}"));
    }
    taken(position, to).or_else(|| {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let capture = moves.iter().find(|mv| mv.jumps() > 0)?;
        Some(format!("capturing is compulsory, for example {}", move_text(*capture, side)))
    })
}

/// What is wrong with a chain of an own ant, if anything.
fn capture_fault(position: &AntsPosition, path: &[Square]) -> Option<String> {
    let side = position.side_to_move();
    for pair in path.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if !ahead(from, to, side) {
            return Some(wrong_way(side));
        }
        if diagonally_ahead(from, to, 1, side) {
            return Some(if path.len() == 2 {
                format!("a step is written {from}-{to}")
            } else {
                format!("{to} is only one square from {from}, and a jump goes two")
            });
        }
        if !diagonally_ahead(from, to, 2, side) {
            return Some(format!("{to} is not two squares diagonally ahead of {from}"));
        }
        let middle = Square::new((from.row() + to.row()) / 2, (from.column() + to.column()) / 2)?;
        if holder(position, middle) != Some(!side) {
            return Some(format!("there is no {} ant to capture on {middle}", INFO.sides[!side].name));
        }
        if let Some(why) = taken(position, to) {
            return Some(why);
        }
    }
    let last = *path.last()?;
    let next = position.landings(last.bit());
    let landings: Vec<_> =
        Square::all().filter(|square| next & square.bit() != 0).map(|square| square.to_string()).collect();
    (next != 0).then(|| format!("the capture must go on from {last} to {}", landings.join(" or ")))
}

pub(super) fn set_up(position: &AntsPosition) -> SetUp {
    let ([black, white], food) = (position.ants(), position.food());
    let contents = Square::all().map(|square| {
        let boards = [black, white, food];
        boards.iter().position(|board| board & square.bit() != 0)
    });
    let mut rest: Vec<_> = position.points().iter().map(u8::to_string).collect();
    match position.pending() {
        Pending::Nothing => {}
        Pending::Roll => rest.push(ROLL.to_owned()),
        Pending::SetUp => rest.push(SET_UP.to_owned()),
    }
    SetUp { contents: contents.collect(), side: position.side_to_move(), rest }
}

pub(super) fn from_set_up(set_up: &SetUp) -> Result<AntsPosition, PositionError> {
    let found = set_up.contents.len();
    if found != CELLS {
        let (game, expected) = (INFO.name.to_owned(), CELLS.to_string());
        return Err(PositionError::Length { game, expected, found });
    }
    let board = |piece: usize| {
        let held = Square::all().zip(&set_up.contents).filter(|&(_, &held)| held == Some(piece));
        held.fold(0, |board, (square, _)| board | square.bit())
    };
    let (points, pending) = rest(&set_up.rest)?;
    AntsPosition::new(Parts {
        ants: [board(0), board(1)],
        food: board(2),
        points,
        side: set_up.side,
        pending,
    })
}

/// Reads what follows the side to move: the points of both sides, then what chance has to decide. Both may be
/// left out.
fn rest(words: &[String]) -> Result<([u8; 2], Pending), PositionError> {
    let refuse = || {
        let hint =
            ": the points of black and of white may stand there (0 to 20 each), then the word roll or set-up";
        Err(PositionError::Trailing { text: words.join(" "), hint: hint.to_owned() })
    };
    let (words, pending) = match words.split_last() {
        Some((word, words)) if word.eq_ignore_ascii_case(ROLL) => (words, Pending::Roll),
        Some((word, words)) if word.eq_ignore_ascii_case(SET_UP) => (words, Pending::SetUp),
        _ => (words, Pending::Nothing),
    };
    let number = |word: &String| {
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        word.parse::<u8>().ok().filter(|&points| digits && points <= 20)
    };
    match words {
        [] => Ok(([0; 2], pending)),
        [black, white] => match (number(black), number(white)) {
            (Some(black), Some(white)) => Ok(([black, white], pending)),
            _ => refuse(),
        },
        _ => refuse(),
    }
}
