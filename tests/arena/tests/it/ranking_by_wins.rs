//! A tournament that is ranked by wins, as the competition of Four in a Row is, and its bonus.

use agon_core::Side;
use agon_tournament::bonus::BonusRule;
use agon_tournament::standings::Standings;
use agon_tournament::{Description, GameId, Row, Schedule};
use std::path::Path;

fn describe(head: &str, players: usize) -> Description {
    let mut text = format!("game = \"four-in-a-row\"\n{head}\n");
    for i in 0..players {
        text += &format!("[[player]]\nname = \"p{i}\"\nplay = \"random\"\n");
    }
    Description::parse(&text, &agon_games::registry(), Path::new(".")).unwrap()
}

fn refused(head: &str) -> String {
    let text = format!(
        "game = \"four-in-a-row\"\n{head}\n[[player]]\nname = \"a\"\nplay = \"random\"\n[[player]]\nname = \"b\"\nplay = \"random\"\n"
    );
    Description::parse(&text, &agon_games::registry(), Path::new(".")).err().unwrap().to_string()
}

/// Plays every game of a schedule by a rule for who wins.
fn play_out(description: &Description, winner: impl Fn([usize; 2], usize) -> Option<Side>) -> Schedule {
    let mut schedule = Schedule::new(description, []);
    while let Some(task) = schedule.next_task() {
        for &game in &task.games {
            let id = GameId { pairing: task.pairing, game };
            let players = if game % 2 == 0 { task.players } else { [task.players[1], task.players[0]] };
            let result = winner(players, task.pairing.clock as usize);
            let (reason, moves, ms) = ("normal".to_owned(), 10, [1.0; 2]);
            assert!(schedule.settle(Row { id, players, winner: result, reason, moves, ms }));
        }
    }
    schedule
}

/// Four players a, b, c and d, two games a meeting.
fn by_hand(players: [usize; 2], _: usize) -> Option<Side> {
    let won = |winner: usize| Some(if players[0] == winner { Side::First } else { Side::Second });
    match [players[0].min(players[1]), players[0].max(players[1])] {
        // a beats d and c, and loses to b: 4 wins, 2 losses, 4 points.
        [0, 3] | [0, 2] => won(0),
        [0, 1] => won(1),
        // b wins against a and draws everything else: 2 wins, 4 draws, 4 points.
        // c and d draw against b and win one each against the other.
        [2, 3] => Some(Side::First),
        _ => None,
    }
}

#[test]
fn wins_rank_and_equal_wins_share_a_place_and_its_bonus() {
    let head = "rank = \"wins\"\nbonus = [{ top = 1, points = 12 }, { top = 3, points = 7 }]";
    let table = Standings::total(&play_out(&describe(head, 4), by_hand)).table;
    let lines: Vec<(usize, usize, usize, f64, f64)> =
        table.iter().map(|s| (s.player, s.place, s.wins, s.points, s.bonus)).collect();
    assert_eq!(lines, [(0, 1, 4, 4.0, 12.0), (1, 2, 2, 4.0, 7.0), (2, 3, 1, 2.0, 7.0), (3, 3, 1, 2.0, 7.0)]);
    assert!(table.iter().all(|s| s.tie_breaks.is_empty()), "nothing but wins counts");
    let by_points = Standings::total(&play_out(&describe("", 4), by_hand)).table;
    assert_eq!((by_points[0].player, by_points[1].player), (1, 0), "b beat a, and both have 4 points");
}

#[test]
fn tie_breaks_that_are_named_count_wins() {
    let head = "rank = \"wins\"\ntie_breaks = [\"direct-encounter\", \"sonneborn-berger\"]";
    let result = |players: [usize; 2], clock: usize| match (players, clock) {
        ([2, 3], _) => Some(Side::First),
        ([3, 2], _) => Some(Side::Second),
        ([3, 0], _) => Some(Side::First),
        ([0, 3], _) => Some(Side::Second),
        _ => None,
    };
    let table = Standings::total(&play_out(&describe(head, 4), result)).table;
    let lines: Vec<(usize, usize, Option<f64>)> =
        table.iter().map(|s| (s.player, s.place, s.tie_breaks[0])).collect();
    assert_eq!(lines[..2], [(2, 1, Some(2.0)), (3, 2, Some(0.0))], "c won both games against d");
    assert_eq!((lines[2].1, lines[3].1), (3, 3));
}

#[test]
fn wins_add_up_over_several_time_limits() {
    let head = "rank = \"wins\"\ntime = [\"1s\", \"2s\", \"3s\"]\nbonus = \"top-twenty\"";
    // At the longest time player 1 is the better one, before that player 0.
    let result = |players: [usize; 2], clock: usize| {
        let best = usize::from(clock == 2);
        Some(if players[0] == best { Side::First } else { Side::Second })
    };
    let schedule = play_out(&describe(head, 2), result);
    let tables = Standings::all(&schedule);
    let places = |t: &Standings| t.table.iter().map(|s| (s.player, s.wins)).collect::<Vec<_>>();
    assert_eq!(places(&tables[0]), [(0, 2), (1, 0)]);
    assert_eq!(places(&tables[2]), [(1, 2), (0, 0)]);
    assert_eq!(places(&tables[3]), [(0, 4), (1, 2)], "all together");
    assert_eq!(tables[3].table[0].bonus, 12.0);
}

#[test]
fn what_cannot_be_ranked_or_given_is_said() {
    assert_eq!(refused("rank = \"luck\""), "line 2: rank cannot be 'luck'; it is one of points, wins");
    let own = "line 2: a knockout ranks by its own rules, so rank cannot be wins";
    assert_eq!(refused("rank = \"wins\"\nformat = \"knockout\""), own);
    assert!(
        refused("format = \"ladder\"\nrounds = 3\nrank = \"wins\"").starts_with("line 4: a ladder ranks")
    );
    for wrong in ["[]", "[{ top = 0, points = 3 }]", "[{ top = 5, points = 12 }, { top = 5, points = 7 }]"] {
        let told = refused(&format!("bonus = {wrong}"));
        assert!(told.starts_with("line 2: bonus: each step has more players"), "{wrong}: {told}");
    }
    assert!(refused("bonus = [{ top = 5, points = nan }]").contains("points are a number"));
    assert!(refused("bonus = [{ best = 5 }]").starts_with("line 2: "));
    let same = describe("bonus = [{ top = 5, points = 12 }, { top = 20, points = 7 }]", 2);
    for place in 1..30 {
        assert_eq!(same.bonus.of(place, 40), BonusRule::TopTwenty.of(place, 40), "{place}");
    }
}

#[test]
fn the_ranking_may_be_changed_later() {
    assert_eq!(describe("rank = \"wins\"", 3).fingerprint, describe("", 3).fingerprint);
}
