//! Connect four: an exact solver for boards of any size.
//!
//! | file | what is in it |
//! |---|---|
//! | `whole.rs` | [`Solver`], [`solve`]: whole positions |
//! | `search.rs`, `search/deciding.rs` | the search, one question at a time; what decides without it |
//! | `children.rs` | the children of a node, side by side |
//! | `forced.rs` | replies without a choice |
//! | `bounds.rs` | bounds from follow-up strategies |
//! | `order.rs` | which move first |
//! | `result_table.rs`, `slot.rs` | the table of results |
//! | `book.rs` | the scores of all early positions of Four in a Row |
//! | `layers.rs` | all early positions in a fixed order, with their scores |
//! | `proof.rs` | proofs of whole boards, which can be interrupted |
//! | `boards.rs` | the boards that are proved, by their names |
//! | `budget.rs` | what an attempt may cost |
//! | `busy.rs` | what the other threads are at |
//! | `sets.rs` | test positions with known scores, and the benchmark over them |
//! | `classic.rs`, `plain.rs` | simpler searches to measure and to test against |

mod boards;
mod book;
mod bounds;
mod budget;
mod busy;
mod children;
pub mod classic;
mod forced;
pub(crate) mod layers;
mod order;
pub mod plain;
mod proof;
mod result_table;
mod search;
pub mod sets;
mod slot;
mod whole;

pub use boards::{Misfit, NoBoard, ProofBoard, ProofSettings, Proved};
pub use book::{Book, BookError, MOST_PLIES, scorer};
pub use budget::Budget;
pub use layers::Pages;
pub use proof::{Answer, AnswerError, Proof};
pub use slot::{Bounds, Keyed, Slot};
pub use whole::{Options, Scored, Solution, Solver, solve};
