//! Reports as text, tables and records.

pub mod applied;
pub mod arrangement;
pub mod audit;
pub mod board_text;
pub mod checks;
pub mod comparison;
pub mod comparison_page;
pub mod curves;
pub mod drawings;
pub mod evaluation;
pub mod explanation;
pub mod grid;
pub mod json;
pub mod latex;
pub mod measures;
pub mod numbers;
pub mod pdb;
pub mod plots;
pub mod records;
pub mod rows;
pub mod search;
pub mod solution;
pub mod space;
pub mod step;
pub mod table;
