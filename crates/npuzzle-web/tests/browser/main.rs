//! The page in a real browser: played, solved, watched, compared and audited as a person would,
//! with the mouse, the keyboard and a finger. Pictures for people to look at go to
//! `target/screenshots`.

mod chromium;
mod page;

mod accessibility;
mod audit;
mod compare;
mod first_screen;
mod hands;
mod lecture;
mod link;
mod modules;
mod play;
mod player;
mod projector;
mod share;
mod size;
mod solve;
mod tree;
mod watch;
