//! Vectors of eight integers, one lane for each symmetry image of a board.
//!
//! The code of each symmetry image of a board is a sum of table entries, and the representative
//! code is the least of the eight codes. The least code needs load, add and the minimum over the
//! lanes; other operations move codes and compare action values. [`Simd`] is implemented for each
//! instruction set.

mod code;
mod operations;
#[cfg(not(target_arch = "wasm32"))]
mod portable;
#[cfg(target_arch = "wasm32")]
mod simd128;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use code::Code;
pub(crate) use operations::{Simd, greater, greatest};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use portable::Portable;
#[cfg(target_arch = "wasm32")]
pub(crate) use simd128::Simd128;
pub(crate) use vector::{LANES, Lanes, add, least};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(simd: impl Simd) {
        for lane in 0..LANES {
            let mut lanes = Lanes([u32::MAX, 0x8000_0000, 7, 9, 8, 0x7fff_ffff, 10, 11]);
            lanes.0[lane] = 3;
            let four = std::array::from_fn(|by| lanes.map(|n| n.saturating_add(by as u32)));
            let four: [_; 4] = four.map(|lanes| simd.load(&lanes));
            assert_eq!(simd.least_of_four(four), [3, 4, 5, 6]);
            assert_eq!(simd.least_of_two([four[1], four[0]]), [4, 3]);
            assert_eq!(simd.equal_lanes(four[1], 4), 1 << lane);
            let small = simd.load(&lanes.map(|n| n % 100));
            assert_eq!(simd.least_of_two([simd.add(small, small), small]), [6, 3]);
            let mut lanes = Lanes([1 << 51, (1 << 52) - 1, 7, 9, 8, 1 << 33, 10, 11]);
            lanes.0[lane] = 3;
            let four = std::array::from_fn(|by| lanes.map(|n| (n + by as u64).min((1 << 52) - 1)));
            let four: [_; 4] = four.map(|lanes| simd.load_wide(&lanes));
            assert_eq!(simd.least_of_four_wide(four), [3, 4, 5, 6]);
            assert_eq!(simd.least_of_two_wide([four[1], four[0]]), [4, 3]);
            assert_eq!(simd.equal_lanes_wide(four[1], 4), 1 << lane);
            let equal = simd.load_wide(&Lanes([1 << 40, 1, 1 << 40, 2, 3, 1 << 40, 4, 1 << 40]));
            assert_eq!(simd.equal_lanes_wide(equal, 1 << 40), 0b1010_0101);
            let small = simd.load_wide(&lanes.map(|n| n % 100));
            assert_eq!(simd.least_of_two_wide([simd.add_wide(small, small), small]), [6, 3]);
        }
        for mask in 0..16 {
            let codes = [70, 80, 90, 100];
            let kept: Vec<u32> = (0..4).filter(|i| mask >> i & 1 == 1).map(|i| codes[i]).collect();
            assert_eq!(simd.compress(codes, mask)[..kept.len()], kept);
            let wide = simd.compress_wide(codes.map(|code| u64::from(code) << 33), mask);
            assert_eq!(wide.map(|code| (code >> 33) as u32)[..kept.len()], kept);
            let others = [1, 2, 3, 4];
            let expanded = simd.expand_wide(wide, mask, others);
            let mut left = wide.into_iter();
            for place in 0..4 {
                let is_set = mask >> place & 1 == 1;
                assert_eq!(
                    Some(expanded[place]),
                    if is_set { left.next() } else { Some(others[place]) }
                );
            }
            let expanded = simd.expand(0x4444_3333_2222_1111, mask);
            let mut left = [0x1111, 0x2222, 0x3333, 0x4444].into_iter();
            for place in 0..4 {
                let found = expanded >> (16 * place) & 0xffff;
                let is_set = mask >> place & 1 == 1;
                assert_eq!(Some(found), if is_set { left.next() } else { Some(0) });
            }
        }
    }

    /// Compares the best actions of four states with those of an independent definition.
    fn check_best(simd: impl Simd) {
        const NONE: u64 = 9;
        let mut random = 1u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> 16 & (below - 1)
        };
        for round in 0..2000 {
            // Values of which some are equal up to rounding.
            let of = [0.0, 0.5, 0.5 + 1e-16, 0.5 + 1e-13, 0.5 + 1e-11, 1.0, 2.0, f64::NEG_INFINITY];
            let sign = if round % 2 == 0 { 1.0 } else { -1.0 };
            let mut values = [[0.0; 4]; 4];
            let mut successors = [[0; 4]; 4];
            for action in 0..4 {
                for state in 0..4 {
                    let value = of[next(8) as usize];
                    values[action][state] = if value.is_finite() { sign * value } else { value };
                    successors[action][state] = [1, 2, 1 << 40, NONE][next(4) as usize];
                }
            }
            let found = simd.best_of_four(values, successors, NONE);
            for state in 0..4 {
                let value = |action: usize| values[action][state];
                let greatest = (0..4).map(value).fold(f64::NEG_INFINITY, f64::max);
                let least = greatest - 1e-12 * greatest.abs();
                let least = if greatest.is_finite() { least } else { greatest };
                let best: Vec<usize> = (0..4)
                    .filter(|&at| value(at) >= least && successors[at][state] != NONE)
                    .collect();
                assert_eq!(found.greatest[state], greatest);
                assert_eq!(found.first[state], best.first().map_or(3, |&first| first as u64));
                let differ = best
                    .windows(2)
                    .any(|two| successors[two[0]][state] != successors[two[1]][state]);
                let mask = best.iter().map(|action| 1 << (8 * action)).sum();
                assert_eq!(found.ties[state], if differ { mask } else { 0 }, "{values:?}");
            }
        }
    }

    #[test]
    fn every_width_finds_the_best_actions() {
        check_best(Portable);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = pulp::x86::V3::try_new() {
            check_best(avx2);
        }
    }

    #[test]
    fn every_width_finds_least_lanes_and_moves_codes() {
        check(Portable);
        #[cfg(target_arch = "x86_64")]
        match pulp::x86::V3::try_new() {
            Some(avx2) => check(avx2),
            None => eprintln!("AVX2 lanes not checked: this processor does not have AVX2"),
        }
    }
}
