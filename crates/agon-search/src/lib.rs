//! The search: algorithms that know no game.
//!
//! | module | what lives there |
//! |---|---|
//! | [`score`] | what a position is worth, as integers; the one rounding |
//! | [`evaluator`] | what a game tells the search beyond its rules |
//! | [`techniques`] | every technique by name, each switchable |
//! | [`probcut`] | multi-ProbCut's parameters as data, and fitting them |

pub mod evaluator;
pub mod probcut;
pub mod score;
pub mod techniques;

pub use evaluator::{Evaluator, Leaf, Tension, Term, Tuning};
pub use probcut::ProbCut;
pub use score::{Certainty, Score, Value};
pub use techniques::{TECHNIQUES, Technique, TechniqueError, Techniques};
