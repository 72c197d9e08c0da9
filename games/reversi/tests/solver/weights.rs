//! The file of weights: what is written is read, damage is noticed, the file that comes with the program is
//! sound.

use crate::boards::{image, scattered};
use agon_core::Dice;
use agon_core::cpu::Baseline;
use agon_reversi::solver::evaluation::weights_file::{read, write};
use agon_reversi::solver::evaluation::{FeatureFinder, PARAMETERS, Spread, Stage, WeightsError, embedded};

fn file() -> Vec<u8> {
    let mut dice = Dice::new(51);
    let stage = |empties, dice: &mut Dice| Stage {
        empties,
        weights: (0..PARAMETERS)
            .map(|_| if dice.below(3) == 0 { dice.below(255) as i16 * 16 - 2032 } else { 0 })
            .collect(),
    };
    let stages = [stage(20, &mut dice), stage(40, &mut dice)];
    let spread = Spread { middle: [1.0, 0.5, 0.25, -0.5], end: [6.0, 0.0, 0.0, 0.0] };
    write(&["a remark".into()], &stages, &spread)
}

#[test]
fn what_is_written_is_read() {
    let (text, patterns) = read(&file()).unwrap();
    assert!(text.contains("# a remark"));
    assert_eq!(patterns.deviation(20, 10, 4), 1.0 + 10.0 + 2.5 - 2.0);
    assert_eq!(patterns.deviation(10, 10, 4), 6.0);
}

#[test]
fn damage_is_noticed() {
    let file = file();
    assert_eq!(read(b"something else").unwrap_err(), WeightsError::Magic("agon reversi ordering 1"));
    for place in (30..file.len()).step_by(997) {
        let mut damaged = file.clone();
        damaged[place] ^= 1;
        assert!(read(&damaged).is_err());
    }
    assert!(read(&file[..file.len() - 1]).is_err());
}

#[test]
fn the_programs_own_weights_are_sound_and_symmetric() {
    let patterns = embedded().expect("the program comes with weights");
    let finder = FeatureFinder::default();
    let mut dice = Dice::new(52);
    for round in 0..200 {
        let (me, them) = scattered(&mut dice, round % 50);
        let value = patterns.value(Baseline, me, them);
        let mut features = finder.features(Baseline, me, them);
        features.sort_unstable();
        for symmetry in 1..8 {
            let (me, them) = (image(me, symmetry), image(them, symmetry));
            assert_eq!(patterns.value(Baseline, me, them), value);
            let mut others = finder.features(Baseline, me, them);
            others.sort_unstable();
            assert_eq!(others, features);
        }
    }
}
