//! Requests and answers, as the endpoints see them.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::StatusCode;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderValue};

use crate::problem::{Kind, PROBLEM_JSON, Problem};
use crate::server::sending::Sending;
use crate::server::stream::Events;
use crate::server::watched::Arriving;

/// How long a client should wait when the queue is full, in seconds.
const RETRY_AFTER: &str = "2";

/// A request.
pub type Request = hyper::Request<Body>;
/// An answer.
pub type Response = hyper::Response<Body>;

/// Why a body ends too early.
pub type Broken = Box<dyn Error + Send + Sync>;

/// The body of a request or an answer.
pub enum Body {
    /// It comes from a client.
    Arriving(Arriving),
    /// All of it is there, and it is short.
    Whole(Bytes),
    /// All of it is there, and it may take its time.
    Sending(Sending),
    /// It is written while the work goes on.
    Events(Events),
}

impl Body {
    /// Nothing.
    pub const EMPTY: Self = Self::Whole(Bytes::new());
}

impl<B: Into<Bytes>> From<B> for Body {
    fn from(bytes: B) -> Self {
        Self::Whole(bytes.into())
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        match self.get_mut() {
            Self::Arriving(body) => Pin::new(body).poll_frame(context).map_err(Broken::from),
            Self::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Self::Sending(body) => Pin::new(body).poll_frame(context).map_err(Broken::from),
            Self::Events(body) => Pin::new(body).poll_frame(context).map_err(Broken::from),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Arriving(body) => body.is_end_stream(),
            Self::Whole(bytes) => bytes.is_empty(),
            Self::Sending(body) => body.is_end_stream(),
            Self::Events(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Arriving(body) => body.size_hint(),
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Sending(body) => body.size_hint(),
            Self::Events(body) => body.size_hint(),
        }
    }
}

impl Problem {
    /// As an answer.
    pub fn into_response(self) -> Response {
        let kind = self.kind();
        let mut response = Response::new(Body::from(self.json()));
        *response.status_mut() = StatusCode::from_u16(kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if kind == Kind::Busy {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
