//! Processor, threads and memory.

use npuzzle::store::instructions::has_instructions;
use npuzzle_host::memory::{self, Source};

use crate::commands::doctor::Finding;
use crate::machine;
use crate::render::numbers::bytes;
use crate::terms::devices as devices_of_this_machine;

/// Less than this is soon used up by a search that keeps its states.
const LITTLE: u64 = 1 << 30;

pub fn processor() -> Finding {
    let described = machine::describe();
    let name = described.first().map_or("unknown", |(_, text)| text.as_str());
    match (has_instructions(), cfg!(target_arch = "x86_64")) {
        (true, _) => Finding::ok("processor", format!("{name}; AVX2 and BMI2 are used")),
        (false, true) => Finding::note(
            "processor",
            format!("{name}; without AVX2 or BMI2"),
            "the answers are the same; tables and beams take up to twice as long",
        ),
        (false, false) => Finding::ok("processor", name),
    }
}

pub fn threads() -> Finding {
    match std::thread::available_parallelism() {
        Ok(count) => Finding::ok("threads", format!("{count} (`--threads` sets another number)")),
        Err(error) => Finding::note(
            "threads",
            format!("their number is unknown: {error}"),
            "parallel searches use one; `--threads` sets another number",
        ),
    }
}

pub fn memory() -> Finding {
    let limit = memory::default_limit();
    let whose = match memory::room().source {
        Source::Machine => "is free",
        Source::Group => "the control group leaves",
        Source::Addresses => "the limit on addresses (`ulimit -v`) leaves",
        Source::Data => "the limit on data (`ulimit -d`) leaves",
    };
    let found = format!("searches may take {}, three quarters of what {whose}", bytes(limit));
    if limit < LITTLE {
        return Finding::note("memory", found, "for hard boards use searches that need little, such as `-a ida`");
    }
    Finding::ok("memory", found)
}

pub fn devices() -> Finding {
    const TOPIC: &str = "devices";
    match devices_of_this_machine().map(|devices| devices.list()) {
        None => Finding::ok(TOPIC, "the processor; built without cards (`--features cuda`)"),
        Some(Ok(cards)) => Finding::ok(TOPIC, format!("the processor, {} (`--device cuda`)", cards.join(", "))),
        Some(Err(problem)) => Finding::ok(TOPIC, format!("the processor; {problem}")),
    }
}
