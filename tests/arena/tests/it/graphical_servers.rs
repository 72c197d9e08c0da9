//! Our client at a graphical server that a script plays: seated, re-seated and restarted in mid-game, both orders of
//! COLOR and NEW_POSITION, both dialects of Ants in one game.

use crate::plain::{Numbers, Wire, rules};
use agon_core::{AnyPosition, Side};
use agon_engine::EngineSpec;
use agon_frontends::EngineMaker;
use agon_frontends::client::{self, Leaving};
use agon_wire::tuc::TucGame;
use std::net::{Ipv4Addr, TcpListener};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

struct Script {
    wire: Wire,
    numbers: Numbers,
    client: JoinHandle<Leaving>,
}

impl Script {
    fn new(game: &'static str, one_byte: bool) -> Script {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = spawn(move || {
            let stream = client::connect("127.0.0.1", port, Duration::ZERO, &mut |_| {}).unwrap();
            let spec = EngineSpec::parse_settings("nodes=200").unwrap();
            let maker =
                EngineMaker::new(agon_games::engines(), rules(game), spec, None, Duration::from_secs(1));
            client::play(&maker, TucGame::new(rules(game)).unwrap(), "Agon", &stream).unwrap()
        });
        let mut wire = Wire::new(listener.accept().unwrap().0, one_byte);
        let numbers = Numbers::of(game);
        wire.send(&[numbers.base + 6]);
        assert_eq!(wire.read(5), b"\x04Agon");
        Script { wire, numbers, client }
    }

    fn board(&mut self, position: &dyn AnyPosition) {
        let message = [&[self.numbers.base + 1], &self.numbers.body(position)[..]].concat();
        self.wire.send(&message);
    }

    fn colour(&mut self, side: Side) {
        self.wire.send(&[self.numbers.base + if side == Side::Second { 2 } else { 3 }]);
    }

    fn ask(&mut self) {
        self.wire.send(&[self.numbers.base + 4]);
    }

    /// Takes the answer, which must be legal in this position, and gives back the position after it.
    fn answer(&mut self, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
        let mv = self.numbers.move_text(&self.wire.read(self.numbers.mv));
        let mut next = position.boxed();
        next.play(&mv).unwrap();
        while next.chance().is_some() {
            next.resolve(1);
        }
        next
    }

    /// Plays the first legal move for the other side and tells it.
    fn opponent(&mut self, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
        let mv = position.legal_moves().swap_remove(0);
        let message = [&[self.numbers.base + 5], &self.numbers.move_bytes(&mv)[..]].concat();
        self.wire.send(&message);
        let mut next = position.boxed();
        next.play(&mv).unwrap();
        while next.chance().is_some() {
            next.resolve(1);
        }
        next
    }

    fn quit(mut self) {
        self.wire.send(&[self.numbers.base + 7]);
        assert!(self.wire.rest().is_empty(), "it leaves without another word");
        assert_eq!(self.client.join().unwrap(), Leaving::Quit);
    }
}

#[test]
fn the_client_plays_through_being_seated_anew_and_restarted() {
    for (game, one_byte) in
        [("hexthello", false), ("hexthello:radius=3", true), ("ants", false), ("ants", true)]
    {
        let mut script = Script::new(game, one_byte);
        let start = rules(game).start();
        // Seated as a graphical server does: the board, then the colour.
        script.board(&*start);
        script.colour(Side::First);
        script.ask();
        let position = script.answer(&*start);
        let position = script.opponent(&*position);
        script.ask();
        let position = script.answer(&*position);
        // Seated anew on the other side in mid-game, to move.
        script.board(&*position);
        script.colour(Side::Second);
        script.ask();
        let position = script.answer(&*position);
        // A restart: the board alone. The player keeps its colour, so the other side begins.
        script.board(&*start);
        let opened = script.opponent(&*start);
        script.ask();
        script.answer(&*opened);
        // The ascii server's order: the colour, then the board.
        script.colour(Side::First);
        script.board(&*position);
        script.ask();
        script.answer(&*position);
        script.quit();
    }
}

#[test]
fn a_request_that_is_withdrawn_is_answered_all_the_same_and_the_next_one_too() {
    for game in ["hexthello", "ants"] {
        let mut script = Script::new(game, false);
        let start = rules(game).start();
        script.colour(Side::First);
        script.board(&*start);
        script.ask();
        let first = script.answer(&*start);
        let second = script.opponent(&*first);
        // Asked, then restarted and asked again before it can have answered.
        for _ in 0..10 {
            script.ask();
            script.board(&*start);
        }
        script.ask();
        script.answer(&*second);
        for _ in 0..10 {
            script.answer(&*start);
        }
        script.quit();
    }
}

#[test]
fn requests_that_follow_one_another_do_not_confuse_the_client() {
    for game in ["hexthello", "ants"] {
        let mut script = Script::new(game, false);
        let start = rules(game).start();
        script.colour(Side::First);
        script.board(&*start);
        // Five at once: the answers are the same, so it does not matter which one is taken.
        let ask = [script.numbers.base + 4];
        script.wire.send(&ask.repeat(5));
        let answers: Vec<_> = (0..5).map(|_| script.answer(&*start).text()).collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        // After the answer, twice: none was taken before the last.
        script.ask();
        script.answer(&*start);
        script.ask();
        let position = script.answer(&*start);
        let position = script.opponent(&*position);
        script.ask();
        script.answer(&*position);
        script.quit();
    }
}

#[test]
fn both_dialects_of_ants_may_come_in_one_game() {
    let mut script = Script::new("ants", false);
    let mut position = rules("ants").opening();
    // Every square of the two rows holds food.
    position.resolve(255);
    script.colour(Side::First);
    script.board(&*position);
    for turn in 0.. {
        if position.legal_moves().is_empty() {
            break;
        }
        if position.side_to_move() == Side::First {
            script.ask();
            position = script.answer(&*position);
            // v1.01 confirms the player's own move with the board; the older servers say nothing.
            if turn % 3 == 0 {
                script.board(&*position);
            }
        } else if turn % 4 < 2 {
            position = script.opponent(&*position);
        } else {
            let mv = position.legal_moves().swap_remove(0);
            position.play(&mv).unwrap();
            while position.chance().is_some() {
                position.resolve(1);
            }
            script.board(&*position);
        }
    }
    script.quit();
}
