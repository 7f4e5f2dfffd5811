//! Where the actions of a layer's states lead, kept from the first pass for the second.
//!
//! Finding the afterstates of states takes the most of each pass. Where four ranks of afterstates
//! fit into the eight bytes that a state's value will take, they are kept there until it is known.

use std::ops::Range;

use crate::bits::{Counts, RankedBits, counts_before};
use crate::kernel::tables::{ALLOWED, GOING_ON};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};

/// The most boards of a layer, lost ones among them, whose links are kept. It bounds the memory
/// that making them takes; larger layers mostly have more afterstates than 16 bits tell apart.
const MOST_BOARDS: usize = 1 << 17;

/// What stands before the afterstates: an action that is not allowed, and one that ends the game.
pub(crate) const NONE: usize = 0;
pub(crate) const END: usize = 1;
pub(crate) const BEFORE: usize = 2;

/// For each state four numbers of 16 bits, the first action's lowest: [`NONE`], [`END`] or
/// [`BEFORE`] more than the rank of the afterstate. They are held as the values whose place they
/// take.
pub(crate) type Links = Vec<f64>;

/// The four numbers of a link.
#[inline(always)]
pub(crate) fn apart(link: f64) -> [usize; 4] {
    let bits = link.to_bits();
    [0, 16, 32, 48].map(|shift| usize::from((bits >> shift) as u16))
}

/// The numbers of the afterstates of a layer's states, until they have ranks.
pub(crate) struct Linked<C> {
    // For each task room for four numbers of each of its boards, and for its effects.
    numbers: Vec<C>,
    effects: Vec<u8>,
    tasks: Vec<Range<usize>>,
}

/// Room for the numbers of a task's afterstates: those of a state's actions that go on, one state
/// after the other, and the effects of its slides.
pub(crate) struct Room<'a, C> {
    numbers: &'a mut [C],
    effects: &'a mut [u8],
}

impl<C: Code> Room<'_, C> {
    /// Takes those of some states more, if there is room at all.
    #[inline(always)]
    pub(crate) fn take(&mut self, numbers: &[C], effects: &[u8]) {
        if self.effects.is_empty() {
            return;
        }
        let (here, rest) = std::mem::take(&mut self.numbers).split_at_mut(numbers.len());
        here.copy_from_slice(numbers);
        self.numbers = rest;
        let (here, rest) = std::mem::take(&mut self.effects).split_at_mut(effects.len());
        here.copy_from_slice(effects);
        self.effects = rest;
        // Making links looks at four numbers, however many there are.
        for number in self.numbers.iter_mut().take(4) {
            *number = C::default();
        }
    }
}

impl<C: Code> Linked<C> {
    pub(crate) const fn new() -> Self {
        Self { numbers: Vec::new(), effects: Vec::new(), tasks: Vec::new() }
    }

    /// The words of a layer in parts, one for each task, with the place of each part's first word
    /// and room for what its boards lead to; no room, if that is not to be kept.
    pub(crate) fn parts<'a>(
        &'a mut self,
        words: &'a mut [u64],
        keep: bool,
    ) -> Vec<(usize, &'a mut [u64], Room<'a, C>)> {
        let parts = parallel::parts(words);
        let mut boards = 0;
        self.tasks.clear();
        self.tasks.extend(parts.iter().map(|(_, words)| {
            let start = boards;
            boards += words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            start..boards
        }));
        if !keep || boards > MOST_BOARDS {
            self.tasks.clear();
            boards = 0;
        }
        if self.effects.len() < boards {
            self.numbers.resize(4 * boards, C::default());
            self.effects.resize(boards, 0);
        }
        let (mut numbers, mut effects) = (&mut self.numbers[..], &mut self.effects[..]);
        let mut lengths = self.tasks.iter().map(|task| task.len());
        let with_room = |(first, words)| {
            let boards = lengths.next().unwrap_or(0);
            let (room, rest) = std::mem::take(&mut numbers).split_at_mut(4 * boards);
            numbers = rest;
            let (room_of_effects, rest) = std::mem::take(&mut effects).split_at_mut(boards);
            effects = rest;
            (first, words, Room { numbers: room, effects: room_of_effects })
        };
        parts.into_iter().map(with_room).collect()
    }

    /// The links of a layer with these states and, by the words of their set, afterstates; `None`
    /// if they were not kept, or there are too many afterstates.
    pub(crate) fn links(&self, states: &RankedBits, afterstates: &[u64]) -> Option<Links> {
        if self.tasks.is_empty() {
            return None;
        }
        let before = counts_before(afterstates);
        let count = before.last().map_or(0, |&count| count as usize);
        if BEFORE + count > 1 << 16 {
            return None;
        }
        let afterstates = Counts::new(afterstates, &before);
        let mut links = vec![0.0; states.len() as usize];
        let before = |word| states.before(word);
        let parts = parallel::ranges_with(states.words().len(), before, &mut links);
        let with_numbers = |(range, links): (Range<usize>, _)| {
            let task = &self.tasks[range.start / parallel::words_of_task()];
            let numbers = &self.numbers[4 * task.start..4 * task.end];
            (numbers, &self.effects[task.clone()], links)
        };
        let tasks = parts.into_iter().map(with_numbers).collect();
        parallel::run(tasks, &Link { afterstates });
        Some(links)
    }
}

/// Makes links of the numbers of afterstates.
struct Link<'a> {
    afterstates: Counts<'a>,
}

impl<C: Code> Work<(&[C], &[u8], &mut [f64])> for Link<'_> {
    #[inline(always)]
    fn run(&self, width: impl Width, (numbers, effects, links): (&[C], &[u8], &mut [f64])) {
        let counts = self.afterstates;
        let mut next = 0;
        for (link, &effects) in links.iter_mut().zip(effects) {
            let Some([a, b, c, d]) = numbers.get(next..next + 4) else { break };
            let rank = |number: &C| (counts.below(number.widen()) + BEFORE) as u64;
            let ranks = rank(a) | rank(b) << 16 | rank(c) << 32 | rank(d) << 48;
            let going_on = GOING_ON[usize::from(effects)];
            next += going_on.count_ones() as usize;
            *link = f64::from_bits(width.unpack(ranks, going_on) | ENDS[usize::from(effects)]);
        }
    }
}

/// By effects: [`END`] in the place of each action that ends the game.
static ENDS: [u64; 256] = {
    let mut ends = [0; 256];
    let mut effects = 0;
    while effects < 256 {
        let mut action = 0;
        while action < 4 {
            if effects as u8 & ALLOWED[action] != 0 && GOING_ON[effects] >> action & 1 == 0 {
                ends[effects] |= (END as u64) << (16 * action);
            }
            action += 1;
        }
        effects += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tables::Acts;

    /// The links of a layer of one state whose first action leads to the last of so many afterstates,
    /// and whose last to the first; the others are not allowed.
    fn links(afterstates: usize) -> Option<Links> {
        let mut words = vec![u64::MAX; afterstates.div_ceil(64)];
        words[afterstates / 64 - usize::from(afterstates.is_multiple_of(64))] >>=
            (64 - afterstates % 64) % 64;
        let mut linked = Linked::new();
        let mut states = [1 << 5];
        for (_, _, mut room) in linked.parts(&mut states, true) {
            let effects = ALLOWED[0] | ALLOWED[3];
            room.take(&[afterstates as u32 - 1, 0], &[effects]);
        }
        linked.links(&RankedBits::new(states.to_vec()), &words)
    }

    #[test]
    fn numbers_of_links_are_apart_from_each_other() {
        for afterstates in [64, 100, (1 << 16) - BEFORE] {
            let links = links(afterstates).expect("links");
            let last = afterstates - 1 + BEFORE;
            assert_eq!(
                links.iter().map(|&link| apart(link)).collect::<Vec<_>>(),
                [[last, NONE, NONE, BEFORE]]
            );
        }
        assert!(links((1 << 16) - BEFORE + 1).is_none());
        assert!(Linked::<u32>::new().links(&RankedBits::new(vec![1]), &[1]).is_none());
    }

    #[test]
    fn actions_that_end_the_game_lead_to_the_end() {
        for effects in 0..=u8::MAX {
            let mut acts = Acts::default();
            acts.effects = effects;
            let ends = apart(f64::from_bits(ENDS[usize::from(effects)]));
            for (action, number) in ends.into_iter().enumerate() {
                let ends_game = acts.allowed(action) && acts.wins(action);
                assert_eq!(number, if ends_game { END } else { NONE }, "{effects:x} {action}");
            }
        }
    }
}
