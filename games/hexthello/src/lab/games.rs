//! Games for the fit: openings of many kinds, then the engine against itself.

use super::game_line::GameLine;
use super::player::{Player, player};
use super::{LabError, at};
use crate::{HexThello, HexThelloPosition, Move};
use agon_core::{Dice, Game, MoveList, Position};
use agon_search::Limits;
use std::io::Write;
use std::path::Path;

/// The table of a player, in megabytes.
const HASH: usize = 1;

/// Games to be played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayTask<'a> {
    /// How many.
    pub count: u64,
    /// Positions a move.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// The evaluation: `explained`, `corners`, `simple`, `-` for the embedded patterns, or a file of patterns.
    pub player: &'a str,
}

impl SelfPlayTask<'_> {
    /// Plays the games and appends them to a file, one a line.
    pub fn run(&self, path: &Path) -> Result<(), LabError> {
        let mut engine = player(self.player, HASH)?;
        let mut greedy = player("simple", HASH)?;
        let mut out = std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(at(path))?;
        for number in 0..self.count {
            let mut dice = Dice::new(Dice::derive(self.seed, number));
            if let Some(game) = self_play(&mut *engine, &mut *greedy, &mut dice, self.nodes) {
                writeln!(out, "{}", game.text()).map_err(at(path))?;
            }
        }
        Ok(())
    }
}

fn self_play(
    engine: &mut dyn Player,
    greedy: &mut dyn Player,
    dice: &mut Dice,
    nodes: u64,
) -> Option<GameLine> {
    engine.forget();
    let mut position = HexThello::standard().start();
    let mut moves = opening(engine, greedy, dice, &mut position)?;
    let opening = moves.len();
    let mut scores = Vec::new();
    while let Some(found) = engine.find(&position, Limits::nodes(nodes)) {
        scores.push(found.score());
        moves.push(found.mv);
        position.play(found.mv);
    }
    let [black, white] = position.score();
    (!scores.is_empty()).then_some(GameLine { opening, margin: black - white, moves, scores })
}

/// Some moves that the engine would not always choose: all at random, or one side or both after the most discs.
/// Positions that only a weak opponent leads to are positions too.
fn opening(
    engine: &mut dyn Player,
    greedy: &mut dyn Player,
    dice: &mut Dice,
    position: &mut HexThelloPosition,
) -> Option<Vec<Move>> {
    let kind = dice.below(5);
    let plies = if kind == 0 { 4 + dice.below(40) } else { 6 + dice.below(110) };
    let greedy_side = dice.below(2);
    let depth = 1 + dice.below(2) as u32;
    let mut played = Vec::new();
    for ply in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let any = *dice.pick(&moves)?;
        let is_random = dice.below(10) < if kind == 0 { 10 } else { 2 };
        let mv = if is_random || ply < 4 {
            any
        } else if kind == 4 || ply % 2 == greedy_side {
            greedy.forget();
            greedy.find(position, Limits::depth(depth))?.mv
        } else {
            engine.find(position, Limits::nodes(60))?.mv
        };
        played.push(mv);
        position.play(mv);
    }
    Some(played)
}
