//! The journal of a search of a whole space: every layer, so that a search that was ended goes on
//! at the last one, by any number of processes.
//!
//! A journal is a folder that all processes see. Every process writes its part of each layer into a
//! file of its own; when all have, the leader writes `space.journal`, which says which layers there
//! are. Two are needed, the last and the one before; older ones are removed. All files are written
//! beside their place, brought to the disk and renamed.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::core::parcel::checksum;
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::divided_breadth_first::{DividedBreadthFirst, Keeper};
use crate::domains::tiles::part::{Part, parts};
use crate::domains::tiles::{Board, Cell};
use crate::store::bits;

/// The file that says what the journal holds, and its first line.
const FILE: &str = "space.journal";
const HEADING: &str = "npuzzle space journal 1";

/// The first line of a part of a layer.
const PART_HEADING: &str = "npuzzle space layer 1";

/// How the names of parts begin.
const PART: &str = "layer-";

/// No journal was written by more.
const MOST_PROCESSES: usize = 1 << 20;

/// What the journal of a search holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Contents {
    widths: Vec<u64>,
    /// The layers whose states are there, and by how many processes each was written.
    layers: Vec<(usize, usize)>,
}

/// An open journal.
#[derive(Debug)]
pub(super) struct SpaceJournal {
    folder: PathBuf,
    goal: Board,
    rank: usize,
    processes: usize,
    contents: Contents,
    /// Locked by the leader for as long as the journal is open.
    lock: Option<File>,
}

impl Drop for SpaceJournal {
    fn drop(&mut self) {
        // As the journal of a deepening search does, for the sake of programs that are being
        // started.
        let _ = self.lock.as_ref().map(File::unlock);
    }
}

impl SpaceJournal {
    /// Opens the journal of the space behind a goal, for one of so many processes.
    pub(super) fn open(folder: &Path, goal: &Board, rank: usize, processes: usize) -> Result<Self, String> {
        let failed = |problem: &dyn std::fmt::Display| unusable(folder, problem);
        fs::create_dir_all(folder).map_err(|problem| failed(&problem))?;
        let lock = if rank == 0 { Some(locked(folder)?) } else { None };
        let (folder, goal) = (folder.to_owned(), goal.clone());
        let mut journal = Self { folder, goal, rank, processes, contents: Contents::default(), lock };
        match fs::read_to_string(journal.folder.join(FILE)) {
            Ok(text) => journal.contents = journal.read(&text)?,
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => {}
            Err(problem) => return Err(unusable(&journal.folder, &problem)),
        }
        Ok(journal)
    }

    /// The last layer that is there.
    pub(super) fn depth(&self) -> Option<usize> {
        self.contents.widths.len().checked_sub(1)
    }

    /// Puts a search at the last layer that is there.
    pub(super) fn resume(&self, search: &mut DividedBreadthFirst<'_>) -> Result<(), String> {
        if self.contents.widths.is_empty() {
            return Ok(());
        }
        let index = search.search().index();
        let part = search.search().part().clone();
        search.resume(self.contents.widths.clone(), |depth, cell, slab| {
            let missing = || self.damaged(&format!("layer {depth} is missing"));
            let (_, processes) = *self.contents.layers.iter().find(|(layer, _)| *layer == depth).ok_or_else(missing)?;
            // The cells of a layer have one colour, and are in this order.
            let colour = |cell: Cell| index.shape().distance(cell, self.goal.blank()) as usize % 2;
            let place =
                index.shape().all_cells().filter(|&other| other < cell && colour(other) == colour(cell)).count();
            for (rank, written) in parts(index, processes).into_iter().enumerate() {
                let wanted = shared_words(&written, &part);
                if !wanted.is_empty() {
                    self.read_part((depth, rank, processes), place, bits::words_for(written.len()), &wanted, slab)?;
                }
            }
            Ok(())
        })
    }

    /// Reads what a file has of the slab at a place of its layer: of so many words those that are
    /// wanted.
    fn read_part(
        &self,
        (depth, rank, processes): (usize, usize, usize),
        place: usize,
        words: usize,
        wanted: &[(Range<usize>, usize)],
        slab: &mut [u64],
    ) -> Result<(), String> {
        let path = self.folder.join(part_name(depth, rank, processes));
        let mut read = || -> io::Result<Option<()>> {
            let heading = self.heading(depth, rank, processes);
            let mut file = File::open(&path)?;
            let mut found = vec![0; heading.len()];
            file.read_exact(&mut found)?;
            // Each slab is followed by its checksum.
            let offset = heading.len() + place * 8 * (words + 1);
            io::Seek::seek(&mut file, io::SeekFrom::Start(offset as u64))?;
            let mut file = BufReader::with_capacity(1 << 20, file);
            let (mut sum, mut bytes) = (0, [0; 8]);
            let mut wanted = wanted.iter().peekable();
            for number in 0..words {
                file.read_exact(&mut bytes)?;
                let word = u64::from_le_bytes(bytes);
                sum = added(sum, word);
                while wanted.next_if(|(from, _)| from.end <= number).is_some() {}
                if let Some((from, to)) = wanted.peek().filter(|(from, _)| from.start <= number) {
                    slab[to + (number - from.start)] = word;
                }
            }
            file.read_exact(&mut bytes)?;
            Ok((found == heading.as_bytes() && u64::from_le_bytes(bytes) == sum).then_some(()))
        };
        match read() {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(self.damaged(&format!("`{}` is not what was written", path.display()))),
            Err(problem) => Err(self.damaged(&format!("`{}`: {problem}", path.display()))),
        }
    }

    fn damaged(&self, what: &str) -> String {
        format!("the journal `{}` is damaged ({what}): remove it to start again", self.folder.display())
    }

    /// The question that the layers belong to.
    fn question(&self) -> String {
        format!("{} goal {}", self.goal.shape(), self.goal)
    }

    fn heading(&self, depth: usize, rank: usize, processes: usize) -> String {
        format!("{PART_HEADING}: {} depth {depth} part {rank} of {processes}\n", self.question())
    }

    fn text(&self, contents: &Contents) -> String {
        let mut text = format!("{HEADING}\nspace {}\n", self.question());
        contents.widths.iter().for_each(|width| text.push_str(&format!("width {width}\n")));
        contents.layers.iter().for_each(|(depth, by)| text.push_str(&format!("layer {depth} {by}\n")));
        let sum = checksum(text.as_bytes());
        text + &format!("end {sum:016x}\n")
    }

    fn read(&self, text: &str) -> Result<Contents, String> {
        let damaged = |what: &str| self.damaged(what);
        let whole = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n'));
        let (body, end) = whole.ok_or_else(|| damaged("its end is missing"))?;
        if end != format!("end {:016x}", checksum(&text.as_bytes()[..=body.len()])) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut lines = body.lines();
        if lines.next() != Some(HEADING) {
            return Err(damaged("it is of another version of the program"));
        }
        let mut contents = Contents::default();
        for line in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number = |text: &str| text.parse::<u64>().map_err(|_| damaged(&format!("`{line}`")));
            match word {
                "space" if rest != self.question() => {
                    return Err(format!(
                        "the journal `{}` belongs to another space ({rest}), not to this one ({}): choose another \
                         folder, or remove it",
                        self.folder.display(),
                        self.question()
                    ));
                }
                "space" => {}
                "width" => contents.widths.push(number(rest)?),
                "layer" => {
                    let (depth, by) = rest.split_once(' ').ok_or_else(|| damaged(&format!("`{line}`")))?;
                    let by = usize::try_from(number(by)?).ok().filter(|by| (1..=MOST_PROCESSES).contains(by));
                    contents.layers.push((number(depth)? as usize, by.ok_or_else(|| damaged(&format!("`{line}`")))?));
                }
                _ => return Err(damaged(&format!("`{line}`"))),
            }
        }
        let seen = contents.widths.iter().try_fold(0_u64, |sum, &width| sum.checked_add(width));
        let is_possible = seen.is_some_and(|seen| Some(seen) <= self.goal.shape().reachable_states());
        if is_possible && contents.widths.len() > 1 { Ok(contents) } else { Err(damaged("its widths are impossible")) }
    }

    /// Removes the parts of older layers. Those of the next one may be there already. What stays in
    /// the way is no error.
    fn tidy(&self) {
        let oldest = self.contents.layers.iter().map(|&(depth, _)| depth).min().unwrap_or(0);
        let is_older = |name: &str| {
            let depth =
                name.strip_prefix(PART).and_then(|rest| rest.split_once('.')).map(|(depth, _)| depth.parse::<usize>());
            matches!(depth, Some(Ok(depth)) if depth < oldest)
        };
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(is_older) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Keeper for SpaceJournal {
    fn keep(&mut self, search: &BreadthFirst<'_>) -> Result<(), String> {
        let depth = search.depth();
        let path = self.folder.join(part_name(depth, self.rank, self.processes));
        let write = |file: &mut dyn Write| {
            file.write_all(self.heading(depth, self.rank, self.processes).as_bytes())?;
            for (_, words) in search.layer() {
                let mut sum = 0;
                for &word in words {
                    sum = added(sum, word);
                    file.write_all(&word.to_le_bytes())?;
                }
                file.write_all(&sum.to_le_bytes())?;
            }
            Ok(())
        };
        replace(&path, write).map_err(|problem| unusable(&self.folder, &problem))
    }

    fn complete(&mut self, widths: &[u64]) -> Result<(), String> {
        let depth = widths.len() - 1;
        let mut layers = std::mem::take(&mut self.contents.layers);
        layers.retain(|&(layer, _)| layer + 1 == depth);
        layers.push((depth, self.processes));
        self.contents = Contents { widths: widths.to_vec(), layers };
        let text = self.text(&self.contents);
        let write = |file: &mut dyn Write| file.write_all(text.as_bytes());
        replace(&self.folder.join(FILE), write).map_err(|problem| unusable(&self.folder, &problem))?;
        self.tidy();
        Ok(())
    }
}

/// Which words of one part are in another, and where: ranges in the order of the first.
fn shared_words(from: &Part, to: &Part) -> Vec<(Range<usize>, usize)> {
    let stripes = from.stripes(0..from.len()).flat_map(|(position, ranks)| {
        let first = ranks.start;
        to.held(ranks).map(move |(at, held)| (position + (held.start - first), at, held.len()))
    });
    let words = |(from, to, length): (usize, usize, usize)| {
        let first = from / bits::WORD;
        (first..first + bits::words_for(length), to / bits::WORD)
    };
    stripes.map(words).collect()
}

fn unusable(folder: &Path, problem: &dyn std::fmt::Display) -> String {
    format!("the journal `{}` cannot be used: {problem}", folder.display())
}

fn locked(folder: &Path) -> Result<File, String> {
    let file = File::options().create(true).append(true).open(folder.join("space.lock"));
    let file = file.map_err(|problem| unusable(folder, &problem))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!(
            "the journal `{}` is in use by another search: wait for its end, or choose another folder",
            folder.display()
        )),
        Err(TryLockError::Error(problem)) => Err(unusable(folder, &problem)),
    }
}

fn part_name(depth: usize, rank: usize, processes: usize) -> String {
    format!("{PART}{depth}.part-{rank}-of-{processes}")
}

/// A checksum with one word more.
fn added(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

/// Writes a file beside its place, brings it to the disk and renames it.
fn replace(path: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&new)?);
    write(&mut file)?;
    file.into_inner()?.sync_all()?;
    fs::rename(&new, path)?;
    // The name has to reach the disk as well. Where a folder cannot be opened, the system sees to
    // that.
    let folder = path.parent().unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Shape;

    #[test]
    fn a_journal_is_free_when_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let goal = CARDS[0].board(Shape::new(2, 2).unwrap());
        let open = || SpaceJournal::open(folder.path(), &goal, 0, 1);
        let journal = open().unwrap();
        assert!(open().is_err());
        // As a program has it that is being started meanwhile.
        let _inherited = journal.lock.as_ref().unwrap().try_clone().unwrap();
        drop(journal);
        open().unwrap();
    }
}
