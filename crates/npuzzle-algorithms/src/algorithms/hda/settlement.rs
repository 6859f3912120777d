//! How the processes of a crew come to one answer when they have stopped searching.
//!
//! 1. All say that they send no more states, and read what still comes: a state that no process
//!    will look at belongs to the lower bound.
//! 2. All tell the leader what they have.
//! 3. The leader follows the best path back to the start, over the nodes of all processes.
//! 4. It tells all the result, which is the same everywhere.

use crate::algorithms::hda::parcel::{Note, Opened, stop_of};
use crate::algorithms::hda::place::rank_of;
use crate::algorithms::hda::post::Post;
use crate::algorithms::reached::ShardPlace;
use crate::core::{Cost, Stats, Stop};
use crate::store::key::{read_bytes, read_number, write_bytes, write_number};

/// What a process has when its workers have ended; with all of them together, the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Share {
    pub stopped: Option<Stop>,
    /// The least `f` of what was not dealt with.
    pub least_f: Option<Cost>,
    pub goal: Option<Goal>,
    pub stats: Stats,
    /// The keys from the best goal back to the start, once they are known.
    pub path: Option<Vec<u8>>,
}

/// A goal, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Goal {
    pub cost: Cost,
    pub place: ShardPlace,
}

/// The nodes of this process: follows a path back as long as it stays here, writes the keys, and
/// returns where it goes on.
pub(super) type Follow<'f> = &'f dyn Fn(ShardPlace, &mut Vec<u8>) -> ShardPlace;

/// Comes to the result of all processes. A leader that knows that all work is done has `stopped`
/// empty, whatever the others saw.
pub(super) fn settle(post: &Post<'_>, mut own: Share, follow: Follow<'_>) -> Share {
    post.tell_others(Note::End);
    for rank in others(post) {
        own.least_f = own.least_f.into_iter().chain(read_rest(post, rank)).min();
    }
    let result = if post.leads() { lead(post, own, follow) } else { assist(post, own, follow) };
    post.settled();
    result
}

fn others(post: &Post<'_>) -> impl Iterator<Item = usize> + use<> {
    let own = post.rank();
    (0..post.size()).filter(move |&rank| rank != own)
}

/// Reads what a process has sent before it stopped; the least `f` of it.
fn read_rest(post: &Post<'_>, rank: usize) -> Option<Cost> {
    let mut least_f: Option<Cost> = None;
    while !post.has_ended(rank) {
        let message = post.hear_from(rank);
        if let Some(parcel) = Opened::of(&message) {
            least_f = Some(least_f.map_or(parcel.least_f, |least| least.min(parcel.least_f)));
            continue;
        }
        match Note::read(&message) {
            Some(Note::End) => post.note_end(rank),
            Some(Note::Gone) => post.note_gone(rank),
            _ => {}
        }
    }
    least_f
}

fn lead(post: &Post<'_>, mut sum: Share, follow: Follow<'_>) -> Share {
    let is_done = sum.stopped.is_none();
    for rank in others(post) {
        let message = if post.is_gone(rank) { Vec::new() } else { post.hear_from(rank) };
        match Share::read(&message) {
            Some(share) => sum.add(share),
            // What it had is not known.
            None => post.note_gone(rank),
        }
    }
    let is_whole = !others(post).any(|rank| post.is_gone(rank));
    if !is_whole {
        sum.stopped = Some(Stop::Crew);
    }
    if is_done || !is_whole {
        sum.least_f = None;
    }
    sum.path = sum.goal.and_then(|goal| path_to(post, goal.place, follow));
    if sum.goal.is_some() && sum.path.is_none() {
        sum.goal = None;
        sum.stopped = Some(Stop::Crew);
    }
    let message = sum.write();
    others(post).filter(|&rank| !post.is_gone(rank)).for_each(|rank| post.tell(rank, message.clone()));
    sum
}

/// The keys from a node back to the start; `None` if a process that has some of them is gone.
fn path_to(post: &Post<'_>, last: ShardPlace, follow: Follow<'_>) -> Option<Vec<u8>> {
    let mut keys = Vec::new();
    let mut next = last;
    while let Some(place) = next.known() {
        let rank = rank_of(place);
        if rank == post.rank() {
            next = follow(place, &mut keys);
            continue;
        }
        if post.is_gone(rank) {
            return None;
        }
        let mut question = Vec::new();
        write_place(place, &mut question);
        post.tell(rank, question);
        let answer = post.hear_from(rank);
        let mut rest = &answer[..];
        let Some(before) = read_place(&mut rest) else {
            post.note_gone(rank);
            return None;
        };
        keys.extend_from_slice(rest);
        next = before;
    }
    Some(keys)
}

/// Tells the leader what this process has, and where paths go on, until the result comes.
fn assist(post: &Post<'_>, own: Share, follow: Follow<'_>) -> Share {
    if !post.is_gone(0) {
        post.tell(0, own.write());
    }
    while !post.is_gone(0) {
        let message = post.hear_from(0);
        if let Some(result) = Share::read(&message) {
            return result;
        }
        let mut rest = &message[..];
        match read_place(&mut rest) {
            Some(place) if rank_of(place) == post.rank() => {
                let mut keys = Vec::new();
                let before = follow(place, &mut keys);
                let mut answer = Vec::new();
                write_place(before, &mut answer);
                answer.append(&mut keys);
                post.tell(0, answer);
            }
            _ => post.note_gone(0),
        }
    }
    Share { stopped: Some(Stop::Crew), least_f: None, goal: None, ..own }
}

/// What the messages begin with; notes and parcels have other bytes.
const SHARE: u64 = 20;
const PLACE: u64 = 21;

fn write_place(place: ShardPlace, bytes: &mut Vec<u8>) {
    [PLACE, place.table.into(), place.node.into()].into_iter().for_each(|number| write_number(number, bytes));
}

fn read_place(bytes: &mut &[u8]) -> Option<ShardPlace> {
    let mut number = || read_number(bytes)?.try_into().ok();
    let kind: u32 = number()?;
    let place = ShardPlace { table: number()?, node: number()? };
    (u64::from(kind) == PLACE).then_some(place)
}

impl Share {
    fn add(&mut self, other: Self) {
        self.least_f = self.least_f.into_iter().chain(other.least_f).min();
        self.goal = self.goal.into_iter().chain(other.goal).min();
        let (sum, stats) = (&mut self.stats, other.stats);
        sum.expanded += stats.expanded;
        sum.generated += stats.generated;
        sum.evaluated += stats.evaluated;
        sum.reopened += stats.reopened;
        sum.max_open += stats.max_open;
        sum.max_stored += stats.max_stored;
        sum.max_depth = sum.max_depth.max(stats.max_depth);
        sum.peak_bytes += stats.peak_bytes;
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |number: u64| write_number(number, &mut bytes);
        put(SHARE);
        put(self.stopped.map_or(0, |why| u64::from(why.code()) + 1));
        put(self.least_f.map_or(0, |f| u64::from(f) + 1));
        put(self.goal.map_or(0, |goal| u64::from(goal.cost) + 1));
        let place = self.goal.map_or(ShardPlace::NOWHERE, |goal| goal.place);
        put(place.table.into());
        put(place.node.into());
        let Stats { expanded, generated, evaluated, reopened, max_open, max_stored, max_depth, .. } = self.stats;
        let counts = [expanded, generated, evaluated, reopened, max_open, max_stored, max_depth];
        counts.into_iter().chain([self.stats.iterations, self.stats.peak_bytes]).for_each(&mut put);
        put(self.path.is_some().into());
        write_bytes(self.path.as_deref().unwrap_or_default(), &mut bytes);
        bytes
    }

    fn read(mut message: &[u8]) -> Option<Self> {
        let mut number = || read_number(&mut message);
        if number()? != SHARE {
            return None;
        }
        let stopped = number()?.checked_sub(1).map(stop_of);
        let least_f = number()?.checked_sub(1).and_then(|f| f.try_into().ok());
        let cost: Option<Cost> = number()?.checked_sub(1).and_then(|cost| cost.try_into().ok());
        let place = ShardPlace { table: number()?.try_into().ok()?, node: number()?.try_into().ok()? };
        let stats = Stats {
            expanded: number()?,
            generated: number()?,
            evaluated: number()?,
            reopened: number()?,
            max_open: number()?,
            max_stored: number()?,
            max_depth: number()?,
            iterations: number()?,
            peak_bytes: number()?,
        };
        let has_path = number()? == 1;
        let path = read_bytes(&mut message)?;
        let goal = cost.map(|cost| Goal { cost, place });
        Some(Self { stopped, least_f, goal, stats, path: has_path.then(|| path.to_vec()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::hda::parcel::{Parcel, Travelling};
    use crate::algorithms::hda::place::{Owner, worker_of};
    use crate::core::crew;

    fn node_of(rank: usize) -> ShardPlace {
        Owner { rank, worker: 3 }.place(7, 0)
    }

    fn share(rank: usize) -> Share {
        let stats = Stats { expanded: 10, max_depth: rank as u64, iterations: 1, ..Stats::default() };
        let goal = Some(Goal { cost: 50 - rank as Cost, place: node_of(rank) });
        Share { stopped: Some(Stop::Time), least_f: Some(40 - rank as Cost), goal, stats, path: None }
    }

    #[test]
    fn shares_arrive_as_they_were_sent() {
        let with_path = Share { path: Some(vec![1, 2, 3]), ..share(5) };
        let empty = Share { path: Some(Vec::new()), ..Share::default() };
        for share in [share(0), with_path, Share::default(), empty] {
            assert_eq!(Share::read(&share.write()), Some(share.clone()));
            assert!(Opened::of(&share.write()).is_none());
            assert_eq!(Note::read(&share.write()), None);
        }
        assert_eq!(Share::read(&[]), None);
    }

    /// The path leads through all processes; one of them is gone if `gone` says so.
    fn settled(gone: Option<usize>) -> Vec<Option<Share>> {
        let crew = crew::threads(3);
        std::thread::scope(|scope| {
            let member = |rank: usize| {
                let crew = &crew[rank];
                scope.spawn(move || {
                    let post = Post::new(&**crew, 1, None);
                    if gone == Some(rank) {
                        return None;
                    }
                    // A parcel that is read by no courier.
                    let mut parcel = Parcel::default();
                    parcel.add(&5_u64, Travelling { g: 20, h: rank as Cost, way_back: 0, parent: 0 });
                    post.send((rank + 1) % 3, &mut parcel, 0);
                    let follow = |at: ShardPlace, keys: &mut Vec<u8>| {
                        assert_eq!((rank_of(at), worker_of(at)), (rank, 3));
                        keys.push(rank as u8);
                        rank.checked_sub(1).map_or(ShardPlace::NOWHERE, node_of)
                    };
                    Some(settle(&post, share(rank), &follow))
                })
            };
            let members: Vec<_> = (0..3).map(member).collect();
            members.into_iter().map(|member| member.join().unwrap()).collect()
        })
    }

    #[test]
    fn all_come_to_the_same_result() {
        let results = settled(None);
        let result = results[0].clone().unwrap();
        assert_eq!(results, [Some(result.clone()), Some(result.clone()), Some(result.clone())]);
        assert_eq!((result.stopped, result.least_f), (Some(Stop::Time), Some(20)));
        assert_eq!(result.goal, Some(Goal { cost: 48, place: node_of(2) }));
        assert_eq!(result.path, Some(vec![2, 1, 0]));
        assert_eq!((result.stats.expanded, result.stats.max_depth, result.stats.iterations), (30, 2, 1));
    }

    /// Of a process that is gone nothing is known; the others do not wait for it.
    #[test]
    fn what_a_lost_process_had_is_not_guessed() {
        for gone in [1, 2] {
            let results = settled(Some(gone));
            let result = results[0].clone().unwrap();
            // The best goal left is that of process 2, or of 1, and a path leads through all below.
            let (stopped, has_path) = (result.stopped, result.path.is_some());
            assert_eq!((stopped, result.least_f, has_path), (Some(Stop::Crew), None, gone == 2), "{gone}");
            assert_eq!(results[3 - gone], Some(result));
        }
        let results = settled(Some(0));
        for result in &results[1..] {
            let result = result.as_ref().unwrap();
            assert_eq!((result.stopped, result.least_f, &result.goal), (Some(Stop::Crew), None, &None));
        }
    }
}
