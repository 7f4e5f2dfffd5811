//! The weights of boards by the rank of their representative and by their image.

use crate::allocate::{self, AllocationError, Array};

/// The weight of a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VisitWeight {
    /// The probability that a game visits it.
    pub(super) probability: f64,
    /// The probability times the discount for each move before it.
    pub(super) discounted: f64,
}

impl VisitWeight {
    /// The weight of one of several cases.
    #[inline(always)]
    pub(super) fn times(self, probability: f64) -> Self {
        Self {
            probability: self.probability * probability,
            discounted: self.discounted * probability,
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: Self) {
        self.probability += other.probability;
        self.discounted += other.discounted;
    }
}

/// Marks a board that is not visited.
const NONE: u32 = u32::MAX;

/// The weights of the visited boards of a tile sum.
///
/// Weights of all images of a board are held once one of them is visited.
pub(super) struct ImageWeights {
    images: usize,
    /// By rank: the position among the visited boards, or [`NONE`].
    numbers: Array<u32>,
    /// By position: a mask of the visited images.
    visited: Array<u8>,
    /// By position, then by image.
    weights: Array<VisitWeight>,
}

impl ImageWeights {
    /// No weights, of boards with ranks below `ranks`, each of which has `images` images.
    pub(super) fn new(ranks: usize, images: usize) -> Result<Self, AllocationError> {
        let mut numbers = Array::default();
        allocate::grow(&mut numbers, ranks, NONE)?;
        Ok(Self { images, numbers, visited: Array::default(), weights: Array::default() })
    }

    /// How many weights are held.
    pub(super) fn held(&self) -> usize {
        self.weights.len()
    }

    /// The number of visited boards, of which images count as one.
    pub(super) fn len(&self) -> usize {
        self.visited.len()
    }

    /// The number of visited images of all boards.
    pub(super) fn visited_images(&self) -> usize {
        self.visited.iter().map(|mask| mask.count_ones() as usize).sum()
    }

    /// Whether no board is visited.
    pub(super) fn is_empty(&self) -> bool {
        self.visited.is_empty()
    }

    /// The visited images of the board of a rank as a mask, and the weights of all; of a board that
    /// is not visited yet, none and 0.
    #[inline(always)]
    pub(super) fn entry(
        &mut self,
        rank: usize,
    ) -> Result<(&mut u8, &mut [VisitWeight]), AllocationError> {
        let number = &mut self.numbers[rank];
        if *number == NONE {
            let at = self.visited.len();
            allocate::push(&mut self.visited, 0)?;
            allocate::grow(&mut self.weights, (at + 1) * self.images, VisitWeight::default())?;
            *number = at as u32;
        }
        let at = *number as usize;
        Ok((&mut self.visited[at], &mut self.weights[at * self.images..(at + 1) * self.images]))
    }

    /// Adds the weight of an image of the board of a rank.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        rank: usize,
        image: usize,
        weight: VisitWeight,
    ) -> Result<(), AllocationError> {
        let (visited, weights) = self.entry(rank)?;
        *visited |= 1 << image;
        weights[image].add(weight);
        Ok(())
    }

    /// By rank: whether the board is visited.
    pub(super) fn visited(&self) -> impl Iterator<Item = bool> {
        self.numbers.iter().map(|&number| number != NONE)
    }

    /// The ranks of the visited boards, ascending, with their visited images and the weights of all
    /// images.
    pub(super) fn boards(&self) -> impl Iterator<Item = (usize, u8, &[VisitWeight])> {
        let visited = |&(_, &number): &(usize, &u32)| number != NONE;
        self.numbers.iter().enumerate().filter(visited).map(|(rank, &number)| {
            let at = number as usize;
            let weights = &self.weights[at * self.images..(at + 1) * self.images];
            (rank, self.visited[at], weights)
        })
    }
}

/// The images of a mask, ascending.
pub(super) fn images_of(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let image = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        image
    })
}
