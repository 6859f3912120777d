//! What the terminal can show.

use std::io::IsTerminal;

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Height, Width, terminal_size_of};

use crate::commands::doctor::Finding;
use crate::locale::Letters;

/// The size that all screens are made for.
const USUAL: (u16, u16) = (80, 24);

pub fn findings() -> Vec<Finding> {
    let mut findings = vec![size(), colors(), letters()];
    findings.retain(|finding| std::io::stdout().is_terminal() || finding.topic != "colours");
    findings
}

fn size() -> Finding {
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        let need = if cfg!(feature = "tui") { "; `play` needs one" } else { "" };
        return Finding::ok("terminal", format!("none here: commands write plain text{need}"));
    }
    let kind = std::env::var("TERM").unwrap_or_default();
    if kind.is_empty() || kind == "dumb" {
        let screens = if cfg!(feature = "tui") { "`play`, the screen of `replay` and " } else { "" };
        let advice =
            format!("{screens}`--animate` need a terminal that can move its cursor: try `TERM=xterm-256color`");
        return Finding::problem("terminal", format!("TERM is {kind:?}"), advice);
    }
    match terminal_size_of(std::io::stdout()).map(|(Width(cols), Height(rows))| (cols, rows)) {
        Some((cols, rows)) if cols < USUAL.0 || rows < USUAL.1 => Finding::note(
            "terminal",
            format!("{cols}x{rows}, {kind}"),
            format!("screens are made for {}x{}; smaller ones leave things out", USUAL.0, USUAL.1),
        ),
        Some((cols, rows)) => Finding::ok("terminal", format!("{cols}x{rows}, {kind}")),
        None => Finding::note("terminal", format!("of unknown size, {kind}"), "`stty size` should print it"),
    }
}

fn colors() -> Finding {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never if set("NO_COLOR") => Finding::ok("colours", "none, since NO_COLOR is set"),
        ColorChoice::Never => {
            Finding::note("colours", "none: the terminal is not known to have any", "`--color always` uses them anyway")
        }
        _ => Finding::ok("colours", "used where they help; no information depends on colour alone"),
    }
}

fn letters() -> Finding {
    match Letters::of_environment() {
        Letters::Utf8(name, value) => Finding::ok("letters", format!("UTF-8 ({name}={value})")),
        Letters::Other(name, value) => Finding::note(
            "letters",
            format!("{name}={value} is not a UTF-8 locale: screens are drawn in ASCII"),
            "`export LC_ALL=C.UTF-8`, if the terminal shows UTF-8",
        ),
        Letters::Unset => {
            Finding::ok("letters", "no locale is set: UTF-8 is taken for granted (`--ascii` does without)")
        }
    }
}
