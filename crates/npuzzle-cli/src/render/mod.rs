//! Reports as text, tables and records.

pub mod explanation;
pub mod numbers;
pub mod records;
pub mod solution;
pub mod table;
