//! What `play` looks like: a function of the model, the time and the size of the window.
//!
//! The board stands on the left and the panel on the right; in a narrow window the panel stands
//! below, and in a tiny one there is the board alone.

mod bar;
mod cards;
mod panel;

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::terminal::board::{BoardView, Geometry};
use crate::terminal::play::game::Origin;
use crate::terminal::play::model::{Mode, Model};
use crate::terminal::theme::Theme;

/// A window of fewer columns has the panel below the board.
const NARROWEST_SIDE_BY_SIDE: u16 = 60;
/// A window of fewer lines has no title.
const LOWEST_WITH_TITLE: u16 = 8;

/// The parts of the window.
struct Parts {
    title: Rect,
    board: Rect,
    panel: Rect,
    bar: Rect,
}

fn parts(window: Rect, rows: usize) -> Parts {
    let title_height = if window.height >= LOWEST_WITH_TITLE { 2 } else { 0 };
    let bar_height = u16::from(window.height >= 3);
    let title = Rect { height: title_height.min(1), ..window };
    let bar = Rect { y: window.bottom() - bar_height, height: bar_height, ..window };
    let body = Rect { y: window.y + title_height, height: window.height - title_height - bar_height, ..window };
    if body.width >= NARROWEST_SIDE_BY_SIDE {
        let panel_width = (body.width * 2 / 5).clamp(29, 48);
        let board =
            Rect { x: body.x + 1, width: body.width - panel_width - 3, height: body.height.saturating_sub(1), ..body };
        let panel = Rect { x: body.right() - panel_width, width: panel_width, ..body };
        return Parts { title, board, panel, bar };
    }
    let wanted = match body.height {
        0..5 => 0,
        5..9 => 2,
        height => (height / 3).max(4),
    };
    // The whole board is worth more than a line of the panel.
    let left = usize::from(body.height).checked_sub(rows).unwrap_or(usize::from(wanted));
    let panel_height = wanted.min(left as u16);
    let board = Rect { height: body.height - panel_height, ..body };
    let panel = Rect { y: board.bottom(), height: panel_height, ..body };
    Parts { title, board, panel, bar }
}

/// Where the cells of the board are in a window.
pub fn geometry(model: &Model, window: Rect) -> Geometry {
    let shape = model.shown_board().shape();
    Geometry::fit(parts(window, shape.rows()).board, shape, model.focus())
}

/// How far the open card or sheet can be scrolled.
pub fn farthest_scroll(model: &Model, window: Rect) -> u16 {
    let area = card_area(window);
    cards::open(model, area.width.saturating_sub(4))
        .map_or(0, |card| (card.lines.len() as u16).saturating_sub(area.height.saturating_sub(2)))
}

/// How many lines a page of a sheet scrolls: one stays, so that the eye finds its place.
pub fn page(window: Rect) -> u16 {
    card_area(window).height.saturating_sub(3).max(1)
}

/// Draws everything.
pub fn draw(model: &Model, now: Duration, frame: &mut Frame) {
    let window = frame.area();
    render(model, now, window, frame.buffer_mut());
}

fn render(model: &Model, now: Duration, window: Rect, buffer: &mut Buffer) {
    let parts = parts(window, model.shown_board().shape().rows());
    title(model).render(parts.title, buffer);
    let geometry = geometry(model, window);
    let (cursor, moved) = match &model.mode {
        Mode::Editing(editing) => (Some(editing.cursor()), editing.marked()),
        Mode::Watching(watching) => (None, watching.moved()),
        _ => (None, model.game.moved()),
    };
    let board = BoardView {
        board: model.shown_board(),
        homes: model.game.homes(),
        geometry,
        theme: model.theme,
        cursor,
        moved,
        hint: model.hint(),
    };
    board.render(parts.board, buffer);
    panel::render(model, now, parts.panel, buffer);
    // In a narrow window the panel stands right below the board, and the part takes the place of
    // the title; without a title, of the panel's last line, unless there is something to say.
    let below = Rect { y: parts.board.bottom(), height: 1, ..parts.board };
    let last = Rect { y: parts.panel.bottom().saturating_sub(1), height: parts.panel.height.min(1), ..parts.panel };
    let place = match () {
        () if parts.panel.y < below.y && below.y < parts.bar.y => Some(below),
        () if parts.title.height > 0 => Some(parts.title),
        () => model.message.is_none().then_some(last),
    };
    if let Some((place, part)) = place.and_then(|place| Some((place, geometry.part(place.width.into())?))) {
        Clear.render(place, buffer);
        Line::styled(part, model.theme.faint()).render(place, buffer);
    }
    bar::line(model, parts.bar.width).render(parts.bar, buffer);
    let area = card_area(window);
    if let Some(card) = cards::open(model, area.width.saturating_sub(4)) {
        draw_card(card, area, model.theme, buffer);
    }
}

fn title(model: &Model) -> Line<'static> {
    let game = &model.game;
    let separator = model.theme.either(" · ", " - ");
    let origin = match game.origin() {
        Origin::Seed(seed) => format!("seed {seed}"),
        Origin::Named(name) => name.clone(),
    };
    Line::from(vec![
        Span::styled(" npuzzle play", model.theme.strong()),
        Span::raw(format!("{separator}{} to goal {}{separator}{origin}", game.shape(), game.goal_name())),
    ])
}

/// Cards leave the title and the keys visible, and a border of the board in wide windows.
fn card_area(window: Rect) -> Rect {
    // Title and keys are where they are whatever the board.
    let inner = parts(window, 0);
    let top = inner.title.bottom();
    let height = inner.bar.y.saturating_sub(top);
    let width = window.width.min(84);
    Rect { x: window.x + (window.width - width) / 2, y: top, width, height }
}

fn draw_card(card: cards::Card, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let height = area.height.min((card.lines.len() as u16).saturating_add(2));
    let area = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    Clear.render(area, buffer);
    let hidden = (card.lines.len() as u16).saturating_sub(height.saturating_sub(2));
    let scroll = card.scroll.min(hidden);
    let mut block =
        Block::bordered().border_set(theme.border()).title(Line::styled(format!(" {} ", card.title), theme.strong()));
    if scroll < hidden {
        let below = hidden - scroll;
        let lines = if below == 1 { "line" } else { "lines" };
        block = block.title_bottom(Line::styled(format!(" {below} more {lines} "), theme.faint()));
    }
    let inner = block.inner(area);
    block.render(area, buffer);
    let inner = Rect { x: inner.x + 1.min(inner.width), width: inner.width.saturating_sub(2), ..inner };
    Paragraph::new(card.lines).scroll((scroll, 0)).render(inner, buffer);
}
