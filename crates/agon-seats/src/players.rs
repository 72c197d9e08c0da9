//! Players as they are written on the command line: `random`, `engine:level=5`, `exec:./player`.

use crate::SeatFactory;
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Protocol};
use agon_engine::{EngineError, EngineSpec, Engines};
use agon_referee::{Answer, Beginning, Beginnings, EngineSeat, RandomSeat, Seat, Setback, TimeControl, Turn};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A player that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// Not a way to write a player.
    #[error(
        "'{0}' is not a player; players are written random, engine, engine:level=5, exec:COMMAND, ugi:COMMAND, net:PORT, huji:FOLDER, nboard:COMMAND, gtp:COMMAND or human"
    )]
    Unknown(String),
    /// A kind of program without the program.
    #[error("'{kind}:' needs a {what} behind it, for example {example}")]
    Missing {
        /// The kind.
        kind: &'static str,
        /// What is missing.
        what: &'static str,
        /// What would be right.
        example: &'static str,
    },
    /// A port that is none.
    #[error(
        "'{0}' is not a port; a network player is written net:PORT with a number from 1 to 65535, or 0 for any free port"
    )]
    NotAPort(String),
    /// A port that cannot be opened.
    #[error("cannot open port {port} for a network player: {error}")]
    Port {
        /// The port.
        port: u16,
        /// What the system said.
        error: String,
    },
    /// A protocol that does not know the game.
    #[error(
        "players of the kind '{kind}:' play {games}, not {game}; a program for {game} is written {instead}"
    )]
    Protocol {
        /// The kind.
        kind: &'static str,
        /// What it plays.
        games: String,
        /// The game.
        game: String,
        /// What would be right.
        instead: &'static str,
    },
    /// A program that is not there.
    #[error("there is no program '{0}'; a program is named by its path or by a name that PATH knows")]
    NoProgram(String),
    /// A script that an interpreter was to run and that is not there.
    #[error("there is no file {0}")]
    NoScript(String),
    /// A program that cannot be started.
    #[error("{0}")]
    Program(String),
    /// A folder without a player in it.
    #[error(
        "the folder '{folder}' has no {file}; a player of the kind 'huji:' is a folder with ai.py and game.py"
    )]
    Folder {
        /// The folder.
        folder: String,
        /// What is missing.
        file: &'static str,
    },
    /// A setting of `random` that it does not have.
    #[error("random has no setting '{0}'; it knows seed=N")]
    RandomSetting(String),
    /// A person cannot sit here.
    #[error("a person can play with 'agon play', not here")]
    NoPeople,
    /// The engine refuses its settings or the game.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl PlayerError {
    pub(crate) fn wrong_protocol(kind: &'static str, games: String, game: &dyn AnyGame) -> PlayerError {
        PlayerError::Protocol { kind, games, game: game.info().name.to_owned(), instead: "exec:COMMAND" }
    }
}

/// A player as it is written.
///
/// ```
/// use agon_seats::PlayerSpec;
/// let player: PlayerSpec = "ugi:java -cp 'my player' Main".parse().unwrap();
/// assert_eq!(player, PlayerSpec::Ugi("java -cp 'my player' Main".to_owned()));
/// assert_eq!(player.to_string(), "ugi:java -cp 'my player' Main");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// Any legal move; a seed of its own makes it play the same every time.
    Random {
        /// Its own seed.
        seed: Option<u64>,
    },
    /// An engine with its settings.
    Engine(EngineSpec),
    /// A program on standard input and output: the game's own protocol where it has one, else UGI.
    Exec(String),
    /// A program that speaks UGI.
    Ugi(String),
    /// The next program that connects to this port.
    Net(u16),
    /// A folder with Python `ai.py` and `game.py`.
    Huji(String),
    /// A program that speaks NBoard.
    NBoard(String),
    /// A program that speaks GTP.
    Gtp(String),
    /// A person.
    Human,
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let needed = |kind, what, example| {
            let missing = rest.trim().is_empty();
            if missing { Err(PlayerError::Missing { kind, what, example }) } else { Ok(rest.to_owned()) }
        };
        match kind {
            "random" => {
                let seed = match rest {
                    "" => None,
                    _ => Some(
                        rest.strip_prefix("seed=")
                            .and_then(|n| n.parse().ok())
                            .ok_or_else(|| PlayerError::RandomSetting(rest.to_owned()))?,
                    ),
                };
                Ok(PlayerSpec::Random { seed })
            }
            "engine" => Ok(PlayerSpec::Engine(EngineSpec::parse_settings(rest)?)),
            "human" if rest.is_empty() => Ok(PlayerSpec::Human),
            "exec" => needed("exec", "command", "exec:./player").map(PlayerSpec::Exec),
            "ugi" => needed("ugi", "command", "ugi:'python3 player.py'").map(PlayerSpec::Ugi),
            "nboard" => needed("nboard", "command", "nboard:./engine").map(PlayerSpec::NBoard),
            "gtp" => needed("gtp", "command", "gtp:'./engine --gtp'").map(PlayerSpec::Gtp),
            "huji" => needed("huji", "folder", "huji:submissions/alice").map(PlayerSpec::Huji),
            "net" => {
                let port = needed("net", "port", "net:6002")?;
                port.parse().map(PlayerSpec::Net).map_err(|_| PlayerError::NotAPort(port))
            }
            _ => Err(PlayerError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random { seed: None } => f.write_str("random"),
            PlayerSpec::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
            PlayerSpec::Engine(spec) => write!(f, "{spec}"),
            PlayerSpec::Exec(command) => write!(f, "exec:{command}"),
            PlayerSpec::Ugi(command) => write!(f, "ugi:{command}"),
            PlayerSpec::Net(port) => write!(f, "net:{port}"),
            PlayerSpec::Huji(folder) => write!(f, "huji:{folder}"),
            PlayerSpec::NBoard(command) => write!(f, "nboard:{command}"),
            PlayerSpec::Gtp(command) => write!(f, "gtp:{command}"),
            PlayerSpec::Human => f.write_str("human"),
        }
    }
}

impl PlayerSpec {
    /// A seat for this player in a game; programs run in whatever sandbox the machine has.
    pub fn seat(&self, game: &dyn AnyGame, engines: &Engines) -> Result<Box<dyn Seat>, PlayerError> {
        self.seat_in(game, &SeatFactory::new(engines))
    }

    /// A seat for this player in a game, made by a factory. Programs run in the current folder, so that
    /// relative paths mean what they say.
    pub fn seat_in(
        &self,
        game: &dyn AnyGame,
        factory: &SeatFactory<'_>,
    ) -> Result<Box<dyn Seat>, PlayerError> {
        let folder = std::env::current_dir().map_err(|error| PlayerError::Program(error.to_string()))?;
        self.seat_from(game, factory, &folder)
    }

    /// The same for a program that runs in a folder; the paths in its command are taken from there.
    pub fn seat_from(
        &self,
        game: &dyn AnyGame,
        factory: &SeatFactory<'_>,
        folder: &Path,
    ) -> Result<Box<dyn Seat>, PlayerError> {
        let speaks = |protocol| game.info().speaks(protocol);
        let refused = |kind, protocol| {
            Err(PlayerError::wrong_protocol(kind, factory.engines().games_over(protocol), game))
        };
        let spec = self.to_string();
        match self {
            PlayerSpec::Random { seed } => Ok(Box::new(RandomSeat::new(*seed))),
            PlayerSpec::Engine(spec) => {
                Ok(Box::new(EngineSeat::new(factory.engines().engine(&game.id(), spec)?)))
            }
            PlayerSpec::Exec(command) if speaks(Protocol::Connect9x9) => {
                factory.connect9x9(spec, command, folder)
            }
            PlayerSpec::Exec(command) | PlayerSpec::Ugi(command) => factory.ugi(spec, command, folder),
            PlayerSpec::Net(port) => factory.net(spec, *port, game),
            PlayerSpec::Huji(files) if speaks(Protocol::TwoInstance) => {
                factory.huji(spec, &folder.join(files))
            }
            PlayerSpec::Huji(_) => refused("huji", Protocol::TwoInstance),
            PlayerSpec::NBoard(command) if speaks(Protocol::NBoard) => factory.nboard(spec, command, folder),
            PlayerSpec::NBoard(_) => refused("nboard", Protocol::NBoard),
            PlayerSpec::Gtp(command) if speaks(Protocol::Gtp) => factory.gtp(spec, command, folder),
            PlayerSpec::Gtp(_) => refused("gtp", Protocol::Gtp),
            PlayerSpec::Human => Err(PlayerError::NoPeople),
        }
    }

    /// Where the games of all these players can begin.
    pub fn beginnings_of<'a>(
        players: impl IntoIterator<Item = &'a PlayerSpec>,
        game: &dyn AnyGame,
    ) -> Beginnings {
        players.into_iter().map(|player| player.beginnings(game)).min().unwrap_or(Beginnings::Anywhere)
    }

    /// Whether it is a program of its own and not part of this one: only such a player is held to its game's own time.
    pub fn is_program(&self) -> bool {
        match self {
            PlayerSpec::Random { .. } | PlayerSpec::Engine(_) | PlayerSpec::Human => false,
            PlayerSpec::Exec(_)
            | PlayerSpec::Ugi(_)
            | PlayerSpec::Net(_)
            | PlayerSpec::Huji(_)
            | PlayerSpec::NBoard(_)
            | PlayerSpec::Gtp(_) => true,
        }
    }

    /// The limits of games where nobody has chosen any: the game's own time for programs, if one of these is a program.
    pub fn usual_control<'a>(
        players: impl IntoIterator<Item = &'a PlayerSpec>,
        game: &dyn AnyGame,
    ) -> TimeControl {
        let time = game.info().program_time.filter(|_| players.into_iter().any(PlayerSpec::is_program));
        time.map_or(TimeControl::NONE, TimeControl::per_move)
    }

    /// Where this player's games can begin: not every protocol can set up a position.
    pub fn beginnings(&self, game: &dyn AnyGame) -> Beginnings {
        match self {
            PlayerSpec::Exec(_) if game.info().speaks(Protocol::Connect9x9) => Beginnings::Start,
            PlayerSpec::Gtp(_) | PlayerSpec::Huji(_) => Beginnings::AfterMoves,
            _ => Beginnings::Anywhere,
        }
    }
}

/// The seat of a player who could be seated before and cannot be any more, for example because somebody took its program
/// away. That is never its own fault: no game is played.
#[derive(Clone, Debug)]
pub struct AbsentSeat {
    spec: String,
    why: String,
}

impl AbsentSeat {
    /// The seat that a player got, or the one it left empty.
    pub fn or_absent(player: &PlayerSpec, seat: Result<Box<dyn Seat>, PlayerError>) -> Box<dyn Seat> {
        seat.unwrap_or_else(|why| Box::new(AbsentSeat { spec: player.to_string(), why: why.to_string() }))
    }
}

impl Seat for AbsentSeat {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: self.spec.clone(), spec: self.spec.clone() }
    }

    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Setback> {
        Err(Setback::Machine(self.why.clone()))
    }

    fn choose(&mut self, _: &Turn<'_>) -> Answer {
        Answer::MachineFault(self.why.clone())
    }
}
