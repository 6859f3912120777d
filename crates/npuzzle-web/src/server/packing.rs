//! Answers that are worth packing: the files of the page, and the catalogue.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{self, HeaderMap};

/// Whether the client reads gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let names = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut offers = names.flat_map(|names| names.split(',')).map(|offer| offer.split(';').map(str::trim));
    offers.any(|mut offer| {
        let name = offer.next().unwrap_or_default();
        let refused = offer.any(|option| option.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32)));
        (name.eq_ignore_ascii_case("gzip") || name == "*") && !refused
    })
}

/// Data packed: for a file of the page that takes less than a millisecond.
pub fn gzip(data: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(data.len() / 2), Compression::default());
    encoder.write_all(data).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn packed_answers_are_for_those_who_read_them() {
        let asked = |value: &'static str| {
            accepts_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert!(asked("gzip, deflate, br") && asked("br;q=1.0, gzip;q=0.8") && asked("*"));
        assert!(!asked("br") && !asked("gzip;q=0") && !asked("identity") && !accepts_gzip(&HeaderMap::new()));
        let text = "tiles ".repeat(1000);
        let packed = gzip(text.as_bytes()).unwrap();
        let mut unpacked = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut unpacked).unwrap();
        assert!(unpacked == text && packed.len() < text.len() / 10);
    }
}
