//! Noughts and crosses: the smallest game that has everything. Tests add it to the five games from outside.

use agon_core::position::mix;
use agon_core::{
    CellShape, Color, Game, GameInfo, Layout, MoveError, MoveList, Outcome, Piece, PieceShape, Position,
    PositionError, Protocol, Scores, SetUp, Side, SideInfo,
};

/// The eight lines of three.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

static INFO: GameInfo = GameInfo {
    name: "noughts",
    title: "Noughts and Crosses",
    summary: "Three in a row win.",
    board: "3 × 3 squares",
    sides: [
        SideInfo { name: "white", letter: 'X', color: Color::White },
        SideInfo { name: "black", letter: 'O', color: Color::Black },
    ],
    scores: Scores::won("games"),
    port: None,
    protocols: &[Protocol::Ugi],
    program_time: None,
    move_form: "as a column a-c and a row 1-3, like b2",
    position_form: "9 characters X, O or - row by row, a space, the side to move X or O",
    options: &[],
};

/// The board as two sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoughtsPosition {
    marks: [u16; 2],
    side: Side,
}

impl NoughtsPosition {
    fn winner(&self) -> Option<Side> {
        let has_line = |side: Side| LINES.iter().any(|line| self.marks[side] & line == *line);
        Side::BOTH.into_iter().find(|&side| has_line(side))
    }

    fn free(&self) -> u16 {
        0o777 & !(self.marks[0] | self.marks[1])
    }
}

impl Position for NoughtsPosition {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn generate(&self, moves: &mut MoveList<u8>) {
        if self.winner().is_none() {
            moves.extend((0..9).filter(|&square| self.free() >> square & 1 != 0));
        }
    }

    fn play(&mut self, square: u8) {
        self.marks[self.side] |= 1 << square;
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(side) => Some(Outcome::from_margin(side.sign())),
            None => (self.free() == 0).then(|| Outcome::from_margin(0)),
        }
    }

    fn score(&self) -> [i32; 2] {
        Side::BOTH.map(|side| i32::from(self.winner() == Some(side)))
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.marks[0]) << 32 | u64::from(self.marks[1]) << 8 | self.side as u64)
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Noughts;

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
}

impl Game for Noughts {
    type Position = NoughtsPosition;

    fn standard() -> Self {
        Noughts
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn start(&self) -> NoughtsPosition {
        NoughtsPosition { marks: [0, 0], side: Side::First }
    }

    fn layout(&self) -> Layout {
        let columns = |c| char::from(b'a' + c).to_string();
        let rows = |r: u8| (r + 1).to_string();
        let mut layout = Layout::grid(3, 3, CellShape::Square, |r, c| name(r * 3 + c), columns, rows);
        layout.pieces = vec![
            Piece::of_side(&INFO.sides, Side::First, "white cross", '×', PieceShape::Disc),
            Piece::of_side(&INFO.sides, Side::Second, "black nought", '○', PieceShape::Disc),
        ];
        layout
    }

    fn set_up(&self, position: &NoughtsPosition) -> SetUp {
        let mark = |square: usize| (0..2).find(|&side| position.marks[side] >> square & 1 != 0);
        SetUp { contents: (0..9).map(mark).collect(), side: position.side, rest: Vec::new() }
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<NoughtsPosition, PositionError> {
        set_up.no_more()?;
        let mut marks = [0u16; 2];
        for (square, piece) in set_up.contents.iter().enumerate() {
            if let Some(side) = piece {
                marks[*side] |= 1 << square;
            }
        }
        let ahead = marks[0].count_ones() as i32 - marks[1].count_ones() as i32;
        if ahead != set_up.side as i32 {
            return Err(PositionError::Impossible("the numbers of marks do not fit the side to move".into()));
        }
        Ok(NoughtsPosition { marks, side: set_up.side })
    }

    fn move_text(&self, _: &NoughtsPosition, square: u8) -> String {
        name(square)
    }

    fn parse_move(&self, position: &NoughtsPosition, text: &str) -> Result<u8, MoveError> {
        let square = (0..9).find(|&square| name(square) == text);
        let malformed = || MoveError::Malformed { text: text.to_owned(), expected: INFO.move_form };
        let square = square.ok_or_else(malformed)?;
        if position.free() >> square & 1 == 0 {
            return Err(MoveError::Illegal { text: text.to_owned(), why: "the square is taken".to_owned() });
        }
        Ok(square)
    }

    fn path(&self, _: &NoughtsPosition, square: u8) -> Vec<usize> {
        vec![usize::from(square)]
    }
}
