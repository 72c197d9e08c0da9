//! Knockout: a bracket by seeding; who loses a meeting is out.

use super::{Played, PlayedRound, Round};

/// How many pairs are added to a meeting that ended level. If it is level even then, the higher seed goes on.
pub const EXTRA_PAIRS: u32 = 3;

/// The seeds in the order of the bracket, so that the first two can meet in the final only, the first four in the
/// semi-finals only, and so on: `[0, 3, 1, 2]` for four.
fn bracket(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let next = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, next - 1 - seed]).collect();
    }
    order
}

fn winner(meeting: &Played) -> usize {
    let [a, b] = meeting.players;
    match meeting.points[0].total_cmp(&meeting.points[1]) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal => a.min(b),
    }
}

/// The next round, or nothing when there is a champion.
pub(super) fn round(players: usize, history: &[PlayedRound]) -> Option<Round> {
    let mut slots: Vec<Option<usize>> =
        bracket(players.next_power_of_two()).into_iter().map(|s| (s < players).then_some(s)).collect();
    for round in history {
        let through = |pair: &[Option<usize>]| match *pair {
            [Some(a), Some(b)] => {
                round.meetings.iter().find(|m| m.players.contains(&a) && m.players.contains(&b)).map(winner)
            }
            [a, b] => a.or(b),
            _ => None,
        };
        slots = slots.chunks(2).map(through).collect();
    }
    if slots.len() < 2 {
        return None;
    }
    let mut next = Round::default();
    for pair in slots.chunks(2) {
        match *pair {
            [Some(a), Some(b)] => {
                next.meetings.push(if history.len().is_multiple_of(2) { [a, b] } else { [b, a] })
            }
            [a, b] => next.byes.extend(a.or(b)),
            _ => {}
        }
    }
    Some(next)
}

/// How many rounds each player has come through.
pub fn survived(players: usize, history: &[PlayedRound]) -> Vec<usize> {
    let mut rounds = vec![0; players];
    for round in history {
        for player in round.meetings.iter().map(winner).chain(round.byes.iter().copied()) {
            rounds[player] += 1;
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    /// Five players by hand: the first three rest, the fourth and fifth play; then the first meets that winner.
    #[test]
    fn five_players_by_hand() {
        let first = round(5, &[]).unwrap_or_default();
        assert_eq!(first, Round { meetings: vec![[3, 4]], byes: vec![0, 1, 2] });
        let played = PlayedRound {
            meetings: vec![Played { players: [3, 4], points: [0.5, 1.5] }],
            byes: vec![0, 1, 2],
        };
        let second = round(5, std::slice::from_ref(&played)).unwrap_or_default();
        assert_eq!(second.meetings, [[4, 0], [2, 1]]);
        let level = |players| Played { players, points: [1.0, 1.0] };
        let semi = PlayedRound { meetings: vec![level([4, 0]), level([2, 1])], byes: vec![] };
        let history = [played, semi];
        assert_eq!(round(5, &history).unwrap_or_default().meetings, [[0, 1]], "level: the higher seeds");
        let last =
            PlayedRound { meetings: vec![Played { players: [0, 1], points: [0.0, 2.0] }], byes: vec![] };
        let history = [&history[..], &[last]].concat();
        assert_eq!(round(5, &history), None);
        assert_eq!(survived(5, &history), [2, 3, 1, 0, 1]);
    }
}
