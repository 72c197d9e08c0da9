//! The exact endgame solver: the margin of any position with best play on both sides.
//!
//! Positions are two boards, the discs of the side to move and of the other: bit 0 is a1, bit 7 h1, bit 63 h8.
//! Margins are discs of the side to move less those of the other, the squares left empty given to the winner.
//!
//! ```
//! use agon_reversi::solver::{Limits, Options, Solver};
//! // All squares but h8 are taken; the side to move turns the whole bottom row.
//! let (me, them) = (1 << 56, !(1 << 56 | 1 << 63));
//! let mut solver = Solver::new(&Options { table_bytes: 1 << 16, ..Options::default() });
//! let answer = solver.solve(me, them, Limits::default())?;
//! assert_eq!((answer.margin, answer.best, answer.is_exact()), (-48, Some(63), true));
//! # Ok::<(), agon_reversi::solver::Overlap>(())
//! ```

mod answer;
mod bounds_table;
mod compiled;
pub mod evaluation;
pub mod kernels;
mod options;
mod passes;
mod recent;
mod search;
mod solve;

pub use answer::{Answer, Confidence, Goal, Limits, MoveAnswer, Progress, Square};
pub use options::{Options, Ordering, Techniques};
pub use solve::{Overlap, Solver};
