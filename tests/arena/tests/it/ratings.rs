//! Ratings: true strengths are found again within the stated errors, and a plain computation agrees.

use agon_core::{Dice, Side};
use agon_tournament::ratings::{RatedGame, Ratings};

/// A field whose strengths, advantage of the first move and share of draws are known.
struct Truth {
    elo: Vec<f64>,
    advantage: f64,
    draws: f64,
}

/// The weights of the three results, straight from the model's definition.
fn weights(elo: [f64; 2], advantage: f64, draws: f64) -> [f64; 3] {
    let odds = 10f64.powf((elo[0] - elo[1] + advantage) / 400.0);
    [odds.sqrt(), draws, 1.0 / odds.sqrt()]
}

fn play(truth: &Truth, players: [usize; 2], dice: &mut Dice) -> RatedGame {
    let w = weights(players.map(|p| truth.elo[p]), truth.advantage, truth.draws);
    let x = dice.unit() * w.iter().sum::<f64>();
    let winner = match x {
        _ if x < w[0] => Some(Side::First),
        _ if x < w[0] + w[1] => None,
        _ => Some(Side::Second),
    };
    RatedGame { players, winner }
}

/// Everybody against everybody from both sides, `rounds` times.
fn round_robin(truth: &Truth, rounds: usize, dice: &mut Dice) -> Vec<RatedGame> {
    let n = truth.elo.len();
    let mut games = Vec::new();
    for _ in 0..rounds {
        for a in 0..n {
            for b in (0..n).filter(|&b| b != a) {
                games.push(play(truth, [a, b], dice));
            }
        }
    }
    games
}

/// 300 tournaments of 8 players: the 95 % intervals must hold the truth in about 95 % of the 2,400 cases. The cases of
/// one tournament hang together, so the bounds are wider than for independent ones: 93 % to 97 %.
#[test]
fn the_intervals_hold_the_truth_as_often_as_they_say() {
    let truth = Truth {
        elo: vec![-250.0, -140.0, -60.0, 0.0, 20.0, 80.0, 150.0, 200.0],
        advantage: 45.0,
        draws: 0.6,
    };
    let mut dice = Dice::new(42);
    let (mut inside, mut first_move, mut all) = (0, 0, 0);
    let mut mean_error = 0.0;
    for _ in 0..300 {
        let games = round_robin(&truth, 4, &mut dice);
        let ratings = Ratings::of(8, &games);
        for (rating, elo) in ratings.players.iter().zip(&truth.elo) {
            all += 1;
            inside += usize::from((rating.elo - elo).abs() <= rating.error);
            mean_error += rating.elo - elo;
        }
        first_move +=
            usize::from((ratings.first_move.elo - truth.advantage).abs() <= ratings.first_move.error);
    }
    let share = inside as f64 / all as f64;
    assert!((0.93..=0.97).contains(&share), "{share}");
    assert!((273..=297).contains(&first_move), "{first_move} of 300");
    assert!((mean_error / all as f64).abs() < 1.0, "no bias: {}", mean_error / all as f64);
}

/// The likelihood written down from the definition, and climbed one parameter at a time by trial, without any
/// derivative: slow, plain, and independent of the code under test.
fn climb(players: usize, games: &[RatedGame]) -> (Vec<f64>, f64, f64) {
    let log_likelihood = |p: &[f64]| -> f64 {
        let (advantage, draws) = (p[players], p[players + 1].exp());
        let mut sum = 0.0;
        for game in games {
            let w = weights(game.players.map(|i| p[i]), advantage, draws);
            let mine = match game.winner {
                Some(Side::First) => w[0],
                None => w[1],
                Some(Side::Second) => w[2],
            };
            sum += (mine / w.iter().sum::<f64>()).ln();
        }
        for elo in &p[..players] {
            let won = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            sum += 0.25 * won.ln() + 0.25 * (1.0 - won).ln();
        }
        let w = weights([0.0, 0.0], advantage, draws);
        sum + w.iter().map(|x| (x / w.iter().sum::<f64>()).ln() / 3.0).sum::<f64>()
    };
    let mut p = vec![0.0; players + 2];
    let mut best = log_likelihood(&p);
    let mut steps = vec![64.0; players + 2];
    while steps.iter().any(|&s| s > 1e-7) {
        for i in 0..p.len() {
            let old = p[i];
            let tries = [old + steps[i], old - steps[i]].map(|value| {
                p[i] = value;
                (log_likelihood(&p), value)
            });
            let (value, place) = if tries[0].0 > tries[1].0 { tries[0] } else { tries[1] };
            p[i] = if value > best { place } else { old };
            steps[i] *= if value > best { 1.6 } else { 0.5 };
            best = best.max(value);
        }
    }
    let mean = p[..players].iter().sum::<f64>() / players as f64;
    let draws = p[players + 1].exp();
    (p[..players].iter().map(|e| e - mean).collect(), p[players], draws / (2.0 + draws))
}

#[test]
fn a_plain_computation_agrees() {
    let truth = Truth { elo: vec![-300.0, -50.0, 100.0, 250.0], advantage: 30.0, draws: 0.4 };
    for seed in 1..=4 {
        let mut games = round_robin(&truth, 2, &mut Dice::new(seed));
        // An incomplete tournament, too.
        games.truncate(games.len() - 5);
        let ratings = Ratings::of(4, &games);
        let (elo, advantage, draw_rate) = climb(4, &games);
        for (rating, reference) in ratings.players.iter().zip(&elo) {
            assert!((rating.elo - reference).abs() < 0.05, "{} {reference}", rating.elo);
        }
        assert!((ratings.first_move.elo - advantage).abs() < 0.05);
        assert!((ratings.draw_rate - draw_rate).abs() < 1e-4);
    }
}

#[test]
fn clean_scores_and_no_games_stay_finite() {
    let win = |a, b| RatedGame { players: [a, b], winner: Some(Side::First) };
    let games: Vec<_> = (0..20).flat_map(|_| [win(0, 1), win(0, 2), win(1, 2)]).collect();
    let ratings = Ratings::of(4, &games);
    assert!(ratings.players.iter().all(|r| r.elo.is_finite() && r.error.is_finite() && r.error > 0.0));
    let elo: Vec<_> = ratings.players.iter().map(|r| r.elo).collect();
    assert!(elo[0] > elo[1] && elo[1] > elo[2]);
    let errors: Vec<_> = ratings.players.iter().map(|r| r.error).collect();
    assert!(errors[3] > 300.0, "nothing is known about a player without games: {errors:?}");
    let nothing = Ratings::of(3, &[]);
    assert!(nothing.players.iter().all(|r| r.elo.abs() < 1e-9));
    assert!(Ratings::of(0, &[]).players.is_empty());
}

#[test]
fn more_games_make_smaller_errors() {
    let truth = Truth { elo: vec![-100.0, 0.0, 100.0], advantage: 0.0, draws: 0.5 };
    let error = |rounds| {
        let games = round_robin(&truth, rounds, &mut Dice::new(9));
        Ratings::of(3, &games).players[0].error
    };
    let (few, many) = (error(10), error(90));
    assert!((few / many - 3.0).abs() < 0.4, "nine times the games, a third of the error: {few} {many}");
}
