//! Changed numbers of the search against those that are.

use super::LabError;
use super::contest::contest;
use super::middle::FOLD;
use agon_search::Limits;

/// Plays the search with changed numbers, each written `NAME=VALUE`, against the search as it is; its share of the points and
/// its mean margin.
pub fn compare(pairs: u64, nodes: u64, changes: &[String]) -> Result<(f64, f64), LabError> {
    let mut changed = FOLD;
    for change in changes {
        let wrong = || LabError::Number(change.clone());
        let (name, value) = change.split_once('=').ok_or_else(wrong)?;
        let value: i32 = value.parse().map_err(|_| wrong())?;
        let tuning = &mut changed.tuning;
        match name {
            "aspiration" => tuning.aspiration = value,
            "evalorder_depth" => tuning.evalorder_depth = value,
            "evalorder_weight" => tuning.evalorder_weight = value,
            "lmr_depth" => tuning.lmr_depth = value,
            "lmr_moves" => tuning.lmr_moves = usize::try_from(value).map_err(|_| wrong())?,
            "singular_margin" => tuning.singular_margin = value,
            "quiescence_depth" => tuning.quiescence_depth = value,
            "probcut" if value == 0 => changed.probcut = &[],
            _ => return Err(wrong()),
        }
    }
    contest([changed, FOLD], Limits::nodes(nodes), pairs)
}
