//! HexThello and Ants over TCP: the examinations of a network player.

pub(super) mod rules;
mod server;

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::Manner;
use super::sparring::{self, Ending, Sparring};
use agon_core::{AnyGame, Line, Side};
use agon_wire::tuc::{Dialect, ServerMessage, TucGame, WireMove, WirePosition};
use server::Server;

/// How many moves a player is asked for where a few will do.
const A_FEW: usize = 4;

/// How far into a game a player is seated.
const MIDDLE: usize = 12;

pub(super) fn examinations(game: &dyn AnyGame) -> Vec<Examination> {
    let mut all = [openings(), turns_of_a_game(), endings()].concat();
    if sparring::chain(game, 2).is_some() {
        let captures = Examination {
            name: "chains of captures",
            what: "It has to capture, two ants and then five in one move.",
            rule: rules::CAPTURE,
            run: captures,
        };
        let older = Examination {
            name: "the older dialect",
            what: "It is told its opponent's moves, and not the board after them.",
            rule: rules::OLDER,
            run: older,
        };
        all.splice(3..3, [captures, older]);
    }
    all
}

/// Its name and a few moves, however what it reads arrives.
fn openings() -> Vec<Examination> {
    vec![
        Examination {
            name: "its name",
            what: "It is asked for its name, twice.",
            rule: rules::NAME,
            run: name,
        },
        Examination {
            name: "black",
            what: "It plays a few moves as black, as the ascii server lets it.",
            rule: rules::ILLEGAL,
            run: |visit| opening(visit, Side::First, Manner::Whole, None),
        },
        Examination {
            name: "white",
            what: "It plays a few moves as white.",
            rule: rules::ILLEGAL,
            run: |visit| opening(visit, Side::Second, Manner::Whole, None),
        },
        Examination {
            name: "one byte a packet",
            what: "Everything the server says arrives one byte at a time.",
            rule: rules::FRAGMENTS,
            run: |visit| opening(visit, Side::Second, Manner::Bytewise, Some(rules::FRAGMENTS)),
        },
        Examination {
            name: "several messages in one packet",
            what: "All that the server says before it waits for an answer arrives in one packet.",
            rule: rules::GLUED,
            run: |visit| opening(visit, Side::Second, Manner::Glued, Some(rules::GLUED)),
        },
    ]
}

/// What happens in the course of a game.
fn turns_of_a_game() -> Vec<Examination> {
    vec![
        Examination {
            name: "a pass",
            what: "It is asked for a move although it has none, as either side.",
            rule: rules::PASS,
            run: pass,
        },
        Examination {
            name: "the opponent's pass",
            what: "It is told that its opponent passed, then asked for its own move.",
            rule: rules::OPPONENT_PASS,
            run: opponents_pass,
        },
        Examination {
            name: "seated in the middle of a game",
            what: "The board comes before the colour; then it gets the other side, and the game is restarted.",
            rule: rules::SEATED,
            run: seated,
        },
        Examination {
            name: "a request that is withdrawn",
            what: "It is asked, the game is restarted before it can have answered, and it is asked again.",
            rule: rules::WITHDRAWN,
            run: withdrawn,
        },
    ]
}

/// How games and connections end, and a server that takes its time.
fn endings() -> Vec<Examination> {
    vec![
        Examination {
            name: "a win",
            what: "Its last move wins; the next game begins without a word about it.",
            rule: rules::NO_RESULT,
            run: |visit| end(visit, Ending::Win),
        },
        Examination {
            name: "a loss",
            what: "The game is lost; the next one begins without a word about it.",
            rule: rules::NO_RESULT,
            run: |visit| end(visit, Ending::Loss),
        },
        Examination {
            name: "a draw",
            what: "The game is a draw; the next one begins without a word about it.",
            rule: rules::NO_RESULT,
            run: |visit| end(visit, Ending::Draw),
        },
        Examination {
            name: "a slow server",
            what: "The server pauses before every message, and in the middle of the board.",
            rule: rules::SLOW,
            run: slow,
        },
        Examination {
            name: "QUIT",
            what: "It is sent away in the middle of a game.",
            rule: rules::QUIT,
            run: quit,
        },
        Examination {
            name: "an early end",
            what: "The server closes the connection in the middle of a message.",
            rule: rules::QUIT,
            run: early_end,
        },
    ]
}

/// The protocol's view of the game that is examined.
fn wire_game(visit: &Visit<'_>) -> Result<TucGame, Trouble> {
    let other = || Trouble::Untried("the game is not played over this protocol".to_owned());
    TucGame::new(visit.game.clone()).ok_or_else(other)
}

fn name(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.colour(Side::Second);
    server.name(None)?;
    server.expect_silence(Some(rules::NAME))
}

/// The first moves of a game, in the ascii server's order.
fn opening(visit: &mut Visit<'_>, side: Side, manner: Manner, instead: Option<Rule>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut line = Sparring::new().begin(&**visit.game);
    let mut server = Server::new(visit.admit(side)?, game);
    server.patient.sends(manner);
    server.colour(side);
    server.name(instead)?;
    server.position(line.position())?;
    server.play(&mut line, side, A_FEW, Dialect::Positions, instead)?;
    server.expect_silence(instead)
}

fn pass(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let lines = Side::BOTH.map(|side| sparring::forced_pass(&**visit.game, side));
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.name(None)?;
    for (side, line) in Side::BOTH.into_iter().zip(lines) {
        let line = line.ok_or_else(no_position)?;
        server.colour(side);
        server.position(line.position())?;
        server.ask(line.position(), None)?;
        server.expect_silence(None)?;
    }
    Ok(())
}

fn opponents_pass(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut line = sparring::forced_pass(&**visit.game, Side::Second).ok_or_else(no_position)?;
    let mut server = Server::new(visit.admit(Side::First)?, game.clone());
    server.name(None)?;
    server.colour(Side::First);
    server.position(line.position())?;
    let text = sparring::pass(&mut line)?;
    let passed = WireMove::from_text(&game, &text).map_err(Trouble::own)?;
    server.tell(&ServerMessage::OpponentMove(passed));
    server.ask(line.position(), Some(rules::OPPONENT_PASS))?;
    server.expect_silence(None)
}

fn captures(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let lines = [2, 5].map(|jumps| sparring::chain(&**visit.game, jumps));
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.colour(Side::First);
    server.name(None)?;
    for line in lines {
        let line = line.ok_or_else(no_position)?;
        server.position(line.position())?;
        server.ask(line.position(), None)?;
    }
    server.expect_silence(None)
}

/// Who does not follow the moves that it is told does not see what it must capture.
fn older(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let (mut line, text) = sparring::bait(&**visit.game).ok_or_else(no_position)?;
    let mut server = Server::new(visit.admit(Side::Second)?, game.clone());
    server.colour(Side::Second);
    server.name(None)?;
    server.position(line.position())?;
    let told = WireMove::from_text(&game, &text).map_err(Trouble::own)?;
    server.tell(&ServerMessage::OpponentMove(told));
    line.play(&text, |_| 0).map_err(Trouble::own)?;
    server.play(&mut line, Side::Second, A_FEW, Dialect::Moves, Some(rules::OLDER))?;
    server.expect_silence(Some(rules::OLDER))
}

/// As the graphical server does it.
fn seated(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut sparring = Sparring::new();
    let mut line = sparring.begin(&**visit.game);
    let start = line.clone();
    sparring.play_on(&mut line, MIDDLE).map_err(Trouble::own)?;
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.name(None)?;
    let me = line.position().side_to_move();
    server.position(line.position())?;
    server.colour(me);
    server.ask(line.position(), Some(rules::SEATED))?;
    // The other side, on a board that says that it is its opponent's turn: only the server knows whose it is.
    let turned = with_turn(&start, Side::Second)?;
    server.position(start.position())?;
    server.colour(Side::Second);
    server.ask(turned.position(), Some(rules::WHOSE_TURN))?;
    // A restart: the side stays.
    server.position(turned.position())?;
    server.ask(turned.position(), Some(rules::RESTART))?;
    server.expect_silence(None)
}

/// The same board with another side to move.
fn with_turn(line: &Line, side: Side) -> Result<Line, Trouble> {
    let mut set_up = line.position().set_up();
    set_up.side = side;
    line.position().game().from_set_up(&set_up).map(Line::new).map_err(Trouble::own)
}

fn withdrawn(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut sparring = Sparring::new();
    let line = sparring.begin(&**visit.game);
    let mut other = line.clone();
    sparring.play_on(&mut other, 2).map_err(Trouble::own)?;
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.name(None)?;
    server.position(line.position())?;
    server.colour(line.position().side_to_move());
    // In one packet, so that nobody can have answered in between.
    server.patient.sends(Manner::Glued);
    server.tell(&ServerMessage::RequestMove);
    server.position(other.position())?;
    server.tell(&ServerMessage::RequestMove);
    server.answer(line.position(), Some(rules::WITHDRAWN))?;
    server.answer(other.position(), Some(rules::WITHDRAWN))?;
    server.expect_silence(Some(rules::WITHDRAWN))
}

/// One game to its end, then the first moves of the next with colours swapped. It wins or draws by its own last move
/// and loses by its opponent's, of which it may never hear.
fn end(visit: &mut Visit<'_>, ending: Ending) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let (last, ending) = match ending {
        Ending::Loss => (Side::Second, Ending::Win),
        other => (Side::First, other),
    };
    let mut line = sparring::last_move(&**visit.game, last, ending).ok_or_else(no_position)?;
    let mut next = Sparring::new().begin(&**visit.game);
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.colour(Side::First);
    server.name(None)?;
    server.position(line.position())?;
    server.play(&mut line, Side::First, 1, Dialect::Positions, None)?;
    server.colour(Side::Second);
    server.position(next.position())?;
    server.play(&mut next, Side::Second, 1, Dialect::Positions, Some(rules::NO_RESULT))?;
    server.expect_silence(Some(rules::NO_RESULT))
}

fn slow(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let mut line = Sparring::new().begin(&**visit.game);
    let mut server = Server::new(visit.admit(Side::First)?, game.clone());
    server.colour(Side::First);
    server.name(Some(rules::SLOW))?;
    server.patient.sends(Manner::Slow);
    let body = WirePosition::of(&game, line.position()).map_err(Trouble::own)?;
    let message = ServerMessage::NewPosition(body).encode(&game);
    let (head, tail) = message.split_at(message.len() / 2);
    server.patient.send(head);
    server.patient.send(tail);
    server.play(&mut line, Side::First, 1, Dialect::Positions, Some(rules::SLOW))?;
    server.expect_silence(Some(rules::SLOW))
}

fn quit(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let line = Sparring::new().begin(&**visit.game);
    let mut server = Server::new(visit.admit(Side::First)?, game);
    server.colour(Side::First);
    server.name(None)?;
    server.position(line.position())?;
    server.ask(line.position(), None)?;
    server.tell(&ServerMessage::Quit);
    server.patient.ends().breaks(rules::QUIT)
}

fn early_end(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let game = wire_game(visit)?;
    let line = Sparring::new().begin(&**visit.game);
    let mut server = Server::new(visit.admit(Side::First)?, game.clone());
    server.colour(Side::First);
    server.name(None)?;
    let body = WirePosition::of(&game, line.position()).map_err(Trouble::own)?;
    let message = ServerMessage::NewPosition(body).encode(&game);
    server.patient.send(&message[..message.len() / 2]);
    server.patient.hang_up();
    server.patient.ends().breaks(rules::QUIT)
}

fn no_position() -> Trouble {
    Trouble::Untried("there is no such position on this board".to_owned())
}
