//! A set of boards, handed out one by one: each process takes the next when it is done with one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;
use std::time::Duration;

use npuzzle::core::Crew;

use super::order::Order;
use super::{EndsWithPanic, Leader, Ranks};
use crate::failure::Failure;

/// How often the leader looks whether the user has interrupted it.
const GLANCE: Duration = Duration::from_millis(50);
const FOR_EVER: Duration = Duration::from_secs(3600);

/// A board of a set, when its turn comes.
pub enum Dealt {
    /// It is to be handed out: what a process needs to know of it.
    Task(String),
    /// It needs no work: its answer.
    Answered(String),
}

/// Where a process gets boards, and where their answers go.
pub struct Hand {
    tasks: Arc<dyn Crew>,
    answers: Arc<dyn Crew>,
}

impl Hand {
    /// Boards come in the first channel of the question, answers go in the second.
    pub fn new(ranks: &dyn Ranks, channel: u16) -> Self {
        Self { tasks: ranks.channel(channel), answers: ranks.channel(channel + 1) }
    }

    /// Does what is handed out until there is no more.
    pub fn work(&self, mut answer: impl FnMut(&str) -> String) {
        self.answers.send(0, Vec::new());
        loop {
            let Some((_, message)) = self.tasks.receive(Some(0), FOR_EVER) else { continue };
            let Some((number, task)) = message.split_first_chunk::<8>() else { return };
            let mut answered = number.to_vec();
            answered.extend_from_slice(answer(&String::from_utf8_lossy(task)).as_bytes());
            self.answers.send(0, answered);
        }
    }
}

impl Leader {
    /// Hands boards out until there are no more, or the user interrupts; `taken` gets each answer
    /// with the number of its board, in the order in which they are done. How many boards were
    /// taken up.
    ///
    /// This process works as well: `answer` is what it does with a board, as the others do.
    pub fn deal(
        &self,
        text: String,
        boards: &mut dyn Iterator<Item = Dealt>,
        cancel: &AtomicBool,
        answer: impl FnMut(&str) -> String + Send,
        taken: &mut dyn FnMut(usize, &str) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let channel = self.new_channels();
        self.ranks.close_below(channel);
        self.order(&Order::Deal { channel, text });
        let hand = Hand::new(&*self.ranks, channel);
        let here = Hand::new(&*self.ranks, channel);
        scope(|threads| {
            let _end = EndsWithPanic(&*self.ranks);
            let working = threads.spawn(move || {
                let _end = EndsWithPanic(&*self.ranks);
                here.work(answer);
            });
            let mut dealer = Dealer { leader: self, channel, hand, cancel, taken, number: 0, failed: None };
            dealer.hand_out(boards);
            self.order(&Order::Over);
            working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            dealer.failed.map_or(Ok(dealer.number), Err)
        })
    }
}

/// The hands that deal.
struct Dealer<'d> {
    leader: &'d Leader,
    channel: u16,
    hand: Hand,
    cancel: &'d AtomicBool,
    taken: &'d mut dyn FnMut(usize, &str) -> Result<(), Failure>,
    /// How many boards were taken up.
    number: usize,
    failed: Option<Failure>,
}

impl Dealer<'_> {
    fn hand_out(&mut self, boards: &mut dyn Iterator<Item = Dealt>) {
        let (mut at_work, mut is_stopped) = (self.leader.size(), false);
        while at_work > 0 {
            if self.cancel.load(Ordering::Relaxed) && !is_stopped {
                is_stopped = true;
                self.leader.order(&Order::Stop);
            }
            let Some((rank, message)) = self.hand.answers.receive(None, GLANCE) else {
                self.leader.end_if_one_is_missing(self.channel);
                continue;
            };
            if let Some((number, answer)) = message.split_first_chunk::<8>() {
                self.take(u64::from_le_bytes(*number) as usize, &String::from_utf8_lossy(answer));
            }
            let task = self.next_task(boards);
            // No task is the end of the work there.
            at_work -= usize::from(task.is_none());
            self.hand.tasks.send(rank, task.unwrap_or_default());
        }
    }

    /// The next board that needs work.
    fn next_task(&mut self, boards: &mut dyn Iterator<Item = Dealt>) -> Option<Vec<u8>> {
        while !self.cancel.load(Ordering::Relaxed) {
            let board = boards.next()?;
            let number = self.number;
            self.number += 1;
            match board {
                Dealt::Task(text) => {
                    let mut task = (number as u64).to_le_bytes().to_vec();
                    task.extend_from_slice(text.as_bytes());
                    return Some(task);
                }
                Dealt::Answered(answer) => self.take(number, &answer),
            }
        }
        None
    }

    /// Takes an answer. If it cannot be shown, because its reader is gone, what is at work ends and
    /// nothing more begins.
    fn take(&mut self, number: usize, answer: &str) {
        if self.failed.is_none()
            && let Err(failure) = (self.taken)(number, answer)
        {
            self.failed = Some(failure);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}
