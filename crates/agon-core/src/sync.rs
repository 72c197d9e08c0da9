//! Locks that stay usable after a panic.
//!
//! A lock is poisoned when a thread panics while it holds it. Everything that is shared behind a lock here is changed
//! in whole steps, so it is sound whoever panicked; the panic itself is reported where it is caught.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Takes a lock, poisoned or not.
///
/// ```
/// use agon_core::sync::lock;
/// let number = std::sync::Mutex::new(1);
/// let held = std::panic::catch_unwind(|| {
///     let _held = lock(&number);
///     std::panic::resume_unwind(Box::new("while the lock was held"));
/// });
/// assert!(held.is_err() && number.is_poisoned());
/// *lock(&number) += 1;
/// assert_eq!(*lock(&number), 2);
/// ```
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// What a lock or a wait for it gives, poisoned or not.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
