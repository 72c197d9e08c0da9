//! An Ants player that plays any legal move. Put your search into `choose_move`.
//!
//! Build:  rustc -O --edition 2024 -o ants-client ants_client.rs

mod ants;
mod connection;

use ants::{self as game, Move, Position};
use connection::{Connection, random_below};

/// The server keeps 16 characters.
const AGENT_NAME: &str = "Rust kit";

/// The place for your search. There is at least one move, and it is color's turn, whatever `position.turn` says.
fn choose_move(position: &Position, color: u8) -> Move {
    let mut moves = position.all_moves(color);
    moves.swap_remove(random_below(moves.len()))
}

fn main() {
    let mut server = Connection::open(6001);
    let mut position = None;
    let mut my_color = game::BLACK;
    loop {
        let [message] = server.receive();
        match (message, &mut position) {
            // Also in the middle of a game: the server's board is the right one.
            (game::NEW_POSITION, _) => position = Some(Position::receive(&mut server)),
            (game::COLOR_W, _) => my_color = game::WHITE,
            (game::COLOR_B, _) => my_color = game::BLACK,
            (game::REQUEST_NAME, _) => server.send_name(AGENT_NAME),
            // Who cannot move is asked all the same, and passes.
            (game::REQUEST_MOVE, Some(position)) => {
                let answer = if position.can_move(my_color) {
                    choose_move(position, my_color)
                } else {
                    Move { tiles: Vec::new(), color: my_color }
                };
                answer.send(&mut server);
                position.do_move(&answer);
            }
            // What the opponent has played.
            (game::PREPARE_TO_RECEIVE_MOVE, Some(position)) => {
                position.do_move(&Move::receive(&mut server, game::other_side(my_color)));
            }
            (game::QUIT, _) => return,
            _ => {
                eprintln!(
                    "the server sent {message}, which is no message of Ants or comes before a position"
                );
                return;
            }
        }
    }
}
