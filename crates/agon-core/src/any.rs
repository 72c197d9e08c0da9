//! The object-safe view of any game: moves as text, boards as views.

use crate::actions::NumberedMoves;
use crate::cpu::Choice;
use crate::formats::Format;
use crate::images::Images;
use crate::playouts::Tally;
use crate::{
    AnyPositions, BoardView, Game, GameInfo, LastMove, Layout, MoveError, MoveView, Outcome, PositionError,
    SetUp, Side, Situation, TucFacts, TypedPosition,
};
use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What happens next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It is this side's turn.
    Turn(Side),
    /// Chance decides; only the referee rolls.
    Chance,
    /// The game is over.
    Over(Outcome),
}

/// Any game: the rules without their types.
pub trait AnyGame: Send + Sync {
    /// What there is to know about it.
    fn info(&self) -> &'static GameInfo;
    /// Its name with the variant: `hexthello:radius=3`.
    fn id(&self) -> String;
    /// Other names it is known by; see [`Game::aliases`].
    fn aliases(&self) -> &'static [&'static str];
    /// How many numbers its moves have; see [`Game::action`].
    fn actions(&self) -> usize;
    /// The move that a number stands for, as text; see [`Game::action_text`].
    fn action_text(&self, action: usize) -> Option<String>;
    /// No positions yet, and room for many.
    fn batch(&self) -> Box<dyn AnyPositions>;
    /// Whether dice are rolled in it.
    fn has_chance(&self) -> bool;
    /// The board and the pieces.
    fn layout(&self) -> Layout;
    /// The start position that commands use.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// Where a real game begins: the start, or the chance event before it.
    fn opening(&self) -> Box<dyn AnyPosition>;

    /// Balanced openings for matches; see [`Game::openings`].
    fn openings(&self) -> &'static str;
    /// A position from its one-line form.
    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError>;
    /// A position from a set-up board.
    #[allow(clippy::wrong_self_convention)] // Reason: `self` are the rules, the position comes from the set-up.
    fn from_set_up(&self, set_up: &SetUp) -> Result<Box<dyn AnyPosition>, PositionError>;
    /// A position to try players in, with the move that makes the situation where it takes one; see
    /// [`Game::situation`].
    fn situation(&self, situation: Situation) -> Option<(Box<dyn AnyPosition>, Option<String>)>;
    /// Takes a game's text apart into its moves.
    fn split_moves<'a>(&self, text: &'a str) -> Vec<&'a str>;
    /// Takes a recorded move apart into the bare move and its roll.
    fn split_roll<'a>(&self, text: &'a str) -> (&'a str, Option<&'a str>);
    /// The formats of its own; see [`Game::formats`].
    fn formats(&self) -> &'static [&'static dyn Format];
    /// What the course's game servers need to know, if it is played there.
    fn tuc(&self) -> Option<TucFacts>;
    /// A position from what the course's game servers send; see [`Game::from_tiles`].
    #[allow(clippy::wrong_self_convention)] // Reason: `self` are the rules, the position comes from the tiles.
    fn from_tiles(
        &self,
        tiles: &[u8],
        scores: [u8; 2],
        side: Side,
    ) -> Result<Box<dyn AnyPosition>, PositionError>;
}

/// Any position: what the referee, the terminal, the page and the protocols see.
pub trait AnyPosition: NumberedMoves + Images + Send + Sync + fmt::Debug {
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The static position behind it, a [`TypedPosition`].
    fn as_any(&self) -> &dyn Any;
    /// What happens next.
    fn phase(&self) -> Phase;
    /// The side to move, whatever the phase.
    fn side_to_move(&self) -> Side;
    /// What each side has so far in the game's unit.
    fn score(&self) -> [i32; 2];
    /// The legal moves as text, in generator order; a forced pass is one.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a player's move and gives back its proper spelling; the position is unchanged on an error.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Plays a recorded move with its roll; a forced pass that was left out is played first where the game
    /// allows it. Gives back what was played, with rolls.
    fn play_recorded(&mut self, text: &str) -> Result<Vec<String>, MoveError>;
    /// The weights of the outcomes that chance decides between now, if it does.
    fn chance(&self) -> Option<&'static [u32]>;
    /// Lets chance fall on an outcome and gives back how it is written after the move.
    fn resolve(&mut self, outcome: usize) -> String;
    /// The one-line form.
    fn text(&self) -> String;
    /// The board's parts.
    fn set_up(&self) -> SetUp;
    /// The board as the course's game servers send it; see [`Game::tiles`].
    fn tiles(&self) -> Vec<u8>;
    /// A hash of everything that matters for the rest of the game.
    fn key(&self) -> u64;
    /// A hash that is the same for all positions that are equal up to symmetry.
    fn canonical_key(&self) -> u64;
    /// The text of the pass, if the side to move must pass.
    fn forced_pass(&self) -> Option<String>;
    /// Whether a legal move is a pass.
    fn is_pass(&self, text: &str) -> Result<bool, MoveError>;
    /// The cells to click for a legal move.
    fn path(&self, text: &str) -> Result<Vec<usize>, MoveError>;
    /// A legal move's cells and what it changes.
    fn move_view(&self, text: &str) -> Result<MoveView, MoveError>;
    /// Everything needed to draw the position and to play on; `last` are the moves to mark.
    fn view(&self, last: &[LastMove]) -> BoardView;
    /// The number of leaves `depth` plies below.
    fn perft(&self, depth: u32, choice: Choice) -> u64;
    /// Plays the random games of these numbers; see [`playouts`](crate::playouts::playouts).
    fn playouts(&self, seed: u64, numbers: Range<u64>) -> Tally;
    /// The positions after each legal move, or after each outcome where chance decides.
    fn children(&self) -> Vec<Box<dyn AnyPosition>>;
    /// Says of every piece on which cell it stands and of which kind it is; see [`Game::each_piece`].
    fn each_piece(&self, see: &mut dyn FnMut(usize, usize));
    /// How many legal moves there are.
    fn count_moves(&self) -> usize;
    /// Whether another position is the same one of the same game and variant.
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    /// The game's rules.
    fn game(&self) -> Arc<dyn AnyGame>;
}

impl dyn AnyGame + '_ {
    /// Whether these are the rules of `G`, in any variant: for what belongs to one game only, such as its own dialogue.
    pub fn is<G: Game>(&self) -> bool {
        self.start().as_any().is::<TypedPosition<G>>()
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
