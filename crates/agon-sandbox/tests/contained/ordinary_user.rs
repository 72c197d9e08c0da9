//! Everything again, as an ordinary user. The arena's tests of misbehaviour use this file too.

use crate::open_folder::OpenFolder;
use crate::testplayer::test_player;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|data| data.uid() == 0)
}

#[test]
fn everything_holds_for_an_ordinary_user_too() {
    const SOMEBODY: u32 = 54_321;
    if !is_root() {
        println!("skipped: this is an ordinary user");
        return;
    }
    // Copies, because the user may not be able to reach the originals.
    let folder = OpenFolder::create();
    let copy = |original: &Path, name: &str| {
        let copy = folder.0.join(name);
        fs::copy(original, &copy).unwrap();
        fs::set_permissions(&copy, Permissions::from_mode(0o755)).unwrap();
        copy
    };
    let tests = copy(&std::env::current_exe().unwrap(), "tests");
    let player = copy(test_player(), "player");
    // A place outside the folder for temporary files, if this machine has one.
    let place = Some(Path::new("/srv")).filter(|place| place.is_dir());
    let place = place.map_or_else(OpenFolder::create, OpenFolder::create_in);
    let output = Command::new(&tests)
        .uid(SOMEBODY)
        .gid(SOMEBODY)
        .current_dir("/")
        .env("AGON_TESTPLAYER", &player)
        .env("HOME", "/")
        .env("AGON_TEST_PLACE", &place.0)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("test result: ok"), "{text}");
}
