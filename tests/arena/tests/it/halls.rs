//! The hall over loopback: network players are seated, asked, restarted and sent away, byte for byte.

use crate::plain::{Numbers, Wire, plain_client, rules};
use agon_core::{Reason, Side};
use agon_hall::{
    AdmissionLimits, Change, Command, GuestId, Hall, HallEvent, HallSetup, Occupant, Refusal, Table,
    TableError, TableEvent, TableSetup,
};
use agon_wire::tuc::{Departure, Dialect, TucGame};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::Duration;

struct Test {
    hall: Hall,
    events: Receiver<HallEvent>,
    port: u16,
    numbers: Numbers,
}

impl Test {
    fn new(game: &'static str) -> Test {
        Test::with(game, |_| {})
    }

    fn with(game: &'static str, change: impl FnOnce(&mut HallSetup)) -> Test {
        let mut setup = HallSetup::new(vec![(TucGame::new(rules(game)).unwrap(), 0)]);
        change(&mut setup);
        let (hall, troubles) = Hall::open(setup, agon_games::engines().into());
        assert!(troubles.is_empty(), "{troubles:?}");
        let (sender, events) = channel();
        hall.listen(move |event| sender.send(event.clone()).is_ok());
        let port = hall.addresses()[0].1.port();
        Test { hall, events, port, numbers: Numbers::of(game) }
    }

    /// A player that has said its name.
    fn guest(&self, name: &str) -> (GuestId, Wire) {
        let mut wire = Wire::connect(self.port, false);
        assert_eq!(wire.read(1), [self.numbers.base + 6]);
        let mut answer = vec![name.len() as u8];
        answer.extend(name.as_bytes());
        wire.send(&answer);
        let named = self.events.iter().find_map(|event| match event {
            HallEvent::Named(guest) => Some(guest),
            _ => None,
        });
        (named.unwrap().id, wire)
    }

    fn table(&self, seats: [&str; 2]) -> (Table, Receiver<TableEvent>) {
        let mut setup = TableSetup::new(rules(self.numbers.game), 3);
        setup.seats = seats.map(|seat| seat.parse().unwrap());
        let (_, table) = self.hall.open_table(setup).unwrap();
        let (sender, events) = channel();
        table.listen(move |event| sender.send(event.clone()).is_ok());
        (table, events)
    }

    fn left(&self) -> (GuestId, Option<Departure>) {
        let left = self.events.iter().find_map(|event| match event {
            HallEvent::Left { guest, departure } => Some((guest.id, departure)),
            _ => None,
        });
        left.unwrap()
    }
}

fn seat(table: &Table, side: Side, guest: GuestId) -> Result<(), TableError> {
    table.order(Command::Seat(side, Occupant::Guest(guest)))
}

fn person(table: &Table, text: &str) {
    table.order(Command::Play { ply: table.snapshot().ply(), text: text.to_owned() }).unwrap();
}

#[test]
fn a_player_is_seated_in_mid_game_restarted_and_sent_away() {
    let test = Test::new("hexthello");
    let (table, events) = test.table(["human", "human"]);
    let (bob, mut wire) = test.guest("Bob the long");
    let info = test.hall.guests().remove(0);
    assert_eq!(
        (info.name.as_deref(), info.game.as_str(), info.seated),
        (Some("Bob the "), "hexthello", None)
    );
    table.order(Command::Start).unwrap();
    person(&table, "5,7");
    // Seated on the side to move: the board as it is, then the colour, then the request.
    seat(&table, Side::Second, bob).unwrap();
    let board = test.numbers.body(table.snapshot().position());
    let mut expected = vec![101];
    expected.extend(&board);
    expected.extend([102, 104]);
    assert_eq!(wire.read(expected.len()), expected);
    assert_eq!(test.hall.guests()[0].seated.map(|(_, side)| side), Some(Side::Second));
    // A restart: the request is withdrawn, the board comes alone.
    table.order(Command::Restart).unwrap();
    let start = test.numbers.body(&*rules("hexthello").start());
    assert_eq!(wire.read(229), [&[101], &start[..]].concat());
    // The late answer lands nowhere, though it would be legal for nobody but white.
    wire.send(&[4, 8]);
    let late = test.events.iter().any(|event| event == HallEvent::LateAnswer(bob));
    assert!(late && table.snapshot().ply() == 0);
    person(&table, "5,7");
    assert_eq!(wire.read(4), [105, 5, 7, 104], "the opponent's move and the request");
    let mut position = table.snapshot().position().boxed();
    let reply = position.legal_moves().swap_remove(0);
    position.play(&reply).unwrap();
    wire.send(&test.numbers.move_bytes(&reply));
    events.iter().find(|event| matches!(&event.change, Change::Played(mv) if mv.side == Side::Second));
    assert_eq!(table.snapshot().position().text(), position.text());
    // Sent away: QUIT, the seat is empty, the game stands still.
    assert!(test.hall.dismiss(bob));
    assert_eq!(wire.rest(), [107]);
    drop(wire);
    assert_eq!(test.left(), (bob, None));
    let left = events.iter().find_map(|event| match event.change {
        Change::Left(side, why) => Some((side, why)),
        _ => None,
    });
    assert_eq!(left, Some((Side::Second, "it was sent away".to_owned())));
    assert!(!table.snapshot().running && table.snapshot().verdict.is_none());
    assert_eq!(seat(&table, Side::Second, bob), Err(TableError::NoSuchGuest(bob)));
}

#[test]
fn in_ants_the_board_comes_to_the_player_about_to_move() {
    let test = Test::new("ants");
    let (table, _events) = test.table(["human", "human"]);
    let (guest, mut wire) = test.guest("Ann");
    seat(&table, Side::Second, guest).unwrap();
    wire.read(1 + 99 + 1);
    table.order(Command::Start).unwrap();
    let mv = table.snapshot().position().legal_moves().swap_remove(0);
    person(&table, &mv);
    let board = test.numbers.body(table.snapshot().position());
    assert_eq!(wire.read(101), [&[1], &board[..], &[4]].concat(), "NEW_POSITION and the request, no move");
}

#[test]
fn whatever_withdraws_a_request_the_next_one_comes_with_the_board() {
    for game in ["hexthello", "ants"] {
        let test = Test::with(game, |setup| setup.dialect = Dialect::Moves);
        let base = test.numbers.base;
        let (table, events) = test.table(["human", "human"]);
        let (guest, mut wire) = test.guest("Ann");
        seat(&table, Side::First, guest).unwrap();
        table.order(Command::Start).unwrap();
        let start = table.snapshot().position().boxed();
        let board = [&[base + 1], &test.numbers.body(&*start)[..]].concat();
        assert_eq!(wire.read(board.len() + 2), [&board[..], &[base + 3, base + 4]].concat());
        let mv = start.legal_moves().swap_remove(0);
        let answer = test.numbers.move_bytes(&mv);
        let clock = Command::SetClock([Default::default(); 2]);
        for commands in [vec![Command::Stop, Command::Start], vec![clock]] {
            for command in &commands {
                table.order(command.clone()).unwrap();
            }
            wire.send(&answer);
            assert_eq!(wire.read(board.len() + 1), [&board[..], &[base + 4]].concat(), "{commands:?}");
            assert!(test.events.iter().any(|event| event == HallEvent::LateAnswer(guest)));
        }
        // Taken at last; from here on moves are enough.
        wire.send(&answer);
        events.iter().find(|event| matches!(event.change, Change::Played(_)));
        let reply = table.snapshot().position().legal_moves().swap_remove(0);
        person(&table, &reply);
        let told = wire.read(test.numbers.mv + 2);
        assert_eq!((told[0], told[test.numbers.mv + 1]), (base + 5, base + 4));
        assert_eq!(test.numbers.move_text(&told[1..=test.numbers.mv]), reply);
    }
}

#[test]
fn a_player_that_plays_its_answers_on_its_own_board_survives_any_stop() {
    for game in ["hexthello:radius=3", "ants"] {
        let test = Test::with(game, |setup| setup.dialect = Dialect::Moves);
        let (table, events) = test.table(["nobody", "random"]);
        let (guest, wire) = test.guest("plain");
        let numbers = test.numbers.clone();
        let player = spawn(move || plain_client(wire, &numbers, "plain", 7));
        seat(&table, Side::First, guest).unwrap();
        table.order(Command::Start).unwrap();
        // Before, while and after it answers: it is never known which, and must not matter.
        let verdict = events.iter().find_map(|event| match event.change {
            Change::Played(mv) if mv.side == Side::First => {
                let stopped = table.order(Command::Stop).and_then(|()| table.order(Command::Start));
                // Only a game that has ended in the meantime cannot be stopped.
                assert!(stopped.is_ok() || table.snapshot().verdict.is_some(), "{stopped:?}");
                None
            }
            Change::Over(verdict) => Some(verdict),
            _ => None,
        });
        assert_eq!(verdict.unwrap().reason, Reason::Normal, "{game}");
        test.hall.close();
        player.join().unwrap();
    }
}

#[test]
fn two_network_players_play_a_game_to_its_end() {
    for (game, dialect) in
        [("hexthello:radius=3", Dialect::Moves), ("ants", Dialect::Positions), ("ants", Dialect::Moves)]
    {
        let test = Test::with(game, |setup| setup.dialect = dialect);
        let (table, events) = test.table(["nobody", "nobody"]);
        let players = ["a", "b"].map(|name| {
            let (id, wire) = test.guest(name);
            let numbers = test.numbers.clone();
            (id, spawn(move || plain_client(wire, &numbers, name, 5)))
        });
        assert_eq!(table.order(Command::Start), Err(TableError::EmptySeat("black")));
        for (side, (id, _)) in Side::BOTH.into_iter().zip(&players) {
            seat(&table, side, *id).unwrap();
        }
        table.order(Command::Start).unwrap();
        for round in 0..3 {
            let over = events.iter().find(|event| matches!(event.change, Change::Over(_))).unwrap();
            assert_eq!(over.snapshot.verdict.as_ref().unwrap().reason, Reason::Normal, "{game}");
            match round {
                0 => table.order(Command::Restart).unwrap(),
                // In the middle of nothing: the players change sides, and the game is played again.
                1 => {
                    table.order(Command::Swap).unwrap();
                    table.order(Command::Restart).unwrap();
                }
                _ => {}
            }
        }
        test.hall.close();
        for (_, player) in players {
            let seen = player.join().unwrap();
            assert!(seen.boards >= 3 && seen.colours.len() == 2, "{seen:?}");
        }
    }
}

#[test]
fn a_player_has_one_seat_and_who_disconnects_leaves_it_empty() {
    let test = Test::new("hexthello");
    let (table, events) = test.table(["human", "human"]);
    let (other, _other_events) = test.table(["human", "human"]);
    let (guest, wire) = test.guest("Ann");
    seat(&table, Side::First, guest).unwrap();
    seat(&other, Side::Second, guest).unwrap();
    let why = events.iter().find_map(|event| match event.change {
        Change::Left(Side::First, why) => Some(why),
        _ => None,
    });
    assert_eq!(why.as_deref(), Some("it took another seat"));
    assert_eq!(other.snapshot().seats[1].player.name, "Ann");
    drop(wire);
    assert_eq!(test.left(), (guest, Some(Departure::Disconnected)));
    // The letter to the table was sent before the event.
    other.order(Command::SetClock([Default::default(); 2])).unwrap();
    assert_eq!(other.snapshot().seats[1].occupant, Occupant::Nobody);
}

#[test]
fn an_illegal_move_is_a_technical_loss_and_can_be_taken_back() {
    let test = Test::new("hexthello");
    let (table, events) = test.table(["human", "human"]);
    let (guest, mut wire) = test.guest("Ann");
    table.order(Command::Start).unwrap();
    person(&table, "5,7");
    seat(&table, Side::Second, guest).unwrap();
    wire.read(1 + 228 + 1 + 1);
    wire.send(&[0, 0]);
    let verdict = events.iter().find_map(|event| match event.change {
        Change::Over(verdict) => Some(verdict),
        _ => None,
    });
    let verdict = verdict.unwrap();
    assert_eq!((verdict.reason, verdict.winner), (Reason::IllegalMove, Some(Side::First)));
    table.order(Command::TakeBack(1)).unwrap();
    assert_eq!(wire.read(229)[0], 101, "the board alone");
}

#[test]
fn those_who_break_the_protocol_are_named_and_gone() {
    let test = Test::new("hexthello");
    let (guest, mut wire) = test.guest("Eve");
    wire.send(b"let me play");
    let (left, departure) = test.left();
    assert_eq!(left, guest);
    assert!(departure.unwrap().to_string().contains("6c 65 74"), "the bytes are shown");
    assert!(wire.rest().is_empty());
    // A name of which only half comes: the guest stays nameless and cannot be seated.
    let mut half = Wire::connect(test.port, false);
    half.read(1);
    half.send(b"\x08half");
    let joined = test.events.iter().find_map(|event| match event {
        HallEvent::Joined(guest) => Some(guest.id),
        _ => None,
    });
    let (table, _events) = test.table(["human", "human"]);
    let half_id = joined.unwrap();
    assert_eq!(seat(&table, Side::First, half_id), Err(TableError::Unnamed(half_id)));
    half.send(b"done");
    assert!(
        test.events
            .iter()
            .any(|event| matches!(event, HallEvent::Named(g) if g.name.as_deref() == Some("halfdone")))
    );
}

#[test]
fn a_player_that_never_reads_costs_no_memory() {
    let test = Test::new("hexthello");
    let (table, _events) = test.table(["human", "human"]);
    let (guest, wire) = test.guest("Deaf");
    seat(&table, Side::First, guest).unwrap();
    // Each restart sends a board. The socket takes some, the queue a few more, then the guest is gone.
    let gone = || test.hall.guests().is_empty();
    let restarts = (0..1_000_000).take_while(|_| !gone() && table.order(Command::Restart).is_ok()).count();
    assert!(restarts < 1_000_000);
    assert_eq!(test.left().0, guest);
    drop(wire);
}

#[test]
fn hundreds_of_connections_are_bounded() {
    let limits =
        AdmissionLimits { most: 20, most_per_address: 20, burst: 1000, every: Duration::from_secs(1) };
    let test = Test::with("ants", |setup| setup.limits = limits);
    let mut wires: Vec<_> = (0..20).map(|_| Wire::connect(test.port, false)).collect();
    for wire in &mut wires {
        assert_eq!(wire.read(1), [6]);
    }
    for _ in 0..300 {
        assert!(Wire::connect(test.port, false).rest().is_empty(), "closed without a word");
    }
    let refused = test
        .events
        .iter()
        .filter(|event| matches!(event, HallEvent::Refused { refusal: Refusal::Full(20), .. }));
    assert_eq!(refused.take(300).count(), 300);
    assert_eq!(test.hall.guests().len(), 20);
    // Who leaves makes room.
    drop(wires.pop());
    test.left();
    assert_eq!(Wire::connect(test.port, false).read(1), [6]);
    test.hall.close();
    for mut wire in wires {
        assert_eq!(wire.rest(), [7], "everybody is sent away");
    }
    assert!(TcpStream::connect(("127.0.0.1", test.port)).is_err(), "the port is free again");
}

#[test]
fn a_taken_port_is_said_and_the_hall_works_without_it() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let game = |name| TucGame::new(rules(name)).unwrap();
    let (hall, troubles) = Hall::open(
        HallSetup::new(vec![(game("hexthello"), port), (game("ants"), 0)]),
        agon_games::engines().into(),
    );
    let told: Vec<_> = troubles.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [format!("port {port} of hexthello is taken; end the other server or choose another port")]
    );
    assert!(hall.addresses().iter().all(|(game, _)| game == "ants"));
    // Both families where the machine has them.
    for (_, address) in hall.addresses() {
        assert_eq!(Wire::new(TcpStream::connect(address).unwrap(), false).read(1), [6]);
    }
    let mut elsewhere = HallSetup::new(vec![(game("ants"), 0)]);
    elsewhere.host = "no such host".to_owned();
    assert!(Hall::open(elsewhere, agon_games::engines().into()).1[0].to_string().contains("'no such host'"));
}
