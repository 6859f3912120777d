//! From a text to a tree, with errors that point at the place.
//!
//! ```text
//! sum     = ["-"] product { ("+" | "-") product }
//! product = factor { ("*" | "/") factor }
//! factor  = number | name | call | "(" sum ")" | "-" factor
//! call    = ("max" | "min" | "floor" | "ceil") "(" sum { "," sum } ")" | name "(" argument ")"
//! ```
//! A name may hold minus signs: `misplaced-with-blank - 1` subtracts because of the space before
//! the number.

use crate::core::Fraction;
use crate::core::card::HeuristicCard;
use crate::core::spelling::{Titled, is_spelled, plain_number};
use crate::core::suggest::nearest;
use crate::domains::tiles::notation::{Place, TextError};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::composite::MOST_ATOMS;
use crate::heuristics::expression::{Expression, Named, Node};

/// Longer texts are refused.
const MOST_CHARACTERS: usize = 4096;
/// So are deeper ones, since trees are walked by recursion.
const MOST_LEVELS: usize = 100;
/// Digits of a number, before and after the point.
const MOST_DIGITS: usize = 9;
/// Letters of a name.
const LONGEST_NAME: usize = 80;

/// The functions, and whether they take several arguments.
const FUNCTIONS: [(&str, bool); 4] = [("max", true), ("min", true), ("floor", false), ("ceil", false)];

/// Reads an expression over the heuristics in `cards`, by name or alias.
pub fn parse(text: &str, cards: &[&'static HeuristicCard]) -> Result<Expression, TextError> {
    parse_with(text, cards, &[])
}

/// As [`parse`], over some heuristics that are in no list as well.
pub fn parse_with(
    text: &str,
    cards: &[&'static HeuristicCard],
    custom: &[CustomHeuristic],
) -> Result<Expression, TextError> {
    let length = text.chars().count();
    if length > MOST_CHARACTERS {
        return Err(TextError::plain(format!(
            "the expression is {length} characters long: expected at most {MOST_CHARACTERS}"
        )));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { text, cards, custom, tokens, next: 0, level: 0, atoms: Vec::new() };
    let root = parser.sum()?;
    match parser.peek() {
        Token { kind: Kind::End, .. } => Ok(Expression { root, atoms: parser.atoms }),
        token if token.kind == Kind::Mark(')') => Err(parser.wrong(token, "unexpected `)`", "it closes nothing")),
        token => Err(parser.wrong(
            token,
            format!("unexpected `{}`", parser.word(token)),
            "expected an operator (+ - * /) or the end",
        )),
    }
}

/// Why a word cannot be the name of a heuristic, beside those in `cards`; `None` if it can.
pub fn name_fault(name: &str, cards: &[&'static HeuristicCard]) -> Option<String> {
    let is_one_name =
        |tokens: Vec<Token>| matches!(tokens[..], [Token { kind: Kind::Name, from: 0, to }, _] if to == name.len());
    if name.len() > LONGEST_NAME || !tokens(name).is_ok_and(is_one_name) {
        return Some(format!(
            "expected a letter of a to z, then letters, digits and underscores, at most {LONGEST_NAME} in all (a minus sign \
             between letters is a part of the name)"
        ));
    }
    if FUNCTIONS.iter().any(|(function, _)| *function == name) {
        return Some("it is a function of expressions: expected another".to_owned());
    }
    let taken = cards.iter().find(|card| card.name == name || card.aliases.contains(&name))?;
    Some(match taken.name == name {
        true => "a heuristic of the list has that name: expected another".to_owned(),
        false => format!("it is another name of `{}`: expected another", taken.name),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Name,
    Mark(char),
    End,
}

/// A piece of the text, as a range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token {
    kind: Kind,
    from: usize,
    to: usize,
}

fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let bytes = text.as_bytes();
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut tokens = Vec::new();
    let mut from = 0;
    while let Some(first) = text[from..].chars().next() {
        let mut to = from + first.len_utf8();
        let kind = match first {
            _ if first.is_whitespace() => {
                from = to;
                continue;
            }
            _ if first.is_ascii_alphabetic() => {
                // A minus sign belongs to the name if a letter follows at once.
                while letter(to)
                    || digit(to)
                    || bytes.get(to) == Some(&b'_')
                    || bytes.get(to) == Some(&b'-') && letter(to + 1)
                {
                    to += 1;
                }
                Kind::Name
            }
            _ if first.is_ascii_digit() || first == '.' && digit(to) => {
                let groups = |at: usize| bytes.get(at) == Some(&b'_') && digit(at - 1) && digit(at + 1);
                while digit(to) || bytes.get(to) == Some(&b'.') || groups(to) {
                    to += 1;
                }
                if matches!(bytes.get(to), Some(b'e' | b'E')) && digit(to + 1) {
                    to += 1;
                    while digit(to) {
                        to += 1;
                    }
                }
                Kind::Number
            }
            '+' | '-' | '*' | '/' | '(' | ')' | ',' => Kind::Mark(first),
            _ => {
                let label = "expected a heuristic, a number, max min floor ceil, + - * / or parentheses";
                return Err(error(text, from, to, format!("unexpected character `{first}`"), label));
            }
        };
        tokens.push(Token { kind, from, to });
        from = to;
    }
    tokens.push(Token { kind: Kind::End, from: text.len(), to: text.len() });
    Ok(tokens)
}

/// An error at a range of bytes.
fn error(text: &str, from: usize, to: usize, message: impl Into<String>, label: impl Into<String>) -> TextError {
    let line_start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[from..].find('\n').map_or(text.len(), |at| from + at);
    let place = Place {
        line: text[..from].matches('\n').count() + 1,
        column: text[line_start..from].chars().count() + 1,
        length: text[from..to].chars().count().max(1),
        text: text[line_start..line_end].to_owned(),
    };
    TextError { place: Some(place), label: label.into(), ..TextError::plain(message) }
}

struct Parser<'t> {
    text: &'t str,
    cards: &'t [&'static HeuristicCard],
    custom: &'t [CustomHeuristic],
    tokens: Vec<Token>,
    next: usize,
    level: usize,
    atoms: Vec<Named>,
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.next]
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the next token if it is this mark.
    fn accept(&mut self, mark: char) -> bool {
        let found = self.peek().kind == Kind::Mark(mark);
        if found {
            self.take();
        }
        found
    }

    fn word(&self, token: Token) -> &str {
        &self.text[token.from..token.to]
    }

    fn wrong(&self, token: Token, message: impl Into<String>, label: impl Into<String>) -> TextError {
        error(self.text, token.from, token.to, message, label)
    }

    fn sum(&mut self) -> Result<Node, TextError> {
        let mut terms = vec![(self.accept('-'), self.product()?)];
        loop {
            let minus = match self.peek().kind {
                Kind::Mark('+') => false,
                Kind::Mark('-') => true,
                _ => break,
            };
            self.take();
            terms.push((minus, self.product()?));
        }
        Ok(match terms.pop() {
            Some((false, only)) if terms.is_empty() => only,
            Some((true, Node::Number(number))) if terms.is_empty() => Node::Number(number.negated()),
            Some(last) => {
                terms.push(last);
                Node::Sum(terms)
            }
            None => Node::Sum(terms),
        })
    }

    fn product(&mut self) -> Result<Node, TextError> {
        let first = self.factor()?;
        let mut factors = vec![(false, first)];
        loop {
            let divide = match self.peek().kind {
                Kind::Mark('*') => false,
                Kind::Mark('/') => true,
                _ => break,
            };
            self.take();
            let token = self.peek();
            let factor = self.factor()?;
            if divide && factor == Node::Number(Fraction::ZERO) {
                return Err(self.wrong(token, "division by zero", "expected something that is never 0"));
            }
            factors.push((divide, factor));
        }
        Ok(if factors.len() == 1 { factors.swap_remove(0).1 } else { Node::Product(factors) })
    }

    fn factor(&mut self) -> Result<Node, TextError> {
        self.level += 1;
        if self.level > MOST_LEVELS {
            let message = format!("the expression is more than {MOST_LEVELS} levels deep");
            return Err(self.wrong(self.peek(), message, "expected fewer parentheses"));
        }
        let node = self.factor_here();
        self.level -= 1;
        node
    }

    fn factor_here(&mut self) -> Result<Node, TextError> {
        const EXPECTED: &str = "expected a heuristic, a number or `(`";
        let token = self.take();
        match token.kind {
            Kind::Number => self.number(token).map(Node::Number),
            Kind::Name if self.peek().kind == Kind::Mark('(') => self.call(token),
            Kind::Name => self.atom(token),
            Kind::Mark('-') => match self.factor()? {
                Node::Number(number) => Ok(Node::Number(number.negated())),
                node => Ok(Node::Sum(vec![(true, node)])),
            },
            Kind::Mark('(') => {
                let node = self.sum()?;
                self.close(token)?;
                Ok(node)
            }
            Kind::End if self.text.trim().is_empty() => {
                Err(TextError::plain("the heuristic is empty").hint("write a name such as manhattan"))
            }
            Kind::End => Err(self.wrong(token, "the expression ends too early", EXPECTED)),
            Kind::Mark(mark) => Err(self.wrong(token, format!("unexpected `{mark}`"), EXPECTED)),
        }
    }

    /// Takes the `)` that belongs to the `(` at `open`.
    fn close(&mut self, open: Token) -> Result<(), TextError> {
        if self.accept(')') {
            return Ok(());
        }
        let token = self.peek();
        if token.kind == Kind::End {
            return Err(self.wrong(open, "the closing `)` is missing", "this is never closed"));
        }
        let message = format!("unexpected `{}`", self.word(token));
        Err(self.wrong(token, message, "expected `)` or an operator (+ - * /)"))
    }

    fn number(&self, token: Token) -> Result<Fraction, TextError> {
        let word = &*plain_number(self.word(token));
        let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
        let too_long = whole.len() > MOST_DIGITS || decimals.len() > MOST_DIGITS;
        if too_long || decimals.contains('.') || word.ends_with('.') {
            let message = format!("`{word}` is not a number of the language");
            return Err(self.wrong(
                token,
                message,
                format!("expected at most {MOST_DIGITS} digits on each side of one point"),
            ));
        }
        let digits = format!("{whole}{decimals}");
        let scale = 10_i128.pow(decimals.len() as u32);
        let number = digits.parse().ok().and_then(|digits: i128| Fraction::new(digits, scale));
        number.ok_or_else(|| self.wrong(token, format!("`{word}` is not a number"), "expected one such as 2 or 0.5"))
    }

    fn call(&mut self, name: Token) -> Result<Node, TextError> {
        let word = self.word(name);
        let takes_argument = |card: &&&'static HeuristicCard| card.argument.is_some() && card.is_called(word);
        if let Some(&card) = self.cards.iter().find(takes_argument) {
            let argument = self.argument()?;
            return self.atom_of(name, Named::Listed { card, argument });
        }
        let Some(&(function, several)) = FUNCTIONS.iter().find(|(function, _)| is_spelled(word, function)) else {
            let names = FUNCTIONS.map(|(function, _)| function);
            let suggestion = nearest(word, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let message = format!("unknown function `{word}`{suggestion}");
            return Err(self.wrong(name, message, "expected max, min, floor or ceil before a `(`"));
        };
        let open = self.take();
        let mut parts = vec![self.sum()?];
        while self.peek().kind == Kind::Mark(',') {
            let comma = self.take();
            if !several {
                let message = format!("`{function}` takes one argument");
                return Err(self.wrong(comma, message, "expected `)`"));
            }
            parts.push(self.sum()?);
        }
        self.close(open)?;
        Ok(match function {
            "max" => Node::Max(parts),
            "min" => Node::Min(parts),
            "floor" => Node::Floor(Box::new(parts.swap_remove(0))),
            _ => Node::Ceil(Box::new(parts.swap_remove(0))),
        })
    }

    /// Takes all up to the closing parenthesis as it is written; what it means depends on the
    /// board.
    fn argument(&mut self) -> Result<Option<String>, TextError> {
        let open = self.take();
        while !matches!(self.peek().kind, Kind::End | Kind::Mark('(' | ')')) {
            self.take();
        }
        let close = self.peek();
        self.close(open)?;
        let written = self.text[open.to..close.from].trim();
        Ok((!written.is_empty()).then(|| written.to_owned()))
    }

    fn atom(&mut self, token: Token) -> Result<Node, TextError> {
        let token = self.joined(token);
        let word = self.word(token);
        let find = |word: &str| {
            // A custom `Manhattan` is not taken for ours.
            let custom = || self.custom.iter().find(|custom| custom.name == word).cloned().map(Named::Custom);
            let listed = || self.listed(word).map(|card| Named::Listed { card, argument: None });
            custom().or_else(listed)
        };
        let Some(named) = find(word) else {
            if FUNCTIONS.iter().any(|(function, _)| *function == word) {
                return Err(self.wrong(token, format!("`{word}` needs arguments"), "expected `(` behind it"));
            }
            let names = self.cards.iter().flat_map(|card| card.names()).map(|name| -> &str { name });
            let near = nearest(word, names.chain(self.custom.iter().map(|custom| custom.name.as_str())));
            let message = format!("unknown heuristic `{word}`");
            let label =
                near.map_or("expected a name of the catalogue".to_owned(), |near| format!("did you mean `{near}`?"));
            let wrong = self.wrong(token, message, label);
            let subtracts =
                word.match_indices('-').any(|(at, _)| find(&word[..at]).is_some() && find(&word[at + 1..]).is_some());
            return Err(if subtracts { wrong.hint("put spaces around the `-` to subtract") } else { wrong });
        };
        self.atom_of(token, named)
    }

    /// The heuristic of the list that a word means.
    fn listed(&self, word: &str) -> Option<&'static HeuristicCard> {
        self.cards.iter().find(|card| card.is_called(word)).copied()
    }

    /// A name with the words behind it, if only together they are one of the list:
    /// `linear conflict`.
    fn joined(&mut self, first: Token) -> Token {
        let mut longest = first;
        for (number, token) in
            self.tokens[self.next..].iter().enumerate().take_while(|(_, token)| token.kind == Kind::Name)
        {
            let words = Token { to: token.to, ..first };
            if self.listed(self.word(words)).is_some() {
                (longest, self.next) = (words, self.next + number + 1);
                break;
            }
        }
        longest
    }

    /// The number of a heuristic among the atoms.
    fn atom_of(&mut self, token: Token, named: Named) -> Result<Node, TextError> {
        let same = |known: &Named| known.name() == named.name() && known.argument() == named.argument();
        let number = self.atoms.iter().position(same).unwrap_or_else(|| {
            self.atoms.push(named);
            self.atoms.len() - 1
        });
        if number >= MOST_ATOMS {
            let message = format!("the expression names more than {MOST_ATOMS} different heuristics");
            return Err(self.wrong(token, message, "this one is too many"));
        }
        Ok(Node::Atom(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::tiles::CARDS;

    fn cards() -> Vec<&'static HeuristicCard> {
        CARDS.iter().collect()
    }

    fn shown(text: &str) -> String {
        parse(text, &cards()).map_or_else(|error| error.render("-H"), |expression| expression.to_string())
    }

    #[test]
    fn expressions_are_written_as_they_are_meant() {
        for (text, written) in [
            ("manhattan", "manhattan"),
            (" md ", "manhattan"),
            ("max(l1,l0)", "max(manhattan, misplaced)"),
            ("(manhattan-with-blank)/2", "manhattan-with-blank/2"),
            ("max(0,misplaced-with-blank - 1)", "max(0, misplaced-with-blank - 1)"),
            ("misplaced-with-blank-1", "misplaced-with-blank - 1"),
            ("manhattan+linear-conflict", "manhattan + linear-conflict"),
            ("100 * manhattan", "100*manhattan"),
            ("floor((md+lc)/2)", "floor((manhattan + linear-conflict)/2)"),
            ("md - (lc - zero)", "manhattan - (linear-conflict - zero)"),
            ("md*(lc*2)", "manhattan*(linear-conflict*2)"),
            ("md/(lc/2)", "manhattan/(linear-conflict/2)"),
            ("-md", "-manhattan"),
            ("max(-3, .5*md)", "max(-3, 0.5*manhattan)"),
            ("2 - -3", "2 - (-3)"),
            ("-md*2", "-manhattan*2"),
            ("md * -2", "manhattan*(-2)"),
            ("ceil(1.50)", "ceil(1.5)"),
        ] {
            assert_eq!(shown(text), written);
            assert_eq!(shown(written), written, "{written} is read as it is written");
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, message, caret) in [
            (
                "max(manhattan, misplced)",
                "unknown heuristic `misplced`",
                "               ^^^^^^^^ did you mean `misplaced`?",
            ),
            ("manhattan-misplaced", "unknown heuristic `manhattan-misplaced`", "help: put spaces around the `-`"),
            ("max(manhattan", "the closing `)` is missing", "   ^ this is never closed"),
            ("manhattan)", "unexpected `)`", "         ^ it closes nothing"),
            ("manhattan +", "the expression ends too early", "           ^ expected a heuristic"),
            ("manhattan misplaced", "unexpected `misplaced`", "          ^^^^^^^^^ expected an operator"),
            ("1/0", "division by zero", "  ^ expected something that is never 0"),
            ("md ^ 2", "unexpected character `^`", "   ^ expected a heuristic"),
            ("maxi(md, lc)", "unknown function `maxi`; did you mean `max`?", "^^^^ expected max"),
            ("floor(md, 2)", "`floor` takes one argument", "        ^ expected `)`"),
            ("max", "`max` needs arguments", "^^^ expected `(`"),
            ("1.2.3", "`1.2.3` is not a number", "^^^^^ expected at most 9 digits"),
            ("1.5e3", "`1.5e3` is not a number", "^^^^^ expected one such as"),
            ("12345678901", "`12345678901` is not a number", "^^^^^^^^^^^ expected at most 9 digits"),
            ("()", "unexpected `)`", " ^ expected a heuristic"),
            ("max(md, é)", "unexpected character `é`", "        ^ expected"),
            ("", "the heuristic is empty", "help: write a name"),
        ] {
            let error = shown(text);
            assert!(error.starts_with(message), "{text}: {error}");
            assert!(error.contains(caret), "{text}: {error}");
        }
    }

    #[test]
    fn monsters_are_refused() {
        let long = vec!["manhattan"; 1000].join(" + ");
        assert!(shown(&long).starts_with("the expression is 11997 characters long: expected at most 4096"));
        for deep in ["(".repeat(1000), format!("{}manhattan{}", "(".repeat(1000), ")".repeat(1000)), "-".repeat(1000)] {
            assert!(shown(&deep).starts_with("the expression is more than 100 levels deep"), "{deep}");
        }
        let wide = vec!["md"; 700].join(" + ");
        assert_eq!(shown(&wide).matches("manhattan").count(), 700);
    }
}
