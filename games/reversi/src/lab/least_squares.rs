//! Fitting weights: least squares with a penalty, by conjugate gradients.

use crate::solver::evaluation::{Features, PARAMETERS};

/// A position's features and its margin in discs.
pub(super) struct Sample {
    pub(super) features: Features,
    pub(super) margin: f32,
}

impl Sample {
    fn value(&self, weights: &[f32]) -> f32 {
        self.features.iter().map(|&feature| weights[feature as usize]).sum()
    }
}

/// The weights, in discs, that fit the samples best while each weight is drawn to zero as if by `penalty`
/// positions.
pub(super) fn fit(samples: &[Sample], penalty: f32, steps: u32) -> Vec<f32> {
    let mut counts = vec![penalty; PARAMETERS];
    let mut residue = vec![0f32; PARAMETERS];
    for sample in samples {
        for &feature in &sample.features {
            counts[feature as usize] += 1.0;
            residue[feature as usize] += sample.margin;
        }
    }
    let mut weights = vec![0f32; PARAMETERS];
    let scaled = |residue: &[f32]| -> Vec<f32> { residue.iter().zip(&counts).map(|(r, c)| r / c).collect() };
    let mut eased = scaled(&residue);
    let mut direction = eased.clone();
    let mut size = dot(&residue, &eased);
    for _ in 0..steps {
        let image = normal(samples, &direction, penalty);
        let step = (size / dot(&direction, &image).max(f64::MIN_POSITIVE)) as f32;
        for place in 0..PARAMETERS {
            weights[place] += step * direction[place];
            residue[place] -= step * image[place];
        }
        eased = scaled(&residue);
        let next = dot(&residue, &eased);
        let keep = (next / size.max(f64::MIN_POSITIVE)) as f32;
        size = next;
        for (direction, eased) in direction.iter_mut().zip(&eased) {
            *direction = eased + keep * *direction;
        }
    }
    weights
}

/// The normal equations' matrix times a vector.
fn normal(samples: &[Sample], direction: &[f32], penalty: f32) -> Vec<f32> {
    let mut image: Vec<f32> = direction.iter().map(|value| value * penalty).collect();
    for sample in samples {
        let value = sample.value(direction);
        for &feature in &sample.features {
            image[feature as usize] += value;
        }
    }
    image
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// The mean absolute error and the root of the mean square, in discs.
pub(super) fn errors(samples: &[Sample], weights: &[f32]) -> (f64, f64) {
    let (mut absolute, mut square) = (0.0, 0.0);
    for sample in samples {
        let error = f64::from(sample.value(weights) - sample.margin);
        absolute += error.abs();
        square += error * error;
    }
    let count = samples.len().max(1) as f64;
    (absolute / count, (square / count).sqrt())
}
