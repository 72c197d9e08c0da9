//! Tables with their threads: every game, players of this machine, people.

use agon_core::{Reason, Side};
use agon_hall::{Change, Command, Table, TableError, TableEvent, TableSetup};
use std::sync::mpsc::{Receiver, channel};

fn open(game: &str, seats: [&str; 2]) -> (Table, Receiver<TableEvent>) {
    let mut setup = TableSetup::new(agon_games::registry().game(game).unwrap(), 3);
    setup.seats = seats.map(|seat| seat.parse().unwrap());
    let table = Table::open(setup, agon_games::engines().into()).unwrap();
    let (sender, events) = channel();
    table.listen(move |event| sender.send(event.clone()).is_ok());
    (table, events)
}

#[test]
fn players_of_this_machine_play_every_game_to_its_end() {
    for game in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
        let (table, events) = open(game, ["random", "engine:nodes=30"]);
        table.order(Command::Start).unwrap();
        let over = events.iter().find(|event| matches!(event.change, Change::Over(_))).unwrap();
        let snapshot = over.snapshot;
        assert_eq!(snapshot.verdict.as_ref().unwrap().reason, Reason::Normal, "{game}");
        assert!(snapshot.line.is_over() && !snapshot.running && snapshot.ending().is_some());
        let replayed = snapshot.record.replay(&agon_games::registry()).unwrap();
        assert_eq!(replayed.position().text(), snapshot.position().text());
        assert_eq!(snapshot.record.players[1].spec, "engine:nodes=30");
    }
}

#[test]
fn a_person_plays_the_moves_that_the_view_offers() {
    let (table, events) = open("ants", ["human", "random"]);
    table.order(Command::Start).unwrap();
    for event in events {
        let snapshot = event.snapshot;
        match event.change {
            Change::Asked(Side::First) => {
                let text = snapshot.line.view().moves[0].text.clone();
                // From the listener's side this is asynchronous: nobody waits.
                table.send(Command::Play { ply: snapshot.ply(), text }, |played| played.unwrap());
            }
            Change::Over(verdict) => {
                assert_eq!(verdict.reason, Reason::Normal);
                return;
            }
            _ => {}
        }
    }
    panic!("the table closed before the game was over");
}

#[test]
fn a_long_thought_is_cut_short_by_any_command() {
    let (table, events) = open("reversi", ["engine:time=1h", "engine:time=1h"]);
    table.order(Command::Start).unwrap();
    table.order(Command::Restart).unwrap();
    table.order(Command::Seat(Side::First, "human".parse().unwrap())).unwrap();
    table.order(Command::Play { ply: 0, text: "f5".into() }).unwrap();
    table.order(Command::Stop).unwrap();
    assert_eq!(table.snapshot().ply(), 1);
    table.close();
    assert!(matches!(events.iter().last().unwrap().change, Change::Closed));
    assert_eq!(table.order(Command::Start).unwrap_err(), TableError::Closed);
}

#[test]
fn a_table_ends_with_its_last_handle() {
    let (table, events) = open("reversi", ["human", "human"]);
    let other = table.clone();
    drop(table);
    other.order(Command::Start).unwrap();
    drop(other);
    assert!(matches!(events.iter().last().unwrap().change, Change::Closed));
}

#[test]
fn what_cannot_be_seated_is_said_and_the_one_before_stays() {
    let (table, _events) = open("reversi", ["human", "random"]);
    let seat = |text: &str| table.order(Command::Seat(Side::First, text.parse().unwrap())).unwrap_err();
    assert!(seat("engine:level=99").to_string().contains("99"));
    assert!(seat("4").to_string().contains("there is no network player 4"));
    assert_eq!(table.snapshot().seats[0].occupant.to_string(), "human");
}
