//! The description of the API, made from the handlers and from what they take and send.
//!
//! The program carries it as a file, `docs/api/openapi.json`; the test here says whether that is still true. What a
//! handler cannot know of itself is added here: the address of the API, and how requests are refused before a handler
//! sees them.

pub(crate) mod foreign;
pub(crate) mod foreign_games;

use crate::failure::RefusalBody;
use crate::routes;
use crate::socket::messages::{News, Wish};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::OpenApi;

const ABOUT: &str = "Everything Agon's page does goes through this API. Beyond loopback every request needs the token: \
                     as `Authorization: Bearer TOKEN`, as `?token=TOKEN`, or in the page's cookie.";

/// What is described although no handler names it: refusals are the same everywhere, and what goes through the socket
/// is no request.
#[derive(OpenApi)]
#[openapi(components(schemas(RefusalBody, Wish, News)))]
struct Beside;

/// The whole description, as it lies in the file.
fn description() -> String {
    let mut described = routes::Described::openapi();
    described.merge(Beside::openapi());
    let mut document = serde_json::to_value(described).expect("a description is plain data");
    document["info"] = json!({
        "title": "Agon",
        "version": "1",
        "description": ABOUT,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": "/api/v1" }]);
    for (_, methods) in document["paths"].as_object_mut().expect("there are paths") {
        for (_, operation) in methods.as_object_mut().expect("a path has methods") {
            complete(operation.as_object_mut().expect("a method is described"));
        }
    }
    serde_json::to_string_pretty(&document).expect("a description is plain data") + "\n"
}

/// Gives an operation a name of its own and the refusals that may come before its handler is asked.
fn complete(operation: &mut Map<String, Value>) {
    let subject = operation["tags"][0].as_str().expect("a handler has a module").rsplit("::").next();
    let subject = subject.expect("a module has a name").to_owned();
    let name = operation["operationId"].as_str().expect("a handler has a name").replace('_', "-");
    operation["tags"] = json!([subject]);
    operation["operationId"] = json!(format!("{subject}-{name}"));
    // The guard stands before every handler.
    let mut refusals = BTreeSet::from([400, 401, 403, 421, 429, 503]);
    if let Some(body) = operation.get("requestBody") {
        refusals.extend([408, 413]);
        if body["content"].get("application/json").is_some() {
            refusals.extend([415, 422]);
        }
    }
    for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
        refusals.insert(if parameter["in"] == "path" { 404 } else { 422 });
    }
    let responses = operation["responses"].as_object_mut().expect("a handler answers");
    let own = responses.keys().filter_map(|status| status.parse().ok());
    refusals.extend(own.filter(|status| *status >= 400).collect::<Vec<u16>>());
    for status in refusals {
        let name = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
        let schema = json!({ "$ref": "#/components/schemas/Refusal" });
        let refusal = json!({
            "description": name.unwrap_or_default(),
            "content": { "application/json": { "schema": schema } },
        });
        responses.insert(status.to_string(), refusal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const COMMAND: &str = "AGON_WRITE_OPENAPI=1 cargo test -p agon-web openapi";

    fn docs(name: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
    }

    #[test]
    fn the_file_is_what_the_handlers_say() {
        let (file, now) = (docs("api/openapi.json"), description());
        if std::env::var_os("AGON_WRITE_OPENAPI").is_some() {
            std::fs::write(&file, &now).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap();
        let differs = kept.lines().zip(now.lines()).position(|(kept, now)| kept != now);
        let line = differs.map_or(kept.lines().count().min(now.lines().count()), |line| line) + 1;
        assert!(
            kept == now,
            "docs/api/openapi.json is out of date from line {line} on; write it with: {COMMAND}"
        );
    }

    #[test]
    fn every_route_is_described_as_it_is_and_nothing_else() {
        let document: Value = serde_json::from_str(&description()).unwrap();
        let mut described = BTreeSet::new();
        let mut names = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                described.insert((method.as_str(), path.as_str()));
                assert!(names.insert(operation["operationId"].as_str().unwrap()), "{method} {path}");
                let named: Vec<&str> = path.split(['{', '}']).skip(1).step_by(2).collect();
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let in_path = parameters.filter(|parameter| parameter["in"] == "path");
                let listed: Vec<&str> = in_path.map(|p| p["name"].as_str().unwrap()).collect();
                assert_eq!(named, listed, "{method} {path}");
            }
        }
        assert_eq!(described, routes::ALL.iter().copied().collect());
    }

    #[test]
    fn every_code_is_listed_for_readers() {
        let document: Value = serde_json::from_str(&description()).unwrap();
        let codes = document["components"]["schemas"]["Code"]["enum"].as_array().unwrap();
        let codes: BTreeSet<&str> = codes.iter().map(|code| code.as_str().unwrap()).collect();
        let text = std::fs::read_to_string(docs("api.md")).unwrap();
        let section = text.split("\n## ").find(|section| section.starts_with("Codes")).unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let listed: Vec<&str> = rows.collect();
        let once: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!((once.len(), once), (listed.len(), codes));
    }
}
