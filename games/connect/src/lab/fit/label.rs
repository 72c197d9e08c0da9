//! Gives games the results that they should have had: from some ply on the exact solver says who wins.

use super::game_line::GameLine;
use crate::lab::{LabError, at, read};
use crate::solver::{Budget, Options, Solver};
use crate::{Connect9x9, Connect9x9Position, Move};
use agon_core::{Game, Position};
use agon_search::Score;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// With fewer stones the solver is not asked, and then after every so many more.
const FIRST: usize = 30;
const STEP: usize = 3;

/// Megabytes of the solver's table, emptied before each game so that a game's result does not depend on the others.
const TABLE: usize = 4;

/// What became of the games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Labelled {
    /// Games in all.
    pub games: u32,
    /// Games with a position that was solved.
    pub proven: u32,
    /// Games with a position whose result is not the game's.
    pub changed: u32,
}

impl fmt::Display for Labelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Labelled { games, proven, changed } = self;
        write!(f, "{games} games, {proven} with proofs, {changed} of them with another result")
    }
}

/// Writes the games again, each position with the result that the solver proves for it with so many nodes, or for the
/// next position for which it can, or else with the result of the game. A game becomes several lines where the players gave
/// something away.
pub fn run(nodes: u64, out: &Path, games: &[PathBuf]) -> Result<Labelled, LabError> {
    let mut solver = Solver::new(Options { table_bytes: TABLE << 20, ..Options::default() });
    let mut file = std::io::BufWriter::new(std::fs::File::create(out).map_err(at(out))?);
    let mut labelled = Labelled::default();
    for path in games {
        for line in read(path)?.lines() {
            let Some(game) = GameLine::read(line) else { continue };
            let proofs = game.proofs(&mut solver, nodes);
            labelled.games += 1;
            labelled.proven += u32::from(!proofs.is_empty());
            labelled.changed += u32::from(proofs.iter().any(|(_, result)| *result != game.result));
            for part in game.parts(&proofs) {
                writeln!(file, "{part}").map_err(at(out))?;
            }
        }
    }
    file.flush().map_err(at(out))?;
    Ok(labelled)
}

impl GameLine<'_> {
    /// The plies at which the solver knows the result, and that for the first side.
    fn proofs(&self, solver: &mut Solver<u128, 9, 9>, nodes: u64) -> Vec<(usize, i32)> {
        let never = AtomicBool::new(false);
        solver.clear();
        let mut proofs = Vec::new();
        let mut position: Connect9x9Position = Connect9x9::standard().start();
        for (ply, column) in self.moves.bytes().enumerate() {
            if ply >= FIRST.max(self.opening) && (ply - FIRST).is_multiple_of(STEP) {
                let budget = Budget { nodes, time: None, stop: &never };
                if let (Some(outcome), _) = solver.outcome_within(&position, None, budget) {
                    proofs.push((ply, outcome.score.signum() * position.side_to_move().sign()));
                }
            }
            position.play(Move::into_column(column.wrapping_sub(b'0')));
        }
        proofs
    }

    /// The game in parts with one result each: the moves up to the end of the part, where it begins, the result, the
    /// scores.
    fn parts(&self, proofs: &[(usize, i32)]) -> Vec<String> {
        let end = (self.moves.len(), self.result);
        let mut parts: Vec<(usize, usize, i32)> = Vec::new();
        let mut from = self.opening;
        for &(ply, result) in proofs.iter().chain([&end]) {
            match parts.last_mut() {
                Some(last) if last.2 == result => last.1 = ply,
                _ => parts.push((from, ply, result)),
            }
            from = ply + 1;
        }
        parts.retain(|(from, to, _)| from <= to);
        let scores = |from: usize, to: usize| {
            let wanted = self.scores.iter().skip(from - self.opening).take(to + 1 - from);
            wanted.map(Score::to_string).collect::<Vec<_>>().join(",")
        };
        let line = |&(from, to, result): &(usize, usize, i32)| {
            format!("{} {from} {result} {}", &self.moves[..to], scores(from, to))
        };
        parts.iter().map(line).collect()
    }
}
