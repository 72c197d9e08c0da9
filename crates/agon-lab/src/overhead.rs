//! What the referee costs for each move: with players in this process, and with a program on pipes.

use agon_core::{AnyGame, Side};
use agon_engine::{Engines, Stop};
use agon_referee::{GameSetup, MatchError, Referee, Seat, SystemClock, TimeControl, play};
use agon_sandbox::{Limits, Mode};
use agon_seats::{PlayerError, PlayerSpec, SeatFactory};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Time enough for every move.
const MOVE_TIME: Duration = Duration::from_secs(60);

/// Why it could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OverheadError {
    /// A player cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A game cannot be begun.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// What a move costs, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overhead {
    /// A move as the loop sees it, both players' thinking included.
    pub in_the_loop: f64,
    /// The first player's median time from the question to its answer, as the record has it.
    pub answer: f64,
}

/// Plays some games between two players that should answer at once; what they need themselves is part of the figure.
pub fn overhead(
    engines: &Engines,
    game: &Arc<dyn AnyGame>,
    players: [&str; 2],
    mode: Mode,
    games: u64,
) -> Result<Overhead, OverheadError> {
    let factory = SeatFactory::new(engines).with_sandbox(mode, Limits::default());
    let seat = |text: &str| -> Result<Box<dyn Seat>, PlayerError> {
        text.parse::<PlayerSpec>()?.seat_in(&**game, &factory)
    };
    let mut seats = [seat(players[0])?, seat(players[1])?];
    let (mut answers, mut moves, mut taken) = (Vec::new(), 0, Duration::ZERO);
    for seed in 0..games {
        let mut setup = GameSetup::new(game.clone(), [seats[0].info(), seats[1].info()], seed);
        setup.control = [TimeControl::per_move(MOVE_TIME); 2];
        let mut referee = Referee::new(setup).map_err(MatchError::from)?;
        let begun = Instant::now();
        play(&mut referee, &mut seats, [seed, seed + 1], &SystemClock::new(), &Stop::new(), &mut |_| {});
        taken += begun.elapsed();
        moves += referee.record().moves.len();
        let played = referee.line().moves().iter().zip(&referee.record().moves);
        // The first answer of a game has the start of the program in it.
        let own = played.filter(|(played, _)| played.side == Side::First).skip(1);
        answers.extend(own.filter_map(|(_, recorded)| recorded.ms));
    }
    answers.sort_by(f64::total_cmp);
    let median = answers.get(answers.len() / 2).copied().unwrap_or_default();
    Ok(Overhead { in_the_loop: taken.as_secs_f64() * 1e6 / moves.max(1) as f64, answer: median * 1e3 })
}
