//! The command in a real terminal: keys go in, and what stands on the screen comes out.

mod animate;
mod harness;
mod play;
mod replay;
mod solve;
