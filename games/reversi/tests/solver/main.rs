//! Tests of the endgame solver.

mod boards;
mod exactness;
mod ffo;
mod kernels;
mod limits;
mod special_positions;
mod techniques;
mod weights;
