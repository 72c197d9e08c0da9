//! Players by their evaluation, for games at a number of positions a move.

use crate::engine::{Judgement, Simple, Trained, techniques};
use crate::lab::{LabError, read};
use crate::{Connect9x9, Connect9x9Position, Move};
use agon_core::{Dice, Game, MoveList, Position};
use agon_search::{Evaluator, Found, Limits, Searcher, Techniques};
use std::path::Path;

/// Finds moves for positions, and forgets.
pub(super) trait Player {
    fn forget(&mut self);
    fn find(&mut self, position: &Connect9x9Position, nodes: u64) -> Option<Found<Move>>;
}

impl<E: Evaluator<Connect9x9Position>> Player for Searcher<Connect9x9Position, E> {
    fn forget(&mut self) {
        Searcher::forget(self);
    }

    fn find(&mut self, position: &Connect9x9Position, nodes: u64) -> Option<Found<Move>> {
        // The only error is that the game is over.
        self.best(position, Limits::nodes(nodes)).ok()
    }
}

/// A player by its evaluation, with a table of `hash` megabytes: `-` for the built-in weights, `threats` for the hand-made
/// evaluation, or a file of weights; after that settings of the search may stand, as in `-,lmr=off`.
pub(super) fn player(text: &str, hash: usize) -> Result<Box<dyn Player>, LabError> {
    let mut techniques = Techniques { hash, ..techniques() };
    let mut words = text.split(',');
    let weights = words.next().unwrap_or_default();
    for setting in words {
        let (name, value) = setting.split_once('=').ok_or_else(|| LabError::Setting(setting.to_owned()))?;
        techniques.set(name, value)?;
    }
    Ok(match weights {
        "threats" => Box::new(Searcher::new(Judgement::default(), techniques)),
        "-" => Box::new(Searcher::new(Trained::embedded(), techniques)),
        file => Box::new(Searcher::new(Trained::read(&read(Path::new(file))?)?, techniques)),
    })
}

/// What plays the openings: it counts lines as a beginner does.
pub(super) type Counter = Searcher<Connect9x9Position, Simple>;

pub(super) fn counter() -> Counter {
    Searcher::new(Simple, Techniques { hash: 1, ..techniques() })
}

/// Some moves, half of them at random, half of them as a beginner counts lines.
pub(super) fn opening(counter: &mut Counter, dice: &mut Dice) -> Option<(Connect9x9Position, String)> {
    let mut position = Connect9x9::standard().start();
    let mut text = String::new();
    for _ in 0..4 + dice.below(17) {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = if dice.below(2) == 0 {
            *dice.pick(&moves)?
        } else {
            counter.forget();
            counter.best(&position, Limits::depth(2)).ok()?.mv
        };
        text.push(char::from(b'0' + mv.column()));
        position.play(mv);
    }
    position.outcome().is_none().then_some((position, text))
}
