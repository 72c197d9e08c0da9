//! The search: algorithms that know no game.
//!
//! Everything is generic over [`agon_core::Position`] and an [`Evaluator`], compiled for each pair, and
//! allocates nothing per node. A [`Searcher`] is what an engine uses.
//!
//! | module | what lives there |
//! |---|---|
//! | [`score`] | what a position is worth, as integers; the one rounding |
//! | [`evaluator`] | what a game tells the search beyond its rules |
//! | [`techniques`] | every technique by name, each switchable |
//! | [`limits`], [`time`] | when a search ends; how much time a move gets |
//! | [`searcher`] | the search as its users see it: best move, analysis |
//! | `analysis` | every legal move with its value |
//! | `deepening` | iterative deepening on all threads |
//! | `parallel` | sharing the tree among threads |
//! | `root` | aspiration windows, MTD(f), the choice among equals |
//! | `worker` | what a thread carries from node to node |
//! | `alphabeta` | an interior node: alpha-beta, PVS, table, enhanced cut-off |
//! | `pruning` | null move, multi-ProbCut, late move reductions, singular extensions |
//! | `quiescence` | beyond the depth limit |
//! | `chance` | chance nodes, Star1, Star2 |
//! | `ordering` | killers, history, counter moves |
//! | `minimax` | plain minimax, the definition of exactness |
//! | [`mcts`] | Monte-Carlo tree search |
//! | [`transposition_table`] | the transposition table |
//! | [`probcut`], [`fitting`] | multi-ProbCut's parameters as data, and fitting them |
//! | [`regression`] | logistic regression, for evaluations that are fitted to games |
//! | `line` | expected lines |

mod alphabeta;
mod analysis;
mod chance;
mod deepening;
pub mod evaluator;
pub mod fitting;
pub mod limits;
mod line;
pub mod mcts;
mod minimax;
mod ordering;
mod parallel;
pub mod probcut;
mod pruning;
mod quiescence;
pub mod regression;
mod root;
pub mod score;
pub mod searcher;
pub mod techniques;
pub mod time;
pub mod transposition_table;
mod worker;

pub use evaluator::{Evaluator, Leaf, Tension, Term, Tuning, Urgency};
pub use limits::{Clock, Limits, Stopwatch, Wary};
pub use probcut::ProbCut;
pub use score::{Certainty, Score, Value};
pub use searcher::{Found, Nothing, Searcher};
pub use techniques::{Kind, TECHNIQUES, Technique, TechniqueError, Techniques};
pub use time::GameClock;
pub use transposition_table::TranspositionTable;
