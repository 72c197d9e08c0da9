//! The boards that whole games are proved on, by their names.

use super::proof::{Answer, Proof};
use super::slot::Keyed;
use super::whole::{Options, Solver};
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A board by its name, columns x rows: every one is compiled here, and only here.
#[derive(Clone, Copy)]
pub struct ProofBoard {
    name: &'static str,
    prove: ProveOnBoard,
}

type ProveOnBoard =
    fn(&ProofSettings, &[Answer], &AtomicBool, &mut dyn FnMut(&Answer)) -> Result<Proved, Misfit>;

/// How a proof is made.
#[derive(Clone, Copy, Debug)]
pub struct ProofSettings {
    /// Table and threads of the solver.
    pub options: Options,
    /// Positions with up to this many stones are looked at one by one if need be.
    pub plies: usize,
    /// Whether the exact score is wanted, not only who wins.
    pub exact: bool,
}

/// What a proof came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The score of the empty board: exact, or 1, 0 or −1 for who wins; nothing if the proof was stopped.
    pub score: Option<i32>,
    /// The positions in which moves were looked at.
    pub nodes: u64,
}

/// There is no such board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "there is no board '{0}' to prove; the boards (columns x rows) are 5x5, 6x8, 7x6, 7x7, 8x6, 9x5 and 9x9"
)]
pub struct NoBoard(String);

/// An answer of an earlier run that cannot be one of this board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the answer '{answer}' cannot be on a board of {board}")]
pub struct Misfit {
    answer: String,
    board: String,
}

const BOARDS: [ProofBoard; 7] = [
    ProofBoard { name: "5x5", prove: prove::<u64, 5, 5> },
    ProofBoard { name: "6x8", prove: prove::<u64, 6, 8> },
    ProofBoard { name: "7x6", prove: prove::<u64, 7, 6> },
    ProofBoard { name: "7x7", prove: prove::<u64, 7, 7> },
    ProofBoard { name: "8x6", prove: prove::<u64, 8, 6> },
    ProofBoard { name: "9x5", prove: prove::<u64, 9, 5> },
    ProofBoard { name: "9x9", prove: prove::<u128, 9, 9> },
];

impl FromStr for ProofBoard {
    type Err = NoBoard;

    fn from_str(text: &str) -> Result<ProofBoard, NoBoard> {
        let found = BOARDS.iter().find(|board| board.name == text);
        found.copied().ok_or_else(|| NoBoard(text.to_owned()))
    }
}

impl fmt::Display for ProofBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Debug for ProofBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProofBoard({})", self.name)
    }
}

impl ProofBoard {
    /// Proves who wins on this board. The answers of an earlier run are taken as true; new ones go to `told`.
    pub fn prove(
        &self,
        settings: &ProofSettings,
        before: &[Answer],
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Answer),
    ) -> Result<Proved, Misfit> {
        (self.prove)(settings, before, stop, told)
    }
}

fn prove<B: Keyed + Hash + Ord, const W: usize, const H: usize>(
    settings: &ProofSettings,
    before: &[Answer],
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Answer),
) -> Result<Proved, Misfit> {
    let mut proof = Proof::<B, W, H>::new(Solver::new(settings.options), settings.plies, stop, told);
    if let Some(answer) = before.iter().find(|answer| !proof.learn(answer)) {
        return Err(Misfit { answer: answer.to_string(), board: format!("{W}x{H}") });
    }
    let score = if settings.exact { proof.score() } else { proof.outcome() };
    Ok(Proved { score, nodes: proof.nodes() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_proves_what_it_is_asked() {
        let settings = ProofSettings {
            options: Options { table_bytes: 1 << 20, ..Options::default() },
            plies: 10,
            exact: true,
        };
        let (stop, mut answers) = (AtomicBool::new(false), Vec::new());
        let board: ProofBoard = "5x5".parse().unwrap();
        let mut told = |answer: &Answer| answers.push(answer.clone());
        let first = board.prove(&settings, &[], &stop, &mut told).unwrap();
        assert_eq!((board.to_string().as_str(), first.score), ("5x5", Some(0)));
        let again = board.prove(&settings, &answers, &stop, &mut |_| {}).unwrap();
        assert_eq!(again, Proved { score: Some(0), nodes: 0 });
        let elsewhere = ["7 >= 0 yes".parse().unwrap()];
        let refused = board.prove(&settings, &elsewhere, &stop, &mut |_| {}).unwrap_err();
        assert_eq!(refused.to_string(), "the answer '7 >= 0 yes' cannot be on a board of 5x5");
        assert!("3x3".parse::<ProofBoard>().is_err());
    }
}
