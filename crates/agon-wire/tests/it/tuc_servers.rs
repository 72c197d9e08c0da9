//! The ascii server, the lobby and the player where things go wrong or change in mid-game.

use agon_core::{AnyPosition, Dice, Phase, Side};
use agon_wire::tuc::{
    AsciiEvent, AsciiOptions, AsciiServer, Departure, Dialect, Lobby, LobbyEvent, Player, PlayerEvent,
    PlayerId, PlayerName, SeatEvent, ServerDecoder, ServerMessage, ServerSeat, TucError, TucGame, WireMove,
    WirePosition,
};

fn game(id: &str) -> TucGame {
    TucGame::new(agon_games::registry().game(id).unwrap()).unwrap()
}

fn after(position: &dyn AnyPosition, text: &str) -> Box<dyn AnyPosition> {
    let mut next = position.boxed();
    next.play(text).unwrap();
    while next.chance().is_some() {
        next.resolve(0);
    }
    next
}

/// Two players of ours and a server in one process; `lost` counts down the bytes until one of them is cut off.
struct LocalMatch {
    server: AsciiServer,
    players: [Player; 2],
    position: Box<dyn AnyPosition>,
    allowance: Option<usize>,
    cut_off: usize,
    log: Vec<AsciiEvent>,
    quit: [bool; 2],
}

impl LocalMatch {
    fn new(id: &str, options: AsciiOptions, allowance: Option<usize>, cut_off: usize) -> LocalMatch {
        let game = game(id);
        LocalMatch {
            server: AsciiServer::new(game.clone(), options),
            players: [Player::new(game.clone()), Player::new(game.clone())],
            position: game.rules().start(),
            allowance,
            cut_off,
            log: Vec::new(),
            quit: [false; 2],
        }
    }

    /// Plays until nothing happens any more; gives back how many bytes the player to be cut off sent.
    fn run(&mut self) -> usize {
        let mut spent = 0;
        while let Some(event) = self.server.next_event() {
            match &event {
                AsciiEvent::Send { connection, bytes } => {
                    let answers = self.deliver(*connection, bytes);
                    for byte in answers {
                        if *connection == self.cut_off {
                            if self.allowance == Some(spent) {
                                self.server.disconnected(*connection);
                                break;
                            }
                            spent += 1;
                        }
                        self.server.receive(*connection, &[byte]);
                    }
                }
                AsciiEvent::GameWanted { .. } => {
                    self.position = self.server.game().rules().start();
                    self.server.begin(&*self.position).unwrap();
                }
                AsciiEvent::Moved { mv, .. } => {
                    self.position = after(&*self.position, &mv.text());
                    self.server.played(&*self.position).unwrap();
                }
                AsciiEvent::Named { .. }
                | AsciiEvent::Asked { .. }
                | AsciiEvent::Gone { .. }
                | AsciiEvent::Finished { .. } => {}
            }
            self.log.push(event);
        }
        spent
    }

    /// Hands bytes to a player; gives back what it answers.
    fn deliver(&mut self, connection: usize, mut bytes: &[u8]) -> Vec<u8> {
        let player = &mut self.players[connection];
        let mut answers = Vec::new();
        while let Some(event) = player.receive(&mut bytes).unwrap() {
            match event {
                PlayerEvent::NameWanted => answers.extend(player.name("somebody with a long name")),
                PlayerEvent::MoveWanted(request) => {
                    let mv = request.position.legal_moves().swap_remove(0);
                    answers.extend(player.answer(&mv).unwrap());
                }
                PlayerEvent::Quit => self.quit[connection] = true,
                PlayerEvent::Colour(_) | PlayerEvent::PositionChanged => {}
                PlayerEvent::Pass(_) => panic!("asked in a finished game"),
            }
        }
        answers
    }
}

#[test]
fn two_players_of_ours_play_whole_matches() {
    for (id, dialect) in [
        ("hexthello", Dialect::Moves),
        ("hexthello:radius=3", Dialect::Moves),
        ("ants", Dialect::Positions),
        ("ants", Dialect::Moves),
    ] {
        for swap in [false, true] {
            let mut table = LocalMatch::new(id, AsciiOptions { games: 3, swap, dialect }, None, 0);
            table.run();
            assert_eq!(table.log.last(), Some(&AsciiEvent::Finished { complete: true }));
            assert_eq!(table.quit, [true; 2]);
            let wanted = table.log.iter().filter(|event| matches!(event, AsciiEvent::GameWanted { .. }));
            assert_eq!(wanted.count(), 3);
            for event in &table.log {
                if let AsciiEvent::GameWanted { number, connections } = event {
                    let swapped = swap && number % 2 == 0;
                    assert_eq!(
                        *connections,
                        if swapped { [0, 1] } else { [1, 0] },
                        "white is the first to come"
                    );
                }
            }
        }
    }
}

#[test]
fn a_player_that_leaves_at_any_point_loses_and_the_other_is_sent_away() {
    let options = AsciiOptions { games: 2, swap: true, dialect: Dialect::Moves };
    for cut_off in 0..2 {
        let bytes = LocalMatch::new("hexthello:radius=2", options, None, cut_off).run();
        assert!(bytes > 20);
        for allowance in 0..bytes {
            let mut table = LocalMatch::new("hexthello:radius=2", options, Some(allowance), cut_off);
            table.run();
            assert_eq!(table.log.last(), Some(&AsciiEvent::Finished { complete: false }));
            assert!(table.quit[1 - cut_off] && !table.quit[cut_off]);
            let gone = table.log.iter().find_map(|event| match event {
                AsciiEvent::Gone { connection, side, departure } => {
                    Some((*connection, *side, departure.clone()))
                }
                _ => None,
            });
            let (connection, side, departure) = gone.unwrap();
            assert_eq!((connection, departure), (cut_off, Departure::Disconnected));
            // Names are asked before the first game: 1 + 8 bytes.
            assert_eq!(side.is_some(), allowance >= 9, "{allowance}");
        }
    }
}

#[test]
fn what_nobody_asked_for_ends_the_match() {
    let mut server = AsciiServer::new(game("ants"), AsciiOptions::default());
    server.receive(1, b"hello");
    let events: Vec<_> = std::iter::from_fn(|| server.next_event()).collect();
    let broke = |event: &AsciiEvent| {
        matches!(
            event,
            AsciiEvent::Gone {
                connection: 1,
                side: None,
                departure: Departure::BrokeProtocol(TucError::Unasked { .. }),
            }
        )
    };
    assert!(events.iter().any(broke));
    assert_eq!(events.last(), Some(&AsciiEvent::Finished { complete: false }));
    server.receive(0, b"more");
    server.disconnected(0);
    assert_eq!(server.next_event(), None);
}

#[test]
fn who_never_says_its_name_ends_the_match_where_there_is_a_time() {
    let mut server = AsciiServer::new(game("ants"), AsciiOptions::default());
    server.receive(0, b"\x01a");
    while server.next_event().is_some() {}
    // Half a name is no name.
    server.receive(1, b"\x05hal");
    server.expect_name();
    let events: Vec<_> = std::iter::from_fn(|| server.next_event()).collect();
    let gone = AsciiEvent::Gone { connection: 1, side: None, departure: Departure::Nameless };
    let quit = AsciiEvent::Send { connection: 0, bytes: vec![7] };
    assert_eq!(events, [gone, quit, AsciiEvent::Finished { complete: false }]);
}

#[test]
fn a_late_answer_never_counts_in_the_next_game() {
    let game = game("hexthello");
    let options = AsciiOptions { games: 2, swap: false, dialect: Dialect::Moves };
    let mut server = AsciiServer::new(game.clone(), options);
    server.receive(0, b"\x01a");
    server.receive(1, b"\x01b");
    let start = game.rules().start();
    server.begin(&*start).unwrap();
    // Black is asked, does not answer in time and loses; in the next game it is asked again.
    server.forfeited();
    server.begin(&*start).unwrap();
    while server.next_event().is_some() {}
    server.receive(1, &[9, 9]);
    assert_eq!(server.next_event(), None, "the answer to the first request");
    server.receive(1, &[5, 7]);
    let Some(AsciiEvent::Moved { side: Side::First, mv }) = server.next_event() else { panic!() };
    assert_eq!(mv.text(), "5,7");
}

#[test]
fn names_are_cut_and_shown_safely() {
    let (hexthello, ants) = (game("hexthello"), game("ants"));
    assert_eq!(PlayerName::new(&hexthello, "Pápou12345").encode(), "\x08Pápou12".as_bytes());
    assert_eq!(PlayerName::new(&hexthello, "αβγδε").encode(), "\x08αβγδ".as_bytes());
    assert_eq!(PlayerName::new(&hexthello, "1234567é").encode(), b"\x071234567");
    assert_eq!(PlayerName::new(&ants, "La Geo Stormers of 2024").encode(), b"\x10La Geo Stormers ");
    assert_eq!(PlayerName::received(&hexthello, "1234567é".as_bytes()).to_string(), "1234567");
    assert_eq!(PlayerName::received(&hexthello, b"ab\xffc\0\0").to_string(), "ab\u{fffd}c");
    assert_eq!(PlayerName::received(&hexthello, b"\x1b[2Jabcd").to_string(), "\u{fffd}[2Jabcd");
    let mut seat = ServerSeat::new(hexthello);
    seat.ask_name();
    let mut long = vec![255];
    long.extend([b'x'; 255]);
    let event = seat.receive(&mut &long[..]).unwrap();
    assert!(matches!(event, Some(SeatEvent::Name(name)) if name.bytes() == b"xxxxxxxx"));
    seat.ask_name();
    assert!(
        matches!(seat.receive(&mut &[0][..]), Ok(Some(SeatEvent::Name(name))) if name.bytes().is_empty())
    );
}

#[test]
fn moves_are_written_and_read_as_specified() {
    let (hexthello, ants) = (game("hexthello"), game("ants"));
    let bytes = |game: &TucGame, text: &str| WireMove::from_text(game, text).unwrap().bytes().to_vec();
    assert_eq!(bytes(&hexthello, "5,7"), [5, 7]);
    assert_eq!(bytes(&hexthello, "pass"), [0xce, 0]);
    assert_eq!(bytes(&ants, "9,0-8,1"), [9, 0, 8, 1, 255, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes(&ants, "pass"), [255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let five = "0,1x2,3x4,5x6,7x8,5x10,3";
    assert_eq!(bytes(&ants, five), [0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 10, 3], "five jumps have no end mark");
    let text = |game: &TucGame, bytes: &[u8]| WireMove::received(game, bytes).unwrap().text();
    assert_eq!(text(&hexthello, &[0xce, 77]), "pass");
    assert_eq!(text(&hexthello, &[200, 3]), "-56,3");
    assert_eq!(text(&ants, &[9, 6, 8, 5, 255, 0, 1, 2, 3, 4, 5, 6]), "9,6-8,5");
    assert_eq!(text(&ants, &[255, 6, 6, 5, 255, 0, 0, 0, 0, 0, 0, 0]), "pass");
    assert_eq!(text(&ants, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 10, 3]), five);
    // A step without its end mark is no step.
    assert_eq!(text(&ants, &[9, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0]), "9,0x8,1x0,0x0,0x0,0x0,0");
    for wrong in ["", "f5", "5", "5,", "1,2-3,4", "5,7,9", "-5,7", "300,1"] {
        assert!(WireMove::from_text(&hexthello, wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "9,0", "9,0-8,1x7,2x6,3x5,4x4,5x3,6", "9-8"] {
        assert!(WireMove::from_text(&ants, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn scores_above_127_are_unsigned() {
    let game = game("hexthello");
    let full = format!("{}{} X", "X".repeat(160), "O".repeat(9));
    let position = game.rules().parse_position(&full).unwrap();
    let wire = WirePosition::of(&game, &*position).unwrap();
    assert_eq!(wire.bytes().len(), 228);
    assert_eq!(wire.bytes()[225..], [9, 160, 1]);
    assert_eq!(wire.scores(), [160, 9]);
    assert_eq!(wire.read(&game).unwrap().text(), full);
}

fn sent(lobby: &mut Lobby, player: PlayerId) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(event) = lobby.next_event() {
        match event {
            LobbyEvent::Send { player: to, bytes: sent } if to == player => bytes.extend(sent),
            _ => {}
        }
    }
    bytes
}

#[test]
fn a_player_seated_in_mid_game_gets_the_board_and_then_its_colour() {
    let game = game("hexthello");
    let mut lobby = Lobby::new(game.clone(), Dialect::Positions, 10);
    let bob = lobby.connect().unwrap();
    assert_eq!(sent(&mut lobby, bob), [106]);
    lobby.receive(bob, b"\x03B");
    lobby.receive(bob, b"ob");
    assert!(matches!(lobby.next_event(), Some(LobbyEvent::Named { name, .. }) if name.to_string() == "Bob"));
    let position = after(&*game.rules().start(), "5,7");
    lobby.seat(bob, Side::Second, &*position).unwrap();
    let bytes = sent(&mut lobby, bob);
    assert_eq!((bytes[0], bytes.len(), bytes[229]), (101, 230, 102), "NEW_POSITION, then COLOR_W");
    assert!(lobby.request(bob, &*position).unwrap());
    assert_eq!(sent(&mut lobby, bob), [104]);
    // A restart sends the board alone and withdraws the request: the late answer changes nothing.
    let start = game.rules().start();
    lobby.restart(bob, &*start).unwrap();
    let bytes = sent(&mut lobby, bob);
    assert_eq!((bytes[0], bytes.len()), (101, 229));
    let opening = WireMove::from_text(&game, "5,7").unwrap();
    lobby.opponent_moved(bob, &opening, &*position).unwrap();
    lobby.request(bob, &*position).unwrap();
    assert_eq!(sent(&mut lobby, bob), [105, 5, 7, 104]);
    lobby.receive(bob, &[8, 8, 4]);
    assert_eq!(lobby.next_event(), Some(LobbyEvent::Late { player: bob }));
    assert_eq!(lobby.next_event(), None);
    lobby.receive(bob, &[8]);
    let Some(LobbyEvent::Moved { mv, .. }) = lobby.next_event() else { panic!() };
    assert_eq!(mv.text(), "4,8");
}

/// What was sent to a player, as the numbers of the messages.
fn codes(game: &TucGame, mut bytes: &[u8]) -> Vec<u8> {
    let mut decoder = ServerDecoder::new(game.clone());
    let base = if game.move_length() == 2 { 100 } else { 0 };
    let number = |message: ServerMessage| message.encode(game)[0] - base;
    std::iter::from_fn(|| decoder.take(&mut bytes).unwrap()).map(number).collect()
}

#[test]
fn after_a_request_was_withdrawn_the_board_comes_before_anything_else() {
    for id in ["hexthello", "ants"] {
        let game = game(id);
        let start = game.rules().start();
        let mv = start.legal_moves().swap_remove(0);
        let answer = WireMove::from_text(&game, &mv).unwrap();
        let mut lobby = Lobby::new(game.clone(), Dialect::Moves, 1);
        let bob = lobby.connect().unwrap();
        lobby.receive(bob, b"\x03Bob");
        lobby.seat(bob, Side::First, &*start).unwrap();
        lobby.request(bob, &*start).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [6, 1, 3, 4]);
        // Stopped while it thinks: its answer is late, but it is on its board.
        lobby.withdraw(bob);
        lobby.receive(bob, answer.bytes());
        lobby.request(bob, &*start).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [1, 4]);
        // Stopped when it has just answered, and nobody took the answer.
        lobby.receive(bob, answer.bytes());
        assert!(matches!(lobby.next_event(), Some(LobbyEvent::Moved { .. })));
        lobby.withdraw(bob);
        lobby.request(bob, &*start).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [1, 4]);
        // Asked again without more ado.
        lobby.request(bob, &*start).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [1, 4]);
        // What is told next may also be the opponent's move: then it is in the board.
        lobby.withdraw(bob);
        let mine = after(&*start, &mv);
        let reply = mine.legal_moves().swap_remove(0);
        let position = after(&*mine, &reply);
        let reply = WireMove::from_text(&game, &reply).unwrap();
        lobby.opponent_moved(bob, &reply, &*position).unwrap();
        let bytes = sent(&mut lobby, bob);
        let board = WirePosition::of(&game, &*position).unwrap();
        assert_eq!((codes(&game, &bytes), &bytes[1..]), (vec![1], board.bytes()));
        // From then on it knows the board, and moves are enough.
        lobby.request(bob, &*position).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [4]);
        lobby.receive(bob, &[answer.bytes(), answer.bytes(), answer.bytes()].concat());
        while lobby.next_event().is_some() {}
        lobby.opponent_moved(bob, &reply, &*position).unwrap();
        lobby.request(bob, &*position).unwrap();
        assert_eq!(codes(&game, &sent(&mut lobby, bob)), [5, 4]);
    }
}

#[test]
fn seats_change_hands_and_players_leave() {
    let game = game("ants");
    let start = game.rules().start();
    let mut lobby = Lobby::new(game.clone(), Dialect::Positions, 2);
    let (a, b) = (lobby.connect().unwrap(), lobby.connect().unwrap());
    assert_eq!(lobby.connect(), None, "there is room for two");
    lobby.receive(a, b"\x01a");
    lobby.receive(b, b"\x01b");
    lobby.seat(a, Side::First, &*start).unwrap();
    lobby.request(a, &*start).unwrap();
    lobby.unseat(a);
    lobby.seat(b, Side::First, &*start).unwrap();
    while lobby.next_event().is_some() {}
    lobby.receive(a, &[9, 0, 8, 1, 255, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(lobby.next_event(), Some(LobbyEvent::Late { player: a }));
    // In the dialect of positions the board comes with the request.
    lobby.request(b, &*start).unwrap();
    let bytes = sent(&mut lobby, b);
    assert_eq!((bytes[0], bytes.len(), bytes[100]), (1, 101, 4));
    lobby.seat(b, Side::Second, &*start).unwrap();
    let sides: Vec<_> = lobby.players().map(|player| player.side).collect();
    assert_eq!(sides, [None, Some(Side::Second)]);
    lobby.disconnected(b);
    lobby.dismiss(a);
    let events: Vec<_> = std::iter::from_fn(|| lobby.next_event()).collect();
    assert!(events.contains(&LobbyEvent::Gone { player: b, departure: Some(Departure::Disconnected) }));
    assert!(events.contains(&LobbyEvent::Send { player: a, bytes: vec![7] }));
    assert!(events.contains(&LobbyEvent::Gone { player: a, departure: None }));
    assert_eq!(lobby.players().count(), 0);
}

#[test]
fn a_player_that_never_answers_is_sent_away_before_its_debts_grow() {
    let game = game("hexthello");
    let start = game.rules().start();
    let mut lobby = Lobby::new(game, Dialect::Moves, 1);
    let player = lobby.connect().unwrap();
    lobby.receive(player, b"\x01a");
    lobby.seat(player, Side::First, &*start).unwrap();
    let asked = (0..1000).take_while(|_| lobby.request(player, &*start).unwrap()).count();
    assert_eq!(asked, 32);
    let last = std::iter::from_fn(|| lobby.next_event()).last().unwrap();
    let departure = Some(Departure::Unanswering { requests: 32 });
    assert_eq!(last, LobbyEvent::Gone { player, departure });
}

fn events(player: &mut Player, mut bytes: &[u8]) -> Vec<PlayerEvent> {
    std::iter::from_fn(|| player.receive(&mut bytes).unwrap()).collect()
}

#[test]
fn a_player_takes_colour_and_board_in_either_order() {
    let game = game("hexthello");
    let position = after(&*game.rules().start(), "5,7");
    let board = WirePosition::of(&game, &*position).unwrap();
    let mut message = vec![101];
    message.extend(board.bytes());
    for order in [[&[102][..], &message], [&message, &[102]]] {
        let mut player = Player::new(game.clone());
        events(&mut player, &order.concat());
        let asked = events(&mut player, &[104]);
        assert!(matches!(&asked[..], [PlayerEvent::MoveWanted(r)] if r.position.key() == position.key()));
    }
}

#[test]
fn a_player_understands_both_dialects_in_one_game() {
    let game = game("ants");
    let start = game.rules().start();
    let mut player = Player::new(game.clone());
    let mut message = vec![3, 1];
    message.extend(WirePosition::of(&game, &*start).unwrap().bytes());
    message.push(4);
    events(&mut player, &message);
    let mv = start.legal_moves().swap_remove(0);
    player.answer(&mv).unwrap();
    let held = player.position().unwrap().boxed();
    assert_eq!(held.side_to_move(), Side::Second);
    // The older dialect: the opponent's move.
    let reply = held.legal_moves().swap_remove(0);
    let mut bytes = vec![5];
    bytes.extend(WireMove::from_text(&game, &reply).unwrap().bytes());
    events(&mut player, &bytes);
    assert_eq!(player.position().unwrap().key(), after(&*held, &reply).key());
    // The newer one: the board.
    let next = after(player.position().unwrap(), &player.position().unwrap().legal_moves()[0]);
    let mut bytes = vec![1];
    bytes.extend(WirePosition::of(&game, &*next).unwrap().bytes());
    events(&mut player, &bytes);
    assert_eq!(player.position().unwrap().key(), next.key());
}

#[test]
fn untold_dice_are_counted() {
    let game = game("ants");
    // One black ant before food, one white ant far away.
    let text = format!("O{}*{}X{} X 0 0", "-".repeat(23), "-".repeat(3), "-".repeat(19));
    let start = game.rules().parse_position(&text).unwrap();
    let lands_on_food = |mv: &String| {
        let mut next = start.boxed();
        next.play(mv).unwrap();
        next.chance().is_some()
    };
    let mv = start.legal_moves().into_iter().find(lands_on_food);
    let mv = mv.expect("a move that lands on food");
    let mut player = Player::new(game.clone());
    let mut message = vec![3, 1];
    message.extend(WirePosition::of(&game, &*start).unwrap().bytes());
    message.push(4);
    events(&mut player, &message);
    player.answer(&mv).unwrap();
    assert_eq!(player.untold(), [1, 0]);
    assert_eq!(player.position().unwrap().score(), [0, 0]);
    assert!(matches!(player.position().unwrap().phase(), Phase::Turn(Side::Second)));
    // Asked again, the move and its food are as they were.
    events(&mut player, &[4]);
    assert_eq!((player.untold(), player.position().unwrap().text()), ([0, 0], start.text()));
    player.answer(&mv).unwrap();
    assert_eq!(player.untold(), [1, 0]);
    events(&mut player, &message);
    assert_eq!(player.untold(), [0, 0]);
}

#[test]
fn a_restart_while_the_player_thinks_does_not_confuse_it() {
    let game = game("hexthello");
    let start = game.rules().start();
    let later = after(&*start, "5,7");
    let board = |position: &dyn AnyPosition| {
        let mut message = vec![101];
        message.extend(WirePosition::of(&game, position).unwrap().bytes());
        message
    };
    let mut player = Player::new(game.clone());
    events(&mut player, &[&board(&*later)[..], &[102, 104]].concat());
    assert!(player.request_is_current());
    // Restarted and given the other colour before it has answered; then asked again.
    events(&mut player, &[&board(&*start)[..], &[103, 104]].concat());
    assert!(!player.request_is_current());
    let late = later.legal_moves().swap_remove(0);
    player.answer(&late).unwrap();
    assert_eq!(player.position().unwrap().key(), start.key(), "the late answer is not on the board");
    assert!(player.request_is_current());
    player.answer("5,7").unwrap();
    assert_eq!(player.position().unwrap().key(), later.key());
    assert!(matches!(player.answer("5,7"), Err(TucError::NotAsked { .. })));
}

/// NEW_POSITION, the colour of the side to move, REQUEST_MOVE.
fn seated(game: &TucGame, position: &dyn AnyPosition) -> Vec<u8> {
    let board = WirePosition::of(game, position).unwrap();
    [
        ServerMessage::NewPosition(board),
        ServerMessage::Colour(position.side_to_move()),
        ServerMessage::RequestMove,
    ]
    .map(|message| message.encode(game))
    .concat()
}

#[test]
fn asked_again_after_its_answer_a_player_takes_the_answer_back() {
    for id in ["hexthello", "ants"] {
        let game = game(id);
        let start = game.rules().start();
        let moves = start.legal_moves();
        let request = ServerMessage::RequestMove.encode(&game);
        let mut player = Player::new(game.clone());
        events(&mut player, &seated(&game, &*start));
        for mv in &moves {
            player.answer(mv).unwrap();
            assert_eq!(player.position().unwrap().key(), after(&*start, mv).key());
            let asked = events(&mut player, &request);
            assert!(matches!(&asked[..], [PlayerEvent::MoveWanted(r)] if r.position.text() == start.text()));
            assert!(player.request_is_current());
        }
        player.answer(&moves[0]).unwrap();
        // The opponent's move shows that this one was taken.
        let mine = after(&*start, &moves[0]);
        let reply = mine.legal_moves().swap_remove(0);
        let told = ServerMessage::OpponentMove(WireMove::from_text(&game, &reply).unwrap());
        events(&mut player, &[told.encode(&game), request].concat());
        assert_eq!(player.request().unwrap().position.text(), after(&*mine, &reply).text());
    }
}

#[test]
fn asked_again_before_its_answer_a_player_gives_the_same_answer_to_each() {
    for id in ["hexthello", "ants"] {
        let game = game(id);
        let start = game.rules().start();
        let mv = start.legal_moves().swap_remove(1);
        let mut player = Player::new(game.clone());
        events(&mut player, &seated(&game, &*start));
        events(&mut player, &ServerMessage::RequestMove.encode(&game).repeat(4));
        assert!(player.request_is_current());
        let bytes = WireMove::from_text(&game, &mv).unwrap().bytes().repeat(5);
        assert_eq!(player.answer(&mv).unwrap(), bytes, "whichever of them the server takes");
        assert_eq!(player.position().unwrap().key(), after(&*start, &mv).key());
        assert!(player.request().is_none());
        // With another colour it is another question.
        let mut player = Player::new(game.clone());
        events(&mut player, &seated(&game, &*start));
        let other = ServerMessage::Colour(Side::Second).encode(&game);
        events(&mut player, &[other, ServerMessage::RequestMove.encode(&game)].concat());
        assert!(!player.request_is_current());
        player.answer(&mv).unwrap();
        assert_eq!(player.request().unwrap().position.side_to_move(), Side::Second);
    }
}

/// The first position of random games after which the other side can only pass, with the move that leads there.
fn before_a_pass(game: &TucGame) -> (Box<dyn AnyPosition>, String) {
    let mut dice = Dice::new(1);
    loop {
        let mut position = game.rules().start();
        while let Some(mv) = dice.pick(&position.legal_moves()).cloned() {
            let next = after(&*position, &mv);
            if mv != "pass" && next.legal_moves() == ["pass"] {
                return (position, mv);
            }
            position = next;
        }
    }
}

#[test]
fn an_opponent_that_passes_without_a_word_is_understood() {
    for id in ["hexthello:radius=3", "ants"] {
        let game = game(id);
        let (position, mv) = before_a_pass(&game);
        let passed = after(&*after(&*position, &mv), "pass");
        let request = ServerMessage::RequestMove.encode(&game);
        let pass = ServerMessage::OpponentMove(WireMove::from_text(&game, "pass").unwrap()).encode(&game);
        // With the pass, as the course's servers do, and without.
        for said in [[pass, request.clone()].concat(), request.clone()] {
            let mut player = Player::new(game.clone());
            events(&mut player, &seated(&game, &*position));
            player.answer(&mv).unwrap();
            events(&mut player, &said);
            assert_eq!(player.request().unwrap().position.text(), passed.text());
            // The second answer can be taken back as well, and the first one stays.
            let second = passed.legal_moves().swap_remove(0);
            let next = after(&*passed, &second);
            player.answer(&second).unwrap();
            if next.legal_moves() != ["pass"] {
                events(&mut player, &request);
                assert_eq!(player.request().unwrap().position.text(), passed.text());
            }
        }
        // Its own pass that was not taken is a pass again.
        let forced = after(&*position, &mv);
        let mut player = Player::new(game.clone());
        events(&mut player, &seated(&game, &*forced));
        player.answer("pass").unwrap();
        events(&mut player, &request);
        assert_eq!(player.request().unwrap().position.legal_moves(), ["pass"]);
    }
}

#[test]
fn a_player_says_what_is_wrong_with_a_server() {
    let error = |id: &str, mut bytes: &[u8]| {
        let mut player = Player::new(game(id));
        loop {
            match player.receive(&mut bytes) {
                Ok(Some(_)) => {}
                Ok(None) => panic!("no error"),
                Err(error) => return error.to_string(),
            }
        }
    };
    let unknown = "the server sent 9 where a message begins; HexThello has the messages 101 (NEW_POSITION) to 107 (QUIT)";
    assert_eq!(error("hexthello", &[9]), unknown);
    let early = "the server sent REQUEST_MOVE before any NEW_POSITION, so there is no board to play on";
    assert_eq!(error("ants", &[2, 4]), early);
    assert!(
        error("ants", &[&[1][..], &[9; 99]].concat())
            .starts_with("the server sent a position that is not one of")
    );
    let mut start = vec![103, 101];
    start.extend(WirePosition::of(&game("hexthello"), &*game("hexthello").rules().start()).unwrap().bytes());
    let flood = [&start[..], &[104; 100]].concat();
    assert!(error("hexthello", &flood).starts_with("the server asked 64 times"));
    let illegal = [&start[..], &[105, 0, 0]].concat();
    assert!(error("hexthello", &illegal).starts_with("the server sent the opponent's move 0,0"));
}
