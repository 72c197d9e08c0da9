//! The FFO endgames: published positions with the exact scores of their moves.

use super::LabError;
use crate::solver::{Goal, Limits, Options, Solver};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files of the published positions, each with the number of its first one.
const FILES: [(u32, &str); 2] = [(20, "fforum-20-39.obf"), (40, "fforum-40-59.obf")];

/// A position with its published scores.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// Its number in the collection.
    pub number: u32,
    /// The discs of the side to move.
    pub me: u64,
    /// The discs of the other side.
    pub them: u64,
    /// The moves with their scores, the best one first.
    pub moves: Vec<(String, i32)>,
}

/// The endgames of a folder with these numbers.
pub fn endgames(folder: &Path, numbers: std::ops::RangeInclusive<u32>) -> Result<Vec<Endgame>, LabError> {
    let mut list = Vec::new();
    for (first, name) in FILES {
        let path = folder.join(name);
        if !(first..first + 20).any(|number| numbers.contains(&number)) {
            continue;
        }
        let text =
            std::fs::read_to_string(&path).map_err(|cause| LabError::File { path: path.clone(), cause })?;
        for (line, number) in text.lines().zip(first..) {
            let wrong =
                || LabError::Endgame { path: PathBuf::from(name), line: (number - first + 1) as usize };
            let endgame = endgame(line, number).ok_or_else(wrong)?;
            list.extend(Some(endgame).filter(|endgame| numbers.contains(&endgame.number)));
        }
    }
    Ok(list)
}

/// A line of a file: the board, the side to move, and moves with their scores between semicolons.
fn endgame(line: &str, number: u32) -> Option<Endgame> {
    let mut parts = line.split(';').map(str::trim);
    let (board, side) = parts.next()?.split_once(' ')?;
    let known = board.len() == 64 && board.bytes().all(|square| b"XO-".contains(&square));
    if !known || !matches!(side, "X" | "O") {
        return None;
    }
    let of = |disc: char| {
        board.chars().enumerate().filter(|&(_, c)| c == disc).fold(0u64, |all, (square, _)| all | 1 << square)
    };
    let (me, them) = if side == "X" { (of('X'), of('O')) } else { (of('O'), of('X')) };
    let moves = parts.filter(|part| !part.is_empty()).map(|part| {
        let (name, score) = part.split_once(':')?;
        Some((name.to_ascii_lowercase(), score.trim().trim_start_matches('+').parse().ok()?))
    });
    let moves: Vec<_> = moves.collect::<Option<_>>()?;
    (!moves.is_empty()).then_some(Endgame { number, me, them, moves })
}

/// What the solver made of an endgame.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// Its number in the collection.
    pub number: u32,
    /// Its empty squares.
    pub empties: u32,
    /// The margin that was found.
    pub margin: i32,
    /// The best move that was found.
    pub best: String,
    /// The positions visited.
    pub nodes: u64,
    /// The seconds of processor time, the fewest of all runs.
    pub processor_seconds: f64,
    /// The seconds that passed, the fewest of all runs.
    pub seconds: f64,
    /// Whether score and move are among the published ones; where only the winner was asked, whether that is right.
    pub right: bool,
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solved { number, empties, margin, best, nodes, processor_seconds, seconds, right } = self;
        let rate = *nodes as f64 / processor_seconds.max(1e-9) / 1e6;
        write!(
            f,
            "{number:3}  {empties:7}  {margin:+5}  {best:4} {nodes:14} {processor_seconds:9.3} {seconds:9.3}  {rate:6.1}{}",
            if *right { "" } else { "  WRONG" }
        )
    }
}

/// The heading of lines of [`Solved`].
pub const HEADING: &str = "  #  empties  score  best          nodes     CPU s    wall s    Mn/s";

/// How endgames are solved: everything is forgotten before each.
#[derive(Clone, Debug)]
pub struct EndgameRun {
    /// The solver's options.
    pub options: Options,
    /// Asks only who wins.
    pub winner: bool,
    /// How often each is solved; the best time counts.
    pub rounds: usize,
}

impl EndgameRun {
    /// Solves endgames. `clock` tells the processor time since some beginning; `report` gets each line as it is found.
    pub fn run(
        &self,
        endgames: &[Endgame],
        clock: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&Solved),
    ) -> Result<Vec<Solved>, LabError> {
        let mut solver = Solver::new(&self.options);
        let mut list = Vec::new();
        for endgame in endgames {
            let solved = self.solve(&mut solver, endgame, clock)?;
            report(&solved);
            list.push(solved);
        }
        Ok(list)
    }

    fn solve(
        &self,
        solver: &mut Solver,
        endgame: &Endgame,
        clock: &dyn Fn() -> Duration,
    ) -> Result<Solved, LabError> {
        let goal = if self.winner { Goal::Winner } else { Goal::Exact };
        let mut least = [f64::INFINITY; 2];
        let mut ask = || {
            solver.forget();
            let (begin, wall) = (clock(), Instant::now());
            let answer = solver.ask(endgame.me, endgame.them, goal, Limits::default(), &mut |_| ());
            let taken = [clock().saturating_sub(begin), wall.elapsed()];
            for (least, taken) in least.iter_mut().zip(taken) {
                *least = least.min(taken.as_secs_f64());
            }
            answer
        };
        let mut answer = ask()?;
        for _ in 1..self.rounds {
            answer = ask()?;
        }
        let best = answer.best.and_then(crate::Move::on).map_or_else(|| "pass".into(), |mv| mv.to_string());
        let published = endgame.moves.iter().map(|(_, score)| *score).max().unwrap_or(0);
        let right = match self.winner {
            true => answer.winner() == Some(published.signum()),
            false => {
                answer.margin == published
                    && endgame.moves.iter().any(|(name, score)| *name == best && *score == published)
            }
        };
        let empties = (endgame.me | endgame.them).count_zeros();
        let (number, margin, nodes) = (endgame.number, answer.margin, answer.nodes);
        let [processor_seconds, seconds] = least;
        Ok(Solved { number, empties, margin, best, nodes, processor_seconds, seconds, right })
    }
}
