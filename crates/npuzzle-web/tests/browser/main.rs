//! The page in a real browser: played, solved, watched, compared and audited as a person would,
//! with the mouse, the keyboard and a finger. Pictures for people to look at go to
//! `target/screenshots`. `cargo xtask test site` runs the same tests on the page of a site.

mod chromium;
mod figures;
mod file_server;
mod page;

mod accessibility;
mod audit;
mod compare;
mod documents;
mod first_screen;
mod hands;
mod lecture;
mod link;
mod modules;
mod play;
mod player;
mod projector;
mod share;
mod site;
mod size;
mod solve;
mod tree;
mod watch;
