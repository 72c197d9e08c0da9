//! `agon menu`: what this is, and a menu of games.

use super::asking::ask;
use super::play::{Seating, terminal_game};
use crate::failure::Done;
use agon_board::TextStyle;
use agon_core::Side;
use agon_seats::{PlayerError, PlayerSpec};
use std::io::{self, Write};

const GREETING: &str = "\
Agon: board games to play, judge, teach and master.

  agon play GAME      a game in this terminal     agon match GAME A B   players against each other
  agon show GAME      draw a position             agon games            what there is
  agon --help         everything else
";

pub(crate) fn run(style: TextStyle, out: &mut dyn Write) -> Done {
    writeln!(out, "{GREETING}")?;
    let (registry, engines) = (agon_games::registry(), agon_games::engines());
    let games: Vec<_> = registry.games().cloned().collect();
    for (i, game) in games.iter().enumerate() {
        writeln!(out, "  {}  {:<14} {}", i + 1, game.info().title, game.info().summary)?;
    }
    writeln!(out)?;
    let input = &mut io::stdin().lock();
    let chosen = ask(input, out, "Which game? (a number or a name, Enter to leave) ", |text| {
        let number = text.parse().ok().and_then(|n: usize| games.get(n.wrapping_sub(1)).cloned());
        match number {
            Some(game) => Ok(game),
            None => registry.game(text).map_err(|e| e.to_string()),
        }
    })?;
    let Some(game) = chosen else { return Ok(()) };
    let names = game.info().sides.map(|s| s.name);
    let question = format!("Play 1 {} (moves first), or 2 {}? ", names[0], names[1]);
    let side = ask(input, out, &question, |text| match text {
        "1" => Ok(Side::First),
        "2" => Ok(Side::Second),
        _ => Err(format!("Type 1 for {} or 2 for {}.", names[0], names[1])),
    })?;
    let Some(side) = side else { return Ok(()) };
    let question = "Against which level, 1 (a beginner) to 10 (full strength), or random? ";
    let opponent = ask(input, out, question, |text| {
        let written = if text == "random" { text.to_owned() } else { format!("engine:level={text}") };
        let player: PlayerSpec = written.parse().map_err(|e: PlayerError| e.to_string())?;
        player.seat(&*game, &engines).map_err(|e| e.to_string())?;
        Ok(player)
    })?;
    let Some(opponent) = opponent else { return Ok(()) };
    let seating = Seating::person_against(opponent, side, &*game);
    terminal_game(&game, seating, style, input, out)
}
