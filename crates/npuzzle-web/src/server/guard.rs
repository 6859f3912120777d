//! Who may ask: programs and pages of this machine. Pages of other origins can neither drive the
//! interface nor show the page inside theirs.
//!
//! A page elsewhere could have its own host name point to this machine (DNS rebinding); its
//! requests carry that name as their `Host`, and are refused. Requests that a page of another
//! origin makes directly carry its `Origin`.

use std::net::IpAddr;
use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::Authority;

use crate::problem::{Kind, Problem};
use crate::server::app::App;
use crate::server::message::{Request, Response};
use crate::server::serve;

/// What every answer says. Nothing is loaded from elsewhere, and the page itself contains no code.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request through if it may pass, and seals the answer.
pub async fn answer(app: Arc<App>, request: Request) -> Response {
    let mut response = match check(&request, &app.host_names) {
        Ok(()) => serve::answer(app, request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(request: &Request, names: &[String]) -> Result<(), Problem> {
    let host = host(request.headers()).filter(|host| is_ours(host, names));
    // A request that names its whole address must mean us as well.
    let host = host.filter(|_| request.uri().authority().is_none_or(|authority| is_ours(authority, names)));
    let Some(host) = host else {
        let message = "the `Host` of the request is not this server: expected an IP address or localhost";
        return Err(Problem::new(Kind::ForeignHost, message));
    };
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    let expected = format!("http://{host}");
    if origins.any(|origin| !origin.as_bytes().eq_ignore_ascii_case(expected.as_bytes())) {
        let message = format!("the `Origin` of the request is not {expected}: pages of other origins may not ask");
        return Err(Problem::new(Kind::ForeignOrigin, message));
    }
    Ok(())
}

/// The one host that is named.
fn host(headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?.parse().ok()?;
    hosts.next().is_none().then_some(host)
}

/// An address is ours: to have a name point at it, one needs a name. A `Host` is a host and a port
/// (RFC 9110, 7.2): one with a user before it comes from no browser.
fn is_ours(authority: &Authority, names: &[String]) -> bool {
    if authority.as_str().contains('@') {
        return false;
    }
    let host = authority.host();
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let named = |name: &String| name.eq_ignore_ascii_case(host);
    address.parse::<IpAddr>().is_ok() || host.eq_ignore_ascii_case("localhost") || names.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::message::Body;

    fn asked(host: &str, origin: Option<&str>) -> Result<(), u16> {
        let mut request = hyper::Request::builder().uri("/").header(header::HOST, host);
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        let names = ["lab.local".to_owned()];
        check(&request.body(Body::EMPTY).unwrap(), &names).map_err(|problem| problem.object().status)
    }

    #[test]
    fn a_user_before_the_host_is_refused() {
        for host in ["user@127.0.0.1", "user@localhost:7315", "user:word@[::1]", "@127.0.0.1", "a@b@127.0.0.1", "user@"]
        {
            assert_eq!(asked(host, None), Err(421), "{host}");
        }
        let request = hyper::Request::builder().uri("http://user@127.0.0.1/").header(header::HOST, "127.0.0.1");
        let refused = check(&request.body(Body::EMPTY).unwrap(), &[]);
        assert_eq!(refused.map_err(|problem| problem.object().status), Err(421));
    }

    #[test]
    fn only_this_machine_is_asked_and_only_by_its_own_pages() {
        for host in ["127.0.0.1:7315", "localhost", "LOCALHOST:80", "[::1]:7315", "192.168.0.7:1", "lab.local:9"] {
            assert_eq!(asked(host, None), Ok(()), "{host}");
            assert_eq!(asked(host, Some(&format!("http://{host}"))), Ok(()), "{host}");
        }
        for host in
            ["example.com", "example.com:7315", "localhost.example.com", "127.0.0.1.example.com", "", "a b", "::"]
        {
            assert_eq!(asked(host, None), Err(421), "{host}");
        }
        for origin in
            ["null", "http://example.com", "https://127.0.0.1:7315", "http://127.0.0.1", "http://127.0.0.1:1", ""]
        {
            assert_eq!(asked("127.0.0.1:7315", Some(origin)), Err(403), "{origin}");
        }
    }
}
