//! Tests that run both passes.

use std::io::Write;
use std::sync::atomic::Ordering;

use mdp2048_model::{Game, Objective, Rewards, ValuedGame};

use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::memory::MemoryEstimate;
use crate::options::{Precision, SolveOptions};
use crate::parallel;
use crate::progress::ignore_progress;
use crate::store::layers::{ReachTotals, ValuedStore};
use crate::store::memory_store::MemoryStore;

use super::{Goal, Passes, new_estimate};
use crate::backward_induction::values::compute_values;
use crate::kernel::representation::{GameTables, LargeBoards, Representation, SmallBoards};
use crate::reachability::states::{Reach, find_states};

fn game(shape: &str, objective: Objective, target: Option<u32>, discount: f64, four: f64) -> Game {
    let shape = shape.parse().expect("a shape");
    Game::new(shape, objective, target, discount, four).expect("a game")
}

/// Runs both passes over a store.
fn run(game: &Game, options: &SolveOptions, store: &mut dyn ValuedStore) -> ReachTotals {
    let rewards = ValuedGame::from(*game).rewards();
    let estimate = new_estimate(game, options).expect("a small game");
    Passes::in_memory(game, options, estimate)
        .run(Goal::Values(store, &rewards), &mut ignore_progress)
        .expect("a solution")
        .2
}

/// Returns the bits of the values of all states. The backward pass uses the recorded successors in
/// the layers for whose number `keeps_successors` returns true.
fn values<B: Representation>(
    game: &Game,
    rewards: &Rewards,
    numbering: Numbering<'_, B::Ranks>,
    keeps_successors: fn(usize) -> bool,
) -> Vec<u64> {
    let tables = BoardTables::new(game, numbering.codes);
    let game_tables = GameTables::<B> { numbering, tables: &tables };
    let mut store = MemoryStore::keeping_values(game);
    let mut estimate = MemoryEstimate::new::<B>(game, 0, &SolveOptions::default());
    let progress = &mut ignore_progress;
    let reach = Reach { game, limit: None, last_half_sum: None, records_successors: true };
    let totals = find_states(&reach, game_tables, &mut store, &mut estimate, progress);
    let totals = totals.expect("states");
    for (number, layer) in store.reached.iter_mut().enumerate() {
        assert!(layer.successors.is_some());
        if !keeps_successors(number) {
            layer.successors = None;
        }
    }
    let need = estimate.need();
    compute_values::<B, f64>(rewards, game_tables, &mut store, totals, need, progress)
        .expect("values");
    let layers = store.into_valued();
    layers.iter().flat_map(|layer| layer.values.iter().map(f64::to_bits)).collect()
}

#[test]
fn values_are_the_same_from_successors_and_from_boards() {
    let check = |game: &Game, rewards: &Rewards| {
        let (codes, ranks) = BoardCodes::new(game).expect("small tables");
        let codes = &codes;
        let values = |keeps_successors| match &ranks {
            AnyInnerRanks::ByPattern(ranks) => {
                let numbering = Numbering { codes, ranks };
                values::<SmallBoards>(game, rewards, numbering, keeps_successors)
            }
            AnyInnerRanks::ByHalf(ranks) => {
                let numbering = Numbering { codes, ranks };
                values::<LargeBoards<u64>>(game, rewards, numbering, keeps_successors)
            }
        };
        let all = values(|_| true);
        assert!(all == values(|_| false), "{game}");
        assert!(all == values(|number| number % 2 == 0), "{game}");
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
        check(&game, &ValuedGame::from(game).rewards());
    }
    let losing = ValuedGame::losing(game("2x3", Objective::Win, Some(32), 1.0, 0.1));
    let losing = losing.expect("a win game");
    check(losing.game(), &losing.rewards());
}

#[test]
fn values_are_the_same_to_the_bit_with_every_vector_width() {
    if !parallel::has_vector_widths() {
        // The test harness captures what `eprintln` prints and shows it for failed tests only.
        // `writeln` on the standard error stream is not captured.
        let reason = "this processor does not have AVX2, so that there is only the portable width";
        writeln!(std::io::stderr(), "SKIPPED: the comparison of vector widths, as {reason}")
            .expect("standard error is open");
        return;
    }
    for game in [
        game("3x3", Objective::Win, Some(64), 1.0, 0.1),
        game("2x4", Objective::Win, Some(64), 1.0, 0.1),
        game("3x4", Objective::Win, Some(8), 1.0, 0.1),
        game("4x4", Objective::Win, Some(8), 1.0, 0.1),
        game("2x3", Objective::Score, None, 1.0, 0.3),
    ] {
        for precision in [Precision::Double, Precision::Single] {
            let values = |is_portable| {
                parallel::IS_PORTABLE.store(is_portable, Ordering::Relaxed);
                let options = SolveOptions { precision, ..SolveOptions::default() };
                let mut store = MemoryStore::keeping_values(&game);
                run(&game, &options, &mut store);
                parallel::IS_PORTABLE.store(false, Ordering::Relaxed);
                let layers = store.into_valued();
                let values = layers.iter().flat_map(|layer| layer.values.iter().map(f64::to_bits));
                let words = layers.iter().flat_map(|layer| layer.states.words().iter().copied());
                words.chain(values).collect::<Vec<_>>()
            };
            assert!(values(true) == values(false), "{game} in {} precision", precision.name());
        }
    }
}
