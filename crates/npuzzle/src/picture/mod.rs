//! Pictures of boards and solutions, for slides, reports, notebooks and pages: SVG that needs
//! nothing else.
//!
//! Every front draws with the same measures and colours: rounded tiles in a tray, in which the
//! blank is a hollow. [`sheet::one`] draws a board, [`sheet::several`] a sheet of them and
//! [`story::figure`] a solution. Boards whose numbers would be too small are mosaics in all of them
//! ([`mosaic::is_mosaic`]).

pub mod letters;
pub mod measure;
pub mod mosaic;
pub mod paint;
mod png;
pub mod scheme;
pub mod sheet;
pub mod story;
mod svg;
pub mod walk;

#[cfg(test)]
mod well_formed;
