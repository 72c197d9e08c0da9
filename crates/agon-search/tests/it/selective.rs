//! Selective techniques may misjudge, but what they call proven is true.

use crate::support::{Disturbed, random_position};
use agon_ants::Ants;
use agon_ants::AntsPosition;
use agon_core::{Dice, Game, MoveList, Position, Side};
use agon_reversi::Reversi;
use agon_reversi::ReversiPosition;
use agon_search::{
    Certainty, Evaluator, Leaf, Limits, ProbCut, Score, Searcher, Techniques, Tension, Tuning, score,
};

/// Reversi with every selective technique, as recklessly as possible.
struct Reckless;

const MODELS: &[ProbCut] = &[
    ProbCut { phases: [0, 1], deep: 3, shallow: 1, slope: 1000, offset: 0, deviation: 20 },
    ProbCut { phases: [0, 0], deep: 4, shallow: 2, slope: 1100, offset: 10, deviation: 20 },
    ProbCut { phases: [1, 1], deep: 5, shallow: 1, slope: 900, offset: -10, deviation: 20 },
];

impl Evaluator<ReversiPosition> for Reckless {
    type State = u32;
    const HAS_TENSION: bool = true;

    fn state(&self, position: &ReversiPosition) -> u32 {
        position.me().count_ones()
    }

    fn evaluate(&self, &mine: &u32, position: &ReversiPosition) -> Score {
        assert_eq!(mine, position.me().count_ones(), "the state belongs to the position");
        let theirs = position.them().count_ones();
        100 * (mine as Score - theirs as Score) + (position.key() % 200) as Score
    }

    fn tension(&self, position: &ReversiPosition) -> Tension {
        if position.me() & 0x42 != 0 { Tension::Noisy } else { Tension::Quiet }
    }

    fn is_noisy(&self, position: &ReversiPosition, mv: agon_reversi::Move) -> bool {
        position.move_slot(mv).is_multiple_of(3)
    }

    fn null_move(&self, position: &ReversiPosition) -> Option<ReversiPosition> {
        let [black, white] = position.discs();
        let passed = ReversiPosition::new(black, white, !position.side_to_move()).unwrap();
        // A position in which the other side is stuck, too, would be over.
        (passed.count_moves() > 1).then_some(passed)
    }

    fn phase(&self, position: &ReversiPosition) -> usize {
        usize::from(position.me().count_ones() + position.them().count_ones() > 57)
    }

    fn probcut(&self) -> &[ProbCut] {
        MODELS
    }

    fn tuning(&self) -> Tuning {
        Tuning {
            lmr_depth: 2,
            lmr_moves: 1,
            futility_depth: 4,
            futility_margin: 50,
            singular_margin: 1,
            null_reduction: 3,
            ..Tuning::DEFAULT
        }
    }
}

/// The position `back` turns before the end of a random game.
fn near_the_end(back: usize, dice: &mut Dice) -> ReversiPosition {
    let mut turns = Vec::new();
    let mut position = Reversi::standard().start();
    loop {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let Some(&mv) = dice.pick(&moves) else { break };
        turns.push(position);
        position.play(mv);
    }
    turns[turns.len() - back]
}

#[test]
fn what_is_called_proven_or_exact_is_true() {
    let mut dice = Dice::new(9);
    let techniques = Techniques { hash: 1, selectivity: 50, ..Techniques::default() };
    let (mut exact, mut proven) = (0, 0);
    for number in 0..150 {
        let position = near_the_end(4 + number % 7, &mut dice);
        let solver = Techniques { hash: 1, ..Techniques::all_exact() };
        let truth =
            Searcher::new(Disturbed { spread: 0 }, solver).best(&position, Limits::default()).unwrap();
        assert_eq!(truth.certainty(), Certainty::Exact);
        for depth in 1..=9 {
            let found =
                Searcher::new(Reckless, techniques.clone()).best(&position, Limits::depth(depth)).unwrap();
            match found.certainty() {
                Certainty::Exact => {
                    exact += 1;
                    assert_eq!(found.score(), truth.score(), "depth {depth}: {position:?}");
                }
                Certainty::Proven if found.score() > 0 => {
                    proven += 1;
                    assert!(truth.score() >= found.score(), "depth {depth}: {position:?}");
                }
                Certainty::Proven => {
                    proven += 1;
                    assert!(truth.score() <= found.score(), "depth {depth}: {position:?}");
                }
                Certainty::Estimate => {}
            }
        }
    }
    assert!(exact > 200 && proven > 10, "{exact} exact and {proven} proven values were compared");
}

#[test]
fn each_selective_technique_changes_the_work() {
    let mut dice = Dice::new(4);
    let positions: Vec<_> =
        (0..6).map(|_| random_position(Reversi::standard().start(), 20, &mut dice)).collect();
    let nodes = |off: Option<&str>| -> u64 {
        let mut techniques = Techniques { hash: 1, ..Techniques::default() };
        if let Some(name) = off {
            techniques.set(name, "off").unwrap();
        }
        let mut search =
            |p| Searcher::new(Reckless, techniques.clone()).best(p, Limits::depth(7)).unwrap().nodes;
        positions.iter().map(&mut search).sum()
    };
    let all = nodes(None);
    for name in ["lmr", "futility", "nullmove", "probcut", "singular", "quiescence"] {
        assert_ne!(nodes(Some(name)), all, "{name}");
    }
}

#[test]
fn models_are_fitted_to_the_searches_of_an_evaluation() {
    let mut dice = Dice::new(6);
    let positions: Vec<_> =
        (0..40).map(|_| random_position(Reversi::standard().start(), 25, &mut dice)).collect();
    let techniques = Techniques { hash: 1, ..Techniques::all_exact() };
    let phases = [[0, 0], [7, 9]];
    let fitted = |pairs: &[(i32, i32)]| {
        let mut searcher = Searcher::new(Disturbed { spread: 30 }, techniques.clone());
        agon_search::fitting::fit_models(&mut searcher, &positions, pairs, &phases, &mut || {})
    };
    let models = fitted(&[(4, 2), (3, 3)]);
    assert_eq!(models.len(), 2, "no position is in the second range of phases: {models:?}");
    assert!(models.iter().all(|model| model.phases == [0, 0]));
    assert!((200..2000).contains(&models[0].slope) && models[0].deviation > 0, "{:?}", models[0]);
    assert_eq!(
        (models[1].slope, models[1].offset, models[1].deviation),
        (1000, 0, 0),
        "a depth predicts itself"
    );
}

/// Ants by points, looking beyond the depth limit while captures are compulsory.
struct Captures;

impl Evaluator<AntsPosition> for Captures {
    type State = ();
    const HAS_TENSION: bool = true;

    fn state(&self, _: &AntsPosition) {}

    fn evaluate(&self, _: &(), position: &AntsPosition) -> Score {
        let worth = |side: Side| {
            100 * Score::from(position.points()[side]) + 50 * position.ants()[side].count_ones() as Score
        };
        let side = position.side_to_move();
        worth(side) - worth(!side)
    }

    fn tension(&self, position: &AntsPosition) -> Tension {
        if position.must_capture() { Tension::Forced } else { Tension::Quiet }
    }
}

#[test]
fn quiescence_sees_what_captures_lead_to() {
    let mut dice = Dice::new(8);
    let mut compared = 0;
    for _ in 0..400 {
        let plies = 10 + dice.below(60);
        let position = random_position(Ants::standard().opening(), plies, &mut dice);
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let techniques = Techniques { hash: 1, ..Techniques::default() };
        let found = Searcher::new(Captures, techniques).best(&position, Limits::depth(1)).unwrap();
        // By hand: after each move, captures are followed to the first quiet position.
        let by_hand = moves.iter().map(|&mv| {
            let mut next = position;
            next.play(mv);
            settle(&next, position.side_to_move(), 16)
        });
        assert_eq!(found.score(), by_hand.max().unwrap(), "{position:?}");
        compared += usize::from(position.must_capture());
    }
    assert!(compared > 20);
}

/// The value for `side` once no capture is pending; dice are averaged with the search's rounding.
fn settle(position: &AntsPosition, side: Side, depth: u32) -> Score {
    if let Some(weights) = position.chance() {
        let values = (0..weights.len()).map(|outcome| {
            let mut next = *position;
            next.resolve(outcome);
            i64::from(settle(&next, side, depth))
        });
        return score::average(values.sum(), weights.len() as i64);
    }
    let sign = if position.side_to_move() == side { 1 } else { -1 };
    if position.must_capture() && depth > 0 {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let values = moves.iter().map(|&mv| {
            let mut next = *position;
            next.play(mv);
            sign * settle(&next, side, depth - 1)
        });
        return sign * values.max().unwrap();
    }
    match Captures.leaf(&(), position) {
        Leaf::Over(score) | Leaf::Open(score) => sign * score,
    }
}
