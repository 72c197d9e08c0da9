//! Proofs of whole boards that take hours: who wins, and by how much, from the first move on.
//!
//! A proof is a tree of questions "is the score at least so much?". Each is put to the solver with a budget; where
//! that is not enough, the moves are tried one by one with a larger one. Every answer near the root is handed out as
//! a line of text as soon as it is known, so that a proof which is interrupted goes on from its lines: what it loses
//! is the table and one question.

use super::budget::Budget;
use super::slot::Keyed;
use super::whole::{Solver, middle_first, played};
use crate::{ConnectPosition, Grid, Move};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Nodes of the first attempt at the question about the start. Its children have as many together for a first look, so
/// that a wrong guess costs little.
const FIRST_ATTEMPT: u64 = 1 << 20;

/// With each ply further from the root an attempt may cost this much more, until questions are simply answered.
const GROWTH: u64 = 4;

/// An answer: whether the score of a position, for its side to move, is at least so much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The columns played to the position, from 0.
    pub line: Vec<u8>,
    /// The score that was asked for.
    pub at_least: i32,
    /// Whether it is reached.
    pub holds: bool,
}

/// A line that is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no answer of a proof; answers look like '3,3,2 >= 1 no'")]
pub struct AnswerError(String);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line.is_empty() {
            f.write_str("-")?;
        }
        for (i, column) in self.line.iter().enumerate() {
            write!(f, "{}{column}", if i > 0 { "," } else { "" })?;
        }
        write!(f, " >= {} {}", self.at_least, if self.holds { "yes" } else { "no" })
    }
}

impl FromStr for Answer {
    type Err = AnswerError;

    fn from_str(text: &str) -> Result<Answer, AnswerError> {
        let wrong = || AnswerError(text.to_owned());
        let [line, ">=", score, holds] = text.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let holds = match holds {
            "yes" => true,
            "no" => false,
            _ => return Err(wrong()),
        };
        let line = match line {
            "-" => Ok(Vec::new()),
            line => line.split(',').map(str::parse).collect(),
        };
        let (line, at_least) = (line.map_err(|_| wrong())?, score.parse().map_err(|_| wrong())?);
        Ok(Answer { line, at_least, holds })
    }
}

/// One word for a position and its mirror image; no others share it.
fn same_for_mirrors<B: Keyed + Ord, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
) -> B {
    let packed = Grid::<B, W, H>::packed(position.me(), position.mask());
    packed.min(Grid::<B, W, H>::mirrored(packed))
}

/// A proof under way, on a board of `W` columns and `H` rows.
pub struct Proof<'a, B: Keyed, const W: usize, const H: usize> {
    solver: Solver<B, W, H>,
    known: HashMap<(B, i32), bool>,
    plies: usize,
    first_attempt: u64,
    stop: &'a AtomicBool,
    told: &'a mut dyn FnMut(&Answer),
    nodes: u64,
}

impl<'a, B: Keyed + Hash + Ord, const W: usize, const H: usize> Proof<'a, B, W, H> {
    /// A proof that knows nothing yet. Answers about positions with at most `plies` stones go to `told`.
    pub fn new(
        solver: Solver<B, W, H>,
        plies: usize,
        stop: &'a AtomicBool,
        told: &'a mut dyn FnMut(&Answer),
    ) -> Self {
        Proof { solver, known: HashMap::new(), plies, first_attempt: FIRST_ATTEMPT, stop, told, nodes: 0 }
    }

    /// Takes an answer from before as true. Says no if its line cannot be played on this board.
    pub fn learn(&mut self, answer: &Answer) -> bool {
        let mut position = ConnectPosition::<B, W, H>::START;
        for &column in &answer.line {
            match (usize::from(column) < W).then(|| played(&position, Move::into_column(column))).flatten() {
                Some(after) => position = after,
                None => return false,
            }
        }
        self.known.insert((same_for_mirrors(&position), answer.at_least), answer.holds);
        true
    }

    /// The positions in which moves were looked at since the proof was begun or gone on with.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins from the start: 1 the first player, −1 the second, 0 nobody; nothing if it was stopped.
    pub fn outcome(&mut self) -> Option<i32> {
        // A board of even height is more often not won by the first player.
        Some(match self.at_least(0)? {
            false => -1,
            true => i32::from(self.at_least(1)?),
        })
    }

    /// The exact score of the start, from its outcome on; nothing if it was stopped.
    pub fn score(&mut self) -> Option<i32> {
        let most = ((W * H) as i32 + 1) / 2;
        let (mut low, mut high) = match self.outcome()? {
            0 => return Some(0),
            1 => (1, most),
            _ => (-most, -1),
        };
        // Long games are the rule: from the middle outwards, a step at a time being small against the search.
        while low < high {
            let middle = low + (high - low + 1).div_euclid(2);
            match self.at_least(middle)? {
                true => low = middle,
                false => high = middle - 1,
            }
        }
        Some(low)
    }

    fn at_least(&mut self, score: i32) -> Option<bool> {
        self.ask(&ConnectPosition::START, &mut Vec::new(), score)
    }

    fn ask(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        line: &mut Vec<u8>,
        at_least: i32,
    ) -> Option<bool> {
        let nodes = self.first_attempt.saturating_mul(GROWTH.saturating_pow(line.len() as u32));
        if let Some(holds) = self.attempt(position, line, at_least, nodes)? {
            return Some(holds);
        }
        let children: Vec<_> =
            middle_first::<W>().filter_map(|mv| Some((mv, played(position, mv)?))).collect();
        // A move that does it is often found quickly; so a little for each one first.
        for (mv, child) in &children {
            line.push(mv.column());
            let done = self.attempt(child, line, 1 - at_least, nodes / W as u64);
            line.pop();
            if done? == Some(false) {
                return Some(self.keep(position, line, at_least, true));
            }
        }
        for (mv, child) in &children {
            line.push(mv.column());
            let holds = self.ask(child, line, 1 - at_least);
            line.pop();
            if !holds? {
                return Some(self.keep(position, line, at_least, true));
            }
        }
        Some(self.keep(position, line, at_least, false))
    }

    /// The answer to a question, if it is known or does not cost more than `nodes`; nothing at all if it was stopped.
    fn attempt(
        &mut self,
        position: &ConnectPosition<B, W, H>,
        line: &[u8],
        at_least: i32,
        nodes: u64,
    ) -> Option<Option<bool>> {
        if let Some(&holds) = self.known.get(&(same_for_mirrors(position), at_least)) {
            return Some(Some(holds));
        }
        let nodes = if line.len() >= self.plies { u64::MAX } else { nodes };
        let budget = Budget { nodes, time: None, stop: self.stop };
        let (holds, spent) = self.solver.at_least_within(position, at_least, budget);
        self.nodes += spent;
        if self.stop.load(Ordering::Relaxed) && holds.is_none() {
            return None;
        }
        Some(holds.map(|holds| self.keep(position, line, at_least, holds)))
    }

    fn keep(&mut self, position: &ConnectPosition<B, W, H>, line: &[u8], at_least: i32, holds: bool) -> bool {
        if self.known.insert((same_for_mirrors(position), at_least), holds).is_none() {
            (self.told)(&Answer { line: line.to_vec(), at_least, holds });
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::super::whole::Options;
    use super::*;

    fn proof<const W: usize, const H: usize>(
        plies: usize,
        before: &[Answer],
    ) -> (Option<i32>, Vec<Answer>, u64) {
        let (stop, mut answers) = (AtomicBool::new(false), Vec::new());
        let mut told = |answer: &Answer| answers.push(answer.clone());
        let solver = Solver::<u64, W, H>::new(Options { table_bytes: 1 << 20, ..Options::default() });
        let mut proof = Proof::new(solver, plies, &stop, &mut told);
        // Few enough that questions are taken apart.
        proof.first_attempt = 1;
        assert!(before.iter().all(|answer| proof.learn(answer)));
        let score = proof.score();
        let nodes = proof.nodes();
        (score, answers, nodes)
    }

    fn solved<const W: usize, const H: usize>() -> Option<i32> {
        let mut solver = Solver::<u64, W, H>::new(Options { table_bytes: 1 << 20, ..Options::default() });
        Some(solver.score(&ConnectPosition::START).score)
    }

    #[test]
    fn small_boards_agree_with_plain_alpha_beta_and_the_solver() {
        assert_eq!(proof::<4, 4>(3, &[]).0, Some(plain::score(&ConnectPosition::<u64, 4, 4>::START)));
        assert_eq!(proof::<5, 4>(3, &[]).0, solved::<5, 4>());
        assert_eq!(proof::<4, 5>(3, &[]).0, solved::<4, 5>());
        assert_eq!(proof::<5, 5>(3, &[]).0, solved::<5, 5>());
    }

    #[test]
    fn a_proof_goes_on_from_any_of_its_lines() {
        let (score, answers, nodes) = proof::<5, 5>(4, &[]);
        assert!(nodes > 0 && answers.iter().any(|answer| answer.line.len() > 1), "{answers:?}");
        for kept in (0..answers.len()).step_by(3) {
            let lines: Vec<String> = answers[..kept].iter().map(ToString::to_string).collect();
            let before: Vec<Answer> = lines.iter().map(|line| line.parse().unwrap()).collect();
            assert_eq!(before, answers[..kept]);
            assert_eq!(proof::<5, 5>(4, &before).0, score);
        }
        assert_eq!(proof::<5, 5>(4, &answers).2, 0, "a finished proof is only read");
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for text in
            ["", "3", "3 >= 1", "3 > 1 yes", "3 >= one yes", "3 >= 1 maybe", "3;4 >= 1 yes", "300 >= 1 no"]
        {
            assert!(text.parse::<Answer>().is_err(), "{text}");
        }
        let (stop, mut told) = (AtomicBool::new(false), |_: &Answer| {});
        let solver = Solver::<u64, 4, 4>::new(Options { table_bytes: 1 << 20, ..Options::default() });
        let mut proof = Proof::new(solver, 2, &stop, &mut told);
        for line in ["4 >= 0 yes", "0,0,0,0,0 >= 0 yes", "0,1,0,1,0,1,0,1 >= 0 yes"] {
            assert!(!proof.learn(&line.parse().unwrap()), "{line}");
        }
    }

    #[test]
    fn a_stopped_proof_says_nothing() {
        let (stop, mut told) = (AtomicBool::new(true), |_: &Answer| panic!("nothing was proved"));
        let solver = Solver::<u64, 7, 6>::new(Options { table_bytes: 1 << 20, ..Options::default() });
        assert_eq!(Proof::new(solver, 2, &stop, &mut told).score(), None);
    }
}
