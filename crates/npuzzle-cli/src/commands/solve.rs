//! `npuzzle solve`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use npuzzle::answer::{ProofLabel, Report, Status, default_heuristic};
use npuzzle::catalogue::called_algorithm;
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::core::card::{Feature, Optimality};
use npuzzle::core::{Crew, Limits};
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::notation::{self, write_board};
use npuzzle::front::boards::{Content, Input, Inputs, disagreement};
use npuzzle::question::{AT_A_TIME, Ask, BoardFields, Refusal, Solve, Solved, Terms, Trace};
use serde::{Deserialize, Serialize};

use crate::answers::{Answers, Earlier, is_final};
use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{BoardArguments, Format, PictureArguments, WatchArguments, board_format, profile};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::{Out, Said};
use crate::pictures::Pictures;
use crate::profiles::{SolveForm, Wanted};
use crate::progress::ProgressLine;
use crate::provenance::Provenance;
use crate::ranks::{Dealt, Hand, Leader, Part, Saved, Told};
use crate::recorder::{Live, Recorder};
use crate::render::json;
use crate::render::records::{ErrorObject, Records, unread};
use crate::render::rows::{of_answers, row_of};
use crate::render::solution;
use crate::render::step::StateNames;
use crate::slice::{Deal, SliceArguments};
use crate::terms::{limits, limits_until, within};
use crate::{animation, input, profiles, ranks};

/// Find a shortest solution of a board, or the best one within a time limit
#[derive(Args)]
#[command(
    // A question has no recording; here the two exclude each other.
    mut_arg("repeat", |repeat| repeat.conflicts_with_all(["trace", "step"])),
    after_help = "Examples:
  npuzzle solve 867254301                        the shortest solution
  npuzzle solve '1 2 3/4 0 6/7 5 8' -a bfs       breadth-first search
  npuzzle solve puzzle.txt --goal snail --show boards
  npuzzle solve 867254301 --metric multi         the fewest slides of lines
  npuzzle solve korf:12 -a ida -H 'max(manhattan, linear-conflict)'
  npuzzle solve random:5x5:1:7 --time-limit 10s  the best one in ten seconds
  npuzzle solve 867254301 --animate              watch it being solved
  npuzzle solve 867254301 --svg way.svg --gif way.gif
  npuzzle solve 867254301 -a astar --trace search.trace
  npuzzle generate 4x4 -n 3 | npuzzle solve - --format jsonl
  npuzzle solve korf --slice 3/10 --format jsonl > part-3.jsonl
  npuzzle solve korf24 --format jsonl --resume answers.jsonl

Exit codes: 0 answered, 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a \
solution was found, 4 a limit ended it with a solution that is not proved to be what was asked for, 70 a bug. \
In the form of `--profile 42` an unsolvable puzzle is an answer: 0."
)]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    #[command(flatten)]
    part: SliceArguments,
    #[command(flatten)]
    question: Solve,
    #[command(flatten)]
    pub watch: WatchArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECTS, LINES, ROWS]))]
    #[arg(help_heading = "Answer")]
    pub format: Format,
    /// Keep answers in this file, and skip the boards that it answers: after a break, the same
    /// command goes on. For JSON lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["journal", "trace", "step"], help_heading = "Answer")]
    resume: Option<PathBuf>,
    /// What to show of the solution, in the text form [default: moves; with `--profile 42`: boards]
    #[arg(long, value_enum, help_heading = "Answer")]
    show: Option<Show>,
    /// Follow the rules and the form of a course: goal, goal test, duplicates, ties and output
    #[arg(long, value_name = "NAME", value_parser = profile("solve"), conflicts_with_all = ["all", "repeat"])]
    #[arg(help_heading = "Answer")]
    profile: Option<&'static ProfileCard>,
    /// How boards are written in the text form; steps stay on one line [default: grid]
    #[arg(long, value_name = "FORMAT", value_parser = board_format(), help_heading = "Answer")]
    notation: Option<notation::Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The moves
    Moves,
    /// Every board on the way, with the moved tile marked
    Boards,
    /// Neither
    None,
}

/// Random boards of more cells are seldom solved optimally by a textbook search.
const SHORTEST_SOLUTIONS: usize = 16;

impl Run for Arguments {
    /// Answers all boards, one after the other: the worst of their exit codes. Once the user has
    /// interrupted a board, the boards after it are not taken up; they count as searches that were
    /// stopped before they found anything.
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let goal = self.profile.and_then(|profile| profile.goal);
        let (inputs, deal) = input::read_dealt(&self.input, goal, self.part.slice, out)?;
        let (limits, cancel) = limits(&self.question.limits)?;
        let terms = within(limits);
        let count = deal.count();
        let provenance = Provenance::of_this_process(terms.limits.threads());
        let leader = ranks::leader();
        if let Some(leader) = &leader {
            self.refuse_for_several(count)?;
            if count != 1 {
                return self.deal_out(leader, (inputs, &deal), (&terms, cancel), provenance, out);
            }
        }
        let deal = if self.resume.is_some() { deal.as_part() } else { deal };
        let (answers, earlier) = self.answers(&deal, &provenance)?;
        if leader.is_some() {
            self.note_answers(out)?;
        }
        let is_open = |(place, _): &(usize, Input)| !earlier.answered.contains(place);
        let mut inputs = deal.of(inputs).enumerate().filter(is_open).peekable();
        let only = if count == 1 { inputs.peek().map(|(_, input)| input) } else { None };
        let mut session = Session::new(self, (&deal, only), (cancel, provenance), out)?;
        session.answers = answers;
        let mut worst = session.records.begin(session.out).and_then(|()| earlier.show(&deal, session.out));
        let is_for_many = self.question.gains_from_others(&terms) && leader.is_none() && !session.recorder.is_wanted();
        let (at_a_time, mut number) = (if is_for_many { AT_A_TIME } else { 1 }, 0);
        'all: loop {
            let some: Vec<(usize, Input)> = inputs.by_ref().take(at_a_time).collect();
            if some.is_empty() {
                break;
            }
            let _ahead = is_for_many.then(|| {
                let contents = some.iter().filter_map(|(_, input)| input.content.as_ref().ok());
                Solve::ahead(&contents.map(|content| self.question(content)).collect::<Vec<_>>(), &terms)
            });
            for (place, input) in some {
                if worst.is_err() || number > 0 && session.is_interrupted() {
                    session.not_started = count - earlier.answered.len() - number;
                    break 'all;
                }
                let code = self.answer(&mut session, (place, &input), leader.as_ref(), &terms)?;
                worst = worst.and_then(|worst| Ok(failure::worst([worst, code?])));
                number += 1;
            }
        }
        session.finish(worst)
    }

    fn is_divided(&self) -> bool {
        true
    }

    fn take_part(&self, part: Part) -> Result<(), Failure> {
        match part {
            Part::Together { text, crew, cancel } => self.share_search(&Told::read(&text)?, crew, &cancel),
            Part::Deal { text, hand, cancel } => self.take_boards(&text, &hand, &cancel),
        }
    }
}

impl Arguments {
    /// The file where answers are kept, if they are, and what an earlier run has left in it.
    fn answers(&self, deal: &Deal, provenance: &Provenance) -> Result<(Option<Answers>, Earlier), Failure> {
        let Some(path) = &self.resume else { return Ok((None, Earlier::default())) };
        if self.format != Format::Jsonl {
            return Err(Failure::usage("--resume keeps answers as JSON lines: expected `--format jsonl`"));
        }
        let (answers, earlier) = Answers::open(path, deal, provenance)?;
        Ok((Some(answers), earlier))
    }

    /// Where what is done is kept, if it is.
    fn kept(&self) -> Option<Saved<'_>> {
        let journal = self.question.means.journal.as_deref().map(Saved::Journal);
        self.resume.as_deref().map(Saved::File).or(journal)
    }

    /// Says where several processes keep answers, when the file is open.
    fn note_answers(&self, out: &mut Out) -> Result<(), Failure> {
        let answers = self.resume.as_deref().map(Saved::File);
        ranks::remember(answers);
        answers.map_or(Ok(()), |answers| ranks::note(answers, out))
    }

    /// Answers one board.
    fn answer(
        &self,
        session: &mut Session<'_>,
        (number, input): (usize, &Input),
        leader: Option<&Leader>,
        terms: &Terms,
    ) -> Result<Result<u8, Failure>, Failure> {
        let question = match session.question(number, input) {
            Ok(question) => question,
            Err(ended) => return Ok(ended),
        };
        let recorder = &mut session.recorder;
        let mut live = Live { line: ProgressLine::new(), recorder, unsaid: None, out: session.out };
        let answer = if live.recorder.is_wanted() {
            recorded(question).ask(terms, &mut live).map(|traced| Solved { report: traced.report, repeat: None })
        } else if let (Some(leader), Ok(content)) = (leader, &input.content) {
            self.ask_together(leader, (&input.name, content), terms, &mut live)?
        } else {
            question.ask(terms, &mut live)
        };
        live.line.clear();
        Ok(session.show(input, answer))
    }

    /// Refuses what several processes cannot do together.
    fn refuse_for_several(&self, boards: usize) -> Result<(), Failure> {
        let refused = [
            ("--trace", self.watch.trace.is_some()),
            ("--step", self.watch.step),
            ("--repeat", self.question.repeat.is_some()),
            ("--all", self.question.means.all && boards == 1),
            ("--animate", self.picture.animate && boards != 1),
        ];
        match refused.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(ranks::refuse_option(option)),
            None => Ok(()),
        }
    }

    /// Asks about one board with all processes.
    fn ask_together<'a>(
        &'a self,
        leader: &Leader,
        (name, content): (&str, &Content),
        terms: &Terms,
        live: &mut Live<'a>,
    ) -> Result<Result<Solved, Refusal>, Failure> {
        let mut question = self.question(content);
        let call = question.means.algorithm.get_or_insert_with(|| ranks::USUAL.to_owned());
        ranks::refuse_undivided(call)?;
        let journal = self.question.means.journal.as_deref().map(Saved::Journal);
        ranks::remember(journal);
        live.unsaid = journal;
        leader.together(Told::text(0, name, content)?, |crew| {
            let limits = Limits { crew: Some(crew), ..terms.limits.clone() };
            Ok(question.ask(&within(limits), live))
        })
    }

    /// Asks the question that the leader asks.
    fn share_search(&self, told: &Told, crew: Arc<dyn Crew>, cancel: &Arc<AtomicBool>) -> Result<(), Failure> {
        let mut question = self.question(&told.content()?);
        question.means.algorithm.get_or_insert_with(|| ranks::USUAL.to_owned());
        ranks::remember(self.kept());
        let limits = Limits { crew: Some(crew), ..limits_until(&self.question.limits, cancel)? };
        question.ask(&within(limits), &mut ())?;
        Ok(())
    }

    /// Has all processes take boards, one after the other. JSON lines are written as each board is
    /// done, and say which it is; other forms are in the order of the boards.
    fn deal_out(
        &self,
        leader: &Leader,
        (inputs, deal): (Inputs, &Deal),
        (terms, cancel): (&Terms, Arc<AtomicBool>),
        provenance: Provenance,
        out: &mut Out,
    ) -> Result<u8, Failure> {
        let count = deal.count();
        let deal = &self.marked(deal);
        let apart = Apart { arguments: self, deal, terms, cancel: &cancel, provenance: &provenance };
        let mut session = Session::new(self, (deal, None), (Arc::clone(&cancel), provenance.clone()), out)?;
        let (mut answers, earlier) = self.answers(deal, &provenance)?;
        self.note_answers(session.out)?;
        session.records.begin(session.out)?;
        let is_open = |(number, _): &(usize, Input)| !earlier.answered.contains(number);
        let open = deal.of(inputs).enumerate().filter(is_open);
        let mut boards = open.map(|(number, input)| match &input.content {
            Ok(content) => Told::text(number, &input.name, content)
                .map_or_else(|failure| Dealt::Answered(failed(&failure)), Dealt::Task),
            Err(_) => Dealt::Answered(apart.answer(number, &input)),
        });
        let text = json::line(&DealText { boards: deal.all(), seed: deal.seed() })?;
        let (mut waiting, mut next, mut worst) = (BTreeMap::new(), 0, earlier.show(deal, session.out)?);
        let mut taken = |number: usize, answer: &str| {
            let ApartAnswer { code, said } = serde_json::from_str(answer).map_err(bug)?;
            worst = failure::worst([worst, code]);
            if self.format == Format::Jsonl {
                if let Some(answers) = answers.as_mut().filter(|_| is_final(code, cancel.load(Ordering::Relaxed))) {
                    answers.add(said_text(&said).trim_end())?;
                }
                session.out.say(&said)?;
                return session.out.flush();
            }
            waiting.insert(number, said);
            while let Some(said) = waiting.remove(&next) {
                session.out.say(&said)?;
                next += 1;
            }
            session.out.flush()
        };
        let answer = |task: &str| apart.answer_told(task);
        let started = leader.deal(text, &mut boards, &cancel, answer, &mut taken)?;
        session.not_started = count - earlier.answered.len() - started;
        session.finish(Ok(worst))
    }

    /// Takes boards that the leader hands out.
    fn take_boards(&self, text: &str, hand: &Hand, cancel: &Arc<AtomicBool>) -> Result<(), Failure> {
        let DealText { boards, seed } = serde_json::from_str(text).map_err(bug)?;
        let deal = &self.marked(&Deal::new(self.part.slice, boards, seed));
        let terms = &within(limits_until(&self.question.limits, cancel)?);
        let provenance = &Provenance::of_this_process(terms.limits.threads());
        let apart = Apart { arguments: self, deal, terms, cancel, provenance };
        ranks::remember(self.kept());
        hand.work(|task| apart.answer_told(task));
        Ok(())
    }

    /// Lines that come in any order say which board they are about.
    fn marked(&self, deal: &Deal) -> Deal {
        if self.format == Format::Jsonl { deal.as_part() } else { deal.clone() }
    }

    /// Whether all optimal solutions are asked for.
    pub fn wants_all(&self) -> bool {
        self.question.means.all
    }

    /// How boards are written.
    fn notation(&self) -> notation::Format {
        self.notation.unwrap_or(notation::Format::Grid)
    }

    /// The form of the profile, unless another one is asked for.
    fn profile_form(&self) -> Option<&'static SolveForm> {
        self.profile.filter(|_| self.format == Format::Text).and_then(profiles::solve_form)
    }

    /// The question about one board, whose goal is known by now.
    fn question(&self, content: &Content) -> Solve {
        let boards = BoardFields { goal: Some(content.goal.clone().into()), ..BoardFields::default() };
        let mut question = Solve { board: content.board.clone().into(), boards, ..self.question.clone() };
        if let Some(profile) = self.profile {
            let name = question.means.algorithm.as_deref();
            question.means.algorithm =
                Some(name.map_or_else(|| profile.algorithm.to_owned(), |name| profile.call(name)));
            question.means.rules = profile.rules;
        }
        question
    }
}

/// The same question, with everything that the search does.
fn recorded(question: Solve) -> Trace {
    let Solve { board, boards, means, limits, repeat: _ } = question;
    Trace { board, boards, means, limits, max_events: None }
}

/// What the others need to know of a set of boards.
#[derive(Serialize, Deserialize)]
struct DealText {
    boards: usize,
    seed: Option<u64>,
}

/// What came of a board in another process.
#[derive(Serialize, Deserialize)]
struct ApartAnswer {
    code: u8,
    said: Vec<Said>,
}

/// What of it is for standard output.
fn said_text(said: &[Said]) -> String {
    let texts = said.iter().filter_map(|said| if let Said::Text(text) = said { Some(text.as_str()) } else { None });
    texts.collect()
}

fn bug(error: serde_json::Error) -> Failure {
    Failure::Bug(format!("a message of another process: {error}"))
}

/// The answer for a board that went wrong on its way.
fn failed(failure: &Failure) -> String {
    let said = vec![Said::Error(failure.to_string())];
    json::line(&ApartAnswer { code: failure.exit_code(), said }).unwrap_or_default()
}

/// Answers boards one by one, for the process that leads to print.
struct Apart<'a> {
    arguments: &'a Arguments,
    deal: &'a Deal,
    terms: &'a Terms,
    cancel: &'a Arc<AtomicBool>,
    provenance: &'a Provenance,
}

impl Apart<'_> {
    /// Answers a board that the leader has told of.
    fn answer_told(&self, text: &str) -> String {
        match Told::read(text).and_then(|told| Ok((told.number, told.input()?))) {
            Ok((number, input)) => self.answer(number, &input),
            Err(failure) => failed(&failure),
        }
    }

    fn answer(&self, number: usize, input: &Input) -> String {
        let mut out = Out::keeping();
        let code = self.show(number, input, &mut out).unwrap_or_else(|failure| {
            // What is kept in memory can be written.
            let _ = out.error(&failure.to_string());
            failure.exit_code()
        });
        json::line(&ApartAnswer { code, said: out.into_said() }).unwrap_or_else(|failure| failed(&failure))
    }

    fn show(&self, number: usize, input: &Input, out: &mut Out) -> Result<u8, Failure> {
        let stamp = (Arc::clone(self.cancel), self.provenance.clone());
        let mut session = Session::new(self.arguments, (self.deal, None), stamp, out)?;
        session.records.go_on_at(number);
        match session.question(number, input) {
            Ok(question) => {
                let answer = question.ask(self.terms, &mut ());
                session.show(input, answer)
            }
            Err(ended) => ended,
        }
    }
}

/// What is shown of the answers.
struct Session<'s> {
    arguments: &'s Arguments,
    deal: &'s Deal,
    count: usize,
    not_started: usize,
    records: Records,
    recorder: Recorder,
    pictures: Pictures,
    /// Where answers are kept, if they are.
    answers: Option<Answers>,
    cancel: Arc<AtomicBool>,
    /// What the answer before was noted with: it is said once.
    notes: Vec<String>,
    out: &'s mut Out,
}

impl<'s> Session<'s> {
    fn new(
        arguments: &'s Arguments,
        (deal, only): (&'s Deal, Option<&Input>),
        (cancel, provenance): (Arc<AtomicBool>, Provenance),
        out: &'s mut Out,
    ) -> Result<Self, Failure> {
        let count = deal.count();
        if count > 1 && arguments.question.means.journal.is_some() {
            let message = format!("a journal is for one board, and there are {count}: expected one board");
            return Err(Failure::Usage(message));
        }
        if let (Some(profile), Some(SolveForm { shows: false, .. })) = (arguments.profile, arguments.profile_form())
            && arguments.show.is_some()
        {
            let message = format!("`--profile {}` always prints the same lines: expected no --show", profile.name);
            return Err(Failure::Usage(message));
        }
        // They are judged together with the trace: two files of one name would be in each other's
        // way.
        let pictures = Pictures::new(arguments, count, only)?;
        let moves_of = arguments.question.means.read_moves_of()?;
        let names = StateNames { moves_of, notation: arguments.notation() };
        let recorder = Recorder::new(&arguments.watch, arguments.format, names, Arc::clone(&cancel))?;
        let records = Records::new(arguments.format, count > 1 || deal.is_part()).stamped(provenance);
        let (answers, notes) = (None, Vec::new());
        Ok(Self { arguments, deal, count, not_started: 0, records, recorder, pictures, answers, cancel, notes, out })
    }

    fn is_interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The question about a board; a bad board is reported and does not stop the others.
    fn question(&mut self, number: usize, input: &Input) -> Result<Solve, Result<u8, Failure>> {
        let arguments = self.arguments;
        self.records.stand_at(self.deal.place(number, &input.name, None));
        let is_text = arguments.format == Format::Text;
        if self.count > 1 && is_text {
            self.out.heading(number, &input.name).map_err(Err)?;
        }
        let content = match &input.content {
            Ok(content) => content,
            Err(refusal) => {
                let message = unread(&input.name, refusal, self.count > 1);
                let object = ErrorObject::unread(&input.name, refusal);
                return Err(self.report_bad(&message, &object).map(|()| failure::USAGE));
            }
        };
        if is_text && let Err(error) = write_board(&content.board, arguments.notation()) {
            return Err(self.bad(input, &error.to_string(), failure::USAGE));
        }
        self.recorder.begin(None);
        let question = arguments.question(content);
        if arguments.profile.is_some() {
            self.warn(&question, content.board.shape()).map_err(Err)?;
        }
        Ok(question)
    }

    /// Shows an answer: its exit code.
    fn show(&mut self, input: &Input, answer: Result<Solved, Refusal>) -> Result<u8, Failure> {
        self.recorder.end(answer.is_ok(), self.out)?;
        let solved = match answer {
            Ok(solved) => solved,
            Err(refusal) => {
                let failure = Failure::from(refusal);
                return self.bad(input, &failure.to_string(), failure.exit_code());
            }
        };
        let arguments = self.arguments;
        let report = &solved.report;
        self.remark(input, report)?;
        self.pictures.draw(report, self.out);
        let mut code = exit_code(report.status, report.proof);
        let is_replaced = self.recorder.replaces_the_answer() || self.pictures.replace_the_answer();
        let times = solved.repeat.as_ref();
        match (arguments.profile_form(), arguments.format) {
            _ if is_replaced => {}
            (Some(form), _) => {
                let wanted = Wanted { show: arguments.show, notation: arguments.notation };
                code = (form.write)(report, &wanted, self.out)?;
            }
            (None, Format::Text) => {
                let show = arguments.show.unwrap_or(Show::Moves);
                solution::write(report, times, show, arguments.notation(), self.out)?;
            }
            _ => {
                let texts = [report.start.to_string(), report.goal.to_string(), report.options.to_string()];
                let texts =
                    [("board", &*input.name), ("start", &texts[0]), ("goal", &texts[1]), ("options", &texts[2])];
                let is_final = is_final(code, self.is_interrupted());
                if let Some(answers) = self.answers.as_mut().filter(|_| is_final) {
                    answers.add(&self.records.line(&solved)?)?;
                }
                self.records.write_row(&solved, &row_of(of_answers(), &solved, &texts)?, self.out)?;
            }
        }
        // Behind the answer, which would push the last board out of sight.
        if arguments.picture.animate {
            let scheme = arguments.picture.style.read()?.scheme;
            animation::play(report, scheme, arguments.picture.speed, &self.cancel, self.out)?;
        }
        // All optimal solutions were asked for, and they are not known.
        if arguments.question.means.all && report.solutions.is_none() && report.status == Status::Solved {
            code = failure::NOT_PROVED;
        }
        self.out.flush()?;
        Ok(code)
    }

    fn remark(&mut self, input: &Input, report: &Report) -> Result<(), Failure> {
        let remark = input.content.as_ref().ok().and_then(|content| disagreement(content, &report.goal));
        if let Some(remark) = remark {
            self.out.note(&remark)?;
        }
        // A portfolio may have used it and answer with a solution by construction.
        let chose_itself = called_algorithm(&report.algorithm).is_ok_and(|card| card.has(Feature::Portfolio));
        if self.arguments.question.means.heuristic.is_some()
            && report.heuristic.is_none()
            && report.status != Status::Unsolvable
            && !chose_itself
        {
            self.out.note(&format!("{} uses no heuristic", report.engine))?;
        }
        let mut new = report.notes.iter().filter(|note| !self.notes.contains(note));
        new.try_for_each(|note| self.out.note(note))?;
        self.notes.clone_from(&report.notes);
        let has_nothing = report.status == Status::Stopped && report.path.is_none();
        match (&input.content, has_nothing && self.arguments.profile.is_none()) {
            (Ok(content), true) => self.warn(&self.arguments.question(content), report.start.shape()),
            _ => Ok(()),
        }
    }

    /// Says what to do instead of a search for a shortest solution that hardly ever ends. With a
    /// profile, whose search was not chosen, that is said before it.
    fn warn(&mut self, question: &Solve, shape: Shape) -> Result<(), Failure> {
        let call = question.means.algorithm.as_deref().unwrap_or_default();
        let Some(card) = called_algorithm(call).ok().filter(|_| shape.cells() > SHORTEST_SOLUTIONS) else {
            return Ok(());
        };
        // What keeps a journal is made for searches that take days.
        if card.optimal == Optimality::No || card.has(Feature::Portfolio) || card.has(Feature::Journal) {
            return Ok(());
        }
        let usual = default_heuristic(question.means.read_metric()?);
        let heuristic = question.means.heuristic.as_deref().unwrap_or(usual);
        let with = if card.informed { format!(" with {heuristic}") } else { String::new() };
        self.out.note(&format!(
            "{call}{with} seldom ends on a {shape} board, unless it is nearly solved; `-a auto` and `-a greedy` find a \
             solution soon, and a stronger heuristic (`-H linear-conflict`) goes further"
        ))
    }

    fn bad(&mut self, input: &Input, message: &str, code: u8) -> Result<u8, Failure> {
        self.report_bad(message, &ErrorObject::new(&input.name, message))?;
        Ok(code)
    }

    fn report_bad(&mut self, message: &str, object: &ErrorObject) -> Result<(), Failure> {
        self.out.error(message)?;
        self.records.write_row(object, &row_of(of_answers(), object, &[])?, self.out)?;
        self.out.flush()
    }

    /// Completes all files, even if an answer could not be written to its end.
    fn finish(mut self, worst: Result<u8, Failure>) -> Result<u8, Failure> {
        let code = worst.and_then(|worst| self.end(worst));
        self.recorder.finish()?;
        let code = code?;
        self.pictures.finish(self.out)?;
        Ok(code)
    }

    fn end(&mut self, worst: u8) -> Result<u8, Failure> {
        self.records.end(self.out)?;
        if self.not_started == 0 {
            return Ok(worst);
        }
        self.out.flush()?;
        self.out.note(&format!("interrupted: {} of {} boards were not started", self.not_started, self.count))?;
        Ok(failure::worst([worst, failure::NOTHING_FOUND]))
    }
}

/// The exit code of an answer.
pub fn exit_code(status: Status, proof: ProofLabel) -> u8 {
    match (status, proof) {
        (Status::Solved, _) => failure::ANSWERED,
        (Status::Unsolvable, _) => failure::UNSOLVABLE,
        (Status::Stopped, ProofLabel::None) => failure::NOTHING_FOUND,
        (Status::Stopped, _) => failure::NOT_PROVED,
    }
}
