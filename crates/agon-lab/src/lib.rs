//! How engines are made and judged: benchmarks, ablation, ladders of levels, sets of positions.
//!
//! | module | what lives there |
//! |---|---|
//! | [`mod@bench`] | fixed, repeatable work to measure with |
//! | [`measures`] | what a search reaches: nodes saved, depth in a time, speed-up |
//! | [`ablation`] | what each technique of a search is worth |
//! | [`ladder`] | whether every level beats the one below it |
//! | [`slips`] | moves that give away a win or a draw, counted by an exact solver |
//! | [`position_sets`] | openings and positions of the middle game, made from our own games |

pub mod ablation;
pub mod bench;
pub mod ladder;
pub mod measures;
pub mod position_sets;
pub mod slips;
