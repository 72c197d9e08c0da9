//! Perft, random games and random positions.

use super::Crew;
use crate::engine::EngineError;
use agon_core::cpu::Choice;
use agon_core::playouts::Tally;
use agon_core::{AnyGame, AnyPosition, Dice, Phase};

/// Random games that one thread plays before it looks around.
const PIECE: u64 = 256;

/// Plies that are played out one by one before the rest is shared among threads.
const SHARED_FROM: u32 = 2;

/// Plies that are counted in one piece: a few milliseconds of work at most, so that whoever stops it need not wait.
const ONE_PIECE: u32 = 4;

/// The number of leaves `depth` plies below a position, as [`AnyPosition::perft`] counts them.
///
/// ```
/// use agon_engine::Stop;
/// use agon_engine::bulk::{Crew, counting};
/// let start = agon_games::registry().game("reversi").unwrap().start();
/// let crew = Crew { cores: 2, stop: &Stop::new() };
/// assert_eq!(counting::perft(&*start, 6, crew).unwrap(), 8_200);
/// ```
pub fn perft(position: &dyn AnyPosition, depth: u32, crew: Crew<'_>) -> Result<u64, EngineError> {
    if depth <= SHARED_FROM {
        return Ok(position.perft(depth, Choice::Best));
    }
    let (mut level, mut ended) = (vec![position.boxed()], 0);
    for _ in 0..SHARED_FROM {
        let mut below = Vec::new();
        for mut position in level {
            // Chance takes no ply and counts once, as in perft itself.
            while position.chance().is_some() {
                position.resolve(0);
            }
            let next = position.children();
            ended += u64::from(next.is_empty());
            below.extend(next);
        }
        level = below;
    }
    let count = |_: &mut (), number: usize| leaves(&*level[number], depth - SHARED_FROM, crew);
    Ok(ended + crew.share(level.len(), || Ok(()), count)?.iter().sum::<u64>())
}

/// Counts on one thread, looking around between pieces.
fn leaves(position: &dyn AnyPosition, depth: u32, crew: Crew<'_>) -> Result<u64, EngineError> {
    if depth <= ONE_PIECE {
        return Ok(position.perft(depth, Choice::Best));
    }
    if crew.stop.is_set() {
        return Err(EngineError::Stopped);
    }
    if position.chance().is_some() {
        let mut rolled = position.boxed();
        rolled.resolve(0);
        return leaves(&*rolled, depth, crew);
    }
    let below = position.children();
    if below.is_empty() {
        return Ok(1);
    }
    below.iter().map(|next| leaves(&**next, depth - 1, crew)).sum()
}

/// Random games from a position to the end.
///
/// ```
/// use agon_engine::Stop;
/// use agon_engine::bulk::{Crew, counting};
/// let start = agon_games::registry().game("four-in-a-row").unwrap().start();
/// let stop = Stop::new();
/// let one = counting::playouts(&*start, 1_000, 7, Crew { cores: 1, stop: &stop }).unwrap();
/// let two = counting::playouts(&*start, 1_000, 7, Crew { cores: 2, stop: &stop }).unwrap();
/// assert_eq!(one, two);
/// assert!(one.wins[0] > one.wins[1], "the first move is an advantage");
/// ```
pub fn playouts(
    position: &dyn AnyPosition,
    games: u64,
    seed: u64,
    crew: Crew<'_>,
) -> Result<Tally, EngineError> {
    let piece = |_: &mut (), number: usize| {
        let first = number as u64 * PIECE;
        Ok(position.playouts(seed, first..games.min(first + PIECE)))
    };
    let pieces = crew.share(games.div_ceil(PIECE) as usize, || Ok(()), piece)?;
    Ok(pieces.into_iter().sum())
}

/// Positions at a player's turn, each after `plies` random moves or where its game ended before.
pub fn random_positions(
    game: &dyn AnyGame,
    count: usize,
    plies: u32,
    seed: u64,
    crew: Crew<'_>,
) -> Result<Vec<Box<dyn AnyPosition>>, EngineError> {
    crew.share(
        count,
        || Ok(()),
        |_, number| {
            let mut dice = Dice::new(Dice::derive(seed, number as u64));
            Ok(after_random_moves(game, plies, &mut dice))
        },
    )
}

/// The position after some random moves, one before the end if the game would be over by then.
pub(super) fn after_random_moves(game: &dyn AnyGame, plies: u32, dice: &mut Dice) -> Box<dyn AnyPosition> {
    let mut position = game.opening();
    settle(&mut *position, dice);
    for _ in 0..plies {
        let mut next = position.clone();
        let moves = next.legal_moves();
        let played = dice.pick(&moves).is_some_and(|text| next.play(text).is_ok());
        settle(&mut *next, dice);
        if !played || matches!(next.phase(), Phase::Over(_)) {
            break;
        }
        position = next;
    }
    position
}

/// Rolls until it is a player's turn or the game is over.
pub(super) fn settle(position: &mut dyn AnyPosition, dice: &mut Dice) {
    while let Some(weights) = position.chance() {
        position.resolve(dice.weighted(weights));
    }
}
