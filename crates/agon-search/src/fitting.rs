//! Fitting multi-ProbCut's models to an evaluation: what a command runs after every change of weights.

use crate::evaluator::Evaluator;
use crate::limits::Limits;
use crate::probcut::{ProbCut, fit};
use crate::score::{Score, WIN};
use crate::searcher::Searcher;
use agon_core::Position;

/// The pairs of depths (deep, shallow) worth fitting for nodes up to a depth: the shallow one is at most half as
/// deep and as odd or even as the deep one, because evaluations swing with the side to move.
pub fn usual_pairs(deepest: i32) -> Vec<(i32, i32)> {
    (3..=deepest).map(|deep| (deep, deep / 2 - (deep / 2 + deep) % 2)).collect()
}

/// Searches every position to the depths of all `pairs` (deep, shallow) and fits a model for each pair and each
/// range of phases that has enough positions. Proven values are left out: they are no estimates. The searcher should
/// not use multi-ProbCut itself. `seen` is called after every position.
pub fn fit_models<P: Position, E: Evaluator<P>>(
    searcher: &mut Searcher<P, E>,
    positions: &[P],
    pairs: &[(i32, i32)],
    phases: &[[usize; 2]],
    seen: &mut dyn FnMut(),
) -> Vec<ProbCut> {
    let deepest = pairs.iter().map(|pair| pair.0.max(pair.1)).max().unwrap_or(0);
    let mut samples: Vec<(usize, Vec<Option<Score>>)> = Vec::with_capacity(positions.len());
    for position in positions {
        searcher.forget();
        let value = |depth: i32, searcher: &mut Searcher<P, E>| {
            let found = searcher.best(position, Limits::depth(depth as u32)).ok()?;
            Some(found.score()).filter(|score| score.abs() < WIN)
        };
        let values = (1..=deepest).map(|depth| value(depth, searcher)).collect();
        samples.push((searcher.evaluator().phase(position), values));
        seen();
    }
    let mut models = Vec::new();
    for &range in phases {
        let inside: Vec<_> =
            samples.iter().filter(|(phase, _)| (range[0]..=range[1]).contains(phase)).collect();
        for &(deep, shallow) in pairs {
            let at = |values: &[Option<Score>], depth: i32| values.get(depth as usize - 1).copied().flatten();
            let both = |values: &[Option<Score>]| Some((at(values, shallow)?, at(values, deep)?));
            let points: Vec<_> = inside.iter().filter_map(|(_, values)| both(values)).collect();
            models.extend(fit(range, deep, shallow, &points));
        }
    }
    models
}
