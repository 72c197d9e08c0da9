//! What must hold whatever comes in from outside, as functions that panic if it does not.
//!
//! Fuzzing calls these with every text it can think of: a short seeded run in the tests of this crate, and
//! coverage-guided runs from the `fuzz` folder (see `docs/fuzzing.md`). The invariants are always the same two:
//! what parses prints, and parses back to the same; what is refused leaves everything as it was. That nothing
//! panics in between goes without saying.

use agon_core::{AnyGame, AnyPosition, Line, Phase, Record, Registry};

/// For a game's name with a variant.
pub fn game_id(games: &Registry, id: &str) {
    let Ok(game) = games.game(id) else { return };
    let again = games.game(&game.id());
    assert_eq!(again.map(|game| game.id()), Ok(game.id()), "the game's own name for '{id}'");
}

/// For the one-line form of a position.
pub fn position_text(game: &dyn AnyGame, text: &str) {
    let Ok(position) = game.parse_position(text) else { return };
    let printed = position.text();
    match game.parse_position(&printed) {
        Ok(again) => assert_same(&*again, &*position),
        Err(error) => panic!("'{printed}' was printed but is refused: {error}"),
    }
    match game.from_set_up(&position.set_up()) {
        Ok(again) => assert_same(&*again, &*position),
        Err(error) => panic!("the set-up of '{printed}' is refused: {error}"),
    }
    let moves = position.legal_moves();
    assert_eq!(
        matches!(position.phase(), Phase::Turn(_)),
        !moves.is_empty(),
        "whose turn it is in '{printed}'"
    );
    for mv in &moves {
        let mut next = position.boxed();
        assert_eq!(next.play(mv).as_ref(), Ok(mv), "a legal move of '{printed}'");
        assert_eq!(moves.iter().filter(|other| *other == mv).count(), 1, "'{mv}' is listed twice");
    }
}

/// For a move of a position, as a player sends it and as a record has it.
pub fn move_text(position: &dyn AnyPosition, text: &str) {
    let mut next = position.boxed();
    match next.play(text) {
        Err(_) => assert_same(&*next, position),
        Ok(proper) => {
            assert!(position.legal_moves().contains(&proper), "'{text}' was played as '{proper}'");
            let mut again = position.boxed();
            assert_eq!(again.play(&proper).as_ref(), Ok(&proper));
            assert_same(&*again, &*next);
        }
    }
    let mut next = position.boxed();
    match next.play_recorded(text) {
        Err(_) => assert_same(&*next, position),
        Ok(played) => {
            let mut again = position.boxed();
            for mv in played {
                assert_eq!(again.play_recorded(&mv), Ok(vec![mv]), "after '{text}' in {position:?}");
            }
            assert_same(&*again, &*next);
        }
    }
}

/// For a whole game as text, from the start position.
pub fn game_text(games: &Registry, game: &dyn AnyGame, text: &str) {
    let mut line = Line::new(game.start());
    if line.play_text(text).is_err() {
        assert!(line.moves().is_empty());
        return assert_same(line.position(), line.start());
    }
    let moves: Vec<_> = line.moves().iter().map(|mv| mv.text.as_str()).collect();
    let mut again = Line::new(game.start());
    assert_eq!(again.play_text(&moves.join(" ")), Ok(()), "'{text}' was played as {moves:?}");
    assert_same(again.position(), line.position());
    let record = Record::of_line(&line, Default::default());
    match record.replay(games) {
        Ok(again) => assert_same(again.position(), line.position()),
        Err(error) => panic!("the record of '{text}' is refused: {error}"),
    }
}

/// For a game record.
pub fn record_text(games: &Registry, text: &str) {
    let Ok(record) = Record::from_json(text) else { return };
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    let Ok(line) = record.replay(games) else { return };
    match Record::of_line(&line, record.players).replay(games) {
        Ok(again) => assert_same(again.position(), line.position()),
        Err(error) => panic!("a record that replayed is refused: {error}"),
    }
}

/// For a file in any format.
pub fn file(games: &Registry, bytes: &[u8]) {
    let formats = games.formats();
    formats.detect(bytes);
    for format in formats.all() {
        let Ok(records) = format.read(bytes, games) else { continue };
        for record in &records {
            if let Err(error) = record.replay(games) {
                panic!("a game read from {format} does not replay: {error}");
            }
        }
        if format.can_write() {
            let text = format.write(&records);
            let again = text.and_then(|text| format.read(text.as_bytes(), games));
            assert_eq!(again.as_ref(), Ok(&records), "written as {format} and read again");
        }
    }
}

fn assert_same(a: &dyn AnyPosition, b: &dyn AnyPosition) {
    assert_eq!(a.text(), b.text());
    assert_eq!((a.key(), a.phase(), a.score()), (b.key(), b.phase(), b.score()), "{}", a.text());
}
