//! `agon games`.

use crate::failure::{Done, Failure};
use agon_core::AnyGame;
use agon_engine::spec::SETTINGS;
use agon_search::TECHNIQUES;
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(game: Option<&str>, json: bool, out: &mut dyn Write) -> Done {
    let registry = agon_games::registry();
    let wrong = |e: serde_json::Error| Failure::Failed(e.to_string());
    match (game, json) {
        (None, true) => {
            let all: Vec<_> = registry.games().map(|g| g.info()).collect();
            writeln!(out, "{}", serde_json::to_string(&all).map_err(wrong)?)?;
        }
        (None, false) => {
            for game in registry.games() {
                let info = game.info();
                writeln!(out, "{:<14} {:<26} {}", info.name, info.board, info.summary)?;
            }
        }
        (Some(id), true) => writeln!(out, "{}", document(&*registry.game(id)?)?)?,
        (Some(id), false) => describe(&*registry.game(id)?, out)?,
    }
    Ok(())
}

/// The board in a few words; of a variant only its size is known.
fn board(game: &dyn AnyGame) -> String {
    let info = game.info();
    if game.id() == info.name {
        return info.board.to_owned();
    }
    format!("{} cells (usually {})", game.start().view(&[]).contents.len(), info.board)
}

/// Everything about a game in one document.
fn document(game: &dyn AnyGame) -> Result<Value, Failure> {
    let engines = agon_games::engines().info(&game.id())?;
    let mut document = serde_json::to_value(game.info()).map_err(|e| Failure::Failed(e.to_string()))?;
    document["name"] = game.id().into();
    document["board"] = board(game).into();
    let about = |name: &str, about: &str| json!({ "name": name, "about": about });
    document["evaluations"] = engines.evaluations.iter().map(|(name, text)| about(name, text)).collect();
    document["levels"] = engines.levels.iter().map(|level| about(level.name, level.about)).collect();
    let settings = SETTINGS
        .iter()
        .map(|setting| json!({ "name": setting.name, "about": setting.about, "takes": setting.takes }));
    let techniques = TECHNIQUES.iter().map(|technique| {
        let value = engines.techniques.get(technique);
        json!({ "name": technique.name, "about": technique.about, "default": value.to_string() })
    });
    document["settings"] = settings.chain(techniques).collect();
    Ok(document)
}

fn describe(game: &dyn AnyGame, out: &mut dyn Write) -> Done {
    let info = game.info();
    writeln!(out, "{} ({})", info.title, game.id())?;
    writeln!(out, "{}\n", info.summary)?;
    let mut row = |name: &str, text: &str| writeln!(out, "  {name:<12} {text}");
    row("board", &board(game))?;
    let sides = info.sides;
    row("sides", &format!("{} (moves first), then {}", sides[0].name, sides[1].name))?;
    row("scores in", info.scores.unit)?;
    let port = info.port.map_or("none of its own".to_owned(), |p| format!("{p} (TCP)"));
    row("port", &port)?;
    let protocols: Vec<&str> = info.protocols.iter().map(|protocol| protocol.name()).collect();
    row("protocols", &protocols.join(", "))?;
    row("moves", &format!("written {}", info.move_form))?;
    row("positions", info.position_form)?;
    for option in info.options {
        let text = format!("{}: {}, usually {}", option.name, option.takes, option.default);
        row("variant", &text)?;
    }
    engines(game, out)
}

/// The engines of a game: evaluations, levels and every setting.
fn engines(game: &dyn AnyGame, out: &mut dyn Write) -> Done {
    let info = agon_games::engines().info(&game.id())?;
    writeln!(out, "\nEvaluations (eval=NAME, the first is the default)")?;
    for (name, about) in &info.evaluations {
        writeln!(out, "  {name:<12} {about}")?;
    }
    writeln!(out, "\nLevels (level=NAME)")?;
    for level in &info.levels {
        writeln!(out, "  {:<12} {}", level.name, level.about)?;
    }
    writeln!(out, "\nSettings (name=value, separated by ':')")?;
    for setting in SETTINGS {
        writeln!(out, "  {:<12} {} ({})", setting.name, setting.about, setting.takes)?;
    }
    for technique in TECHNIQUES {
        let value = info.techniques.get(technique);
        writeln!(out, "  {:<12} {}, here {value}", technique.name, technique.about)?;
    }
    Ok(())
}
