//! Games for the fit: openings of many kinds, then the engine against itself.

use crate::game_line::GameLine;
use crate::player::{Player, player};
use agon_core::{Dice, Game, MoveList, Position};
use agon_hexthello::HexThello;
use agon_hexthello::{HexThelloPosition, Move};
use agon_search::Limits;
use std::error::Error;
use std::io::Write;

/// The table of a player, in megabytes.
const HASH: usize = 1;

/// Plays games and appends them to a file.
pub(crate) fn run(
    count: u64,
    nodes: u64,
    seed: u64,
    path: &str,
    weights: &str,
) -> Result<(), Box<dyn Error>> {
    let mut engine = player(weights, HASH)?;
    let mut greedy = player("simple", HASH)?;
    let mut out = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    for number in 0..count {
        let mut dice = Dice::new(Dice::derive(seed, number));
        if let Some(game) = self_play(&mut *engine, &mut *greedy, &mut dice, nodes) {
            writeln!(out, "{}", game.text())?;
        }
    }
    Ok(())
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
