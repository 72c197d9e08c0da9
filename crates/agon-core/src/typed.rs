//! The bridge from a static game to the object-safe view, written once for all games.

use crate::batch::{TypedPositions, children};
use crate::cpu::Choice;
use crate::formats::Format;
use crate::playouts::Tally;
use crate::position::MoveList;
use crate::view::Change;
use crate::{
    AnyGame, AnyPosition, AnyPositions, BoardView, Game, GameInfo, LastMove, Layout, MoveError, MoveView,
    Phase, Position, PositionError, SetUp, Side, Situation, TucFacts, notation,
};
use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A static game behind the object-safe view.
#[derive(Clone, Debug)]
pub struct Typed<G: Game>(pub Arc<G>);

/// A static position behind the object-safe view.
#[derive(Clone)]
pub struct TypedPosition<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The position.
    pub position: G::Position,
}

impl<G: Game> fmt::Debug for TypedPosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl<G: Game> Typed<G> {
    /// Wraps a game.
    pub fn new(game: G) -> Self {
        Typed(Arc::new(game))
    }

    /// Wraps a position of the game.
    pub fn position(&self, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(TypedPosition { game: self.0.clone(), position })
    }
}

impl<G: Game> AnyGame for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn id(&self) -> String {
        match self.0.variant() {
            v if v.is_empty() => self.info().name.to_owned(),
            v => format!("{}:{v}", self.info().name),
        }
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.0.aliases()
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn action_text(&self, action: usize) -> Option<String> {
        self.0.action_text(action)
    }

    fn batch(&self) -> Box<dyn AnyPositions> {
        Box::new(TypedPositions::new(self.0.clone()))
    }

    fn has_chance(&self) -> bool {
        G::Position::HAS_CHANCE
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        self.position(self.0.start())
    }

    fn openings(&self) -> &'static str {
        self.0.openings()
    }

    fn opening(&self) -> Box<dyn AnyPosition> {
        self.position(self.0.opening())
    }

    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(self.position(notation::parse_position(&*self.0, text)?))
    }

    fn from_set_up(&self, set_up: &SetUp) -> Result<Box<dyn AnyPosition>, PositionError> {
        let expected = self.layout().cells.len();
        if set_up.contents.len() != expected {
            let (game, found) = (self.info().name.to_owned(), set_up.contents.len());
            return Err(PositionError::Length { game, expected: expected.to_string(), found });
        }
        Ok(self.position(self.0.from_set_up(set_up)?))
    }

    fn situation(&self, situation: Situation) -> Option<(Box<dyn AnyPosition>, Option<String>)> {
        let (position, mv) = self.0.situation(situation)?;
        Some((self.position(position), mv))
    }

    fn split_moves<'a>(&self, text: &'a str) -> Vec<&'a str> {
        self.0.split_moves(text)
    }

    fn split_roll<'a>(&self, text: &'a str) -> (&'a str, Option<&'a str>) {
        self.0.split_roll(text)
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        self.0.formats()
    }

    fn tuc(&self) -> Option<TucFacts> {
        self.0.tuc()
    }

    fn from_tiles(
        &self,
        tiles: &[u8],
        scores: [u8; 2],
        side: Side,
    ) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(self.position(self.0.from_tiles(tiles, scores, side)?))
    }
}

impl<G: Game> TypedPosition<G> {
    fn moves(&self) -> MoveList<<G::Position as Position>::Move> {
        let mut moves = MoveList::new();
        self.position.generate(&mut moves);
        moves
    }

    /// A move that is certainly legal, from its text.
    pub(crate) fn parse(&self, text: &str) -> Result<<G::Position as Position>::Move, MoveError> {
        if self.position.outcome().is_some() {
            return Err(MoveError::Over { text: text.to_owned() });
        }
        if let (bare, Some(_)) = self.game.split_roll(text) {
            return Err(MoveError::RollByPlayer { text: text.to_owned(), bare: bare.to_owned() });
        }
        let mv = self.game.parse_move(&self.position, text)?;
        if self.moves().contains(&mv) {
            Ok(mv)
        } else {
            Err(MoveError::Illegal { text: text.to_owned(), why: "the rules do not allow it".to_owned() })
        }
    }

    fn describe(&self, mv: <G::Position as Position>::Move) -> MoveView {
        let before = self.game.set_up(&self.position).contents;
        let mut next = self.position;
        next.play(mv);
        let after = self.game.set_up(&next).contents;
        let changed = before.iter().zip(&after).enumerate().filter(|(_, (b, a))| b != a);
        MoveView {
            text: self.game.move_text(&self.position, mv),
            pass: self.game.is_pass(&self.position, mv),
            path: self.game.path(&self.position, mv),
            changes: changed.map(|(cell, (_, &piece))| Change { cell, piece }).collect(),
        }
    }

    /// The only legal move, if it is a pass and a game may leave it out.
    fn omitted_pass(&self) -> Option<String> {
        if self.game.pass_may_be_omitted() { self.forced_pass() } else { None }
    }
}

impl<G: Game> AnyPosition for TypedPosition<G> {
    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn phase(&self) -> Phase {
        if self.position.chance().is_some() {
            Phase::Chance
        } else if let Some(outcome) = self.position.outcome() {
            Phase::Over(outcome)
        } else {
            Phase::Turn(self.position.side_to_move())
        }
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn score(&self) -> [i32; 2] {
        self.position.score()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.moves().iter().map(|&mv| self.game.move_text(&self.position, mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.parse(text)?;
        let proper = self.game.move_text(&self.position, mv);
        self.position.play(mv);
        Ok(proper)
    }

    fn play_recorded(&mut self, text: &str) -> Result<Vec<String>, MoveError> {
        let mut next = self.clone();
        let mut played = Vec::new();
        let (bare, roll) = self.game.split_roll(text);
        if let Some(pass) = next.omitted_pass()
            && !bare.eq_ignore_ascii_case(&pass)
        {
            played.push(next.play(&pass)?);
        }
        let mut proper = next.play(bare)?;
        match (next.position.chance(), roll) {
            (None, None) => {}
            (None, Some(_)) => {
                return Err(MoveError::RollNeedless { text: text.to_owned(), bare: bare.to_owned() });
            }
            (Some(weights), roll) => {
                let rolls = (0..weights.len()).map(|o| self.game.roll_text(&next.position, o));
                let choices: Vec<_> = rolls.collect();
                let Some(outcome) = roll.and_then(|r| choices.iter().position(|c| c == r)) else {
                    let written: Vec<_> = choices.iter().map(|c| format!("'{bare}{c}'")).collect();
                    let choices = written.join(" or ");
                    return Err(MoveError::RollMissing { text: text.to_owned(), choices });
                };
                proper.push_str(&next.resolve(outcome));
            }
        }
        played.push(proper);
        *self = next;
        Ok(played)
    }

    fn chance(&self) -> Option<&'static [u32]> {
        self.position.chance()
    }

    fn resolve(&mut self, outcome: usize) -> String {
        let text = self.game.roll_text(&self.position, outcome);
        self.position.resolve(outcome);
        text
    }

    fn text(&self) -> String {
        notation::position_text(&*self.game, &self.position)
    }

    fn set_up(&self) -> SetUp {
        self.game.set_up(&self.position)
    }

    fn tiles(&self) -> Vec<u8> {
        self.game.tiles(&self.position)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn canonical_key(&self) -> u64 {
        self.position.canonical_key()
    }

    fn forced_pass(&self) -> Option<String> {
        match self.moves()[..] {
            [only] if self.game.is_pass(&self.position, only) => {
                Some(self.game.move_text(&self.position, only))
            }
            _ => None,
        }
    }

    fn is_pass(&self, text: &str) -> Result<bool, MoveError> {
        Ok(self.game.is_pass(&self.position, self.parse(text)?))
    }

    fn path(&self, text: &str) -> Result<Vec<usize>, MoveError> {
        Ok(self.game.path(&self.position, self.parse(text)?))
    }

    fn move_view(&self, text: &str) -> Result<MoveView, MoveError> {
        Ok(self.describe(self.parse(text)?))
    }

    fn view(&self, last: &[LastMove]) -> BoardView {
        let info = self.game.info();
        let to_move = match self.phase() {
            Phase::Turn(side) => Some(side),
            Phase::Chance | Phase::Over(_) => None,
        };
        BoardView {
            game: Typed(self.game.clone()).id(),
            layout: self.game.layout(),
            contents: self.set_up().contents,
            position: self.text(),
            to_move,
            sides: info.sides.map(|s| s.name),
            score: self.position.score(),
            scores: info.scores,
            outcome: self.position.outcome(),
            moves: self.moves().iter().map(|&mv| self.describe(mv)).collect(),
            last: last.to_vec(),
            winning: self.game.winning_lines(&self.position),
        }
    }

    fn perft(&self, depth: u32, choice: Choice) -> u64 {
        crate::perft::perft_on(choice, &self.position, depth)
    }

    fn playouts(&self, seed: u64, numbers: Range<u64>) -> Tally {
        crate::playouts::playouts(&self.position, seed, numbers)
    }

    fn children(&self) -> Vec<Box<dyn AnyPosition>> {
        let mut next = Vec::new();
        children(&self.position, &mut next);
        next.into_iter().map(|position| Typed(self.game.clone()).position(position)).collect()
    }

    fn each_piece(&self, see: &mut dyn FnMut(usize, usize)) {
        self.game.each_piece(&self.position, see);
    }

    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.position == other.position && self.game.variant() == other.game.variant()
        })
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::new(Typed(self.game.clone()))
    }
}
