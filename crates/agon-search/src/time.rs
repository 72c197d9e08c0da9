//! How much time to spend on a move.

use crate::limits::Limits;
use std::time::Duration;

/// The clock of the side to move in a game with a time for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// What is kept back from a time limit because the machine may be busy elsewhere when it is reached: a
/// tenth, between 5 and 50 ms, but never more than half of it. A search with a [wary](crate::Wary) clock keeps back more
/// when it notices that the machine is busy.
pub fn safety_margin(time: Duration) -> Duration {
    (time / 10).clamp(Duration::from_millis(5), Duration::from_millis(50)).min(time / 2)
}

/// The limits for a fixed time a move: all of it but the safety margin.
pub fn per_move(time: Duration) -> Limits {
    let hard = time - safety_margin(time);
    Limits { soft: Some(hard), hard: Some(hard), ..Limits::default() }
}

/// The limits for a move from a clock for the whole game, with an estimate of the moves this side has still to
/// make. An equal share of what is left and most of the increment is aimed at; a share and a half, when an
/// iteration is under way, is the end, and never more than a fourth of the clock.
pub fn per_game(clock: GameClock, moves_left: u32) -> Limits {
    let available = clock.remaining - safety_margin(clock.remaining);
    let share = available / moves_left.clamp(4, 60) + clock.increment * 3 / 4;
    let most = available / 4;
    let hard = (share * 3 / 2).min(most);
    // The next iteration costs a multiple of all before it: begun late, it would not be finished.
    Limits { soft: Some((share * 3 / 5).min(hard)), hard: Some(hard), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_fixed_time_is_used_up_to_a_margin() {
        assert_eq!(per_move(ms(0)).hard, Some(ms(0)));
        assert_eq!(per_move(ms(4)).hard, Some(ms(2)));
        assert_eq!(per_move(ms(10)).hard, Some(ms(5)));
        assert_eq!(per_move(ms(50)).hard, Some(ms(45)));
        assert_eq!(per_move(ms(100)).hard, Some(ms(90)));
        assert_eq!(per_move(ms(5000)).hard, Some(ms(4950)));
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        for (start, increment, length) in [(1000, 0, 40), (60_000, 0, 80), (5000, 100, 120), (10, 0, 60)] {
            let mut remaining = ms(start);
            for made in 0..length {
                let clock = GameClock { remaining, increment: ms(increment) };
                let hard = per_game(clock, 30u32.saturating_sub(made)).hard.unwrap();
                assert!(hard < remaining, "move {made} of {start} ms may take {hard:?} of {remaining:?}");
                remaining = remaining - hard + ms(increment);
            }
        }
    }

    #[test]
    fn the_increment_is_used() {
        let clock = |increment| GameClock { remaining: ms(60_000), increment };
        assert!(per_game(clock(ms(1000)), 30).soft > per_game(clock(ms(0)), 30).soft);
    }
}
