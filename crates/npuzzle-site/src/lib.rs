//! The documents of npuzzle as static pages: readable in any browser, from any folder of any host.
//!
//! Markdown and notebooks become pages with one look, links between documents become links between
//! pages, and linked sources become pages of their own. All addresses are relative, and nothing is
//! fetched from elsewhere. What the pages link to but do not contain, the page with the engine
//! ([`APP`]) and the documentation of the library ([`API`]), is put beside them.

pub mod check;

mod documents;
mod frame;
mod highlight;
mod html;
mod inert;
mod links;
mod markdown;
mod notebook;
mod site;
mod sources;
mod start;

pub use site::write;

/// The first file of the page with the engine inside.
pub const APP: &str = "play/index.html";
/// The first file of the library's documentation.
pub const API: &str = "api/npuzzle/index.html";
