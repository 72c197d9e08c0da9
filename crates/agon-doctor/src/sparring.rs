//! Positions and opponents for examinations, the same every time.

use super::examination::Trouble;
use agon_core::{AnyGame, AnyPosition, Dice, Line, MoveError, Phase, Side, Situation};

pub(super) use agon_core::Ending;

/// The seed of everything an examination leaves to chance.
const SEED: u64 = 1;

/// How many games are tried to find one of a kind.
const MOST_GAMES: u64 = 400;

/// The opponent of an examination: any legal move, and the dice.
#[derive(Clone, Debug)]
pub(super) struct Sparring(Dice);

impl Sparring {
    pub(super) fn new() -> Sparring {
        Sparring(Dice::new(SEED))
    }

    /// A game that begins as a real one does.
    pub(super) fn begin(&mut self, game: &dyn AnyGame) -> Line {
        let mut start = game.opening();
        while let Some(weights) = start.chance() {
            start.resolve(self.0.weighted(weights));
        }
        Line::new(start)
    }

    /// Any legal move; nothing when the game is over.
    pub(super) fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        let mut moves = position.legal_moves();
        let count = u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        Some(moves.swap_remove(usize::try_from(self.0.below(count)).unwrap_or(0)))
    }

    /// Plays a move and rolls.
    pub(super) fn play(&mut self, line: &mut Line, text: &str) -> Result<(), MoveError> {
        line.play(text, |weights| self.0.weighted(weights))
    }

    /// Plays so many moves for both sides, or until the game is over.
    pub(super) fn play_on(&mut self, line: &mut Line, plies: usize) -> Result<(), MoveError> {
        for _ in 0..plies {
            let Some(text) = self.choose(line.position()) else { break };
            self.play(line, &text)?;
        }
        Ok(())
    }
}

/// A game in which this side has only one move, which ends it like this; nothing where the game says of none.
pub(super) fn last_move(game: &dyn AnyGame, side: Side, ending: Ending) -> Option<Line> {
    set_up(game, Situation::LastMove(side, ending))
}

/// A game in which this side must pass, and the other can then move.
pub(super) fn forced_pass(game: &dyn AnyGame, side: Side) -> Option<Line> {
    set_up(game, Situation::ForcedPass(side))
}

/// A game in which the first side, to move, has only one move: a chain of captures of this length (2 or 5).
pub(super) fn chain(game: &dyn AnyGame, jumps: usize) -> Option<Line> {
    set_up(game, Situation::Captures(jumps))
}

/// A game in which a move of the first side leaves the second only one: to capture what moved.
pub(super) fn bait(game: &dyn AnyGame) -> Option<(Line, String)> {
    let (position, mv) = game.situation(Situation::Bait)?;
    Some((Line::new(position), mv?))
}

fn set_up(game: &dyn AnyGame, situation: Situation) -> Option<Line> {
    Some(Line::new(game.situation(situation)?.0))
}

/// Plays the pass of a side that has nothing else, and gives back how it is written.
pub(super) fn pass(line: &mut Line) -> Result<String, Trouble> {
    let text = line.position().forced_pass().ok_or_else(|| Trouble::own("nobody must pass here"))?;
    line.play(&text, |_| 0).map_err(Trouble::own)?;
    Ok(text)
}

/// A game from the start after which the side to move must pass, found by playing; nothing in games without passes.
pub(super) fn game_to_a_pass(game: &dyn AnyGame) -> Option<Line> {
    games(game, false).find_map(|mut line| {
        let ply = line.moves().iter().position(|played| played.pass)?;
        line.truncate(ply);
        Some(line)
    })
}

/// A game from the start that is over and ended like this for the side that moved last.
pub(super) fn whole_game(game: &dyn AnyGame, ending: Ending) -> Option<Line> {
    games(game, ending == Ending::Draw).find(|line| {
        let last = line.moves().last().map(|played| played.side);
        match line.position().phase() {
            Phase::Over(outcome) => match ending {
                Ending::Draw => outcome.winner.is_none(),
                Ending::Win => outcome.winner.is_some() && outcome.winner == last,
                Ending::Loss => outcome.winner.is_some() && outcome.winner != last,
            },
            _ => false,
        }
    })
}

/// Random games; `peaceful` ones go on as long as they can.
fn games(game: &dyn AnyGame, peaceful: bool) -> impl Iterator<Item = Line> {
    let start = Line::new(game.start());
    (0..MOST_GAMES).map(move |number| {
        let mut sparring = Sparring(Dice::new(Dice::derive(SEED, number)));
        let mut line = start.clone();
        while let Some(chosen) = sparring.choose(line.position()) {
            let ends = |text: &str| {
                line.step(text, |_| 0).is_ok_and(|step| {
                    let mut after = line.clone();
                    after.take(step);
                    after.is_over()
                })
            };
            let quiet = || line.position().legal_moves().into_iter().find(|text| !ends(text));
            let text = if peaceful && ends(&chosen) { quiet().unwrap_or(chosen) } else { chosen };
            if sparring.play(&mut line, &text).is_err() {
                break;
            }
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTED: [&str; 5] = ["reversi", "hexthello", "hexthello:radius=2", "hexthello:radius=3", "ants"];

    fn game(name: &str) -> std::sync::Arc<dyn AnyGame> {
        agon_games::registry().game(name).unwrap()
    }

    #[test]
    fn last_moves_end_games_as_promised() {
        for name in COUNTED {
            for side in Side::BOTH {
                for (ending, winner) in
                    [(Ending::Win, Some(side)), (Ending::Loss, Some(!side)), (Ending::Draw, None)]
                {
                    let mut line = last_move(&*game(name), side, ending).unwrap();
                    assert_eq!(line.position().phase(), Phase::Turn(side));
                    let moves = line.position().legal_moves();
                    assert_eq!(moves.len(), 1, "{name} {ending:?}: {moves:?}");
                    line.play(&moves[0], |_| 0).unwrap();
                    let Phase::Over(outcome) = line.position().phase() else { panic!("{name} {ending:?}") };
                    assert_eq!(outcome.winner, winner, "{name} {side:?} {ending:?}");
                }
            }
        }
    }

    #[test]
    fn a_side_that_must_pass_can_do_nothing_else_and_the_other_goes_on() {
        for name in COUNTED {
            for side in Side::BOTH {
                let mut line = forced_pass(&*game(name), side).unwrap();
                pass(&mut line).unwrap();
                assert_eq!(line.position().phase(), Phase::Turn(!side));
                assert_eq!(line.position().forced_pass(), None);
            }
        }
        let line = game_to_a_pass(&*game("reversi")).unwrap();
        assert!(line.position().forced_pass().is_some());
        assert!(game_to_a_pass(&*game("four-in-a-row")).is_none());
    }

    #[test]
    fn chains_are_compulsory_and_as_long_as_promised() {
        let chains = [2, 5].map(|jumps| chain(&*game("ants"), jumps).unwrap().position().legal_moves());
        assert_eq!(chains, [vec!["9,0x7,2x5,4"], vec!["11,0x9,2x7,4x5,6x3,4x1,2"]]);
        let (mut line, text) = bait(&*game("ants")).unwrap();
        line.play(&text, |_| 0).unwrap();
        assert_eq!(line.position().legal_moves(), ["5,4x7,2"]);
    }

    #[test]
    fn whole_games_end_as_promised() {
        for name in ["four-in-a-row", "connect4-9x9"] {
            for ending in [Ending::Win, Ending::Draw] {
                let line = whole_game(&*game(name), ending).unwrap();
                let Phase::Over(outcome) = line.position().phase() else { panic!("{name}") };
                let last = line.moves().last().map(|played| played.side);
                assert_eq!(outcome.winner, last.filter(|_| ending == Ending::Win), "{name} {ending:?}");
            }
        }
    }
}
