//! The Swiss system: in every round players with like points meet who have not met before.

use super::{PlayedRound, Round};
use std::collections::HashSet;

/// The search for a round without a second meeting is given up after this many steps; then players may meet
/// again. It takes a few steps a player unless there are about as many rounds as players.
const STEPS: usize = 200_000;

/// What the rounds so far say about the players.
struct Table {
    points: Vec<f64>,
    starts: Vec<i32>,
    met: HashSet<[usize; 2]>,
    had_bye: Vec<bool>,
}

impl Table {
    fn of(players: usize, history: &[PlayedRound]) -> Table {
        let mut table = Table {
            points: vec![0.0; players],
            starts: vec![0; players],
            met: HashSet::new(),
            had_bye: vec![false; players],
        };
        for round in history {
            for meeting in &round.meetings {
                let [a, b] = meeting.players;
                table.points[a] += meeting.points[0];
                table.points[b] += meeting.points[1];
                table.starts[a] += 1;
                table.starts[b] -= 1;
                table.met.insert([a.min(b), a.max(b)]);
            }
            // A bye is worth as much as winning every game of a meeting.
            let full = round.meetings.first().map_or(1.0, |m| m.points[0] + m.points[1]);
            for &player in &round.byes {
                table.points[player] += full;
                table.had_bye[player] = true;
            }
        }
        table
    }

    /// Players by points; with equal points by their place in the description.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]).then(a.cmp(&b)));
        order
    }
}

/// The next round. With an odd number the last in the table who had no bye yet gets one. The others are paired from
/// the top: in each group of equal points the upper half meets the lower half, and who finds nobody there meets
/// somebody of the next group.
pub(super) fn round(players: usize, history: &[PlayedRound]) -> Round {
    let table = Table::of(players, history);
    let mut order = table.ranking();
    let mut byes = Vec::new();
    if players % 2 == 1 {
        let place = order.iter().rposition(|&p| !table.had_bye[p]).unwrap_or(order.len() - 1);
        byes.push(order.remove(place));
    }
    let mut steps = STEPS;
    let mut pairs = Vec::new();
    if !pair(&order, &table, false, &mut pairs, &mut steps) {
        pairs.clear();
        pair(&order, &table, true, &mut pairs, &mut STEPS.clone());
    }
    let starts = |[a, b]: [usize; 2]| if table.starts[a] > table.starts[b] { [b, a] } else { [a, b] };
    Round { meetings: pairs.into_iter().map(starts).collect(), byes }
}

/// Pairs the players that are left, the highest first; false if that is not possible.
fn pair(left: &[usize], table: &Table, again: bool, pairs: &mut Vec<[usize; 2]>, steps: &mut usize) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    for opponent in preferences(first, rest, table) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if !again && table.met.contains(&[first.min(opponent), first.max(opponent)]) {
            continue;
        }
        pairs.push([first, opponent]);
        let others: Vec<usize> = rest.iter().copied().filter(|&p| p != opponent).collect();
        if pair(&others, table, again, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// Whom a player should meet, best first: the one half a group of equal points below, the rest of the lower half, then
/// the upper half from the middle upwards, then the next groups in order.
fn preferences(first: usize, rest: &[usize], table: &Table) -> Vec<usize> {
    let equal = rest.iter().take_while(|&&p| table.points[p] == table.points[first]).count();
    // The group is this player and its equals; its lower half begins here among the equals.
    let start = equal.div_ceil(2).saturating_sub(1);
    let lower = rest[start..equal].iter();
    let upper = rest[..start].iter().rev();
    lower.chain(upper).chain(&rest[equal..]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::super::Played;
    use super::*;

    fn result(players: [usize; 2], points: [f64; 2]) -> Played {
        Played { players, points }
    }

    #[test]
    fn the_first_round_pairs_the_upper_half_with_the_lower() {
        assert_eq!(round(8, &[]).meetings, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        let odd = round(5, &[]);
        assert_eq!((odd.meetings, odd.byes), (vec![[0, 2], [1, 3]], vec![4]));
    }

    #[test]
    fn winners_meet_winners_by_hand() {
        // The first four won; with one game a meeting they are the upper group.
        let first =
            PlayedRound { meetings: (0..4).map(|i| result([i, i + 4], [1.0, 0.0])).collect(), byes: vec![] };
        let second = round(8, std::slice::from_ref(&first));
        let met: Vec<[usize; 2]> = second.meetings.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        assert_eq!(met, [[0, 2], [1, 3], [4, 6], [5, 7]]);
    }

    #[test]
    fn a_bye_counts_as_a_won_meeting_and_comes_once() {
        let mut history = Vec::new();
        let mut byes: Vec<usize> = Vec::new();
        for _ in 0..5 {
            let next = round(5, &history);
            byes.extend(&next.byes);
            let meetings = next.meetings.iter().map(|&m| result(m, [1.5, 0.5])).collect();
            history.push(PlayedRound { meetings, byes: next.byes });
        }
        byes.sort_unstable();
        assert_eq!(byes, [0, 1, 2, 3, 4], "with five rounds of five players everybody rests once");
        assert_eq!(Table::of(5, &history[..1]).points[4], 2.0);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible() {
        for players in [6, 7, 16, 33] {
            let mut dice = agon_core::Dice::new(players as u64);
            let mut history: Vec<PlayedRound> = Vec::new();
            let mut met = HashSet::new();
            for _ in 0..5 {
                let next = round(players, &history);
                assert_eq!(2 * next.meetings.len() + next.byes.len(), players);
                for &[a, b] in &next.meetings {
                    assert!(met.insert([a.min(b), a.max(b)]), "{players} players: {a} and {b} met before");
                }
                let played = |&m: &[usize; 2]| {
                    let first = dice.below(5) as f64 / 2.0;
                    result(m, [first, 2.0 - first])
                };
                let meetings = next.meetings.iter().map(played).collect();
                history.push(PlayedRound { meetings, byes: next.byes });
            }
        }
    }

    #[test]
    fn more_rounds_than_opponents_lead_to_second_meetings() {
        let mut history = Vec::new();
        for _ in 0..5 {
            let next = round(4, &history);
            assert_eq!(next.meetings.len(), 2);
            let meetings = next.meetings.iter().map(|&m| result(m, [1.0, 1.0])).collect();
            history.push(PlayedRound { meetings, byes: vec![] });
        }
    }

    #[test]
    fn who_started_less_often_starts() {
        let first = PlayedRound {
            meetings: vec![result([0, 2], [1.0, 0.0]), result([1, 3], [0.0, 1.0])],
            byes: vec![],
        };
        // 0 started and 3 did not; both have a point.
        assert_eq!(round(4, &[first]).meetings[0], [3, 0]);
    }
}
