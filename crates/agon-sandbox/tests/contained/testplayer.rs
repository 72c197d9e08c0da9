//! The test player plays legal moves, and misbehaves as told.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The test player; a copy of it where the tests are run again by another user.
pub(crate) fn test_player() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let built = || env!("CARGO_BIN_EXE_agon-testplayer").into();
    PATH.get_or_init(|| std::env::var_os("AGON_TESTPLAYER").unwrap_or_else(built).into())
}

/// What the player makes of an input that is there from the beginning.
fn play(options: &[&str], input: &str) -> Output {
    let mut player = Command::new(test_player())
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A player that has ended does not read the rest.
    let _ = player.stdin.take().unwrap().write_all(input.as_bytes());
    player.wait_with_output().unwrap()
}

fn answer(options: &[&str], input: &str) -> String {
    String::from_utf8(play(options, input).stdout).unwrap()
}

#[test]
fn its_columns_are_legal_until_the_board_is_full() {
    let mut heights = [0; 9];
    let mut input = "0\n".to_owned();
    for _ in 0..40 {
        // The opponent fills the first columns; the player must find others.
        let theirs = (0..9).find(|&column| heights[column] < 9).unwrap();
        input += &format!("{theirs}\n");
        heights[theirs] += 1;
        let ours: usize = answer(&["second"], &input).lines().last().unwrap().parse().unwrap();
        heights[ours] += 1;
        assert!(heights[ours] <= 9, "column {ours} is full: {heights:?}");
    }
    assert_eq!(heights.iter().sum::<u32>(), 80);
    assert!(play(&["second"], &format!("{input}11\n")).status.success());
}

#[test]
fn it_chooses_among_the_legal_moves_it_is_told() {
    let input = "ugi\nisready\nuginewgame\nposition startpos\nlegalmoves a1 b2 c3\ngo movetime 5\nquit\n";
    let output = answer(&[], input);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.contains(&"option name LegalMoves type check default false"));
    assert_eq!(lines[lines.len() - 3..lines.len() - 1], ["ugiok", "readyok"]);
    let choice = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
    assert!(["a1", "b2", "c3"].contains(&choice));
}

#[test]
fn moves_are_counted_from_the_start_of_each_game() {
    let game = "uginewgame\nlegalmoves a1\ngo\nlegalmoves b2\ngo\n";
    let output = answer(&["--illegal-at", "2"], &format!("{game}{game}quit\n"));
    assert_eq!(output, "bestmove a1\nbestmove 99,99\nbestmove a1\nbestmove 99,99\n");
}

#[test]
fn it_misbehaves_at_the_move_it_was_told() {
    let game = "0\n0\n0\n0\n";
    assert_eq!(answer(&["first"], game), "2\n4\n6\n8\n");
    assert_eq!(answer(&["first", "--illegal-at", "2"], game), "2\n9\n6\n8\n");
    assert_eq!(answer(&["first", "--exit-at", "3"], game), "2\n4\n");
    assert_eq!(play(&["first", "--exit-at", "1", "--code", "9"], game).status.code(), Some(9));
    assert_eq!(answer(&["first", "--late-at", "2", "--by", "1"], game), "2\n4\n6\n8\n");
    assert!(String::from_utf8(play(&["first", "--garbage-at", "2"], game).stdout).is_err());
    assert_eq!(answer(&["first", "--megabyte-at", "1"], "0\n").len(), (1 << 20) + 2);
    assert_eq!(play(&["first", "--crash-at", "1"], game).status.signal(), Some(6));
}

#[test]
fn wrong_options_are_named() {
    let output = play(&["--no-such"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "agon-testplayer: unknown option --no-such\n");
}
