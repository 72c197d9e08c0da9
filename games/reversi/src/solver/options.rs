//! What a solver is told when it is made: memory, threads, instructions, techniques, ordering.

use super::evaluation::{Evaluation, Patterns};
use agon_core::cpu::Choice;
use std::sync::Arc;

/// What orders the moves above the last few empty squares, and what selective searches judge by.
#[derive(Clone, Debug, Default)]
pub enum Ordering {
    /// Squares as they come; no selective searches.
    None,
    /// The opponent's mobility, corners and parity, with a few constants and no weights.
    Simple,
    /// The small pattern evaluation that comes with the program.
    #[default]
    Patterns,
    /// The pattern evaluation with other weights.
    Fitted(Arc<Patterns>),
    /// Another evaluation.
    External(Arc<dyn Evaluation>),
}

/// The techniques of the search. Each can be switched off; the scores stay the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Squares in quadrants with an odd number of empty squares first.
    pub parity: bool,
    /// Moves that leave the opponent few replies first.
    pub fastest_first: bool,
    /// A bound by discs that can never turn again.
    pub stability: bool,
    /// The table of positions seen before.
    pub table: bool,
    /// A look at all replies in the table before any is searched.
    pub enhanced_cutoff: bool,
    /// The evaluation orders moves, with a shallow search where there is much to gain.
    pub evaluation: bool,
    /// Shallower and less sure searches before the proof, which leave their order of moves in the table.
    pub selective_passes: bool,
    /// The last four empty squares written out.
    pub unrolled: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::ALL
    }
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques {
        parity: true,
        fastest_first: true,
        stability: true,
        table: true,
        enhanced_cutoff: true,
        evaluation: true,
        selective_passes: true,
        unrolled: true,
    };

    /// Their names, as [`Techniques::without`] takes them.
    pub const NAMES: [&'static str; 8] = [
        "parity",
        "fastest-first",
        "stability",
        "table",
        "enhanced-cutoff",
        "evaluation",
        "selective-passes",
        "unrolled",
    ];

    /// These without the one of a name; nothing if there is none of this name.
    pub fn without(mut self, name: &str) -> Option<Techniques> {
        *match name {
            "parity" => &mut self.parity,
            "fastest-first" => &mut self.fastest_first,
            "stability" => &mut self.stability,
            "table" => &mut self.table,
            "enhanced-cutoff" => &mut self.enhanced_cutoff,
            "evaluation" => &mut self.evaluation,
            "selective-passes" => &mut self.selective_passes,
            "unrolled" => &mut self.unrolled,
            _ => return None,
        } = false;
        Some(self)
    }
}

/// What a solver is told when it is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory for the table, at most, in bytes.
    pub table_bytes: usize,
    /// How many threads work on one position.
    pub threads: usize,
    /// Which instructions of the processor to use.
    pub instructions: Choice,
    /// Which techniques to use.
    pub techniques: Techniques,
    /// What orders the moves.
    pub ordering: Ordering,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_bytes: 128 << 20,
            threads: 1,
            instructions: Choice::Best,
            techniques: Techniques::ALL,
            ordering: Ordering::default(),
        }
    }
}
