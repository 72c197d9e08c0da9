//! The kits for the courses: each is built as its page says, passes the doctor and plays whole matches.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// A temporary folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    /// A copy of the files of an example: what is built and cached stays out of the sources.
    fn with_files_of(example: &Path) -> Folder {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agon-kit-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for file in sources(example) {
            std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The source files of a folder and its Makefile, without what was built there.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_source = |file: &PathBuf| {
        let kind = file.extension().unwrap_or(file.file_name().unwrap()).to_str().unwrap();
        ["c", "h", "py", "java", "rs", "Makefile"].contains(&kind)
    };
    files.filter(is_source).collect()
}

/// A process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a tool in a folder and returns its output; nothing where the tool is missing, with a sentence about it.
fn run(tool: &str, args: &[&str], folder: &Path) -> Option<String> {
    match Command::new(tool).args(args).current_dir(folder).stdin(Stdio::null()).output() {
        Ok(output) => {
            let [out, complaints] =
                [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            assert!(output.status.success(), "{tool} {args:?}: {out}{complaints}");
            Some(out.into_owned())
        }
        Err(error) => {
            // Straight to standard error: what the print macros say is shown only when a test fails.
            let why = format!("SKIP: a kit is not tried, {tool} cannot be started: {error}\n");
            let _ = std::io::stderr().write_all(why.as_bytes());
            None
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Language {
    C,
    Java,
    Python,
    Rust,
}

const GAMES: [&str; 2] = ["hexthello", "ants"];

impl Language {
    fn folder(self) -> PathBuf {
        let name = match self {
            Language::C => "c",
            Language::Java => "java",
            Language::Python => "python",
            Language::Rust => "rust",
        };
        examples().join("players/tuc").join(name)
    }

    /// Builds the players of both games; nothing where the compiler is missing.
    fn build(self) -> Option<Folder> {
        let folder = Folder::with_files_of(&self.folder());
        match self {
            Language::C => {
                run("gcc", &["--version"], &folder.0)?;
                run("make", &["CC=gcc", "CFLAGS=-O2 -Wall -Wextra -Werror -std=c11"], &folder.0)?;
            }
            Language::Java => {
                let clients = ["HexThelloClient.java", "AntsClient.java"];
                run("javac", &[&["-Xlint:all", "-Werror"], &clients[..]].concat(), &folder.0)?;
            }
            Language::Python => {
                run("python3", &["--version"], &folder.0)?;
            }
            Language::Rust => {
                for game in GAMES {
                    let (program, source) = (format!("{game}-client"), format!("{game}_client.rs"));
                    let args = ["-O", "--edition", "2024", "-D", "warnings", "-o", &program, &source];
                    run("rustc", &args, &folder.0)?;
                }
            }
        }
        Some(folder)
    }

    /// How a player is started in the folder where it was built.
    fn command(self, game: &str) -> String {
        match (self, game) {
            (Language::C | Language::Rust, _) => format!("./{game}-client"),
            (Language::Python, _) => format!("python3 {game}_client.py"),
            (Language::Java, "ants") => "java AntsClient".to_owned(),
            (Language::Java, _) => "java HexThelloClient".to_owned(),
        }
    }

    fn start(self, folder: &Folder, game: &str, port: &str) -> Running {
        let command = self.command(game);
        let mut words = command.split(' ');
        let player = Command::new(words.next().unwrap())
            .args(words)
            .args(["-p", port])
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        Running(player.unwrap())
    }
}

/// The doctor, with far more patience than any answer takes, finds nothing wrong.
fn assert_healthy(folder: &Path, game: &str, program: &str, examinations: usize) {
    let output = Command::new(AGON)
        .args(["doctor", game, program, "--patience", "5m", "--pause", "1ms", "--json"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let examined = report["examinations"].as_array().unwrap();
    assert!(examined.len() >= examinations, "{report:#}");
    for examination in examined {
        assert_eq!(examination["result"], "passed", "{game} {program}: {examination:#}");
    }
    assert_eq!(output.status.code(), Some(0));
}

fn passes_the_doctor(language: Language) {
    let Some(folder) = language.build() else { return };
    for game in GAMES {
        assert_healthy(&folder.0, game, &language.command(game), 15);
    }
}

#[test]
fn the_c_players_pass_the_doctor() {
    passes_the_doctor(Language::C);
}

#[test]
fn the_java_players_pass_the_doctor() {
    passes_the_doctor(Language::Java);
}

#[test]
fn the_python_players_pass_the_doctor() {
    passes_the_doctor(Language::Python);
}

#[test]
fn the_rust_players_pass_the_doctor() {
    passes_the_doctor(Language::Rust);
}

/// Two players of different languages play a match, with the colours swapped, through `agon server`.
fn play_a_match(languages: [Language; 2], options: &[&str]) {
    let [Some(first), Some(second)] = languages.map(Language::build) else { return };
    for game in GAMES {
        let options = if game == "ants" { options } else { &[] };
        let mut server = Command::new(AGON)
            .args(["server", game, "-p", "0", "-g", "4", "-s", "--seed", "7"])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map(Running)
            .unwrap();
        let mut out = BufReader::new(server.0.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let port = line.trim().rsplit(' ').next().unwrap();
        let mut players = [languages[0].start(&first, game, port), languages[1].start(&second, game, port)];
        let mut told = String::new();
        out.read_to_string(&mut told).unwrap();
        assert!(server.0.wait().unwrap().success(), "{told}");
        for player in &mut players {
            assert!(player.0.wait().unwrap().success(), "{told}");
        }
        let games: Vec<&str> = told.lines().filter(|line| line.starts_with("game ")).collect();
        // A game that a fault ended says who lost by what in place of the score.
        let faults = games.iter().filter(|line| line.contains(" lost by "));
        assert_eq!((games.len(), faults.count()), (4, 0), "{game}: {told}");
    }
}

#[test]
fn the_c_player_meets_the_python_player() {
    play_a_match([Language::C, Language::Python], &[]);
}

#[test]
fn the_java_player_meets_the_rust_player_in_the_older_dialect_of_ants() {
    play_a_match([Language::Java, Language::Rust], &["--dialect", "moves"]);
}

#[test]
fn each_program_has_fewer_than_300_lines_with_its_connection() {
    for language in [Language::C, Language::Java, Language::Python, Language::Rust] {
        for other in GAMES {
            let is_its_own = |file: &PathBuf| {
                let name = file.file_name().unwrap().to_str().unwrap().to_ascii_lowercase();
                !name.starts_with(other) && name != "makefile"
            };
            let files: Vec<PathBuf> = sources(&language.folder()).into_iter().filter(is_its_own).collect();
            let lines: usize = files.iter().map(|file| lines_of(file)).sum();
            assert!(lines > 100 && lines < 300, "{language:?} without {other}: {lines} lines");
        }
    }
}

fn lines_of(file: &Path) -> usize {
    std::fs::read_to_string(file).unwrap().lines().count()
}

/// The folder of the Four in a Row course; nothing where there is no Python.
fn four_in_a_row_folder() -> Option<Folder> {
    let folder = Folder::with_files_of(&examples().join("players/huji"));
    run("python3", &["--version"], &folder.0)?;
    Some(folder)
}

#[test]
fn the_four_in_a_row_folder_takes_a_seat() {
    let Some(folder) = four_in_a_row_folder() else { return };
    for time in [&[][..], &["--time", "20s"]] {
        let output = Command::new(AGON)
            .args(["match", "four-in-a-row", "huji:.", "engine:level=1", "--games", "4", "--json"])
            .args(time)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["reasons"], json!({ "normal": 4 }), "{report:#}");
    }
}

#[test]
fn the_four_in_a_row_instance_passes_the_doctor() {
    let Some(folder) = four_in_a_row_folder() else { return };
    assert_healthy(&folder.0, "four-in-a-row", "python3 four_in_a_row.py", 6);
    let wrong = Command::new("python3")
        .args(["four_in_a_row.py", "ai", "70000"])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(wrong.stdout, b"Illegal program arguments.\n");
}

#[test]
fn the_doctor_examines_the_four_in_a_row_folder() {
    let Some(folder) = four_in_a_row_folder() else { return };
    assert_healthy(&folder.0, "four-in-a-row", "huji:.", 10);
}

/// A folder with one mistake: what the doctor says of it, the failed examinations and the sentence that is broken.
fn diagnosis_with(file: &str, right: &str, wrong: &str) -> Option<Value> {
    let folder = four_in_a_row_folder()?;
    let path = folder.0.join(file);
    let code = std::fs::read_to_string(&path).unwrap();
    assert!(code.contains(right), "{right}");
    std::fs::write(&path, code.replacen(right, wrong, 1)).unwrap();
    let output = Command::new(AGON)
        .args(["doctor", "four-in-a-row", "huji:.", "--json"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn the_doctor_names_what_is_wrong_with_a_folder() {
    for (file, right, wrong, examination, sentence, symptom) in [
        (
            "ai.py",
            "import copy",
            "import tkinter_is_not_here",
            "loading",
            "does nothing else",
            "ModuleNotFoundError",
        ),
        ("game.py", "DRAW = 2", "DRAW = 3", "constants", "0, 1, 2", "Game.DRAW is 3, not 2"),
        (
            "game.py",
            "return self.board[row][col]",
            "return self.board[5 - row][col]",
            "the board",
            "row 0 is the top",
            "get_player_at",
        ),
        (
            "game.py",
            "Illegal move.",
            "illegal move",
            "illegal moves",
            "Illegal move.",
            "make_move(3) after [3, 3, 3, 3, 3, 3]",
        ),
        ("game.py", "(1, -1)]", "]", "winners", "while the game is on", "rising diagonal"),
        (
            "ai.py",
            "func(move if better is None else better)",
            "func(0), func(1)",
            "one call",
            "calls `func` once",
            "called func 2 times",
        ),
        (
            "ai.py",
            "No possible AI moves.",
            "nothing",
            "no move left",
            "No possible AI moves.",
            "Exception: nothing",
        ),
        (
            "ai.py",
            "range(7) if game.get_player_at(0, column) is None",
            "range(7)",
            "full columns",
            "finds a column",
            "",
        ),
    ] {
        let Some(diagnosis) = diagnosis_with(file, right, wrong) else { return };
        let failed: Vec<&Value> = diagnosis["examinations"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|examined| examined["result"] == "failed")
            .collect();
        let found = failed.iter().find(|examined| examined["name"] == examination);
        let found = found.unwrap_or_else(|| panic!("{wrong}: {diagnosis:#}"));
        assert!(found["rule"]["sentence"].as_str().unwrap().contains(sentence), "{found:#}");
        assert!(found["symptom"].as_str().unwrap().contains(symptom), "{found:#}");
        assert_eq!(found["rule"]["page"], "huji.md");
    }
    let refused = Command::new(AGON).args(["doctor", "four-in-a-row", "huji:/nowhere"]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("has no ai.py"), "{said}");
    let refused = Command::new(AGON).args(["doctor", "reversi", "huji:."]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn the_game_and_the_ai_of_the_folder_keep_to_the_course_s_api() {
    let Some(folder) = four_in_a_row_folder() else { return };
    let program = r#"
from game import Game
from ai import AI

def fails(text, function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        assert str(error) == text, error
    else:
        assert False, text

def after(columns):
    game = Game()
    for column in columns:
        game.make_move(column)
    return game

assert (Game.PLAYER_ONE, Game.PLAYER_TWO, Game.DRAW) == (0, 1, 2)
game = after([3])
assert game.get_current_player() == Game.PLAYER_TWO and game.get_winner() is None
assert game.get_player_at(5, 3) == Game.PLAYER_ONE and game.get_player_at(0, 3) is None
for won in ([0, 1] * 3 + [0], [0, 0, 1, 1, 2, 2, 3], [0, 1, 1, 2, 2, 3, 2, 3, 3, 0, 3], [6, 5, 5, 4, 4, 3, 4, 3, 3, 6, 3]):
    over = after(won)
    assert over.get_winner() == Game.PLAYER_ONE, won
    fails("Illegal move.", over.make_move, 6)
    fails("No possible AI moves.", AI().find_legal_move, over, print)
assert after([0, 6] + [1, 6] + [2, 6] + [5, 6]).get_winner() == Game.PLAYER_TWO
full = after(int(column) for column in "436014551150160155104632660465204242223333")
assert full.get_winner() == Game.DRAW, full.board
fails("Illegal move.", Game().make_move, 7)
fails("Illegal move.", Game().make_move, -1)
fails("Illegal move.", after([2] * 6).make_move, 2)

for _ in range(50):
    game, called = Game(), []
    while game.get_winner() is None:
        before = game.get_current_player()
        AI().find_legal_move(game, game.make_move)
        assert game.get_current_player() != before, "one move a call"
wins = after([0, 6, 1, 6, 2, 5])
AI().find_legal_move(wins, called.append, 1.0)
assert called[-1] == 3 and len(called) <= 2, called
blocks = after([0, 6, 1, 6, 5, 6])
AI().find_legal_move(blocks, called.append)
assert called[-1] == 6, called
print("kept")
"#;
    assert_eq!(run("python3", &["-c", program], &folder.0).as_deref(), Some("kept\n"));
}

#[test]
fn the_reversi_course_s_design_passes_its_own_tests() {
    let folder = examples().join("courses/reversi");
    let target = Path::new(AGON).parent().unwrap().join("../course-reversi");
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let manifest = folder.join("Cargo.toml");
    let args = ["test", "--offline", "--manifest-path", manifest.to_str().unwrap()];
    let target = ["--target-dir", target.to_str().unwrap()];
    let Some(told) = run(cargo, &[&args[..], &target].concat(), &folder) else { return };
    assert!(told.contains("test result: ok. 12 passed"), "{told}");
    let files = sources(&folder.join("src")).into_iter().filter(|file| !file.ends_with("tests.rs"));
    let lines: usize = files.map(|file| lines_of(&file)).sum();
    assert!(lines < 400, "{lines} lines");
}
