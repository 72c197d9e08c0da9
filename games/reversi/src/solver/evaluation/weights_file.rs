//! Reading and writing the file of weights: lines of text for people, an empty line, packed weights, a checksum.
//!
//! A weight is one byte, in quarters of a disc; runs of zeros, of which there are many since most contents of a
//! shape are rare, are a byte −128 followed by the length.

use super::patterns::{Patterns, Spread, Stage, WeightsError};
use super::shapes::PARAMETERS;

/// The first line of the file.
const MAGIC: &str = "agon reversi ordering 1";

/// The parts of a disc's 64ths in one step of a packed weight.
const STEP: i16 = 16;

/// Marks a run of zeros.
const RUN: u8 = 0x80;

/// The packed weights of all stages with their description.
pub fn write(remarks: &[String], stages: &[Stage], deviations: &Spread) -> Vec<u8> {
    let mut text = format!("{MAGIC}\n");
    for remark in remarks {
        text += &format!("# {remark}\n");
    }
    let numbers = |list: &[f32]| list.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    text += &format!("middle {}\nend {}\n", numbers(&deviations.middle), numbers(&deviations.end));
    let tops: Vec<String> = stages.iter().map(|stage| stage.empties.to_string()).collect();
    text += &format!("stages {}\n\n", tops.join(" "));
    let mut file = text.into_bytes();
    for stage in stages {
        pack(&stage.weights, &mut file);
    }
    let sum = checksum(&file);
    file.extend(sum.to_le_bytes());
    file
}

fn pack(weights: &[i16], file: &mut Vec<u8>) {
    let mut zeros = 0u8;
    for &weight in weights {
        let steps = ((f32::from(weight) / f32::from(STEP)).round() as i32).clamp(-127, 127) as i8;
        if steps == 0 && zeros < 255 {
            zeros += 1;
            continue;
        }
        flush(&mut zeros, file);
        if steps == 0 { zeros = 1 } else { file.push(steps as u8) }
    }
    flush(&mut zeros, file);
}

fn flush(zeros: &mut u8, file: &mut Vec<u8>) {
    match *zeros {
        0 => {}
        1 => file.push(0),
        run => file.extend([RUN, run]),
    }
    *zeros = 0;
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The lines of text of a file, and its evaluation.
pub fn read(file: &[u8]) -> Result<(String, Patterns), WeightsError> {
    if !file.starts_with(MAGIC.as_bytes()) {
        return Err(WeightsError::Magic(MAGIC));
    }
    let damaged = |what: &str| WeightsError::Damaged(what.into());
    let (body, sum) = file.split_last_chunk::<8>().ok_or_else(|| damaged("it is too short"))?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(damaged("its checksum is wrong"));
    }
    let end =
        body.windows(2).position(|pair| pair == b"\n\n").ok_or_else(|| damaged("its text does not end"))?;
    let text = std::str::from_utf8(&body[..end]).map_err(|_| damaged("its text is no text"))?;
    let tops: Vec<u32> = listed(text, "stages")?;
    let four = |name| {
        let list: Vec<f32> = listed(text, name)?;
        <[f32; 4]>::try_from(list).map_err(|_| damaged("a formula has not four numbers"))
    };
    let deviations = Spread { middle: four("middle")?, end: four("end")? };
    let mut packed = &body[end + 2..];
    let mut stages = Vec::new();
    for empties in tops {
        stages.push(Stage { empties, weights: unpack(&mut packed)? });
    }
    if !packed.is_empty() {
        return Err(damaged("it has more weights than stages"));
    }
    Ok((text.to_owned(), Patterns::new(&stages, deviations)?))
}

fn listed<T: std::str::FromStr>(text: &str, name: &str) -> Result<Vec<T>, WeightsError> {
    let missing = || WeightsError::Damaged(format!("the line '{name}' is missing or has no numbers"));
    let line =
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).ok_or_else(missing)?;
    line.split(' ').map(|number| number.parse().map_err(|_| missing())).collect()
}

fn unpack(packed: &mut &[u8]) -> Result<Vec<i16>, WeightsError> {
    let short = || WeightsError::Damaged("its weights end too early".into());
    let mut weights = Vec::with_capacity(PARAMETERS);
    while weights.len() < PARAMETERS {
        let (&byte, rest) = packed.split_first().ok_or_else(short)?;
        *packed = rest;
        if byte == RUN {
            let (&run, rest) = packed.split_first().ok_or_else(short)?;
            *packed = rest;
            weights.resize(weights.len() + usize::from(run), 0);
        } else {
            weights.push(i16::from(byte as i8) * STEP);
        }
    }
    if weights.len() > PARAMETERS {
        return Err(WeightsError::Size(weights.len()));
    }
    Ok(weights)
}
