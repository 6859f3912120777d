//! Reports as text, tables and records.

pub mod explanation;
pub mod json;
pub mod numbers;
pub mod records;
pub mod rows;
pub mod solution;
pub mod table;
