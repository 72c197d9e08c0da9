//! Positions in which a side is wiped out by force and a selective search believes itself safe.
//!
//! They are found in games against players who go for the last disc: greedy ones and such as students write. Who plays
//! against them has the engine's evaluation without what warns of few discs, so that it comes into such positions often. Of
//! every game that it loses without a disc the positions are gone through from the end and searched full-width, deeper and
//! deeper; the earliest is kept that is proven to be lost and that the engine's selective search, without what it has against
//! wipe-outs, believes to be safe.

use super::player::{RADIUS, player};
use super::{LabError, Say, at};
use crate::engine::{Explained, Patterns};
use crate::{HexThello, HexThelloPosition, Move};
use agon_core::{Dice, Game, MoveList, Position, Side};
use agon_search::score::{WIN, proven_margin};
use agon_search::{Found, Limits, Score, Searcher, Stopwatch, Techniques};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The table of a search that judges positions, in megabytes.
const HASH: usize = 64;

/// The table of a player, in megabytes.
const PLAYERS_HASH: usize = 4;

/// Random moves at the start of a game.
const OPENING: usize = 8;

/// Of a hundred moves of the opponents so many are random.
const RANDOM: u64 = 5;

/// Who goes for the last disc: evaluation and depth. Greedy players count discs; students add corners and mobility.
const OPPONENTS: [(&str, u32); 6] =
    [("simple", 1), ("simple", 3), ("simple", 5), ("corners", 3), ("simple", 4), ("explained", 3)];

/// The depth of the search that believes to be safe.
const BELIEF: u32 = 6;

/// What it expects then at least, in hundredths of a disc.
const BELIEVED_SAFE: Score = -1_000;

/// A search for such positions.
#[derive(Clone, Copy, Debug)]
pub struct WipeOutTask {
    /// How many are wanted.
    pub count: usize,
    /// Positions a move of the player who is wiped out.
    pub nodes: u64,
    /// The depth of the deepest full-width search.
    pub depth: u32,
    /// The seed of the games.
    pub seed: u64,
}

/// A side to move that is wiped out by force.
#[derive(Clone, Debug, PartialEq)]
pub struct WipeOut {
    /// The depth at which a full-width search sees it.
    pub depth: u32,
    /// What it proves for the side to move, in discs: this or worse.
    pub margin: i32,
    /// The moves from the start.
    pub moves: Vec<Move>,
}

impl WipeOut {
    /// `DEPTH MARGIN MOVES`.
    pub fn text(&self) -> String {
        let (rules, mut position) = (HexThello::standard(), HexThello::standard().start());
        let mut text = format!("{} {}", self.depth, self.margin);
        for &mv in &self.moves {
            text.push_str(&format!(" {}", rules.move_text(&position, mv)));
            position.play(mv);
        }
        text
    }

    /// The wipe-out of a line; nothing if the line is none.
    pub fn read(line: &str) -> Option<WipeOut> {
        let (rules, mut position) = (HexThello::standard(), HexThello::standard().start());
        let mut words = line.split_whitespace();
        let (depth, margin) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut moves = Vec::new();
        for word in words {
            let mv = rules.parse_move(&position, word).ok()?;
            moves.push(mv);
            position.play(mv);
        }
        Some(WipeOut { depth, margin, moves })
    }

    /// The position.
    pub fn position(&self) -> HexThelloPosition {
        let mut position = HexThello::standard().start();
        for &mv in &self.moves {
            position.play(mv);
        }
        position
    }
}

/// The wipe-outs in the program, the first of which is from a game that was lost so.
pub fn embedded() -> Vec<WipeOut> {
    let lines = include_str!("../../data/wipe-outs.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(WipeOut::read).collect()
}

impl WipeOutTask {
    /// Plays games until there are enough positions, and writes them to a file, one a line.
    pub fn run(&self, path: &Path, say: Say<'_>) -> Result<(), LabError> {
        let mut out = std::fs::File::create(path).map_err(at(path))?;
        let WipeOutTask { count, nodes, depth, seed } = self;
        writeln!(
            out,
            "# made by: agon train fit hexthello wipe-outs --count {count} --nodes {nodes} --depth {depth} --seed {seed} --output FILE\n\
             # a line is: the depth of the full-width search that proves the loss of the side to move, the discs it proves, moves"
        )
        .map_err(at(path))?;
        let mut judge = Judge::new();
        let (mut found, mut lost, mut games) = (0, 0, 0);
        while found < self.count {
            let (side, moves) = self.play(games, &mut judge)?;
            games += 1;
            let Some(moves) = moves else { continue };
            lost += 1;
            let Some(wipe_out) = judge.earliest(side, &moves, self.depth) else { continue };
            found += 1;
            writeln!(out, "{}", wipe_out.text()).map_err(at(path))?;
            say(format!("{found} in {games} games, {lost} of them lost so: {}", wipe_out.text()));
        }
        Ok(())
    }

    /// The reckless player's side of a game, and the moves if it had no disc at the end.
    fn play(&self, game: u64, judge: &mut Judge) -> Result<(Side, Option<Vec<Move>>), LabError> {
        let mut dice = Dice::new(Dice::derive(self.seed, game));
        let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
        let (evaluation, depth) = OPPONENTS[game as usize % OPPONENTS.len()];
        let mut opponent = player(evaluation, PLAYERS_HASH)?;
        judge.reckless.forget();
        let (mut position, mut moves) = (HexThello::standard().start(), Vec::new());
        while let Some(any) = any_move(&position, &mut dice) {
            let is_reckless = position.side_to_move() == side;
            let is_random = moves.len() < OPENING || !is_reckless && dice.below(100) < RANDOM;
            let found = match (is_random, is_reckless) {
                (true, _) => None,
                (_, true) => judge.reckless.best(&position, Limits::nodes(self.nodes)).ok(),
                (_, false) => opponent.find(&position, Limits::depth(depth)),
            };
            let mv = found.map_or(any, |found| found.mv);
            moves.push(mv);
            position.play(mv);
        }
        Ok((side, position.discs()[side].is_empty().then_some(moves)))
    }
}

/// Any legal move; nothing if the game is over.
fn any_move(position: &HexThelloPosition, dice: &mut Dice) -> Option<Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    dice.pick(&moves).copied()
}

/// The searches that are compared.
struct Judge {
    /// Whose games are looked at.
    reckless: Searcher<HexThelloPosition, Explained>,
    /// The engine's own, without what it has against wipe-outs.
    selective: Searcher<HexThelloPosition, Patterns>,
    full: Searcher<HexThelloPosition, Patterns>,
}

impl Judge {
    fn new() -> Judge {
        let search =
            |techniques| Searcher::new(Patterns::new(RADIUS), Techniques { hash: HASH, ..techniques });
        Judge {
            reckless: Searcher::new(
                Explained::with(RADIUS, |term| term != "few discs"),
                Techniques { hash: PLAYERS_HASH, peril: false, ..Techniques::default() },
            ),
            selective: search(Techniques { peril: false, ..Techniques::default() }),
            full: search(Techniques::all_exact()),
        }
    }

    /// The earliest position of a lost game with `side` to move in which it is proven to be lost, full-width and at most
    /// `deepest` plies deep, and believes to be safe.
    fn earliest(&mut self, side: Side, moves: &[Move], deepest: u32) -> Option<WipeOut> {
        let (mut position, mut turns) = (HexThello::standard().start(), Vec::new());
        for (played, &mv) in moves.iter().enumerate() {
            if position.side_to_move() == side {
                turns.push((played, position));
            }
            position.play(mv);
        }
        let mut earliest = None;
        for (played, position) in turns.into_iter().rev() {
            let Some((depth, margin)) = self.proof(&position, deepest) else { break };
            if depth > BELIEF && self.believes(&position) {
                earliest = Some(WipeOut { depth, margin, moves: moves[..played].to_vec() });
            }
        }
        earliest
    }

    /// Whether the selective search believes the side to move to be safe.
    fn believes(&mut self, position: &HexThelloPosition) -> bool {
        self.selective.forget();
        self.selective.best(position, Limits::depth(BELIEF)).is_ok_and(|found| found.score() >= BELIEVED_SAFE)
    }

    /// The smallest depth at which a full-width search proves that the side to move loses, and by how much at least.
    fn proof(&mut self, position: &HexThelloPosition, deepest: u32) -> Option<(u32, i32)> {
        self.full.forget();
        let (stop, mut proof) = (AtomicBool::new(false), None);
        let mut listen = |found: &Found<Move>| {
            if proof.is_none() && found.complete && found.score() <= -WIN {
                proof = proven_margin(found.score()).map(|margin| (found.depth, margin));
                stop.store(true, Relaxed);
            }
        };
        self.full.search(position, Limits::depth(deepest), &Stopwatch::start(), &stop, &mut listen).ok()?;
        proof
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_wipe_outs_are_whole() {
        let lines = include_str!("../../data/wipe-outs.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(embedded().len(), lines.count());
        assert!(embedded().len() > 20);
        for wipe_out in embedded() {
            assert_eq!(WipeOut::read(&wipe_out.text()), Some(wipe_out));
        }
    }
}
