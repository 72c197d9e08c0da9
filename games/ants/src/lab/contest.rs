//! Pairs of games of the folded game between two evaluators, on two threads.

use super::LabError;
use crate::AntsPosition;
use crate::engine::fold_evaluator::FoldEvaluator;
use crate::engine::folded::Folded;
use crate::engine::techniques;
use agon_core::{Dice, MoveList, Position, Side};
use agon_search::{Limits, Searcher, Techniques};

/// The openings of contests are not those that weights are fitted to.
const FIRST_SEED: u64 = 1_000_000;

/// The opening of a game: some random moves that leave neither side far ahead.
pub(super) fn opening(seed: u64) -> Folded {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = AntsPosition::OPENING;
        position.resolve(dice.below(256) as usize);
        let mut folded = Folded::new(position);
        for _ in 0..4 + dice.below(8) {
            let mut moves = MoveList::new();
            folded.generate(&mut moves);
            if let Some(&mv) = dice.pick(&moves) {
                folded.play(mv);
            }
        }
        if folded.outcome().is_none() && folded.half_points().abs() <= 4 {
            return folded;
        }
    }
}

/// The first evaluator's share of the points, and its mean margin.
pub(super) fn contest(
    evaluators: [FoldEvaluator; 2],
    limits: Limits,
    pairs: u64,
) -> Result<(f64, f64), LabError> {
    let worker = |part: u64| {
        let mut players =
            evaluators.map(|evaluator| Searcher::new(evaluator, Techniques { hash: 4, ..techniques() }));
        let mut sums = (0.0, 0.0);
        for pair in (part..pairs).step_by(2) {
            for first_is in [Side::First, Side::Second] {
                let margin = game(&mut players, opening(FIRST_SEED + pair), first_is, limits)?;
                sums.0 += f64::from(margin.signum() + 1) / 2.0;
                sums.1 += f64::from(margin) / 2.0;
            }
        }
        Ok(sums)
    };
    let parts: [Result<(f64, f64), LabError>; 2] = std::thread::scope(|scope| {
        let other = scope.spawn(|| worker(1));
        // A worker that panics takes everything with it.
        [worker(0), other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
    });
    let [here, other] = parts;
    let (here, other, games) = (here?, other?, (2 * pairs) as f64);
    Ok(((here.0 + other.0) / games, (here.1 + other.1) / games))
}

/// The margin of the first player in half points, if it has this side.
fn game(
    players: &mut [Searcher<Folded, FoldEvaluator>; 2],
    start: Folded,
    first_is: Side,
    limits: Limits,
) -> Result<i32, LabError> {
    let mut position = start;
    players.iter_mut().for_each(Searcher::forget);
    while position.outcome().is_none() {
        let player = &mut players[usize::from(position.side_to_move() != first_is)];
        position.play(player.best(&position, limits)?.mv);
    }
    Ok(position.half_points() * first_is.sign())
}
