//! Answers with the files of the page.

use std::hash::{DefaultHasher, Hasher};

use hyper::header::{self, HeaderValue};
use hyper::{Method, StatusCode};

use crate::problem::{Kind, Problem};
use crate::server::files;
use crate::server::message::{Body, Request, Response};
use crate::server::packing::{accepts_gzip, gzip};

/// The page itself.
const INDEX: &str = "index.html";

/// What the page consists of.
fn content_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

/// Whether a path can be one of ours: plain names and slashes. Nothing else is even looked for.
fn is_plain(path: &str) -> bool {
    path.split('/').all(|name| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
    })
}

/// Answers every path that is not of the interface. The query string is the page's own.
pub fn file(request: &Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    let read = || files::read(&format!("page/{path}"));
    let found = content_type(path).filter(|_| is_plain(path)).and_then(|kind| Some((kind, read()?)));
    let Some((kind, file)) = found else {
        return Problem::new(Kind::NotFound, "there is nothing at this address").into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Problem::new(Kind::Method, "files of the page can only be read").into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let packs = accepts_gzip(request.headers());
    let tag = tag(&file, packs);
    let known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let packed = (packs && !known).then(|| gzip(&file)).flatten();
    let is_packed = packed.is_some();
    let mut response = Response::new(match packed {
        _ if known => Body::EMPTY,
        Some(packed) => Body::from(packed),
        None => Body::from(file),
    });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // Another version of the program may be at the same address tomorrow.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Tells two versions of a file apart, and the two forms in which it is sent.
fn tag(content: &[u8], packed: bool) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    format!("\"{:016x}{}\"", hasher.finish(), if packed { "-gzip" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_paths_are_looked_for() {
        assert!(is_plain("js/main.js") && is_plain("icon.svg"));
        for odd in
            ["", "/", "../Cargo.toml", "js//main.js", "js/../index.html", ".git", "js/.x.js", "a%2f", "a\\b", "é"]
        {
            assert!(!is_plain(odd), "{odd}");
        }
    }

    #[test]
    fn a_tag_changes_with_the_content_and_with_its_form() {
        assert_eq!(tag(b"tiles", false), tag(b"tiles", false));
        assert_ne!(tag(b"tiles", false), tag(b"tilez", false));
        assert_ne!(tag(b"tiles", false), tag(b"tiles", true));
    }
}
