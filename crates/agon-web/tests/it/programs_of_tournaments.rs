//! What programs see that play in a tournament of the page.

use crate::client::{get, post};
use crate::tournaments::{Folder, at_rest, create, cup, until};
use serde_json::json;

/// Looks around, tells on its standard error what it sees, and gives up.
const PRYING: &str = "ls -a . alice bob >&2; cat bob/secret theirs.toml ../*/theirs.toml >&2; exit 3\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_program_sees_neither_descriptions_nor_siblings() {
    let folder = Folder::new();
    let server = folder.serve(true);
    folder.keep("theirs.toml", "name = \"the secret plan\"\n");
    folder.keep("alice/look.sh", PRYING);
    folder.keep("bob/secret", "the secret of bob\n");
    let players = json!([
        { "name": "alice", "play": "ugi:sh alice/look.sh" },
        { "name": "chance", "play": "random" },
    ]);
    let path = create(&server, cup(json!({ "game": "reversi", "players": players })));
    assert_eq!(post(&server, &format!("{path}/commands"), json!({ "do": "start" })).status, 200);
    until(&server, &path, at_rest).await;
    let page = get(&server, &format!("{path}/players/0")).json();
    let seen = page["games"][0]["verdict"]["evidence"]["stderr"].as_str().unwrap_or_else(|| panic!("{page}"));
    assert!(seen.contains("look.sh"), "its own folder is there: {seen}");
    for secret in ["secret plan", "secret of bob", ".sqlite", ".summary"] {
        assert!(!seen.contains(secret), "{secret}: {seen}");
    }
    let listed = seen.lines().any(|line| line.ends_with(".toml"));
    assert!(!listed, "{seen}");
}
