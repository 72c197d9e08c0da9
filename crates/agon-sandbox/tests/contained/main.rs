//! Programs that misbehave, in every combination of layers the machine has, as root and as an ordinary user.

mod endings;
mod files;
mod limits;
mod network;
mod ordinary_user;
mod privileges;
mod stage;
mod strict;
