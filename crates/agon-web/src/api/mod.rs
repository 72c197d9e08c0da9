//! The API: one file a subject.

pub(crate) mod games;
pub(crate) mod imports;
pub(crate) mod lines;
pub(crate) mod network;
pub(crate) mod playing;
pub(crate) mod site;
pub(crate) mod tables;
pub(crate) mod thoughts;
pub(crate) mod tournaments;
