//! Text in lines of a width.

/// Breaks a text at spaces; a word that is too long is cut.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let used = line.chars().count();
        if used > 0 && used + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
        } else if used > 0 {
            line.push(' ');
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        line.extend(word);
    }
    lines.push(line);
    lines
}

/// The same for a text of several lines; those after the first of each begin further to the right.
pub fn wrapped_item(mark: &str, text: &str, width: usize) -> Vec<String> {
    let indent = mark.chars().count();
    let lines = wrapped(text, width.saturating_sub(indent));
    let begin = |number: usize| if number == 0 { mark.to_owned() } else { " ".repeat(indent) };
    lines.into_iter().enumerate().map(|(number, line)| begin(number) + &line).collect()
}

/// What goes on in the next line of a text that begins with spaces begins so much further to the
/// right.
const CONTINUED: usize = 4;

/// A line in lines of a width, broken at spaces, all but the first further to the right. A word
/// that is too long is cut by the window.
pub fn hanging(text: &str, width: usize) -> Vec<String> {
    let indent = text.chars().take_while(|letter| *letter == ' ').count();
    let mut lines = vec![" ".repeat(indent)];
    let mut is_fresh = true;
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if is_fresh {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("{}{word}", " ".repeat((indent + CONTINUED).min(width / 2))));
        }
        is_fresh = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
        assert_eq!(wrapped_item("1. ", "one two", 6), ["1. one", "   two"]);
    }

    #[test]
    fn nothing_of_a_line_is_lost() {
        assert_eq!(hanging("  one two three", 9), ["  one two", "    three"]);
        assert_eq!(hanging("  if s is known:", 40), ["  if s is known:"]);
        assert_eq!(hanging("", 0), [""]);
        assert_eq!(hanging("ab cd", 0), ["ab", "cd"]);
    }
}
