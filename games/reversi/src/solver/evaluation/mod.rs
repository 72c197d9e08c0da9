//! What a position is worth without searching it: the interface, and the evaluations that come with the solver.

mod embedded;
mod judge;
mod patterns;
mod shapes;
pub mod weights_file;

pub use embedded::embedded;
pub(super) use judge::Judge;
pub use patterns::{FeatureFinder, Patterns, Spread, Stage, WeightsError};
pub use shapes::{FEATURES, Features, PARAMETERS};

/// The parts that a disc is divided into in evaluations.
pub const DISC: i32 = 64;

/// An evaluation of positions that orders moves and judges in selective searches. It never changes an exact
/// result, only how soon it is found.
pub trait Evaluation: std::fmt::Debug + Send + Sync {
    /// The margin to be expected for the side to move, in 64ths of a disc ([`DISC`]).
    fn value(&self, me: u64, them: u64) -> i32;

    /// The standard deviation, in discs, of the difference between searches of `depth` and of `probe` plies from
    /// a position with so many empty squares; `depth` equal to `empties` is the exact margin.
    fn deviation(&self, empties: u32, depth: u32, probe: u32) -> f32;
}
