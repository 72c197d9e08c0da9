//! Panics that are caught, with the place where they happened.
//!
//! An engine that panics must not take the program with it, and must not be hidden either: whoever catches the panic
//! says what happened and where. The usual report on standard error stays.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Where the last panic of this thread happened, while somebody is there to catch it.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// A panic that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    /// What it said.
    pub message: String,
    /// The file, line and column.
    pub place: String,
}

/// As a sentence.
impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this program failed at {}: {}", self.place, self.message)
    }
}

impl std::error::Error for Panic {}

/// Does something that may panic, and gives back the panic instead.
///
/// ```
/// use agon_core::panics::caught;
/// assert_eq!(caught(|| 2), Ok(2));
/// let panic = caught(|| panic!("no {}", "way")).unwrap_err();
/// assert_eq!(panic.message, "no way");
/// assert!(panic.place.contains(".rs:"), "{panic}");
/// ```
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            // A thread that is ending has nothing to write to any more, and nobody who catches.
            let _ = PLACE.try_with(|place| place.set(panic.location().map(ToString::to_string)));
            usual(panic);
        }));
    });
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panic {
        message: message(&*payload),
        place: PLACE.take().unwrap_or_else(|| "a place that its log on standard error names".to_owned()),
    })
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}
