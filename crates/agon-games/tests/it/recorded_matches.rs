//! Matches recorded at the course's own servers: from the players' answers our rules make every byte that the
//! servers sent, positions and scores included, and the same results. Where the recordings are not there
//! (`AGON_DATA`, see `reference_data.rs`) small ones of our own making stand in for them.

use crate::fixtures;
use crate::plain_server::{Random, Recorded, Recording, Wire, serve};
use agon_ants::{Ants, AntsPosition};
use agon_core::{Dice, Game, Position};
use agon_hexthello::{HexThello, HexThelloPosition};

fn ants() -> Wire<Ants> {
    Wire {
        game: Ants,
        first_message: 1,
        pairs: 6,
        no_row: 0xff,
        longest_name: 16,
        forwards_moves: false,
        tiles: |position| {
            let tiles = position.to_tiles();
            let [black, white] = position.score().map(|points| points as u8);
            let again = AntsPosition::from_tiles(&tiles, white, black, position.side_to_move());
            assert_eq!(again.as_ref(), Ok(position));
            tiles.to_vec()
        },
    }
}

fn hexthello() -> Wire<HexThello> {
    Wire {
        game: HexThello::standard(),
        first_message: 101,
        pairs: 1,
        no_row: -50_i8 as u8,
        longest_name: 8,
        forwards_moves: true,
        tiles: |position| {
            let tiles = position.to_tiles();
            let again = HexThelloPosition::from_tiles(position.radius(), &tiles, position.side_to_move());
            assert_eq!(again.as_ref(), Ok(position));
            tiles
        },
    }
}

fn check<G: Game>(wire: &Wire<G>, name: &str, text: &str) {
    let recorded = Recording::parse(text);
    serve(wire, &mut Recorded::new(&recorded)).assert_same(&recorded, name);
}

/// Checks all recordings of a game; there are three.
fn check_data<G: Game>(wire: &Wire<G>) {
    let Some(files) = fixtures::data("tuc") else { return };
    let game = wire.game.info().name;
    let recordings = files.iter().filter(|(name, _)| name.starts_with(game));
    assert_eq!(recordings.clone().count(), 3);
    for (name, bytes) in recordings {
        check(wire, name, str::from_utf8(bytes).unwrap());
    }
}

/// Makes a recording with random players (the seeds are those of short matches), compares it with the file, and checks that.
fn check_fixture<G: Game>(wire: &Wire<G>, name: &str, seed: u64) {
    let made = serve(wire, &mut Random(Dice::new(seed)));
    fixtures::assert_as_made(name, made.text(&mut Dice::new(seed + 1)).as_bytes());
    check(wire, name, str::from_utf8(&fixtures::read(name)).unwrap());
}

#[test]
fn our_own_match_of_ants_is_served_again_byte_by_byte() {
    check_fixture(&ants(), "ants.txt", 2978);
}

#[test]
fn recorded_matches_of_ants_are_served_again_byte_by_byte() {
    check_data(&ants());
}

#[test]
fn our_own_match_of_hexthello_is_served_again_byte_by_byte() {
    check_fixture(&hexthello(), "hexthello.txt", 1);
}

#[test]
fn recorded_matches_of_hexthello_are_served_again_byte_by_byte() {
    check_data(&hexthello());
}

#[test]
#[should_panic(expected = "spoilt: stream 1 S differs from byte 110 of ")]
fn a_wrong_byte_is_noticed() {
    let text = String::from_utf8(fixtures::read("ants.txt")).unwrap();
    let mut recorded = Recording::parse(&text);
    recorded.spoil(1, 'S', 110);
    serve(&ants(), &mut Recorded::new(&recorded)).assert_same(&recorded, "spoilt");
}
