//! Lines, the standard-input protocol and the two-instance game.

use super::{choice, same_in_any_pieces};
use crate::connect9x9::{PlatformSeat, Player};
use crate::lines::LineReader;
use crate::two_instance::Link;
use agon_core::{Position, Side};

fn side(first: u8) -> Side {
    Side::BOTH[usize::from(first & 1)]
}

/// Lines are the same in any pieces and no more than a line is held.
pub fn lines(data: &[u8]) {
    let (first, data) = choice(data);
    let limit = usize::from(first);
    same_in_any_pieces(data, |pieces| {
        let mut reader = LineReader::new(limit);
        let mut lines = Vec::new();
        for piece in pieces {
            let mut input = *piece;
            loop {
                match reader.take(&mut input) {
                    Ok(None) => break,
                    other => lines.push(format!("{other:?}")),
                }
                assert!(reader.held() <= limit);
            }
            assert!(input.is_empty() && reader.held() <= limit);
        }
        lines.push(format!("{:?}", reader.finish()));
        lines
    });
}

/// A player program's output never plays anything but an open column in turn, and after a fault nothing.
pub fn stdio_platform(data: &[u8]) {
    let (first, data) = choice(data);
    same_in_any_pieces(data, |pieces| {
        let mut seat = PlatformSeat::new(side(first));
        let mut events = Vec::new();
        seat.magic(i64::from(first));
        if side(first) == Side::Second {
            seat.opponent_moved(4);
        }
        for piece in pieces {
            let mut input = *piece;
            loop {
                let turn = seat.is_its_turn();
                match seat.receive(&mut input) {
                    Ok(Some(column)) => {
                        assert!(turn && column < 9);
                        events.push(format!("column {column}"));
                        // The opponent answers beside it, so that the game goes on.
                        seat.opponent_moved((column + 1) % 9);
                    }
                    Ok(None) => break,
                    Err(fault) => {
                        assert!(!fault.to_string().is_empty() && !seat.is_its_turn());
                        events.push(fault.to_string());
                        return events;
                    }
                }
                assert!(seat.held() <= 1024);
            }
        }
        events.push(format!("{:?}", seat.end()));
        events
    });
}

/// A platform's numbers never bring a player to move out of turn.
pub fn stdio_player(data: &[u8]) {
    let (first, data) = choice(data);
    same_in_any_pieces(data, |pieces| {
        let mut player = Player::new(side(first));
        let mut events = Vec::new();
        for piece in pieces {
            let mut input = *piece;
            loop {
                match player.receive(&mut input) {
                    Ok(Some(event)) => events.push(format!("{event:?}")),
                    Ok(None) => break,
                    Err(error) => {
                        events.push(error.to_string());
                        return events;
                    }
                }
                assert!(player.held() <= 32);
                if player.is_my_turn() {
                    let column = (0..9).find(|&column| player.clone().play(column).is_ok());
                    let column = column.expect("a game that is not over has an open column");
                    events.push(format!("{:?}", player.play(column)));
                }
            }
        }
        events
    });
}

/// Whatever the other instance sends, the board changes by legal moves in turn only.
pub fn two_instance(data: &[u8]) {
    let (first, data) = choice(data);
    same_in_any_pieces(data, |pieces| {
        let link = Link::new(side(first));
        let mut link = if first & 2 == 0 { link } else { link.lenient() };
        let mut events = Vec::new();
        let mut plies = 0;
        for piece in pieces {
            let mut input = *piece;
            loop {
                if link.is_my_turn() {
                    let column = (0..7).rev().find(|&column| link.clone().play(column).is_ok());
                    let column = column.expect("a game that is not over has an open column");
                    events.push(format!("{:?}", link.play(column)));
                    plies += 1;
                }
                let before = *link.position();
                match link.receive(&mut input) {
                    Ok(Some(column)) => {
                        plies += 1;
                        events.push(format!("column {column}"));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        assert!(*link.position() == before && !link.is_my_turn() && link.play(0).is_err());
                        events.push(error.to_string());
                        return events;
                    }
                }
                let stones: u32 = link.position().stones().map(u64::count_ones).into_iter().sum();
                assert_eq!(stones, plies);
                assert!(plies <= 42 && (plies < 42 || link.position().outcome().is_some()));
            }
        }
        events
    });
}
