//! The processes of a crew make sure that all of them are ready for the same work before they begin
//! it.
//!
//! Each says in a line what it is about to do, with all that the result depends on, or why it
//! cannot. The leader compares the lines, and all hear what it found. A table that differs between
//! two machines would otherwise be a wrong count, and a process without memory a wait without end.

use std::time::Duration;

use crate::core::budget::Stop;
use crate::core::crew::{Crew, leads, send_to_others};
use crate::core::parcel::{Parcel, Unpacked};

/// How often a process that waits for others looks at its limits.
pub const GLANCE: Duration = Duration::from_millis(100);

/// So many glances a process that has to end waits for what others still have to say: 30 seconds.
pub const LAST_GLANCES: usize = 300;

/// The kinds of messages. What is left of other work is of another kind, and is skipped.
const LINE: u8 = 0xA0;
const VERDICT: u8 = 0xA1;

/// Why a crew does not work together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Discord {
    /// One of them is about to do something else.
    #[error(
        "process {rank} is about to do other work ({its}) than process 0 ({ours}): start all with the same arguments"
    )]
    Differs { rank: usize, its: String, ours: String },
    /// One of them cannot.
    #[error("process {rank} cannot take part: {why}")]
    Unable { rank: usize, why: String },
    /// A limit of one of them.
    #[error("{0}")]
    Stopped(Stop),
    /// A process has gone.
    #[error("process {0} does not answer any more")]
    Lost(usize),
    /// A message that was changed on its way, or comes from another version of the program.
    #[error("a message of process {0} cannot be read: start the same program on all machines")]
    Unreadable(usize),
}

/// What keeps a process from taking part.
#[derive(Clone, Copy, Debug)]
pub enum Hindrance<'w> {
    /// One of its limits.
    Stop(Stop),
    /// Something else, in words.
    Other(&'w str),
}

/// Waits until all say that they are ready to do what this line says, or one that it is not; then
/// all of them get the same error.
///
/// `check` looks at the limits of this process, for as long as it waits.
pub fn agree(
    crew: &dyn Crew,
    ready: Result<&str, Hindrance<'_>>,
    check: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<(), Discord> {
    let own = match ready {
        Ok(line) => Verdict::Ready(line.to_owned()),
        Err(Hindrance::Stop(why)) => Verdict::Against(Discord::Stopped(why)),
        Err(Hindrance::Other(why)) => Verdict::Against(Discord::Unable { rank: crew.rank(), why: why.to_owned() }),
    };
    if !leads(crew) {
        crew.send(0, own.message(LINE));
        return match hear(crew, 0, VERDICT, check, &mut None)? {
            Verdict::Ready(_) => Ok(()),
            Verdict::Against(discord) => Err(discord),
        };
    }
    let (mut verdict, mut stopped) = (own, None);
    for rank in 1..crew.size() {
        let heard = hear(crew, rank, LINE, check, &mut stopped);
        let discord = match (&verdict, heard) {
            (Verdict::Against(_), _) => continue,
            (Verdict::Ready(_), Ok(Verdict::Against(discord)) | Err(discord)) => discord,
            (Verdict::Ready(ours), Ok(Verdict::Ready(its))) if *ours == its => continue,
            (Verdict::Ready(ours), Ok(Verdict::Ready(its))) => Discord::Differs { rank, its, ours: ours.clone() },
        };
        verdict = Verdict::Against(discord);
    }
    if let (Verdict::Ready(_), Some((why, _))) = (&verdict, stopped) {
        verdict = Verdict::Against(Discord::Stopped(why));
    }
    send_to_others(crew, &verdict.message(VERDICT));
    match verdict {
        Verdict::Ready(_) => Ok(()),
        Verdict::Against(discord) => Err(discord),
    }
}

/// What a process says, unless a limit of this one ends the wait: then the others have some more
/// time, since what they say must not be left for the next work.
fn hear(
    crew: &dyn Crew,
    from: usize,
    kind: u8,
    check: &mut dyn FnMut() -> Result<(), Stop>,
    stopped: &mut Option<(Stop, usize)>,
) -> Result<Verdict, Discord> {
    loop {
        if let Some((_, message)) = crew.receive(Some(from), GLANCE) {
            match Unpacked::open(&message) {
                Some((found, contents)) if found == kind => {
                    return Verdict::read(contents).ok_or(Discord::Unreadable(from));
                }
                Some(_) => {}
                None => return Err(Discord::Unreadable(from)),
            }
        } else if let Some((why, glances)) = stopped {
            if *glances == 0 {
                return Err(Discord::Stopped(*why));
            }
            *glances -= 1;
        } else if let Err(why) = check() {
            *stopped = Some((why, LAST_GLANCES));
        }
    }
}

/// What a process says of itself, or the leader of all.
enum Verdict {
    Ready(String),
    Against(Discord),
}

impl Verdict {
    fn message(&self, kind: u8) -> Vec<u8> {
        let mut parcel = Parcel::new(kind);
        match self {
            Self::Ready(line) => parcel.byte(0).bytes(line.as_bytes()),
            Self::Against(Discord::Differs { rank, its, ours }) => {
                parcel.byte(1).number(*rank as u64).bytes(its.as_bytes()).bytes(ours.as_bytes())
            }
            Self::Against(Discord::Unable { rank, why }) => parcel.byte(2).number(*rank as u64).bytes(why.as_bytes()),
            Self::Against(Discord::Stopped(why)) => parcel.byte(3).byte(why.code()),
            Self::Against(Discord::Lost(rank)) => parcel.byte(4).number(*rank as u64),
            Self::Against(Discord::Unreadable(rank)) => parcel.byte(5).number(*rank as u64),
        };
        parcel.seal()
    }

    fn read(mut contents: Unpacked<'_>) -> Option<Self> {
        let text = |contents: &mut Unpacked<'_>| String::from_utf8(contents.bytes()?.to_vec()).ok();
        let verdict = match contents.byte()? {
            0 => Self::Ready(text(&mut contents)?),
            1 => {
                let rank = contents.small()?;
                let (its, ours) = (text(&mut contents)?, text(&mut contents)?);
                Self::Against(Discord::Differs { rank, its, ours })
            }
            2 => Self::Against(Discord::Unable { rank: contents.small()?, why: text(&mut contents)? }),
            3 => Self::Against(Discord::Stopped(Stop::of_code(contents.byte()?)?)),
            4 => Self::Against(Discord::Lost(contents.small()?)),
            5 => Self::Against(Discord::Unreadable(contents.small()?)),
            _ => return None,
        };
        contents.is_empty().then_some(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::crew::threads;

    /// What each of them hears.
    fn heard(lines: &[Result<&str, Hindrance<'_>>]) -> Vec<Result<(), Discord>> {
        let crew = threads(lines.len());
        std::thread::scope(|scope| {
            let pairs = crew.iter().zip(lines.iter().copied());
            let threads: Vec<_> =
                pairs.map(|(crew, line)| scope.spawn(move || agree(&**crew, line, &mut || Ok(())))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    }

    #[test]
    fn all_hear_the_same() {
        assert!(heard(&[Ok("a"); 4]).iter().all(Result::is_ok));
        let differs = Discord::Differs { rank: 2, its: "b".to_owned(), ours: "a".to_owned() };
        assert_eq!(heard(&[Ok("a"), Ok("a"), Ok("b"), Ok("c")]), vec![Err(differs); 4]);
        let unable = Discord::Unable { rank: 1, why: "no table".to_owned() };
        assert_eq!(heard(&[Ok("a"), Err(Hindrance::Other("no table")), Ok("b")]), vec![Err(unable); 3]);
        let memory = Discord::Stopped(Stop::Memory);
        assert_eq!(heard(&[Err(Hindrance::Stop(Stop::Memory)), Ok("a")]), vec![Err(memory); 2]);
    }

    /// What an earlier question has left behind is no answer to this one.
    #[test]
    fn other_messages_are_skipped_and_damaged_ones_refused() {
        let crew = threads(2);
        crew[1].send(0, Parcel::new(3).seal());
        crew[0].send(1, Parcel::new(3).seal());
        std::thread::scope(|scope| {
            let other = scope.spawn(|| agree(&*crew[1], Ok("a"), &mut || Ok(())));
            assert_eq!(agree(&*crew[0], Ok("a"), &mut || Ok(())), Ok(()));
            assert_eq!(other.join().unwrap(), Ok(()));
        });
        crew[1].send(0, vec![1, 2, 3]);
        assert_eq!(agree(&*crew[0], Ok("a"), &mut || Ok(())), Err(Discord::Unreadable(1)));
    }

    #[test]
    fn a_process_that_waits_can_be_cancelled() {
        let crew = threads(2);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| agree(&*crew[1], Ok("a"), &mut || Ok(())));
            // The leader is cancelled, and takes what comes in good time.
            let cancelled = agree(&*crew[0], Err(Hindrance::Stop(Stop::Cancelled)), &mut || Err(Stop::Cancelled));
            assert_eq!(cancelled, Err(Discord::Stopped(Stop::Cancelled)));
            assert_eq!(other.join().unwrap(), Err(Discord::Stopped(Stop::Cancelled)));
        });
    }
}
