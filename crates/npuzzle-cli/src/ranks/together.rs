//! A question that all processes ask together: the search divides its work, and the answer of the
//! leader is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use npuzzle::core::Crew;

use super::order::{Ended, Order};
use super::{EndsWithPanic, Leader};
use crate::failure::Failure;
use crate::out;

/// How often the leader looks up from waiting for the others.
const GLANCE: Duration = Duration::from_millis(100);
/// So long the processes may be apart: at the end of a question, and when one of them refuses it.
const PATIENCE: Duration = Duration::from_secs(20);

impl Leader {
    /// Asks a question with all processes. The others are told the text; `ask` gets the crew.
    ///
    /// If another process cannot take part, all are ended, with its reason: the leader would wait
    /// for it for ever.
    pub fn together<T>(
        &self,
        text: String,
        ask: impl FnOnce(Arc<dyn Crew>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let channel = self.new_channels();
        let crew = self.ranks.channel(channel);
        if self.size() == 1 {
            return ask(crew);
        }
        self.ranks.close_below(channel);
        self.order(&Order::Together { channel, text });
        let has_ended = AtomicBool::new(false);
        scope(|threads| {
            let _end = EndsWithPanic(&*self.ranks);
            let others = threads.spawn(|| self.wait_for_others(channel, &has_ended));
            let answer = ask(crew);
            has_ended.store(true, Ordering::Release);
            self.order(&Order::Over);
            match (others.join(), answer) {
                (Ok(None), answer) => answer,
                // The others stay behind because the leader has refused the question.
                (Ok(Some(_)), Err(failure)) => self.give_up(&failure),
                (Ok(Some(refusal)), Ok(_)) => self.give_up(&Failure::Bug(refusal)),
                (Err(panic), _) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// Waits until the others have come to the end of a question; `Some` if they do not.
    fn wait_for_others(&self, channel: u16, has_ended: &AtomicBool) -> Option<String> {
        let mut missing = self.size() - 1;
        let (mut refusal, mut apart) = (None, None);
        while missing > 0 {
            let message = self.orders.receive(None, GLANCE);
            if let Some((rank, message)) = message
                && let Ok(ended) = serde_json::from_slice::<Ended>(&message)
                && ended.channel == channel
            {
                missing -= 1;
                if let Some(reason) = ended.refusal {
                    refusal.get_or_insert(format!("process {rank} cannot take part: {reason}"));
                }
            }
            let is_ended = has_ended.load(Ordering::Acquire);
            if !is_ended && refusal.is_none() || missing == 0 {
                continue;
            }
            if apart.get_or_insert_with(Instant::now).elapsed() < PATIENCE {
                continue;
            }
            match refusal {
                Some(reason) if !is_ended => self.give_up(&Failure::Limit(reason)),
                reason => {
                    return Some(
                        reason.unwrap_or_else(|| format!("{missing} processes do not come to the end of a question")),
                    );
                }
            }
        }
        None
    }

    /// Ends all processes if one of them cannot work.
    pub(super) fn end_if_one_is_missing(&self, channel: u16) {
        while let Some((rank, message)) = self.orders.receive(None, Duration::ZERO) {
            let ended = serde_json::from_slice::<Ended>(&message).ok().filter(|ended| ended.channel == channel);
            if let Some(reason) = ended.and_then(|ended| ended.refusal) {
                self.give_up(&Failure::Limit(format!("process {rank} cannot take part: {reason}")));
            }
        }
    }

    /// Ends all processes.
    fn give_up(&self, failure: &Failure) -> ! {
        out::complain(crate::args::Color::Never, failure);
        self.ranks.abort(failure.exit_code())
    }
}
