//! The screen of a replay: where its panels are.

use npuzzle::picture::letters::clipped;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::render::numbers::thousands;
use crate::terminal::replay::code;
use crate::terminal::replay::index::{Reading, look};
use crate::terminal::replay::keys::BINDINGS;
use crate::terminal::replay::model::{Jump, Mode, Model, Panel};
use crate::terminal::replay::names::cut;
use crate::terminal::replay::panels;
use crate::terminal::replay::player::Moment;
use crate::terminal::replay::words::Words;
use crate::terminal::wrap::{hanging, wrapped, wrapped_item};
use crate::trace_file::without_a_solution;

/// Below this width, or this height of the panels, there is room for two of them.
const NARROW: u16 = 60;
const LOW: u16 = 12;
/// From this height on there is room for the pseudo-code.
const TALL: u16 = 38;
/// Its longest lines, with the frame and the marker.
const CODE_WIDTH: u16 = 68;
/// Its lines, with the frame.
const CODE_HEIGHT: u16 = 18;

/// The sheet of keys, and the keys on it.
const HELP_WIDTH: u16 = 62;
const KEYS_WIDTH: usize = 10;
/// A count that needs words.
const MOST_LISTED: &str = "most listed: longest frontier after a step, not `max open`";

/// The menu of events.
const JUMP_WIDTH: u16 = 56;

/// Draws everything.
pub fn draw(model: &Model, frame: &mut Frame) {
    let below = bottom_lines(model, frame.area());
    let [title, sentence, main, counts, bottom] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2),
        Constraint::Length(u16::try_from(below.len()).unwrap_or(u16::MAX)),
    ])
    .areas(frame.area());
    model.ends.iter().for_each(|end| end.set(0));
    draw_title(model, frame, title);
    match &model.moment {
        // A line is cut where the window ends, a bare text is not.
        None => frame.render_widget(Line::raw("The trace is being read."), sentence),
        Some(moment) => {
            let words = Words::of(moment);
            frame.render_widget(Line::styled(words.sentence(moment), model.theme.strong()), sentence);
            draw_panels(model, moment, frame, main);
            frame.render_widget(Paragraph::new(panels::counts(model, moment, counts.width)), counts);
        }
    }
    frame.render_widget(Paragraph::new(below), bottom);
    match &model.mode {
        Mode::Help(from) => help(model, *from, frame),
        Mode::Jump(jumps, chosen) => jump(model, jumps, *chosen, frame),
        Mode::Steps | Mode::GoTo(_) | Mode::Find(_) => {}
    }
}

fn draw_panels(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    if area.width < NARROW || area.height < LOW {
        return draw_few_panels(model, moment, frame, area);
    }
    let (main, code) = if area.height >= TALL - 5 && area.width >= CODE_WIDTH {
        let [main, code] = Layout::vertical([Constraint::Fill(1), Constraint::Length(CODE_HEIGHT)]).areas(area);
        (main, Some(code))
    } else {
        (area, None)
    };
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas(main);
    // A board wants room, a text leaves it to the successors.
    let split = match &moment.board {
        Some(_) => [Constraint::Fill(1), Constraint::Length(main.height.div_ceil(3).max(7))],
        None => [Constraint::Length(panels::text_height(moment, left.width).min(left.height / 2)), Constraint::Fill(1)],
    };
    let [node, successors] = Layout::vertical(split).areas(left);
    panels::node(model, moment, frame, node);
    panels::successors(model, moment, frame, successors);
    if let Some(code) = code {
        code::draw(model, moment, frame, code);
    }
    match code {
        None if model.code => code::draw(model, moment, frame, right),
        _ => panels::waiting(model, moment, frame, right),
    }
}

/// The state that is expanded, and beside it what was chosen: one panel.
fn draw_few_panels(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    if area.height < 3 {
        return panels::node(model, moment, frame, area);
    }
    let [left, right] = match &moment.board {
        Some(board) => {
            // As narrow as the board can be: the lists need every column.
            let digits = (board.shape().cells() - 1).to_string().len();
            let width = u16::try_from(board.shape().cols() * (digits + 1) + 2).unwrap_or(u16::MAX);
            let width = width.clamp(13.min(area.width / 2), area.width / 2);
            Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(area)
        }
        None => {
            let height = panels::text_height(moment, area.width).min(area.height.div_ceil(2));
            Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area)
        }
    };
    panels::node(model, moment, frame, left);
    match model.panel {
        _ if model.code => code::draw(model, moment, frame, right),
        Panel::Waiting => panels::waiting(model, moment, frame, right),
        Panel::Successors | Panel::Help => panels::successors(model, moment, frame, right),
    }
}

fn draw_title(model: &Model, frame: &mut Frame, area: Rect) {
    let step = model.moment.as_ref().map_or(0, |moment| moment.step);
    let (steps, reading) = {
        let index = look(&model.index);
        let reading = match &index.reading {
            Reading::Under { read, all } => format!(" (reading, {} %)", read.saturating_mul(100) / (*all).max(1)),
            Reading::Done { breaks_off: true } => " (cut off)".to_owned(),
            Reading::Done { .. } => String::new(),
            Reading::Failed(_) => " (broken)".to_owned(),
        };
        (index.steps, reading)
    };
    let speed = 2_u32.pow(model.speed);
    let state = if model.playing { model.theme.either("▶ ", "> ") } else { "" };
    let right = format!("step {} of {}{reading}  {state}{speed}/s", thousands(step), thousands(steps));
    let name = model.moment.as_ref().map_or_else(String::new, |moment| {
        let header = &moment.header;
        let heuristic = header.heuristic.as_ref().map(|name| format!(" with {name}")).unwrap_or_default();
        let algorithm = if moment.tally.algorithm.is_empty() { &header.algorithm } else { &moment.tally.algorithm };
        format!("{algorithm}{heuristic} on {}", header.problem)
    });
    let room = usize::from(area.width).saturating_sub(right.len() + 2);
    let name = plain(model, clipped(&name, room));
    frame.render_widget(Line::from(name).left_aligned(), area);
    frame.render_widget(Line::styled(right, model.theme.accent()).right_aligned(), area);
}

/// A text with the sign of what is left out that the terminal can show.
pub fn plain(model: &Model, text: String) -> String {
    if model.theme.ascii { text.replace('…', "~") } else { text }
}

/// What is below everything: the text that is typed, a message in as many lines as it needs, or
/// keys.
fn bottom_lines(model: &Model, area: Rect) -> Vec<Line<'static>> {
    let message = |text: &str, style: Style| {
        // Half of the window is left to what the message is about.
        let most = usize::from(area.height / 2).max(1);
        wrapped(text, area.width.into()).into_iter().take(most).map(|line| Line::styled(line, style)).collect()
    };
    let typed = |prompt: &str, text: &str| {
        let letters: Vec<char> = text.chars().collect();
        let room = usize::from(area.width).saturating_sub(prompt.len() + 1);
        let end: String = letters[letters.len().saturating_sub(room)..].iter().collect();
        Line::from(vec![
            Span::styled(prompt.to_owned(), model.theme.accent()),
            Span::raw(end),
            Span::styled(" ", model.theme.chosen()),
        ])
    };
    let reading = look(&model.index).reading.clone();
    let unsolved = model.moment.as_ref().filter(|moment| moment.ends_without_a_solution());
    match (&model.mode, reading, unsolved) {
        (Mode::GoTo(text), ..) => vec![typed("go to step: ", text)],
        (Mode::Find(text), ..) => vec![typed("find the state: ", text)],
        _ if !model.message.is_empty() => message(&model.message, model.theme.accent()),
        (_, Reading::Failed(trouble), _) => message(trouble.lines().next().unwrap_or_default(), model.theme.bad()),
        (.., Some(moment)) => {
            message(&without_a_solution(moment.tally.best, moment.header.cost_unit), model.theme.accent())
        }
        _ => vec![Line::styled(keys_in(area.width), model.theme.faint())],
    }
}

/// The keys of the bottom line, as many as have room. The last two lead to all others.
fn keys_in(width: u16) -> String {
    let mut shown = vec!["? help", "q quit"];
    for (place, keys) in [", . step", "Space play", "j jump", ": go to", "/ find", "Tab panel"].into_iter().enumerate()
    {
        shown.insert(place, keys);
        if shown.join("   ").len() > width.into() {
            shown.remove(place);
            break;
        }
    }
    shown.join("   ")
}

/// A box in the middle. Where not all lines have room, those from a place on are shown.
fn sheet(model: &Model, title: &'static str, width: u16, lines: Vec<Line<'_>>, from: usize, frame: &mut Frame) {
    let all = frame.area();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(all.height);
    let width = width.min(all.width);
    let end = (lines.len() + 2).saturating_sub(height.into()).min(lines.len().saturating_sub(1));
    model.ends[Panel::Help as usize].set(end);
    let lines: Vec<Line> = lines.into_iter().skip(from.min(end)).collect();
    let area = Rect::new((all.width - width) / 2, (all.height - height) / 2, width, height);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block(model, title.to_owned(), true)), area);
}

/// The frame of a panel.
pub fn block(model: &Model, title: String, is_chosen: bool) -> Block<'static> {
    let style = if is_chosen { model.theme.accent() } else { model.theme.faint() };
    Block::bordered().border_set(model.theme.border()).border_style(style).title(format!(" {title} "))
}

fn help(model: &Model, from: usize, frame: &mut Frame) {
    let room = usize::from(HELP_WIDTH.min(frame.area().width)).saturating_sub(KEYS_WIDTH + 4);
    let mut lines = Vec::new();
    for binding in BINDINGS.iter().filter(|binding| !binding.shown.is_empty()) {
        for (number, part) in hanging(binding.does, room).into_iter().enumerate() {
            let keys = if number == 0 { binding.shown } else { "" };
            let keys = Span::styled(format!(" {keys:<KEYS_WIDTH$} "), model.theme.accent());
            lines.push(Line::from(vec![keys, Span::raw(part)]));
        }
    }
    let counted = wrapped_item(" ", MOST_LISTED, usize::from(HELP_WIDTH.min(frame.area().width)).saturating_sub(3));
    lines.extend(counted.into_iter().map(Line::from));
    sheet(model, "Keys (arrows scroll, Esc closes)", HELP_WIDTH, lines, from, frame);
}

fn jump(model: &Model, jumps: &[Jump], chosen: usize, frame: &mut Frame) {
    // The number of the step is what one jumps by: where there is little room, the words before it
    // are cut.
    let inside = usize::from(JUMP_WIDTH.min(frame.area().width)).saturating_sub(2);
    let numbers = jumps.iter().map(|jump| thousands(jump.step).len()).max().unwrap_or(0);
    let (unit, around) = if inside < usize::from(JUMP_WIDTH) - 2 { ("", 9) } else { ("step ", 14) };
    let words = inside.saturating_sub(around + numbers).min(27);
    let lines = jumps.iter().enumerate().map(|(at, jump)| {
        let side = if jump.forward { "next" } else { "before" };
        let what = plain(model, cut(jump.mark.words(), words));
        let text = format!(" {side:<6} {what:<words$} {unit}{:<11}", thousands(jump.step));
        Line::styled(text, if at == chosen { model.theme.chosen() } else { Style::new() })
    });
    let room = usize::from(frame.area().height).saturating_sub(2).max(1);
    sheet(model, "Jump (Enter)", JUMP_WIDTH, lines.collect(), (chosen + 1).saturating_sub(room), frame);
}

/// Whether a panel has the keys that scroll.
pub fn is_chosen(model: &Model, panel: Panel) -> bool {
    model.panel == panel
}
