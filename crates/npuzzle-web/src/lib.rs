//! The page of `npuzzle` and its interface: addresses, questions and answers in JSON.
//!
//! With the feature `server` (the default) it is served to this machine. Without it, [`Desk`]
//! answers the same questions in the same words; that is how the engine inside the page asks
//! itself (`npuzzle-wasm`). The engine does the rest: this crate contains no search code, and the
//! messages are those of the command line.
//!
//! ```no_run
//! # #[cfg(feature = "server")] {
//! let server = npuzzle_web::Server::bind(npuzzle_web::Options::default())?;
//! println!("http://{}/", server.address());
//! server.run();
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```

#![cfg_attr(not(feature = "server"), allow(dead_code, reason = "a server says and asks more"))]

mod desk;
mod endpoints;
mod events;
mod lanes;
#[cfg(feature = "describe")]
pub mod openapi;
#[cfg(not(feature = "describe"))]
mod openapi;
mod problem;
mod schema;
#[cfg(feature = "server")]
mod server;
mod terms;
mod work;

pub use desk::Desk;
pub use events::Listener;
#[cfg(feature = "server")]
pub use server::{Options, Patience, Server, Stopper, USUAL_PORT};

const VERSION: &str = env!("CARGO_PKG_VERSION");
