//! Programs that misbehave, in every combination of layers the machine has, as root and as an ordinary user.
#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
#![allow(clippy::print_stdout)] // Reason: a test that is skipped says why.

mod endings;
mod files;
mod hoards;
mod limits;
mod network;
mod open_folder;
mod ordinary_user;
mod privileges;
mod services;
mod sight;
mod stage;
mod stillness;
mod strict;
mod testplayer;
