//! Pictures of boards and solutions, for slides and reports: SVG that needs nothing else, and
//! animated GIF.
//!
//! Both are drawn with the same measures and colours: rounded tiles in a tray, in which the blank
//! is a hollow.

mod bitmap;
mod digits;
pub mod film;
mod measure;
mod paint;
pub mod sheet;
pub mod story;
mod svg;

#[cfg(test)]
pub mod well_formed;
