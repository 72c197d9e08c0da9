//! What a person at the hall's terminal can say.

use agon_core::{AnyGame, MoveError, Side, duration};
use agon_hall::{Command, GuestId};
use agon_referee::TimeControl;

/// Something a person wants.
#[derive(Debug)]
pub(super) enum Wish {
    /// The table is to do something.
    Table(Command),
    /// A move of a person, for the position as it is.
    Move(String),
    /// A network player is to be sent away.
    Kick(GuestId),
    /// Who is connected?
    Who,
    /// The board, please.
    Show,
    /// What can be said here?
    Help,
    /// The hall is to close.
    Quit,
}

pub(super) const HELP: &str = "\
  seat SIDE PLAYER   who plays a side: human, random, engine:level=3, a network player's number, nobody
  start, stop        begin or go on; stand still
  restart            a new game with the same players
  swap               the players change sides
  move 5,7           a person's move; the move alone will do
  back [N]           take back the last move, or the last N
  resign SIDE        a side gives up
  time 2s            a time for each move; time off for none
  clock 5m+2s        a clock for the game; clock off for none
  who                who is connected
  kick N             send a network player away
  show               the board
  quit               close the hall";

/// Reads a line; an error is a sentence without its full stop.
pub(super) fn wish(game: &dyn AnyGame, line: &str) -> Result<Wish, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(Wish::Show) };
    let rest: Vec<&str> = words.collect();
    let one = |what: &str| match rest[..] {
        [word] => Ok(word),
        _ => Err(format!("'{first}' wants {what} after it; 'help' shows how everything is said")),
    };
    let alone = |wish: Wish| match rest[..] {
        [] => Ok(wish),
        _ => Err(format!("'{first}' stands alone; 'help' shows how everything is said")),
    };
    match first {
        "seat" => match rest[..] {
            [side, player] => {
                let player = player.parse().map_err(|e: agon_seats::PlayerError| e.to_string())?;
                Ok(Wish::Table(Command::Seat(self::side(game, side)?, player)))
            }
            _ => Err(format!("say which side and who, for example 'seat {} human'", sides(game)[1])),
        },
        "start" | "go" | "resume" => alone(Wish::Table(Command::Start)),
        "stop" => alone(Wish::Table(Command::Stop)),
        "restart" => alone(Wish::Table(Command::Restart)),
        "swap" => alone(Wish::Table(Command::Swap)),
        "back" | "undo" if rest.is_empty() => Ok(Wish::Table(Command::TakeBack(1))),
        "back" | "undo" => {
            let number = one("a number of moves")?;
            let plies = number.parse().map_err(|_| format!("'{number}' is not a number of moves"))?;
            Ok(Wish::Table(Command::TakeBack(plies)))
        }
        "resign" => Ok(Wish::Table(Command::Resign(side(game, one("a side")?)?))),
        "time" => {
            let control = match one("a time like 2s, or off")? {
                "off" => TimeControl::NONE,
                time => TimeControl::per_move(duration::parse(time).map_err(|e| e.to_string())?),
            };
            Ok(Wish::Table(Command::SetClock([control; 2])))
        }
        "clock" => {
            let control = match one("a clock like 5m+2s, or off")? {
                "off" => TimeControl::NONE,
                clock => TimeControl::parse_clock(clock).map_err(|e| e.to_string())?,
            };
            Ok(Wish::Table(Command::SetClock([control; 2])))
        }
        "kick" => {
            let number = one("the number of a network player")?;
            let guest = number.parse().map_err(|_| format!("'{number}' is not the number of a player"))?;
            Ok(Wish::Kick(GuestId(guest)))
        }
        "move" | "play" => Ok(Wish::Move(one("a move")?.to_owned())),
        "who" | "players" => alone(Wish::Who),
        "show" | "board" => alone(Wish::Show),
        "help" | "?" => alone(Wish::Help),
        "quit" | "exit" => alone(Wish::Quit),
        _ if rest.is_empty() && is_meant_as_a_move(game, first) => Ok(Wish::Move(first.to_owned())),
        _ => Err(format!("'{first}' is nothing that can be said here; 'help' shows what can")),
    }
}

/// Whether a word is written as the game's moves are, or at least begins with a number as most of them do.
fn is_meant_as_a_move(game: &dyn AnyGame, word: &str) -> bool {
    let malformed = matches!(game.start().path(word), Err(MoveError::Malformed { .. }));
    !malformed || word.starts_with(|c: char| c.is_ascii_digit())
}

fn sides(game: &dyn AnyGame) -> [&'static str; 2] {
    game.info().sides.map(|side| side.name)
}

fn side(game: &dyn AnyGame, word: &str) -> Result<Side, String> {
    let names = sides(game);
    let found = Side::BOTH.into_iter().find(|&side| names[side] == word);
    found.ok_or_else(|| format!("'{word}' is not a side; the sides are {} and {}", names[0], names[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_hall::Occupant;

    fn said(line: &str) -> Result<Wish, String> {
        wish(&*agon_games::registry().game("hexthello").unwrap(), line)
    }

    #[test]
    fn everything_in_the_help_is_understood() {
        for line in [
            "seat white 2",
            "seat black engine:level=3",
            "start",
            "stop",
            "restart",
            "swap",
            "move 5,7",
            "5,7",
            "pass",
            "back",
            "back 3",
            "resign black",
            "time 2s",
            "time off",
            "clock 5m+2s",
            "clock off",
            "who",
            "kick 2",
            "show",
            "",
            "help",
            "quit",
        ] {
            assert!(said(line).is_ok(), "{line}: {:?}", said(line));
        }
        let Ok(Wish::Table(Command::Seat(Side::Second, guest))) = said("seat white 2") else { panic!() };
        assert_eq!(guest, Occupant::Guest(GuestId(2)));
    }

    #[test]
    fn the_rest_is_refused_in_a_sentence() {
        for (line, told) in [
            ("seat", "for example 'seat white human'"),
            ("seat green human", "'green' is not a side; the sides are black and white"),
            ("seat white wizard", "'wizard' is not a player"),
            ("seat white engine:warp=9", "no engine setting 'warp'"),
            ("start now", "'start' stands alone"),
            ("back soon", "'soon' is not a number of moves"),
            ("kick Bob", "'Bob' is not the number of a player"),
            ("time", "wants a time like 2s"),
            ("clock ten", "ten"),
            ("dance", "'dance' is nothing that can be said here"),
        ] {
            let error = said(line).unwrap_err();
            assert!(error.contains(told), "{line}: {error}");
        }
    }
}
