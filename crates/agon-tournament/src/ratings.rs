//! Ratings of many players from all their games at once: maximum likelihood, not game by game.
//!
//! The model is Davidson's, with an advantage of the first move (R. R. Davidson, "On Extending the Bradley–Terry
//! Model to Accommodate Ties in Paired Comparison Experiments", JASA 65, 1970; R. R. Davidson, R. J. Beaver, "On
//! Extending the Bradley–Terry Model to Incorporate Within-Pair Order Effects", Biometrics 33, 1977). With
//! x = (rating of the first side − rating of the second + advantage) · ln 10 / 400 the three results are as likely as
//!
//! ```text
//! first wins : draw : second wins  =  e^(x/2) : e^d : e^(−x/2)
//! ```
//!
//! so a difference of 400 Elo means ten wins for one loss. Ratings, the advantage and d, how often games are drawn,
//! are estimated together. The logarithm of the likelihood is concave, so Newton's method finds its one maximum,
//! and the inverse of the curvature there gives the errors.
//!
//! A clean score has no finite rating. A small prior keeps everything finite and fades with the number of games:
//! each player has a quarter of a game won and a quarter lost against an average player, and there is one
//! imagined game between equals that was ⅓ won, ⅓ drawn, ⅓ lost.

mod large;

use agon_core::Side;
use serde::Serialize;

/// The most players whose ratings are solved for together; the errors of larger fields are approximate.
const MOST_EXACT: usize = 500;

/// One game as the ratings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The numbers of the players, the side that starts first.
    pub players: [usize; 2],
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// A rating with its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo, where the players' average is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo.
    pub error: f64,
}

/// The ratings of a field of players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// One rating a player.
    pub players: Vec<Rating>,
    /// What moving first is worth, in Elo.
    pub first_move: Rating,
    /// How often two equal players draw.
    pub draw_rate: f64,
}

/// Elo for one unit of the model.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Games that each player is imagined to have won, and as many lost, against an average player.
const PRIOR_GAMES: f64 = 0.25;

/// The normal distribution's 97.5 % point.
const INTERVAL: f64 = 1.96;

/// What happened between two players with fixed sides: first wins, draws, second wins.
#[derive(Clone, Copy)]
struct Meeting {
    players: [usize; 2],
    results: [f64; 3],
}

impl Ratings {
    /// The most likely ratings of `count` players.
    ///
    /// ```
    /// use agon_tournament::ratings::{RatedGame, Ratings};
    /// use agon_core::Side;
    /// let game = |players, winner| RatedGame { players, winner };
    /// let games = [game([0, 1], Some(Side::First)), game([1, 0], Some(Side::Second)), game([0, 1], None)];
    /// let ratings = Ratings::of(2, &games);
    /// assert!(ratings.players[0].elo > ratings.players[1].elo);
    /// ```
    pub fn of(count: usize, games: &[RatedGame]) -> Ratings {
        let counts = games.iter().map(|game| {
            let mut ends = [0; 3];
            ends[game.winner.map_or(1, |side| 2 * side.index())] = 1;
            (game.players, ends)
        });
        Ratings::of_counts(count, counts)
    }

    /// The same from counted games: two players, the side that starts first, and how often that one won, drew, lost.
    pub fn of_counts(count: usize, games: impl Iterator<Item = ([usize; 2], [u32; 3])>) -> Ratings {
        let meetings = collect(count, games);
        if count > MOST_EXACT {
            return large::ratings(count, &meetings);
        }
        let mut parameters = vec![0.0; count + 2];
        let mut value = likelihood(&meetings, &parameters);
        // Newton's method with halved steps where a full one would overshoot; a handful of steps is usual.
        for _ in 0..100 {
            let (gradient, curvature) = derivatives(&meetings, &parameters);
            let Some(factor) = Cholesky::of(curvature) else { break };
            let step = factor.solve(&gradient);
            let mut share = 1.0;
            let mut next = moved(&parameters, &step, share);
            let mut better = likelihood(&meetings, &next);
            while better < value && share > 1e-6 {
                share /= 2.0;
                next = moved(&parameters, &step, share);
                better = likelihood(&meetings, &next);
            }
            let largest = step.iter().fold(0.0f64, |most, s| most.max(s.abs())) * share;
            if better >= value {
                (parameters, value) = (next, better);
            }
            if largest < 1e-10 {
                break;
            }
        }
        finish(count, &meetings, &parameters)
    }
}

fn moved(from: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    from.iter().zip(step).map(|(p, s)| p + share * s).collect()
}

/// Games between the same players with the same sides are one entry.
fn collect(count: usize, games: impl Iterator<Item = ([usize; 2], [u32; 3])>) -> Vec<Meeting> {
    let mut by_players = std::collections::BTreeMap::new();
    for (players, ends) in games {
        if players.iter().all(|&p| p < count) && players[0] != players[1] && ends != [0; 3] {
            let results = by_players.entry(players).or_insert([0.0; 3]);
            results.iter_mut().zip(ends).for_each(|(sum, n)| *sum += f64::from(n));
        }
    }
    by_players.into_iter().map(|(players, results)| Meeting { players, results }).collect()
}

/// The probabilities of the three results.
fn chances(x: f64, draws: f64) -> [f64; 3] {
    let logs = [0.5 * x, draws, -0.5 * x];
    let most = logs.into_iter().fold(f64::MIN, f64::max);
    let weights = logs.map(|log| (log - most).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|w| w / sum)
}

/// The parameters are the ratings, then the advantage, then the logarithm of the draws' weight.
fn difference(players: [usize; 2], parameters: &[f64]) -> f64 {
    parameters[players[0]] - parameters[players[1]] + parameters[parameters.len() - 2]
}

fn likelihood(meetings: &[Meeting], parameters: &[f64]) -> f64 {
    let (advantage, draws) = (parameters.len() - 2, parameters[parameters.len() - 1]);
    let log = |results: &[f64; 3], chances: [f64; 3]| -> f64 {
        results.iter().zip(chances).map(|(n, p)| if *n > 0.0 { n * p.ln() } else { 0.0 }).sum()
    };
    let played: f64 =
        meetings.iter().map(|m| log(&m.results, chances(difference(m.players, parameters), draws))).sum();
    // −ln(1 + e^−r) − ln(1 + e^r), without overflow.
    let decisive = |r: f64| -r.abs() - 2.0 * (-r.abs()).exp().ln_1p();
    let prior: f64 = parameters[..advantage].iter().map(|&r| PRIOR_GAMES * decisive(r)).sum();
    played + prior + log(&[1.0 / 3.0; 3], chances(parameters[advantage], draws))
}

/// The gradient of the log-likelihood and minus its second derivatives.
fn derivatives(meetings: &[Meeting], parameters: &[f64]) -> (Vec<f64>, Matrix) {
    let size = parameters.len();
    let (advantage, draws) = (size - 2, size - 1);
    let mut gradient = vec![0.0; size];
    let mut curvature = Matrix::new(size);
    let mut add = |plus: Option<usize>, minus: Option<usize>, x: f64, results: &[f64; 3]| {
        let games: f64 = results.iter().sum();
        let p = chances(x, parameters[draws]);
        // The statistics of the model are half the wins minus half the losses, and the draws.
        let slope = 0.5 * (results[0] - results[2]) - games * 0.5 * (p[0] - p[2]);
        let drawn = results[1] - games * p[1];
        let mean = 0.5 * (p[0] - p[2]);
        let spread = games * (0.25 * (p[0] + p[2]) - mean * mean);
        let mixed = -games * mean * p[1];
        let along = [(plus, 1.0), (minus, -1.0), (Some(advantage), 1.0)];
        for (a, sign) in along.iter().filter_map(|(a, s)| a.map(|a| (a, s))) {
            gradient[a] += sign * slope;
            for (b, other) in along.iter().filter_map(|(b, s)| b.map(|b| (b, s))) {
                curvature.add(a, b, sign * other * spread);
            }
            curvature.add(a, draws, sign * mixed);
            curvature.add(draws, a, sign * mixed);
        }
        gradient[draws] += drawn;
        curvature.add(draws, draws, games * p[1] * (1.0 - p[1]));
    };
    for meeting in meetings {
        let [a, b] = meeting.players;
        add(Some(a), Some(b), difference(meeting.players, parameters), &meeting.results);
    }
    add(None, None, parameters[advantage], &[1.0 / 3.0; 3]);
    for (player, &r) in parameters[..advantage].iter().enumerate() {
        let win = 1.0 / (1.0 + (-r).exp());
        gradient[player] += PRIOR_GAMES * (1.0 - 2.0 * win);
        curvature.add(player, player, 2.0 * PRIOR_GAMES * win * (1.0 - win));
    }
    (gradient, curvature)
}

/// Ratings around their mean, with the errors of the differences from that mean.
fn finish(count: usize, meetings: &[Meeting], parameters: &[f64]) -> Ratings {
    let mean = parameters[..count].iter().sum::<f64>() / count.max(1) as f64;
    let factor = Cholesky::of(derivatives(meetings, parameters).1);
    let error_of = |direction: &[f64]| {
        let variance = factor.as_ref().map_or(f64::INFINITY, |f| f.quadratic(direction));
        INTERVAL * variance.sqrt() * SCALE
    };
    let share = 1.0 / count.max(1) as f64;
    let players = (0..count).map(|player| {
        let mut direction = vec![0.0; count + 2];
        direction[..count].fill(-share);
        direction[player] += 1.0;
        Rating { elo: elo(parameters[player] - mean), error: error_of(&direction) }
    });
    let mut advantage = vec![0.0; count + 2];
    advantage[count] = 1.0;
    Ratings {
        players: players.collect(),
        first_move: Rating { elo: elo(parameters[count]), error: error_of(&advantage) },
        draw_rate: chances(0.0, parameters[count + 1])[1],
    }
}

/// A strength in Elo. What rounding leaves of a zero must not show as "−0".
fn elo(strength: f64) -> f64 {
    let elo = strength * SCALE;
    if elo.abs() < 1e-3 { 0.0 } else { elo }
}

/// A square matrix, row by row.
struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Matrix {
        Matrix { size, entries: vec![0.0; size * size] }
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] += value;
    }
}

/// A positive definite matrix as the product of a lower triangle and its mirror image.
struct Cholesky(Matrix);

impl Cholesky {
    fn of(mut matrix: Matrix) -> Option<Cholesky> {
        let n = matrix.size;
        for j in 0..n {
            for i in j..n {
                let (row_i, row_j) = (i * n, j * n);
                let before: f64 = (0..j).map(|k| matrix.entries[row_i + k] * matrix.entries[row_j + k]).sum();
                let rest = matrix.entries[row_i + j] - before;
                if i == j {
                    // A curvature that is not positive has no maximum to speak of.
                    matrix.entries[row_i + j] = (rest > 0.0).then(|| rest.sqrt())?;
                } else {
                    matrix.entries[row_i + j] = rest / matrix.entries[row_j + j];
                }
            }
        }
        Some(Cholesky(matrix))
    }

    /// The y with L y = b.
    fn forward(&self, b: &[f64]) -> Vec<f64> {
        let (n, l) = (self.0.size, &self.0.entries);
        let mut y = b.to_vec();
        for i in 0..n {
            let before: f64 = (0..i).map(|k| l[i * n + k] * y[k]).sum();
            y[i] = (y[i] - before) / l[i * n + i];
        }
        y
    }

    /// The x with A x = b.
    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let (n, l) = (self.0.size, &self.0.entries);
        let mut x = self.forward(b);
        for i in (0..n).rev() {
            let after: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
            x[i] = (x[i] - after) / l[i * n + i];
        }
        x
    }

    /// vᵀ A⁻¹ v.
    fn quadratic(&self, v: &[f64]) -> f64 {
        self.forward(v).iter().map(|y| y * y).sum()
    }
}
