//! The window of an alpha-beta search.

use crate::score::{self, Score};

/// The values that still matter: more than `alpha`, less than `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: -score::INFINITE, beta: score::INFINITE };

    /// The window that only asks whether the value is more than `alpha`.
    #[inline(always)]
    pub(crate) const fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Without what no value can be.
    pub(crate) fn clipped(self) -> Window {
        Window { alpha: self.alpha.max(-score::INFINITE), beta: self.beta.min(score::INFINITE) }
    }

    /// As the other side sees it.
    #[inline(always)]
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether no value lies inside.
    #[inline(always)]
    pub(crate) const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}
