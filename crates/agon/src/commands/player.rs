//! `agon player`.

use crate::cli::{Order, PlayerArgs, Protocol};
use crate::failure::{Done, Failure};
use agon_core::{Protocol as Spoken, Side};
use agon_engine::EngineSpec;
use agon_frontends::{EngineMaker, connect9x9, gtp, nboard, ugi};
use std::io::{Write, stdin};
use std::time::Duration;

/// How long a player thinks if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// The same for the course's protocol, where a move may take five seconds.
const USUAL_OF_FIVE: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &PlayerArgs, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let spec = EngineSpec::parse_settings(args.engine.as_deref().unwrap_or_default())?;
    let info = game.info();
    let (name, speaks) = (info.name, |protocol| info.speaks(protocol));
    let engines = agon_games::engines();
    let numbers = engines.games_over(Spoken::Connect9x9);
    let othello = engines.games_over(Spoken::NBoard);
    let usual = if args.protocol.is_none() { USUAL_OF_FIVE } else { USUAL };
    let maker = EngineMaker::new(engines, game, spec, args.time, usual).pondering(args.ponder);
    match (args.protocol, args.side) {
        (Some(Protocol::Ugi), _) => ugi::run(maker, stdin(), out)?,
        (Some(Protocol::Nboard), _) if speaks(Spoken::NBoard) => nboard::run(maker, stdin(), out)?,
        (Some(Protocol::Gtp), _) if speaks(Spoken::Gtp) => gtp::run(maker, stdin(), out)?,
        (Some(_), _) => {
            let text = format!("nboard and gtp are protocols for {othello}; {name} has --protocol ugi");
            return Err(Failure::Usage(text));
        }
        (None, Some(order)) if speaks(Spoken::Connect9x9) => {
            let side = match order {
                Order::First => Side::First,
                Order::Second => Side::Second,
            };
            connect9x9::run(maker, side, stdin(), out)?;
        }
        (None, Some(_)) => {
            let text = format!("only {numbers} is played as first or second; {name} has --protocol ugi");
            return Err(Failure::Usage(text));
        }
        (None, None) if speaks(Spoken::Connect9x9) => {
            let text = "say which side the player has, first or second, or a protocol: --protocol ugi";
            return Err(Failure::Usage(text.to_owned()));
        }
        (None, None) => {
            return Err(Failure::Usage(format!("say which protocol {name} is played with: --protocol ugi")));
        }
    }
    Ok(())
}
