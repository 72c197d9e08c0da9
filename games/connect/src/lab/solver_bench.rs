//! The solver of Four in a Row on sets of positions with known scores, and on the empty board.

use crate::solver::classic::Classic;
use crate::solver::sets::{SetError, SetRow, bench_set, sets_in};
use crate::solver::{Options, Scored, Solver};
use crate::{ConnectPosition, FourInARowPosition};
use std::path::Path;
use std::time::{Duration, Instant};

/// Which solver is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolverKind {
    /// The one that the engines use.
    #[default]
    Fast,
    /// A simpler one to compare with.
    Classic,
}

/// A benchmark over sets of positions: everything is forgotten before each position.
#[derive(Clone, Copy, Debug)]
pub struct SolverBench {
    /// Which solver.
    pub solver: SolverKind,
    /// Its table, threads and instructions; the classic one has a table alone.
    pub options: Options,
    /// So many positions of each set at most.
    pub limit: usize,
}

impl SolverBench {
    /// Solves a set, or all sets in a folder. `clock` tells the time since some beginning; `report` gets each row as it is
    /// found.
    pub fn run(
        &self,
        path: &Path,
        clock: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&SetRow),
    ) -> Result<Vec<SetRow>, SetError> {
        let sets = if path.is_file() { vec![path.to_owned()] } else { sets_in(path)? };
        let row = |set: &Path| match self.solver {
            SolverKind::Fast => self.fast(set, clock),
            SolverKind::Classic => self.classic(set, clock),
        };
        let mut rows = Vec::new();
        for set in sets {
            let row = row(&set)?;
            report(&row);
            rows.push(row);
        }
        Ok(rows)
    }

    fn fast(&self, set: &Path, clock: &dyn Fn() -> Duration) -> Result<SetRow, SetError> {
        let mut solver = Solver::<u64, 7, 6>::new(self.options);
        let score = |solver: &mut Solver<u64, 7, 6>, position: &FourInARowPosition| solver.score(position);
        bench_set(set, self.limit, clock, &mut solver, Solver::clear, score)
    }

    fn classic(&self, set: &Path, clock: &dyn Fn() -> Duration) -> Result<SetRow, SetError> {
        let mut solver = Classic::<u64, 7, 6>::new(self.options.table_bytes);
        let score = |solver: &mut Classic<u64, 7, 6>, position: &FourInARowPosition| {
            let score = solver.score(position);
            Scored { score, nodes: solver.nodes() }
        };
        bench_set(set, self.limit, clock, &mut solver, Classic::clear, score)
    }
}

/// The score of the empty board, the nodes, and the seconds that it took.
pub fn empty_board(options: Options) -> (Scored, f64) {
    let mut solver = Solver::<u64, 7, 6>::new(options);
    let start = Instant::now();
    let scored = solver.score(&ConnectPosition::START);
    (scored, start.elapsed().as_secs_f64())
}
