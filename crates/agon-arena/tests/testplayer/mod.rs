//! The program that misbehaves on purpose, built if need be, under a name of its own for every test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A copy of the test player. Its processes are known by its name, and it goes with the test.
pub(crate) struct TestPlayer {
    folder: PathBuf,
    name: String,
}

impl TestPlayer {
    pub(crate) fn new() -> TestPlayer {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("player-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(format!("agon-seats-{name}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::copy(built(), folder.join(&name)).unwrap();
        TestPlayer { folder, name }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// How many processes of it there are, whatever they call themselves their parent.
    pub(crate) fn processes(&self) -> usize {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let is_one = |entry: &std::fs::DirEntry| {
            let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains(&self.name)
        };
        processes.filter(is_one).count()
    }
}

impl Drop for TestPlayer {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program of the sandbox's crate. Cargo builds the programs of other crates for no test, so it is asked to.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
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
