//! Two boards in one text: a start and its goal, side by side with an arrow between them, or as
//! answers write them.

/// A start and a goal, each the text with everything else blanked out.
pub(super) struct Pair {
    pub start: String,
    pub goal: String,
}

const ARROWS: [&str; 9] = ["-->", "==>", "->", "=>", "→", "⇒", "➔", "➜", "⟶"];

/// The two boards, if there are two.
pub(super) fn pair(code: &str) -> Option<Pair> {
    labelled(code).or_else(|| side_by_side(code))
}

/// A part of the text in its place, with spaces for the rest.
fn kept(code: &str, keep: impl Fn(usize, usize) -> bool) -> String {
    let line = |(number, line): (usize, &str)| {
        let cell = |(column, c)| if c == '\n' || keep(number, column) { c } else { ' ' };
        (1..).zip(line.chars()).map(cell).collect::<String>()
    };
    (1..).zip(code.split_inclusive('\n')).map(line).collect()
}

/// An arrow between two boards: in its columns, no other line has anything.
fn side_by_side(code: &str) -> Option<Pair> {
    let first = 1 + code.lines().position(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    // An answer goes on behind its boards.
    let begun = (first..).zip(code.lines().skip(first - 1));
    let last = begun.take_while(|(_, line)| !line.trim().is_empty()).map(|(number, _)| number).last()?;
    let is_inside = |line: usize| (first..=last).contains(&line);
    let lines = || (1..).zip(code.lines()).filter(|&(number, _)| is_inside(number));
    let arrow_of = |line: &str| {
        let arrow = ARROWS.into_iter().find(|arrow| line.contains(arrow))?;
        let (before, behind) = line.split_once(arrow)?;
        let from = before.chars().count() + 1;
        (!behind.contains(arrow)).then(|| (from, from + arrow.chars().count() - 1))
    };
    let (row, (from, to)) = lines().find_map(|(number, line)| Some((number, arrow_of(line)?)))?;
    let is_free = |line: &str| line.chars().skip(from - 1).take(to + 1 - from).all(char::is_whitespace);
    if lines().any(|(number, line)| number != row && arrow_of(line) != Some((from, to)) && !is_free(line)) {
        return None;
    }
    let start = kept(code, |line, column| is_inside(line) && column < from);
    let goal = kept(code, |line, column| is_inside(line) && column > to);
    (!start.trim().is_empty() && !goal.trim().is_empty()).then_some(Pair { start, goal })
}

/// `start` and `goal` in front of the boards, which may go on in the lines below.
fn labelled(code: &str) -> Option<Pair> {
    let first = 1 + code.lines().position(|line| !line.trim().is_empty())?;
    let label = |number: usize, label: &str| {
        let rest = code.lines().nth(number - 1)?.strip_prefix(label)?;
        (rest.starts_with(' ') && rest.contains(|c: char| c.is_ascii_digit())).then_some(())
    };
    label(first, "start")?;
    let lines = code.lines().count();
    let middle = (first + 1..=lines).find(|&number| label(number, "goal").is_some())?;
    let end = (middle..=lines).find(|&number| code.lines().nth(number - 1).is_some_and(|line| line.trim().is_empty()));
    let end = end.unwrap_or(lines + 1);
    let start = kept(code, |line, column| (first..middle).contains(&line) && (line > first || column > "start".len()));
    let goal = kept(code, |line, column| (middle..end).contains(&line) && (line > middle || column > "goal".len()));
    Some(Pair { start, goal })
}
