//! What the referee costs for each move: with players in this process, and with a program on pipes.
//!
//! ```sh
//! cargo build --release -p agon-sandbox --bin agon-testplayer
//! cargo run --release -p agon-arena --example referee_overhead -- target/release/agon-testplayer
//! ```
//!
//! The program should answer at once; what it needs itself is part of the figure.

#![allow(clippy::print_stdout)] // Reason: printing is what it is for.

use agon_core::Side;
use agon_engine::Stop;
use agon_referee::{GameSetup, Referee, Seat, SystemClock, TimeControl, play};
use agon_sandbox::{Limits, Mode};
use agon_seats::SeatFactory;
use agon_seats::{PlayerError, PlayerSpec};
use std::time::{Duration, Instant};

/// How many games each figure is made of.
const GAMES: u64 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("in this process, a whole move of the loop (both players random):");
    for game in ["reversi", "hexthello", "four-in-a-row", "connect4-9x9", "ants"] {
        let (loop_time, _) = measure(game, ["random:seed=1", "random:seed=2"], Mode::Off)?;
        println!("  {game:14} {:8.2} µs", loop_time.as_secs_f64() * 1e6);
    }
    let Some(command) = std::env::args().nth(1) else { return Ok(()) };
    println!("a program on pipes, from the question to its answer:");
    for mode in [Mode::Off, Mode::Auto] {
        for (kind, game) in [("exec", "connect4-9x9"), ("ugi", "reversi"), ("ugi", "ants")] {
            let (_, answer) = measure(game, [&format!("{kind}:{command}"), "random:seed=2"], mode)?;
            println!("  {kind:5} {game:14} sandbox {mode:5} {:8.1} µs", answer.as_secs_f64() * 1e6);
        }
    }
    Ok(())
}

/// The time of a move as the loop sees it, and the median of the first player's moves as the record has it.
fn measure(
    game: &str,
    players: [&str; 2],
    mode: Mode,
) -> Result<(Duration, Duration), Box<dyn std::error::Error>> {
    let rules = agon_games::registry().game(game)?;
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines).with_sandbox(mode, Limits::default());
    let seat = |text: &str| -> Result<Box<dyn Seat>, PlayerError> {
        text.parse::<PlayerSpec>()?.seat_in(&*rules, &factory)
    };
    let mut seats = [seat(players[0])?, seat(players[1])?];
    let mut answers = Vec::new();
    let mut moves = 0;
    let mut taken = Duration::ZERO;
    for seed in 0..GAMES {
        let mut setup = GameSetup::new(rules.clone(), [seats[0].info(), seats[1].info()], seed);
        setup.control = [TimeControl::per_move(Duration::from_secs(60)); 2];
        let mut referee = Referee::new(setup)?;
        let begun = Instant::now();
        play(&mut referee, &mut seats, [seed, seed + 1], &SystemClock::new(), &Stop::new(), &mut |_| {});
        taken += begun.elapsed();
        moves += referee.record().moves.len();
        let first = referee.line().moves().iter().zip(&referee.record().moves);
        // The first answer of a game has the start of the program in it.
        let own = first.filter(|(played, _)| played.side == Side::First).skip(1);
        answers.extend(own.filter_map(|(_, recorded)| recorded.ms));
    }
    answers.sort_by(f64::total_cmp);
    let median = answers.get(answers.len() / 2).copied().unwrap_or_default();
    Ok((taken / u32::try_from(moves.max(1))?, Duration::from_secs_f64(median / 1e3)))
}
