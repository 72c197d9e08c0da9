//! Multi-ProbCut (Buro 1995, 1999): a shallow search predicts what a deep one would say.
//!
//! For a pair of depths the deep value is modelled as `slope × shallow + offset`, with a normal error. If the
//! shallow search says that the deep one would almost certainly leave the window, the deep one is not done. The
//! parameters are data, fitted for every evaluation by [`crate::fitting`] and kept by the game's engine.

use crate::score::Score;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One pair of depths with its fitted model, for some phases of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut {
    /// The first and the last phase ([`crate::Evaluator::phase`]) it is for.
    pub phases: [usize; 2],
    /// The depth of the node that is to be cut.
    pub deep: i32,
    /// The depth of the search that predicts it.
    pub shallow: i32,
    /// Thousandths of the deep value for one of the shallow value.
    pub slope: i32,
    /// The mean difference, in hundredths of the unit.
    pub offset: Score,
    /// The standard deviation of the error, in hundredths of the unit.
    pub deviation: Score,
}

/// How many standard deviations, in hundredths, the prediction must be beyond the window by default.
pub const SELECTIVITY: i32 = 150;

impl ProbCut {
    /// Whether it is for a node of this phase and depth.
    #[inline(always)]
    pub const fn applies(&self, phase: usize, depth: i32) -> bool {
        self.deep == depth && self.phases[0] <= phase && phase <= self.phases[1]
    }

    /// The shallow value that predicts, with `selectivity` hundredths of a deviation to spare, that the deep
    /// one is at least `beta`.
    #[inline(always)]
    pub const fn upper(&self, beta: Score, selectivity: i32) -> Score {
        let needed = beta as i64 - self.offset as i64 + (self.deviation as i64 * selectivity as i64) / 100;
        (needed * 1000 / self.slope as i64) as Score + 1
    }

    /// The shallow value that predicts that the deep one is at most `alpha`.
    #[inline(always)]
    pub const fn lower(&self, alpha: Score, selectivity: i32) -> Score {
        let needed = alpha as i64 - self.offset as i64 - (self.deviation as i64 * selectivity as i64) / 100;
        (needed * 1000 / self.slope as i64) as Score - 1
    }
}

/// Written as one line of a file of models: `phases 0-3 deep 8 shallow 4 slope 960 offset -12 deviation 210`.
impl fmt::Display for ProbCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbCut { phases: [from, to], deep, shallow, slope, offset, deviation } = self;
        write!(f, "phases {from}-{to} deep {deep} shallow {shallow} ")?;
        write!(f, "slope {slope} offset {offset} deviation {deviation}")
    }
}

/// A line that is no model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a model of multi-ProbCut")]
pub struct NotAModel(String);

impl FromStr for ProbCut {
    type Err = NotAModel;

    fn from_str(line: &str) -> Result<ProbCut, NotAModel> {
        let read = || {
            let mut words = line.split_whitespace();
            let mut value = |name: &str| words.next().filter(|&word| word == name).and_then(|_| words.next());
            let (from, to) = value("phases")?.split_once('-')?;
            let model = ProbCut {
                phases: [from.parse().ok()?, to.parse().ok()?],
                deep: value("deep")?.parse().ok()?,
                shallow: value("shallow")?.parse().ok()?,
                slope: value("slope")?.parse().ok()?,
                offset: value("offset")?.parse().ok()?,
                deviation: value("deviation")?.parse().ok()?,
            };
            let sound = model.slope > 0 && model.deviation >= 0 && (1..model.deep).contains(&model.shallow);
            (sound && words.next().is_none()).then_some(model)
        };
        read().ok_or_else(|| NotAModel(line.to_owned()))
    }
}

/// Reads a file of models: one a line; empty lines and lines that begin with `#` are skipped.
pub fn read_models(text: &str) -> Result<Vec<ProbCut>, NotAModel> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::parse).collect()
}

/// Fits the model of one pair of depths to pairs of a shallow and a deep value by least squares; nothing with
/// fewer than ten pairs or without any variation.
pub fn fit(phases: [usize; 2], deep: i32, shallow: i32, pairs: &[(Score, Score)]) -> Option<ProbCut> {
    let n = pairs.len() as f64;
    if pairs.len() < 10 {
        return None;
    }
    let (sum_x, sum_y) = pairs.iter().fold((0.0, 0.0), |(x, y), p| (x + f64::from(p.0), y + f64::from(p.1)));
    let (mean_x, mean_y) = (sum_x / n, sum_y / n);
    let (mut xx, mut xy) = (0.0, 0.0);
    for &(x, y) in pairs {
        let (dx, dy) = (f64::from(x) - mean_x, f64::from(y) - mean_y);
        xx += dx * dx;
        xy += dx * dy;
    }
    let slope = xy / xx;
    if !slope.is_finite() || slope < 0.05 {
        return None;
    }
    let offset = mean_y - slope * mean_x;
    let error = |&(x, y): &(Score, Score)| f64::from(y) - slope * f64::from(x) - offset;
    let variance = pairs.iter().map(|p| error(p).powi(2)).sum::<f64>() / (n - 2.0);
    Some(ProbCut {
        phases,
        deep,
        shallow,
        slope: (slope * 1000.0).round() as i32,
        offset: offset.round() as Score,
        deviation: variance.sqrt().round() as Score,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_noise_is_found_again() {
        let pairs: Vec<_> =
            (-50..50).map(|i| (i * 10, i * 9 + 30 + if i % 2 == 0 { 8 } else { -8 })).collect();
        let model = fit([0, 9], 8, 4, &pairs).unwrap();
        assert!((898..=902).contains(&model.slope), "{model:?}");
        assert!((29..=31).contains(&model.offset), "{model:?}");
        assert_eq!(model.deviation, 8);
    }

    #[test]
    fn thresholds_are_on_the_safe_side() {
        let model = ProbCut { phases: [0, 0], deep: 8, shallow: 4, slope: 900, offset: 30, deviation: 100 };
        let predicted = |x: Score| x * 900 / 1000 + 30;
        assert!(predicted(model.upper(500, 150)) - 150 >= 500);
        assert!(predicted(model.lower(-500, 150)) + 150 <= -500);
    }

    #[test]
    fn models_are_read_as_they_were_written() {
        let model = ProbCut { phases: [1, 3], deep: 9, shallow: 3, slope: 987, offset: -30, deviation: 100 };
        let text = format!("# made by a command\n\n{model}\n  {model}  \n");
        assert_eq!(read_models(&text), Ok(vec![model, model]));
        for wrong in ["phases 0-0", "phases 0-0 deep 4 shallow 4 slope 1000 offset 0 deviation 1", "deep 4"] {
            let error = read_models(wrong).unwrap_err().to_string();
            assert_eq!(error, format!("'{wrong}' is not a model of multi-ProbCut"));
        }
    }

    #[test]
    fn too_little_or_flat_data_fits_nothing() {
        assert_eq!(fit([0, 0], 8, 4, &[(1, 1); 5]), None);
        assert_eq!(fit([0, 0], 8, 4, &[(1, 1); 50]), None);
    }
}
