//! Recorded matches, replayed in every fragmentation: our server sends what theirs sent, our player holds the right
//! position at every step.

use crate::recorded::{Cut, Recording, made_here, of_the_course};
use agon_core::{AnyPosition, Phase};
use agon_wire::tuc::{
    AsciiEvent, AsciiOptions, AsciiServer, Dialect, Player, PlayerEvent, ServerDecoder, ServerMessage,
    TucGame, WireMove, WirePosition,
};

fn game_of(recording: &Recording) -> TucGame {
    TucGame::new(agon_games::registry().game(&recording.game).unwrap()).unwrap()
}

/// The messages that the server sent to a connection.
fn messages(game: &TucGame, mut stream: &[u8]) -> Vec<ServerMessage> {
    let mut decoder = ServerDecoder::new(game.clone());
    std::iter::from_fn(|| decoder.take(&mut stream).unwrap()).collect()
}

/// The boards that the server sent to a connection.
fn boards(game: &TucGame, stream: &[u8]) -> Vec<WirePosition> {
    let board = |message| match message {
        ServerMessage::NewPosition(position) => Some(position),
        _ => None,
    };
    messages(game, stream).into_iter().filter_map(board).collect()
}

/// Compares keys, which hold all of a position; texts take long to make.
fn assert_same(held: &dyn AnyPosition, expected: &dyn AnyPosition) {
    assert!(held.key() == expected.key(), "{held:?} is not {expected:?}");
}

/// The recorded match played again through our server: every position of every game, dice included.
struct Replayed {
    games: Vec<Vec<Box<dyn AnyPosition>>>,
    names: Vec<String>,
}

/// Feeds our server the players' bytes, cut as asked, and compares what it sends.
fn replay_server(recording: &Recording, cut: Cut) -> Replayed {
    let game = game_of(recording);
    let dialect = if recording.positions { Dialect::Positions } else { Dialect::Moves };
    let options = AsciiOptions { games: recording.games, swap: recording.swap, dialect };
    let mut server = AsciiServer::new(game.clone(), options);
    let mut dice = cut.dice();
    let boards = boards(&game, &recording.server[0]);
    let mut boards = boards.iter();
    let mut sent = [Vec::new(), Vec::new()];
    let mut answers = [&recording.player[0][..], &recording.player[1][..]];
    let mut replayed = Replayed { games: Vec::new(), names: Vec::new() };
    let mut finished = None;
    let (base, mut owed) = (recording.server[0][0] - 2, None);
    while let Some(event) = server.next_event() {
        match event {
            AsciiEvent::Send { connection, bytes } => {
                if bytes == [base + 6] {
                    owed = Some((connection, 1 + usize::from(answers[connection][0])));
                } else if bytes == [base + 4] {
                    owed = Some((connection, game.move_length()));
                }
                sent[connection].extend(bytes);
            }
            AsciiEvent::Named { name, .. } => replayed.names.push(name.to_string()),
            AsciiEvent::GameWanted { .. } => {
                let start = boards.next().unwrap().read(&game).unwrap();
                server.begin(&*start).unwrap();
                replayed.games.push(vec![start]);
            }
            AsciiEvent::Asked { .. } => {}
            AsciiEvent::Moved { mv, side } => {
                let line = replayed.games.last_mut().unwrap();
                let mut next = line.last().unwrap().boxed();
                assert_eq!(next.phase(), Phase::Turn(side));
                if next.play(&mv.text()).is_err() {
                    server.forfeited();
                    continue;
                }
                if recording.positions {
                    // The recorded dice: whichever roll leads to the board that was sent.
                    let recorded = boards.next().unwrap().read(&game).unwrap();
                    if next.chance().is_some() {
                        let rolled = |outcome| {
                            let mut rolled = next.boxed();
                            rolled.resolve(outcome);
                            rolled
                        };
                        next = (0..2).map(rolled).find(|next| next.key() == recorded.key()).unwrap();
                    }
                } else if next.chance().is_some() {
                    // In the dialect of moves nobody is told, so any roll will do.
                    next.resolve(0);
                }
                server.played(&*next).unwrap();
                line.push(next);
            }
            AsciiEvent::Gone { .. } => panic!("nobody left"),
            AsciiEvent::Finished { complete } => finished = Some(complete),
        }
        if let Some((connection, length)) = owed.take() {
            let (answer, rest) = answers[connection].split_at(length);
            answers[connection] = rest;
            for piece in cut.pieces(answer, &mut dice) {
                server.receive(connection, piece);
            }
        }
    }
    assert_eq!(finished, Some(true));
    assert!(answers.iter().all(|rest| rest.is_empty()));
    for (connection, (sent, recorded)) in sent.iter().zip(&recording.server).enumerate() {
        assert!(sent == recorded, "{}: connection {connection}", recording.name);
    }
    replayed
}

/// Feeds our player the server's bytes, cut as asked, and compares every position it holds.
fn replay_player(recording: &Recording, connection: usize, truth: &Replayed, cut: Cut) {
    let game = game_of(recording);
    let mut player = Player::new(game.clone());
    let mut answers = &recording.player[connection][..];
    let (mut number, mut ply, mut between, mut answered) = (0, 0, true, false);
    let (mut requests, mut quit) = (0, false);
    let mut messages = messages(&game, &recording.server[connection]).into_iter();
    let mut dice = cut.dice();
    for piece in cut.pieces(&recording.server[connection], &mut dice) {
        let mut input = piece;
        while let Some(event) = player.receive(&mut input).unwrap() {
            let message = messages.next().unwrap();
            match event {
                PlayerEvent::NameWanted => {
                    let length = 1 + usize::from(answers[0]);
                    let name = std::str::from_utf8(&answers[1..length]).unwrap();
                    assert_eq!(player.name(name), &answers[..length]);
                    answers = &answers[length..];
                }
                PlayerEvent::Colour(side) => {
                    assert_eq!(player.side(), Some(side));
                    between = true;
                }
                PlayerEvent::PositionChanged => {
                    let is_board = matches!(message, ServerMessage::NewPosition(_));
                    // In the dialect of moves a board comes only where a game begins.
                    if between || is_board && !recording.positions {
                        (number, ply) = (number + 1, 0);
                    } else if !answered {
                        ply += 1;
                    }
                    (between, answered) = (false, false);
                    let expected = &truth.games[number - 1][ply];
                    assert_eq!(
                        player.position().unwrap().text(),
                        expected.text(),
                        "game {number}, ply {ply}"
                    );
                }
                PlayerEvent::MoveWanted(request) => {
                    requests += 1;
                    let expected = &truth.games[number - 1][ply];
                    assert_same(&*request.position, &**expected);
                    assert_eq!(Some(request.position.side_to_move()), player.side());
                    let (recorded, rest) = answers.split_at(game.move_length());
                    answers = rest;
                    let recorded = WireMove::received(&game, recorded).unwrap();
                    match player.answer(&recorded.text()) {
                        Ok(bytes) => {
                            let ours = WireMove::received(&game, &bytes).unwrap();
                            assert_eq!(ours.text(), recorded.text());
                            ply += 1;
                            // In the dialect of positions the server confirms our own move.
                            answered = recording.positions;
                            let (held, expected) =
                                (player.position().unwrap(), &truth.games[number - 1][ply]);
                            assert_eq!(held.side_to_move(), expected.side_to_move());
                            if !recording.positions {
                                assert_same(held, &**expected);
                            }
                        }
                        // A blunder that was recorded: our player refuses to send it. The game is over there.
                        Err(_) => {
                            let legal = request.position.legal_moves().swap_remove(0);
                            player.answer(&legal).unwrap();
                        }
                    }
                }
                PlayerEvent::Pass(_) => panic!("asked in a finished game"),
                PlayerEvent::Quit => quit = true,
            }
        }
        assert!(input.is_empty());
    }
    assert!(quit && answers.is_empty() && requests > 0);
    assert_eq!(number, truth.games.len());
}

fn check(recording: &Recording, cuts: &[Cut]) {
    let truth = replay_server(recording, Cut::Whole);
    for &cut in cuts {
        replay_server(recording, cut);
        for connection in 0..2 {
            replay_player(recording, connection, &truth, cut);
        }
    }
}

#[test]
fn matches_made_here_replay_in_every_fragmentation() {
    for recording in made_here() {
        check(&recording, &[Cut::Whole, Cut::Bytes, Cut::Random(1), Cut::Random(2)]);
    }
}

#[test]
fn short_matches_replay_at_every_split_point() {
    for recording in made_here() {
        let longest = recording.server.iter().map(Vec::len).max().unwrap();
        if longest <= 900 {
            let truth = replay_server(&recording, Cut::Whole);
            (0..=17).for_each(|at| drop(replay_server(&recording, Cut::At(at))));
            for connection in 0..2 {
                for at in 0..=recording.server[connection].len() {
                    replay_player(&recording, connection, &truth, Cut::At(at));
                }
            }
        }
    }
}

#[test]
fn the_recordings_of_the_course_replay_in_every_fragmentation() {
    for recording in of_the_course() {
        let mut cuts = vec![Cut::Whole, Cut::Bytes];
        cuts.extend((0..8).map(Cut::Random));
        cuts.extend((1..12).map(Cut::At));
        check(&recording, &cuts);
        let truth = replay_server(&recording, Cut::Whole);
        assert_eq!(truth.games.len(), 2, "{}", recording.name);
        for line in &truth.games {
            assert!(matches!(line.last().unwrap().phase(), Phase::Over(_)), "{}", recording.name);
        }
    }
}
