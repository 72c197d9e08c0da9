//! The API: one file a subject.

pub(crate) mod games;
pub(crate) mod lines;
