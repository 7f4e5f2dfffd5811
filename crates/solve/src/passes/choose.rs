//! What a layer's states are worth: as much as the best of their actions.

use std::ops::Range;

use mdp2048_model::Rewards;

use crate::bits::{CountedBits, RankedBits};
use crate::index::codes::Patterns;
use crate::index::inner::Places;
use crate::index::layer::{BATCH, Batch, LayerIndex, NumberTable};
use crate::kernel::tables::{Acts, Lines, Vectors};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};
use crate::passes::successors::{BEFORE, Links, apart};
use crate::store::values::{Column, Number};

/// What an afterstate is worth, from the mean of what follows: Q of an action that leads there, or,
/// where points count, which only the action tells, still the mean.
#[inline(always)]
pub(crate) fn worth(rewards: &Rewards, mean: f64) -> f64 {
    if rewards.each_point == 0.0 { rewards.going_on(0.0, mean) } else { mean }
}

/// What stands for an action that ends the game: Q of it, or, where points count, what no mean is.
pub(crate) fn worth_of_end(rewards: &Rewards) -> f64 {
    if rewards.each_point == 0.0 { rewards.winning(0.0) } else { f64::INFINITY }
}

/// The values of a layer's states.
pub(crate) struct Choose<'a, C, P> {
    pub(crate) rewards: &'a Rewards,
    pub(crate) patterns: &'a Patterns<P>,
    pub(crate) vectors: &'a Vectors<C>,
    pub(crate) index: &'a LayerIndex,
    pub(crate) numbers: &'a NumberTable<C>,
    pub(crate) states: &'a RankedBits,
    pub(crate) afterstates: &'a CountedBits,
    /// By the numbers of [`Links`]: [`BEFORE`] more than the rank of an afterstate.
    pub(crate) worth: &'a [f64],
}

impl<C: Code, P: Places> Choose<'_, C, P> {
    /// The values, with the help of links if they are there.
    pub(crate) fn values<N: Number>(&self, links: Option<Links>) -> Column {
        let before = |word| self.states.before(word);
        let words = self.states.words().len();
        if let Some(mut links) = links {
            parallel::run(parallel::ranges_with(words, before, &mut links), &Follow(self));
            return Column::Double(links);
        }
        let mut values = vec![N::default(); self.states.len() as usize];
        parallel::run(parallel::ranges_with(words, before, &mut values), &Find(self));
        N::column(values)
    }

    /// Calls `each` with the points of sliding along the rows and along the columns of the states
    /// of a part of the layer, some at a time.
    #[inline(always)]
    fn points(&self, range: Range<usize>, mut each: impl FnMut(&[[f64; 2]])) {
        let Self { patterns, vectors, index, states, .. } = *self;
        let slider = vectors.slider(P::FOUR_LINES);
        let mut members = index.members(patterns, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut points = [[0.0; 2]; BATCH];
        let mut lines = [Lines::default(); BATCH];
        while members.fill(&mut batch) {
            for (lines, &parts) in lines.iter_mut().zip(batch.parts()) {
                *lines = slider.lines(parts);
            }
            for (points, &lines) in points[..batch.parts().len()].iter_mut().zip(&lines) {
                *points = slider.points(lines);
            }
            each(&points[..batch.parts().len()]);
        }
    }
}

/// The values where the links are known, in their places.
struct Follow<'a, C, P>(&'a Choose<'a, C, P>);

impl<C: Code, P: Places> Work<(Range<usize>, &mut [f64])> for Follow<'_, C, P> {
    #[inline(always)]
    fn run(&self, _: impl Width, (range, links): (Range<usize>, &mut [f64])) {
        let Choose { rewards, worth, .. } = *self.0;
        let worth = |link| apart(link).map(|number| worth[number]);
        if rewards.each_point == 0.0 {
            for link in links {
                *link = best(worth(*link));
            }
        } else {
            let mut links = links.iter_mut();
            self.0.points(range, |points| {
                for (&points, link) in points.iter().zip(&mut links) {
                    *link = best_with_points(rewards, worth(*link), points);
                }
            });
        }
    }
}

/// The values where the links are to be found again.
struct Find<'a, C, P>(&'a Choose<'a, C, P>);

impl<C: Code, P: Places, N: Number> Work<(Range<usize>, &mut [N])> for Find<'_, C, P> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [N])) {
        let Choose { rewards, patterns, vectors, index, numbers, states, afterstates, worth } =
            *self.0;
        let (slider, finder) = (vectors.slider(P::FOUR_LINES), numbers.finder(patterns));
        let mut members = index.members(patterns, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut lines = [Lines::default(); BATCH];
        let mut acts = [Acts::default(); BATCH];
        let mut codes = [C::default(); 4 * BATCH];
        let mut worths = [0.0; 4 * BATCH + 2];
        let counts = afterstates.counts();
        let worth = &worth[BEFORE..];
        while members.fill(&mut batch) {
            let boards = batch.parts();
            for (lines, &parts) in lines.iter_mut().zip(boards) {
                *lines = slider.lines(parts);
            }
            let mut count = 0;
            for (acts, &lines) in acts[..boards.len()].iter_mut().zip(&lines) {
                *acts = slider.act(lines);
                let going_on = acts.going_on();
                let packed = C::pack(width, slider.codes(width, acts), going_on);
                codes[count..count + 4].copy_from_slice(&packed);
                count += going_on.count_ones() as usize;
            }
            for (found, &code) in worths.iter_mut().zip(&codes[..count]) {
                *found = worth[counts.below(finder.number(code))];
            }
            let (values, rest) = out.split_at_mut(boards.len());
            out = rest;
            let mut next = 0;
            // The greater worth of the two actions of the low bits, if they go on; after it come
            // those of the next ones.
            let mut greatest_of = |going_on: u8| {
                let take = TAKE[usize::from(going_on % 4)];
                let two = [worths[next] + take[0], worths[next + 1] + take[1]];
                next += (going_on % 4).count_ones() as usize;
                greater(two[0], two[1])
            };
            if rewards.each_point == 0.0 {
                for (value, acts) in values.iter_mut().zip(&acts) {
                    let going_on = acts.going_on();
                    let worth = greater(greatest_of(going_on), greatest_of(going_on >> 2));
                    *value = N::of(greater(worth, won(rewards, acts.wins(0) | acts.wins(2), 0.0)));
                }
            } else {
                for ((value, acts), &lines) in values.iter_mut().zip(&acts).zip(&lines) {
                    let [across, along] = slider.points(lines);
                    let mut q = |action: usize, points| {
                        let mean = greatest_of(acts.going_on() >> action);
                        let won = won(rewards, acts.wins(action), points);
                        greater(rewards.going_on(points, mean), won)
                    };
                    let first = q(0, across);
                    *value = N::of(greater(first, q(2, along)));
                }
            }
        }
    }
}

/// By the actions of two that go on, a bit for each: what takes out of a choice of the greatest
/// those of two numbers that are not theirs, and leaves the others as they are.
const TAKE: [[f64; 2]; 4] = {
    const NONE: f64 = f64::NEG_INFINITY;
    [[NONE, NONE], [0.0, NONE], [0.0, NONE], [0.0, 0.0]]
};

/// Q of an action with these points that makes the target, if it does.
#[inline(always)]
fn won(rewards: &Rewards, wins: bool, points: f64) -> f64 {
    if wins { rewards.winning(points) } else { f64::NEG_INFINITY }
}

/// The greatest of four numbers.
#[inline(always)]
fn best([left, right, up, down]: [f64; 4]) -> f64 {
    greater(greater(left, right), greater(up, down))
}

/// The greatest Q of four actions from what they lead to, where points count. The first two have
/// the first points, the others the last.
#[inline(always)]
fn best_with_points(rewards: &Rewards, worth: [f64; 4], points: [f64; 2]) -> f64 {
    // Q grows with the mean, so of two actions with the same points the greater mean is as good as
    // the greater Q.
    let [left, right, up, down] = worth;
    let q = |mean, points| {
        if mean == f64::INFINITY { rewards.winning(points) } else { rewards.going_on(points, mean) }
    };
    greater(q(greater(left, right), points[0]), q(greater(up, down), points[1]))
}

/// The greater number; neither is NaN, which the library's own would look for.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};

    use super::*;
    use crate::passes::{reach, value};
    use crate::{Precision, ignore_progress};

    /// The bits of all values, with the links of the layers that are chosen by their places.
    fn values(game: &Game, rewards: &Rewards, has_links: fn(usize) -> bool) -> Vec<u64> {
        let patterns = Patterns::new(game);
        let vectors = Vectors::<u64>::new(game, &patterns);
        let (precision, limit) = (Precision::Double, u64::MAX);
        let reached =
            reach::reach(game, &patterns, &vectors, precision, limit, &mut ignore_progress);
        let mut reached = reached.expect("states");
        for (place, layer) in reached.layers.iter_mut().enumerate() {
            assert!(layer.links.is_some());
            if !has_links(place) {
                layer.links = None;
            }
        }
        let layers = value::value::<_, _, f64>(
            rewards,
            &patterns,
            &vectors,
            reached,
            0,
            &mut ignore_progress,
        );
        let layers = layers.expect("values");
        layers.iter().flat_map(|layer| layer.values.iter().map(f64::to_bits)).collect()
    }

    #[test]
    fn following_links_is_as_good_as_finding_them() {
        let game = |shape: &str, objective, target, discount, four| {
            let shape = shape.parse().expect("a shape");
            Game::new(shape, objective, target, discount, four).expect("a game")
        };
        let check = |game: &Game, rewards: &Rewards| {
            let all = values(game, rewards, |_| true);
            assert!(all == values(game, rewards, |_| false), "{game}");
            assert!(all == values(game, rewards, |place| place % 2 == 0), "{game}");
        };
        for game in [
            game("3x3", Objective::Win, Some(32), 1.0, 0.1),
            game("2x4", Objective::Win, Some(32), 0.9, 0.37),
            game("2x3", Objective::Win, Some(16), 1.0, 0.0),
            game("2x3", Objective::Fewest, Some(32), 1.0, 0.1),
            game("2x3", Objective::Moves, Some(32), 1.0, 0.1),
            game("2x3", Objective::Score, None, 1.0, 0.1),
            game("3x2", Objective::Score, Some(16), 1.0, 1.0),
            game("2x4", Objective::Score, Some(32), 1.0, 0.1),
        ] {
            check(&game, &game.rewards());
        }
        check(&game("2x3", Objective::Win, Some(32), 1.0, 0.1), &Rewards::LOSING);
    }
}
