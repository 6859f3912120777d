//! What does the work: the processor, or a device beside it.

use std::sync::Arc;

use crate::catalogue::SEARCH_ON_DEVICES;
use crate::core::{Device, Optional};
use crate::question::Terms;
use crate::question::refusal::Refusal;
use crate::solvers::tiles::device::{ForTiles, TileDevice, processor_instead};

/// The field.
const FIELD: &str = "device";

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The processor.
    Processor,
    /// The first card, or the processor where there is none.
    Best,
    /// The card of this number.
    Card(usize),
}

/// Reads `cpu`, `cuda`, `cuda:1` or `auto`.
pub(crate) fn read_device(text: &str) -> Result<Wanted, String> {
    let card = |number: &str| number.parse().ok().map(Wanted::Card);
    let wanted = match text.to_ascii_lowercase().as_str() {
        "cpu" => Some(Wanted::Processor),
        "auto" => Some(Wanted::Best),
        "cuda" => Some(Wanted::Card(0)),
        other => other.strip_prefix("cuda:").and_then(card),
    };
    wanted.ok_or_else(|| format!("`{text}` is not a device: expected cpu, cuda, cuda:N (such as cuda:1) or auto"))
}

/// The card that is wanted, if any is.
fn wanted_card(text: Option<&str>) -> Option<usize> {
    match read_device(text?).ok()? {
        Wanted::Processor => None,
        Wanted::Best => Some(0),
        Wanted::Card(number) => Some(number),
    }
}

/// Whether there is a device for a search like this.
pub(crate) fn is_there(text: Option<&str>, algorithm: Option<&str>, terms: &Terms) -> bool {
    let Some(number) = wanted_card(text) else { return false };
    suits(algorithm) && terms.devices.as_ref().is_some_and(|devices| devices.open(number).is_ok())
}

/// Whether this search, if any is named, can be on a device.
fn suits(algorithm: Option<&str>) -> bool {
    algorithm.is_none_or(|algorithm| {
        let name = algorithm.split('(').next().unwrap_or_default().trim();
        name.eq_ignore_ascii_case(SEARCH_ON_DEVICES)
    })
}

/// What a device cannot do, and what it can instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    what: String,
    expected: String,
}

impl Misfit {
    /// What it cannot do, and what was expected.
    pub fn new(what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { what: what.into(), expected: expected.into() }
    }

    /// In a sentence; what else could be asked for matters only where nothing stands in.
    fn for_this(self, is_optional: bool) -> String {
        if is_optional { self.what } else { format!("{}: expected {}", self.what, self.expected) }
    }

    /// A search that is for the processor, if this is one.
    pub fn of_algorithm(algorithm: Option<&str>) -> Option<Self> {
        let algorithm = algorithm.filter(|_| !suits(algorithm))?;
        let what = format!("`{algorithm}` searches on the processor alone");
        Some(Self::new(what, format!("{SEARCH_ON_DEVICES}, or none")))
    }
}

/// What does the work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    /// The device, if it is one.
    pub device: Option<Arc<dyn Device>>,
    /// Why it is the processor, if it was left open.
    pub note: Option<String>,
}

/// The device that is asked for. `text` is the field. `misfit` tells what any device cannot do of
/// the question and then, when it is open, what this one cannot.
pub(crate) fn opened(
    text: Option<&str>,
    misfit: &dyn Fn(Option<&dyn TileDevice>) -> Option<Misfit>,
    terms: &Terms,
) -> Result<Opened, Refusal> {
    let Some(text) = text else { return Ok(Opened::default()) };
    let wanted = read_device(text).map_err(|message| Refusal::in_field(FIELD, text, message))?;
    let (number, is_optional) = match wanted {
        Wanted::Processor => return Ok(Opened::default()),
        Wanted::Best => (0, true),
        Wanted::Card(number) => (number, false),
    };
    let unknown = || "this program was built without devices (the feature `cuda`)".to_owned();
    let open = || {
        let device = terms.devices.as_ref().ok_or_else(unknown)?.open(number)?;
        let misfit = ForTiles::among(&device).and_then(|(device, _)| misfit(Some(device)));
        misfit.map_or(Ok(device), |misfit| Err(misfit.for_this(is_optional)))
    };
    match misfit(None).map_or_else(open, |misfit| Err(misfit.for_this(is_optional))) {
        Ok(device) if is_optional => Ok(Opened { device: Some(Arc::new(Optional(device))), note: None }),
        Ok(device) => Ok(Opened { device: Some(device), note: None }),
        Err(problem) if is_optional => Ok(Opened { device: None, note: Some(processor_instead(&problem)) }),
        Err(problem) => Err(Refusal::in_field(FIELD, text, problem)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Devices;

    #[derive(Debug)]
    struct Named(String);

    impl Device for Named {
        fn name(&self) -> String {
            self.0.clone()
        }
    }

    struct One;

    impl Devices for One {
        fn list(&self) -> Result<Vec<String>, String> {
            Ok(vec!["a card".to_owned()])
        }

        fn open(&self, number: usize) -> Result<Arc<dyn Device>, String> {
            if number == 0 { Ok(Arc::new(Named("a card".to_owned()))) } else { Err(format!("no card {number}")) }
        }
    }

    fn terms(devices: bool) -> Terms {
        Terms { devices: devices.then(|| Arc::new(One) as Arc<dyn Devices>), ..Terms::default() }
    }

    /// The name of the device, or what is noted in its place, or the refusal.
    fn name(text: Option<&str>, algorithm: Option<&str>, terms: &Terms) -> Result<Option<String>, String> {
        match opened(text, &|_| Misfit::of_algorithm(algorithm), terms) {
            Ok(Opened { device, note }) => Ok(device.map(|device| device.name()).or(note)),
            Err(refusal) => Err(refusal.message),
        }
    }

    #[test]
    fn devices_are_read() {
        assert_eq!(read_device("CPU"), Ok(Wanted::Processor));
        assert_eq!(read_device("auto"), Ok(Wanted::Best));
        assert_eq!(read_device("cuda"), Ok(Wanted::Card(0)));
        assert_eq!(read_device("cuda:12"), Ok(Wanted::Card(12)));
        for text in ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "cuda 1"] {
            let problem = read_device(text).unwrap_err();
            assert!(problem.contains("is not a device: expected cpu, cuda"), "{problem}");
        }
    }

    #[test]
    fn a_card_is_opened_if_there_is_one() {
        let (with, without) = (terms(true), terms(false));
        let card = Ok(Some("a card".to_owned()));
        assert_eq!(name(Some("cuda"), None, &with), card);
        assert_eq!(name(Some("auto"), Some("tile-ida(words=8)"), &with), card);
        for text in [None, Some("cpu")] {
            assert_eq!(name(text, Some("astar"), &without), Ok(None));
        }
        assert_eq!(name(Some("cuda:1"), None, &with), Err("no card 1".to_owned()));
        assert!(name(Some("cuda"), None, &without).unwrap_err().contains("built without devices"));
        assert!(name(Some("cuda"), Some("astar"), &with).unwrap_err().contains("`astar` searches on the processor"));
    }

    #[test]
    fn a_card_is_there_for_the_search_that_can_use_it() {
        let (with, without) = (terms(true), terms(false));
        for text in ["cuda", "auto"] {
            assert!(is_there(Some(text), None, &with));
            assert!(is_there(Some(text), Some("tile-ida(words=8)"), &with));
            assert!(!is_there(Some(text), Some("astar"), &with));
            assert!(!is_there(Some(text), None, &without));
        }
        for text in [None, Some("cpu"), Some("cuda:1"), Some("gpu")] {
            assert!(!is_there(text, None, &with));
        }
    }

    #[test]
    fn without_a_card_auto_says_that_the_processor_searches() {
        let without = terms(false);
        let unknown = "this program was built without devices (the feature `cuda`); the processor does the work";
        assert_eq!(name(Some("auto"), None, &without), Ok(Some(unknown.to_owned())));
        let unfit = Ok(Some("`astar` searches on the processor alone; the processor does the work".to_owned()));
        for terms in [&without, &terms(true)] {
            assert_eq!(name(Some("auto"), Some("astar"), terms), unfit);
        }
    }
}
