//! The machine that measurements were made on, as far as it tells.

use std::fs;

use crate::render::numbers::bytes;

/// Name and value of what matters for times.
pub fn describe() -> Vec<(&'static str, String)> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let unknown = || "unknown".to_owned();
    let processor = field(&read("/proc/cpuinfo"), "model name", ':').unwrap_or_else(unknown);
    let cores = std::thread::available_parallelism().map_or_else(|_| unknown(), |cores| cores.to_string());
    let memory = field(&read("/proc/meminfo"), "MemTotal", ':')
        .and_then(|text| text.strip_suffix("kB")?.trim().parse().ok())
        .map_or_else(unknown, |kibibytes: u64| bytes(kibibytes * 1024));
    let system = field(&read("/etc/os-release"), "PRETTY_NAME", '=');
    let system = system.map_or_else(|| std::env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned());
    vec![
        ("processor", format!("{processor}, {cores} cores")),
        ("memory", memory),
        ("system", format!("{system}, {}", std::env::consts::ARCH)),
    ]
}

/// The value of the first line that begins with a name.
fn field(text: &str, name: &str, separator: char) -> Option<String> {
    let named =
        |line: &str| line.split_once(separator).filter(|(key, _)| key.trim() == name).map(|(_, v)| v.trim().to_owned());
    text.lines().find_map(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found() {
        assert_eq!(field("a: 1\nmodel name\t: X 2:3\nmodel name: Y", "model name", ':').as_deref(), Some("X 2:3"));
        assert_eq!(field("MODEL=1", "NAME", '='), None);
        assert_eq!(describe().len(), 3);
    }
}
