//! Selective cuts: where a shallower search lies so far outside the window that the deeper one is unlikely to
//! come back into it.

use super::upper::{Question, upper};
use super::{Search, sounding::sounding};
use crate::solver::evaluation::DISC;
use agon_core::cpu::Cpu;

/// How far outside the window a shallower search must lie in each pass, in standard deviations of the
/// difference, and the probability that a normal variable stays within that.
pub(in crate::solver) const CONFIDENCES: [(f32, f64); 5] =
    [(1.1, 0.7287), (1.5, 0.8664), (2.0, 0.9545), (2.6, 0.9907), (3.3, 0.9990)];

/// The value that the search may take on trust, if there is one.
#[inline(always)]
pub(super) fn probable_bound<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    asked: Question,
) -> Option<i32> {
    let &(width, _) = CONFIDENCES.get(usize::from(asked.confidence))?;
    let judge = search.shared.judge;
    let depth = asked.depth.min(empties);
    // About half the depth, and odd with odd depths, since the evaluation favours a side.
    let probe = depth / 4 * 2 + depth % 2;
    if probe >= depth {
        return None;
    }
    let deviation = judge.deviation(empties, depth, probe);
    let margin = (width * deviation).round() as i32;
    let first_margin = (width * judge.deviation(empties, depth, 0)).round() as i32;
    let now = sounding(search, me, them, -64 * DISC, 64 * DISC, 0) / DISC;
    let beta = alpha + 1;
    let high = beta + margin;
    if high <= 64 && now + first_margin / 2 >= beta {
        let question = Question { depth: probe, ..asked };
        if upper(search, me, them, high - 1, empties, question) >= high && !search.stopped {
            return Some(beta);
        }
    }
    let low = alpha - margin;
    if low >= -64 && now - first_margin / 2 <= alpha && !search.stopped {
        let question = Question { depth: probe, ..asked };
        if upper(search, me, them, low, empties, question) <= low && !search.stopped {
            return Some(alpha);
        }
    }
    None
}
