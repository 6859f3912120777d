//! How processes that only send each other messages know that all work is done.
//!
//! A process that has nothing to do may get work by a message that is on its way. So the leader
//! asks all for their counts of messages sent and received, and each answers when it is quiet. If
//! as many messages were sent by the second of two such rounds as had been received by the first,
//! none was on its way between them, and no process has had anything to do since its first answer.
//! (Mattern 1987, the four-counter method)

/// Messages that a process has sent and received. A message counts as sent before it can arrive,
/// and as received when it has become work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// How many it has sent.
    pub sent: u64,
    /// How many it has received.
    pub received: u64,
}

/// What the leader knows. Each process is asked once a round and answers once, while it is quiet.
#[derive(Debug)]
pub struct Census {
    others: usize,
    missing: usize,
    sum: Traffic,
    /// Messages received by the round before.
    received_before: Option<u64>,
}

impl Census {
    /// Nothing is known of the others yet.
    pub fn new(others: usize) -> Self {
        Self { others, missing: 0, sum: Traffic::default(), received_before: None }
    }

    /// Whether a round has begun and answers are missing.
    pub fn is_under_way(&self) -> bool {
        self.missing > 0
    }

    /// Begins a round with the leader's own counts, while the leader is quiet. All others have to
    /// be asked now.
    pub fn begin(&mut self, own: Traffic) {
        debug_assert!(!self.is_under_way(), "one round after the other");
        self.missing = self.others;
        self.sum = own;
    }

    /// Takes an answer.
    pub fn answer(&mut self, counts: Traffic) -> Finding {
        self.sum.sent += counts.sent;
        self.sum.received += counts.received;
        self.missing = self.missing.saturating_sub(1);
        if self.missing > 0 {
            return Finding::Open;
        }
        let received_before = self.received_before.replace(self.sum.received);
        if received_before == Some(self.sum.sent) {
            Finding::AllDone
        } else if self.sum.sent == self.sum.received {
            Finding::Perhaps
        } else {
            Finding::OnTheWay
        }
    }
}

/// What is known after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Other answers are missing.
    Open,
    /// All work is done.
    AllDone,
    /// The next round may tell.
    Perhaps,
    /// There was work, or there were messages.
    OnTheWay,
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Random numbers: SplitMix64 (Steele, Lea & Flood 2014).
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, sides: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ (mixed >> 31)) % sides as u64) as usize
        }
    }

    enum Letter {
        Work(u32),
        Ask,
        Answer(Traffic),
    }

    /// A process without its search: a piece of work `n` makes some of `n - 1`, here or elsewhere.
    #[derive(Default)]
    struct Process {
        work: Vec<u32>,
        traffic: Traffic,
        is_asked: bool,
    }

    /// Processes, and what is on its way from each to each, in order.
    struct World {
        processes: Vec<Process>,
        ways: Vec<Vec<VecDeque<Letter>>>,
        census: Census,
        done: usize,
        is_over: bool,
    }

    impl World {
        fn new(size: usize, work: u32) -> Self {
            let mut processes: Vec<Process> = (0..size).map(|_| Process::default()).collect();
            processes[size - 1].work.push(work);
            let ways = (0..size).map(|_| (0..size).map(|_| VecDeque::new()).collect()).collect();
            Self { processes, ways, census: Census::new(size - 1), done: 0, is_over: false }
        }

        /// One process does something: a piece of work, a message, or what is due while it is
        /// quiet.
        fn step(&mut self, dice: &mut Dice, answers_when_busy: bool) {
            let size = self.processes.len();
            let me = dice.below(size);
            match dice.below(3) {
                0 => {
                    if let Some(piece) = self.processes[me].work.pop() {
                        self.done += 1;
                        for _ in 0..if piece > 0 { 1 + dice.below(2) } else { 0 } {
                            let to = dice.below(size);
                            if to == me {
                                self.processes[me].work.push(piece - 1);
                            } else {
                                self.processes[me].traffic.sent += 1;
                                self.ways[me][to].push_back(Letter::Work(piece - 1));
                            }
                        }
                    }
                }
                1 => {
                    let from = dice.below(size);
                    match self.ways[from][me].pop_front() {
                        Some(Letter::Work(piece)) => {
                            self.processes[me].work.push(piece);
                            self.processes[me].traffic.received += 1;
                        }
                        Some(Letter::Ask) => self.processes[me].is_asked = true,
                        Some(Letter::Answer(traffic)) => {
                            self.is_over |= self.census.answer(traffic) == Finding::AllDone;
                        }
                        None => {}
                    }
                }
                _ => {
                    let process = &mut self.processes[me];
                    if !process.work.is_empty() && !answers_when_busy {
                        return;
                    }
                    if me > 0 && std::mem::take(&mut process.is_asked) {
                        self.ways[me][0].push_back(Letter::Answer(process.traffic));
                    } else if me == 0 && !self.census.is_under_way() {
                        self.census.begin(process.traffic);
                        (1..size).for_each(|to| self.ways[0][to].push_back(Letter::Ask));
                    }
                }
            }
        }

        fn has_work(&self) -> bool {
            let waits = self.processes.iter().any(|process| !process.work.is_empty());
            waits || self.ways.iter().flatten().flatten().any(|letter| matches!(letter, Letter::Work(_)))
        }
    }

    /// Whether the end was ever told too soon, in so many worlds with steps in random order.
    fn was_told_too_soon(answers_when_busy: bool) -> bool {
        let mut too_soon = false;
        for seed in 0..if cfg!(miri) { 20 } else { 3000 } {
            let mut dice = Dice(seed << 32);
            let mut world = World::new(2 + dice.below(4), 1 + dice.below(7) as u32);
            let mut steps = 0;
            while !world.is_over {
                world.step(&mut dice, answers_when_busy);
                steps += 1;
                assert!(steps < 1_000_000, "the end is never told");
            }
            assert!(world.done > 0 || answers_when_busy);
            too_soon |= world.has_work();
        }
        too_soon
    }

    #[test]
    fn the_end_is_told_once_all_work_is_done() {
        assert!(!was_told_too_soon(false));
    }

    /// The check itself must be able to fail.
    #[test]
    fn answers_of_those_who_work_would_not_do() {
        assert!(was_told_too_soon(true));
    }
}
