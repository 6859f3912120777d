//! The algorithm in a few lines. Those that were at work in the step in sight are marked.

use npuzzle::catalogue::called_algorithm;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::terminal::replay::model::Model;
use crate::terminal::replay::player::Moment;
use crate::terminal::replay::view::block;
use crate::terminal::replay::words::Words;
use crate::terminal::wrap::hanging;

pub fn draw(model: &Model, moment: &Moment, frame: &mut Frame, area: Rect) {
    let algorithm = &moment.tally.algorithm;
    let name = if algorithm.is_empty() { &moment.header.algorithm } else { algorithm };
    let Ok(card) = called_algorithm(name) else {
        frame.render_widget(block(model, "Pseudo-code".to_owned(), false), area);
        return;
    };
    let outside = block(model, format!("Pseudo-code: {}", card.title), false);
    let inside = outside.inner(area);
    let marks = Words::marks(moment);
    let (mut lines, mut first) = (Vec::new(), None);
    for line in card.pseudocode_lines() {
        let is_current = line.at.iter().any(|mark| marks.contains(mark));
        let style = if is_current { model.theme.accent() } else { Style::new() };
        if is_current {
            first = first.or(Some(lines.len()));
        }
        for (number, part) in hanging(line.text, usize::from(inside.width).saturating_sub(2)).into_iter().enumerate() {
            let sign = if is_current && number == 0 { model.theme.either("▸ ", "> ") } else { "  " };
            lines.push(Line::styled(format!("{sign}{part}"), style));
        }
    }
    // Where not all lines have room, the first that was at work is seen.
    let most = lines.len().saturating_sub(inside.height.into());
    let lines: Vec<Line> = lines.into_iter().skip(first.unwrap_or(0).min(most)).collect();
    frame.render_widget(Paragraph::new(lines).block(outside), area);
}
