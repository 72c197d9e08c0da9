//! Everything again, as an ordinary user.

use crate::testplayer::{OpenFolder, built};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

#[test]
fn everything_holds_for_an_ordinary_user_too() {
    const SOMEBODY: u32 = 54_321;
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        println!("skipped: this is an ordinary user");
        return;
    }
    // Copies, because the user may not be able to reach the originals.
    let folder = OpenFolder::new();
    let (tests, player) = (folder.0.join("tests"), folder.0.join("player"));
    for (original, copy) in [(std::env::current_exe().unwrap().as_path(), &tests), (built(), &player)] {
        fs::copy(original, copy).unwrap();
        fs::set_permissions(copy, Permissions::from_mode(0o755)).unwrap();
    }
    let output = Command::new(&tests)
        .uid(SOMEBODY)
        .gid(SOMEBODY)
        .current_dir("/")
        .env("AGON_TESTPLAYER", &player)
        .env("HOME", "/")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("test result: ok"), "{text}");
}
