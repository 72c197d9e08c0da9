//! Choosing the processor's instructions once, at the entry of a search.
//!
//! The binary is built for any x86-64 (or aarch64). A hot loop is written once, in plain Rust, generic over a
//! zero-sized token that implements [`Cpu`], and compiled once for each token: with [`Baseline`] as it is, with
//! [`Avx2`] inside functions that have AVX2, BMI and POPCNT switched on. Because the games' methods are
//! `#[inline(always)]` they end up inside those functions and are compiled with the same instructions, the
//! vector ones included; there is no choice left at run time and no second source that could differ.
//!
//! ```
//! use agon_core::cpu::{self, Cpu, Task};
//! struct CountBits(u64);
//! impl Task for CountBits {
//!     type Output = u32;
//!     fn run<C: Cpu>(self, cpu: C) -> u32 {
//!         agon_core::compiled_for!(cpu, self.0.count_ones())
//!     }
//! }
//! assert_eq!(cpu::dispatch(CountBits(0b1011)), 3);
//! ```
#![allow(unsafe_code)] // Reason: entering a function with other target features, guarded by detection.

use std::sync::OnceLock;

/// A set of processor instructions, as a zero-sized token.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// The name shown by benchmarks.
    const NAME: &'static str;

    /// Whether BMI2 and AVX2 may be used explicitly.
    const WIDE: bool;

    /// Runs `f` compiled for these instructions, if `f` is inlined: [`compiled_for!`](crate::compiled_for) sees to that
    /// and is the way to call this.
    #[doc(hidden)]
    fn enter<R>(self, f: impl FnOnce() -> R) -> R;
}

/// Evaluates an expression compiled for the instructions of a token: `compiled_for!(cpu, expression)`. A recursive
/// function has it around its body.
///
/// The expression becomes a closure that is always inlined into the function that has the instructions switched on.
/// A closure that is not inlined there is compiled for the baseline, and what is left of the function is a jump to it.
/// What the expression calls must be inlined too (`#[inline(always)]`), or enter anew. `return` leaves the expression
/// alone.
#[macro_export]
macro_rules! compiled_for {
    ($cpu:expr, $body:expr) => {
        $crate::cpu::Cpu::enter(
            $cpu,
            #[inline(always)]
            || $body,
        )
    };
}

/// The instructions every processor of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl Cpu for Baseline {
    const NAME: &'static str = "baseline";
    const WIDE: bool = false;

    // One function for each entry, as with other instructions: inlined wherever it is entered, a recursive search would be
    // compiled several times over.
    #[inline(never)]
    fn enter<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// AVX2, BMI1, BMI2, LZCNT and POPCNT. Only [`dispatch`] hands out this token, after detection.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    const NAME: &'static str = "avx2";
    const WIDE: bool = true;

    #[inline(always)]
    fn enter<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline]
        unsafe fn with_features<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: a value of `Avx2` (its field is private) is made only by `dispatch_on`, after `has_avx2` said
        // that the processor has all of these features.
        unsafe { with_features(f) }
    }
}

/// Work that is to run on the best instructions this processor has.
pub trait Task {
    /// What it gives back.
    type Output;

    /// The work, generic over the instructions.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Which instructions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The best the processor has.
    #[default]
    Best,
    /// The baseline, to compare with.
    Baseline,
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    static DETECTED: OnceLock<bool> = OnceLock::new();
    *DETECTED.get_or_init(|| {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    })
}

/// Runs a task on the best instructions this processor has.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    dispatch_on(Choice::Best, task)
}

/// Runs a task on the chosen instructions.
#[inline]
pub fn dispatch_on<T: Task>(choice: Choice, task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if choice == Choice::Best && has_avx2() {
        return task.run(Avx2(()));
    }
    let _ = choice;
    task.run(Baseline)
}
