//! Round robin by the circle method, and the gauntlet.

use super::Round;

/// Round `number` of a round robin of some cycles. One player stays, the others turn; who starts is shared out so
/// that no player starts more than once more often than the other way round in a cycle. With an odd number one
/// player rests in each round.
pub(super) fn round(players: usize, number: usize, cycles: usize) -> Option<Round> {
    let even = players + players % 2;
    let a_cycle = even - 1;
    if number >= a_cycle * cycles {
        return None;
    }
    let (cycle, turn) = (number / a_cycle, number % a_cycle);
    let mut meetings = Vec::new();
    for board in 0..even / 2 {
        let pair = if board == 0 {
            let turning = turn;
            if turn % 2 == 0 { [turning, a_cycle] } else { [a_cycle, turning] }
        } else {
            [(turn + board) % a_cycle, (turn + a_cycle - board) % a_cycle]
        };
        if pair.iter().all(|&player| player < players) {
            meetings.push(if cycle % 2 == 0 { pair } else { [pair[1], pair[0]] });
        }
    }
    Some(Round { meetings, byes: Vec::new() })
}

/// Round `number` of a gauntlet: every challenger meets another of the others.
pub(super) fn gauntlet(players: usize, challengers: &[usize], number: usize) -> Option<Round> {
    let others: Vec<usize> = (0..players).filter(|player| !challengers.contains(player)).collect();
    if number >= others.len() {
        return None;
    }
    let meeting = |(i, &challenger): (usize, &usize)| {
        let other = others[(number + i) % others.len()];
        if number.is_multiple_of(2) { [challenger, other] } else { [other, challenger] }
    };
    Some(Round { meetings: challengers.iter().enumerate().map(meeting).collect(), byes: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn all(players: usize, cycles: usize) -> Vec<Round> {
        (0..).map_while(|number| round(players, number, cycles)).collect()
    }

    #[test]
    fn everybody_meets_everybody_and_nobody_twice_in_a_round() {
        for players in 2..=31 {
            for cycles in [1, 2] {
                let mut met = BTreeMap::new();
                let mut starts = vec![0i32; players];
                for round in all(players, cycles) {
                    let mut seen = std::collections::BTreeSet::new();
                    for [a, b] in round.meetings {
                        assert!(seen.insert(a) && seen.insert(b));
                        *met.entry([a.min(b), a.max(b)]).or_insert(0) += 1;
                        starts[a] += 1;
                        starts[b] -= 1;
                    }
                }
                assert_eq!(met.len(), players * (players - 1) / 2);
                assert!(met.values().all(|&n| n == cycles));
                let allowed = if cycles == 2 { 0 } else { 1 };
                assert!(starts.iter().all(|s| s.abs() <= allowed), "{players}: {starts:?}");
            }
        }
    }

    #[test]
    fn four_players_by_hand() {
        let meetings: Vec<_> = all(4, 1).into_iter().map(|round| round.meetings).collect();
        assert_eq!(meetings, [vec![[0, 3], [1, 2]], vec![[3, 1], [2, 0]], vec![[2, 3], [0, 1]]]);
    }

    #[test]
    fn challengers_meet_all_the_others_once() {
        let rounds: Vec<_> = (0..).map_while(|number| gauntlet(5, &[0, 2], number)).collect();
        let mut met: Vec<[usize; 2]> =
            rounds.iter().flat_map(|r| &r.meetings).map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        met.sort_unstable();
        assert_eq!(met, [[0, 1], [0, 3], [0, 4], [1, 2], [2, 3], [2, 4]]);
        assert!(rounds.iter().all(|r| r.meetings[0] != r.meetings[1]));
    }
}
