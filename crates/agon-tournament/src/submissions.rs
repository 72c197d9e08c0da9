//! A folder of submissions becomes a tournament's description; and an example to start from.

use agon_class::grade;
use agon_core::{AnyGame, duration};
use agon_referee::Beginnings;
use agon_seats::PlayerSpec;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A folder that cannot become a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SubmissionError {
    /// The folder cannot be read.
    #[error("cannot read the folder {path}: {why}")]
    Unreadable {
        /// The folder.
        path: String,
        /// Why not.
        why: String,
    },
    /// Too few players in it.
    #[error(
        "{path} holds {found} submissions, and a tournament needs at least two; a submission is a folder with a \
         program called 'player', or with a file 'run' whose first line is the command{skipped}"
    )]
    TooFew {
        /// The folder.
        path: String,
        /// How many were found.
        found: usize,
        /// The sub-folders that hold none, as a clause.
        skipped: String,
    },
}

/// A program somebody handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of its folder.
    pub name: String,
    /// How it is seated.
    pub play: String,
    /// The folder it runs in; none for a player that is no program.
    pub folder: Option<PathBuf>,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// Sub-folders in which there is nothing to run, with what is wrong there if that is plain to see.
    pub skipped: Vec<String>,
}

/// Looks through a folder: each sub-folder with an executable `player`, a file `run` with a command, or Python files
/// `ai.py` and `game.py` is a submission.
pub fn collect(folder: &Path) -> Result<Collected, SubmissionError> {
    let unreadable = |e: std::io::Error| SubmissionError::Unreadable {
        path: folder.display().to_string(),
        why: e.to_string(),
    };
    let folder = folder.canonicalize().map_err(unreadable)?;
    let mut collected = Collected::default();
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    for path in folders {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        match seat(&path) {
            Ok(play) => collected.submissions.push(Submission { name, play, folder: Some(path) }),
            Err(hint) => collected.skipped.push(name + hint),
        }
    }
    if collected.submissions.len() < 2 {
        let skipped = if collected.skipped.is_empty() {
            String::new()
        } else {
            format!("; there is neither in {}", collected.skipped.join(", "))
        };
        let (path, found) = (folder.display().to_string(), collected.submissions.len());
        return Err(SubmissionError::TooFew { path, found, skipped });
    }
    Ok(collected)
}

/// Kinds of players that a `run` file may name itself; any other command is for `exec:`.
const KINDS: [&str; 5] = ["exec:", "ugi:", "nboard:", "gtp:", "huji:"];

/// How the submission in a folder is seated, with paths from that folder; or what to say about it.
fn seat(folder: &Path) -> Result<String, &'static str> {
    if let Ok(text) = std::fs::read_to_string(folder.join("run"))
        && let Some(command) = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let is_named = KINDS.iter().any(|kind| command.starts_with(kind));
        return Ok(if is_named { command.to_owned() } else { format!("exec:{command}") });
    }
    let player = folder.join("player");
    if is_executable(&player) {
        return Ok("exec:./player".to_owned());
    }
    if folder.join("ai.py").is_file() && folder.join("game.py").is_file() {
        return Ok("huji:.".to_owned());
    }
    Err(if player.is_file() { " (its player is not executable)" } else { "" })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Players for an example: chance and a few levels.
pub fn example_players() -> Vec<Submission> {
    let engine = |level: u32| Submission {
        name: format!("level {level}"),
        play: format!("engine:level={level}"),
        folder: None,
    };
    let chance = Submission { name: "chance".to_owned(), play: "random".to_owned(), folder: None };
    std::iter::once(chance).chain((1..=5).map(engine)).collect()
}

/// A description with every key explained. Folders below `place`, where it will stand, are written as seen from there,
/// so that all of it can be moved together.
pub fn description_text(
    game: &dyn AnyGame,
    title: &str,
    players: &[Submission],
    time: Option<&str>,
    place: &Path,
) -> String {
    let specs: Vec<PlayerSpec> = players.iter().filter_map(|player| player.play.parse().ok()).collect();
    // Where the course's protocol is spoken there is only the empty board, and the course's time is usual.
    let course = PlayerSpec::beginnings_of(&specs, game) == Beginnings::Start;
    let usual = if course { duration::text(grade::MOVE_TIME) } else { "1s".to_owned() };
    let time = time.unwrap_or(&usual);
    let openings = if course { "none" } else { "standard" };
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        r#"# A tournament. Run it with:    agon tournament run FILE
# Stop it with Ctrl-C at any time; the same command goes on where it was.

name = {title}
game = {game}

# round-robin         everybody meets everybody
# double-round-robin  twice, with the sides exchanged
# gauntlet            challengers = ["name"] meet everybody else
# swiss               rounds = 5; players with like points meet
# knockout            who loses is out
# ladder              neighbours meet again and again, without end unless rounds is set
format = "round-robin"

# The time for a move, or for a game with an increment: clock = "5m+2s".
# A list plays the whole tournament at each limit: time = ["1s", "5s"].
time = {time}

# How many openings two players play when they meet, each from both sides with the same dice.
# With sides = "alternate" they play one game an opening instead of two.
repeats = 1
# sides = "both"

# standard (the balanced openings of the game), none, a file with an opening a line, or a number of random moves.
openings = {openings}

# The same seed gives the same openings and dice.
seed = 1

# points (a draw is half a point) or wins (the number of games won; equal wins share a place).
rank = "points"

# none; first-two (10 % and 5 %); linear (20 % down to 0 %); top-twenty (12 points for the top 5, 7 for the top 20);
# or points of your own for the best so many: bonus = [{{ top = 5, points = 12 }}, {{ top = 20, points = 7 }}]
bonus = "none"

# Who is ahead with equal points. Leave this out for none where wins count.
tie_breaks = ["direct-encounter", "sonneborn-berger", "buchholz"]

# How programs are contained: auto uses every layer this machine has, strict refuses to run where one that matters is
# missing, off gives programs your rights.
sandbox = "auto"

# Whether programs may think while their opponents do; otherwise they stand still then.
ponder = false

# [limits]
# moves = 500          # a game that is longer is a draw
# nodes = 100000       # positions an engine may look at for a move
# memory = "2GiB"      # what a program may use, with all its processes
# processes = 256      # processes and threads
# file_size = "64MiB"  # the largest file, and all files together
# output = "64MiB"     # what it may print in a game
# open_files = 256

# The players; their order is the seeding of swiss, knockout and ladder. A program runs in its folder.
"#,
        title = toml::Value::from(title),
        game = toml::Value::from(game.id()),
        time = toml::Value::from(time),
        openings = toml::Value::from(openings),
    );
    for Submission { name, play, folder } in players {
        let (name, play) = (toml::Value::from(name.as_str()), toml::Value::from(play.as_str()));
        let _ = write!(text, "\n[[player]]\nname = {name}\nplay = {play}\n");
        if let Some(folder) = folder {
            let folder = folder.strip_prefix(place).unwrap_or(folder).to_string_lossy();
            let _ = writeln!(text, "folder = {}", toml::Value::from(&*folder));
        }
    }
    text
}
