//! What processes send each other during HDA*, as bytes.
//!
//! States travel in parcels of some thousand, from one worker: a head, and for each state `g` and
//! `h` in as few bytes as they need, which operator leads back, the number of its parent among the
//! sender's nodes, and its key. On the 15-puzzle these are 15 bytes. All else is a [`Note`].

use crate::core::{Cost, StateKey, Stop};
use crate::store::census::Traffic;
use crate::store::key::{read_number, take, write_number};

/// A parcel is sent when it has so many bytes, or when there is nothing else to do. PERF: two
/// processes over MPI expand 2.6 million states a second with 4 KiB and 4.0 million with this: a
/// parcel wakes four threads, which take the cores away from the workers.
const FULL: usize = 1 << 15;
/// What a parcel begins with, where a [`Note`] has another byte.
const STATES: u8 = 0;
/// That byte, the sender's number among the workers of its process, and the least `f` inside.
const HEAD: usize = 1 + 2 + 4;

/// States on their way to another process.
#[derive(Default)]
pub(super) struct Parcel {
    bytes: Vec<u8>,
    least_f: Cost,
}

impl Parcel {
    #[inline]
    pub fn add<K: StateKey>(&mut self, key: &K, state: Travelling) {
        self.begin_state(state);
        key.write(&mut self.bytes);
    }

    fn begin_state(&mut self, Travelling { g, h, way_back, parent }: Travelling) {
        if self.bytes.is_empty() {
            self.bytes.reserve(FULL + FULL / 8);
            self.bytes.resize(HEAD, STATES);
            self.least_f = Cost::MAX;
        }
        self.least_f = self.least_f.min(g.saturating_add(h));
        write_number(g.into(), &mut self.bytes);
        write_number(h.into(), &mut self.bytes);
        self.bytes.push(way_back);
        self.bytes.extend(parent.to_le_bytes());
    }

    pub fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    pub fn held_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// The least `f` of its states, if there are any.
    pub fn least_f(&self) -> Option<Cost> {
        (!self.bytes.is_empty()).then_some(self.least_f)
    }

    /// Takes out what is to be sent, if there is anything.
    pub fn wrap(&mut self, worker: usize) -> Option<Vec<u8>> {
        let least_f = self.least_f()?;
        self.bytes[1..3].copy_from_slice(&(worker as u16).to_le_bytes());
        self.bytes[3..HEAD].copy_from_slice(&least_f.to_le_bytes());
        Some(std::mem::take(&mut self.bytes))
    }
}

/// A parcel that has arrived.
#[derive(Clone, Copy)]
pub(super) struct Opened<'p> {
    /// The number of the sender.
    pub worker: usize,
    pub least_f: Cost,
    states: &'p [u8],
}

/// A state of a parcel, but for its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Travelling {
    pub g: Cost,
    pub h: Cost,
    /// As in a [place](crate::algorithms::hda::place).
    pub way_back: u8,
    /// The node of the parent.
    pub parent: u32,
}

impl<'p> Opened<'p> {
    /// Opens a message; `None` if it is a note.
    pub fn of(mut message: &'p [u8]) -> Option<Self> {
        let [STATES] = take(&mut message)? else { return None };
        let worker = usize::from(u16::from_le_bytes(take(&mut message)?));
        Some(Self { worker, least_f: Cost::from_le_bytes(take(&mut message)?), states: message })
    }

    /// Takes the next state out; `None` if what follows is none.
    #[inline]
    pub fn next<K: StateKey>(&mut self) -> Option<(K, Travelling)> {
        let state = self.begin_state()?;
        Some((K::read(&mut self.states)?, state))
    }

    fn begin_state(&mut self) -> Option<Travelling> {
        let mut cost = || Cost::try_from(read_number(&mut self.states)?).ok();
        let (g, h) = (cost()?, cost()?);
        let [way_back] = take(&mut self.states)?;
        Some(Travelling { g, h, way_back, parent: u32::from_le_bytes(take(&mut self.states)?) })
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}

/// What processes say to each other while they search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// There is a goal of this cost.
    Better(Cost),
    /// The least `f` at which workers of the sender are.
    At(Cost),
    /// The leader asks for counts of messages.
    Count,
    /// These are the counts, and there is nothing to do.
    Quiet(Traffic),
    /// The leader knows that all work is done.
    AllDone,
    /// There is work, but no permission to expand is left.
    OutOfPermits,
    /// Permissions, from the leader.
    Permits(u64),
    /// There is a reason to end.
    Stop(Stop),
    /// The last message of a process that has stopped searching.
    End,
    /// The last message of a process that breaks off.
    Gone,
}

/// The reason of a number, from a program that may know others.
pub(super) fn stop_of(number: u64) -> Stop {
    u8::try_from(number).ok().and_then(Stop::of_code).unwrap_or(Stop::Crew)
}

impl Note {
    pub fn write(self) -> Vec<u8> {
        let (kind, numbers) = match self {
            Self::Better(cost) => (1, vec![cost.into()]),
            Self::Count => (2, vec![]),
            Self::Quiet(Traffic { sent, received }) => (3, vec![sent, received]),
            Self::AllDone => (4, vec![]),
            Self::OutOfPermits => (5, vec![]),
            Self::Permits(permits) => (6, vec![permits]),
            Self::Stop(why) => (7, vec![why.code().into()]),
            Self::End => (8, vec![]),
            Self::Gone => (9, vec![]),
            Self::At(f) => (10, vec![f.into()]),
        };
        let mut bytes = vec![kind];
        numbers.into_iter().for_each(|number| write_number(number, &mut bytes));
        bytes
    }

    pub fn read(mut message: &[u8]) -> Option<Self> {
        let [kind] = take(&mut message)?;
        let mut number = || read_number(&mut message);
        Some(match kind {
            1 => Self::Better(Cost::try_from(number()?).ok()?),
            2 => Self::Count,
            3 => Self::Quiet(Traffic { sent: number()?, received: number()? }),
            4 => Self::AllDone,
            5 => Self::OutOfPermits,
            6 => Self::Permits(number()?),
            7 => Self::Stop(stop_of(number()?)),
            8 => Self::End,
            9 => Self::Gone,
            10 => Self::At(Cost::try_from(number()?).ok()?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_arrive_as_they_were_sent() {
        let notes = [
            Note::Better(77),
            Note::At(Cost::MAX),
            Note::Count,
            Note::Quiet(Traffic { sent: u64::MAX, received: 300 }),
            Note::AllDone,
            Note::OutOfPermits,
            Note::Permits(1 << 40),
            Note::End,
            Note::Gone,
        ];
        for note in notes.into_iter().chain(Stop::ALL.map(Note::Stop)) {
            assert_eq!(Note::read(&note.write()), Some(note));
            assert!(Opened::of(&note.write()).is_none());
        }
        assert_eq!(Note::read(&[]), None);
        assert_eq!(Note::read(&[77]), None);
        assert_eq!(Note::read(&[3, 5]), None);
    }

    #[test]
    fn states_arrive_as_they_were_sent() {
        let mut parcel = Parcel::default();
        assert!(parcel.wrap(0).is_none());
        let states = [(7_u64, 3, 50, 11), (u64::MAX, 200, 0, u32::MAX), (0, 1, 40, 0)];
        let states = states.map(|(key, g, h, parent)| (key, Travelling { g, h, way_back: g as u8 % 5, parent }));
        states.iter().for_each(|(key, state)| parcel.add(key, *state));
        assert_eq!(parcel.least_f(), Some(41));
        let message = parcel.wrap(513).unwrap();
        assert!(parcel.wrap(0).is_none());
        assert_eq!(message.len(), HEAD + 3 * 15 + 1, "15 bytes a state, and one for the large g");
        assert_eq!(Note::read(&message), None);
        let mut opened = Opened::of(&message).unwrap();
        assert_eq!((opened.worker, opened.least_f), (513, 41));
        assert!(states.into_iter().all(|state| opened.next::<u64>() == Some(state)));
        assert!(opened.is_empty() && opened.next::<u64>().is_none());
        // What is cut off is not a state.
        let mut opened = Opened::of(&message[..message.len() - 1]).unwrap();
        assert_eq!(std::iter::from_fn(|| opened.next::<u64>()).count(), 2);
        assert!(!opened.is_empty());
    }
}
