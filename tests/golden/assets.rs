//! The committed policies in `assets/policies`.
//!
//! Tests rebuild five of the thirteen from their games and compare them bit for bit: `2x2_to_8`,
//! `2x2_to_16`, `2x2_to_32`, `3x3_to_256` and `4x4_to_16_discount_0.99`. `3x3_to_512`,
//! `3x3_to_1024` and those of L3 are not rebuilt, for time; `cargo xtask policies` makes them. Those
//! of 3x4 and of 4x4 to 32 and to 64 are packed from work folders, see `docs/runs`. Tests read all,
//! check the size and the header of each, and compare how often games leave the large ones with the
//! probability that they state; `replays.rs` plays 200 games of `3x3_to_512` in step with its
//! solution.

use std::fs;

use mdp2048_model::{Discount, Game, Outcome, Policy, Replay, Values};
use mdp2048_policy::{PackOptions, ValuesHeld, pack};
use mdp2048_rules::Shape;
use mdp2048_test_support::reach;

use crate::policies::{policies, policy, policy_bytes};
use crate::solved::solved;

/// The policies of 4x4.
const ON_4X4: [&str; 3] =
    ["4x4_to_16_discount_0.99", "4x4_to_32_discount_0.99", "4x4_to_64_discount_0.99"];

/// The policies of 3x4.
const ON_3X4: [&str; 2] = ["3x4_to_256", "3x4_to_512"];

/// The policies of formations.
const ON_L3: [&str; 2] = ["L3_to_256", "L3_to_512"];

/// The most bytes of a policy on the page, and of a formation.
const MOST_BYTES: [usize; 2] = [400_000, 5_000_000];

/// The most that games leave a policy: a reader seldom sees another player go on. Games of 3x4
/// spread over so many states that a file of 400 kB cannot hold what most of those to 512 visit.
const MOST_LEFT: [f64; 2] = [0.06, 0.35];

/// Rebuilds a policy from its game and compares it with the committed file.
fn check(name: &str, game: Game, threshold: f64, held: ValuesHeld) {
    let bytes = policy_bytes(name);
    let solution = solved(&game);
    let visits = if threshold > 0.0 { solution.passes().visits().unwrap() } else { 0.0 };
    let options = PackOptions::new(solution.start_return()).values(held);
    let options = options.threshold(threshold, visits);
    let packed = pack(solution.valued_game(), &options, |states| solution.action_values_of(states));
    let packed = packed.unwrap();
    assert!(packed == bytes, "{name}.policy is not the file that `cargo xtask policies` makes");
    let policy = policy(name);
    let error = policy.value_error().unwrap() + 1e-13;
    for board in policy.boards() {
        let (found, exact) = (policy.advise(board).unwrap(), solution.advise(board).unwrap());
        assert_eq!(found.action, exact.action, "{board}");
        assert!(found.value.unwrap().better_by(exact.value.unwrap()).abs() <= error, "{board}");
    }
}

#[test]
fn policies_on_2x2_are_rebuilt() {
    for target in [8, 16, 32] {
        let name = format!("2x2_to_{target}");
        check(&name, reach("2x2", target), 0.0, ValuesHeld::Action);
    }
}

#[test]
fn the_policy_of_3x3_to_256_is_rebuilt() {
    check("3x3_to_256", reach("3x3", 256), 1e-7, ValuesHeld::State);
}

#[test]
fn the_policy_of_4x4_to_16_is_rebuilt() {
    let game = reach("4x4", 16).discounted(0.99).unwrap();
    check(ON_4X4[0], game, 1e-7, ValuesHeld::State);
}

#[test]
fn every_policy_can_be_read_and_is_small() {
    let mut names: Vec<String> = Vec::new();
    for file in fs::read_dir(policies()).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let policy = policy(path.file_stem().unwrap().to_str().unwrap());
        let game = policy.game();
        let most = MOST_BYTES[usize::from(game.shape().has_locked())];
        assert!(bytes.len() <= most, "{} has {} bytes", path.display(), bytes.len());
        let discount = match game.discount() {
            Discount::NONE => String::new(),
            discount => format!("_discount_{}", discount.get()),
        };
        names.push(format!("{}{discount}.policy", game.name()));
        assert_eq!(path.file_name().unwrap().to_string_lossy(), names[names.len() - 1]);
        assert_eq!(policy.bytes(), bytes.len());
        let left = policy.header().coverage.leave_probability;
        let most = MOST_LEFT[usize::from(game.shape() == Shape::new(3, 4).unwrap())];
        assert!(left <= most, "{}: {left}", path.display());
        assert_eq!(policy.boards().count() as u64, policy.header().states);
    }
    names.sort();
    let small = ["2x2_to_16", "2x2_to_32", "2x2_to_8", "3x3_to_1024", "3x3_to_256", "3x3_to_512"];
    let expected = small.into_iter().chain(ON_3X4).chain(ON_4X4).chain(ON_L3);
    let expected = expected.map(|name| format!("{name}.policy"));
    assert!(names.iter().cloned().eq(expected), "{names:?}");
}

#[test]
fn games_leave_the_policies_as_often_as_stated() {
    let on_3x3 = ["3x3_to_256", "3x3_to_512", "3x3_to_1024"];
    for name in on_3x3.into_iter().chain(ON_3X4).chain(ON_L3).chain(ON_4X4) {
        let policy = policy(name);
        let games = 4_000;
        let left = (0..games)
            .filter(|&seed| {
                let replay = Replay::play(policy.game(), policy, seed.into());
                replay.outcome == Outcome::OffPolicy
            })
            .count();
        let stated = policy.header().coverage.leave_probability;
        let share = left as f64 / f64::from(games);
        let error = (stated * (1.0 - stated) / f64::from(games)).sqrt();
        assert!((share - stated).abs() <= 4.0 * error, "{name}: {share}, stated {stated}");
    }
}
