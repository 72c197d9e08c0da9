//! Ratings of large fields, where a matrix with a line for each player is out of the question: the same maximum, climbed
//! to one parameter after the other. The error of a player is that against opponents whose ratings are certain, which is
//! close to the true one where everybody has met many others.

use super::{INTERVAL, Meeting, PRIOR_GAMES, Rating, Ratings, SCALE, chances, difference, elo};

/// Rounds over all parameters; a few dozen are usual.
const MOST_ROUNDS: usize = 200;

/// A round that moves nothing by more than this, in units of the model (174 Elo), is the last.
const STILL: f64 = 1e-6;

/// The largest step of one parameter, so that none leaps over its maximum.
const LONGEST: f64 = 1.0;

/// Slope and curvature of the likelihood along one parameter.
#[derive(Clone, Copy, Default)]
struct Slope {
    gradient: f64,
    curvature: f64,
}

impl Slope {
    /// Adds the games of a meeting at a difference of strength; `sign` says for which side the parameter counts.
    fn add(&mut self, results: &[f64; 3], x: f64, draws: f64, sign: f64) {
        let games: f64 = results.iter().sum();
        let p = chances(x, draws);
        let mean = 0.5 * (p[0] - p[2]);
        self.gradient += sign * (0.5 * (results[0] - results[2]) - games * mean);
        self.curvature += games * (0.25 * (p[0] + p[2]) - mean * mean);
    }

    /// What each player is imagined to have played against an average one.
    fn add_prior(&mut self, strength: f64) {
        let win = 1.0 / (1.0 + (-strength).exp());
        self.gradient += PRIOR_GAMES * (1.0 - 2.0 * win);
        self.curvature += 2.0 * PRIOR_GAMES * win * (1.0 - win);
    }

    fn step(self) -> f64 {
        if self.curvature > 0.0 { (self.gradient / self.curvature).clamp(-LONGEST, LONGEST) } else { 0.0 }
    }
}

pub(super) fn ratings(count: usize, meetings: &[Meeting]) -> Ratings {
    let mut of_player: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (number, meeting) in (0u32..).zip(meetings) {
        meeting.players.iter().for_each(|&player| of_player[player].push(number));
    }
    let mut parameters = vec![0.0; count + 2];
    for _ in 0..MOST_ROUNDS {
        let mut largest = 0.0f64;
        for player in 0..count {
            // Who has not played stays in the middle.
            if !of_player[player].is_empty() {
                let step = slope_of(player, &of_player[player], meetings, &parameters).step();
                parameters[player] += step;
                largest = largest.max(step.abs());
            }
        }
        let [advantage, draws] = common_steps(meetings, &parameters);
        parameters[count] += advantage;
        parameters[count + 1] += draws;
        if largest.max(advantage.abs()).max(draws.abs()) < STILL {
            break;
        }
    }
    let mean = parameters[..count].iter().sum::<f64>() / count.max(1) as f64;
    let error = |curvature: f64| INTERVAL * SCALE / curvature.sqrt();
    let players = (0..count).map(|player| Rating {
        elo: elo(parameters[player] - mean),
        error: error(slope_of(player, &of_player[player], meetings, &parameters).curvature),
    });
    Ratings {
        players: players.collect(),
        first_move: Rating {
            elo: elo(parameters[count]),
            error: error(advantage_slope(meetings, &parameters).curvature),
        },
        draw_rate: chances(0.0, parameters[count + 1])[1],
    }
}

fn slope_of(player: usize, numbers: &[u32], meetings: &[Meeting], parameters: &[f64]) -> Slope {
    let mut slope = Slope::default();
    for &number in numbers {
        let meeting = &meetings[number as usize];
        let sign = if meeting.players[0] == player { 1.0 } else { -1.0 };
        let x = difference(meeting.players, parameters);
        slope.add(&meeting.results, x, parameters[parameters.len() - 1], sign);
    }
    slope.add_prior(parameters[player]);
    slope
}

/// What all games say about the first move, with the one imagined between equals.
fn advantage_slope(meetings: &[Meeting], parameters: &[f64]) -> Slope {
    let (advantage, draws) = (parameters[parameters.len() - 2], parameters[parameters.len() - 1]);
    let mut slope = Slope::default();
    for meeting in meetings {
        slope.add(&meeting.results, difference(meeting.players, parameters), draws, 1.0);
    }
    slope.add(&[1.0 / 3.0; 3], advantage, draws, 1.0);
    slope
}

/// The next steps of the two parameters that all games share: what the first move is worth, and how often games are drawn.
fn common_steps(meetings: &[Meeting], parameters: &[f64]) -> [f64; 2] {
    let (advantage, draws) = (parameters[parameters.len() - 2], parameters[parameters.len() - 1]);
    let mut drawn = Slope::default();
    let mut add = |results: &[f64; 3], x: f64| {
        let games: f64 = results.iter().sum();
        let p = chances(x, draws)[1];
        drawn.gradient += results[1] - games * p;
        drawn.curvature += games * p * (1.0 - p);
    };
    meetings.iter().for_each(|meeting| add(&meeting.results, difference(meeting.players, parameters)));
    add(&[1.0 / 3.0; 3], advantage);
    [advantage_slope(meetings, parameters).step(), drawn.step()]
}

#[cfg(test)]
mod tests {
    use super::super::{MOST_EXACT, RatedGame};
    use super::*;
    use agon_core::{Dice, Side};

    /// A field that is just small enough to be solved exactly gets the same ratings, and errors that are close.
    #[test]
    fn a_large_field_is_rated_like_a_small_one() {
        let players = 40;
        let mut dice = Dice::new(7);
        let mut games = Vec::new();
        for a in 0..players {
            for b in 0..players {
                if a != b {
                    let chance = 0.35 + 0.3 * (a as f64 - b as f64) / players as f64;
                    let drawn = dice.below(10) < 2;
                    let won = (dice.below(1000) as f64) < 1000.0 * chance;
                    let winner = if won { Side::First } else { Side::Second };
                    games.push(RatedGame { players: [a, b], winner: (!drawn).then_some(winner) });
                }
            }
        }
        let exact = Ratings::of(players, &games);
        let counted = games.iter().map(|game| {
            let mut ends = [0; 3];
            ends[game.winner.map_or(1, |side| 2 * side.index())] = 1;
            (game.players, ends)
        });
        let climbed = ratings(players, &super::super::collect(players, counted));
        for (a, b) in exact.players.iter().zip(&climbed.players) {
            assert!((a.elo - b.elo).abs() < 0.5, "{a:?} {b:?}");
            assert!((a.error / b.error - 1.0).abs() < 0.2, "{a:?} {b:?}");
        }
        assert!((exact.first_move.elo - climbed.first_move.elo).abs() < 0.5);
        assert!((exact.draw_rate - climbed.draw_rate).abs() < 0.01);
        assert!(players < MOST_EXACT);
    }
}
