//! A process that does what the leader says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{ScopedJoinHandle, scope};
use std::time::Duration;

use clap::FromArgMatches;
use npuzzle::core::Crew;

use super::order::{Ended, Order};
use super::{EndsWithPanic, Hand, RANKS};
use crate::args::{self, Arguments, Length};
use crate::failure::Failure;
use crate::interrupt;

/// The part of a process in the work of all.
pub enum Part {
    /// To ask a question together with the others.
    Together {
        /// What the leader says about it.
        text: String,
        /// The processes.
        crew: Arc<dyn Crew>,
        /// Set when the search is to end.
        cancel: Arc<AtomicBool>,
    },
    /// To take boards as they are handed out.
    Deal {
        /// What the leader says about them.
        text: String,
        /// Where boards come from and answers go.
        hand: Hand,
        /// Set when the search is to end.
        cancel: Arc<AtomicBool>,
    },
}

/// Does what the leader says until all is done.
pub fn follow(orders: &dyn Crew) {
    // Launchers send signals to all processes. One speaks for the leader if that is lost.
    let has_ended = Arc::new(AtomicBool::new(true));
    let _ = interrupt::leave_to_leader(orders.rank() == 1, Arc::clone(&has_ended));
    // The leader says what is wrong with the arguments, which are the same.
    let matches = args::command(Length::Short).try_get_matches_from(args::words());
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches)).ok();
    scope(|threads| {
        let mut work: Option<(ScopedJoinHandle<'_, ()>, Arc<AtomicBool>)> = None;
        loop {
            let Some((_, message)) = orders.receive(Some(0), Duration::from_secs(3600)) else { continue };
            let order = Order::read(&message);
            let is_work = matches!(order, Order::Together { .. } | Order::Deal { .. });
            has_ended.store(!is_work, Ordering::Relaxed);
            let cancel = |work: &Option<(_, Arc<AtomicBool>)>| {
                if let Some((_, cancel)) = work {
                    cancel.store(true, Ordering::Relaxed);
                }
            };
            if order == Order::Stop {
                cancel(&work);
                continue;
            }
            if order == Order::Over {
                // The leader has its answer, or has refused the question.
                cancel(&work);
            }
            if let Some((work, _)) = work.take()
                && let Err(panic) = work.join()
            {
                std::panic::resume_unwind(panic);
            }
            let channel = match order {
                Order::Stop | Order::Over => continue,
                Order::End => return,
                Order::Together { channel, .. } | Order::Deal { channel, .. } => channel,
            };
            let flag = Arc::new(AtomicBool::new(false));
            let Some(part) = part(order, Arc::clone(&flag)) else { continue };
            let arguments = arguments.as_ref();
            let take_part = move || {
                let _end = RANKS.get().map(|ranks| EndsWithPanic(&**ranks));
                let done = match arguments {
                    Some(arguments) => arguments.command.given().take_part(part),
                    None => Err(Failure::Bug("its arguments are others".to_owned())),
                };
                let ended = Ended { channel, refusal: done.err().map(|failure| failure.to_string()) };
                orders.send(0, serde_json::to_vec(&ended).unwrap_or_default());
            };
            work = Some((threads.spawn(take_part), flag));
        }
    });
}

fn part(order: Order, cancel: Arc<AtomicBool>) -> Option<Part> {
    let ranks = RANKS.get()?;
    match order {
        Order::Together { channel, text } => {
            ranks.close_below(channel);
            Some(Part::Together { text, crew: ranks.channel(channel), cancel })
        }
        Order::Deal { channel, text } => {
            ranks.close_below(channel);
            Some(Part::Deal { text, hand: Hand::new(&**ranks, channel), cancel })
        }
        Order::Stop | Order::Over | Order::End => None,
    }
}
