//! A look under the hood, for students: what the engine's search did, and a small search laid open.
//!
//! The small search is plain minimax or alpha-beta, in generator order, so that its tree, its cut-offs and its
//! numbers can be followed by hand. It judges leaves as the engine does.

use crate::failure::{Code, Refusal};
use agon_core::{AnyPosition, Phase, Side};
use agon_engine::{Engine, Limits, Stop};
use serde::Serialize;
use std::time::Duration;

/// The longest the engine's search may take here.
const LONGEST: Duration = Duration::from_secs(5);

/// The deepest tree that is laid open.
const DEEPEST: u32 = 4;

/// How many plies of it are shown.
const SHOWN: u32 = 2;

/// The most leaves that are judged; a broad game is searched less deeply.
const MOST_LEAVES: u64 = 20_000;

/// A value no position has.
const INFINITE: i32 = i32::MAX;

/// What the engine's search did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct SearchFigures {
    #[serde(rename = "move")]
    mv: String,
    score_text: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

pub(crate) fn figures(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    depth: u32,
    stop: &Stop,
) -> Result<SearchFigures, Refusal> {
    let limits = Limits { depth: Some(depth), time: Some(LONGEST), ..Limits::default() };
    let report = engine.best(position, &limits, stop, &mut |_| {})?;
    Ok(SearchFigures {
        mv: report.mv,
        score_text: report.score_text,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.seconds,
        pv: report.pv,
    })
}

/// A small search and the first plies of its tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Demonstration {
    /// `minimax` or `alpha-beta`.
    algorithm: &'static str,
    depth: u32,
    /// Positions looked at, leaves included.
    nodes: u64,
    leaves: u64,
    /// How often the rest of a position's moves was left out.
    cut_offs: u64,
    /// The moves that were never looked at because of that.
    left_out: u64,
    /// What plain minimax looks at to the same depth.
    minimax_nodes: u64,
    root: Branch,
}

/// A move in the tree with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Branch {
    #[serde(rename = "move")]
    mv: String,
    /// For the side that is to move at the root, in hundredths of the unit.
    value: i32,
    /// Whether the value is only a bound, because the rest was cut off.
    bound: bool,
    /// Positions below.
    nodes: u64,
    /// How many replies were left out here.
    left_out: u64,
    /// The replies, in the order in which they were looked at; none beyond the plies that are shown.
    #[cfg_attr(test, schema(no_recursion))]
    replies: Vec<Branch>,
}

pub(crate) fn demonstrate(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    depth: u32,
    alphabeta: bool,
    stop: &Stop,
) -> Result<Demonstration, Refusal> {
    let Phase::Turn(side) = position.phase() else {
        return Err(Refusal::conflict(Code::GameOver, "the game is over: there is nothing to search"));
    };
    let mut depth = depth.min(DEEPEST);
    let choice = agon_core::cpu::Choice::Baseline;
    while depth > 1 && position.perft(depth, choice) > MOST_LEAVES {
        depth -= 1;
    }
    let minimax_nodes = (1..=depth).map(|d| position.perft(d, choice)).sum();
    let mut search =
        Search { engine, alphabeta, stop, root: side, nodes: 0, leaves: 0, cut_offs: 0, left_out: 0 };
    let mut root =
        Branch { mv: String::new(), value: 0, bound: false, nodes: 0, left_out: 0, replies: Vec::new() };
    root.value = search.descend(position, depth, -INFINITE, INFINITE, SHOWN, &mut root)?;
    root.nodes = search.nodes;
    Ok(Demonstration {
        algorithm: if alphabeta { "alpha-beta" } else { "minimax" },
        depth,
        nodes: search.nodes,
        leaves: search.leaves,
        cut_offs: search.cut_offs,
        left_out: search.left_out,
        minimax_nodes,
        root,
    })
}

struct Search<'a> {
    engine: &'a mut dyn Engine,
    alphabeta: bool,
    stop: &'a Stop,
    root: Side,
    nodes: u64,
    leaves: u64,
    cut_offs: u64,
    left_out: u64,
}

impl Search<'_> {
    /// The value of a position for its side to move; what is shown of it goes into `branch`.
    fn descend(
        &mut self,
        position: &dyn AnyPosition,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        shown: u32,
        branch: &mut Branch,
    ) -> Result<i32, Refusal> {
        if self.stop.is_set() {
            return Err(Refusal::conflict(Code::SearchStopped, "the search was stopped"));
        }
        let side = position.side_to_move();
        if let Some(value) = self.leaf(position, depth)? {
            return Ok(value);
        }
        let moves = position.legal_moves();
        let mut best = -INFINITE;
        for (number, mv) in moves.iter().enumerate() {
            let mut reply =
                Branch { mv: mv.clone(), value: 0, bound: false, nodes: 0, left_out: 0, replies: Vec::new() };
            let before = self.nodes;
            self.nodes += 1;
            let (low, high) = if self.alphabeta { (alpha, beta) } else { (-INFINITE, INFINITE) };
            let value =
                self.after(position, mv, depth - 1, low, high, shown.saturating_sub(1), &mut reply)?;
            reply.nodes = self.nodes - before;
            reply.value = if side == self.root { value } else { -value };
            reply.bound = self.alphabeta && (value <= low || value >= high);
            if shown > 0 {
                branch.replies.push(reply);
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if self.alphabeta && alpha >= beta {
                let left = (moves.len() - number - 1) as u64;
                if left > 0 {
                    self.cut_offs += 1;
                    self.left_out += left;
                    branch.left_out = left;
                }
                break;
            }
        }
        Ok(best)
    }

    /// The value of a move for the side that plays it; where chance decides, the mean of its outcomes.
    #[allow(clippy::too_many_arguments)] // Reason: a search's window and depth belong together with the move.
    fn after(
        &mut self,
        position: &dyn AnyPosition,
        mv: &str,
        depth: u32,
        alpha: i32,
        beta: i32,
        shown: u32,
        branch: &mut Branch,
    ) -> Result<i32, Refusal> {
        let side = position.side_to_move();
        let mut next = position.boxed();
        next.play(mv)?;
        let Some(weights) = next.chance() else {
            let value = self.descend(&*next, depth, -beta, -alpha, shown, branch)?;
            return Ok(if next.side_to_move() == side { value } else { -value });
        };
        let (mut sum, mut total) = (0i64, 0i64);
        for (outcome, &weight) in weights.iter().enumerate() {
            let mut rolled = next.clone();
            rolled.resolve(outcome);
            let value = self.descend(&*rolled, depth, -INFINITE, INFINITE, 0, branch)?;
            sum += i64::from(if rolled.side_to_move() == side { value } else { -value }) * i64::from(weight);
            total += i64::from(weight);
        }
        Ok((sum / total.max(1)) as i32)
    }

    /// The value of a finished game or of a position at the end of the search.
    fn leaf(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<i32>, Refusal> {
        if let Phase::Over(outcome) = position.phase() {
            self.leaves += 1;
            let margin = outcome.margin_for(position.side_to_move());
            return Ok(Some(10_000 * margin.signum() + 100 * margin));
        }
        if depth > 0 {
            return Ok(None);
        }
        self.leaves += 1;
        // The first thing an engine reports is what it thinks of the position as it stands.
        let (mut value, told) = (None, Stop::new());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        told.set();
        let last = self.engine.best(position, &limits, &told, &mut |report| {
            value.get_or_insert(report.score);
        })?;
        Ok(Some(value.unwrap_or(last.score)))
    }
}
