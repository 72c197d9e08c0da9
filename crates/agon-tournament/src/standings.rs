//! Tables: points, tie-breaks, ratings, crosstable, reasons for losses, time. Derived from the rows, always.

use super::format::{FormatKind, ladder_order, survived};
use super::rank::RankBy;
use super::results::Meeting;
use super::schedule::Schedule;
use super::tie_break::TieBreak;
use crate::crosstable::Crosstable;
use crate::ratings::{Rating, Ratings};
use agon_core::Reason;
use serde::Serialize;
use std::collections::BTreeMap;

/// A player's line in a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player's number.
    pub player: usize,
    /// Its place, from 1; players who cannot be told apart share one.
    pub place: usize,
    /// A point a win, half a point a draw; a bye counts as a won meeting.
    pub points: f64,
    /// What is ranked by before tie-breaks: points or wins, or rounds come through, or steps of a ladder.
    pub merit: f64,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Rounds without an opponent.
    pub byes: usize,
    /// The values of the tie-breaks, in the order of the description; nothing where one does not apply.
    pub tie_breaks: Vec<Option<f64>>,
    /// Rating over all games of the table.
    pub rating: Rating,
    /// How many games were lost for which reason.
    pub lost_by: BTreeMap<String, usize>,
    /// Milliseconds used in all.
    pub ms: f64,
    /// The milliseconds a game took on average.
    pub ms_a_game: f64,
    /// What the course gives for the place.
    pub bonus: f64,
}

/// A table: of one time limit, or of all together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The number of the time limit; nothing for all together.
    pub clock: Option<usize>,
    /// The players, the best first.
    pub table: Vec<Standing>,
    /// What everybody did against everybody else, by the players' numbers.
    pub cross: Crosstable,
    /// What moving first was worth, in Elo.
    pub first_move: Rating,
    /// How often equal players draw.
    pub draw_rate: f64,
}

impl Standings {
    /// The table of one time limit, or of all together.
    pub fn of(schedule: &Schedule, clock: Option<usize>) -> Standings {
        let description = schedule.description();
        let count = description.players.len();
        let meetings = || schedule.results().meetings(clock).map(|(_, meeting)| meeting);
        let ratings = Ratings::of_counts(count, meetings().flat_map(Meeting::ends));
        let clocks: Vec<usize> = clock.map_or_else(|| (0..description.clocks.len()).collect(), |c| vec![c]);
        let mut table = lines(meetings(), &ratings.players);
        add_byes(&mut table, schedule, &clocks);
        for (standing, merit) in table.iter_mut().zip(merits(schedule, &clocks)) {
            standing.merit = merit.unwrap_or(match description.format.kind {
                FormatKind::Gauntlet => description.rank.of(standing) / standing.games.max(1) as f64,
                _ => description.rank.of(standing),
            });
        }
        let cross = Crosstable::of(count, meetings());
        let table = ranked(table, &cross, description.rank, &description.tie_breaks);
        let table = table.into_iter().map(|mut standing| {
            standing.bonus = description.bonus.of(standing.place, count);
            standing
        });
        Standings {
            clock,
            table: table.collect(),
            cross,
            first_move: ratings.first_move,
            draw_rate: ratings.draw_rate,
        }
    }

    /// All tables of a tournament: one for each time limit, and the total last if there are several.
    pub fn all(schedule: &Schedule) -> Vec<Standings> {
        let clocks = schedule.description().clocks.len();
        let mut tables: Vec<Standings> = (0..clocks).map(|c| Standings::of(schedule, Some(c))).collect();
        if clocks > 1 {
            tables.push(Standings::of(schedule, None));
        }
        tables
    }

    /// The table that decides: the total.
    pub fn total(schedule: &Schedule) -> Standings {
        Standings::of(schedule, None)
    }
}

/// The players' lines before anything is compared, by their numbers.
fn lines<'a>(meetings: impl Iterator<Item = &'a Meeting>, ratings: &[Rating]) -> Vec<Standing> {
    let unplayed = |(player, &rating): (usize, &Rating)| Standing {
        player,
        place: 0,
        points: 0.0,
        merit: 0.0,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        byes: 0,
        tie_breaks: Vec::new(),
        rating,
        lost_by: BTreeMap::new(),
        ms: 0.0,
        ms_a_game: 0.0,
        bonus: 0.0,
    };
    let mut table: Vec<Standing> = ratings.iter().enumerate().map(unplayed).collect();
    let mut thought = vec![0u64; table.len()];
    for meeting in meetings {
        for (players, ends) in meeting.ends() {
            for (player, [won, drawn, lost]) in players.into_iter().zip([ends, [ends[2], ends[1], ends[0]]]) {
                let standing = &mut table[player];
                standing.wins += won as usize;
                standing.draws += drawn as usize;
                standing.losses += lost as usize;
            }
        }
        for (place, player) in meeting.players.into_iter().enumerate() {
            thought[player] += meeting.nanoseconds(place);
            for (reason, count) in meeting.lost_by(place) {
                *table[player].lost_by.entry(reason.to_owned()).or_default() += count;
            }
        }
    }
    for (standing, thought) in table.iter_mut().zip(thought) {
        standing.games = standing.wins + standing.draws + standing.losses;
        standing.points = standing.wins as f64 + 0.5 * standing.draws as f64;
        standing.ms = thought as f64 / 1e6;
        standing.ms_a_game = standing.ms / standing.games.max(1) as f64;
    }
    table
}

/// A bye of the Swiss system is worth a won meeting. In a knockout it is worth a round, not points.
fn add_byes(table: &mut [Standing], schedule: &Schedule, clocks: &[usize]) {
    let description = schedule.description();
    let worth = if description.format.kind == FormatKind::Swiss { description.games_a_meeting() } else { 0 };
    for round in clocks.iter().flat_map(|&clock| &schedule.section(clock).history) {
        for &player in &round.byes {
            table[player].byes += 1;
            table[player].points += f64::from(worth);
        }
    }
}

/// What a format ranks by, where that is not the points.
fn merits(schedule: &Schedule, clocks: &[usize]) -> Vec<Option<f64>> {
    let description = schedule.description();
    let count = description.players.len();
    let mut merits = vec![0.0; count];
    for &clock in clocks {
        let history = &schedule.section(clock).history;
        match description.format.kind {
            FormatKind::Knockout => {
                for (player, rounds) in survived(count, history).into_iter().enumerate() {
                    merits[player] += rounds as f64;
                }
            }
            FormatKind::Ladder => {
                for (step, player) in ladder_order(count, history).into_iter().enumerate() {
                    merits[player] += (count - step) as f64;
                }
            }
            _ => return vec![None; count],
        }
    }
    merits.into_iter().map(Some).collect()
}

/// The value of a tie-break for one player among those it is level with; nothing where it does not apply.
fn tie_break(
    (kind, rank): (TieBreak, RankBy),
    player: usize,
    level: &[usize],
    points: &[f64],
    byes: &[(usize, f64)],
    cross: &Crosstable,
) -> Option<f64> {
    match kind {
        TieBreak::DirectEncounter => {
            let all_met = level
                .iter()
                .all(|&a| level.iter().all(|&b| a == b || !cross.encounter(a, b).results.is_empty()));
            let against = |&other: &usize| rank.against(cross.encounter(player, other));
            (level.len() > 1 && all_met).then(|| level.iter().map(against).sum())
        }
        TieBreak::SonnebornBerger => {
            Some(cross.met(player).map(|(other, encounter)| rank.against(encounter) * points[other]).sum())
        }
        TieBreak::Buchholz => {
            let met = cross.met(player).map(|(other, e)| e.results.len() as f64 * points[other]);
            let met: f64 = met.sum();
            // A round without an opponent counts as one against somebody with the player's own points.
            let (count, games) = byes[player];
            Some(met + count as f64 * games * points[player])
        }
    }
}

/// Sorts players by merit and then by one tie-break after the other, each among those who are still level.
fn ranked(
    mut table: Vec<Standing>,
    cross: &Crosstable,
    rank: RankBy,
    tie_breaks: &[TieBreak],
) -> Vec<Standing> {
    let points: Vec<f64> = table.iter().map(|standing| rank.of(standing)).collect();
    let games_a_bye = |s: &Standing| {
        let played: f64 = (s.wins as f64) + 0.5 * s.draws as f64;
        if s.byes == 0 { 0.0 } else { (s.points - played) / s.byes as f64 }
    };
    let byes: Vec<(usize, f64)> = table.iter().map(|s| (s.byes, games_a_bye(s))).collect();
    let mut groups: Vec<Vec<usize>> = vec![(0..table.len()).collect()];
    groups = split(groups, &|player, _| Some(table[player].merit));
    for &kind in tie_breaks {
        let value =
            |player: usize, level: &[usize]| tie_break((kind, rank), player, level, &points, &byes, cross);
        for group in &groups {
            for &player in group {
                let found = value(player, group);
                table[player].tie_breaks.push(found);
            }
        }
        groups = split(groups, &value);
    }
    let mut place = 1;
    let mut order = Vec::new();
    for group in groups {
        for &player in &group {
            table[player].place = place;
        }
        place += group.len();
        order.extend(group);
    }
    order.into_iter().map(|player| table[player].clone()).collect()
}

/// Splits each group into groups of equal values, the highest first; within a group the order stays.
fn split(groups: Vec<Vec<usize>>, value: &dyn Fn(usize, &[usize]) -> Option<f64>) -> Vec<Vec<usize>> {
    let mut finer = Vec::new();
    for group in groups {
        // Values are sums of halves, so equal ones are equal to the last bit except for products; rounding to
        // thousandths makes those equal, too.
        let key = |player: usize| (value(player, &group).unwrap_or(0.0) * 1000.0).round();
        let mut keyed: Vec<(f64, usize)> = group.iter().map(|&player| (key(player), player)).collect();
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
        for chunk in keyed.chunk_by(|a, b| a.0 == b.0) {
            finer.push(chunk.iter().map(|(_, player)| *player).collect());
        }
    }
    finer
}

/// The reasons of losses that are the player's fault and not the opponent's play.
pub fn is_fault(reason: &str) -> bool {
    [
        Reason::IllegalMove,
        Reason::TimeOut,
        Reason::Crash,
        Reason::Disconnect,
        Reason::Stall,
        Reason::ProtocolError,
    ]
    .iter()
    .any(|fault| fault.name() == reason)
}
