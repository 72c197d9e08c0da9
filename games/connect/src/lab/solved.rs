//! How far the exact solver of Connect4 9×9 reaches, on positions from games.

use super::{LabError, read};
use crate::solver::classic::Classic;
use crate::solver::{Budget, Options, Solver};
use crate::{Connect9x9, Connect9x9Position};
use agon_core::{Game, Position};
use agon_search::{Clock, Stopwatch};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Positions that cost the classic search fewer nodes say nothing about speed.
const EASY: u64 = 1_000_000;

/// The positions with so many stones of all games that are longer; a line of the file has the moves of a game.
pub fn positions(file: &Path, stones: usize) -> Result<Vec<Connect9x9Position>, LabError> {
    let game = Connect9x9::standard();
    let mut all = Vec::new();
    for (number, line) in read(file)?.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let moves = game.split_moves(line);
        if moves.len() <= stones {
            continue;
        }
        let mut position = game.start();
        for text in &moves[..stones] {
            let wrong = |e: agon_core::MoveError| LabError::Line {
                path: file.to_owned(),
                line: number + 1,
                what: e.to_string(),
            };
            position.play(game.parse_move(&position, text).map_err(wrong)?);
        }
        all.push(position);
    }
    Ok(all)
}

/// How many positions were solved in a time.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SolvedShare {
    /// How many there were.
    pub positions: usize,
    /// Solved: lost, drawn and won for the side to move.
    pub results: [usize; 3],
    /// Solved in a tenth of the time.
    pub in_a_tenth: usize,
    /// Solved in a hundredth of the time.
    pub in_a_hundredth: usize,
}

impl fmt::Display for SolvedShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolvedShare { positions, results: [lost, drawn, won], in_a_tenth, in_a_hundredth } = self;
        let solved = lost + drawn + won;
        write!(
            f,
            "{solved} of {positions} solved ({:.1} %): {won} won, {drawn} drawn, {lost} lost for the side to move; \
             {in_a_tenth} within a tenth of the time, {in_a_hundredth} within a hundredth",
            100.0 * solved as f64 / (*positions).max(1) as f64
        )
    }
}

/// Asks who wins, everything forgotten before each position. `seen` is called after each.
pub fn solved_share(
    positions: &[Connect9x9Position],
    limit: Duration,
    options: Options,
    seen: &mut dyn FnMut(),
) -> SolvedShare {
    let mut solver: Solver<u128, 9, 9> = Solver::new(options);
    let never = AtomicBool::new(false);
    let (mut results, mut times) = ([0; 3], Vec::new());
    for position in positions {
        solver.clear();
        let clock = Stopwatch::start();
        let budget = Budget { nodes: u64::MAX, time: Some((&clock, limit)), stop: &never };
        if let (Some(found), _) = solver.outcome_within(position, None, budget) {
            results[(found.score.signum() + 1) as usize] += 1;
            times.push(clock.elapsed());
        }
        seen();
    }
    let within = |part: Duration| times.iter().filter(|&&time| time <= part).count();
    let (in_a_tenth, in_a_hundredth) = (within(limit / 10), within(limit / 100));
    SolvedShare { positions: positions.len(), results, in_a_tenth, in_a_hundredth }
}

/// The solver beside the classic search.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BesideClassic {
    /// Positions that both scored and that say something.
    pub positions: usize,
    /// Positions that the classic search found easy.
    pub easy: usize,
    /// Positions that were too much for it.
    pub given_up: usize,
    /// Seconds of the classic search.
    pub classic: f64,
    /// Seconds of the solver.
    pub solver: f64,
    /// The geometric mean of the ratios.
    pub mean_ratio: f64,
    /// The smallest ratio.
    pub least_ratio: f64,
}

impl fmt::Display for BesideClassic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BesideClassic { positions, easy, given_up, classic, solver, mean_ratio, least_ratio } = self;
        write!(
            f,
            "{positions} positions ({easy} easy ones and {given_up} beyond the limit left out), all scores equal: \
             {classic:.1} s by the classic search, {solver:.1} s by the solver, {:.1} times as fast; geometric mean of the \
             ratios {mean_ratio:.1}, least {least_ratio:.1}",
            classic / solver
        )
    }
}

/// Scores positions by both, with up to `most` nodes of the classic search. `seen` is called after each.
pub fn beside_classic(
    positions: &[Connect9x9Position],
    most: u64,
    options: Options,
    seen: &mut dyn FnMut(),
) -> Result<BesideClassic, LabError> {
    let mut solver: Solver<u128, 9, 9> = Solver::new(options);
    let mut classic: Classic<u128, 9, 9> = Classic::new(options.table_bytes);
    let (mut easy, mut given_up, mut logs) = (0, 0, Vec::new());
    let mut seconds = [0.0; 2];
    for position in positions {
        seen();
        classic.clear();
        let begin = Instant::now();
        let Some(score) = classic.score_within(position, most) else {
            given_up += 1;
            continue;
        };
        let slow = begin.elapsed().as_secs_f64();
        if classic.nodes() < EASY {
            easy += 1;
            continue;
        }
        solver.clear();
        let begin = Instant::now();
        let found = solver.score(position).score;
        let fast = begin.elapsed().as_secs_f64();
        if found != score {
            return Err(LabError::Wrong(format!("{found} here and {score} there: {position:?}")));
        }
        seconds = [seconds[0] + slow, seconds[1] + fast];
        logs.push((slow / fast).ln());
    }
    logs.sort_unstable_by(f64::total_cmp);
    Ok(BesideClassic {
        positions: logs.len(),
        easy,
        given_up,
        classic: seconds[0],
        solver: seconds[1],
        mean_ratio: (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp(),
        least_ratio: logs.first().map_or(f64::NAN, |log| log.exp()),
    })
}
