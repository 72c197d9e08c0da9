//! The files of the page, embedded in the program and compressed once.

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

/// The embedded files by their path on the page.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../web/", $path)) as &[u8])),*]
    };
}

const FILES: &[(&str, &[u8])] = files![
    "index.html",
    "style.css",
    "board.css",
    "icon.svg",
    "main.js",
    "api.js",
    "dom.js",
    "i18n.js",
    "lang/el.js",
    "lang/he.js",
    "lang/ro.js",
    "types.js",
    "board.js",
    "geometry.js",
    "ground.js",
    "preview.js",
    "pieces.js",
    "motion.js",
    "table.js",
    "status.js",
    "controls.js",
    "tools.js",
    "last-players.js",
    "words.js",
    "seats.js",
    "clock.js",
    "moves.js",
    "analysis.js",
    "graph.js",
    "explain.js",
    "hood.js",
    "setup.js",
    "share.js",
    "network.js",
    "tournaments.js",
    "tournament.js",
    "tournament-form.js",
    "ending.js",
    "entrant.js",
    "rating-plot.js",
    "class.css",
];

/// A file ready to be sent.
struct Asset {
    kind: &'static str,
    tag: String,
    plain: Bytes,
    gzip: Bytes,
}

/// All files of the page.
pub struct Assets(BTreeMap<&'static str, Asset>);

impl Assets {
    /// Compresses the embedded files.
    pub fn load() -> Assets {
        Assets(FILES.iter().map(|&(path, content)| (path, Asset::new(path, content))).collect())
    }

    /// Sends a file, or only says that the browser's copy is still good.
    pub fn serve(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let asset = self.0.get(if path.is_empty() { "index.html" } else { path })?;
        // Files change with the program alone, so a copy is good as long as its tag is.
        let common = [(ETAG, asset.tag.as_str()), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
        let names = |header, value: &str| {
            let given = headers.get(header).and_then(|h| h.to_str().ok()).unwrap_or_default();
            given.split(',').any(|part| part.trim().split(';').next() == Some(value))
        };
        if names(IF_NONE_MATCH, &asset.tag) {
            return Some((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let kind = [(CONTENT_TYPE, asset.kind)];
        Some(if names(ACCEPT_ENCODING, "gzip") {
            (common, kind, [(CONTENT_ENCODING, "gzip")], asset.gzip.clone()).into_response()
        } else {
            (common, kind, asset.plain.clone()).into_response()
        })
    }

    /// The bytes of the whole page as they are sent.
    pub fn weight(&self) -> usize {
        self.0.values().map(|asset| asset.gzip.len()).sum()
    }
}

impl Asset {
    fn new(path: &str, content: &'static [u8]) -> Asset {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        Asset {
            kind: kind(path),
            tag: format!("\"{:016x}\"", hasher.finish()),
            plain: Bytes::from_static(content),
            gzip: gzip(content).into(),
        }
    }
}

/// Compresses bytes in memory.
pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_light() {
        let weight = Assets::load().weight();
        assert!(weight < 150 * 1024, "{weight} bytes");
    }

    #[test]
    fn a_copy_that_is_still_good_is_not_sent_again() {
        let assets = Assets::load();
        let first = assets.serve("", &HeaderMap::new()).unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        assert_eq!(assets.serve("", &headers).unwrap().status(), StatusCode::NOT_MODIFIED);
        assert!(assets.serve("../Cargo.toml", &headers).is_none());
    }

    #[test]
    fn every_text_of_the_page_is_in_every_language() {
        let scripts = || FILES.iter().filter(|(path, _)| path.ends_with(".js"));
        let text = |content: &'static [u8]| std::str::from_utf8(content).unwrap();
        let mut texts = Vec::new();
        for (_, content) in scripts().filter(|(path, _)| !path.starts_with("lang/")) {
            let calls = text(content).split("t(\"").zip(text(content).split("t(\"").skip(1));
            // Only calls of `t` itself, not of functions whose name ends with it.
            let own =
                calls.filter(|(before, _)| !before.ends_with(|c: char| c.is_alphanumeric() || c == '.'));
            texts.extend(own.filter_map(|(_, rest)| rest.split_once('"')).map(|(text, _)| text));
        }
        assert!(texts.len() > 100);
        for (path, content) in scripts().filter(|(path, _)| path.starts_with("lang/")) {
            for wanted in &texts {
                assert!(text(content).contains(&format!("\n  \"{wanted}\": ")), "{path} lacks \"{wanted}\"");
            }
        }
    }

    #[test]
    fn every_module_that_is_imported_is_embedded() {
        for (path, content) in FILES.iter().filter(|(path, _)| path.ends_with(".js")) {
            let text = std::str::from_utf8(content).unwrap();
            for line in text.lines().filter(|l| l.starts_with("import ") || l.contains("import(\"")) {
                let Some(name) = line.split('"').nth(1) else { continue };
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let target = match name.strip_prefix("../") {
                    Some(up) => up.to_owned(),
                    None if folder.is_empty() => name.trim_start_matches("./").to_owned(),
                    None => format!("{folder}/{}", name.trim_start_matches("./")),
                };
                assert!(FILES.iter().any(|(known, _)| *known == target), "{path} imports {target}");
            }
        }
    }
}
