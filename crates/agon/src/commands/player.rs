//! `agon player`.

use crate::cli::{Order, PlayerArgs, Protocol};
use crate::failure::{Done, Failure};
use agon_core::Side;
use agon_engine::EngineSpec;
use agon_frontends::{EngineMaker, connect9x9, gtp, nboard, ugi};
use std::io::{Write, stdin};
use std::time::Duration;

/// How long a player thinks if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// The same for connect4-9x9, where a move may take five seconds.
const USUAL_OF_FIVE: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &PlayerArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let spec = EngineSpec::parse_settings(args.engine.as_deref().unwrap_or_default())?;
    let name = game.info().name;
    let usual = if args.protocol.is_none() { USUAL_OF_FIVE } else { USUAL };
    let maker = EngineMaker::new(agon_games::engines(), game, spec, args.time, usual).pondering(args.ponder);
    match (args.protocol, args.side) {
        (Some(Protocol::Ugi), _) => ugi::run(maker, stdin(), out)?,
        (Some(Protocol::Nboard), _) if name == "reversi" => nboard::run(maker, stdin(), out)?,
        (Some(Protocol::Gtp), _) if name == "reversi" => gtp::run(maker, stdin(), out)?,
        (Some(_), _) => {
            let text = format!("nboard and gtp are protocols for reversi; {name} has --protocol ugi");
            return Err(Failure::Usage(text));
        }
        (None, Some(order)) if name == "connect4-9x9" => {
            let side = match order {
                Order::First => Side::First,
                Order::Second => Side::Second,
            };
            connect9x9::run(maker, side, stdin(), out)?;
        }
        (None, Some(_)) => {
            let text = format!("only connect4-9x9 is played as first or second; {name} has --protocol ugi");
            return Err(Failure::Usage(text));
        }
        (None, None) if name == "connect4-9x9" => {
            let text = "say which side the player has, first or second, or a protocol: --protocol ugi";
            return Err(Failure::Usage(text.to_owned()));
        }
        (None, None) => {
            return Err(Failure::Usage(format!("say which protocol {name} is played with: --protocol ugi")));
        }
    }
    Ok(())
}
