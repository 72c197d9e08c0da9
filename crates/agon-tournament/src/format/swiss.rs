//! The Swiss system: in every round players with like points meet who have not met before.

use super::{PlayedRound, Round};
use std::collections::HashMap;

/// The search for a round with so many second meetings is given up after this many steps, and the search for the fewest
/// after some more. It takes a few steps a player unless there are about as many rounds as players.
const STEPS: usize = 200_000;
const STEPS_IN_ALL: usize = 5 * STEPS;

/// What the rounds so far say about the players.
struct Tally {
    points: Vec<f64>,
    starts: Vec<i32>,
    /// How often two players have met.
    met: HashMap<[usize; 2], usize>,
    byes: Vec<usize>,
}

impl Tally {
    fn of(players: usize, history: &[PlayedRound]) -> Tally {
        let mut tally = Tally {
            points: vec![0.0; players],
            starts: vec![0; players],
            met: HashMap::new(),
            byes: vec![0; players],
        };
        for round in history {
            for meeting in &round.meetings {
                let [a, b] = meeting.players;
                tally.points[a] += meeting.points[0];
                tally.points[b] += meeting.points[1];
                tally.starts[a] += 1;
                tally.starts[b] -= 1;
                *tally.met.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
            // A bye is worth as much as winning every game of a meeting.
            let full = round.meetings.first().map_or(1.0, |m| m.points[0] + m.points[1]);
            for &player in &round.byes {
                tally.points[player] += full;
                tally.byes[player] += 1;
            }
        }
        tally
    }

    /// Players by points; with equal points by their place in the description.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]).then(a.cmp(&b)));
        order
    }

    /// How often two players have met.
    fn met(&self, a: usize, b: usize) -> usize {
        self.met.get(&[a.min(b), a.max(b)]).copied().unwrap_or(0)
    }

    /// Who may rest in the next round, the first choice first: the last in the ranking of those who rested least. Nobody
    /// (one choice) if the number of players is even.
    fn resting(&self, order: &[usize]) -> Vec<Option<usize>> {
        if order.len().is_multiple_of(2) {
            return vec![None];
        }
        let least = self.byes.iter().min().copied().unwrap_or(0);
        order.iter().rev().filter(|&&player| self.byes[player] == least).map(|&player| Some(player)).collect()
    }

    /// So many earlier meetings there are at least among the pairs of a round, because everybody has to meet somebody.
    fn fewest_repeats(&self, order: &[usize]) -> usize {
        let fewest =
            |&a: &usize| order.iter().filter(|&&b| b != a).map(|&b| self.met(a, b)).min().unwrap_or(0);
        order.iter().map(fewest).sum::<usize>() / 2
    }
}

/// The next round. With an odd number the last in the ranking who had no bye yet gets one. The others are paired from
/// the top: in each group of equal points the upper half meets the lower half, and who finds nobody there meets
/// somebody of the next group. Where somebody must meet again, as few as possible do, and rather than that
/// the bye goes to the next above.
pub(super) fn round(players: usize, history: &[PlayedRound]) -> Round {
    let tally = Tally::of(players, history);
    let order = tally.ranking();
    let choices = tally.resting(&order);
    let without = |bye: Option<usize>| -> Vec<usize> {
        order.iter().copied().filter(|&player| Some(player) != bye).collect()
    };
    let least = choices.iter().map(|&bye| tally.fewest_repeats(&without(bye))).min().unwrap_or(0);
    let mut left = STEPS_IN_ALL;
    let mut found = None;
    for repeats in least.. {
        found = choices.iter().find_map(|&bye| {
            let given = STEPS.min(left);
            let mut steps = given;
            let pairs = paired(&without(bye), &tally, repeats, &mut steps);
            left -= given - steps;
            Some((pairs?, bye))
        });
        if found.is_some() || left == 0 {
            break;
        }
    }
    let (pairs, bye) = found.unwrap_or_else(|| {
        let anyhow = paired(&without(choices[0]), &tally, usize::MAX, &mut usize::MAX.clone());
        (anyhow.unwrap_or_default(), choices[0])
    });
    let starts = |[a, b]: [usize; 2]| if tally.starts[a] > tally.starts[b] { [b, a] } else { [a, b] };
    Round { meetings: pairs.into_iter().map(starts).collect(), byes: bye.into_iter().collect() }
}

/// Pairs players, the highest first, so that they have met no more than so many times in all; nothing if that is not
/// possible or takes too many steps.
fn paired(left: &[usize], tally: &Tally, repeats: usize, steps: &mut usize) -> Option<Vec<[usize; 2]>> {
    let mut pairs = Vec::new();
    pair(left, tally, repeats, &mut pairs, steps).then_some(pairs)
}

fn pair(
    left: &[usize],
    tally: &Tally,
    repeats: usize,
    pairs: &mut Vec<[usize; 2]>,
    steps: &mut usize,
) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    for opponent in preferences(first, rest, tally) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let Some(repeats) = repeats.checked_sub(tally.met(first, opponent)) else { continue };
        pairs.push([first, opponent]);
        let others: Vec<usize> = rest.iter().copied().filter(|&p| p != opponent).collect();
        if pair(&others, tally, repeats, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// Whom a player should meet, best first, whom it has met less often before others: the one half a group of equal points below, the rest of the lower half, then
/// the upper half from the middle upwards, then the next groups in order.
fn preferences(first: usize, rest: &[usize], tally: &Tally) -> Vec<usize> {
    let equal = rest.iter().take_while(|&&p| tally.points[p] == tally.points[first]).count();
    // The group is this player and its equals; its lower half begins here among the equals.
    let start = equal.div_ceil(2).saturating_sub(1);
    let lower = rest[start..equal].iter();
    let upper = rest[..start].iter().rev();
    let mut opponents: Vec<usize> = lower.chain(upper).chain(&rest[equal..]).copied().collect();
    opponents.sort_by_key(|&opponent| tally.met(first, opponent));
    opponents
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
        assert_eq!(Tally::of(5, &history[..1]).points[4], 2.0);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible() {
        for players in [6, 7, 16, 33] {
            let mut dice = agon_core::Dice::new(players as u64);
            let mut history: Vec<PlayedRound> = Vec::new();
            let mut met = std::collections::HashSet::new();
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

    /// Six players of whom the stronger always wins: in the fourth round one pair has to meet again, and no more do.
    #[test]
    fn as_few_meet_again_as_possible() {
        let fewest = |players: usize, rounds: usize, rank: &dyn Fn(usize) -> usize| -> Vec<usize> {
            let (mut history, mut repeats) = (Vec::new(), Vec::new());
            for _ in 0..rounds {
                let next = round(players, &history);
                let tally = Tally::of(players, &history);
                repeats.push(next.meetings.iter().map(|&[a, b]| tally.met(a, b)).sum());
                assert!(next.byes.iter().all(|&player| tally.byes[player] == 0), "nobody rests twice");
                let stronger = |&m: &[usize; 2]| {
                    result(m, if rank(m[0]) > rank(m[1]) { [2.0, 0.0] } else { [0.0, 2.0] })
                };
                let meetings = next.meetings.iter().map(stronger).collect();
                history.push(PlayedRound { meetings, byes: next.byes });
            }
            repeats
        };
        assert_eq!(fewest(6, 4, &|player| [2, 5, 1, 3, 0, 4][player]), [0, 0, 0, 1]);
        assert_eq!(fewest(9, 7, &|player| player * 5 % 9), [0; 7]);
        assert_eq!(fewest(4, 7, &|player| player), [0, 0, 0, 2, 2, 2, 4], "the second cycle, then the third");
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
