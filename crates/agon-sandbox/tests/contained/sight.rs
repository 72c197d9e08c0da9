//! A program sees what it needs and nothing else.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use agon_sandbox::{Layer, Limits, Machine, Program, Sandbox};

use crate::open_folder::OpenFolder;
use crate::ordinary_user::is_root;
use crate::stage::{Seat, machine_without, machines, sandbox_on};
use crate::testplayer::test_player;

/// A folder outside the one for temporary files, if there is a place for one.
pub(crate) fn outside() -> OpenFolder {
    let given = std::env::var_os("AGON_TEST_PLACE").map(PathBuf::from);
    let place = given.or_else(|| Some(PathBuf::from("/srv")).filter(|place| is_root() && place.is_dir()));
    OpenFolder::create_in(&place.unwrap_or_else(std::env::temp_dir))
}

/// Python, where it is installed for everybody.
pub(crate) fn python() -> Option<PathBuf> {
    Some(PathBuf::from("/usr/bin/python3")).filter(|path| path.is_file())
}

/// Whether the machine promises that what is not shown cannot be read.
fn closes(machine: &Machine) -> bool {
    machine.has(Layer::MountNamespace) || machine.has(Layer::Landlock)
}

fn file(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// What a program with this command reads in each sandbox that closes files.
fn each_reads(program: &Program, showing: &[PathBuf], expected: &str) {
    for machine in machines().into_iter().filter(closes) {
        let sandbox = sandbox_on(machine, Limits::default()).showing(showing.iter().cloned());
        let mut seat = Seat::start(&sandbox, program.clone());
        assert_eq!(seat.rest(), expected, "{}", sandbox.describe());
    }
}

/// A program in a folder that prints what it can read of these.
fn reader(folder: &Path, paths: &[&str]) -> Program {
    let script = format!("for path in {}; do cat $path 2>/dev/null; done; echo .", paths.join(" "));
    Program::new(["sh", "-c", &script]).unwrap().in_folder(folder)
}

#[test]
fn neither_siblings_nor_anything_beside_are_seen() {
    let top = outside();
    let at = |name: &str| top.0.join(name);
    for name in ["class/alice/own", "class/bob/player", "class/results", "diary"] {
        file(&at(name), &format!("{name}\n"));
    }
    symlink("../bob/player", at("class/alice/link")).unwrap();
    symlink("../bob", at("class/alice/friend")).unwrap();
    symlink("/", at("class/alice/root")).unwrap();
    let through_root = format!("root{}", at("diary").display());
    let through_process = format!("/proc/self/root{}", at("diary").display());
    let absolute = at("class/bob/player").display().to_string();
    let paths = [
        "own",
        "link",
        "friend/player",
        "../results",
        "../../diary",
        &through_root,
        &through_process,
        &absolute,
    ];
    each_reads(&reader(&at("class/alice"), &paths), &[], "class/alice/own\n.\n");
}

#[test]
fn secrets_of_the_machine_are_not_seen() {
    let top = outside();
    let others = format!("/proc/{}/environ", std::process::id());
    let memory = format!("/proc/{}/maps", std::process::id());
    let paths = ["/etc/shadow", "/etc/sudoers", "/etc/machine-id", "/etc/hostname", "/etc/fstab", "/root/.*"];
    let more = ["/home/*/*", "/var/log/*", "/run/*/*", "/proc/kcore", "/sys/kernel/*", &others, &memory];
    each_reads(&reader(&top.0, &[&paths[..], &more].concat()), &[], ".\n");
}

#[test]
fn the_keeper_is_a_copy_of_us_that_its_program_cannot_read() {
    let program = reader(Path::new("/usr"), &["/proc/$PPID/environ", "/proc/$PPID/maps", "/proc/$PPID/mem"]);
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        // Bubblewrap, which stands between, knows nothing but what is the program's own.
        if !sandbox.describe().contains("with bubblewrap") {
            assert_eq!(Seat::start(&sandbox, program.clone()).rest(), ".\n", "{}", sandbox.describe());
        }
    }
}

#[test]
fn a_link_in_place_of_the_program_is_refused() {
    let top = outside();
    let (own, other) = (top.0.join("alice/player"), top.0.join("bob/player"));
    file(&other, "#!/bin/sh\ncat bob\n");
    fs::create_dir(top.0.join("alice")).unwrap();
    symlink("../bob/player", &own).unwrap();
    let sandbox = sandbox_on(machine_without(&[]), Limits::default());
    let program = Program::new(["./player"]).unwrap().in_folder(top.0.join("alice"));
    let error = sandbox.spawn(&program).unwrap_err().to_string();
    assert!(error.contains("is a link to") && error.contains("bob/player"), "{error}");
    // Nor does a first line bring another's folder along.
    fs::remove_file(&own).unwrap();
    file(&own, &format!("#!{}\n", other.display()));
    for machine in machines().into_iter().filter(closes) {
        let sandbox = sandbox_on(machine, Limits::default());
        if sandbox.describe().contains("with bubblewrap") {
            continue;
        }
        assert!(sandbox.spawn(&program).is_err(), "{}", sandbox.describe());
    }
}

#[test]
fn what_is_shown_or_hidden_on_purpose_is() {
    let top = outside();
    for name in ["class/alice/own", "class/bob/own", "class/common", "books/book"] {
        file(&top.0.join(name), &format!("{name}\n"));
    }
    let mut program = reader(&top.0.join("class"), &["alice/own", "bob/own", "common", "../books/book"]);
    each_reads(&program, &[], "class/alice/own\nclass/bob/own\nclass/common\n.\n");
    program.hidden = vec![top.0.join("class/bob"), top.0.join("no such thing")];
    each_reads(&program, &[], "class/alice/own\nclass/common\n.\n");
    let books = [top.0.join("books")];
    each_reads(&program, &books, "class/alice/own\nclass/common\nbooks/book\n.\n");
}

#[test]
fn programs_among_temporary_files_work_from_everywhere() {
    let (here, there) = (outside(), OpenFolder::create());
    file(&there.0.join("player/main.sh"), "cat $(dirname $0)/book; ls $(dirname $0)/..\n");
    file(&there.0.join("player/book"), "book\n");
    file(&there.0.join("other/player"), "other\n");
    let script = there.0.join("player/main.sh");
    let program = Program::new(["sh", script.to_str().unwrap()]).unwrap().in_folder(&here.0);
    for machine in machines().into_iter().filter(|machine| machine.has(Layer::MountNamespace)) {
        let sandbox = sandbox_on(machine, Limits::default());
        assert_eq!(Seat::start(&sandbox, program.clone()).rest(), "book\nplayer\n", "{}", sandbox.describe());
    }
}

#[test]
fn other_processes_are_out_of_sight_and_reach() {
    for machine in machines().into_iter().filter(|machine| machine.has(Layer::PidNamespace)) {
        let sandbox = sandbox_on(machine, Limits::default());
        // The shell's two numbers, and one or two above it.
        let script =
            format!("kill -0 {} 2>/dev/null && echo reached; ls -d /proc/[0-9]* | wc -l", std::process::id());
        let mut seat = Seat::start(&sandbox, Program::new(["sh", "-c", &script]).unwrap());
        let count: u32 = seat.line().parse().unwrap();
        assert!(count <= 6, "{count}: {}", sandbox.describe());
    }
}

#[test]
fn a_program_that_lends_its_owners_rights_lends_none() {
    if !is_root() {
        println!("skipped: only the superuser can make such a program");
        return;
    }
    let folder = outside();
    let program = folder.0.join("id");
    fs::copy("/usr/bin/id", &program).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o4755)).unwrap();
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let path = program.to_str().unwrap();
        let mut seat = Seat::take_showing(&sandbox, &["--rights-at", "1", path], &[&folder.0]);
        assert_eq!(seat.error_line(), "rights: 65534", "{}", sandbox.describe());
    }
}

/// Runs a test of this file again as somebody with another home.
fn at_home(test: &str, home: &Path, variables: &[(&str, &Path)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([&format!("sight::{test}"), "--exact", "--nocapture"]);
    command.env("HOME", home).env("AGON_TEST_AT_HOME", home).env("AGON_TESTPLAYER", test_player());
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "{text}");
}

fn home() -> Option<PathBuf> {
    std::env::var_os("AGON_TEST_AT_HOME").map(PathBuf::from)
}

#[test]
fn a_home_is_never_seen_though_it_is_the_folder() {
    let Some(home) = home() else {
        let top = outside();
        file(&top.0.join("home/.ssh/key"), "key\n");
        file(&top.0.join("home/diary"), "diary\n");
        file(&top.0.join("home/player"), "#!/bin/sh\npwd; cat diary .ssh/key; ls\n");
        at_home("a_home_is_never_seen_though_it_is_the_folder", &top.0.join("home"), &[]);
        return;
    };
    let program = Program::new(["./player"]).unwrap().in_folder(&home);
    for machine in machines().into_iter().filter(closes) {
        let lists = machine.has(Layer::MountNamespace);
        let sandbox = sandbox_on(machine, Limits::default());
        let listed = if lists { "player\n" } else { "" };
        let expected = format!("{}\n{listed}", home.display());
        assert_eq!(Seat::start(&sandbox, program.clone()).rest(), expected, "{}", sandbox.describe());
    }
    each_reads(&reader(&home, &["diary", ".ssh/key", "player/.."]), &[], ".\n");
    // Not by the folder above, either, nor by what stands in the command.
    let above = home.parent().unwrap();
    each_reads(&reader(above, &["home/diary", "home/.ssh/key"]), &[], ".\n");
    let key = home.join(".ssh/key");
    each_reads(&Program::new(["cat".as_ref(), key.as_os_str()]).unwrap(), &[], "");
}

#[test]
fn an_interpreter_in_a_home_comes_with_its_installation_alone() {
    let Some(home) = home() else {
        let top = outside();
        let home = top.0.join("home");
        file(&home.join("diary"), "diary\n");
        file(&home.join(".tools/lib/library"), "library\n");
        fs::create_dir(home.join(".tools/bin")).unwrap();
        fs::copy("/bin/sh", home.join(".tools/bin/interpreter")).unwrap();
        symlink(home.join(".tools/bin/interpreter"), home.join("interpreter")).unwrap();
        let first_line =
            format!("#!{}\ncat ../.tools/lib/library ../diary\n", home.join("interpreter").display());
        file(&home.join("bots/player"), &first_line);
        at_home("an_interpreter_in_a_home_comes_with_its_installation_alone", &home, &[]);
        return;
    };
    let interpreter = home.join(".tools/bin/interpreter");
    let script = format!("cd {}; cat .tools/lib/library diary", home.display());
    let words = [interpreter.as_os_str(), "-c".as_ref(), script.as_ref()];
    each_reads(&Program::new(words).unwrap(), &[], "library\n");
}

#[test]
fn a_virtual_environment_in_use_is_there() {
    let Some(home) = home() else {
        let Some(python) = python() else {
            println!("skipped: no python3");
            return;
        };
        let top = outside();
        let (home, environment) = (top.0.join("home"), top.0.join("home/course/venv"));
        file(&home.join("diary"), "diary\n");
        let made = Command::new(python).args(["-m", "venv", "--without-pip"]).arg(&environment).status();
        if !made.is_ok_and(|status| status.success()) {
            println!("skipped: this python3 makes no virtual environments");
            return;
        }
        file(&environment.join("marker.py"), "print('here')\n");
        let path = std::env::join_paths([environment.join("bin"), "/usr/bin".into(), "/bin".into()]).unwrap();
        let variables = [("VIRTUAL_ENV", environment.as_path()), ("PATH", Path::new(&path))];
        at_home("a_virtual_environment_in_use_is_there", &home, &variables);
        return;
    };
    let script = format!(
        "import sys, json, os; print(sys.prefix); print(os.path.exists({0:?}) and open({0:?}).read())",
        home.join("diary")
    );
    let expected = format!("{}\n", home.join("course/venv").display());
    for machine in machines().into_iter().filter(|machine| machine.has(Layer::MountNamespace)) {
        let sandbox: Sandbox = sandbox_on(machine, Limits::default());
        let program = Program::new(["python3", "-c", &script]).unwrap();
        let answer = Seat::start(&sandbox, program).rest();
        assert_eq!(answer, format!("{expected}False\n"), "{}", sandbox.describe());
    }
}

#[test]
fn a_variable_shows_more_to_every_program() {
    let Some(home) = home() else {
        let top = outside();
        file(&top.0.join("home/diary"), "diary\n");
        file(&top.0.join("books/book"), "book\n");
        let variables = [("AGON_SANDBOX_READ", top.0.join("books"))];
        let variables = variables.each_ref().map(|(name, path)| (*name, path.as_path()));
        at_home("a_variable_shows_more_to_every_program", &top.0.join("home"), &variables);
        return;
    };
    each_reads(&reader(&home, &["diary", "../books/book"]), &[], "book\n.\n");
}
