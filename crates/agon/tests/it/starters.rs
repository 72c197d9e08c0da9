//! Builds the starter players in temporary folders.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A language that has one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Starter {
    C,
    Java,
    Python,
    Rust,
}

/// A player that can be started; its folder goes with it.
pub(crate) struct Built {
    pub(crate) command: &'static str,
    /// Where `agon` is to be called: programs see the folder it was called in, and no other temporary one.
    pub(crate) folder: PathBuf,
}

impl Drop for Built {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Starter {
    #[allow(dead_code)] // Reason: not every test looks at all of them.
    pub(crate) const ALL: [Starter; 4] = [Starter::C, Starter::Java, Starter::Python, Starter::Rust];

    pub(crate) fn source(self) -> PathBuf {
        let file = match self {
            Starter::C => "c/player.c",
            Starter::Java => "java/Player.java",
            Starter::Python => "python/player.py",
            Starter::Rust => "rust/player.rs",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players").join(file)
    }
}

/// Builds a player; nothing where the compiler is missing, with a sentence about it.
pub(crate) fn build(starter: Starter) -> Option<Built> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("agon-starter-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = starter.source();
    let place = folder.to_str().unwrap().to_owned();
    let file = source.to_str().unwrap();
    let program = format!("{place}/player");
    let (tool, args, command) = match starter {
        Starter::C => ("gcc", vec!["-O2", "-Wall", "-Wextra", "-Werror", "-o", &program, file], "./player"),
        Starter::Java => ("javac", vec!["-Xlint:all", "-d", &place, file], "java -cp . Player"),
        Starter::Python => ("python3", vec!["-c", "pass"], "python3 player.py"),
        Starter::Rust => ("rustc", vec!["-O", "-D", "warnings", "-o", &program, file], "./player"),
    };
    if matches!(starter, Starter::Python) {
        std::fs::copy(&source, folder.join("player.py")).unwrap();
    }
    let built = Built { command, folder };
    match Command::new(tool).args(&args).stdin(Stdio::null()).output() {
        Ok(output) => {
            let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{tool} {args:?}: {complaints}");
            Some(built)
        }
        Err(error) => {
            // Straight to standard error: what the print macros say is shown only when a test fails.
            let why = format!(
                "SKIP: the {starter:?} starter player is not tried, {tool} cannot be started: {error}"
            );
            let _ = std::io::stderr().write_all(format!("{why}\n").as_bytes());
            None
        }
    }
}
