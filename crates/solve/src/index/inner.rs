//! The rests of a board, its cells but the corners, in order: by half sum, then by number.

/// The most patterns that are looked up one by one, if 16 bits hold their ranks; others are found by their halves, whose tables are
/// small whatever the board but take a little longer.
const MOST_WHOLE: u64 = 1 << 20;

/// Rests by half sum and number, and their ranks.
///
/// A rest is two halves, high and low. Its code holds the number of the high half above some bits for
/// that of the low half, so codes ascend as rests do.
#[derive(Clone, Debug)]
pub(crate) struct Rests<P> {
    low_bits: u32,
    // By half sum: where its rests begin among all rests; one more at the end.
    starts: Vec<u64>,
    places: P,
}

/// Finds the places of rests. Solving is compiled for each way by itself, as a look at which one it
/// is would cost a quarter of its time.
pub(crate) trait Places: Sync {
    /// Whether boards may have four rows or columns. Where they may, places are found by halves, so
    /// that loops over smaller boards are compiled without a thought of a fourth line.
    const FOUR_LINES: bool;

    /// What finds ranks, borrowed.
    type Ranks<'a>: Ranks
    where
        Self: 'a;

    /// What finds ranks, for loops.
    fn ranks(&self) -> Self::Ranks<'_>;

    /// The halves of the rest with a number, as [`Rests::halves`].
    fn at(&self, cursor: &mut Cursor, number: u64) -> (u16, u16);

    /// What is added to the number of a board to find its rest, if `first` is the place of the
    /// first rest of its half sum among all rests.
    fn shift(&self, first: u64) -> u64;

    /// Where the first high half of a half sum ends, if places are found by halves.
    fn first_end(&self, half_sum: usize) -> u32;

    /// Bytes that the tables take.
    fn bytes(&self) -> usize;
}

/// Finds the places of rests by their codes.
pub(crate) trait Ranks: Copy {
    /// The place of a rest among those of its half sum, by its code and its halves.
    fn rank(self, code: u64, halves: (u16, u16)) -> u32;
}

/// Either way to find places, told apart each time.
#[derive(Clone, Debug)]
pub(crate) enum AnyPlaces {
    Whole(Whole),
    Halves(Halves),
}

/// A place for each rest.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    // By place among all rests: the high half above 16 bits of the low half.
    order: Vec<u32>,
    // By code: the place among the rests of its half sum. Half as wide as places elsewhere, so that
    // the most used table of all stays near the processor.
    rank: Vec<u16>,
}

/// A place for each half.
///
/// The rests of a half sum that have the same high half stand together, in the order of their low
/// halves, which all have one half sum.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    high_sums: Vec<usize>,
    // By half sum of the rest, then high half, and one more: how many rests of that half sum have a
    // lesser high half.
    before: Vec<u32>,
    // Low halves by half sum, then number, and where each half sum begins.
    lows: Vec<u16>,
    low_starts: Vec<usize>,
    // By low half: its place among those of its half sum, and that half sum.
    low_ranks: Vec<(u32, u32)>,
}

/// Whether so many patterns are looked up one by one.
const fn is_whole(patterns: u64, four_lines: bool) -> bool {
    !four_lines && patterns <= MOST_WHOLE
}

/// About the bytes that tables take for halves of so many patterns, of half sums up to these.
pub(crate) const fn bytes_of(high: (u64, u64), low: (u64, u64), four_lines: bool) -> u64 {
    if is_whole(high.0 * low.0, four_lines) {
        return 6 * high.0 * low.0;
    }
    4 * (high.0 + 1) * (high.1 + low.1 + 1)
}

impl Rests<AnyPlaces> {
    /// The rests whose halves have these half sums, by number.
    pub(crate) fn new(high: &[usize], low: &[usize], four_lines: bool) -> Self {
        let largest = |sums: &[usize]| sums.iter().copied().max().unwrap_or(0);
        let sums = largest(high) + largest(low) + 1;
        let low_bits = bits_for(low.len() as u64);
        let mut starts = vec![0; sums + 1];
        let low_counts = counts(low);
        for &high in high {
            for (low, count) in low_counts.iter().enumerate() {
                starts[high + low + 1] += u64::from(*count);
            }
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        // The most rests of one half sum.
        let most = starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        let is_small = is_whole(high.len() as u64 * low.len() as u64, four_lines);
        let places = if is_small && most <= 1 << 16 {
            AnyPlaces::Whole(Whole::new(high, low, low_bits, &starts))
        } else {
            AnyPlaces::Halves(Halves::new(high, low, sums))
        };
        Self { low_bits, starts, places }
    }
}

impl<P> Rests<P> {
    /// The rests without the way that their places are found, and that way.
    pub(crate) fn apart(self) -> (Rests<()>, P) {
        let Self { low_bits, starts, places } = self;
        (Rests { low_bits, starts, places: () }, places)
    }

    /// How many rests have this half sum.
    pub(crate) fn count(&self, half_sum: usize) -> u64 {
        match self.starts.get(half_sum..half_sum + 2) {
            Some(ends) => ends[1] - ends[0],
            None => 0,
        }
    }

    /// The largest half sum of a rest.
    pub(crate) const fn largest_half_sum(&self) -> usize {
        self.starts.len() - 2
    }

    /// The numbers of the halves in a code.
    #[inline(always)]
    pub(crate) const fn halves_of(&self, code: u64) -> (u16, u16) {
        halves_of(code, self.low_bits)
    }
}

impl Rests<()> {
    /// The rests with a way to find their places.
    pub(crate) fn with<P>(self, places: P) -> Rests<P> {
        let Self { low_bits, starts, places: () } = self;
        Rests { low_bits, starts, places }
    }
}

impl<P: Places> Rests<P> {
    /// What finds the places of rests among those of their half sums.
    #[inline(always)]
    pub(crate) fn finder(&self) -> RestFinder<P::Ranks<'_>> {
        RestFinder { low_bits: self.low_bits, ranks: self.places.ranks() }
    }

    /// Goes through the rests of a half sum in order, the first of which has the number `begin`.
    pub(crate) fn cursor(&self, half_sum: usize, begin: u64) -> Cursor {
        let first = self.starts.get(half_sum).copied().unwrap_or(0);
        let shift = self.places.shift(first).wrapping_sub(begin);
        Cursor { half_sum, shift, high: 0, begin: 0, end: self.places.first_end(half_sum) }
    }

    /// The halves of the rest of the cursor's half sum that has a number; numbers must ascend.
    #[inline(always)]
    pub(crate) fn halves(&self, cursor: &mut Cursor, number: u64) -> (u16, u16) {
        self.places.at(cursor, number)
    }

    /// Bytes that the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.starts.len() + self.places.bytes()) as u64
    }
}

/// See [`Rests::finder`].
#[derive(Clone, Copy)]
pub(crate) struct RestFinder<R> {
    low_bits: u32,
    ranks: R,
}

impl<R: Ranks> RestFinder<R> {
    /// The place of a rest among those of its half sum, by its code.
    #[inline(always)]
    pub(crate) fn rank(self, code: u64) -> u64 {
        u64::from(self.ranks.rank(code, halves_of(code, self.low_bits)))
    }
}

/// The numbers of the halves in a code.
#[inline(always)]
const fn halves_of(code: u64, low_bits: u32) -> (u16, u16) {
    let low = code & ((1 << low_bits) - 1);
    ((code >> low_bits) as u16, low as u16)
}

/// Where [`Rests::halves`] is in the rests of a half sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    half_sum: usize,
    // See [`Places::shift`].
    shift: u64,
    // The present high half, and the places of its rests.
    high: usize,
    begin: u32,
    end: u32,
}

impl Whole {
    fn new(high: &[usize], low: &[usize], low_bits: u32, starts: &[u64]) -> Self {
        let mut filled = starts.to_vec();
        let mut order = vec![0; high.len() * low.len()];
        let mut rank = vec![0; high.len() << low_bits];
        for (h, high) in high.iter().enumerate() {
            for (l, low) in low.iter().enumerate() {
                let sum = high + low;
                let at = filled[sum];
                filled[sum] += 1;
                rank[(h << low_bits) | l] = (at - starts[sum]) as u16;
                order[at as usize] = ((h << 16) | l) as u32;
            }
        }
        Self { order, rank }
    }
}

impl Ranks for &[u16] {
    #[inline(always)]
    fn rank(self, code: u64, _: (u16, u16)) -> u32 {
        u32::from(self[code as usize])
    }
}

impl Places for Whole {
    const FOUR_LINES: bool = false;

    type Ranks<'a> = &'a [u16];

    #[inline(always)]
    fn ranks(&self) -> &[u16] {
        &self.rank
    }

    #[inline(always)]
    fn at(&self, cursor: &mut Cursor, number: u64) -> (u16, u16) {
        let packed = self.order[number.wrapping_add(cursor.shift) as usize];
        ((packed >> 16) as u16, packed as u16)
    }

    fn shift(&self, first: u64) -> u64 {
        first
    }

    fn first_end(&self, _: usize) -> u32 {
        0
    }

    fn bytes(&self) -> usize {
        4 * self.order.len() + 2 * self.rank.len()
    }
}

impl Halves {
    fn new(high: &[usize], low: &[usize], sums: usize) -> Self {
        let low_counts = counts(low);
        let mut before = Vec::with_capacity(sums * (high.len() + 1));
        for sum in 0..sums {
            let mut rests = 0;
            before.push(rests);
            for high in high {
                let low = sum.checked_sub(*high);
                rests += low.and_then(|low| low_counts.get(low)).copied().unwrap_or(0);
                before.push(rests);
            }
        }
        let mut low_starts = vec![0; low_counts.len() + 1];
        for (sum, count) in low_counts.iter().enumerate() {
            low_starts[sum + 1] = low_starts[sum] + *count as usize;
        }
        let mut filled = low_starts.clone();
        let mut lows = vec![0; low.len()];
        let mut low_ranks = Vec::with_capacity(low.len());
        for (number, &sum) in low.iter().enumerate() {
            low_ranks.push(((filled[sum] - low_starts[sum]) as u32, sum as u32));
            lows[filled[sum]] = number as u16;
            filled[sum] += 1;
        }
        Self { high_sums: high.to_vec(), before, lows, low_starts, low_ranks }
    }

    /// How many rests of a half sum have a lesser high half.
    #[inline(always)]
    fn before(&self, half_sum: usize, high: usize) -> u32 {
        self.before[half_sum * (self.high_sums.len() + 1) + high]
    }
}

impl Ranks for &Halves {
    #[inline(always)]
    fn rank(self, _: u64, (high, low): (u16, u16)) -> u32 {
        let (rank, low_sum) = self.low_ranks[usize::from(low)];
        let high = usize::from(high);
        self.before(self.high_sums[high] + low_sum as usize, high) + rank
    }
}

impl Places for Halves {
    const FOUR_LINES: bool = true;

    type Ranks<'a> = &'a Self;

    #[inline(always)]
    fn ranks(&self) -> &Self {
        self
    }

    #[inline(always)]
    fn at(&self, cursor: &mut Cursor, number: u64) -> (u16, u16) {
        let place = number.wrapping_add(cursor.shift) as u32;
        while place >= cursor.end {
            cursor.high += 1;
            cursor.begin = cursor.end;
            cursor.end = self.before(cursor.half_sum, cursor.high + 1);
        }
        let low_sum = cursor.half_sum - self.high_sums[cursor.high];
        let low = self.lows[self.low_starts[low_sum] + (place - cursor.begin) as usize];
        (cursor.high as u16, low)
    }

    fn shift(&self, _: u64) -> u64 {
        0
    }

    fn first_end(&self, half_sum: usize) -> u32 {
        self.before(half_sum, 1)
    }

    fn bytes(&self) -> usize {
        let Self { high_sums, before, lows, low_starts, .. } = self;
        8 * (high_sums.len() + low_starts.len()) + 4 * before.len() + 10 * lows.len()
    }
}

impl Ranks for &AnyPlaces {
    fn rank(self, code: u64, halves: (u16, u16)) -> u32 {
        match self {
            AnyPlaces::Whole(whole) => whole.ranks().rank(code, halves),
            AnyPlaces::Halves(by_halves) => by_halves.rank(code, halves),
        }
    }
}

impl Places for AnyPlaces {
    const FOUR_LINES: bool = true;

    type Ranks<'a> = &'a Self;

    fn ranks(&self) -> &Self {
        self
    }

    fn at(&self, cursor: &mut Cursor, number: u64) -> (u16, u16) {
        match self {
            Self::Whole(whole) => whole.at(cursor, number),
            Self::Halves(halves) => halves.at(cursor, number),
        }
    }

    fn shift(&self, first: u64) -> u64 {
        match self {
            Self::Whole(whole) => whole.shift(first),
            Self::Halves(halves) => halves.shift(first),
        }
    }

    fn first_end(&self, half_sum: usize) -> u32 {
        match self {
            Self::Whole(whole) => whole.first_end(half_sum),
            Self::Halves(halves) => halves.first_end(half_sum),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Whole(whole) => whole.bytes(),
            Self::Halves(halves) => halves.bytes(),
        }
    }
}

impl From<Whole> for AnyPlaces {
    fn from(whole: Whole) -> Self {
        Self::Whole(whole)
    }
}

impl From<Halves> for AnyPlaces {
    fn from(halves: Halves) -> Self {
        Self::Halves(halves)
    }
}

/// How many there are of each half sum.
fn counts(sums: &[usize]) -> Vec<u32> {
    let mut counts = vec![0; sums.iter().max().map_or(0, |most| most + 1)];
    for &sum in sums {
        counts[sum] += 1;
    }
    counts
}

/// How many bits hold the numbers below `count`.
pub(crate) const fn bits_for(count: u64) -> u32 {
    u64::BITS - (count - 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_same_places() {
        let (high, low) = (vec![0, 1, 2, 1, 5], vec![0, 4, 1, 1, 2, 9, 0]);
        let whole = Rests::new(&high, &low, false);
        assert!(matches!(whole.places, AnyPlaces::Whole(_)));
        let halves = Halves::new(&high, &low, whole.starts.len() - 1);
        let halves = whole.clone().apart().0.with(AnyPlaces::Halves(halves));
        for rests in [&whole, &halves] {
            let mut seen = 0;
            for half_sum in 0..=rests.largest_half_sum() {
                let mut cursor = rests.cursor(half_sum, 70);
                let mut last = None;
                for place in 0..rests.count(half_sum) {
                    let (h, l) = rests.halves(&mut cursor, 70 + place);
                    assert_eq!(high[usize::from(h)] + low[usize::from(l)], half_sum);
                    assert!(last < Some((h, l)));
                    last = Some((h, l));
                    let code = (u64::from(h) << rests.low_bits) | u64::from(l);
                    assert_eq!(rests.halves_of(code), (h, l));
                    assert_eq!(rests.finder().rank(code), place);
                    seen += 1;
                }
            }
            assert_eq!(seen, high.len() * low.len());
            assert_eq!(rests.count(rests.largest_half_sum() + 1), 0);
        }
    }
}
