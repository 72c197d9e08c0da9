//! The program that misbehaves on purpose, built if need be, under a name of its own for every test.

use crate::open_folder::OpenFolder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A copy of the test player in a folder of its own. Its processes are known by its name, and it goes with the test.
pub(crate) struct TestPlayer {
    folder: OpenFolder,
    name: String,
}

impl TestPlayer {
    pub(crate) fn new() -> TestPlayer {
        let folder = OpenFolder::create();
        // No name begins with another one.
        let name = folder.0.file_name().unwrap().to_str().unwrap().replace("agon-test", "player") + "-it";
        fs::copy(test_player(), folder.0.join(&name)).unwrap();
        TestPlayer { folder, name }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder.0
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.0.join(&self.name)
    }

    /// How many processes of it there are, whatever they call themselves their parent.
    pub(crate) fn processes(&self) -> usize {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let is_one = |entry: &fs::DirEntry| {
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains(&self.name)
        };
        processes.filter(is_one).count()
    }

    /// Nothing is left of it but the program itself.
    pub(crate) fn assert_gone(&self, what: &str) {
        assert_eq!(self.processes(), 0, "{what}: no process is left");
        let files: Vec<_> = fs::read_dir(&self.folder.0).unwrap().flatten().map(|f| f.file_name()).collect();
        assert_eq!(files, [self.name.as_str()], "{what}: no file is left");
    }
}

/// The program of the sandbox's crate; a copy of it where the tests are run again by another user. Cargo builds the
/// programs of other crates for no test, so it is asked to.
pub(crate) fn test_player() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(copy) = std::env::var_os("AGON_TESTPLAYER") {
            return copy.into();
        }
        let tests = std::env::current_exe().unwrap();
        let profile = tests.ancestors().nth(2).unwrap();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--package", "agon-sandbox", "--bin", "agon-testplayer"]);
        build.current_dir(env!("CARGO_MANIFEST_DIR")).env("CARGO_TARGET_DIR", profile.parent().unwrap());
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().unwrap().success(), "the test player cannot be built");
        profile.join("agon-testplayer")
    })
}
