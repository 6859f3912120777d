//! The line at the bottom: the most important keys, as many as fit.

use ratatui::text::{Line, Span};

use crate::terminal::play::keys::{Action, Binding, Place, bindings};
use crate::terminal::play::model::Model;

/// The keys of the place where the user is, as many as fit: the one that leads out of it has its
/// room first, then those of everywhere, then the others.
pub fn line(model: &Model, width: u16) -> Line<'static> {
    let place = model.place();
    let rank = |binding: &Binding| match binding.place {
        Place::Everywhere => 1,
        _ if binding.action == Action::Back => 0,
        _ => 2,
    };
    let shown: Vec<(usize, &str)> =
        bindings(place).filter_map(|binding| Some((rank(binding), binding.short?))).collect();
    // A blank before all, and two between.
    let mut left = usize::from(width) + 1;
    let mut fits = vec![false; shown.len()];
    for wanted in 0..3 {
        for (number, (_, words)) in shown.iter().enumerate().filter(|(_, (rank, _))| *rank == wanted) {
            let room = words.len() + 2;
            fits[number] = room < left;
            left -= if fits[number] { room } else { 0 };
        }
    }
    let mut spans = vec![Span::raw(" ")];
    for (_, words) in shown.into_iter().zip(fits).filter_map(|(shown, fits)| fits.then_some(shown)) {
        let (key, does) = words.split_once(' ').unwrap_or((words, ""));
        spans.push(Span::styled(key, model.theme.accent()));
        spans.push(Span::raw(format!(" {does}  ")));
    }
    Line::from(spans)
}
