//! How a search is asked for: `astar`, `dls(limit=20)`, `weighted-astar(w=1.5, tie=fifo)`.

use crate::catalogue::{RequestError, algorithm};
use crate::core::card::{AlgorithmCard, Optimality, OptionValue, Options};
use crate::core::spelling::{is_spelled, plain_number};
use crate::core::suggest::nearest;

/// A search with its options set.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub card: &'static AlgorithmCard,
    pub options: Options,
    /// The options that the call sets.
    pub set: Vec<&'static str>,
    /// The call as it was written, with the names of the list.
    pub asked: String,
}

/// Options and the values they get unless the call sets them. Those a search does not have are
/// passed over.
pub type Rules = &'static [(&'static str, &'static str)];

impl Call {
    /// Refuses to be watched step by step if the search cannot.
    pub fn check_watched(&self, is_watched: bool) -> Result<(), RequestError> {
        match is_watched && !self.card.is_traceable() {
            true => Err(RequestError::NoTrace { algorithm: self.card.name }),
            false => Ok(()),
        }
    }

    /// When its solution is the cheapest.
    pub fn optimality(&self) -> Optimality {
        self.card.optimality(&self.options)
    }

    /// Reads a call; what it leaves open is decided by the rules.
    pub fn under(text: &str, rules: Rules) -> Result<Self, RequestError> {
        let mut call = Self::parse(text)?;
        for &(name, value) in rules {
            if let Some(card) = call.card.options.iter().find(|card| card.name == name && !call.set.contains(&name))
                && let Ok(value) = card.kind.parse(value)
            {
                call.options.set(card, value);
            }
        }
        Ok(call)
    }

    /// Reads a name and the options in parentheses.
    pub fn parse(text: &str) -> Result<Self, RequestError> {
        let text = text.trim();
        let wrong = |reason: String| RequestError::Option { call: text.to_owned(), reason };
        let (name, arguments) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(arguments) => (name.trim_end(), arguments),
                None => return Err(wrong("the closing `)` is missing".to_owned())),
            },
        };
        let card = algorithm(name)?;
        let mut options = Options::defaults(card.options);
        let (mut set, mut written, mut as_listed) = (Vec::new(), Vec::new(), name == card.name);
        for argument in arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty()) {
            // The first option may be given without its name, as in `weighted-astar(1.5)`.
            let unnamed = card.options.first().filter(|_| written.is_empty()).map(|option| (option.name, argument));
            let named = argument.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let (key, value) = named.or(unnamed).ok_or_else(|| wrong(misshapen(card, argument)))?;
            as_listed &= named.is_some();
            let known = card.options.iter().find(|option| is_spelled(key, option.name));
            let option = known.ok_or_else(|| wrong(unknown_option(card, key)))?;
            let parsed = option.kind.parse(value);
            let parsed = parsed.map_err(|reason| wrong(format!("invalid value `{value}` for `{key}`: {reason}")))?;
            as_listed &= key == option.name && !matches!(parsed, OptionValue::Choice(word) if word != value);
            as_listed &= plain_number(value) == value;
            options.set(option, parsed);
            set.push(option.name);
            written.push(format!("{}={parsed}", option.name));
        }
        let asked = match (as_listed, written.is_empty()) {
            (true, _) => text.to_owned(),
            (false, true) => card.name.to_owned(),
            (false, false) => format!("{}({})", card.name, written.join(", ")),
        };
        Ok(Self { card, options, set, asked })
    }
}

/// As it would be asked for, with the options that are not at their defaults.
impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let default =
            |name| self.card.options.iter().find(|card| card.name == name).map(|card| card.kind.default_value());
        let set = self.options.iter().filter(|&(name, value)| default(name) != Some(value));
        let set: Vec<String> = set.map(|(name, value)| format!("{name}={value}")).collect();
        match set.is_empty() {
            true => f.write_str(self.card.name),
            false => write!(f, "{}({})", self.card.name, set.join(", ")),
        }
    }
}

/// Why an argument without `=` means nothing.
fn misshapen(card: &AlgorithmCard, argument: &str) -> String {
    match card.options.is_empty() {
        true => format!("`{}` has no options", card.name),
        false => format!("`{argument}` is not of the form option=value; only the first option may omit its name"),
    }
}

fn unknown_option(card: &AlgorithmCard, key: &str) -> String {
    let names: Vec<&str> = card.options.iter().map(|option| option.name).collect();
    match (nearest(key, names.iter().copied()), names.is_empty()) {
        (_, true) => format!("`{}` has no options", card.name),
        (Some(name), _) => format!("`{}` has no option `{key}`; did you mean `{name}`?", card.name),
        (None, _) => format!("`{}` has no option `{key}`; it has {}", card.name, names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Fraction;

    #[test]
    fn options_are_read() {
        let call = Call::parse(" weighted-astar( w=1.5 , tie=fifo )").unwrap();
        assert_eq!(call.card.name, "weighted-astar");
        assert_eq!(call.options.fraction("w"), Fraction::new(3, 2).unwrap());
        assert_eq!(call.options.choice("tie"), "fifo");
        assert_eq!(Call::parse("dls").unwrap().options.count("limit"), 30);
    }

    #[test]
    fn the_first_option_needs_no_name() {
        let call = Call::parse("wa*(1.5, tie=fifo)").unwrap();
        assert_eq!((call.options.fraction("w"), call.options.choice("tie")), (Fraction::new(3, 2).unwrap(), "fifo"));
        assert_eq!(call.asked, "weighted-astar(w=1.5, tie=fifo)");
        assert_eq!(Call::parse("weighted-astar(2)").unwrap().asked, "weighted-astar(w=2)");
        assert_eq!(Call::parse("dls(20)").unwrap().options.count("limit"), 20);
        for (text, reason) in [
            ("weighted-astar(tie=fifo, 2)", "only the first option may omit its name"),
            ("nba(2)", "`nba` has no options"),
            ("dls(x)", "`x`"),
        ] {
            let error = Call::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn what_a_call_promises_follows_from_its_options() {
        for (text, optimal) in [
            ("astar", Optimality::Admissible),
            ("astar(tie=fifo)", Optimality::Admissible),
            ("astar(reopen=no)", Optimality::IfConsistent),
            ("astar(goal-test=generation)", Optimality::No),
            ("astar(goal-test=generation, reopen=no)", Optimality::No),
            ("astar(duplicates=stored)", Optimality::No),
            ("weighted-astar(w=3)", Optimality::WithinWeight),
            ("weighted-astar(w=0.5)", Optimality::Admissible),
            ("weighted-astar(w=1, reopen=no)", Optimality::IfConsistent),
            ("weighted-astar(reopen=no)", Optimality::WithinWeightIfConsistent),
            ("weighted-astar(reopen=no, duplicates=stored)", Optimality::No),
            ("ucs", Optimality::Always),
            ("ucs(goal-test=generation)", Optimality::No),
            ("bfs(goal-test=expansion, duplicates=expanded)", Optimality::UniformCosts),
            ("ida(duplicates=none)", Optimality::Admissible),
        ] {
            assert_eq!(Call::parse(text).unwrap().optimality(), optimal, "{text}");
        }
    }

    /// A word that no option has would weaken nothing.
    #[test]
    fn every_choice_that_weakens_a_search_can_be_made() {
        for card in crate::catalogue::algorithms() {
            for weakening in card.weakened_by {
                let call = format!("{}({}={})", card.name, weakening.option, weakening.choice);
                assert_eq!(Call::parse(&call).unwrap().optimality(), weakening.optimal, "{call}");
                assert_ne!(Call::parse(card.name).unwrap().optimality(), weakening.optimal, "{call}");
            }
        }
    }

    #[test]
    fn answers_carry_the_names_of_the_list() {
        for (text, asked) in [
            (" dls( limit=20 ) ", "dls( limit=20 )"),
            ("A*", "astar"),
            ("Uniform cost search", "ucs"),
            ("WA*(W=1.5, tie=FIFO)", "weighted-astar(w=1.5, tie=fifo)"),
            ("weighted-astar(tie=FIFO)", "weighted-astar(tie=fifo)"),
            ("wa*(1.5)", "weighted-astar(w=1.5)"),
            ("weighted-astar(1e9, tie=fifo)", "weighted-astar(w=1000000000, tie=fifo)"),
            ("weighted-astar(w=10_000)", "weighted-astar(w=10000)"),
            ("dls(7)", "dls(limit=7)"),
        ] {
            assert_eq!(Call::parse(text).unwrap().asked, asked);
        }
        let rules: Rules = &[("tie", "lifo")];
        assert_eq!(Call::under("A*(TIE=fifo)", rules).unwrap().options.choice("tie"), "fifo");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("astra", "unknown algorithm `astra`; did you mean `astar`?"),
            ("", "unknown algorithm ``"),
            ("dls(", "in `dls(`: the closing `)` is missing"),
            (
                "dls(limit=7, 8)",
                "in `dls(limit=7, 8)`: `8` is not of the form option=value; only the first option may omit its name",
            ),
            ("dls(limits=7)", "in `dls(limits=7)`: `dls` has no option `limits`; did you mean `limit`?"),
            ("auto(x=1)", "in `auto(x=1)`: `auto` has no options"),
            ("focal(w=0.5)", "in `focal(w=0.5)`: invalid value `0.5` for `w`: expected 1 to 1000000000, default 1.5"),
        ] {
            assert_eq!(Call::parse(text).unwrap_err().to_string(), message);
        }
    }
}
