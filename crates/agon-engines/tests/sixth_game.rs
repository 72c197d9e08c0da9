//! A game from outside gets an engine by one line. Here: a row of twenty-one matches, one to three are taken at
//! a time, the last one wins.
#![allow(clippy::unwrap_used)]

use agon_core::{
    CellShape, Game, GameInfo, Layout, MoveError, MoveList, Outcome, Piece, PieceShape, Position,
    PositionError, Registry, SetUp, Side, SideInfo,
};
use agon_engines::{EngineSpec, Engines, Limits, Stop};

#[derive(Clone, Copy, Debug)]
struct Matches;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Heap {
    left: u8,
    side: Side,
}

impl Position for Heap {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn generate(&self, moves: &mut MoveList<u8>) {
        moves.extend(1..=self.left.min(3));
    }

    fn play(&mut self, taken: u8) {
        *self = Heap { left: self.left - taken, side: !self.side };
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::from_margin(-self.side.sign()))
    }

    fn score(&self) -> [i32; 2] {
        [0, 0]
    }

    fn key(&self) -> u64 {
        agon_core::position::mix(u64::from(self.left) << 1 | self.side as u64)
    }
}

static INFO: GameInfo = GameInfo {
    name: "matches",
    title: "Matches",
    summary: "Take one to three matches; the last one wins.",
    board: "a row of 21 matches",
    sides: [SideInfo { name: "first", letter: 'A' }, SideInfo { name: "second", letter: 'B' }],
    unit: "points",
    port: None,
    protocols: &["ugi"],
    move_form: "as the number of matches taken, 1 to 3",
    position_form: "21 characters, M for a match, - for a gap, a space, the side to move A or B",
    options: &[],
};

impl Game for Matches {
    type Position = Heap;

    fn standard() -> Self {
        Matches
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn start(&self) -> Heap {
        Heap { left: 21, side: Side::First }
    }

    fn layout(&self) -> Layout {
        let name = |_, column: u8| (column + 1).to_string();
        let mut layout = Layout::grid(1, 21, CellShape::Square, name, |_| String::new(), |_| String::new());
        let shape = PieceShape::Disc;
        layout.pieces = vec![Piece { name: "match", symbol: 'M', glyph: '|', side: None, shape }];
        layout
    }

    fn set_up(&self, heap: &Heap) -> SetUp {
        let contents = (0..21).map(|i| (i < heap.left).then_some(0)).collect();
        SetUp { contents, side: heap.side, rest: Vec::new() }
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<Heap, PositionError> {
        Ok(Heap { left: set_up.contents.iter().flatten().count() as u8, side: set_up.side })
    }

    fn move_text(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_move(&self, _: &Heap, text: &str) -> Result<u8, MoveError> {
        text.parse().map_err(|_| MoveError::Malformed { text: text.to_owned(), expected: INFO.move_form })
    }

    fn path(&self, heap: &Heap, taken: u8) -> Vec<usize> {
        vec![usize::from(heap.left - taken)]
    }
}

#[test]
fn one_line_gives_a_new_game_an_engine_that_plays_it_perfectly() {
    let mut games = Registry::new();
    games.add::<Matches>();
    let mut engines = Engines::standard();
    engines.add::<Matches>();

    let game = games.game("matches").unwrap();
    let mut engine = engines.engine("matches", &EngineSpec::default()).unwrap();
    for left in (1..=21).filter(|left| left % 4 != 0) {
        let text = format!("{}{} A", "M".repeat(left), "-".repeat(21 - left));
        let position = game.parse_position(&text).unwrap();
        let report = engine.best(&*position, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(report.mv, (left % 4).to_string(), "{left} matches");
        assert!(report.exact);
        assert_eq!(report.score_text, "+1 points");
    }
    let lost = game.parse_position(&format!("{}{} B", "M".repeat(8), "-".repeat(13))).unwrap();
    let all = engine.analyze(&*lost, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    assert!(all.len() == 3 && all.iter().all(|report| report.score == -1 && report.exact));
    let explanation = engine.explain(&*lost).unwrap().unwrap();
    assert_eq!(explanation.terms.len(), 2);
}
