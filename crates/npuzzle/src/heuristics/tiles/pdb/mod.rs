//! Pattern databases: exact distances of a few tiles, added up.

pub mod build;
pub mod check;
pub mod library;
pub mod pattern;
pub mod space;
pub mod table;
