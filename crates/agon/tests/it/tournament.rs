//! Tournaments as people run them: killed and resumed, stopped, exported, described wrongly.

use agon_core::{Dice, Record};
use agon_tournament::{Description, Row, Store};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("agon-cli-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(args: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("tournament").args(args).arg(file).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn agon(args: &[&str], file: &Path) -> Output {
    command(args, file).output().unwrap()
}

fn ok(args: &[&str], file: &Path) -> String {
    let output = agon(args, file);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "no bar where nobody sees it");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs it, expects the exit code and exactly one line on standard error.
fn refused(args: &[&str], file: &Path, code: i32) -> String {
    let output = agon(args, file);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    text.trim().to_owned()
}

fn players(count: usize, play: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| format!("[[player]]\nname = \"player {i}\"\nplay = \"{}\"\n", play(i))).collect()
}

/// A round robin of fast games: random movers and beginners.
fn fast(repeats: usize) -> String {
    let play = |i: usize| match i {
        0..4 => "random".to_owned(),
        _ => format!("engine:level={}", i - 3),
    };
    format!("game = \"four-in-a-row\"\nseed = 3\nrepeats = {repeats}\n{}", players(6, play))
}

fn store(file: &Path) -> Store {
    let description = Description::read(file, &agon_games::registry()).unwrap();
    Store::open(&Store::path_for(file), &description.fingerprint).unwrap()
}

/// What must be the same however a tournament was run: everything but the times.
type Essence = (Row, String, Vec<String>, Option<agon_core::Verdict>);

fn games(file: &Path) -> Vec<Essence> {
    let store = store(file);
    let essence = |mut row: Row| {
        let record: Record = store.record(row.id).unwrap().unwrap();
        row.ms = [0.0; 2];
        (row, record.start, record.moves.into_iter().map(|mv| mv.text).collect(), record.verdict)
    };
    store.rows().unwrap().into_iter().map(essence).collect()
}

/// Killed with SIGKILL at twenty moments that fall anywhere in 600 games, and resumed each time.
#[test]
fn a_tournament_that_is_killed_twenty_times_equals_an_undisturbed_one() {
    let (disturbed, undisturbed) = (Folder::new(), Folder::new());
    let file = disturbed.write("t.toml", &fast(20));
    let calm = undisturbed.write("t.toml", &fast(20));
    ok(&["run", "--concurrency", "2"], &calm);

    let mut dice = Dice::new(77);
    let mut moments: Vec<usize> = (0..20).map(|_| dice.below(600) as usize).collect();
    moments.sort_unstable();
    let mut killed_under_way = 0;
    for moment in moments {
        let mut child = command(&["run", "--concurrency", "2"], &file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until the store has so many games, or right at the start; then at any instruction whatever.
        while child.try_wait().unwrap().is_none() {
            let description = Description::read(&file, &agon_games::registry()).unwrap();
            let there = Store::open(&Store::path_for(&file), &description.fingerprint);
            let played = there.and_then(|store| store.rows()).map_or(0, |rows| rows.len());
            if played >= moment {
                break;
            }
        }
        for _ in 0..dice.below(200_000) {
            std::hint::spin_loop();
        }
        killed_under_way += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(killed_under_way >= 15, "most runs were killed while they played: {killed_under_way}");
    let text = ok(&["run", "--concurrency", "2"], &file);
    assert!(text.contains("complete: 600 games"), "{text}");

    let (found, expected) = (games(&file), games(&calm));
    assert_eq!(found.len(), 600);
    let mut per_game = BTreeMap::new();
    found.iter().for_each(|(row, ..)| *per_game.entry(row.id).or_insert(0) += 1);
    assert!(per_game.len() == 600 && per_game.values().all(|&n| n == 1), "exactly one row a game");
    assert!(found == expected, "the same games, move by move");

    // The standings are those that follow from the rows.
    let status: serde_json::Value = serde_json::from_str(&ok(&["status", "--json"], &file)).unwrap();
    assert_eq!((&status["complete"], &status["running"]), (&true.into(), &false.into()));
    let mut points = [0.0; 6];
    for (row, ..) in &found {
        (0..6).for_each(|player| points[player] += row.points(player).unwrap_or(0.0));
    }
    let table = status["tables"][0]["table"].as_array().unwrap();
    for line in table {
        assert_eq!(line["points"].as_f64().unwrap(), points[line["player"].as_u64().unwrap() as usize]);
    }
    assert!(table.windows(2).all(|two| two[0]["points"].as_f64() >= two[1]["points"].as_f64()));
}

#[test]
fn thirty_players_meet_and_the_results_are_written() {
    let folder = Folder::new();
    let play =
        |i: usize| if i.is_multiple_of(3) { "engine:level=1".to_owned() } else { format!("random:seed={i}") };
    let head = "name = \"Thirty\"\ngame = \"four-in-a-row\"\nbonus = \"top-twenty\"\n";
    let file = folder.write("thirty.toml", &format!("{head}{}", players(30, play)));
    let text = ok(&["run", "--concurrency", "2"], &file);
    assert!(text.starts_with("Thirty: Round robin, 30 players, 870 games\n"), "{text}");
    assert!(text.contains("complete: 870 games") && text.contains("12.0 points"), "{text}");
    assert!(text.contains(" of 870 games played"), "progress in plain lines: {text}");
    let targets =
        ["r.html", "r.csv", "g.csv", "r.json"].map(|name| folder.0.join(name).display().to_string());
    let [html, csv, games_csv, json] = &targets;
    let export = [
        "export",
        "--autopsy",
        "100",
        "--html",
        html,
        "--csv",
        csv,
        "--games-csv",
        games_csv,
        "--json",
        json,
    ];
    ok(&export, &file);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!((read(csv).lines().count(), read(games_csv).lines().count()), (31, 871));
    let document: serde_json::Value = serde_json::from_str(&read(json)).unwrap();
    assert_eq!(document["games"].as_array().unwrap().len(), 870);
    assert_eq!(document["tables"][0]["table"].as_array().unwrap().len(), 30);
    let page = read(html);
    assert!(page.starts_with("<!doctype html>") && page.len() < 1_500_000, "{} bytes", page.len());
    // Every game is there to be replayed.
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let films = data["games"].as_array().unwrap();
    assert_eq!(films.len(), 870);
    assert!(
        films.iter().all(|g| g["f"]["m"].as_array().unwrap().len() == g["f"]["c"].as_array().unwrap().len())
    );
    // A second run has nothing to do and changes nothing.
    let before = games(&file);
    assert!(ok(&["run"], &file).contains("870 already played"));
    assert!(games(&file) == before);
}

#[test]
fn a_competition_is_ranked_by_wins_in_every_result() {
    let folder = Folder::new();
    let head = "name = \"Contest\"\ngame = \"four-in-a-row\"\nrank = \"wins\"\ntime = [\"1s\", \"2s\"]\nbonus = [{ top = 1, points = 12 }, { top = 3, points = 7 }]\n";
    let play = |i: usize| if i == 2 { "engine:level=3".to_owned() } else { format!("random:seed={i}") };
    let file = folder.write("contest.toml", &format!("{head}{}", players(5, play)));
    let shown = ok(&["run"], &file);
    assert!(shown.contains("complete: 40 games"), "{shown}");
    let head = shown.lines().rfind(|line| line.contains("drew")).unwrap();
    let columns: Vec<&str> = head.split_whitespace().take(6).collect();
    assert_eq!(columns, ["player", "wins", "games", "points", "drew", "lost"], "{shown}");
    let results = ["r.html", "r.csv", "r.json"].map(|name| folder.0.join(name).display().to_string());
    let [html, csv, json] = &results;
    ok(&["export", "--autopsy", "0", "--html", html, "--csv", csv, "--json", json], &file);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let document: serde_json::Value = serde_json::from_str(&read(json)).unwrap();
    assert_eq!((&document["rank"], document["tables"].as_array().unwrap().len()), (&"wins".into(), 3));
    let total = document["tables"][2]["table"].as_array().unwrap();
    let number = |line: &serde_json::Value, key: &str| line[key].as_f64().unwrap();
    for two in total.windows(2) {
        assert!(number(&two[0], "wins") >= number(&two[1], "wins"), "{total:?}");
        let level = number(&two[0], "wins") == number(&two[1], "wins");
        assert_eq!(level, two[0]["place"] == two[1]["place"], "equal wins share a place, nobody else does");
    }
    for line in total {
        let place = number(line, "place");
        let bonus = if place <= 1.0 {
            12.0
        } else if place <= 3.0 {
            7.0
        } else {
            0.0
        };
        assert_eq!(number(line, "bonus"), bonus);
    }
    let table = read(csv);
    assert!(table.starts_with("table,place,player,wins,games,points,drawn,lost,byes,"), "{table}");
    let first = table.lines().find(|line| line.starts_with("total,1,")).unwrap();
    assert_eq!(first.split(',').nth(3).unwrap(), number(&total[0], "wins").to_string(), "{first}");
    let page = read(html);
    for words in [
        "<th>Wins</th>",
        "Ranked by number of wins. Equal wins share a place, and each who shares it gets its bonus.",
        "Wins of the player on the left.",
        "Bonus: 12 points for the top 1, 7 for the top 3.",
        " wins \u{b7} ",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

/// The competition of Four in a Row: a time-out is no loss, an illegal column, an exception and a crash are.
#[test]
fn folders_compete_at_several_timeouts_and_nobody_loses_on_time() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let folder = Folder::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players/huji");
    let rules = std::fs::read_to_string(examples.join("game.py")).unwrap();
    let example = std::fs::read_to_string(examples.join("ai.py")).unwrap();
    let write = |name: &str, ai: &str| {
        let home = folder.0.join(name);
        std::fs::create_dir(&home).unwrap();
        std::fs::write(home.join("game.py"), &rules).unwrap();
        std::fs::write(home.join("ai.py"), ai).unwrap();
    };
    let ai = |body: &str| {
        format!("class AI:\n    def find_legal_move(self, game, func, timeout=None):\n        {body}\n")
    };
    write("example", &example);
    write(
        "endless",
        &ai("func(next(c for c in range(7) if game.get_player_at(0, c) is None))\n        while True: pass"),
    );
    write("silent", &ai("while True: pass"));
    write("broken", &ai("raise ValueError('oops')"));
    write("illegal", &ai("func(9)"));
    let head =
        "game = \"four-in-a-row\"\nrank = \"wins\"\ntime = [\"20ms\", \"60ms\"]\nbonus = \"top-twenty\"\n";
    let names = ["example", "endless", "silent", "broken", "illegal"];
    let entered: String = names
        .map(|name| format!("[[player]]\nname = \"{name}\"\nplay = \"huji:.\"\nfolder = \"{name}\"\n"))
        .concat();
    let file = folder.write("cup.toml", &format!("{head}{entered}"));
    ok(&["run"], &file);
    let status: serde_json::Value = serde_json::from_str(&ok(&["status", "--json"], &file)).unwrap();
    let total = status["tables"][2]["table"].as_array().unwrap();
    let line = |name: &str| {
        let number = names.iter().position(|other| *other == name).unwrap();
        total.iter().find(|line| line["player"] == number).unwrap()
    };
    for name in names {
        assert!(line(name)["lost_by"].get("time-out").is_none(), "{name}: {}", line(name));
    }
    // Every loss of a player that only thinks too long is by the rules; the other two lose all their games by faults.
    for name in ["example", "endless", "silent"] {
        let faults = line(name)["lost_by"].as_object().unwrap().keys().filter(|reason| *reason != "normal");
        assert_eq!(faults.count(), 0, "{name}: {}", line(name));
    }
    assert_eq!((&line("example")["place"], &line("example")["bonus"]), (&1.into(), &12.0.into()));
    for (name, reason) in [("broken", "crash"), ("illegal", "illegal-move")] {
        assert!(line(name)["lost_by"][reason].as_u64().unwrap() >= 12, "{name}: {}", line(name));
    }
}

#[test]
fn a_running_tournament_can_be_stopped_and_goes_on() {
    let folder = Folder::new();
    let ladder =
        format!("game = \"four-in-a-row\"\nformat = \"ladder\"\n{}", players(4, |_| "random".to_owned()));
    let file = folder.write("ladder.toml", &ladder);
    assert!(refused(&["stop"], &file, 1).contains("there is no store"));
    let child = command(&["run"], &file).stdout(Stdio::piped()).spawn().unwrap();
    let is_running = |file: &Path| {
        let output = agon(&["status", "--json"], file);
        output.status.success() && {
            let status: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            status["running"] == true && status["games"].as_u64().unwrap() > 0
        }
    };
    while !is_running(&file) {
        std::thread::yield_now();
    }
    assert!(refused(&["run"], &file, 1).contains("is being run by another process"));
    assert!(ok(&["stop"], &file).contains("asked to stop"));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("the same command goes on from here"), "{text}");
    assert!(ok(&["status"], &file).contains("not running"));
    assert_eq!(refused(&["stop"], &file, 1), "agon: this tournament is not running");
}

#[test]
fn wrong_descriptions_and_stores_are_one_sentence() {
    let folder = Folder::new();
    let missing = folder.0.join("missing.toml");
    assert!(refused(&["run"], &missing, 1).contains("cannot read the tournament"));
    let wrong = folder.write("wrong.toml", "game = \"reversi\"\nspeed = 3\n");
    let text = refused(&["run"], &wrong, 2);
    assert!(text.contains("wrong.toml, line 2: unknown field `speed`"), "{text}");
    let level =
        folder.write("level.toml", &format!("game = \"ants\"\n{}", players(2, |_| "engine:level=99".into())));
    assert!(refused(&["run"], &level, 2).contains("player 'player 0': "));
    let file = folder.write("t.toml", &fast(1));
    assert!(refused(&["status"], &file, 1).contains("there is no store"));
    assert!(refused(&["export", "--csv", "-"], &file, 1).contains("there is no store"));
    assert!(refused(&["export"], &file, 2).contains("say what to write"));
    ok(&["run"], &file);
    // Another seed is another tournament; the games that are there stay.
    let before = games(&file);
    folder.write("t.toml", &fast(1).replace("seed = 3", "seed = 4"));
    assert!(refused(&["run"], &file, 1).contains("games of another tournament: seed changed"));
    folder.write("t.toml", &(fast(1) + "# a comment changes nothing\n"));
    ok(&["run"], &file);
    assert!(games(&file) == before);
    let garbage = folder.write("g.toml", &fast(1));
    folder.write("g.sqlite", &"no database ".repeat(100));
    assert!(refused(&["run"], &garbage, 1).contains("is not the store of a tournament"));
}

#[test]
fn a_report_never_takes_the_place_of_the_tournament() {
    let folder = Folder::new();
    let file = folder.write("t.toml", &fast(1));
    ok(&["run"], &file);
    let before = (games(&file), std::fs::read(&file).unwrap());
    for own in ["t.sqlite", "t.sqlite-wal", "t.lock", "t.toml", "./t.toml"] {
        let target = folder.0.join(own).display().to_string();
        for kind in ["--csv", "--games-csv", "--json", "--html"] {
            let told = refused(&["export", "--autopsy", "0", kind, &target], &file, 2);
            assert!(told.contains("is the tournament itself; give the report a name of its own"), "{told}");
        }
    }
    let twice = folder.0.join("r").display().to_string();
    let told = refused(&["export", "--autopsy", "0", "--csv", &twice, "--json", &twice], &file, 2);
    assert!(told.contains("is asked for twice") && !folder.0.join("r").exists(), "{told}");
    assert!((games(&file), std::fs::read(&file).unwrap()) == before);
    ok(&["export", "--autopsy", "0", "--csv", "-", "--json", "-"], &file);
}

/// What somebody took away is never the player's loss: a script before the first game, a folder before the next run, and
/// the results can be looked at without either.
#[cfg(unix)]
#[test]
fn what_was_taken_away_is_said_and_costs_nothing() {
    let folder = Folder::new();
    folder.write("anna/player.sh", "echo 9\n");
    let program = "[[player]]\nname = \"anna\"\nplay = \"exec:sh player.sh\"\nfolder = \"anna\"\n".to_owned();
    let text = format!(
        "game = \"connect4-9x9\"\ntime = \"2m\"\nsandbox = \"off\"\n{program}{}",
        players(1, |_| "random".into())
    );
    let file = folder.write("t.toml", &text);
    let absent = folder.write("absent.toml", &text.replace("player.sh", "absent.sh"));
    let told = refused(&["run"], &absent, 2);
    assert!(told.contains("player 'anna': there is no file ") && told.contains("anna/absent.sh"), "{told}");
    assert!(!Store::path_for(&absent).exists(), "nothing was played");
    ok(&["run"], &file);
    let table = ok(&["status"], &file);
    assert!(table.contains("anna"), "{table}");
    std::fs::rename(folder.0.join("anna"), folder.0.join("elsewhere")).unwrap();
    assert_eq!(ok(&["status"], &file), table);
    assert!(ok(&["export", "--autopsy", "0", "--csv", "-"], &file).contains("anna"));
    assert!(refused(&["run"], &file, 2).contains("player 'anna': there is no folder "));
}

/// The disk refuses to take more; what is there stays, and with more room the tournament goes on.
#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_ends_the_run_with_a_sentence() {
    let (folder, calm) = (Folder::new(), Folder::new());
    let file = folder.write("t.toml", &fast(20));
    // A process may write 200 KB to a file; without the signal that would kill it, writing fails.
    let script = "trap '' XFSZ; ulimit -f 400; exec \"$0\" tournament run \"$1\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_agon")])
        .arg(&file)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("all games in it are kept"), "{text}");
    let kept = games(&file);
    assert!(!kept.is_empty() && kept.len() < 600, "{}", kept.len());
    ok(&["run", "--concurrency", "2"], &file);
    let twin = calm.write("t.toml", &fast(20));
    ok(&["run", "--concurrency", "2"], &twin);
    assert!(games(&file) == games(&twin));
}

#[test]
fn a_folder_of_submissions_becomes_a_description() {
    let folder = Folder::new();
    let target = folder.0.join("t.toml").display().to_string();
    let new = ["new", "--game", "reversi", "--output", &target];
    assert!(
        refused(&["new", "--game", "reversi"], &folder.0.join("nowhere"), 2)
            .contains("cannot read the folder")
    );
    folder.write("subs/anna/run", "# how to start it\npython3 player.py --fast\n");
    folder.write("subs/anna/player.py", "");
    let subs = folder.0.join("subs");
    assert!(refused(&new, &subs, 2).contains("holds 1 submissions"));
    assert!(refused(&["new"], &subs, 2).contains("--game GAME"));
    let bob = folder.write("subs/bob's best/player", "#!/bin/sh\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&bob, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder.write("subs/carl/ai.py", "");
    folder.write("subs/carl/game.py", "");
    folder.write("subs/dora/player", "#!/bin/sh\n");
    folder.write("subs/empty/README", "");
    let text = ok(&new, &subs);
    assert!(text.contains("3 players"), "{text}");
    assert!(text.contains("nothing to run in them: dora (its player is not executable), empty"), "{text}");
    let written = std::fs::read_to_string(&target).unwrap();
    let toml: toml::Table = written.parse().unwrap();
    let plays: Vec<&str> =
        toml["player"].as_array().unwrap().iter().map(|player| player["play"].as_str().unwrap()).collect();
    assert_eq!(plays, ["exec:python3 player.py --fast", "exec:./player", "huji:."]);
    let folders: Vec<&str> =
        toml["player"].as_array().unwrap().iter().map(|player| player["folder"].as_str().unwrap()).collect();
    assert_eq!(folders, ["subs/anna", "subs/bob's best", "subs/carl"], "as seen from the description");
    assert!(refused(&new, &subs, 1).contains("is there already and stays as it is"));
}

/// From a folder of submissions to the report: two that play, one that dies at the start, one that prints nonsense.
#[cfg(unix)]
#[test]
fn a_folder_of_programs_is_played_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let everybody = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // Programs of the superuser run as another user, who must be able to read them.
    std::fs::copy(env!("CARGO_BIN_EXE_agon"), folder.0.join("agon")).unwrap();
    everybody(&folder.0.join("agon"), 0o755);
    let course = |depth: u32| format!("../../agon player connect4-9x9 --engine depth={depth}\n");
    folder.write("subs/anna/run", &course(3));
    folder.write("subs/bela/run", &format!("# a comment\n{}", course(1)));
    let cleo = folder.write("subs/cleo/player", "#!/bin/sh\ncat book.txt >&2\nexit 7\n");
    folder.write("subs/cleo/book.txt", "my opening book is empty\n");
    let dora = folder.write("subs/dora/player", "#!/bin/sh\necho hello\ncat > /dev/null\n");
    [&cleo, &dora].into_iter().for_each(|player| everybody(player, 0o755));
    let file = folder.0.join("t.toml");
    let target = file.display().to_string();
    let new = ["new", "--game", "connect4-9x9", "--time", "2m", "--output", &target];
    assert!(ok(&new, &folder.0.join("subs")).contains("4 players"));
    let text = ok(&["run", "--concurrency", "2"], &file);
    assert!(text.contains("\nsandbox auto: "), "the layers in use are said: {text}");
    assert!(text.contains("complete: 12 games"), "{text}");
    let fate = |name: &str| {
        let lost = |(row, ..): &&Essence| row.loser().is_some_and(|loser| loser == index(name));
        games(&file).iter().filter(lost).map(|(.., verdict)| verdict.clone().unwrap()).collect::<Vec<_>>()
    };
    // Both fail in all their games but those against each other, where the first to fail loses.
    let (cleo, dora) = (fate("cleo"), fate("dora"));
    assert!(cleo.len() + dora.len() == 10 && cleo.len() >= 4 && dora.len() >= 4);
    for verdict in cleo {
        assert_eq!((verdict.reason.name(), verdict.evidence.exit.as_deref()), ("crash", Some("exit code 7")));
        assert_eq!(
            verdict.evidence.stderr.as_deref(),
            Some("my opening book is empty"),
            "its folder is there"
        );
    }
    for verdict in dora {
        assert_eq!(verdict.reason.name(), "illegal-move");
        assert_eq!(verdict.evidence.sent.as_deref(), Some("hello"));
    }
    let html = folder.0.join("r.html").display().to_string();
    ok(&["export", "--autopsy", "100", "--html", &html], &file);
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("sandbox auto: ") && page.contains("my opening book is empty"));

    // A program that is not there is a sentence before the first game, and so is a sandbox that cannot be.
    let broken = std::fs::read_to_string(&file).unwrap().replace("exec:./player", "exec:./nothing");
    let broken = folder.write("broken.toml", &broken);
    assert!(refused(&["run"], &broken, 2).contains("player 'cleo': there is no program './nothing'"));
    assert!(!Store::path_for(&broken).exists());
}

/// The number of a player in the folder of submissions.
#[cfg(unix)]
fn index(name: &str) -> usize {
    ["anna", "bela", "cleo", "dora"].iter().position(|other| *other == name).unwrap()
}

#[test]
fn the_example_runs_as_it_is_written() {
    let folder = Folder::new();
    let target = folder.0.join("example.toml");
    for game in agon_games::registry().games() {
        let text = ok(&["new", "--example", &game.id(), "--output"], &target);
        assert!(text.contains("6 players"), "{text}");
        Description::read(&target, &agon_games::registry()).unwrap();
        std::fs::remove_file(&target).unwrap();
    }
}
