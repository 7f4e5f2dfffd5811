//! Vectors of eight numbers, one for each symmetric image of a board.

#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::Add;

#[cfg(target_feature = "simd128")]
pub(crate) use simd128::Simd128;

/// As many as a square has symmetries; a rectangle's four are repeated.
pub(crate) const LANES: usize = 8;

/// Eight numbers, which never straddle two lines of a processor's cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

impl<T: Copy> Lanes<T> {
    /// The same function of each number.
    #[inline(always)]
    pub(crate) fn map<U>(self, of: impl FnMut(T) -> U) -> Lanes<U> {
        Lanes(self.0.map(of))
    }
}

/// The integers that codes are computed in: the narrow ones where they fit, for speed.
pub(crate) trait Code: Copy + Ord + Default + Add<Output = Self> + Send + Sync {
    /// Eight of them as a processor holds them.
    type Vector<W: Width>: Copy;

    /// A code that is known to fit.
    fn narrow(code: u64) -> Self;

    /// The code.
    fn widen(self) -> u64;

    fn load<W: Width>(width: W, lanes: &Lanes<Self>) -> Self::Vector<W>;

    /// The sum, lane by lane.
    fn plus<W: Width>(width: W, a: Self::Vector<W>, b: Self::Vector<W>) -> Self::Vector<W>;

    /// The least lanes of two vectors.
    fn least_of_two<W: Width>(width: W, vectors: [Self::Vector<W>; 2]) -> [Self; 2];

    /// The least lanes of four vectors.
    fn least_of_four<W: Width>(width: W, vectors: [Self::Vector<W>; 4]) -> [Self; 4];

    /// Moves the codes whose bits are set in the low four bits of a mask to the front, in order;
    /// whatever comes after them.
    fn pack<W: Width>(width: W, codes: [Self; 4], mask: u8) -> [Self; 4];
}

impl Code for u32 {
    type Vector<W: Width> = W::Vector;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn load<W: Width>(width: W, lanes: &Lanes<Self>) -> W::Vector {
        width.load(lanes)
    }

    #[inline(always)]
    fn plus<W: Width>(width: W, a: W::Vector, b: W::Vector) -> W::Vector {
        width.add(a, b)
    }

    #[inline(always)]
    fn least_of_two<W: Width>(width: W, vectors: [W::Vector; 2]) -> [Self; 2] {
        width.least_of_two(vectors)
    }

    #[inline(always)]
    fn least_of_four<W: Width>(width: W, vectors: [W::Vector; 4]) -> [Self; 4] {
        width.least_of_four(vectors)
    }

    #[inline(always)]
    fn pack<W: Width>(width: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        width.pack(codes, mask)
    }
}

impl Code for u64 {
    type Vector<W: Width> = Lanes<Self>;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }

    #[inline(always)]
    fn load<W: Width>(_width: W, lanes: &Lanes<Self>) -> Lanes<Self> {
        *lanes
    }

    #[inline(always)]
    fn plus<W: Width>(_width: W, a: Lanes<Self>, b: Lanes<Self>) -> Lanes<Self> {
        add(&a, &b)
    }

    #[inline(always)]
    fn least_of_two<W: Width>(_width: W, [a, b]: [Lanes<Self>; 2]) -> [Self; 2] {
        [least(&a), least(&b)]
    }

    #[inline(always)]
    fn least_of_four<W: Width>(_width: W, [a, b, c, d]: [Lanes<Self>; 4]) -> [Self; 4] {
        [least(&a), least(&b), least(&c), least(&d)]
    }

    #[inline(always)]
    fn pack<W: Width>(_width: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        pack(codes, mask)
    }
}

/// The vectors of a processor, for narrow codes; the compiler makes worse ones by itself.
pub(crate) trait Width: Copy {
    type Vector: Copy;

    fn load(self, lanes: &Lanes<u32>) -> Self::Vector;
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn least_of_two(self, vectors: [Self::Vector; 2]) -> [u32; 2];
    fn least_of_four(self, vectors: [Self::Vector; 4]) -> [u32; 4];
    fn pack(self, codes: [u32; 4], mask: u8) -> [u32; 4];

    /// Moves the first numbers of 16 bits, of four in one, to the bits that are set in the low four
    /// bits of a mask; where none is set goes 0.
    fn unpack(self, numbers: u64, mask: u8) -> u64;
}

/// Whatever the compiler may take for granted.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Width for Plain {
    type Vector = Lanes<u32>;

    #[inline(always)]
    fn load(self, lanes: &Lanes<u32>) -> Lanes<u32> {
        *lanes
    }

    #[inline(always)]
    fn add(self, a: Lanes<u32>, b: Lanes<u32>) -> Lanes<u32> {
        add(&a, &b)
    }

    #[inline(always)]
    fn least_of_two(self, [a, b]: [Lanes<u32>; 2]) -> [u32; 2] {
        [least(&a), least(&b)]
    }

    #[inline(always)]
    fn least_of_four(self, [a, b, c, d]: [Lanes<u32>; 4]) -> [u32; 4] {
        [least(&a), least(&b), least(&c), least(&d)]
    }

    #[inline(always)]
    fn pack(self, codes: [u32; 4], mask: u8) -> [u32; 4] {
        pack(codes, mask)
    }

    #[inline(always)]
    fn unpack(self, numbers: u64, mask: u8) -> u64 {
        let (mut unpacked, mut left) = (0, numbers);
        for place in 0..4 {
            let is_set = u64::from(mask >> place & 1);
            unpacked |= (left & (0xffff * is_set)) << (16 * place);
            left >>= 16 * is_set;
        }
        unpacked
    }
}

/// By mask: the bytes of the codes of its bits, of four.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
static PACKED: [[u8; 16]; 16] = {
    let mut orders = [[0; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut byte, mut to) = (0, 0);
        while byte < 16 {
            if mask >> (byte / 4) & 1 == 1 {
                orders[mask][to] = byte as u8;
                to += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    orders
};

/// By mask: where each byte of four numbers of 16 bits comes from, the lowest first; 0x80 from
/// none.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
static UNPACKED: [u64; 16] = {
    let mut orders = [0; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut place, mut from) = (0, 0);
        while place < 4 {
            if mask >> place & 1 == 1 {
                orders[mask] |= (0x100 * (2 * from + 1) + 2 * from) << (16 * place);
                from += 1;
            } else {
                orders[mask] |= 0x8080 << (16 * place);
            }
            place += 1;
        }
        mask += 1;
    }
    orders
};

/// See [`Code::pack`].
#[inline(always)]
fn pack<T: Copy + Default>(codes: [T; 4], mask: u8) -> [T; 4] {
    let (mut packed, mut count) = ([T::default(); 4], 0);
    for (place, code) in codes.into_iter().enumerate() {
        packed[count % 4] = code;
        count += usize::from(mask >> place & 1);
    }
    packed
}

/// The sum of two vectors, lane by lane.
#[inline(always)]
pub(crate) fn add<T: Copy + Add<Output = T>>(a: &Lanes<T>, b: &Lanes<T>) -> Lanes<T> {
    Lanes(std::array::from_fn(|lane| a.0[lane] + b.0[lane]))
}

/// The least lane.
#[inline(always)]
pub(crate) fn least<T: Copy + Ord>(lanes: &Lanes<T>) -> T {
    let half: [T; 4] = std::array::from_fn(|lane| lanes.0[lane].min(lanes.0[lane + 4]));
    half[0].min(half[2]).min(half[1].min(half[3]))
}

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
        }
        for mask in 0..16 {
            let codes = [70, 80, 90, 100];
            let kept: Vec<u32> = (0..4).filter(|i| mask >> i & 1 == 1).map(|i| codes[i]).collect();
            assert_eq!(width.pack(codes, mask)[..kept.len()], kept);
            let unpacked = width.unpack(0x4444_3333_2222_1111, mask);
            let mut left = [0x1111, 0x2222, 0x3333, 0x4444].into_iter();
            for place in 0..4 {
                let found = unpacked >> (16 * place) & 0xffff;
                let is_set = mask >> place & 1 == 1;
                assert_eq!(Some(found), if is_set { left.next() } else { Some(0) });
            }
        }
    }

    #[test]
    fn every_width_finds_the_least_lanes_and_packs() {
        check(Plain);
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = pulp::x86::V3::try_new() {
            check(wide);
        }
    }
}
