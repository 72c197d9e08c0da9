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
//! | [`limits`], [`clock`], [`time`] | when a search ends; the clock it looks at; how much time a move gets |
//! | [`shares`] | what a search and a solver get of the nodes and the time of one move |
//! | `effort` | what the threads of a search count together |
//! | [`searcher`], [`found`] | the search as its users see it, and what it says |
//! | [`floor`] | the search that no clock can take away |
//! | `analysis` | every legal move with its value |
//! | `deepening` | iterative deepening on all threads |
//! | `parallel`, `watching` | sharing the tree among threads |
//! | `root` | aspiration windows, MTD(f), the choice among equals |
//! | `worker`, `window` | what a thread carries from node to node |
//! | `alphabeta`, `move_loop` | an interior node: alpha-beta, table, enhanced cut-off; its moves one by one |
//! | `pruning` | futility, null move, multi-ProbCut, late move reductions, singular extensions |
//! | `quiescence` | beyond the depth limit |
//! | `chance` | chance nodes, Star1, Star2 |
//! | `ordering` | killers, history, counter moves |
//! | `minimax` | plain minimax, the definition of exactness |
//! | [`mcts`] | Monte-Carlo tree search |
//! | [`transposition_table`] | the transposition table |
//! | [`probcut`], [`fitting`] | multi-ProbCut's parameters as data, and fitting them |
//! | [`regression`] | logistic regression, for evaluations that are fitted to games |
//! | `line` | expected lines |
//! | [`unhurried`] | the same functions for code that is not hot |

mod alphabeta;
mod analysis;
mod chance;
pub mod clock;
mod deepening;
mod effort;
pub mod evaluator;
pub mod fitting;
pub mod floor;
pub mod found;
pub mod limits;
mod line;
pub mod mcts;
mod minimax;
mod move_loop;
mod ordering;
mod parallel;
pub mod probcut;
mod pruning;
mod quiescence;
pub mod regression;
mod root;
pub mod score;
pub mod searcher;
pub mod shares;
pub mod techniques;
pub mod time;
pub mod transposition_table;
pub mod unhurried;
mod watching;
mod window;
mod worker;

pub use clock::{Clock, Stopwatch, Wary};
pub use evaluator::{Evaluator, Leaf, Tension, Term, Tuning, Urgency};
pub use found::{Found, Nothing};
pub use limits::Limits;
pub use probcut::ProbCut;
pub use score::{Certainty, Score, Value};
pub use searcher::Searcher;
pub use techniques::{Kind, TECHNIQUES, Technique, TechniqueError, Techniques};
pub use time::GameClock;
pub use transposition_table::TranspositionTable;
