//! The panels of a replay: the state, its successors, what waits, the counts.

use npuzzle::core::{Cost, Prune};
use npuzzle::teach::blackboard::{Labelled, Listed, Scene, Waiting};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::render::numbers::thousands;
use crate::render::step::Behind;
use crate::terminal::board::{BoardView, Geometry};
use crate::terminal::replay::model::{Model, Panel};
use crate::terminal::replay::names::{cut, short};
use crate::terminal::replay::player::{Moment, shown_state};
use crate::terminal::replay::view::{block, is_chosen, plain};
use crate::terminal::replay::walk::Shown;
use crate::terminal::replay::words::Words;

/// In less lines than these there are lists alone.
const ROOM_FOR_BARS: u16 = 9;

/// What is said of the state of a step.
fn title(moment: &Moment) -> String {
    match &moment.shown {
        Shown::Scene(Scene::Step(step)) => {
            let title = if step.backward { "From the goal" } else { "Expanded" };
            format!("{title}: {}", Words::of(moment).numbers(&step.expanded))
        }
        Shown::Scene(Scene::Forget(_)) => "Forgotten".to_owned(),
        Shown::Scene(Scene::Solved { .. }) if moment.header.goals.len() > 1 => "The first of the goals".to_owned(),
        Shown::Scene(Scene::Solved { .. }) => "Goal".to_owned(),
        _ => "Start".to_owned(),
    }
}

/// How high the panel of a state is that is shown as a text.
pub fn text_height(moment: &Moment, width: u16) -> u16 {
    let letters = shown_state(&moment.shown, &moment.header).chars().count();
    let lines = letters.div_ceil(usize::from(width).saturating_sub(2).max(1)).max(1);
    u16::try_from(lines).map_or(u16::MAX, |lines| lines.saturating_add(2))
}

pub fn node(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    let state = shown_state(&moment.shown, &moment.header);
    // Without room for a frame the state is more than its title.
    if area.height < 3 {
        frame.render_widget(Line::raw(name(model, moment, state, area.width.into())), area);
        return;
    }
    let outside = block(model, title(moment), false);
    let inside = outside.inner(area);
    frame.render_widget(outside, area);
    let Some(board) = &moment.board else {
        frame.render_widget(Paragraph::new(state.to_owned()).wrap(Wrap { trim: false }), inside);
        return;
    };
    let geometry = Geometry::fit(inside, board.shape(), board.blank());
    let homes = &moment.homes;
    let view = BoardView { board, homes, geometry, theme: model.theme, cursor: None, moved: None, hint: None };
    frame.render_widget(view, inside);
}

/// A state in so many letters.
fn name(model: &Model, moment: &Moment, state: &str, most: usize) -> String {
    plain(model, short(&moment.header, state, most))
}

/// Lines from the place that a panel is scrolled to.
fn scrolled(model: &Model, panel: Panel, lines: Vec<Line<'static>>, height: u16) -> Vec<Line<'static>> {
    let from = first_line(model, panel, lines.len(), height);
    lines.into_iter().skip(from).collect()
}

/// The first of some lines that is shown. Two lists that scroll together have the end of the
/// longer.
fn first_line(model: &Model, panel: Panel, lines: usize, height: u16) -> usize {
    let end = &model.ends[panel as usize];
    let most = lines.saturating_sub(usize::from(height));
    end.set(end.get().max(most));
    model.scrolled[panel as usize].min(most)
}

pub fn successors(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    let words = Words::of(moment);
    let Shown::Scene(Scene::Step(step)) = &moment.shown else {
        frame.render_widget(block(model, "Successors".to_owned(), is_chosen(model, Panel::Successors)), area);
        return;
    };
    let ops = step.successors.iter().filter_map(|successor| successor.op.as_ref()).map(|op| op.chars().count());
    let ops = ops.max().unwrap_or(0);
    let mut title = format!("Successors: {}", step.successors.len());
    // The letters of a trace are always those of the blank.
    const WHOSE: &str = ", moves of the blank";
    if ops > 0 && moment.header.is_of_boards() && title.len() + WHOSE.len() + 4 <= usize::from(area.width) {
        title += WHOSE;
    }
    let outside = block(model, title, is_chosen(model, Panel::Successors));
    let inside = outside.inner(area);
    let width = usize::from(inside.width);
    let states = step.successors.iter().map(|successor| successor.made.state.chars().count()).max().unwrap_or(0);
    let mut known: Vec<(bool, String)> = step.successors.iter().map(|successor| words.fate(successor)).collect();
    // What became of the last may be what is missing.
    if let (Behind::BrokenLine, Some((_, fate))) = (moment.behind, known.last_mut())
        && fate == "kept"
    {
        "unknown".clone_into(fate);
    }
    let fates = known.iter().map(|(_, fate)| fate.len()).max().unwrap_or(0);
    // Names such as `disk 1 from peg 2 to peg 1` leave no room for the state, and come behind it,
    // or below where both are long.
    let is_long = ops > width / 4;
    let head_width = 2 + 6 + fates + 1;
    let is_below = is_long && head_width + states + 1 + ops > width;
    let mut lines = Vec::new();
    for (at, (successor, (is_kept, fate))) in step.successors.iter().zip(known).enumerate() {
        let op = successor.op.as_deref().unwrap_or("");
        let sign = if is_kept { model.theme.either("✓", "+") } else { model.theme.either("×", "x") };
        let first = if is_long || ops == 0 { String::new() } else { format!("{op:<ops$} ") };
        let head = format!("{sign} {first}f {:<3} {fate:<fates$} ", words.cost(successor.made.f()));
        let room = width.saturating_sub(head.chars().count());
        let mut text = name(model, moment, &successor.made.state, room);
        if is_long && !is_below {
            text = format!("{text:<states$} {op}");
        }
        let style = match is_kept {
            _ if at < step.told_before => model.theme.faint(),
            true => model.theme.good(),
            false => model.theme.faint(),
        };
        lines.push(Line::from(vec![Span::styled(head, style), Span::raw(text)]));
        if is_below {
            lines.push(Line::raw(format!("    {}", plain(model, cut(op, width.saturating_sub(4))))));
        }
    }
    for forgotten in &step.forgotten {
        let head = format!("{} forgets f {} ", model.theme.either("▣", "#"), words.cost(forgotten.f));
        let name = name(model, moment, &forgotten.state, width.saturating_sub(head.chars().count()));
        lines.push(Line::styled(head + &name, model.theme.faint()));
    }
    let lines = scrolled(model, Panel::Successors, lines, inside.height);
    frame.render_widget(Paragraph::new(lines).block(outside), area);
}

pub fn waiting(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    match &moment.waiting {
        Waiting::Path(listed) => {
            let states = if listed.count == 1 { "state" } else { "states" };
            let title = format!("Path: {} {states}", thousands(listed.count as u64));
            list(model, moment, title, listed, frame, area);
        }
        Waiting::Frontier(listed) => {
            let bars = Constraint::Fill(u16::from(area.height >= ROOM_FOR_BARS));
            let [bars, below] = Layout::vertical([bars, Constraint::Fill(1)]).areas(area);
            histogram(model, moment, "Frontier by f".to_owned(), &moment.by_f[0], frame, bars);
            list(model, moment, frontier_title("Frontier", listed, moment), listed, frame, below);
        }
        Waiting::BothSides { forward, backward } => {
            // Bars beside each other, lists below one another: names of states are wide.
            let bars = Constraint::Fill(u16::from(area.height >= ROOM_FOR_BARS));
            let [bars, first, second] = Layout::vertical([bars, Constraint::Fill(1), Constraint::Fill(1)]).areas(area);
            let bars = Layout::horizontal([Constraint::Fill(1); 2]).areas::<2>(bars);
            for (side, lines, listed) in [(0, first, forward), (1, second, backward)] {
                let by_f = ["Start side by f", "Goal side by f"][side];
                histogram(model, moment, by_f.to_owned(), &moment.by_f[side], frame, bars[side]);
                let from = ["Frontier from the start", "Frontier from the goal"][side];
                list(model, moment, frontier_title(from, listed, moment), listed, frame, lines);
            }
        }
    }
}

fn frontier_title(title: &str, listed: &Listed, moment: &Moment) -> String {
    let order = if moment.in_order { "" } else { ", by f" };
    format!("{title}: {}{order}", thousands(listed.count as u64))
}

fn current_f(moment: &Moment) -> Option<Cost> {
    match &moment.shown {
        Shown::Scene(Scene::Step(step)) => Some(step.expanded.f()),
        _ => None,
    }
}

fn histogram(model: &Model, moment: &Moment, title: String, counts: &[(Cost, usize)], frame: &mut Frame, area: Rect) {
    let words = Words::of(moment);
    let outside = block(model, title, false);
    let inside = outside.inner(area);
    let rows = usize::from(inside.height).max(1);
    // Where not all fit, neighbours share a bar.
    let groups: Vec<(String, usize, bool)> = counts
        .chunks(counts.len().div_ceil(rows).max(1))
        .filter_map(|group| {
            let ((from, _), (to, _)) = (group.first()?, group.last()?);
            let label =
                if from == to { words.cost(*from) } else { format!("{}-{}", words.cost(*from), words.cost(*to)) };
            let now = current_f(moment).is_some_and(|f| (*from..=*to).contains(&f));
            Some((label, group.iter().map(|(_, count)| count).sum(), now))
        })
        .collect();
    let largest = groups.iter().map(|(_, count, _)| *count).max().unwrap_or(1).max(1);
    let labels = groups.iter().map(|(label, ..)| label.len()).max().unwrap_or(1);
    let numbers = groups.iter().map(|(_, count, _)| thousands(*count as u64).len()).max().unwrap_or(1);
    let room = usize::from(inside.width).saturating_sub(labels + numbers + 5);
    let lines: Vec<Line> = groups
        .iter()
        .map(|(label, count, now)| {
            let bar = model.theme.either("█", "#").repeat((count * room).div_ceil(largest).min(room));
            let mark = if *now { model.theme.either("◂", "<") } else { " " };
            Line::from(vec![
                Span::raw(format!("{label:>labels$} {:>numbers$} ", thousands(*count as u64))),
                Span::styled(bar, model.theme.accent()),
                Span::styled(format!(" {mark}"), model.theme.strong()),
            ])
        })
        .collect();
    let lines = if lines.is_empty() { vec![Line::styled("empty", model.theme.faint())] } else { lines };
    frame.render_widget(Paragraph::new(lines).block(outside), area);
}

fn list(model: &Model, moment: &Moment, title: String, listed: &Listed, frame: &mut Frame, area: Rect) {
    let outside = block(model, title, is_chosen(model, Panel::Waiting));
    let inside = outside.inner(area);
    let words = Words::of(moment);
    let width = usize::from(inside.width);
    let line = |state: &Labelled| {
        let head = format!("g {:<3} f {:<3} ", words.cost(state.g), words.cost(state.f()));
        let name = name(model, moment, &state.state, width.saturating_sub(head.len()));
        Line::from(vec![Span::styled(head, model.theme.faint()), Span::raw(name)])
    };
    let more = listed.count.saturating_sub(listed.first.len());
    let rest = (more > 0).then(|| Line::styled(format!("... {} more", thousands(more as u64)), model.theme.faint()));
    let count = listed.first.len() + usize::from(rest.is_some());
    let from = first_line(model, Panel::Waiting, count, inside.height);
    // Only what is seen is made. The end of a path is what matters: it comes first.
    let seen: Vec<&Labelled> = match moment.waiting {
        Waiting::Path(_) => listed.first.iter().rev().skip(from).take(inside.height.into()).collect(),
        _ => listed.first.iter().skip(from).take(inside.height.into()).collect(),
    };
    let lines: Vec<Line> = seen.into_iter().map(line).chain(rest).collect();
    frame.render_widget(Paragraph::new(lines).block(outside), area);
}

/// The counts, in two lines.
pub fn counts(model: &Model, moment: &Moment, width: u16) -> Vec<Line<'static>> {
    let (tally, words) = (&moment.tally, Words::of(moment));
    let mut first = vec![
        format!("expanded {}", thousands(tally.expanded)),
        format!("generated {}", thousands(tally.generated)),
        format!("reopened {}", thousands(tally.reopened)),
    ];
    // A search that holds one path has no list of what waits. The name is not that of the search's
    // own `max open`: searches drop states and take them back without an event, and count at other
    // moments than the end of a step.
    let is_listed = tally.most_waiting > 0 && !matches!(moment.waiting, Waiting::Path(_));
    first.extend(is_listed.then(|| format!("most listed {}", thousands(tally.most_waiting as u64))));
    first.extend(tally.best.map(|cost| format!("best {}", words.cost(cost))));
    let mut second: Vec<String> =
        Prune::ALL.iter().map(|reason| format!("{} {}", reason.word(), thousands(tally.dropped(*reason)))).collect();
    if let Some(first) = second.first_mut() {
        first.insert_str(0, "dropped: ");
    }
    second.extend((tally.forgotten > 0).then(|| format!("forgotten {}", thousands(tally.forgotten))));
    second.extend(tally.bound.map(|bound| format!("bound {} (iteration {})", words.cost(bound), tally.iteration)));
    let line = |parts: Vec<String>| Line::from(plain(model, cut(&parts.join("  "), width.into())));
    vec![line(first), line(second)]
}
