//! Fits the models of multi-ProbCut: a deep value to a shallow one of the same parity, for every depth from 5 on.

use super::middle::{FOLD, astray, positions};
use super::{LabError, Say};
use crate::Move;
use crate::engine::folded::Folded;
use crate::engine::techniques;
use agon_search::probcut::fit;
use agon_search::score::WIN;
use agon_search::{Found, Limits, Searcher, Stopwatch, Techniques};
use std::sync::atomic::AtomicBool;

/// Searches `count` positions to every depth up to `deepest` and says the models as they stand in the source.
pub fn run(count: usize, deepest: u32, say: Say<'_>) -> Result<(), LabError> {
    let mut values: Vec<Vec<i32>> = Vec::new();
    let techniques = Techniques { probcut: false, ..techniques() };
    for (number, position) in (0..).zip(&positions(count)) {
        let Some(position) = astray(position, number) else { continue };
        let mut scores = vec![0; deepest as usize + 1];
        let mut searcher = Searcher::new(FOLD, techniques.clone());
        let stop = AtomicBool::new(false);
        let mut listen = |found: &Found<Move>| scores[found.depth as usize] = found.score();
        let (clock, limits) = (Stopwatch::start(), Limits::depth(deepest));
        let found = searcher.search(&Folded::new(position), limits, &clock, &stop, &mut listen)?;
        if found.depth == deepest && scores.iter().all(|score| score.abs() < WIN) {
            values.push(scores);
        }
    }
    for deep in 5..=deepest as usize {
        let shallow = if deep < 8 { deep - 4 } else { deep / 2 - (deep / 2 + deep) % 2 };
        let pairs: Vec<_> = values.iter().map(|scores| (scores[shallow], scores[deep])).collect();
        say(format!("    {:?},", fit([0, 0], deep as i32, shallow as i32, &pairs)));
    }
    say(format!("from {} positions", values.len()));
    Ok(())
}
