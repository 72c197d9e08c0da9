//! Who may talk to the server: address, origin, token, rate; and what browsers may do with what it sends.

use crate::doors::Caller;
use crate::failure::{Code, Refusal};
use crate::site::Site;
use crate::visitor::{HOST_COOKIE, NAME_COOKIE, cookie, fresh_secret};
use agon_core::sync::lock;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_SECURITY_POLICY, HOST, HeaderName, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The page loads nothing from elsewhere, runs no script but its own files and is shown in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Requests that one address may make at once, and how many come back each second.
const REQUESTS: Allowance = Allowance { burst: 400.0, per_second: 150.0 };

/// The cookie with the token.
const TOKEN_COOKIE: &str = "agon";

/// The most addresses that are remembered; the ones seen longest ago are forgotten first.
const ADDRESSES: usize = 4096;

/// Who is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anybody on this machine, through its loopback address.
    Loopback,
    /// Anybody who knows the token.
    Token(String),
}

impl Access {
    /// The right access for a server that listens on `host`. Where programs can be started a token is needed always:
    /// this machine may have other users.
    pub fn for_host(host: IpAddr, allow_exec: bool) -> Result<Access, getrandom::Error> {
        if host.is_loopback() && !allow_exec {
            Ok(Access::Loopback)
        } else {
            fresh_secret().map(Access::Token)
        }
    }

    /// What belongs behind the server's address so that its page opens.
    pub fn query(&self) -> String {
        match self {
            Access::Loopback => String::new(),
            Access::Token(token) => format!("?token={token}"),
        }
    }

    fn admits(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), Refusal> {
        require_one_host(headers, uri)?;
        match self {
            // A page of another site could point its own name at this machine; a name that is not ours shows it.
            Access::Loopback if !host(headers).is_some_and(is_loopback_name) => Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                Code::NotThisMachine,
                "this server is for this machine alone; open it as http://localhost or http://127.0.0.1",
            )),
            Access::Loopback => Ok(()),
            Access::Token(token) if given_tokens(headers, uri).any(|given| same(given, token)) => Ok(()),
            Access::Token(_) => Err(Refusal::new(
                StatusCode::UNAUTHORIZED,
                Code::TokenNeeded,
                "this server needs its token; open the address that it printed when it started",
            )),
        }
    }
}

/// Refuses a request that names two hosts: which of them it is for is read differently by different programs.
fn require_one_host(headers: &HeaderMap, uri: &Uri) -> Result<(), Refusal> {
    let mut named = headers.get_all(HOST).into_iter();
    let (first, second) = (named.next(), named.next());
    let in_address = uri.authority().map(|authority| authority.as_str());
    let in_header = first.and_then(|host| host.to_str().ok());
    let differs = in_address.is_some_and(|a| !in_header.is_some_and(|h| h.eq_ignore_ascii_case(a)));
    if second.is_none() && !differs {
        return Ok(());
    }
    let sentence = "a request names the host that it is for once, in its header";
    Err(Refusal::new(StatusCode::BAD_REQUEST, Code::HostUnclear, sentence))
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST)?.to_str().ok()
}

/// Whether a host with or without a port is this machine.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The tokens that a request carries: in its address, in a header for programs, in the page's cookie.
fn given_tokens<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> impl Iterator<Item = &'a str> {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    in_query(uri, "token=").into_iter().chain(bearer).chain(cookie(headers, TOKEN_COOKIE))
}

fn in_query<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix(name))
}

/// Compares without telling by its time how much was right.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// Whether a request comes from our own page, or from a program that names no page at all.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Some(origin) = origin.to_str().ok() else { return false };
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from.is_some() && from == host(headers)
}

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowance {
    pub(crate) burst: f64,
    pub(crate) per_second: f64,
}

/// What is left of an allowance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(allowance: Allowance, now: Instant) -> Bucket {
        Bucket { left: allowance.burst, at: now }
    }

    /// Takes one if there is one left.
    pub(crate) fn take(&mut self, allowance: Allowance, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + since * allowance.per_second).min(allowance.burst);
        self.at = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

/// How much each address has asked for lately.
#[derive(Default)]
pub(crate) struct Rates(Mutex<HashMap<IpAddr, Bucket>>);

impl Rates {
    fn allow(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = lock(&self.0);
        if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            let oldest = buckets.iter().min_by_key(|(_, bucket)| bucket.at).map(|(address, _)| *address);
            oldest.and_then(|address| buckets.remove(&address));
        }
        buckets.entry(address).or_insert_with(|| Bucket::full(REQUESTS, now)).take(REQUESTS, now)
    }
}

/// Stands in front of every route.
pub(crate) async fn guard(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let is_new = request.uri().path() == "/" && cookie(request.headers(), NAME_COOKIE).is_none();
    let mut response = match admit(&site, peer, &request) {
        Err(refusal) => {
            let mut response = refusal.into_response();
            // Who is not let in does not stay.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            response
        }
        Ok(()) => match welcome(&site, request.uri()) {
            Some(redirect) => redirect,
            None => next.run(request).await,
        },
    };
    if let Some(name) = fresh_secret().ok().filter(|_| is_new && response.status().is_success()) {
        let text = format!("{NAME_COOKIE}={name}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        response.headers_mut().extend(HeaderValue::try_from(text).map(|value| (SET_COOKIE, value)));
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(site: &Site, peer: SocketAddr, request: &Request) -> Result<(), Refusal> {
    let busy = || {
        let sentence = "too many requests; wait a moment";
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, sentence)
    };
    let now = Instant::now();
    if let Err(refusal) = site.access.admits(request.headers(), request.uri()) {
        // Whoever guesses costs little, and what strangers ask is not counted against those who were let in.
        return Err(if site.strangers.allow(peer.ip(), now) { refusal } else { busy() });
    }
    if !is_own_origin(request.headers()) {
        return Err(Refusal::forbidden(Code::OtherSite, "requests from other sites' pages are refused"));
    }
    if !site.rates.allow(peer.ip(), now) {
        return Err(busy());
    }
    match request.extensions().get::<Caller>() {
        Some(caller) if !caller.let_in() => {
            let sentence = "too many connections are open; close some and try again";
            Err(Refusal::unavailable(Code::TooManyConnections, sentence))
        }
        _ => Ok(()),
    }
}

/// The page's own address with a secret: keeps it in a cookie and takes it out of the address.
fn welcome(site: &Site, uri: &Uri) -> Option<Response> {
    if uri.path() != "/" {
        return None;
    }
    let token = match &site.access {
        Access::Token(token) => in_query(uri, "token=").map(|_| (TOKEN_COOKIE, token.as_str())),
        Access::Loopback => None,
    };
    let host = in_query(uri, "host=").filter(|key| site.is_host_key(key)).map(|key| (HOST_COOKIE, key));
    if token.is_none() && host.is_none() {
        return None;
    }
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, "/")]).into_response();
    for (name, secret) in token.into_iter().chain(host) {
        let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Strict");
        if let Ok(value) = HeaderValue::try_from(text) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_names_of_this_machine_are_loopback() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "127.9.9.9", "[::1]:80", "[::1]"] {
            assert!(is_loopback_name(host), "{host}");
        }
        for host in ["", "evil.example:8080", "localhost.evil.example", "10.0.0.1", "127.0.0.1.evil:1"] {
            assert!(!is_loopback_name(host), "{host}");
        }
    }

    #[test]
    fn an_allowance_comes_back_with_time() {
        let allowance = Allowance { burst: 2.0, per_second: 10.0 };
        let start = Instant::now();
        let mut bucket = Bucket::full(allowance, start);
        assert!(bucket.take(allowance, start) && bucket.take(allowance, start));
        assert!(!bucket.take(allowance, start));
        assert!(bucket.take(allowance, start + Duration::from_millis(101)));
        assert!(!bucket.take(allowance, start + Duration::from_millis(102)));
    }

    #[test]
    fn whoever_asks_too_often_has_to_wait() {
        let (rates, now) = (Rates::default(), Instant::now());
        let (flooder, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert_eq!((0..1000).filter(|_| rates.allow(flooder, now)).count(), REQUESTS.burst as usize);
        assert!(rates.allow(other, now), "others do not suffer");
        assert!(rates.allow(flooder, now + Duration::from_secs(1)));
    }

    #[test]
    fn the_number_of_remembered_addresses_is_bounded() {
        let rates = Rates::default();
        let now = Instant::now();
        for n in 0..ADDRESSES as u32 + 50 {
            assert!(rates.allow(IpAddr::from(n.to_be_bytes()), now));
        }
        assert_eq!(rates.0.lock().unwrap().len(), ADDRESSES);
    }

    #[test]
    fn beyond_loopback_and_where_programs_are_started_there_is_a_token() {
        assert_eq!(Access::for_host([127, 0, 0, 1].into(), false), Ok(Access::Loopback));
        let everywhere = || Access::for_host([0, 0, 0, 0].into(), false);
        assert_ne!(everywhere(), everywhere());
        assert_eq!(everywhere().unwrap().query().len(), "?token=".len() + 32);
        assert!(matches!(Access::for_host([127, 0, 0, 1].into(), true), Ok(Access::Token(_))));
    }
}
