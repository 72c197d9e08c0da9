//! The solver: exact scores for whole positions, from questions to the search.

use super::budget::Budget;
use super::busy::Busy;
use super::children::MOST_COLUMNS;
use super::forced::Node;
use super::result_table::ResultTable;
use super::search::Search;
use super::slot::{Bounds, Keyed};
use crate::{ConnectPosition, Grid, Move};
use agon_core::Position;
use agon_core::cpu::{self, Choice, Cpu, Task};
use std::sync::atomic::{AtomicBool, Ordering};

/// The small table's size: it shall stay in the processor's second-level cache.
const SMALL_BYTES: usize = 256 << 10;

/// How a solver works.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many bytes its tables may take. It takes a few more if a table this small could not tell positions
    /// apart.
    pub table_bytes: usize,
    /// On how many threads it searches.
    pub threads: usize,
    /// Which of the processor's instructions it uses.
    pub instructions: Choice,
}

impl Default for Options {
    fn default() -> Options {
        Options { table_bytes: 64 << 20, threads: 1, instructions: Choice::Best }
    }
}

/// A position's exact score for the side to move: the stones the winner has left, counting the one that wins,
/// negative if the other side wins; 0 for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The score.
    pub score: i32,
    /// The positions in which moves were looked at, forced replies not counted.
    pub nodes: u64,
}

/// A position solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score for the side to move, as in [`Scored`].
    pub score: i32,
    /// A move that keeps it, the one nearest to the middle; none if the game is over.
    pub best: Option<Move>,
    /// The positions in which moves were looked at.
    pub nodes: u64,
}

/// An exact solver for boards of `W` columns and `H` rows. What it finds out it remembers, so that the next
/// positions of a game take less time.
pub struct Solver<B: Keyed, const W: usize, const H: usize> {
    small: ResultTable<B, W, H>,
    large: ResultTable<B, W, H>,
    large_used: bool,
    options: Options,
}

/// Solves one position with a table of its own.
///
/// ```
/// use agon_core::Position;
/// use agon_connect::solver::{Options, solve};
/// use agon_connect::{FourInARowPosition, Move};
/// let mut position = FourInARowPosition::START;
/// for column in [2, 2, 3, 3, 4] {
///     position.play(Move::into_column(column));
/// }
/// // The second player must stop three in a row with two open ends, which it cannot.
/// assert_eq!(solve(&position, Options { table_bytes: 1 << 20, ..Options::default() }).score, -18);
/// ```
pub fn solve<B: Keyed, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    options: Options,
) -> Solution {
    Solver::new(options).solve(position)
}

impl<B: Keyed, const W: usize, const H: usize> Solver<B, W, H> {
    /// A solver that remembers nothing yet.
    pub fn new(options: Options) -> Self {
        Solver {
            small: ResultTable::new(SMALL_BYTES),
            large: ResultTable::new(options.table_bytes.saturating_sub(SMALL_BYTES)),
            large_used: false,
            options,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.large_used {
            self.large.clear();
        }
        self.large_used = false;
        self.small.clear();
    }

    /// The exact score of a position.
    pub fn score(&mut self, position: &ConnectPosition<B, W, H>) -> Scored {
        let never = AtomicBool::new(false);
        let mut nodes = 0;
        let score = self.ask(position, EVERYTHING, Budget::until(&never), &mut nodes);
        Scored { score: score.expect("nobody stopped it"), nodes }
    }

    /// The exact score of a position, or nothing if `stop` was set before it was found.
    pub fn score_until(&mut self, position: &ConnectPosition<B, W, H>, stop: &AtomicBool) -> Option<Scored> {
        let mut nodes = 0;
        let score = self.ask(position, EVERYTHING, Budget::until(stop), &mut nodes)?;
        Some(Scored { score, nodes })
    }

    /// The exact score of a position and a move that keeps it.
    pub fn solve(&mut self, position: &ConnectPosition<B, W, H>) -> Solution {
        let never = AtomicBool::new(false);
        self.solve_within(position, None, Budget::until(&never)).0.expect("nobody stopped it")
    }

    /// The exact score of a position and a move that keeps it, `preferred` if that does, or nothing if the budget was
    /// used up before; and the nodes it took. What was found out on the way is remembered for the next attempt.
    pub fn solve_within(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Option<Move>,
        budget: Budget<'_>,
    ) -> (Option<Solution>, u64) {
        let mut nodes = 0;
        let solution = self.solve_counting(position, preferred, budget, &mut nodes);
        (solution.map(|solution| Solution { nodes, ..solution }), nodes)
    }

    fn solve_counting(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Option<Move>,
        budget: Budget<'_>,
        nodes: &mut u64,
    ) -> Option<Solution> {
        let score = self.ask(position, EVERYTHING, budget, nodes)?;
        let best = self.keeping(position, score, preferred, budget, nodes)?;
        Some(Solution { score, best, nodes: *nodes })
    }

    /// The first move that keeps a score, `preferred` before the ones nearest to the middle.
    fn keeping(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        score: i32,
        preferred: Option<Move>,
        budget: Budget<'_>,
        nodes: &mut u64,
    ) -> Option<Option<Move>> {
        for mv in preferred.into_iter().chain(middle_first::<W>()) {
            let Some(after) = played(position, mv) else { continue };
            // Is the score after the move, for the other side, at most −score?
            let window = Bounds { low: -score, high: 1 - score };
            if self.ask(&after, window, budget.less(*nodes), nodes)? <= -score {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// Who wins, which is known sooner than by how much: the sign of the score, with a move that keeps it, `preferred` if
    /// that does; nothing if the budget was used up before. And the nodes it took. In a lost position every move
    /// keeps it, and none is named.
    pub fn outcome_within(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Option<Move>,
        budget: Budget<'_>,
    ) -> (Option<Solution>, u64) {
        let mut nodes = 0;
        let solution = self.outcome_counting(position, preferred, budget, &mut nodes);
        (solution.map(|solution| Solution { nodes, ..solution }), nodes)
    }

    fn outcome_counting(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        preferred: Option<Move>,
        budget: Budget<'_>,
        nodes: &mut u64,
    ) -> Option<Solution> {
        let score = self.ask(position, Bounds { low: -1, high: 1 }, budget, nodes)?.signum();
        let best = if score >= 0 { self.keeping(position, score, preferred, budget, nodes)? } else { None };
        Some(Solution { score, best, nodes: *nodes })
    }

    /// Whether the score is at least so much (1: the side to move wins); nothing if the budget was used up before. And
    /// the nodes it took.
    pub fn at_least_within(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        score: i32,
        budget: Budget<'_>,
    ) -> (Option<bool>, u64) {
        let mut nodes = 0;
        let found = self.ask(position, Bounds { low: score - 1, high: score }, budget, &mut nodes);
        (found.map(|found| found >= score), nodes)
    }

    /// The exact score of every legal move, for the side that makes it, in the order of the columns; nothing if the
    /// budget was used up before. And the nodes it took.
    pub fn values_within(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        budget: Budget<'_>,
    ) -> (Option<Vec<(Move, i32)>>, u64) {
        let mut nodes = 0;
        let mut values = Vec::with_capacity(W);
        for mv in middle_first::<W>() {
            let Some(after) = played(position, mv) else { continue };
            match self.ask(&after, EVERYTHING, budget.less(nodes), &mut nodes) {
                Some(score) => values.push((mv, -score)),
                None => return (None, nodes),
            }
        }
        values.sort_by_key(|(mv, _)| mv.column());
        (Some(values), nodes)
    }

    /// The exact score of every move, by column, for the side that makes it; nothing for columns that are full.
    pub fn values(&mut self, position: &ConnectPosition<B, W, H>) -> [Option<i32>; MOST_COLUMNS] {
        let mut values = [None; MOST_COLUMNS];
        for mv in middle_first::<W>() {
            if let Some(after) = played(position, mv) {
                values[usize::from(mv.column())] = Some(-self.score(&after).score);
            }
        }
        values
    }

    /// The score if it lies in the window, otherwise something on the same side of the window as the score;
    /// nothing if it was stopped.
    fn ask(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        window: Bounds,
        budget: Budget<'_>,
        nodes: &mut u64,
    ) -> Option<i32> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.margin_for(position.side_to_move()));
        }
        let ask = Ask { solver: self, me: position.me(), them: position.them(), window, budget };
        let answer = cpu::dispatch_on(self.options.instructions, ask);
        *nodes += answer.nodes;
        self.large_used |= answer.used_large;
        answer.score
    }
}

/// The window that every score lies in.
const EVERYTHING: Bounds = Bounds { low: i32::MIN, high: i32::MAX };

/// All columns, the middle ones first.
pub(super) fn middle_first<const W: usize>() -> impl Iterator<Item = Move> {
    (0..W).map(|i| {
        let column = if i % 2 == 0 { W / 2 + i / 2 } else { W / 2 - i.div_ceil(2) };
        Move::into_column(column as u8)
    })
}

/// The position after a move, if it is legal.
pub(super) fn played<B: Keyed, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    mv: Move,
) -> Option<ConnectPosition<B, W, H>> {
    let legal = position.outcome().is_none()
        && Grid::<B, W, H>::landing(position.mask(), usize::from(mv.column())) != B::EMPTY;
    legal.then(|| {
        let mut after = *position;
        after.play(mv);
        after
    })
}

/// A position that is not over, and what is asked about it.
struct Ask<'s, B: Keyed, const W: usize, const H: usize> {
    solver: &'s Solver<B, W, H>,
    me: B,
    them: B,
    window: Bounds,
    budget: Budget<'s>,
}

struct Answer {
    score: Option<i32>,
    nodes: u64,
    used_large: bool,
}

impl<B: Keyed, const W: usize, const H: usize> Task for Ask<'_, B, W, H> {
    type Output = Answer;

    fn run<C: Cpu>(self, cpu: C) -> Answer {
        let at_once = |score| Answer { score: Some(score), nodes: 0, used_large: false };
        let mut node = Node::of::<W, H>(self.me, self.them);
        let empties = node.empties;
        if (node.my_wins & Grid::<B, W, H>::landings(self.me | self.them)).any() {
            return at_once((empties + 1) >> 1);
        }
        let settled = node.settle::<W, H>();
        let same = (empties - node.empties) & 1 == 0;
        if let Some(score) = settled {
            return at_once(if same { score } else { -score });
        }
        // From here on everything is for the side to move in the node.
        let Bounds { low, high } = self.window;
        let window = if same {
            self.window
        } else {
            Bounds { low: high.saturating_neg(), high: low.saturating_neg() }
        };
        let mut answer = self.narrow(cpu, &node, window);
        if !same {
            answer.score = answer.score.map(|score| -score);
        }
        answer
    }
}

impl<B: Keyed, const W: usize, const H: usize> Ask<'_, B, W, H> {
    /// Narrows the score of a node down by questions that ask far from 0 last: big wins and losses are rare,
    /// but easy to rule out.
    fn narrow<C: Cpu>(&self, cpu: C, node: &Node<B>, window: Bounds) -> Answer {
        let range = node.range();
        let mut low = range.low.max(window.low);
        let mut high = range.high.min(window.high);
        if low >= high {
            let score = if range.low >= window.high { range.low } else { range.high };
            return Answer { score: Some(score), nodes: 0, used_large: false };
        }
        let solver = self.solver;
        let never = AtomicBool::new(false);
        let mut search = Search::alone(&solver.small, &solver.large, solver.large_used, self.budget, &never);
        let mut answer = Answer { score: None, nodes: 0, used_large: false };
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let beta = middle + 1;
            let score = if solver.options.threads > 1 {
                let (score, nodes) = self.search_together(cpu, node, beta);
                answer.nodes += nodes;
                answer.used_large = true;
                score
            } else {
                let score = search.search(cpu, node, Search::<B, W, H>::spread(node.me, node.them), beta);
                (!search.stopped()).then_some(score)
            };
            match score {
                None => break,
                Some(score) if score >= beta => low = score,
                Some(score) => high = score,
            }
        }
        answer.nodes += search.nodes();
        answer.used_large |= search.used_large();
        answer.score = (low >= high).then_some(low);
        answer
    }

    /// One question to all threads; the first answer counts.
    fn search_together<C: Cpu>(&self, cpu: C, node: &Node<B>, beta: i32) -> (Option<i32>, u64) {
        let solver = self.solver;
        let (done, busy) = (AtomicBool::new(false), Busy::new());
        let spread = Search::<B, W, H>::spread(node.me, node.them);
        std::thread::scope(|scope| {
            let work = || {
                let mut search = Search::shared(&solver.large, &busy, self.budget, &done);
                let score = search.search(cpu, node, spread, beta);
                let score = (!search.stopped()).then_some(score);
                if score.is_some() {
                    done.store(true, Ordering::Relaxed);
                }
                (score, search.nodes())
            };
            let helpers: Vec<_> = (1..solver.options.threads).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for helper in helpers {
                let (score, nodes) = helper.join().expect("a search does not panic");
                all = (all.0.or(score), all.1 + nodes);
            }
            all
        })
    }
}
