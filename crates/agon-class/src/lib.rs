//! What a class hands in, and its grades.
//!
//! | module | what lives there |
//! |---|---|
//! | [`grade`] | a player graded as the course grades it |

pub mod grade;
