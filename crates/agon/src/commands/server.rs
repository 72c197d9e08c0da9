//! `agon server`.

use super::asking::fresh_seed;
use super::hall::{self, HallOptions};
use crate::cli::{DialectChoice, ServerArgs};
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_core::{Reason, Side, Verdict};
use agon_engine::Stop;
use agon_frontends::server::{self, MatchSetup, News, colour};
use agon_wire::tuc::{AsciiOptions, Departure, Dialect, TucGame};
use std::io::{self, Write};

/// A game that is played over the network, and its port.
pub(super) fn network_game(name: &str, port: Option<u16>) -> Result<(TucGame, u16), Failure> {
    let rules = agon_games::registry().game(name)?;
    let usual = rules.info().port;
    let wrong = || Failure::Usage(format!("{name} has no game server; hexthello and ants have one"));
    let game = TucGame::new(rules).ok_or_else(wrong)?;
    let port = port.or(usual).ok_or_else(wrong)?;
    Ok((game, port))
}

pub(crate) fn run(args: &ServerArgs, style: TextStyle, out: &mut dyn Write) -> Done {
    let (game, port) = network_game(&args.game, args.port)?;
    let dialect = match args.dialect {
        DialectChoice::Positions => Dialect::Positions,
        DialectChoice::Moves => Dialect::Moves,
    };
    if args.hall {
        let (host, seed) = (args.host.clone(), args.seed);
        return hall::run(HallOptions { game, port, host, dialect, seed }, style, out);
    }
    let listener = agon_seats::listener::open_port(port).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            Failure::Failed(format!("port {port} is taken; end the other server or choose a port with -p"))
        }
        _ => Failure::Failed(format!("port {port} cannot be opened: {error}")),
    })?;
    let port = listener.local_addr()?.port();
    writeln!(out, "{}: waiting for two players on port {port}", game.rules().info().title)?;
    out.flush()?;
    let options = AsciiOptions { games: args.games, swap: args.swap, dialect };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let setup = MatchSetup { game, options, move_time: args.move_time, seed, rolls: Vec::new() };
    let stop = Stop::new();
    let interrupted = stop.clone();
    // Without the handler Ctrl-C still ends the server, only less politely.
    let _ = ctrlc::set_handler(move || interrupted.set());
    let mut departed = None;
    let result = server::run(listener, setup, &stop, &mut |news| {
        if let News::Gone { connection, name, departure } = &news {
            departed = Some(farewell(*connection, name, departure));
        }
        tell(&news, out)
    })?;
    if let Some(departed) = departed {
        return Err(Failure::Failed(departed));
    }
    if !result.complete {
        return Err(Failure::Failed("interrupted: the players were sent away and the match is over".into()));
    }
    let [a, b] = &result.names;
    let [wins, losses] = result.wins;
    writeln!(out, "{a} {wins}, {b} {losses}, drawn {}", result.draws)?;
    Ok(())
}

fn tell(news: &News<'_>, out: &mut dyn Write) -> io::Result<()> {
    match news {
        News::Connected { connection, address } => {
            let side = if *connection == 0 { Side::Second } else { Side::First };
            let address = address.ip().to_canonical();
            writeln!(out, "{} connected from {address}", colour(side))?;
        }
        News::NotWaited { address } => {
            let address = address.ip().to_canonical();
            writeln!(out, "the player from {address} did not wait for the match; the next one is white")?;
        }
        News::Named { connection, name } => {
            let side = if *connection == 0 { Side::Second } else { Side::First };
            writeln!(out, "{} is {name}", colour(side))?;
        }
        News::GameOver { number, referee, verdict, .. } => {
            let players = &referee.record().players;
            let sides = Side::BOTH.map(|side| format!("{} ({})", players[side].name, colour(side)));
            let moves = referee.line().moves().len();
            writeln!(out, "game {number}: {} after {moves} moves", ending(&sides, verdict))?;
        }
        // Who is gone is said last, on standard error.
        News::Position { .. } | News::Gone { .. } => return Ok(()),
    }
    out.flush()
}

fn ending(sides: &[String; 2], verdict: &Verdict) -> String {
    let [black, white] = verdict.score;
    match verdict.winner {
        None => format!("a draw, {black} to {white},"),
        Some(side) if verdict.reason == Reason::Normal => {
            format!("{} wins, black {black} to white {white},", sides[side])
        }
        Some(side) => {
            let why =
                verdict.evidence.explanation.as_deref().map(|why| format!(" ({why})")).unwrap_or_default();
            format!("{} wins; {} lost by {}{why}", sides[side], sides[!side], verdict.reason.words())
        }
    }
}

fn farewell(connection: usize, name: &str, departure: &Departure) -> String {
    let order = if connection == 0 { "first" } else { "second" };
    let who = if name.is_empty() {
        format!("the player that connected {order}")
    } else {
        format!("{name}, who connected {order},")
    };
    match departure {
        Departure::Disconnected => format!("{who} disconnected, so the match is over"),
        Departure::BrokeProtocol(error) => format!("{who} broke the protocol, so the match is over: {error}"),
        other => format!("the match is over because of {who}: {other}"),
    }
}
