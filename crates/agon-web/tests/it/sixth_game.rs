//! The page's view of a game that the page has never heard of.

use crate::client::{get, post};
use agon_noughts::Noughts;
use agon_web::{Server, Site, SiteOptions};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, TcpListener};

fn serve() -> Server {
    let (mut games, mut engines) = (agon_games::registry(), agon_games::engines());
    games.add::<Noughts>();
    engines.add::<Noughts>();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    Server::start(Site::new(games, engines, SiteOptions::default()), listener).unwrap()
}

#[test]
fn it_says_what_the_page_draws_and_counts() {
    let server = serve();
    let game = get(&server, "/api/v1/games/noughts").json();
    assert_eq!(game["sides"][0], json!({ "name": "white", "letter": "X", "color": "white" }));
    let colors: Vec<&Value> =
        game["layout"]["pieces"].as_array().unwrap().iter().map(|piece| &piece["color"]).collect();
    assert_eq!(colors, ["white", "black"], "pieces look like the names of their sides");
    assert_eq!((&game["unit"], &game["counted"]), (&json!("games"), &json!(false)));
    assert_eq!(game["layout"]["dots"], json!([]));
    assert_eq!(game["formats"], json!([{ "name": "json", "label": "Agon" }]));
    let reversi = get(&server, "/api/v1/games/reversi").json();
    assert_eq!(reversi["layout"]["dots"].as_array().unwrap().len(), 4);
    assert_eq!((&reversi["counted"], &reversi["unit"]), (&json!(true), &json!("discs")));
}

#[test]
fn it_is_played_at_a_table() {
    let server = serve();
    let setup = json!({ "game": "noughts", "players": ["human", "human"] });
    let table = post(&server, "/api/v1/tables", setup).json();
    assert_eq!(table["view"]["moves"].as_array().map(Vec::len), Some(9), "{table}");
}

#[test]
fn a_pass_says_that_it_is_one() {
    let server = serve();
    // White has nothing to turn over, and black has.
    let start = format!("XO{} O", "-".repeat(62));
    let line = post(&server, "/api/v1/lines", json!({ "game": "reversi", "start": start })).json();
    assert_eq!(line["view"]["moves"][0]["pass"], json!(true), "{line}");
    let line = post(&server, "/api/v1/lines", json!({ "game": "reversi" })).json();
    assert_eq!(line["view"]["moves"][0].get("pass"), None, "{line}");
}
