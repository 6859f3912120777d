//! Colours and characters: what the terminal can show and the user wants to see.

use anstream::{AutoStream, ColorChoice};
use npuzzle::picture::scheme::{Scheme, Tint};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use crate::args;
use crate::locale::shows_unicode;

/// What everything on the screen is drawn with. No information depends on colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Letters of ASCII only.
    pub ascii: bool,
    /// Whether there are colours at all; bold and reversed letters are used without.
    pub color: bool,
    /// How tiles are coloured.
    pub scheme: Scheme,
}

impl Theme {
    /// The theme for standard output.
    pub fn new(color: args::Color, ascii: bool, scheme: Scheme) -> Self {
        let color = match color {
            args::Color::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            args::Color::Always => true,
            args::Color::Never => false,
        };
        Self { ascii: ascii || !shows_unicode(), color, scheme }
    }

    /// One of two texts: for terminals that know Unicode, or for others.
    pub fn either(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { unicode }
    }

    /// The lines around a card or a panel.
    pub fn border(&self) -> border::Set<'static> {
        const ASCII: border::Set<'static> = border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        };
        if self.ascii { ASCII } else { border::ROUNDED }
    }

    /// A tile.
    pub fn tile(&self, tint: Tint) -> Style {
        if self.color { Style::new().bg(Color::Indexed(tint.fill)).fg(Color::Indexed(tint.ink)) } else { Style::new() }
    }

    /// What is most important.
    pub fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters least.
    pub fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is chosen, or under the cursor.
    pub fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Good news.
    pub fn good(&self) -> Style {
        self.colored(Color::Green)
    }

    /// Bad news.
    pub fn bad(&self) -> Style {
        self.colored(Color::Red)
    }

    /// A hint, a key, a link.
    pub fn accent(&self) -> Style {
        self.colored(Color::Cyan)
    }

    fn colored(&self, color: Color) -> Style {
        if self.color { self.strong().fg(color) } else { self.strong() }
    }
}
