//! What must hold whatever players, descriptions and files are like: memory stays flat, nothing reaches a terminal raw,
//! damage is named, and what was kept is kept.

use agon_core::harmless::is_harmful;
use agon_tournament::{Description, Store};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

/// A folder of its own that everybody can enter, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("agon-safety-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::set_permissions(&self.0, Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A shell command with `$AGON` in it, and so many kilobytes of address space for all it starts.
fn limited(kilobytes: u32, script: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {kilobytes}; {script}");
    command.args(["-c", &script]).env("AGON", AGON).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn agon(args: &[&str]) -> (Option<i32>, String, String) {
    output(Command::new(AGON).args(args).env("LC_ALL", "C").stdin(Stdio::null()))
}

fn field(head: &str, players: usize) -> String {
    let player = |i| format!("[[player]]\nname = \"player {i}\"\nplay = \"random\"\n");
    format!("game = \"four-in-a-row\"\n{head}\n{}", (0..players).map(player).collect::<String>())
}

/// How many games a tournament has, while somebody plays it.
fn played(file: &Path) -> usize {
    let description = Description::read(file, &agon_games::registry()).unwrap();
    let store = Store::open(&Store::path_for(file), &description.fingerprint);
    let mut count = 0;
    let counted = store.and_then(|store| {
        store.each_row(|_| {
            count += 1;
            Ok(())
        })
    });
    counted.map_or(0, |()| count)
}

/// Kilobytes that a process has had at most.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// The first release took 7 GB for the first of these and 4 GB for the second.
#[test]
fn tournaments_of_millions_and_billions_of_games_take_little_memory() {
    for (head, players) in [
        ("repeats = 10000\n[limits]\ngames = 40320000", 64),
        ("repeats = 1000\n[limits]\ngames = 24995000000", 5000),
        ("repeats = 10000\nformat = \"swiss\"\nrounds = 60\n[limits]\ngames = 40000000", 64),
    ] {
        let folder = Folder::new();
        let file = folder.write("t.toml", &field(head, players));
        let mut run = limited(1_500_000, "exec $AGON tournament run t.toml")
            .current_dir(&folder.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while played(&file) < 50 {
            assert!(run.try_wait().unwrap().is_none(), "{head}: it runs");
        }
        let kilobytes = peak(&run);
        assert!(kilobytes < 300 * 1024, "{head}: {kilobytes} KB");
        Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
        assert!(run.wait().unwrap().success(), "{head}");
        for rest in
            ["status t.toml", "status --json t.toml", "export --autopsy 0 --html r.html --json r.json t.toml"]
        {
            let script = format!("exec $AGON tournament {rest} > out.txt");
            let (code, _, err) = output(limited(1_500_000, &script).current_dir(&folder.0));
            assert_eq!(code, Some(0), "{rest}: {err}");
        }
    }
}

#[test]
fn more_games_than_anybody_plays_by_accident_are_said() {
    let folder = Folder::new();
    let file = folder.write("t.toml", &field("repeats = 10000", 64));
    let (code, _, err) = agon(&["tournament", "run", file.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(err.contains("40320000 games") && err.contains("games = 40320000 under [limits]"), "{err}");
}

/// Says where something in a text would do something to a terminal.
fn assert_harmless(what: &str, text: &str) {
    let found = text.char_indices().find(|(_, c)| is_harmful(*c) && !matches!(c, '\n' | '\t'));
    assert!(found.is_none(), "{what}: {found:?} in {text:?}");
}

/// A player whose name, moves, title and last words are all that a terminal must not be sent.
#[test]
fn nothing_that_a_player_says_reaches_a_terminal_or_a_report_raw() {
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/attacks/filthy-player.sh");
    let folder = Folder::new();
    let copy = folder.0.join("player.sh");
    fs::copy(player, &copy).unwrap();
    fs::set_permissions(&copy, Permissions::from_mode(0o755)).unwrap();
    let ugi = format!("ugi:{}", copy.display());
    let check = |what: &str, (_, out, err): (Option<i32>, String, String)| {
        assert_harmless(what, &out);
        assert_harmless(what, &err);
        out + &err
    };
    let records = folder.0.join("records.json");
    let records = records.to_str().unwrap();
    let told =
        check("match", agon(&["match", "reversi", &ugi, "random", "--games", "2", "--records", records]));
    assert!(told.contains("illegal") || told.contains("protocol"), "{told}");
    check("match --json", agon(&["match", "reversi", &ugi, "random", "--games", "2", "--json"]));
    check("convert", agon(&["convert", records, "--to", "json"]));
    check("doctor", agon(&["doctor", "reversi", &ugi]));
    check("doctor --json", agon(&["doctor", "reversi", &ugi, "--json"]));
    let course = format!("{} course", copy.display());
    check("grade", agon(&["grade", "connect4-9x9", &course, "--level", "0"]));
    check("grade --json", agon(&["grade", "connect4-9x9", &course, "--level", "0", "--json"]));
    check("play", agon(&["play", "reversi", "--as", "none", "--level", "1", "--time", "10ms"]));
    let filth = r"F\u001b[2J\u001b]0;t\u0007\u202e\u200b\u009b\u007f";
    let text = format!(
        "name = \"{filth}\"\ngame = \"reversi\"\n[[player]]\nname = \"{filth}\"\nplay = \"{ugi}\"\n\
         [[player]]\nname = \"two{filth}\"\nplay = \"random\"\n"
    );
    let file = folder.write("t.toml", &text);
    let file = file.to_str().unwrap();
    check("run", agon(&["tournament", "run", file]));
    check("status", agon(&["tournament", "status", file]));
    check("status --json", agon(&["tournament", "status", "--json", file]));
    let reports = ["--html", "r.html", "--csv", "r.csv", "--games-csv", "g.csv", "--json", "r.json"];
    let mut export = Command::new(AGON);
    export.args(["tournament", "export", "--autopsy", "100"]).args(reports).arg(file).current_dir(&folder.0);
    assert_eq!(output(&mut export).0, Some(0));
    for report in ["r.html", "r.csv", "g.csv", "r.json"] {
        assert_harmless(report, &fs::read_to_string(folder.0.join(report)).unwrap());
    }
    // A description that is wrong is quoted, too.
    let wrong = folder.write("w.toml", &format!("game = \"{filth}\"\n"));
    check("a wrong description", agon(&["tournament", "run", wrong.to_str().unwrap()]));
    check("a wrong word", agon(&["show", "reversi", "--moves", "f5\u{1b}[2J\u{202e}"]));
}

/// A tournament with a few games.
fn small(folder: &Folder) -> PathBuf {
    let file = folder.write("t.toml", &field("seed = 5", 4));
    let (code, _, err) = agon(&["tournament", "run", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    file
}

#[test]
fn damage_in_a_store_is_named_by_status_and_run() {
    let folder = Folder::new();
    let file = small(&folder);
    let store = rusqlite::Connection::open(Store::path_for(&file)).unwrap();
    store.execute("UPDATE game SET record = substr(record, 1, 40) WHERE rowid = 5", []).unwrap();
    drop(store);
    for command in ["status", "run"] {
        let (code, _, err) = agon(&["tournament", command, file.to_str().unwrap()]);
        assert_eq!(code, Some(1), "{command}: {err}");
        assert!(err.contains("is damaged: row 5 (time limit 1, round "), "{command}: {err}");
    }
}

/// Also by a user who may write neither the file nor its folder.
#[test]
fn a_read_only_store_can_be_looked_at() {
    const SOMEBODY: u32 = 54_321;
    let folder = Folder::new();
    let file = small(&folder);
    let binary = folder.0.join("agon");
    fs::copy(AGON, &binary).unwrap();
    let as_somebody = |args: &[&str]| {
        let mut command = Command::new(&binary);
        command.args(args).env("LC_ALL", "C").current_dir("/").stdin(Stdio::null());
        if fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0) {
            command.uid(SOMEBODY).gid(SOMEBODY);
        }
        output(&mut command)
    };
    let forbid = |mode: u32| {
        for entry in fs::read_dir(&folder.0).unwrap() {
            let path = entry.unwrap().path();
            let execute = if path == binary { 0o111 } else { 0 };
            fs::set_permissions(&path, Permissions::from_mode(mode | execute)).unwrap();
        }
        fs::set_permissions(&folder.0, Permissions::from_mode(mode | 0o111)).unwrap();
    };
    forbid(0o444);
    let name = file.to_str().unwrap();
    let (code, out, err) = as_somebody(&["tournament", "status", name]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("12 of 12 games, complete"), "{out}");
    let (code, out, err) = as_somebody(&["tournament", "export", "--csv", "-", name]);
    assert_eq!((code, out.lines().count()), (Some(0), 5), "{err}");
    // With what a killed run leaves beside it.
    forbid(0o644);
    let store = rusqlite::Connection::open(Store::path_for(&file)).unwrap();
    store.execute("UPDATE tournament SET stop = 1", []).unwrap();
    std::mem::forget(store);
    forbid(0o444);
    let (code, out, err) = as_somebody(&["tournament", "status", name]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("12 of 12 games, complete"), "{out}");
    forbid(0o644);
}

#[test]
fn files_of_any_size_are_converted_in_little_memory() {
    // 288 MB, most of it in long lines, so that it is over soon.
    let game = format!("# {}\nf5d6c3", "between two games ".repeat(200));
    let script = format!("yes '{game}' | head -n 160000 | $AGON convert - --from othello --to othello");
    let (code, out, err) = output(&mut limited(250_000, &script));
    assert_eq!((code, out.lines().count()), (Some(0), 80_000), "{err}");
    assert!(out.lines().all(|line| line == "f5d6c3"));
    let script = "head -c 100000000 /dev/zero | tr '\\0' f | $AGON convert - --from othello --to json";
    let (code, _, err) = output(&mut limited(600_000, script));
    assert_eq!(code, Some(1));
    assert!(err.contains("more than 64 MB"), "{err}");
    // A header that promises more games than there are bytes in the world.
    let header = "printf '\\024\\030\\001\\001\\377\\377\\377\\377\\000\\000\\000\\000\\010\\000\\000\\000'";
    let script = format!("({header}; head -c 67 /dev/zero) | $AGON convert - --from wthor --to json");
    let (code, _, err) = output(&mut limited(600_000, &script));
    assert_eq!(code, Some(1));
    assert!(err.contains("cut off: its header says 4294967295 games"), "{err}");
}

#[test]
fn openings_are_read_line_by_line_with_bounds() {
    let folder = Folder::new();
    let long = folder.write("long.txt", &"f5".repeat(20_000));
    let many = folder.write("many.txt", &"f5d6\n".repeat(200_001));
    for (file, why) in [(long, "line 1: it has more than 16384 bytes"), (many, "more than 200000 openings")] {
        let (code, _, err) =
            agon(&["match", "reversi", "random", "random", "--openings", file.to_str().unwrap()]);
        assert_eq!(code, Some(2));
        assert!(err.contains(why), "{err}");
    }
}

/// Kills a command whenever its file has grown by another line, some times, and lets it end then. What it prints is
/// given back.
fn killed(args: &[&str], file: &Path, times: usize) -> (String, usize) {
    let mut kills = 0;
    for _ in 0..times {
        let lines = || fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count());
        let before = lines();
        let mut child =
            Command::new(AGON).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && lines() <= before + 1 {}
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (code, out, err) = agon(args);
    assert_eq!(code, Some(0), "{err}");
    (out, kills)
}

/// Without what differs from run to run: how long it took.
fn timeless(text: &str) -> String {
    text.split(['(', '\n']).filter(|part| !part.contains(" s)") && !part.contains("seconds")).collect()
}

#[test]
fn a_ladder_that_is_killed_again_and_again_ends_as_an_undisturbed_one() {
    let folder = Folder::new();
    let (disturbed, calm) = (folder.0.join("killed.txt"), folder.0.join("calm.txt"));
    let args = |file: &Path| {
        let file = file.to_str().unwrap().to_owned();
        ["ladder", "four-in-a-row", "--from", "0", "--to", "2", "--games", "40", "--store"]
            .iter()
            .map(ToString::to_string)
            .chain([file])
            .collect::<Vec<_>>()
    };
    let words = args(&disturbed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (out, kills) = killed(&words, &disturbed, 8);
    assert!(kills >= 3, "killed under way: {kills}");
    let words = args(&calm);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(out, agon(&words).1);
    let sorted = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        let mut lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.sort_by_key(ToString::to_string);
        lines.len()
    };
    assert_eq!((sorted(&disturbed), sorted(&calm)), (80, 80), "no game lost, none counted twice");
}

#[test]
fn a_proof_that_is_killed_again_and_again_finds_the_same() {
    let folder = Folder::new();
    let file = folder.0.join("proof.txt");
    let words =
        ["prove", "5x5", "--plies", "6", "--hash", "16", "--threads", "1", "--store", file.to_str().unwrap()];
    // This board is proved soon, so a kill may come too late: then the cuts below stand for it.
    let (out, _) = killed(&words, &file, 6);
    let calm = agon(&words[..words.len() - 2]).1;
    assert_eq!(timeless(&out), timeless(&calm));
    no_answer_twice(&file);
    let whole = fs::read(&file).unwrap();
    let heading = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for cut in [heading, heading + 3, whole.len() - 3, whole.len() - 1] {
        // What a kill leaves: some lines, and perhaps a part of one.
        fs::write(&file, &whole[..cut]).unwrap();
        assert_eq!(timeless(&agon(&words).1), timeless(&calm));
        no_answer_twice(&file);
    }
}

fn no_answer_twice(proof: &Path) {
    let text = fs::read_to_string(proof).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all, "no answer is there twice");
}

#[test]
fn training_games_that_are_killed_again_and_again_are_the_same_games() {
    let folder = Folder::new();
    let (disturbed, calm) = (folder.0.join("killed.txt"), folder.0.join("calm.txt"));
    let words =
        |file: &'static str| ["train", "four-in-a-row", "--count", "60", "--nodes", "200", "--games", file];
    let leak =
        |path: &Path| -> &'static str { Box::leak(path.to_str().unwrap().to_owned().into_boxed_str()) };
    let (_, kills) = killed(&words(leak(&disturbed)), &disturbed, 6);
    assert_eq!(agon(&words(leak(&calm))).0, Some(0));
    let games = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(games(&disturbed), games(&calm), "after {kills} kills");
}
