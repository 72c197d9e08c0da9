//! Reading and writing the formats people have.

use crate::fixtures;
use agon_connect::columns::{CONNECT_9X9, CONNECT_9X9_FROM_1, FOUR_IN_A_ROW, FOUR_IN_A_ROW_FROM_1};
use agon_core::formats::Json;
use agon_core::record::RecordedMove;
use agon_core::{Format, FormatError, Reason, Record, Registry, Side};
use agon_games::{formats, registry};
use agon_reversi::formats::wthor::{Names, WthorError, settled_score};
use agon_reversi::formats::{Ggf, Othello, Wthor, WthorFormat};

const JSON: &dyn Format = &Json;
const WTHOR: &dyn Format = &WthorFormat;
const GGF: &dyn Format = &Ggf;
const OTHELLO: &dyn Format = &Othello;

fn read_all(format: &dyn Format, bytes: &[u8], games: &Registry) -> Result<Vec<Record>, FormatError> {
    format.read(bytes, games)
}

fn read(format: &dyn Format, text: &str) -> Result<Vec<Record>, FormatError> {
    read_all(format, text.as_bytes(), &registry())
}

fn write(format: &dyn Format, records: &[Record]) -> Result<String, FormatError> {
    format.write(records)
}

fn detect(bytes: &[u8]) -> Option<&'static dyn Format> {
    formats().detect(bytes)
}

/// The sentence of an error.
fn sentence<T: std::fmt::Debug>(result: Result<T, FormatError>) -> String {
    result.unwrap_err().to_string()
}

fn moves(record: &Record) -> String {
    record.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Records of whole and unfinished games with names, times, evaluations, tags and a resignation.
fn annotated_records(games: &Registry) -> Vec<Record> {
    let mut records = fixtures::reversi_records(games);
    for (i, record) in records.iter_mut().enumerate() {
        record.players[0].name = format!("Black [{i}] \\ ]");
        record.players[1].name = "Blanc né à Rouen".to_owned();
        record.tags.insert("date".to_owned(), "2024.07.31".to_owned());
        record.tags.insert("place".to_owned(), "Agon; (home)".to_owned());
        record.tags.insert("theoretical score".to_owned(), i.to_string());
        record.tags.insert("RB".to_owned(), "1720.5".to_owned());
        for (ply, mv) in record.moves.iter_mut().enumerate() {
            mv.ms = (ply % 3 != 0).then_some((ply * 12_345_678) as f64 / 1e6);
            mv.score = (ply % 2 != 0).then_some(ply as f64 / 4.0 - 3.0);
        }
    }
    records
}

#[test]
fn the_fixtures_are_as_made() {
    let games = registry();
    let records = fixtures::reversi_records(&games);
    fixtures::assert_as_made("small.wtb", &fixtures::wtb(&records, &games));
    let ggf = write(GGF, &annotated_records(&games)).unwrap();
    fixtures::assert_as_made("small.ggf", ggf.as_bytes());
    let kinds: Vec<_> = records.iter().map(|r| (r.verdict.is_some(), moves(r).contains("pass"))).collect();
    assert!([(true, false), (true, true), (false, false)].iter().all(|kind| kinds.contains(kind)));
    assert!(records.iter().any(|r| r.verdict.as_ref().is_some_and(|v| v.score[1] == 0)));
}

#[test]
fn formats_are_known_by_name_and_by_content() {
    for format in formats().all() {
        assert_eq!(formats().by_name(&format.to_string()), Ok(format));
    }
    assert_eq!(
        sentence(formats().by_name("pgn")),
        "there is no format called 'pgn'; the formats are json, wthor, ggf, othello, four-in-a-row, \
         four-in-a-row:one-based, connect4-9x9, connect4-9x9:one-based"
    );
    assert_eq!(detect(&fixtures::read("small.wtb")), Some(WTHOR));
    assert_eq!(detect(&fixtures::read("small.ggf")), Some(GGF));
    assert_eq!(detect(b"\xef\xbb\xbf {\"format\":\"agon-record\"}"), Some(JSON));
    assert_eq!(detect(b"# a comment\n1. f5 d6 2. C3"), Some(OTHELLO));
    for unknown in [&b"3342"[..], b"", b"\xff\xfe", b"hello", b"f9"] {
        assert_eq!(detect(unknown), None, "{unknown:?}");
    }
}

#[test]
fn wthor_games_become_records() {
    let (games, bytes) = (registry(), fixtures::read("small.wtb"));
    let file = Wthor::new(&bytes).unwrap();
    let header = file.header();
    assert_eq!((header.made, header.games, header.year, header.depth), ((2024, 7, 31), 8, 2024, 24));
    let made = fixtures::reversi_records(&games);
    let read = read_all(WTHOR, &bytes, &games).unwrap();
    assert_eq!(read.len(), made.len());
    for ((record, made), game) in read.iter().zip(&made).zip(file.games()) {
        assert_eq!((&record.game, &record.start, &record.moves), (&made.game, &made.start, &made.moves));
        let line = record.replay(&games).unwrap();
        let end = game.replay().unwrap();
        assert_eq!(agon_core::notation::position_text(&agon_reversi::Reversi, &end), line.position().text());
        let verdict = record.verdict.as_ref().unwrap();
        match settled_score(&end) {
            Some(score) => assert_eq!((score, Reason::Normal), (game.score(), verdict.reason)),
            None => assert_eq!((made.verdict.as_ref(), Reason::Adjudicated), (None, verdict.reason)),
        }
    }
    assert_eq!(read[2].players.clone().map(|p| p.name), ["player 4", "player 5"]);
    assert_eq!(read[2].tags["tournament"], "tournament 302");
    assert_eq!(read[2].tags["year"], "2024");
}

#[test]
fn wthor_numbers_become_names() {
    let bytes = fixtures::read("small.wtb");
    let mut players = vec![0; 16];
    for name in ["nobody", "Ren\u{e9} Noir", "Blanche"] {
        let mut latin_1: Vec<u8> = name.chars().map(|c| c as u8).collect();
        latin_1.resize(20, 0);
        players.extend(latin_1);
    }
    let mut names = Names::default();
    names.read_players(&players).unwrap();
    let game = Wthor::new(&bytes).unwrap().games().next().unwrap();
    assert_eq!(game.players(), [0, 1]);
    let record = game.record(&names).unwrap();
    assert_eq!(record.players.map(|p| p.name), ["nobody", "René Noir"]);
    assert_eq!(names.player(3), "player 3");
    assert_eq!(
        names.read_tournaments(&players).unwrap_err().to_string(),
        "a WTHOR file of tournaments has 26 bytes a name after its header, but there are 60 bytes"
    );
}

#[test]
fn wrong_wthor_files_are_refused_in_sentences() {
    let good = fixtures::read("small.wtb");
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        sentence(read_all(WTHOR, &bytes, &registry()))
    };
    assert_eq!(
        refused(&|bytes| bytes.truncate(15)),
        "a WTHOR file starts with a header of 16 bytes; this one has only 15 bytes"
    );
    assert_eq!(
        refused(&|bytes| bytes.truncate(500)),
        "the WTHOR file is cut off: its header says 8 games, 560 bytes, but there are 500"
    );
    assert_eq!(
        refused(&|bytes| bytes[4..8].fill(0xff)),
        "the WTHOR file is cut off: its header says 4294967295 games, 292057776076 bytes, but there are 560"
    );
    assert_eq!(
        refused(&|bytes| bytes[4] = 7),
        "the WTHOR file goes on after its 7 games: 492 bytes are due, but there are 560"
    );
    assert_eq!(
        refused(&|bytes| bytes[12] = 10),
        "the WTHOR file holds games on a board of 10 × 10; only 8 × 8 can be read"
    );
    let second_game = 16 + 68 + 8;
    assert_eq!(
        refused(&|bytes| bytes[second_game + 4] = 90),
        "game 2, move 5: 90 is no square; squares are row × 10 + column, 11 to 88"
    );
    assert_eq!(
        refused(&|bytes| bytes[second_game + 9] = 44),
        "game 2, move 10: 'd4' is not legal here: the square is taken"
    );
    assert_eq!(
        refused(&|bytes| bytes[second_game] = 11),
        "game 2, move 1: 'a1' is not legal here: it would turn no disc"
    );
    assert_eq!(
        refused(&|bytes| bytes[second_game + 9] = 0),
        "game 2, move 11: the moves before it have already ended with a 0"
    );
    let wiped_out = 16 + 3 * 68 + 8;
    assert_eq!(
        refused(&|bytes| bytes[wiped_out + 15] = 11),
        "game 4, move 16: the game is over, so 'a1' cannot be played"
    );
    // The fast replay says the same.
    let mut bytes = good.clone();
    bytes[second_game] = 11;
    let error = Wthor::new(&bytes).unwrap().games().nth(1).unwrap().replay().unwrap_err();
    assert!(matches!(&error, WthorError::Illegal { game: 2, number: 1, .. }));
    assert_eq!(error.to_string(), "game 2, move 1: 'a1' is not legal here: it would turn no disc");
    assert_eq!(
        sentence(write(WTHOR, &[])),
        "this game cannot be written as WTHOR: WTHOR files are only read"
    );
}

#[test]
fn ggf_round_trips() {
    let games = registry();
    let records = annotated_records(&games);
    let text = write(GGF, &records).unwrap();
    let back = read_all(GGF, text.as_bytes(), &games).unwrap();
    assert_eq!(records.iter().filter(|record| record.verdict.is_none()).count(), 2);
    assert_eq!(back, records);
    assert_eq!(text.lines().count(), records.len());
}

#[test]
fn ggf_from_the_server_is_understood() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio]PW[kitty]RB[2197.01]TI[05:00//02:00]\
                TY[8]RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                B[F5//1.32]W[d6/-2.50/10]B[C3/+1];)\nchatter\n\
                2 (;GM[Othello]PB[a]PW[b]TY[s8r6]BO[8 ------------------------\
                ---O*------*O------*-------------------- O]W[d7]B[e6];)(;GM[Othello];)";
    let records = read(GGF, text).unwrap();
    assert_eq!(records.len(), 3);
    let first = &records[0];
    assert_eq!(moves(first), "f5 d6 c3");
    assert_eq!(first.moves[0], RecordedMove { text: "f5".into(), ms: Some(1320.0), ..Default::default() });
    assert_eq!((first.moves[1].score, first.moves[1].ms), (Some(-2.5), Some(10_000.0)));
    assert_eq!((first.moves[2].score, first.moves[2].ms), (Some(1.0), None));
    let verdict = first.verdict.as_ref().unwrap();
    assert_eq!((verdict.winner, verdict.reason), (Some(Side::Second), Reason::Resignation));
    assert_eq!(first.tags["date"], "2003.12.15_13:24:03.MST");
    assert_eq!((first.tags["TI"].as_str(), first.tags["RB"].as_str()), ("05:00//02:00", "2197.01"));
    assert!(write(GGF, &records).unwrap().contains("RE[-64.000:r]"));
    assert_eq!(records[1].tags["TY"], "s8r6");
    assert_eq!(records[1].start, "---------------------------OX------XO------X-------------------- O");
    assert_eq!((moves(&records[1]), &records[1].verdict), ("d7 e6".to_owned(), &None));
    assert_eq!(moves(&records[2]), "");
    let latin_1 = read_all(GGF, b"(;GM[Othello]PB[Ren\xe9];)", &registry()).unwrap();
    assert_eq!(latin_1[0].players[0].name, "René");
}

#[test]
fn ggf_results_keep_their_reasons() {
    let mut record = fixtures::reversi_records(&registry()).remove(5);
    for (result, winner, reason) in [
        ("+12:t", Some(Side::First), Reason::TimeOut),
        ("-2.00:s", Some(Side::Second), Reason::Agreed),
        ("0:l", None, Reason::Disconnect),
        ("+0.5", Some(Side::First), Reason::Adjudicated),
    ] {
        record.verdict = None;
        record.tags.insert("RE".to_owned(), result.to_owned());
        let text = write(GGF, std::slice::from_ref(&record)).unwrap();
        assert!(text.contains("RE[?]"), "a verdict that was taken back: {text}");
        let back = read(GGF, &text.replace("RE[?]", &format!("RE[{result}]"))).unwrap().remove(0);
        let verdict = back.verdict.as_ref().unwrap();
        assert_eq!((verdict.winner, verdict.reason), (winner, reason));
        let again = read(GGF, &write(GGF, std::slice::from_ref(&back)).unwrap()).unwrap();
        assert_eq!(again, [back]);
    }
}

#[test]
fn wrong_ggf_is_refused_in_sentences() {
    let refused = |text: &str| sentence(read(GGF, text));
    assert_eq!(refused("f5d6"), "there is no game in this file; a game in GGF is written (;GM[Othello]…;)");
    assert_eq!(refused("(;GM[Othello]"), "game 1: the game is cut off: ';)' is missing at its end");
    assert_eq!(
        refused("(;GM[Othello"),
        "game 1: the game is cut off: ']' after a value is missing at its end"
    );
    assert_eq!(
        refused("(;GM[Othello];)(;GM[Othello]B f5];)"),
        "game 2: found 'B f5];)' where a property like PB[name] or the end ';)' should be"
    );
    assert_eq!(refused("(;GM[Go];)"), "game 1: it is a game of 'Go', and only Othello can be read");
    for other in ["10", "8a", "a8", "8k", "88", "s8r"] {
        assert_eq!(
            refused(&format!("(;GM[Othello]TY[{other}];)")),
            format!(
                "game 1: it is a game of 'type {other}', and only type 8 (the usual rules on 8 × 8) can be read"
            )
        );
    }
    assert_eq!(
        refused("(;BO[10 --- *];)"),
        "game 1: found '10 --- *' where the size 8 of the board should be"
    );
    assert_eq!(
        refused("(;BO[8 --- *];)"),
        "game 1: start position: a position of Othello has 64 board characters, not 3"
    );
    assert_eq!(
        refused(&format!("(;BO[8 {}? *];)", "-".repeat(63))),
        "game 1: start position: '?' at h8 (character 64) is nothing that can stand there; known are '-' empty, \
         'X' black disc, 'O' white disc"
    );
    assert_eq!(refused("(;B[f5]B[d6];)"), "game 1: move 2 is by black, but it is white's turn");
    assert_eq!(refused("(;B[f5]W[f4]W[PA];)"), "game 1: move 3 is by white, but it is black's turn");
    assert_eq!(
        refused("(;B[f5]W[PA];)"),
        "game 1: move 2: 'pass' is not legal here: one may pass only without any other move"
    );
    assert_eq!(
        refused("(;B[f5]W[z9];)"),
        "game 1: move 2: 'z9' is not a move; a move is written as a column a-h and a row 1-8 from the top, like \
         f5, or pass"
    );
    let mut record = fixtures::reversi_records(&registry()).remove(0);
    record.tags.insert("Événement".to_owned(), String::new());
    assert_eq!(
        sentence(write(GGF, std::slice::from_ref(&record))),
        "game 1: this game cannot be written as GGF: the tag 'Événement' has no name there"
    );
    record.game = "ants".to_owned();
    assert_eq!(
        sentence(write(GGF, &[record])),
        "game 1: this game cannot be written as GGF: it is a game of ants, and only games of reversi can be"
    );
}

#[test]
fn othello_strings_round_trip() {
    let games = registry();
    let records = fixtures::reversi_records(&games);
    let text = write(OTHELLO, &records).unwrap();
    assert!(!text.contains("pass"), "forced passes are left out: {text}");
    assert_eq!(read(OTHELLO, &text).unwrap(), records);
    // A pass that nothing follows stays.
    let mut until_pass = records.into_iter().find(|record| moves(record).contains("pass")).unwrap();
    let pass = until_pass.moves.iter().position(|mv| mv.text == "pass").unwrap();
    until_pass.moves.truncate(pass + 1);
    until_pass.verdict = None;
    let text = write(OTHELLO, std::slice::from_ref(&until_pass)).unwrap();
    assert!(text.ends_with("pass\n"), "{text}");
    assert_eq!(read(OTHELLO, &text).unwrap(), [until_pass]);
}

#[test]
fn othello_strings_are_read_as_people_write_them() {
    for text in [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6 c3\td3 c4",
        "F5,D6,C3,D3,C4",
        "f5-d6-c3-d3-c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f52.d63.c34.d35.c4",
        "1) F5\n2) D6\n3) C3\n4) D3\n5) C4\n",
        "# the tiger\n\n1. f5 d6\n2. c3 d3\n3. c4",
    ] {
        let records = read(OTHELLO, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(records.iter().map(moves).collect::<Vec<_>>(), ["f5 d6 c3 d3 c4"], "{text}");
    }
    let games = read(OTHELLO, "f5d6\n\n1. f5 f4\r\n2. e3\nc4\n").unwrap();
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["f5 d6", "f5 f4 e3", "c4"]);
    // Passes may be written in any of the usual ways or left out.
    let records = fixtures::reversi_records(&registry());
    let record = records.iter().find(|record| moves(record).contains("pass")).unwrap();
    for pass in ["pass", "PA", "ps", "--", ""] {
        assert_eq!(&read(OTHELLO, &moves(record).replace("pass", pass)).unwrap()[0], record);
    }
}

#[test]
fn wrong_othello_strings_are_refused_in_sentences() {
    let refused = |text: &str| sentence(read(OTHELLO, text));
    assert_eq!(
        refused("\n# nothing\n"),
        "there is no game in this file; an Othello game is written as its moves, like f5d6c3"
    );
    assert_eq!(refused("f5\nf5d9"), "line 2: found 'd9' where a square a1 to h8 or a pass should be");
    assert_eq!(
        refused("f5 and then some more words"),
        "line 1: found 'and then some more w…' where a square a1 to h8 or a pass should be"
    );
    assert_eq!(refused("f5\n1. …"), "line 2: found '…' where a square a1 to h8 or a pass should be");
    assert_eq!(refused("f5\n1. ..."), "line 2: found '1. ...' where a move should be");
    assert_eq!(refused("f5d6f5"), "line 1: move 3: 'f5' is not legal here: the square is taken");
    assert_eq!(
        refused("f5--"),
        "line 1: move 2: 'pass' is not legal here: one may pass only without any other move"
    );
    assert_eq!(
        sentence(read_all(OTHELLO, b"f5\xffd6", &registry())),
        "this is not text: byte 3 is not UTF-8"
    );
    let records = fixtures::reversi_records(&registry());
    let mut elsewhere = records[0].clone();
    elsewhere.start = "---------------------------XO------OX--------------------------- O".to_owned();
    assert_eq!(
        sentence(write(OTHELLO, &[records[0].clone(), elsewhere])),
        "game 2: this game cannot be written as an Othello move string: it does not begin at the start position"
    );
    let empty = Record { moves: Vec::new(), verdict: None, ..records[0].clone() };
    assert_eq!(
        sentence(write(OTHELLO, &[empty])),
        "game 1: this game cannot be written as an Othello move string: it has no moves"
    );
}

#[test]
fn connect_four_strings_round_trip() {
    for (zero, one) in [(FOUR_IN_A_ROW, FOUR_IN_A_ROW_FROM_1), (CONNECT_9X9, CONNECT_9X9_FROM_1)] {
        let games = registry();
        let rules = games.game(zero.name()).unwrap();
        let lines = (0..20).map(|seed| fixtures::random_line(rules.start(), seed, 12 + seed as usize));
        let records: Vec<_> = lines.map(|line| Record::of_line(&line, Default::default())).collect();
        for format in [zero, one] {
            let text = write(&format, &records).unwrap();
            assert_eq!(read(&format, &text).unwrap(), records);
        }
        let text = write(&one, &records[..1]).unwrap();
        let zero_based = write(&zero, &records[..1]).unwrap();
        let shifted: String = text.trim().bytes().map(|digit| char::from(digit - 1)).collect();
        assert_eq!(zero_based.trim(), shifted);
    }
}

#[test]
fn wrong_connect_four_strings_are_refused_in_sentences() {
    let (zero, one) = (&FOUR_IN_A_ROW, &FOUR_IN_A_ROW_FROM_1);
    assert_eq!(moves(&read(zero, "3 3,4 2").unwrap()[0]), "3 3 4 2");
    assert_eq!(moves(&read(one, "4453").unwrap()[0]), "3 3 4 2");
    assert_eq!(
        sentence(read(zero, "")),
        "there is no game in this file; a connect-four game is written as its columns, one digit a move"
    );
    assert_eq!(
        sentence(read(one, "44\n4453 11")),
        "line 2: found '11' where the next column or the end of the line should be"
    );
    assert_eq!(sentence(read(one, "4052")), "line 1: found '0' where a column counted from 1 should be");
    assert_eq!(sentence(read(zero, "33x")), "line 1: found 'x' where the digit of a column should be");
    assert_eq!(sentence(read(zero, "33\n , ")), "line 2: found ',' where a column should be");
    let too_far = sentence(read(zero, "337"));
    assert!(too_far.starts_with("line 1: move 3: '7' is not"), "{too_far}");
    let full = sentence(read(zero, "3333333"));
    assert!(full.starts_with("line 1: move 7: '3' is not legal here"), "{full}");
    let reversi = fixtures::reversi_records(&registry());
    assert_eq!(
        sentence(write(zero, &reversi)),
        "game 1: this game cannot be written as a string of columns: it is a game of reversi, not of four-in-a-row"
    );
}

#[test]
fn json_is_read_one_a_line_or_as_one_document() {
    let records = annotated_records(&registry());
    let text = write(JSON, &records).unwrap();
    assert_eq!(read(JSON, &text).unwrap(), records);
    assert_eq!(detect(text.as_bytes()), Some(JSON));
    let spread = records[0].to_json().replace(",\"", ",\n\"");
    assert!(spread.lines().count() > 3);
    assert_eq!(read(JSON, &spread).unwrap(), records[..1]);
    assert_eq!(
        sentence(read(JSON, " \n")),
        "there is no game in this file; records are written as one JSON document, or one a line"
    );
    let newer =
        text.replacen("\"version\":1", "\"version\":2", 3).replacen("\"version\":2", "\"version\":1", 2);
    assert_eq!(
        sentence(read(JSON, &newer)),
        "line 3: this record has version 2; this program reads versions up to 1"
    );
    let wrong = text.replacen("\"reversi\"", "\"go\"", 1);
    assert!(sentence(read(JSON, &wrong)).starts_with("line 1: there is no game called 'go'"));
}
