//! Real processes that misbehave, in matches and in tournaments, as root and as an ordinary user: each ends its own
//! game with the right verdict, and nothing else.
#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
#![allow(clippy::print_stdout)] // Reason: a test that is skipped says why.

mod machine_faults;
mod matches;
#[path = "../../../../crates/agon-sandbox/tests/contained/open_folder.rs"]
mod open_folder;
#[path = "../../../../crates/agon-sandbox/tests/contained/ordinary_user.rs"]
mod ordinary_user;
mod stillness;
mod testplayer;
mod tournaments;
