//! What explicit dice cost the search against folded ones.

use super::LabError;
use super::middle::{FOLD, positions};
use crate::engine::chance_evaluator::ChanceEvaluator;
use crate::engine::folded::Folded;
use crate::engine::techniques;
use agon_search::{Limits, Searcher};
use serde::Serialize;
use std::fmt;

/// The nodes of a search with explicit dice beside those of one with folded dice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct DiceCost {
    /// The depth of both searches.
    pub depth: u32,
    /// Positions with food on the board.
    pub positions: usize,
    /// The geometric mean of explicit to folded nodes.
    pub ratio: f64,
}

impl fmt::Display for DiceCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DiceCost { depth, positions, ratio } = self;
        write!(f, "{positions} positions with food to depth {depth}: explicit / folded nodes {ratio:.2}")
    }
}

/// Searches those of `count` positions from the middle of games that have food to a depth, both ways.
pub fn dice_cost(count: usize, depth: u32) -> Result<DiceCost, LabError> {
    let limits = Limits::depth(depth);
    let mut logs = Vec::new();
    for position in positions(count).iter().filter(|position| position.food() != 0) {
        let folded = Searcher::new(FOLD, techniques()).best(&Folded::new(*position), limits)?;
        let explicit = Searcher::new(ChanceEvaluator, techniques()).best(position, limits)?;
        logs.push((explicit.nodes as f64 / folded.nodes as f64).ln());
    }
    if logs.is_empty() {
        return Err(LabError::NoFood);
    }
    let ratio = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
    Ok(DiceCost { depth, positions: logs.len(), ratio })
}
