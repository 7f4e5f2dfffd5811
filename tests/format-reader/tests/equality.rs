//! Both readers read the same bits.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::fs;
use std::path::Path;

use mdp2048_format_reader::{ReadError, ReadPolicy, read};
use mdp2048_model::{Formation, Game, Objective, PlainSolution, Values};
use mdp2048_policy::{DecodedLayer, Decoder, PackOptions, PolicyHeader, ValuesHeld, pack};
use mdp2048_rules::Board;

/// The bits of the layers as the first reader decodes them.
#[derive(Debug, Default, PartialEq)]
struct LayerBits {
    half_sum: u32,
    keys: Vec<u64>,
    actions: Vec<usize>,
    values: Vec<u64>,
    regrets: Vec<[u64; 4]>,
}

fn first_reader(bytes: &[u8]) -> (PolicyHeader, Vec<LayerBits>) {
    let mut decoder = Decoder::new(bytes).unwrap();
    let mut layers: Vec<LayerBits> = Vec::new();
    while let Some(decoded) = decoder.step().unwrap() {
        match decoded {
            DecodedLayer::Actions { half_sum, keys, actions } => {
                let actions = actions.into_iter().map(|action| action.index()).collect();
                layers.push(LayerBits { half_sum, keys, actions, ..LayerBits::default() });
            }
            DecodedLayer::Values { half_sum, values } => {
                let layer = layers.iter_mut().find(|layer| layer.half_sum == half_sum).unwrap();
                layer.values = values.into_iter().map(f64::to_bits).collect();
            }
            DecodedLayer::Regrets { half_sum, regrets } => {
                let layer = layers.iter_mut().find(|layer| layer.half_sum == half_sum).unwrap();
                layer.regrets = regrets.into_iter().map(|four| four.map(f64::to_bits)).collect();
            }
        }
    }
    (decoder.header().clone(), layers)
}

/// Compares what both readers read, and returns it.
fn assert_equal(bytes: &[u8]) -> ReadPolicy {
    let (header, layers) = first_reader(bytes);
    let policy = read(bytes).unwrap();
    let second = &policy.header;
    assert_eq!(second.states, header.states);
    assert_eq!(second.values_held, header.values as u8);
    let game = header.game();
    assert_eq!(second.game.empty, Board::empty(game.shape()).key());
    assert!(second.game.starts.iter().copied().eq(game.given_starts().map(Board::key)));
    let floats = [
        (second.game.discount, game.discount().get()),
        (second.game.spawn_four, game.spawn_four().get()),
        (second.threshold, header.coverage.threshold),
        (second.occupancy_kept, header.coverage.occupancy_kept),
        (second.leave_probability, header.coverage.leave_probability),
        (second.start_return, header.start_return),
        (second.tolerance, header.accuracy.tolerance),
        (second.value_error, header.accuracy.value_error),
        (second.regret_error, header.accuracy.regret_error),
        (second.regret_floor, header.accuracy.regret_floor),
    ];
    for (found, expected) in floats {
        assert_eq!(found.to_bits(), expected.to_bits());
    }
    assert_eq!(policy.layers.len(), layers.len());
    for (found, expected) in policy.layers.iter().zip(layers) {
        let found = LayerBits {
            half_sum: found.half_sum,
            keys: found.keys.clone(),
            actions: found.actions.iter().map(|&action| usize::from(action)).collect(),
            values: found.values.iter().map(|value| value.to_bits()).collect(),
            regrets: found.regrets.iter().map(|regrets| regrets.map(f64::to_bits)).collect(),
        };
        // Not assert_eq, which would print whole layers.
        assert!(found == expected, "layer {} differs", expected.half_sum);
    }
    policy
}

fn packed(game: &Game, held: ValuesHeld, threshold: f64) -> Vec<u8> {
    let solution = PlainSolution::solve(game);
    let options = PackOptions::new(solution.start_return()).values(held).threshold(threshold, 0.0);
    pack(solution.valued_game(), &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    })
    .unwrap()
}

#[test]
fn committed_policies_are_read_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/policies");
    // With and without a discount, a threshold and regrets, on each shape of a board. The larger
    // ones hold nothing else.
    for name in ["2x2_to_32", "3x3_to_256", "4x4_to_16_discount_0.99", "4x4_to_32_discount_0.99"] {
        let policy = assert_equal(&fs::read(folder.join(format!("{name}.policy"))).unwrap());
        assert!(policy.layers.iter().all(|layer| layer.keys.len() == layer.values.len()));
    }
}

#[test]
fn regrets_of_kept_states_are_read_alike() {
    for (board, target, threshold) in [
        ("2x2", 32, 0.01),
        ("2x3", 64, 1e-4),
        ("3x2", 64, 1e-3),
        ("3x3", 32, 1e-5),
        ("2x4", 64, 1e-4),
        // Nearly certain to be won, but lost with probability 1e-4.
        ("2x3", 32, 1e-3),
    ] {
        let game = Game::reach(board.parse().unwrap(), target).unwrap();
        let bytes = packed(&game, ValuesHeld::Action, threshold);
        let policy = assert_equal(&bytes);
        assert!(policy.header.leave_probability > 0.0, "{game}: every state is kept");
        let regrets = policy.layers.iter().flat_map(|layer| &layer.regrets).flatten();
        assert!(regrets.filter(|regret| regret.is_finite() && **regret > 0.0).count() > 10);
    }
}

#[test]
fn other_objectives_and_spawns_are_read_alike() {
    for (board, objective, target, discount, four) in [
        ("2x3", Objective::Score, None, 1.0, 0.1),
        ("3x2", Objective::Moves, Some(64), 1.0, 0.5),
        ("2x3", Objective::Win, Some(64), 0.99, 1.0),
        ("3x2", Objective::Win, Some(32), 0.9, 0.0),
    ] {
        let game = Game::new(board.parse().unwrap(), objective, target, discount, four).unwrap();
        for held in ValuesHeld::ALL {
            for threshold in [0.0, 1e-3] {
                assert_equal(&packed(&game, held, threshold));
            }
        }
    }
}

/// With all states, and with those of at least this occupancy.
fn assert_equal_above(game: &Game, held: ValuesHeld, threshold: f64) {
    assert_equal(&packed(game, held, 0.0));
    let policy = assert_equal(&packed(game, held, threshold));
    assert!(policy.header.leave_probability > 0.0, "{game}: every state is kept");
}

#[test]
fn games_with_locked_cells_are_read_alike() {
    for (board, objective, target, threshold) in [
        ("x../.../...", Objective::Win, Some(16), 1e-4),
        ("x../.x.", Objective::Win, Some(8), 0.01),
        // Images have other locked cells.
        (".x./.../...", Objective::Win, Some(16), 1e-4),
        ("x../..x", Objective::Score, None, 1e-3),
        // More than nine cells, of which fewer are free, and a key of 64 bits.
        ("xx../xx../....", Objective::Win, Some(8), 1e-3),
        ("xxxx/xxxx/xxx./....", Objective::Moves, Some(8), 0.01),
    ] {
        let game = Game::new(board.parse().unwrap(), objective, target, 1.0, 0.1).unwrap();
        assert_equal_above(&game, ValuesHeld::Action, threshold);
    }
}

#[test]
fn games_with_given_start_boards_are_read_alike() {
    let formation = Formation::named("L3").unwrap();
    let game = Game::builder().formation(formation).target(8).build().unwrap();
    for held in ValuesHeld::ALL {
        assert_equal_above(&game, held, 1e-4);
    }
    // Three boards of one state, whose start probability is not 3 / 5 to the bit.
    let boards = ["4 0/0 2", "2 0/0 4", "0 2/4 0", "0 2/8 4", "0 2/2 0"];
    let boards = boards.map(|board| board.parse().unwrap());
    let game = Game::reach("2x2".parse().unwrap(), 16).unwrap();
    assert_equal_above(&game.starting_from(&boards).unwrap(), ValuesHeld::Action, 0.01);
}

#[test]
fn damaged_policies_are_refused() {
    let game = Game::reach("2x2".parse().unwrap(), 8).unwrap();
    let bytes = packed(&game, ValuesHeld::State, 0.0);
    assert!(read(&bytes).is_ok());
    assert_eq!(read(&bytes[..bytes.len() - 1]), Err(ReadError("another length")));
    let mut changed = bytes.clone();
    changed[60] ^= 1;
    assert_eq!(read(&changed), Err(ReadError("another checksum")));
}
