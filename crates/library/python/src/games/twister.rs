//! The random numbers of a game's seed, computed as the game needs them.

/// The number of words of the generator's state.
const WORDS: usize = 624;

/// The distance of the word that is combined with each word.
const DISTANCE: usize = 397;

/// The number of seeds whose generators start together.
pub(crate) const TOGETHER: usize = 8;

/// The number of words of the state that a start computes: enough for the random tiles of 40 moves.
const AT_START: usize = DISTANCE + 1 + 84;

/// The number of words by which the state grows.
const GROWTH: usize = 32;

/// MT19937, initialised with `init_genrand`, as [`SeededSpawns`](mdp2048::model::SeededSpawns) uses
/// it.
///
/// Most games need some hundred words. So the state is initialised only as far as the next word
/// depends on it, and words are computed one by one.
#[derive(Clone, Debug)]
pub(crate) struct Twister {
    state: [u32; WORDS],
    /// How many words of the state are initialised; all of them before the first one is used again.
    initialised: usize,
    /// The word of the state from which the next number is computed.
    next: usize,
}

impl Twister {
    /// The generator of a seed.
    pub(crate) fn new(seed: u32) -> Self {
        let mut twister = Self { state: [0; WORDS], initialised: 1, next: 0 };
        twister.state[0] = seed;
        twister
    }

    /// Starts the generators at some indices, each with a seed. The multiplications of a state wait
    /// for each other, so those of several states are done in turn.
    pub(crate) fn start(twisters: &mut [Self], seeds: &[(usize, u32)]) {
        for seeds in seeds.chunks(TOGETHER) {
            // The last chunk repeats its first seed.
            let mut words: [u32; TOGETHER] =
                std::array::from_fn(|at| seeds.get(at).unwrap_or(&seeds[0]).1);
            let mut states = [[0; AT_START]; TOGETHER];
            states.iter_mut().zip(&words).for_each(|(state, &word)| state[0] = word);
            for index in 1..AT_START {
                for (word, state) in words.iter_mut().zip(&mut states) {
                    *word = following(*word, index);
                    state[index] = *word;
                }
            }
            for (&(at, _), state) in seeds.iter().zip(&states) {
                let twister = &mut twisters[at];
                twister.state[..AT_START].copy_from_slice(state);
                (twister.initialised, twister.next) = (AT_START, 0);
            }
        }
    }

    /// The next number.
    #[inline]
    pub(crate) fn next(&mut self) -> u32 {
        let at = self.next;
        if at + DISTANCE >= self.initialised && self.initialised < WORDS {
            self.grow();
        }
        let following = if at + 1 == WORDS { 0 } else { at + 1 };
        let distant = if at + DISTANCE >= WORDS { at + DISTANCE - WORDS } else { at + DISTANCE };
        let bits = self.state[at] & 0x8000_0000 | self.state[following] & 0x7fff_ffff;
        let twist = if bits & 1 == 0 { 0 } else { 0x9908_b0df };
        let word = self.state[distant] ^ bits >> 1 ^ twist;
        self.state[at] = word;
        self.next = following;
        tempered(word)
    }

    /// Initialises more words of the state. The last one has not been used yet.
    #[cold]
    fn grow(&mut self) {
        let end = (self.initialised + GROWTH).max(self.next + DISTANCE + 1).min(WORDS);
        for index in self.initialised..end {
            self.state[index] = following(self.state[index - 1], index);
        }
        self.initialised = end;
    }
}

/// The word at an index of the initial state, from the one before it.
#[inline(always)]
const fn following(word: u32, index: usize) -> u32 {
    (word ^ word >> 30).wrapping_mul(1_812_433_253).wrapping_add(index as u32)
}

/// The number of a word of the state.
#[inline(always)]
const fn tempered(mut word: u32) -> u32 {
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c_5680;
    word ^= word << 15 & 0xefc6_0000;
    word ^ word >> 18
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_mt19937() {
        // The first outputs of the reference implementation for init_genrand(5489), its default,
        // and the 10,000th, which the C++ standard states.
        let mut twister = Twister::new(5489);
        let first: Vec<u32> = (0..5).map(|_| twister.next()).collect();
        assert_eq!(first, [3_499_211_612, 581_869_302, 3_890_346_734, 3_586_334_585, 545_404_204]);
        let last = (5..10_000).map(|_| twister.next()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn generators_started_together_or_again_are_those_of_their_seeds() {
        let mut twisters = vec![Twister::new(1); 30];
        for round in 0..3 {
            let seeds: Vec<_> =
                (0..30 - round).map(|at| (at, 7 * at as u32 + 99 * round as u32)).collect();
            Twister::start(&mut twisters, &seeds);
            for &(at, seed) in &seeds {
                let mut alone = Twister::new(seed);
                // Some games are shorter than the state.
                for _ in 0..100 + 400 * round {
                    assert_eq!(twisters[at].next(), alone.next(), "seed {seed}");
                }
            }
        }
    }
}
