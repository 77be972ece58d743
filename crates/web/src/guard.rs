//! Access control: requests from other web pages are rejected, and requests without the access token, if
//! there is one.
//!
//! Any page that is open in a browser can send requests to this machine. Requests of other origins are
//! recognised by their `Origin`, by `Sec-Fetch-Site`, and by a foreign `Host`, as in DNS rebinding, where a
//! page's name is bound to this machine's address after the page was loaded.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::problem::Problem;

/// The access rules of a server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The address that the server is reached at.
    address: SocketAddr,
    token: Option<Arc<str>>,
}

/// The name of the cookie that holds the access token.
const COOKIE_NAME: &str = "spielbaum-token";

/// The content security policy: everything is loaded from this server, and scripts only from the files of the
/// page. Editors set styles in the document.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The security headers of every answer.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<&str>) -> Self {
        Self { address, token: token.map(Arc::from) }
    }

    /// Why a request is rejected, if it is.
    fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<Problem> {
        let Some(host) = text(headers, HOST.as_str()).filter(|host| self.is_ours(host)) else {
            return Some(forbidden(
                "host",
                "the `Host` of the request is not an address of this server; open the address that the server printed",
            ));
        };
        let origin = text(headers, ORIGIN.as_str());
        if origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Some(forbidden("origin", "requests from pages of other origins are not allowed"));
        }
        // A link that is followed from elsewhere may open the page; it cannot read it, nor change anything.
        let site = text(headers, "sec-fetch-site").unwrap_or("none");
        let follows_link = method == Method::GET && text(headers, "sec-fetch-mode") == Some("navigate");
        if !matches!(site, "same-origin" | "none") && !follows_link {
            return Some(forbidden("site", "requests from pages of other sites are not allowed"));
        }
        None
    }

    /// Whether a `Host` is one that this server is reached at. Beyond loopback it has names that it does not
    /// know, and the token guards it.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let address = name.parse::<IpAddr>();
        port == Some(self.address.port())
            && (self.token.is_some()
                || name.eq_ignore_ascii_case("localhost")
                || address.is_ok_and(|address| address.is_loopback() || address == self.address.ip()))
    }

    fn knows_token(&self, given: &str) -> bool {
        self.token.as_deref().is_none_or(|token| token.as_bytes().ct_eq(given.as_bytes()).into())
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        if self.token.is_none() {
            return true;
        }
        // The name of the scheme may have any case (RFC 9110, section 11.1).
        let bearer = text(headers, AUTHORIZATION.as_str())
            .and_then(|value| value.split_once(' '))
            .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer").then_some(token));
        let cookies = text(headers, COOKIE.as_str()).unwrap_or_default().split("; ");
        let cookie = cookies.filter_map(|pair| pair.split_once('=')).find(|(name, _)| *name == COOKIE_NAME);
        bearer.or(cookie.map(|(_, value)| value)).is_some_and(|given| self.knows_token(given))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn forbidden(code: &'static str, message: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, code, message)
}

/// Checks a request before it is answered, and adds the security headers to the answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = admit(&guard, request, next).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn admit(guard: &Guard, request: Request, next: Next) -> Response {
    if let Some(problem) = guard.objection(request.method(), request.headers()) {
        return problem.into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if let Some(token) = given.filter(|_| guard.token.is_some() && request.uri().path() == "/") {
        if !guard.knows_token(token) {
            return locked();
        }
        // The token stays out of the address bar from now on. Browsers bring a strict cookie along neither
        // here, where a link from another site led, nor where later links lead.
        let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Lax; Path=/");
        return (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie.as_str()), (LOCATION, "/")]).into_response();
    }
    if !guard.has_token(request.headers()) {
        return locked();
    }
    next.run(request).await
}

fn locked() -> Response {
    let message = "the access token is missing or wrong; open the complete address that the server printed, with `?token=…`";
    Problem::new(StatusCode::UNAUTHORIZED, "token", message).into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    fn open() -> Guard {
        Guard::new("127.0.0.1:8080".parse().unwrap(), None)
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    fn refusal(method: &Method, pairs: &[(&'static str, &'static str)]) -> Option<&'static str> {
        open().objection(method, &headers(pairs)).map(|problem| problem.code)
    }

    #[test]
    fn a_page_of_our_own_is_let_in() {
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            assert_eq!(refusal(&Method::GET, &[("host", host)]), None, "{host}");
        }
        let ours = [
            ("host", "localhost:8080"),
            ("origin", "http://localhost:8080"),
            ("sec-fetch-site", "same-origin"),
        ];
        assert_eq!(refusal(&Method::POST, &ours), None);
    }

    #[test]
    fn a_name_that_was_bound_to_our_address_is_not_ours() {
        for host in
            ["evil.example:8080", "localhost", "127.0.0.1:80", "localhost.evil.example:8080", "[::1]", ""]
        {
            assert_eq!(refusal(&Method::GET, &[("host", host)]), Some("host"), "{host}");
        }
        assert_eq!(refusal(&Method::GET, &[]), Some("host"));
    }

    #[test]
    fn other_pages_may_not_use_the_server() {
        let origin = [("host", "localhost:8080"), ("origin", "http://evil.example")];
        assert_eq!(refusal(&Method::POST, &origin), Some("origin"));
        let other_port = [("host", "localhost:8080"), ("origin", "http://localhost:9090")];
        assert_eq!(refusal(&Method::POST, &other_port), Some("origin"));
        assert_eq!(refusal(&Method::POST, &[("host", "localhost:8080"), ("origin", "null")]), Some("origin"));
        let image =
            [("host", "localhost:8080"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")];
        assert_eq!(refusal(&Method::GET, &image), Some("site"));
    }

    #[test]
    fn a_link_from_elsewhere_may_open_the_page() {
        let link =
            [("host", "localhost:8080"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(refusal(&Method::GET, &link), None);
        assert_eq!(refusal(&Method::POST, &link), Some("site"));
    }

    #[test]
    fn a_token_comes_as_a_cookie_or_a_bearer() {
        let guard = Guard::new("0.0.0.0:8080".parse().unwrap(), Some("sesame"));
        assert!(guard.has_token(&headers(&[("cookie", "a=b; spielbaum-token=sesame")])));
        assert!(guard.has_token(&headers(&[("authorization", "Bearer sesame")])));
        assert!(guard.has_token(&headers(&[("authorization", "bearer sesame")])));
        for wrong in ["spielbaum-token=sesam", "spielbaum-token=", "other=sesame", ""] {
            assert!(!guard.has_token(&headers(&[("cookie", wrong)])), "{wrong}");
        }
        assert!(open().has_token(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_link_with_the_token_gives_a_cookie_that_links_from_elsewhere_bring_along() {
        let locked = Guard::new("0.0.0.0:8080".parse().unwrap(), Some("sesame"));
        let page =
            Router::new().route("/", get(|| async { "page" })).layer(from_fn_with_state(locked, guard));
        let follow = async |path: &str, cookie: &str| {
            let link = Request::get(path)
                .header("host", "lab.example:8080")
                .header("sec-fetch-site", "cross-site")
                .header("sec-fetch-mode", "navigate")
                .header("cookie", cookie);
            page.clone().oneshot(link.body(Body::empty()).unwrap()).await.unwrap()
        };
        let answer = follow("/?token=sesame", "").await;
        assert_eq!(
            (answer.status(), &answer.headers()[LOCATION]),
            (StatusCode::SEE_OTHER, &"/".parse().unwrap())
        );
        let cookie = answer.headers()[SET_COOKIE].to_str().unwrap();
        let (pair, attributes) = cookie.split_once("; ").unwrap();
        assert_eq!(attributes, "HttpOnly; SameSite=Lax; Path=/");
        assert_eq!(follow("/", pair).await.status(), StatusCode::OK);
        assert_eq!(follow("/?token=sesam", "").await.status(), StatusCode::UNAUTHORIZED);
    }
}
