//! The dialogues of the protocol pages are true.

use agon_core::{Position, Side};
use agon_wire::two_instance::Link;
use agon_wire::{connect9x9, gtp, nboard, tuc, ugi};

/// The lines of a page's dialogue: the first block of code after its heading.
fn dialogue(page: &str) -> Vec<String> {
    let path = format!("{}/../../docs/protocols/{page}.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let section = text.split("## A dialogue").nth(1).unwrap();
    section.split("```").nth(1).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn the_connect4_dialogue_holds() {
    let mut player = connect9x9::Player::new(Side::Second);
    let mut seat = connect9x9::PlatformSeat::new(Side::Second);
    let mut result = None;
    for line in dialogue("connect4-9x9") {
        let number: u8 = line[2..].parse().unwrap();
        let bytes = format!("{number}\n");
        if line.starts_with('<') {
            assert_eq!(player.play(number).unwrap(), bytes.as_bytes());
            assert_eq!(seat.receive(&mut bytes.as_bytes()), Ok(Some(number)));
            continue;
        }
        match connect9x9::GameResult::from_number(number.into()) {
            Some(told) => result = Some(told),
            None if player.magic().is_none() => drop(seat.magic(number.into())),
            None => drop(seat.opponent_moved(number)),
        }
        let mut input = bytes.as_bytes();
        while player.receive(&mut input).unwrap().is_some() {}
    }
    assert_eq!(
        (player.result(), result),
        (Some(connect9x9::GameResult::Lost), Some(connect9x9::GameResult::Lost))
    );
}

#[test]
fn the_four_in_a_row_dialogue_holds() {
    let (mut one, mut two) = (Link::new(Side::First), Link::new(Side::Second));
    for line in dialogue("four-in-a-row") {
        let column: u8 = line.split_whitespace().nth(3).unwrap().parse().unwrap();
        let (from, to) = if line.starts_with("one") { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let sent = from.play(column).unwrap();
        assert_eq!(to.receive(&mut &sent[..]), Ok(Some(column)));
    }
    assert_eq!(two.position().outcome().unwrap().winner, Some(Side::First));
}

#[test]
fn the_tuc_dialogue_holds() {
    let game = tuc::TucGame::new(agon_games::registry().game("hexthello").unwrap()).unwrap();
    let mut player = tuc::Player::new(game.clone());
    let (mut wanted, mut quit) = (Vec::new(), false);
    let mut moves = ["5,8"].into_iter();
    for line in dialogue("tuc").iter().filter(|line| !line.starts_with('…')) {
        let numbers = line.split_whitespace().skip(1).map_while(|word| word.parse().ok());
        let mut bytes: Vec<u8> = numbers.collect();
        if line.starts_with("player") {
            assert_eq!(std::mem::take(&mut wanted), bytes);
            continue;
        }
        if bytes[0] == 101 {
            let board = tuc::WirePosition::of(&game, &*game.rules().start()).unwrap();
            assert!(board.bytes().starts_with(&bytes[1..]));
            bytes = [&[101][..], board.bytes()].concat();
        }
        let mut input = &bytes[..];
        while let Some(event) = player.receive(&mut input).unwrap() {
            match event {
                tuc::PlayerEvent::NameWanted => wanted = player.name("Bob"),
                // The page ends before the second request is answered.
                tuc::PlayerEvent::MoveWanted(_) => {
                    wanted = moves.next().map(|mv| player.answer(mv).unwrap()).unwrap_or_default();
                }
                tuc::PlayerEvent::Quit => quit = true,
                _ => {}
            }
        }
    }
    assert_eq!(player.side(), Some(Side::Second));
    assert!(wanted.is_empty() && quit && player.request_is_current());
}

#[test]
fn the_ugi_dialogue_holds() {
    let mut gui = ugi::GuiSide::new(vec![]);
    gui.new_game();
    let mut line = agon_core::Line::new(agon_games::registry().game("reversi").unwrap().start());
    line.play("f5", |_| 0).unwrap();
    let second = std::time::Duration::from_secs(1);
    let mut sent = String::new();
    let mut best = None;
    let mut pull = |gui: &mut ugi::GuiSide, printed: &str| {
        let mut input = printed.as_bytes();
        while let Some(event) = gui.receive(&mut input).unwrap() {
            match event {
                ugi::GuiEvent::Send(bytes) => sent.push_str(&String::from_utf8(bytes).unwrap()),
                ugi::GuiEvent::BestMove(mv) => best = Some(mv),
                _ => {}
            }
        }
        if best.is_some() {
            gui.quit();
        }
        while let Some(ugi::GuiEvent::Send(bytes)) = gui.receive(&mut &[][..]).unwrap() {
            sent.push_str(&String::from_utf8(bytes).unwrap());
        }
        std::mem::take(&mut sent)
    };
    let mut said = pull(&mut gui, "");
    gui.go(&line, &ugi::Go { move_time: Some(second), ..ugi::Go::default() });
    for written in dialogue("ugi") {
        let (direction, text) = written.split_at(2);
        if direction == "> " {
            let (first, rest) = said.split_once('\n').unwrap();
            let words = |text: &str| {
                let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
                words.sort();
                words
            };
            assert_eq!(words(first), words(text));
            said = rest.to_owned();
        } else {
            assert_eq!(text.parse::<ugi::Reply>().unwrap().to_string(), text);
            said.push_str(&pull(&mut gui, &format!("{text}\n")));
        }
    }
    assert_eq!((said.as_str(), best.as_deref()), ("", Some("d6")));
}

#[test]
fn the_nboard_dialogue_holds() {
    let mut engine = nboard::EngineSide::new("Agon");
    let mut printed = Vec::new();
    let mut search = None;
    for written in dialogue("nboard") {
        let (direction, text) = written.split_at(2);
        if direction == "> " {
            let line = format!("{text}\n");
            let mut input = line.as_bytes();
            while let Some(event) = engine.receive(&mut input) {
                match event {
                    nboard::EngineEvent::Send(line) => printed.push(line),
                    nboard::EngineEvent::Search(task) => search = Some(task),
                    other => panic!("{other:?}"),
                }
            }
            continue;
        }
        let Ok(reply) = text.parse::<nboard::Reply>();
        assert_eq!(reply.to_string(), text);
        match (reply, search.take()) {
            (nboard::Reply::Move(best), Some(task)) => {
                assert!(task.line.position().legal_moves().contains(&best.text));
                let lines = engine.best_move(task.id, best).unwrap();
                printed.extend(lines.lines().map(str::to_owned));
                assert_eq!(printed.remove(0), text);
            }
            (_, Some(task)) => search = Some(task),
            (_, None) => assert_eq!(printed.remove(0), text),
        }
    }
    assert!(printed.is_empty() && engine.line().unwrap().moves().len() == 4);
}

#[test]
fn the_gtp_dialogue_holds() {
    let mut engine = gtp::EngineSide::new("Agon", "1");
    let mut printed = String::new();
    for written in dialogue("gtp") {
        match written.strip_prefix("> ") {
            Some(command) => {
                let line = format!("{command}\n");
                let mut input = line.as_bytes();
                while let Some(event) = engine.receive(&mut input) {
                    match event {
                        gtp::EngineEvent::Send(text) => printed.push_str(&text),
                        gtp::EngineEvent::GenMove(_) => printed.push_str(&engine.moved("d6").unwrap()),
                        gtp::EngineEvent::NewGame | gtp::EngineEvent::Quit => {}
                    }
                }
            }
            None => {
                let (first, rest) = printed.split_once('\n').unwrap();
                assert_eq!(first.trim_end(), written.strip_prefix('<').unwrap().trim());
                printed = rest.to_owned();
            }
        }
    }
    assert!(printed.is_empty());
}
