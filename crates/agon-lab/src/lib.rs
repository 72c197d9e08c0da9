//! How engines are made and judged. Nothing here knows a game: what knows one is in that game's crate, in its `lab`.
//!
//! | module | what lives there | the command that uses it |
//! |---|---|---|
//! | [`mod@bench`] | fixed, repeatable work to measure with | `agon bench` |
//! | [`measures`] | what a search reaches: nodes saved, depth in a time, speed-up | `agon bench --full` |
//! | [`search_run`] | searches of some positions: depths, nodes, time | `agon bench search` |
//! | [`overhead`] | what the referee costs for a move | `agon bench overhead` |
//! | [`time_losses`] | whether anybody well-behaved loses on time on a busy machine | `agon bench time-losses` |
//! | [`ablation`] | what each technique of a search is worth | `agon ablate` |
//! | [`ladder`] | whether every level beats the one below it | `agon ladder` |
//! | [`slips`] | moves that give away a win or a draw, counted by an exact solver | `agon ladder --slips` |
//! | [`position_sets`] | openings, positions of the middle game, models of multi-ProbCut | `agon train` |
//! | [`games`] | whole games of an engine against itself | `agon train --games` |

pub mod ablation;
pub mod bench;
pub mod games;
pub mod ladder;
pub mod measures;
pub mod overhead;
pub mod position_sets;
pub mod search_run;
pub mod slips;
pub mod time_losses;
