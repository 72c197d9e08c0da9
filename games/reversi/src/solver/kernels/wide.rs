//! The kernels with AVX2 and BMI2.
#![allow(unsafe_code)] // Reason: vector intrinsics, called only with a token that vouches for the processor.

use agon_core::cpu::Cpu;
use std::arch::x86_64::*;

/// The squares from each square on in the four directions towards higher squares (row, anti-diagonal, column,
/// diagonal), then in the four opposite ones.
#[repr(align(64))]
struct Rays([[u64; 8]; 64]);

static RAYS: Rays = Rays(rays());

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = steps[direction];
            let (mut x, mut y) = ((square & 7) as i32 + dx, (square >> 3) as i32 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square][direction] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// See [`super::flips`]; the token vouches for the instructions.
#[inline(always)]
pub(super) fn flips_of<C: Cpu>(_: C, me: u64, them: u64, square: usize) -> u64 {
    // SAFETY: a token with `WIDE` exists only where AVX2 and BMI2 were detected.
    unsafe { flips(me, them, square) }
}

/// See [`super::mobility`]; the token vouches for the instructions.
#[inline(always)]
pub(super) fn mobility_of<C: Cpu>(_: C, me: u64, them: u64) -> u64 {
    // SAFETY: a token with `WIDE` exists only where AVX2 and BMI2 were detected.
    unsafe { mobility(me, them) }
}

/// See [`super::extract`]; the token vouches for the instructions.
#[inline(always)]
pub(super) fn extract_of<C: Cpu>(_: C, board: u64, mask: u64) -> u64 {
    // SAFETY: a token with `WIDE` exists only where AVX2 and BMI2 were detected.
    unsafe { extract(board, mask) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn extract(board: u64, mask: u64) -> u64 {
    _pext_u64(board, mask)
}

/// Towards higher squares an addition carries through the run of their discs to the first other square.
/// Towards lower ones everything from the first other square on is filled, and the run is what is left.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn flips(me: u64, them: u64, square: usize) -> u64 {
    let rays = &RAYS.0[square & 63];
    // SAFETY: the table's rows have eight words and are aligned to 64 bytes.
    let (up, down) = unsafe {
        let row = rays.as_ptr().cast::<__m256i>();
        (_mm256_load_si256(row), _mm256_load_si256(row.add(1)))
    };
    let mine = _mm256_set1_epi64x(me as i64);
    let theirs = _mm256_set1_epi64x(them as i64);
    let ones = _mm256_set1_epi64x(-1);
    let zero = _mm256_setzero_si256();

    let through = _mm256_sub_epi64(_mm256_or_si256(theirs, _mm256_xor_si256(up, ones)), ones);
    let end = _mm256_and_si256(_mm256_and_si256(through, mine), up);
    let none = _mm256_cmpeq_epi64(end, zero);
    // The end less one, or nothing where there is no end.
    let below = _mm256_andnot_si256(none, _mm256_add_epi64(end, ones));
    let upwards = _mm256_and_si256(below, up);

    let one = _mm256_set_epi64x(9, 8, 7, 1);
    let two = _mm256_add_epi64(one, one);
    let four = _mm256_add_epi64(two, two);
    let mut rest = _mm256_andnot_si256(theirs, down);
    rest = _mm256_or_si256(rest, _mm256_srlv_epi64(rest, one));
    rest = _mm256_or_si256(rest, _mm256_srlv_epi64(rest, two));
    rest = _mm256_or_si256(rest, _mm256_srlv_epi64(rest, four));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(rest, one), rest);
    let held = _mm256_cmpeq_epi64(_mm256_and_si256(first, mine), zero);
    let downwards = _mm256_andnot_si256(_mm256_or_si256(held, rest), down);

    let both = _mm256_or_si256(upwards, downwards);
    let half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(all) as u64
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn mobility(me: u64, them: u64) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let one = _mm256_set_epi64x(9, 8, 7, 1);
    let two = _mm256_add_epi64(one, one);
    let mine = _mm256_set1_epi64x(me as i64);
    let pass = _mm256_and_si256(_mm256_set1_epi64x(them as i64), _mm256_set_epi64x(INNER, -1, INNER, INNER));
    let mut up = _mm256_and_si256(pass, _mm256_sllv_epi64(mine, one));
    let mut down = _mm256_and_si256(pass, _mm256_srlv_epi64(mine, one));
    up = _mm256_or_si256(up, _mm256_and_si256(pass, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(pass, _mm256_srlv_epi64(down, one)));
    let pairs_up = _mm256_and_si256(pass, _mm256_sllv_epi64(pass, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    let both = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    let half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(all) as u64 & !(me | them)
}
