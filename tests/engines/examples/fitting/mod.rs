//! What the programs that fit evaluations to games have in common: their arguments, and logistic regression.

use agon_core::Dice;
use std::error::Error;
use std::path::Path;

/// The words after a program's name.
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    /// Those that this program was called with.
    pub(crate) fn here() -> Arguments {
        Arguments(std::env::args().skip(1).collect())
    }

    /// The first one, which says what to do.
    pub(crate) fn task(&self) -> Option<&str> {
        self.optional(0)
    }

    /// One that may be missing.
    pub(crate) fn optional(&self, place: usize) -> Option<&str> {
        self.0.get(place).map(String::as_str)
    }

    /// One that must be there.
    pub(crate) fn text(&self, place: usize) -> Result<&str, Box<dyn Error>> {
        Ok(self.optional(place).ok_or("an argument is missing; see the top of the file")?)
    }

    /// A number that must be there.
    pub(crate) fn number(&self, place: usize) -> Result<u64, Box<dyn Error>> {
        let text = self.text(place)?;
        Ok(text.parse().map_err(|_| format!("'{text}' is not a number"))?)
    }

    /// All from one place on, at least one.
    pub(crate) fn from(&self, place: usize) -> Result<&[String], Box<dyn Error>> {
        self.text(place)?;
        Ok(&self.0[place..])
    }
}

/// The chances that go with the logarithm of the odds.
pub(crate) fn chances(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The mean cross entropy of results: each is 1, ½, 0 or anything between, with the odds that it was given.
pub(crate) fn loss(samples: impl IntoIterator<Item = (f32, f32)>) -> f32 {
    let (mut sum, mut count) = (0.0f64, 0);
    for (result, odds) in samples {
        let p = chances(odds).clamp(1e-6, 1.0 - 1e-6);
        sum -= f64::from(result * p.ln() + (1.0 - result) * (1.0 - p).ln());
        count += 1;
    }
    (sum / f64::from(count.max(1))) as f32
}

/// Goes through all samples in another order in every epoch, with steps that shrink to nothing; `after` hears the number of
/// every epoch when it is over.
pub(crate) fn epochs<S, M>(
    (count, seed, first_step): (u64, u64, f32),
    samples: &mut [S],
    model: &mut M,
    learn: impl Fn(&mut M, &S, f32),
    mut after: impl FnMut(u64, &[S], &M),
) {
    let mut dice = Dice::new(seed);
    for epoch in 0..count {
        for i in (1..samples.len()).rev() {
            samples.swap(i, dice.below(i as u64 + 1) as usize);
        }
        let step = first_step * (1.0 - epoch as f32 / count as f32);
        for sample in &*samples {
            learn(model, sample, step);
        }
        after(epoch + 1, samples, model);
    }
}

/// The names of files without their folders, parted by blanks.
pub(crate) fn names(files: &[String]) -> String {
    let names = files.iter().filter_map(|file| Path::new(file).file_name());
    names.map(|name| name.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
