//! Pattern databases: exact distances of a few tiles, in tables.
//!
//! [`pattern`] names a group of tiles, [`partition`] divides all of them, [`space`] numbers the
//! states of a group, [`build`] fills a [`table`], of which [`pairs`] are a form for large boards,
//! [`library`] keeps tables in memory and in files, and [`check`] tells whether they are right. The
//! heuristic `pdb` and the optimal solver read the same tables. (Culberson & Schaeffer 1998; Korf &
//! Felner 2002; Felner, Korf & Hanan 2004)

pub mod build;
pub mod check;
pub mod library;
pub mod maker;
pub mod pairs;
pub mod partition;
pub mod pattern;
pub mod space;
pub mod table;

/// The heuristic that reads the tables, by its name in the catalogue.
pub const HEURISTIC: &str = "pdb";
