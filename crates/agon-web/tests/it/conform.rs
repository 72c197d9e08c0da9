//! Whether what the server says is what the description of the API and the list of codes say.

use crate::client::Answer;
use crate::schema::Description;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Parameters that say where in something larger the trouble is; every code may have them.
const PLACES: [&str; 4] = ["at_move", "at_game", "at_line", "player_name"];

/// The description that the program carries.
pub(crate) fn description() -> &'static Description {
    static DESCRIPTION: OnceLock<Description> = OnceLock::new();
    DESCRIPTION.get_or_init(|| {
        let text = include_str!("../../../../docs/api/openapi.json");
        Description::new(serde_json::from_str(text).unwrap())
    })
}

/// The codes that `docs/api.md` lists, each with its parameters.
fn codes() -> &'static BTreeMap<&'static str, BTreeSet<&'static str>> {
    static CODES: OnceLock<BTreeMap<&str, BTreeSet<&str>>> = OnceLock::new();
    CODES.get_or_init(|| {
        let text = include_str!("../../../../docs/api.md");
        let section = text.split("\n## ").find(|section| section.starts_with("Codes")).unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let row = |line: &'static str| {
            let mut columns = line.split('|').skip(1);
            let names = |column: Option<&'static str>| column.unwrap().split('`').skip(1).step_by(2);
            (names(columns.next()).next().unwrap(), names(columns.next()).collect())
        };
        rows.map(row).collect()
    })
}

/// Checks an answer of the server.
pub(crate) fn answer(method: &str, path: &str, body: &[u8], answer: &Answer) {
    let what = format!("{method} {path}: {} {}", answer.status, answer.text());
    if answer.status >= 400 {
        code(&answer.json(), "code", "params", &what);
    }
    let Some(path) = path.strip_prefix("/api/v1") else { return };
    let Some(operation) = description().operation(method, path) else {
        assert!([401, 403, 404, 405, 421, 429].contains(&answer.status), "{what}");
        assert_eq!(description().faults_of("Refusal", &answer.json()), [""; 0], "{what}");
        return;
    };
    let kind = answer.header("content-type");
    let faults = description().faults(operation, answer.status, kind, &answer.body);
    assert_eq!(faults, [""; 0], "{what}");
    // What was taken has to be something that the description allows.
    let taken = &operation["requestBody"]["content"]["application/json"]["schema"];
    if answer.status < 300 && !taken.is_null() {
        let faults = description().check(taken, &serde_json::from_slice(body).unwrap());
        assert_eq!(faults, [""; 0], "{what} to {}", String::from_utf8_lossy(body));
    }
}

/// Checks a message of the socket.
pub(crate) fn message(kind: &str, message: &Value) {
    assert_eq!(description().faults_of(kind, message), [""; 0], "{message}");
    for refusal in [message.get("trouble"), message.get("error").map(|_| message)].into_iter().flatten() {
        code(refusal, "code", "params", &message.to_string());
    }
    if let Some(table) = message.get("table").filter(|table| !table["notice"].is_null()) {
        code(table, "notice_code", "notice_params", &message.to_string());
    }
    if let Some(live) = message.get("tournament").filter(|live| !live["trouble"].is_null()) {
        code(live, "trouble_code", "trouble_params", &message.to_string());
    }
}

/// Checks that a code is listed, and its parameters with it.
fn code(refusal: &Value, code: &str, params: &str, what: &str) {
    let name = refusal[code].as_str().unwrap_or_else(|| panic!("no code: {what}"));
    let listed = codes().get(name).unwrap_or_else(|| panic!("docs/api.md does not list {name}: {what}"));
    for param in refusal[params].as_object().unwrap().keys() {
        let known = listed.contains(param.as_str()) || PLACES.contains(&param.as_str());
        assert!(known, "docs/api.md does not list {param} of {name}: {what}");
    }
}
