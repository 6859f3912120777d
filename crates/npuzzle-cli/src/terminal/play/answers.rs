//! What the answers of searches do to the model.

use std::time::Duration;

use npuzzle::answer::Report;
use npuzzle::core::Progress;
use npuzzle::question::{Fault, Refusal};

use crate::render::numbers::thousands;
use crate::terminal::play::game::Fewest;
use crate::terminal::play::model::{Mode, Model, Tone};
use crate::terminal::play::route::Route;
use crate::terminal::play::search::{News, Purpose};

impl Model {
    /// A search has something to say; an answer that is no longer wanted is dropped. `Err` is a bug
    /// of ours.
    pub fn hear(&mut self, news: News, now: Duration) -> Result<(), Refusal> {
        match news {
            News::Progress(number, progress) => {
                // A way that is known is worth as much as one that is found, and so is what is
                // proved.
                let route = self.game.route.as_ref();
                if let Some(pending) = self.pending.as_mut().filter(|pending| pending.number == number) {
                    let known = route.filter(|_| pending.purpose != Purpose::Review);
                    let best = progress.best.into_iter().chain(known.map(Route::len)).min();
                    let lower_bound = progress.lower_bound.max(known.map_or(0, Route::at_least));
                    pending.progress = Some(Progress { best, lower_bound, ..progress });
                }
            }
            News::Answer(number, answer) => {
                if let Some(pending) = self.pending.filter(|pending| pending.number == number) {
                    self.pending = None;
                    match answer {
                        Ok(report) => self.answered(pending.purpose, &report, now),
                        Err(refusal) if refusal.fault == Fault::Bug => return Err(refusal),
                        Err(refusal) => {
                            self.end_solving();
                            self.say(Tone::Bad, refusal.to_string());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn answered(&mut self, purpose: Purpose, report: &Report, now: Duration) {
        let at_least = report.lower_bound.unwrap_or(0);
        if purpose == Purpose::Review {
            let known = self.game.fewest.map_or(0, |fewest| fewest.moves);
            self.game.fewest = Some(Fewest { moves: known.max(at_least), reached: report.cost == Some(at_least) });
            if self.game.is_solved() {
                self.tell_solved();
            }
            return;
        }
        match (&mut self.game.route, &report.path) {
            (None, None) => {
                self.end_solving();
                let least = match at_least {
                    0 => String::new(),
                    least => format!("; every one has at least {} moves", thousands(least)),
                };
                return self.say(Tone::Bad, format!("no solution was found so far{least}"));
            }
            // A known way that is no longer stays.
            (Some(known), path) if path.as_ref().is_none_or(|path| known.len() as usize <= path.0.len()) => {
                known.raise(at_least);
            }
            (route, Some(path)) => *route = Some(Route::new(path.0.iter().copied(), at_least)),
            (Some(_), None) => {}
        }
        self.learn_about_the_start();
        match purpose {
            Purpose::Hint => self.show_hint(),
            Purpose::Solution => self.watch_route(now),
            Purpose::Distance | Purpose::Review => {}
        }
    }

    /// Back to the game, from the screen of a search; a card that was opened meanwhile stays.
    fn end_solving(&mut self) {
        if matches!(self.mode, Mode::Solving) {
            self.mode = Mode::Playing;
        }
    }

    /// What is known of the board is known of the start, as long as no move is made.
    fn learn_about_the_start(&mut self) {
        let known = self.game.fewest.is_some_and(|fewest| fewest.reached);
        if let Some(route) = self.game.route.as_ref().filter(|_| !known && self.game.moves() == 0) {
            self.game.fewest = Some(Fewest { moves: route.at_least(), reached: route.is_shortest() });
        }
    }
}
