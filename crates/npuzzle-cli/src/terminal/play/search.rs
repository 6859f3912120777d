//! Searches beside the game: on a thread of their own, ended when the game no longer waits for the
//! answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

use npuzzle::answer::Report;
use npuzzle::core::{Clock, Limits, Progress};
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::question::{Ask, BoardFields, Refusal, Solve, Terms, Watch};
use npuzzle_host::memory;

use crate::failure::Failure;
use crate::tables;

/// How often a search tells how it gets on.
const NEWS_INTERVAL: Duration = Duration::from_millis(50);
/// Boards of more cells get no proof in a time that anybody waits for a hint.
const MOST_PROVED_CELLS: usize = 16;
/// What a hint on such a board may take.
const HINT_TIME: Duration = Duration::from_secs(2);
/// What it may take to tell a player how few moves would have done.
const REVIEW_TIME: Duration = Duration::from_secs(10);

/// What the answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The next move.
    Hint,
    /// How far it is.
    Distance,
    /// A solution to watch.
    Solution,
    /// How few moves the start takes, for a player who has solved it.
    Review,
}

/// A board to be solved.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number: an answer to an older question is dropped.
    pub number: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// The board.
    pub start: Board,
    /// What to reach.
    pub goal: Goal,
}

impl Question {
    /// What the search may take; without a limit `auto` ends by itself on large boards.
    fn time(&self) -> Option<Duration> {
        let provable = self.start.shape().cells() <= MOST_PROVED_CELLS;
        match self.purpose {
            Purpose::Hint | Purpose::Distance => (!provable).then_some(HINT_TIME),
            Purpose::Solution => None,
            Purpose::Review => Some(REVIEW_TIME),
        }
    }
}

/// What a search has to say.
#[derive(Debug)]
pub enum News {
    /// How it gets on.
    Progress(u64, Progress),
    /// Its answer.
    Answer(u64, Result<Box<Report>, Refusal>),
}

/// A question with the flag that ends its search.
type Assignment = (Question, Arc<AtomicBool>);

/// The thread that searches.
pub struct Searcher {
    questions: Sender<Assignment>,
    news: Receiver<News>,
    cancel: Arc<AtomicBool>,
}

impl Searcher {
    /// Starts the thread, which waits for questions.
    pub fn new() -> Result<Self, Failure> {
        Self::with_clock(Clock::default())
    }

    fn with_clock(clock: Clock) -> Result<Self, Failure> {
        let (questions, asked) = mpsc::channel();
        let (tell, news) = mpsc::channel();
        std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || answer_all(&asked, &tell, &clock))
            .map_err(|error| Failure::Bug(format!("cannot start a thread: {error}")))?;
        Ok(Self { questions, news, cancel: Arc::default() })
    }

    /// Asks; a search for an older question ends.
    pub fn ask(&mut self, question: Question) {
        self.stop();
        self.cancel = Arc::default();
        // If the thread is gone, `news` says so.
        let _ = self.questions.send((question, Arc::clone(&self.cancel)));
    }

    /// Ends the search; it answers with what it has.
    pub fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The next piece of news, if there is one.
    pub fn news(&self) -> Result<Option<News>, Failure> {
        match self.news.try_recv() {
            Ok(news) => Ok(Some(news)),
            Err(TryRecvError::Empty) => Ok(None),
            // The thread lives as long as it can be asked, unless it panics; the panic's own
            // message is printed by then.
            Err(TryRecvError::Disconnected) => Err(Failure::Bug("the search ended without an answer".to_owned())),
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer_all(asked: &Receiver<Assignment>, tell: &Sender<News>, clock: &Clock) {
    while let Ok(first) = asked.recv() {
        // Of the questions asked meanwhile only the last still waits for an answer.
        let (question, cancel) = asked.try_iter().last().unwrap_or(first);
        super::trap::spring("search");
        let limits = Limits {
            time: question.time(),
            cancel: Some(cancel),
            table_cache: tables::table_cache(),
            clock: clock.clone(),
            ..memory::limits()
        };
        let Question { number, start, goal, .. } = question;
        let boards = BoardFields { goal: Some(goal.into()), ..BoardFields::default() };
        let solve = Solve { board: start.into(), boards, ..Solve::default() };
        let answer = solve.ask(&Terms { limits, ..Terms::default() }, &mut Teller { number, tell, told: None });
        if tell.send(News::Answer(number, answer.map(|solved| Box::new(solved.report)))).is_err() {
            return;
        }
    }
}

/// Tells the game now and then how a search gets on.
struct Teller<'t> {
    number: u64,
    tell: &'t Sender<News>,
    told: Option<Instant>,
}

impl Watch for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        if self.told.is_none_or(|told| told.elapsed() >= NEWS_INTERVAL) {
            self.told = Some(Instant::now());
            // After the end there is no listener, and the search ends too.
            let _ = self.tell.send(News::Progress(self.number, *progress));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

    fn ask(number: u64, text: &str) -> Question {
        let start = read_board(text, &ReadOptions::default()).unwrap().board;
        Question { number, purpose: Purpose::Hint, start, goal: Goal::default() }
    }

    fn answer(searcher: &Searcher) -> (u64, Report) {
        loop {
            match searcher.news().unwrap() {
                Some(News::Answer(number, report)) => return (number, *report.unwrap()),
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[test]
    fn questions_are_answered_one_after_the_other() {
        let mut searcher = Searcher::new().unwrap();
        searcher.ask(ask(1, "1 2 3/4 5 6/7 0 8"));
        assert_eq!(answer(&searcher).1.cost, Some(1));
        searcher.ask(ask(2, "8 6 7/2 5 4/3 0 1"));
        let (number, report) = answer(&searcher);
        assert_eq!((number, report.cost), (2, Some(31)));
    }

    /// A 10x10 board is improved for ten seconds unless it is ended; the second question does. The
    /// clock stands still, so nothing else can.
    #[test]
    fn a_new_question_ends_the_search_for_the_old_one() {
        let mut searcher = Searcher::with_clock(Clock::held()).unwrap();
        let start = crate::terminal::play::model::random_deal("10x10".parse().unwrap(), Goal::default(), 1).board;
        searcher.ask(Question { number: 1, purpose: Purpose::Solution, start, goal: Goal::default() });
        while searcher.news().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        searcher.ask(ask(2, "1 2 3/4 5 6/7 0 8"));
        let (first, report) = answer(&searcher);
        assert_eq!(first, 1);
        assert!(report.reason.is_some_and(|reason| reason.contains("cancelled")));
        assert_eq!(answer(&searcher).0, 2);
    }
}
