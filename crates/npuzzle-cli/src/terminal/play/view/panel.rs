//! The panel beside the board: what there is to know about the game.

use std::time::Duration;

use npuzzle::domains::tiles::{Board, MovesOf};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::cards::keys_of;
use crate::render::numbers::{gap, thousands};
use crate::terminal::board::{BoardView, Geometry};
use crate::terminal::play::editing::Editing;
use crate::terminal::play::game::Origin;
use crate::terminal::play::keys::Place;
use crate::terminal::play::model::{Mode, Model, Pending, Tone};
use crate::terminal::play::playing::counted;
use crate::terminal::play::search::Purpose;
use crate::terminal::play::stopwatch::clock;
use crate::terminal::play::watching::Watching;
use crate::terminal::theme::Theme;
use crate::terminal::wrap::wrapped;

/// The column of the values.
const LABEL: usize = 9;
/// A panel of fewer lines says only what matters most.
const LOWEST_WITH_ALL: u16 = 7;

/// Draws the panel, and the goal below it if there is room.
pub fn render(model: &Model, now: Duration, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let lines = match &model.mode {
        _ if area.height < LOWEST_WITH_ALL => brief_lines(model, now, area),
        Mode::Watching(watching) => watching_lines(model, watching, area),
        Mode::Editing(editing) => editing_lines(model, editing, width),
        _ => playing_lines(model, now, width),
    };
    let used = (lines.len() as u16).min(area.height);
    Paragraph::new(lines).render(area, buffer);
    let mut below = Rect { y: area.y + used, height: area.height - used, ..area };
    if !matches!(model.mode, Mode::Watching(_)) {
        let drawn = goal_picture(model, below, buffer);
        below = Rect { y: below.y + drawn, height: below.height - drawn, ..below };
    }
    // Where nothing else would stand: the keys of the place, so that they need not be looked up.
    let uncovered = matches!(model.place(), Place::Playing | Place::Solving | Place::Watching | Place::Editing);
    let keys = keys_of(model.place(), model.theme, width);
    if uncovered && keys.len() + 2 <= usize::from(below.height) {
        let area = Rect { y: below.bottom() - keys.len() as u16 - 1, height: keys.len() as u16, ..below };
        Paragraph::new(keys).render(area, buffer);
    }
}

/// A line or two: the count, and what there is to say.
fn brief_lines(model: &Model, now: Duration, area: Rect) -> Vec<Line<'static>> {
    let (game, width) = (&model.game, usize::from(area.width));
    let message = message_lines(model, width).into_iter().skip(1);
    // The player can count; a message is news.
    if area.height == 1 && model.message.is_some() {
        return message.collect();
    }
    let head = match &model.mode {
        Mode::Watching(watching) => format!("move {} of {}", watching.position(), watching.moves().len()),
        Mode::Editing(editing) if editing.is_solvable() => "editing: solvable".to_owned(),
        Mode::Editing(_) => "editing: not solvable".to_owned(),
        _ => format!("{}, {}", counted(game.moves()), clock(model.stopwatch.elapsed(now))),
    };
    let to_go = match (&game.route, &model.pending) {
        _ if !matches!(model.mode, Mode::Playing | Mode::Solving) => String::new(),
        (_, Some(pending)) => format!("; {}{}", searching(pending, now), known_so_far(pending)),
        (Some(route), None) => format!("; to go: {}", route.distance()),
        (None, None) => String::new(),
    };
    let head = wrapped(&(head + &to_go), width).into_iter().map(|text| Line::styled(text, model.theme.strong()));
    head.chain(message).collect()
}

fn field(label: &str, value: impl Into<String>, theme: Theme) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{label:<LABEL$}"), theme.faint()),
        Span::styled(value.into(), theme.strong()),
    ])
}

fn fields(label: &str, value: &str, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    let values = wrapped(value, width.saturating_sub(LABEL));
    labels.zip(values).map(|(label, value)| field(label, value, theme)).collect()
}

fn message_lines(model: &Model, width: usize) -> Vec<Line<'static>> {
    let Some((tone, message)) = &model.message else { return Vec::new() };
    let style = match tone {
        Tone::Plain => model.theme.accent(),
        Tone::Good => model.theme.good(),
        Tone::Bad => model.theme.bad(),
    };
    let texts = message.lines().flat_map(|line| wrapped(line, width));
    std::iter::once(Line::default()).chain(texts.map(|text| Line::styled(text, style))).collect()
}

fn playing_lines(model: &Model, now: Duration, width: usize) -> Vec<Line<'static>> {
    let (game, theme) = (&model.game, model.theme);
    let help = if game.assisted { " (with help)" } else { "" };
    let mut lines = vec![
        field("moves", thousands(game.moves()) + help, theme),
        field("time", clock(model.stopwatch.elapsed(now)), theme),
    ];
    let distance = match (&game.route, &model.pending) {
        _ if !game.is_solvable() => Some("cannot be solved".to_owned()),
        _ if game.is_solved() => Some("solved".to_owned()),
        (Some(route), None) => Some(route.distance()),
        (None, None) if model.live => Some("?".to_owned()),
        (None, None) => None,
        (_, Some(pending)) => Some(searching(pending, now)),
    };
    if let Some(distance) = distance {
        lines.extend(fields("to go", &distance, width, theme));
    }
    if let (Mode::Solving, Some(pending)) = (&model.mode, &model.pending) {
        lines.extend(solving_lines(pending, width, theme));
    }
    lines.push(field("size", game.shape().to_string(), theme));
    lines.push(field("goal", game.goal_name(), theme));
    if let Origin::Seed(seed) = game.origin() {
        lines.push(field("seed", seed.to_string(), theme));
    }
    lines.push(field("arrows", format!("move the {}", model.arrows.name()), theme));
    lines.extend(message_lines(model, width));
    lines
}

fn searching(pending: &Pending, now: Duration) -> String {
    let seconds = now.saturating_sub(pending.since).as_secs();
    let verb = if pending.stopping { "stopping" } else { "searching" };
    if seconds == 0 { format!("{verb} ...") } else { format!("{verb} ... {seconds} s") }
}

/// What a search for a solution has found, in a few words.
fn known_so_far(pending: &Pending) -> String {
    let Some(progress) = pending.progress.filter(|_| pending.purpose == Purpose::Solution) else {
        return String::new();
    };
    let best = progress.best.map(|best| format!("best {}", thousands(best)));
    let least = (progress.lower_bound > 0).then(|| format!("at least {}", thousands(progress.lower_bound)));
    match best.into_iter().chain(least).collect::<Vec<_>>().join(", ") {
        nothing if nothing.is_empty() => nothing,
        known => format!("; {known}"),
    }
}

fn solving_lines(pending: &Pending, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let Some(progress) = &pending.progress else { return Vec::new() };
    let mut lines = vec![field("expanded", thousands(progress.expanded), theme)];
    if progress.lower_bound > 0 {
        lines.push(field("at least", format!("{} moves", thousands(progress.lower_bound)), theme));
    }
    if let Some(best) = progress.best {
        let gap = gap(f64::from(best), f64::from(progress.lower_bound)).map(|gap| format!(", {gap}"));
        let best = format!("{} moves{}", thousands(best), gap.unwrap_or_default());
        lines.extend(fields("best", &best, width, theme));
    }
    if let Some((done, all)) = progress.table {
        lines.push(field("tables", format!("{} % of one done", 100 * done / all.max(1)), theme));
    }
    lines
}

fn watching_lines(model: &Model, watching: &Watching, area: Rect) -> Vec<Line<'static>> {
    let (theme, width) = (model.theme, usize::from(area.width));
    let (position, count) = (watching.position(), watching.moves().len());
    let state = match watching.is_playing() {
        true => "playing",
        false if position == count => "the end",
        false => "paused",
    };
    let proof = if watching.is_shortest() {
        "no solution is shorter (proved)".to_owned()
    } else if watching.at_least() == 0 {
        "not proved to be the shortest".to_owned()
    } else {
        format!("not proved to be the shortest: at least {} moves", thousands(watching.at_least()))
    };
    let mut lines = vec![
        field("move", format!("{} of {}", thousands(position), thousands(count)), theme),
        Line::raw(progress_bar(position, count, width.min(40), theme)),
        field("", state, theme),
        field("speed", format!("{} per second", watching.speed()), theme),
    ];
    lines.extend(wrapped(&proof, width).into_iter().map(Line::raw));
    lines.push(Line::default());
    lines.push(Line::styled(whose(model.letters, width), theme.faint()));
    let room = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(move_list(model, watching, width, room));
    lines
}

/// Whose directions the letters are, and the key that changes it, if there is room.
fn whose(letters: MovesOf, width: usize) -> String {
    let short = format!("moves of the {}", letters.name());
    let long = format!("{short} (m: {})", letters.other().name());
    if long.len() <= width { long } else { short }
}

/// `[####----]`
fn progress_bar(position: usize, count: usize, width: usize, theme: Theme) -> String {
    let inner = width.saturating_sub(2);
    let done = (inner * position).checked_div(count).unwrap_or(inner);
    let (full, empty) = (theme.either("█", "#"), theme.either("░", "-"));
    format!("[{}{}]", full.repeat(done), empty.repeat(inner - done))
}

/// The moves as letters, those around the current one if there is no room for all; the last one
/// made is in brackets.
fn move_list(model: &Model, watching: &Watching, width: usize, room: usize) -> Vec<Line<'static>> {
    let per_line = (width.saturating_sub(1) / 2).max(1);
    let current = watching.position().checked_sub(1);
    let all = watching.moves().len().div_ceil(per_line);
    let first = (current.unwrap_or(0) / per_line).saturating_sub(room / 2).min(all.saturating_sub(room));
    let letter = |number: usize| model.letters.named(watching.moves()[number]).letter();
    let line = |row: usize| {
        let mut spans = Vec::new();
        for number in row * per_line..watching.moves().len().min((row + 1) * per_line) {
            let before = match current {
                Some(current) if current == number => "[",
                Some(current) if current + 1 == number && number % per_line != 0 => "]",
                _ => " ",
            };
            spans.push(Span::raw(before));
            let style = match current {
                Some(current) if current == number => model.theme.chosen(),
                Some(current) if number < current => model.theme.faint(),
                _ => model.theme.strong(),
            };
            spans.push(Span::styled(letter(number).to_string(), style));
        }
        if current.is_some_and(|current| current / per_line == row && (current + 1) % per_line == 0)
            || current.is_some_and(|current| current / per_line == row && current + 1 == watching.moves().len())
        {
            spans.push(Span::raw("]"));
        }
        Line::from(spans)
    };
    (first..all.min(first + room)).map(line).collect()
}

fn editing_lines(model: &Model, editing: &Editing, width: usize) -> Vec<Line<'static>> {
    let theme = model.theme;
    let shape = editing.board().shape();
    let (row, col) = (shape.row(editing.cursor()) + 1, shape.col(editing.cursor()) + 1);
    let tile = editing.board().tile_at(editing.cursor());
    let mut lines = vec![
        Line::styled("editing", theme.accent()),
        field("cursor", format!("row {row}, column {col}"), theme),
        field("tile", if tile.is_blank() { "blank".to_owned() } else { tile.to_string() }, theme),
    ];
    if let Some(number) = editing.typed() {
        lines.push(field("typing", format!("{number}_  (Enter places it)"), theme));
    }
    if let Some(marked) = editing.marked() {
        lines.push(field("swap", format!("tile {} with ...", editing.board().tile_at(marked)), theme));
    }
    lines.push(field("goal", model.game.goal_name(), theme));
    lines.push(Line::default());
    if editing.is_solvable() {
        lines.push(Line::styled("solvable", theme.good()));
    } else {
        lines.push(Line::styled("not solvable", theme.bad()));
        lines.extend(wrapped(why_not(editing.board()), width).into_iter().map(Line::raw));
    }
    lines.extend(message_lines(model, width));
    lines
}

/// The reason in a sentence.
fn why_not(board: &Board) -> &'static str {
    match (board.shape().is_line(), board.shape().cols() % 2) {
        (true, _) => "on a single line tiles keep their order, and this is another than in the goal",
        (_, 1) => "the number of inversions is odd, and no move changes that; f swaps two tiles",
        _ => "inversions and the blank's row together are odd, and no move changes that; f swaps two tiles",
    }
}

/// The goal, small, if there is room for it. Returns how many lines it takes.
fn goal_picture(model: &Model, area: Rect, buffer: &mut Buffer) -> u16 {
    let goal = model.game.goal_board();
    let shape = goal.shape();
    let (rows, cols) = (shape.rows() as u16, shape.cols() as u16);
    let width = cols * ((shape.cells() - 1).to_string().len() as u16 + 1);
    if area.height < rows + 2 || area.width < width {
        return 0;
    }
    let top = Rect { y: area.y + 1, height: 1, ..area };
    Line::styled("to reach", model.theme.faint()).render(top, buffer);
    let place = Rect { y: area.y + 2, height: rows, width, ..area };
    let geometry = Geometry::fit(place, shape, goal.blank());
    let theme = model.theme;
    let view =
        BoardView { board: goal, homes: model.game.homes(), geometry, theme, cursor: None, moved: None, hint: None };
    view.render(place, buffer);
    rows + 2
}
