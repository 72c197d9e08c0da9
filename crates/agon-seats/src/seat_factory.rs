//! Makes seats: engines, programs in the sandbox, network players.

use super::{Connect9x9, Gtp, Huji, Launcher, NBoard, PlayerPort, ProgramSeat, Protocol, Source, Tuc, Ugi};
use super::{huji, player_port::NextAtPort, source::argument_files};
use crate::PlayerError;
use agon_core::AnyGame;
use agon_core::sync::lock;
use agon_engine::Engines;
use agon_referee::Seat;
use agon_sandbox::{Limits, Mode, Program, Sandbox};
use agon_wire::tuc::TucGame;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Whose engines they are.
enum Library<'a> {
    Lent(&'a Engines),
    Owned(Arc<Engines>),
}

/// The engines, the sandbox for programs, and the ports where programs come in. The sandbox is looked for and ports
/// are opened when the first player needs them.
pub struct SeatFactory<'a> {
    engines: Library<'a>,
    mode: Mode,
    limits: Limits,
    magic: i64,
    ponder: bool,
    sandbox: OnceLock<Arc<Sandbox>>,
    ports_open: Mutex<BTreeMap<u16, Arc<PlayerPort>>>,
    /// The programs that are known to start.
    tried: Mutex<Vec<Program>>,
    /// A folder of which a program sees what its own command names and nothing else.
    away_from: Option<PathBuf>,
}

impl<'a> SeatFactory<'a> {
    /// A factory that uses every layer of the sandbox that the machine has.
    pub fn new(engines: &'a Engines) -> SeatFactory<'a> {
        SeatFactory::with_library(Library::Lent(engines))
    }

    /// The same, with engines of its own: it can go to other threads.
    pub fn owning(engines: Arc<Engines>) -> SeatFactory<'static> {
        SeatFactory::with_library(Library::Owned(engines))
    }

    fn with_library(engines: Library<'a>) -> SeatFactory<'a> {
        SeatFactory {
            engines,
            mode: Mode::Auto,
            limits: Limits::default(),
            magic: 0,
            ponder: false,
            sandbox: OnceLock::new(),
            ports_open: Mutex::new(BTreeMap::new()),
            tried: Mutex::new(Vec::new()),
            away_from: None,
        }
    }

    /// The same with another sandbox.
    #[must_use]
    pub fn with_sandbox(mut self, mode: Mode, limits: Limits) -> SeatFactory<'a> {
        (self.mode, self.limits, self.sandbox) = (mode, limits, OnceLock::new());
        self
    }

    /// The same for programs that must not see what is in a folder, such as tournaments of others with their programs:
    /// each sees what its own command names there, or the folder in it that it runs in, and nothing else.
    #[must_use]
    pub fn away_from(mut self, folder: impl Into<PathBuf>) -> SeatFactory<'a> {
        self.away_from = Some(folder.into());
        self
    }

    /// A program without sight of what it has no business with.
    fn discreet(&self, mut program: Program) -> Program {
        let Some(folder) = self.away_from.as_deref().and_then(|folder| folder.canonicalize().ok()) else {
            return program;
        };
        let home = program.folder.clone().unwrap_or_default();
        let named = program.command.iter().map(|word| home.join(word)).chain([home.clone()]);
        let named: Vec<PathBuf> = named.filter_map(|path| path.canonicalize().ok()).collect();
        let inside = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let others = inside.filter(|path| !named.iter().any(|named| named.starts_with(path)));
        program.hidden.extend(others);
        program
    }

    /// The same with another magic number for the player programs of connect4-9x9.
    #[must_use]
    pub fn with_magic(mut self, magic: i64) -> SeatFactory<'a> {
        self.magic = magic;
        self
    }

    /// The same, and programs may think while their opponents do, if they are allowed to `ponder`; otherwise they stand
    /// still then.
    #[must_use]
    pub fn with_pondering(mut self, ponder: bool) -> SeatFactory<'a> {
        self.ponder = ponder;
        self
    }

    /// The engines.
    pub fn engines(&self) -> &Engines {
        match &self.engines {
            Library::Lent(engines) => engines,
            Library::Owned(engines) => engines,
        }
    }

    /// The sandbox, in one line, if a program needed it.
    pub fn containment(&self) -> Option<String> {
        self.sandbox.get().map(|sandbox| sandbox.describe())
    }

    /// The ports that were opened.
    pub fn ports(&self) -> Vec<u16> {
        let ports_open = lock(&self.ports_open);
        ports_open.values().map(|open| open.port()).collect()
    }

    fn sandbox(&self) -> Result<Arc<Sandbox>, PlayerError> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(sandbox.clone());
        }
        let found = Sandbox::new(self.mode, self.limits).map_err(|e| PlayerError::Program(e.to_string()))?;
        Ok(self.sandbox.get_or_init(|| Arc::new(found)).clone())
    }

    fn open_port(&self, port: u16) -> Result<Arc<PlayerPort>, PlayerError> {
        let mut ports_open = lock(&self.ports_open);
        if let Some(open) = ports_open.get(&port) {
            return Ok(open.clone());
        }
        let open =
            PlayerPort::open(port).map_err(|error| PlayerError::Port { port, error: error.to_string() })?;
        Ok(ports_open.entry(port).or_insert(Arc::new(open)).clone())
    }

    /// A program of a command line, run in a folder.
    pub fn launcher(&self, command: &str, folder: &Path, tells_side: bool) -> Result<Launcher, PlayerError> {
        self.started(self.discreet(parsed(command)?.in_folder(folder)), tells_side)
    }

    /// A program of a command line that is started later, by somebody else, with more arguments.
    pub fn program(&self, command: &str, folder: &Path) -> Result<(Arc<Sandbox>, Program), PlayerError> {
        let program = self.discreet(parsed(command)?.in_folder(folder));
        require_executable(&program)?;
        Ok((self.sandbox()?, program))
    }

    /// The launcher of a program that was started once and ended again: what stands in the way here, for example a
    /// folder that is closed to the user it runs as, is to be said now and must not cost anybody a game.
    fn started(&self, program: Program, tells_side: bool) -> Result<Launcher, PlayerError> {
        require_executable(&program)?;
        require_script(&program)?;
        let sandbox = self.sandbox()?;
        let mut tried = lock(&self.tried);
        if !tried.contains(&program) {
            sandbox.spawn(&program).map_err(|error| PlayerError::Program(error.to_string()))?;
            tried.push(program.clone());
        }
        Ok(Launcher::new(sandbox, program, tells_side))
    }

    /// Connect4 9×9's own protocol.
    pub fn connect9x9(
        &self,
        spec: String,
        command: &str,
        folder: &Path,
    ) -> Result<Box<dyn Seat>, PlayerError> {
        let magic = self.magic;
        let source = self.launcher(command, folder, true)?;
        Ok(self.seat(spec, source, move || Box::new(Connect9x9::new(magic))))
    }

    /// A program that speaks UGI.
    pub fn ugi(&self, spec: String, command: &str, folder: &Path) -> Result<Box<dyn Seat>, PlayerError> {
        Ok(self.seat(spec, self.launcher(command, folder, false)?, || Box::new(Ugi::new(Vec::new()))))
    }

    /// A program that speaks NBoard.
    pub fn nboard(&self, spec: String, command: &str, folder: &Path) -> Result<Box<dyn Seat>, PlayerError> {
        Ok(self.seat(spec, self.launcher(command, folder, false)?, || Box::new(NBoard::new())))
    }

    /// A program that speaks GTP.
    pub fn gtp(&self, spec: String, command: &str, folder: &Path) -> Result<Box<dyn Seat>, PlayerError> {
        Ok(self.seat(spec, self.launcher(command, folder, false)?, || Box::new(Gtp::new())))
    }

    /// The next program that connects to a port.
    pub fn net(&self, spec: String, port: u16, game: &dyn AnyGame) -> Result<Box<dyn Seat>, PlayerError> {
        let tuc = TucGame::new(game.start().game()).ok_or_else(|| {
            PlayerError::wrong_protocol("net", self.engines().games_over(agon_core::Protocol::Tuc), game)
        })?;
        let source = NextAtPort::new(self.open_port(port)?);
        Ok(self.seat(spec, source, move || Box::new(Tuc::new(tuc.clone()))))
    }

    /// A folder with `ai.py` and `game.py`.
    pub fn huji(&self, spec: String, folder: &Path) -> Result<Box<dyn Seat>, PlayerError> {
        let source = self.huji_launcher(huji::DRIVER, folder)?;
        let speech = || Box::new(Huji::new()) as Box<dyn Protocol>;
        let seat = ProgramSeat::new(spec, Box::new(source), Box::new(speech)).with_pondering(self.ponder);
        Ok(Box::new(seat.with_tolerance(huji::NEVER_LATE)))
    }

    /// Starts a Python script that is given a folder with `ai.py` and `game.py`, in that folder.
    pub fn huji_launcher(&self, script: &str, folder: &Path) -> Result<Launcher, PlayerError> {
        for file in ["ai.py", "game.py"] {
            if !folder.join(file).is_file() {
                return Err(PlayerError::Folder { folder: folder.display().to_string(), file });
            }
        }
        let failed = |error: &dyn std::fmt::Display| PlayerError::Program(error.to_string());
        let folder = std::path::absolute(folder).map_err(|error| failed(&error))?;
        let words = ["python3".into(), "-c".into(), script.into(), folder.clone().into_os_string()];
        let program = Program::new(words).map_err(|error| failed(&error))?.in_folder(folder);
        self.started(self.discreet(program), false)
    }

    fn seat(
        &self,
        spec: String,
        source: impl Source + 'static,
        speech: impl Fn() -> Box<dyn Protocol> + Send + 'static,
    ) -> Box<dyn Seat> {
        let seat = ProgramSeat::new(spec, Box::new(source), Box::new(speech));
        Box::new(seat.with_pondering(self.ponder))
    }
}

fn parsed(command: &str) -> Result<Program, PlayerError> {
    Program::parse(command).map_err(|error| PlayerError::Program(error.to_string()))
}

/// Better said now than when the first game begins.
fn require_executable(program: &Program) -> Result<(), PlayerError> {
    let name = program.command.first().cloned().unwrap_or_default();
    let folder = program.folder.clone().unwrap_or_default();
    let found = if Path::new(&name).components().count() > 1 {
        folder.join(&name).is_file()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|place| place.join(&name).is_file())
    };
    if found { Ok(()) } else { Err(PlayerError::NoProgram(name.to_string_lossy().into_owned())) }
}

/// How the files that interpreters are given end. Whatever else an argument may be, with one of these it is a file.
const SCRIPTS: &[&str] = &["py", "jar", "js", "mjs", "sh", "rb", "pl", "lua", "php", "jl", "R", "ts"];

/// An interpreter starts without its script, too, and only says so when the first game begins.
fn require_script(program: &Program) -> Result<(), PlayerError> {
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let is_script =
        |path: &Path| path.extension().is_some_and(|end| SCRIPTS.iter().any(|script| end == *script));
    let words = program.command.iter().skip(1);
    let missing = words
        .zip(argument_files(program))
        .find(|(word, path)| !is_option(word) && is_script(path) && !path.is_file());
    missing.map_or(Ok(()), |(_, path)| Err(PlayerError::NoScript(path.display().to_string())))
}
