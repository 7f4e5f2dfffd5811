//! Vectors of eight integers, one lane for each symmetry image of a board.
//!
//! The code of each symmetry image of a board is a sum of table entries, and the canonical code is
//! the least of the eight codes. So the solver needs three vector operations: load, add and the
//! minimum over the lanes. [`Width`] is implemented for each instruction set.

mod code;
#[cfg(all(target_arch = "wasm32", not(feature = "portable")))]
mod simd128;
mod vector;
mod width;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use code::Code;
#[cfg(all(target_arch = "wasm32", not(feature = "portable")))]
pub(crate) use simd128::Simd128;
pub(crate) use vector::{LANES, Lanes, add, least};
pub(crate) use width::{Portable, Width};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: impl Width) {
        for lane in 0..LANES {
            let mut lanes = Lanes([u32::MAX, 0x8000_0000, 7, 9, 8, 0x7fff_ffff, 10, 11]);
            lanes.0[lane] = 3;
            let four = std::array::from_fn(|by| lanes.map(|n| n.saturating_add(by as u32)));
            let four: [_; 4] = four.map(|lanes| width.load(&lanes));
            assert_eq!(width.least_of_four(four), [3, 4, 5, 6]);
            assert_eq!(width.least_of_two([four[1], four[0]]), [4, 3]);
            let small = width.load(&lanes.map(|n| n % 100));
            assert_eq!(width.least_of_two([width.add(small, small), small]), [6, 3]);
            let mut lanes = Lanes([1 << 51, (1 << 52) - 1, 7, 9, 8, 1 << 33, 10, 11]);
            lanes.0[lane] = 3;
            let four = std::array::from_fn(|by| lanes.map(|n| (n + by as u64).min((1 << 52) - 1)));
            let four: [_; 4] = four.map(|lanes| width.load_wide(&lanes));
            assert_eq!(width.least_of_four_wide(four), [3, 4, 5, 6]);
            assert_eq!(width.least_of_two_wide([four[1], four[0]]), [4, 3]);
            let small = width.load_wide(&lanes.map(|n| n % 100));
            assert_eq!(width.least_of_two_wide([width.add_wide(small, small), small]), [6, 3]);
        }
        for mask in 0..16 {
            let codes = [70, 80, 90, 100];
            let kept: Vec<u32> = (0..4).filter(|i| mask >> i & 1 == 1).map(|i| codes[i]).collect();
            assert_eq!(width.compress(codes, mask)[..kept.len()], kept);
            let wide = width.compress_wide(codes.map(|code| u64::from(code) << 33), mask);
            assert_eq!(wide.map(|code| (code >> 33) as u32)[..kept.len()], kept);
            let expanded = width.expand(0x4444_3333_2222_1111, mask);
            let mut left = [0x1111, 0x2222, 0x3333, 0x4444].into_iter();
            for place in 0..4 {
                let found = expanded >> (16 * place) & 0xffff;
                let is_set = mask >> place & 1 == 1;
                assert_eq!(Some(found), if is_set { left.next() } else { Some(0) });
            }
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
