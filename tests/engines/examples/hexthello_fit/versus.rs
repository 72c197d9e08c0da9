//! Matches between players, every opening from both sides.

use crate::player::{Player, player};
use agon_core::{Dice, Game, MoveList, Position};
use agon_hexthello::HexThello;
use agon_hexthello::HexThelloPosition;
use agon_search::Limits;
use std::error::Error;

/// The table of a player, in megabytes.
const HASH: usize = 16;

/// Random moves at the start of a game.
const OPENING: u64 = 8;

/// A player with the limits of its search, from `explained@20000` (nodes) or `simple@d5` (depth).
fn contestant(text: &str) -> Result<(Box<dyn Player>, Limits), Box<dyn Error>> {
    let (weights, limit) =
        text.split_once('@').ok_or("a player is written WEIGHTS@NODES or WEIGHTS@dDEPTH")?;
    let limits = match limit.strip_prefix('d') {
        Some(depth) => Limits::depth(depth.parse()?),
        None => Limits::nodes(limit.parse()?),
    };
    Ok((player(weights, HASH)?, limits))
}

/// Plays every opening from both sides.
pub(crate) fn run(pairs: u64, seed: u64, names: [&str; 2]) -> Result<(), Box<dyn Error>> {
    let [mut a, mut b] = [contestant(names[0])?, contestant(names[1])?];
    let (mut points, mut squares, mut margins) = (0.0, 0.0, 0);
    for number in 0..pairs {
        let start = opening(&mut Dice::new(Dice::derive(seed, number)));
        let first = game([&mut a, &mut b], start);
        let second = -game([&mut b, &mut a], start);
        // Both games of a pair together are one observation.
        let pair = f64::from(first.signum() + second.signum() + 2) / 4.0;
        points += pair;
        squares += pair * pair;
        margins += first + second;
        println!("pair {number}: {first} {second}");
    }
    let (count, mean) = (pairs as f64, points / pairs as f64);
    let error = ((squares / count - mean * mean) / count).sqrt();
    let margin = f64::from(margins) / (2.0 * count);
    println!(
        "{} of {} points, {:.1} % ± {:.1}, mean margin {margin:.1}",
        2.0 * points,
        2 * pairs,
        100.0 * mean,
        196.0 * error
    );
    Ok(())
}

/// A position some random moves from the start.
fn opening(dice: &mut Dice) -> HexThelloPosition {
    let mut position = HexThello::standard().start();
    for _ in 0..OPENING {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if let Some(&mv) = dice.pick(&moves) {
            position.play(mv);
        }
    }
    position
}

/// Black's margin; `players[0]` is black.
fn game(players: [&mut (Box<dyn Player>, Limits); 2], start: HexThelloPosition) -> i32 {
    let [black, white] = players;
    black.0.forget();
    white.0.forget();
    let mut position = start;
    loop {
        let (player, limits) = if position.side_to_move().sign() > 0 { &mut *black } else { &mut *white };
        let Some(found) = player.find(&position, *limits) else {
            let [black, white] = position.score();
            return black - white;
        };
        position.play(found.mv);
    }
}
