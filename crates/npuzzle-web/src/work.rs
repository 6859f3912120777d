//! Work behind an address: from the text of a question to that of its answer. The server does it
//! with its workers, the engine in the page does it at once.

use npuzzle::core::suggest::nearest;
use npuzzle::question::{Ask, LimitFields, Refusal, Terms, Watch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::openapi;
use crate::problem::{Kind, Problem};
use crate::schema::JsonSchema;

/// Something that is computed for those who ask.
pub trait Work: 'static {
    /// Where to ask.
    const PATH: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;
    /// A body that shows how to ask.
    const EXAMPLE: &'static str;
    /// Whether the answer can be a stream.
    const STREAMS: bool;
    /// What is asked.
    type Question: Ask<Answer: JsonSchema> + DeserializeOwned + JsonSchema + Send + 'static;

    /// What is looked at before work waits for a place, so that the client hears of a mistake at
    /// once.
    const GLANCE: Option<Glance<Self::Question>> = None;

    /// How long it may take.
    fn lane(_: &Self::Question) -> LaneName {
        LaneName::Long
    }

    /// Runs what will be measured for a moment. A browser compiles a function when it is first
    /// called.
    fn warm_up(_: &Self::Question, _: &Terms) {}
}

/// Finds mistakes in a question.
pub type Glance<Q> = fn(&Q) -> Result<(), Refusal>;

/// How long work may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneName {
    /// A moment.
    Quick,
    /// Perhaps as long as the limits allow.
    Long,
}

/// A question that was read, of whatever kind.
pub trait Asked: Send {
    /// How long it may take.
    fn lane(&self) -> LaneName;

    /// Whether there are mistakes to look for before it waits for a place.
    fn has_glance(&self) -> bool;

    /// Looks for them.
    fn glance(&self) -> Result<(), Problem>;

    /// What it asks to use up.
    fn limits(&self) -> LimitFields;

    /// Has the browser compile what will be measured.
    fn warm_up(&self, terms: &Terms);

    /// The answer as JSON.
    fn answer(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<String, Problem>;
}

struct Question<W: Work>(W::Question);

impl<W: Work> Asked for Question<W> {
    fn lane(&self) -> LaneName {
        W::lane(&self.0)
    }

    fn has_glance(&self) -> bool {
        W::GLANCE.is_some()
    }

    fn glance(&self) -> Result<(), Problem> {
        Ok(W::GLANCE.map_or(Ok(()), |glance| glance(&self.0))?)
    }

    fn limits(&self) -> LimitFields {
        self.0.limits()
    }

    fn warm_up(&self, terms: &Terms) {
        W::warm_up(&self.0, terms);
    }

    fn answer(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<String, Problem> {
        written(&self.0.ask(terms, watch)?)
    }
}

/// Reads the body of a question.
pub fn read<W: Work>(body: &[u8]) -> Result<Box<dyn Asked>, Problem> {
    Ok(Box::new(Question::<W>(object(W::PATH, body)?)))
}

/// Reads a body of any type that is sent to an address.
pub fn object<T: DeserializeOwned>(path: &str, body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        let known = openapi::fields(path);
        let message = unknown_field(body, &known).unwrap_or_else(|| error.to_string());
        Problem::new(Kind::Input, format!("in the request: {message}"))
    })
}

/// An answer as JSON.
pub fn written(answer: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|error| Problem::new(Kind::Bug, error.to_string()))
}

/// What is wrong with a body that has a field which is not known. The reader of a question knows
/// its fields group by group, and has no list of them for its message.
fn unknown_field(body: &[u8], known: &[String]) -> Option<String> {
    let fields: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let known = || known.iter().map(String::as_str);
    let unknown =
        fields.keys().find(|name| known().all(|field| field != *name)).filter(|_| known().next().is_some())?;
    let meant = nearest(unknown, known()).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let fields = known().collect::<Vec<_>>().join(", ");
    Some(format!("unknown field `{unknown}`{meant}\nhelp: the fields are {fields}"))
}
