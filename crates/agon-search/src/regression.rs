//! Logistic regression by stochastic gradients: what fitting an evaluation to the results of games takes.

use agon_core::Dice;

/// The chances that go with the logarithm of the odds.
///
/// ```
/// assert_eq!(agon_search::regression::chances(0.0), 0.5);
/// ```
pub fn chances(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The mean cross entropy of results: each is 1, ½, 0 or anything between, with the odds that it was given.
pub fn loss(samples: impl IntoIterator<Item = (f32, f32)>) -> f32 {
    let (mut sum, mut count) = (0.0f64, 0);
    for (result, odds) in samples {
        let p = chances(odds).clamp(1e-6, 1.0 - 1e-6);
        sum -= f64::from(result * p.ln() + (1.0 - result) * (1.0 - p).ln());
        count += 1;
    }
    (sum / f64::from(count.max(1))) as f32
}

/// How often, in which order and with how large steps a fit goes through its samples.
#[derive(Clone, Copy, Debug)]
pub struct Epochs {
    /// How often.
    pub count: u64,
    /// The seed of the order, which is another one in every epoch.
    pub seed: u64,
    /// The size of the first steps; they shrink to nothing.
    pub first_step: f32,
}

impl Epochs {
    /// Goes through all samples; `after` hears the number of every epoch when it is over.
    pub fn run<S, M>(
        self,
        samples: &mut [S],
        model: &mut M,
        learn: impl Fn(&mut M, &S, f32),
        mut after: impl FnMut(u64, &[S], &M),
    ) {
        let mut dice = Dice::new(self.seed);
        for epoch in 0..self.count {
            shuffle(samples, &mut dice);
            let step = self.first_step * (1.0 - epoch as f32 / self.count as f32);
            for sample in &*samples {
                learn(model, sample, step);
            }
            after(epoch + 1, samples, model);
        }
    }
}

/// Puts samples into a random order.
pub fn shuffle<S>(samples: &mut [S], dice: &mut Dice) {
    for i in (1..samples.len()).rev() {
        samples.swap(i, dice.below(i as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_weight_finds_the_odds_of_its_samples() {
        // Three of four are won, so the odds are 3 to 1.
        let mut samples = vec![1.0, 1.0, 1.0, 0.0];
        let learn =
            |weight: &mut f32, &result: &f32, step: f32| *weight -= step * (chances(*weight) - result);
        let (mut weight, mut losses) = (0.0, Vec::new());
        let epochs = Epochs { count: 200, seed: 1, first_step: 0.2 };
        epochs.run(&mut samples, &mut weight, learn, |_, samples, &weight| {
            losses.push(loss(samples.iter().map(|&result| (result, weight))));
        });
        assert!((weight - 3.0f32.ln()).abs() < 0.05, "{weight}");
        assert!(losses.len() == 200 && losses[199] < losses[0]);
    }
}
