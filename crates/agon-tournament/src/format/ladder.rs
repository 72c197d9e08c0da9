//! The ladder without end: neighbours meet; who beats the player above changes places with it.

use super::{PlayedRound, Round};

/// The order on the ladder after some rounds, the top first. It begins as in the description.
pub fn order(players: usize, history: &[PlayedRound]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..players).collect();
    for round in history {
        for meeting in &round.meetings {
            let [a, b] = meeting.players;
            let (Some(i), Some(j)) = (order.iter().position(|&p| p == a), order.iter().position(|&p| p == b))
            else {
                continue;
            };
            let (above, lower_won) = if i < j {
                (i, meeting.points[1] > meeting.points[0])
            } else {
                (j, meeting.points[0] > meeting.points[1])
            };
            if lower_won && i.abs_diff(j) == 1 {
                order.swap(above, above + 1);
            }
        }
    }
    order
}

/// The next round: the first meets the second, the third the fourth; in every other round the second meets the third
/// and so on.
pub(super) fn round(players: usize, history: &[PlayedRound]) -> Round {
    let order = order(players, history);
    let number = history.len();
    // With two players there is only one pair of neighbours.
    let from = if players > 2 { number % 2 } else { 0 };
    let swap = number / 2 % 2 == 1;
    let pairs = order[from..].chunks_exact(2);
    let meetings = pairs.map(|pair| if swap { [pair[1], pair[0]] } else { [pair[0], pair[1]] });
    Round { meetings: meetings.collect(), byes: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::Played;
    use super::*;

    #[test]
    fn winners_climb_one_place_at_a_time() {
        let first = round(5, &[]);
        assert_eq!(first.meetings, [[0, 1], [2, 3]]);
        let history = [PlayedRound {
            meetings: vec![
                Played { players: [0, 1], points: [0.5, 1.5] },
                Played { players: [2, 3], points: [1.0, 1.0] },
            ],
            byes: vec![],
        }];
        assert_eq!(order(5, &history), [1, 0, 2, 3, 4], "level: nothing changes");
        assert_eq!(round(5, &history).meetings, [[0, 2], [3, 4]]);
    }

    #[test]
    fn it_goes_on_for_ever_and_changes_who_starts() {
        let mut history = Vec::new();
        for _ in 0..4 {
            let next = round(2, &history);
            let meetings =
                next.meetings.iter().map(|&players| Played { players, points: [1.0, 1.0] }).collect();
            history.push(PlayedRound { meetings, byes: vec![] });
        }
        let starts: Vec<_> = history.iter().map(|round| round.meetings[0].players[0]).collect();
        assert_eq!(starts, [0, 0, 1, 1]);
    }
}
