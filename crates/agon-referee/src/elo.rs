//! What a match result says about strength.
//!
//! The unit of evidence is a pair of games from one opening with the sides exchanged: the two games of a pair
//! are not independent, so the error is estimated from pairs (the five results 0, ½, 1, 1½, 2 a pair). Games
//! without a partner count as half a pair.

use serde::Serialize;

/// The logistic Elo difference that an expected score stands for.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A strength difference with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// Elo difference, positive if the first player is stronger.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub elo_low: f64,
    /// The upper end of the 95 % interval.
    pub elo_high: f64,
    /// The likelihood of superiority: how sure it is that the first player is the stronger one.
    pub los: f64,
}

/// The strength difference behind the points (0, ½ or 1) of games and of complete pairs (0 to 2, in halves).
///
/// A clean score has no finite Elo; every score is kept at least half a point away from 0 % and 100 %, so all
/// numbers stay finite and grow with the number of games.
pub fn strength(pairs: &[f64], single_games: &[f64]) -> Strength {
    let games = 2.0 * pairs.len() as f64 + single_games.len() as f64;
    if games == 0.0 {
        return Strength { elo: 0.0, elo_low: f64::from(i16::MIN), elo_high: f64::from(i16::MAX), los: 0.5 };
    }
    let points: f64 = pairs.iter().sum::<f64>() + single_games.iter().sum::<f64>();
    let mean = points / games;
    // The variance of the mean: sums of squared deviations of independent units, over the number of games.
    let squares: f64 = pairs.iter().map(|p| (p - 2.0 * mean).powi(2)).sum::<f64>()
        + single_games.iter().map(|p| (p - mean).powi(2)).sum::<f64>();
    let error = squares.sqrt() / games;
    let edge = 0.5 / (games + 1.0);
    // Results that are all alike show no spread; Wilson's interval knows how few they are.
    let (centre, error) = if error > 0.0 { (mean, error) } else { wilson(mean, games) };
    let (low, high) = (centre - 1.96 * error, centre + 1.96 * error);
    // Adding zero turns −0 into 0.
    let elo_inside = |score: f64| elo_of(score.clamp(edge, 1.0 - edge)) + 0.0;
    let los = normal((centre - 0.5) / error);
    Strength {
        elo: elo_inside(mean),
        elo_low: elo_inside(low),
        elo_high: elo_inside(high),
        los: if mean == 0.5 { 0.5 } else { los },
    }
}

/// The middle of Wilson's 95 % interval and the error that makes it as wide as it is; sensible when all results are equal.
fn wilson(mean: f64, n: f64) -> (f64, f64) {
    let z2 = 1.96f64.powi(2);
    let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let error = (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    (centre, error)
}

/// The normal distribution function, by Abramowitz and Stegun 7.1.26 (error below 1.5e-7).
pub fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let upper = 0.5 * poly * (-z * z).exp();
    if x >= 0.0 { 1.0 - upper } else { upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -35.0, 0.0, 120.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn an_even_match_is_zero_with_a_symmetric_interval() {
        let s = strength(&[2.0, 0.0, 1.0, 1.0, 1.5, 0.5], &[]);
        assert_eq!(s.elo, 0.0);
        assert!((s.elo_low + s.elo_high).abs() < 1e-9 && s.elo_high > 0.0);
        assert_eq!(s.los, 0.5);
    }

    #[test]
    fn pairs_that_split_carry_no_error_though_games_would() {
        // Whoever starts wins: pairs show that the players are equal, single games would say nothing.
        let pairs = strength(&[1.0; 50], &[]);
        let games: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let singles = strength(&[], &games);
        assert!(pairs.elo_high - pairs.elo_low <= singles.elo_high - singles.elo_low);
    }

    #[test]
    fn a_clean_score_is_finite_and_sure() {
        let s = strength(&[2.0; 50], &[]);
        assert!(s.elo.is_finite() && s.elo_low > 200.0 && s.elo_high >= s.elo && s.los == 1.0);
        let none = strength(&[], &[]);
        assert!(none.elo == 0.0 && none.los == 0.5 && none.elo_low.is_finite());
    }

    /// The likelihood and the interval are two views of one estimate: an interval on both sides of 0 leaves a doubt.
    #[test]
    fn a_few_clean_games_are_no_certainty() {
        for (pairs, singles) in [(vec![2.0], vec![]), (vec![1.5], vec![]), (vec![], vec![0.0])] {
            let s = strength(&pairs, &singles);
            assert!(s.elo_low < 0.0 && s.elo_high > 0.0, "{s:?}");
            assert!(s.los > 0.02 && s.los < 0.98 && (s.los > 0.5) == (s.elo > 0.0), "{s:?}");
        }
        let pairs = strength(&[2.0; 3], &[]);
        assert!(pairs.elo_low > 0.0 && pairs.los > 0.975 && pairs.los < 1.0, "{pairs:?}");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            assert!((normal(x) - p).abs() < 1e-6, "{x}");
        }
    }
}
