//! Who asks: a browser by its cookie, a program by a word it chose, anybody else by the address it comes from; and
//! whether it is the host, who may delete what others made.

use crate::failure::{Code, Refusal};
use crate::site::Site;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The cookie by which a browser is known, and the header in which a program says its own word.
pub(crate) const NAME_COOKIE: &str = "agon-me";
const NAME_HEADER: &str = "x-agon-me";

/// The cookie and the header with the host's secret.
pub(crate) const HOST_COOKIE: &str = "agon-host";
const HOST_HEADER: &str = "x-agon-host";

/// Whose something is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Whoever has this secret.
    Secret(String),
    /// Whoever comes from this address without one.
    Address(IpAddr),
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub(crate) owner: Owner,
    pub(crate) is_host: bool,
}

impl Visitor {
    pub(crate) fn of(site: &Site, headers: &HeaderMap, address: IpAddr) -> Visitor {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let name =
            header(NAME_HEADER).or_else(|| cookie(headers, NAME_COOKIE)).filter(|name| is_secret(name));
        let owner =
            name.map_or(Owner::Address(address.to_canonical()), |name| Owner::Secret(name.to_owned()));
        let key = header(HOST_HEADER).or_else(|| cookie(headers, HOST_COOKIE));
        Visitor { owner, is_host: key.is_some_and(|key| site.is_host_key(key)) }
    }

    /// Refuses what only the host or the one who made it may do.
    pub(crate) fn require_owner(&self, owner: Option<&Owner>) -> Result<(), Refusal> {
        if self.is_host || owner == Some(&self.owner) {
            return Ok(());
        }
        let sentence = "somebody else made this; only they and the host can delete it";
        Err(Refusal::forbidden(Code::NotYours, sentence))
    }
}

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Visitor, Refusal> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(peer)| peer.ip());
        Ok(Visitor::of(site, &parts.headers, address))
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Whether a word is long enough that nobody guesses it, and short enough to be kept.
fn is_secret(word: &str) -> bool {
    (16..=64).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A secret that nobody guesses.
pub(crate) fn fresh_secret() -> Result<String, getrandom::Error> {
    let mut secret = [0u8; 16];
    getrandom::fill(&mut secret)?;
    Ok(secret.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("agon=1; agon-me=abc"));
        headers.append(COOKIE, HeaderValue::from_static("agon-me-too=x; agon-host=y"));
        assert_eq!(cookie(&headers, "agon"), Some("1"));
        assert_eq!(cookie(&headers, NAME_COOKIE), Some("abc"));
        assert_eq!(cookie(&headers, HOST_COOKIE), Some("y"));
        assert_eq!(cookie(&headers, "me"), None);
    }

    #[test]
    fn short_words_are_no_secrets() {
        assert!(is_secret(&fresh_secret().unwrap_or_default()));
        for word in ["", "short", "with spaces in it, long", &"x".repeat(65)] {
            assert!(!is_secret(word), "{word}");
        }
    }
}
