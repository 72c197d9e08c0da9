//! Gives games the results that they should have had: from some ply on the exact solver says who wins.

use agon_core::{Game, Position};
use agon_engines::connect::{Budget, Options, Solver};
use agon_games::Connect9x9;
use agon_games::connect::{Connect9x9Position, Move};
use agon_search::score::WIN;
use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// With fewer stones the solver is not asked, and then after every so many more.
const FIRST: usize = 30;
const STEP: usize = 3;

/// Megabytes of the solver's table, emptied before each game so that a game's result does not depend on the others.
const TABLE: usize = 4;

/// Writes the games again, each cut off where the solver first proves its result with so many nodes, with that result.
pub(crate) fn run(nodes: u64, out: &str, files: &[String]) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new(Options { table_bytes: TABLE << 20, ..Options::default() });
    let mut file = std::io::BufWriter::new(std::fs::File::create(out)?);
    let (mut games, mut proven, mut changed) = (0, 0, 0);
    for path in files {
        for line in std::fs::read_to_string(path)?.lines() {
            let Some(game) = GameLine::read(line) else { continue };
            games += 1;
            match game.proof(&mut solver, nodes) {
                Some((ply, result)) => {
                    proven += 1;
                    changed += u32::from(result != game.result);
                    writeln!(file, "{}", game.cut(ply, result))?;
                }
                None => writeln!(file, "{line}")?,
            }
        }
    }
    file.flush()?;
    println!("{games} games, {proven} ended by proof, {changed} of them with another result");
    Ok(())
}

/// A game as a line of a file.
struct GameLine<'a> {
    moves: &'a str,
    opening: usize,
    result: i32,
    scores: Vec<&'a str>,
}

impl<'a> GameLine<'a> {
    fn read(line: &'a str) -> Option<GameLine<'a>> {
        let mut fields = line.split(' ');
        let moves = fields.next()?;
        let opening: usize = fields.next()?.parse().ok()?;
        let result = fields.next()?.parse().ok()?;
        let scores: Vec<_> = fields.next()?.split(',').collect();
        (scores.len() + opening >= moves.len()).then_some(GameLine { moves, opening, result, scores })
    }

    /// The first ply at which the solver knows the result, and that for the first side.
    fn proof(&self, solver: &mut Solver<u128, 9, 9>, nodes: u64) -> Option<(usize, i32)> {
        let never = AtomicBool::new(false);
        solver.clear();
        let mut position: Connect9x9Position = Connect9x9::standard().start();
        for (ply, column) in self.moves.bytes().enumerate() {
            if ply >= FIRST.max(self.opening) && (ply - FIRST) % STEP == 0 {
                let budget = Budget { nodes, time: None, stop: &never };
                if let (Some(outcome), _) = solver.outcome_within(&position, None, budget) {
                    return Some((ply, outcome.score.signum() * position.side_to_move().sign()));
                }
            }
            position.play(Move::into_column(column.wrapping_sub(b'0')));
        }
        None
    }

    /// The game up to a ply, with a result.
    fn cut(&self, ply: usize, result: i32) -> String {
        let known = (result * WIN).to_string();
        let before = self.scores.iter().copied().take(ply - self.opening);
        let scores: Vec<&str> = before.chain([known.as_str()]).collect();
        format!("{} {} {result} {}", &self.moves[..ply], self.opening, scores.join(","))
    }
}
