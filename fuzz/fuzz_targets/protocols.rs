//! A byte that chooses a protocol machine, then what it is fed.
#![no_main]

use agon_wire::invariants::ALL;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, rest)) = bytes.split_first() {
        let (_, holds) = ALL[usize::from(first) % ALL.len()];
        holds(&agon_fuzz::LIST, rest);
    }
});
