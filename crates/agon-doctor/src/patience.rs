//! How long the doctor waits, and how slow it is on purpose.

use std::time::Duration;

/// Time limits of an examination; all of them are parameters, because machines and players differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a program to be there and to say its first word.
    pub start: Duration,
    /// For an answer.
    pub answer: Duration,
    /// For a program to end when it should.
    pub farewell: Duration,
    /// How long it is listened to a player that should say nothing.
    pub quiet: Duration,
    /// How long a slow server makes a player wait.
    pub pause: Duration,
    /// Between two bytes that are sent one by one.
    pub gap: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(15),
            answer: Duration::from_secs(10),
            farewell: Duration::from_secs(5),
            quiet: Duration::from_millis(300),
            pause: Duration::from_secs(2),
            gap: Duration::from_millis(1),
        }
    }
}
