//! The published games replay move for move, and policies play as their solutions do.

use std::fs;

use mdp2048_model::{Game, Outcome, Policy, Replay};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_test_support::{oracle_rows, reach, solve};

use crate::policies;

fn letter(action: Action) -> String {
    action.name()[..1].to_uppercase()
}

fn check(game: &Game, seed: u32, outcome: Outcome, moves: usize, policy: &impl Policy) {
    let replay = Replay::play(game, policy, seed.into());
    assert_eq!((replay.outcome, replay.steps.len()), (outcome, moves), "{game}, seed {seed}");
    let rows = oracle_rows(&format!("replay_{}_seed{seed}.csv", game.name()));
    assert_eq!(rows.len(), moves + 1);
    for (step, row) in replay.steps.iter().zip(&rows) {
        let (state, symmetry) = CanonicalState::of(step.board);
        assert_eq!(step.board.hex(), row[1], "{game}, move {}", row[0]);
        assert_eq!(state.board().hex(), row[2]);
        assert_eq!(letter(symmetry.action(step.advice.action)), row[3]);
        assert_eq!(letter(step.advice.action), row[4]);
        let percent = (step.advice.value.unwrap() * 100.0).round() / 100.0;
        assert!((percent - row[5].parse::<f64>().unwrap()).abs() < 1e-9, "move {}", row[0]);
    }
    assert_eq!(replay.last.hex(), rows[moves][1]);
    let end = if outcome == Outcome::Won { "win" } else { "lose" };
    assert_eq!(rows[moves][4], end);
}

#[test]
fn published_games_from_the_solution_and_from_the_packed_policy() {
    let games = [(8, 42, Outcome::Won, 5), (16, 20, Outcome::Lost, 6), (32, 47, Outcome::Won, 16)];
    for (target, seed, outcome, moves) in games {
        let game = reach("2x2", target);
        check(&game, seed, outcome, moves, &solve(&game));
        let bytes = fs::read(policies().join(format!("2x2_to_{target}.policy"))).unwrap();
        check(&game, seed, outcome, moves, &PackedPolicy::from_bytes(&bytes).unwrap());
    }
}

#[test]
fn the_policy_to_512_plays_as_the_solution_until_it_is_left() {
    let game = reach("3x3", 512);
    let solution = solve(&game);
    let bytes = fs::read(policies().join("3x3_to_512.policy")).unwrap();
    let policy = PackedPolicy::from_bytes(&bytes).unwrap();
    let error = policy.value_error().unwrap() * 1.000_001;
    let mut left = 0;
    for seed in 0..200 {
        let whole = Replay::play(&game, &solution, seed.into());
        let packed = Replay::play(&game, &policy, seed.into());
        if packed.outcome == Outcome::OffPolicy {
            left += 1;
        } else {
            assert_eq!((packed.outcome, packed.last), (whole.outcome, whole.last), "seed {seed}");
        }
        for (packed, whole) in packed.steps.iter().zip(&whole.steps) {
            assert_eq!(packed.board, whole.board, "seed {seed}");
            assert_eq!(packed.advice.action, whole.advice.action, "{}", packed.board);
            let (packed, whole) = (packed.advice.value.unwrap(), whole.advice.value.unwrap());
            assert!((packed - whole).abs() <= error);
        }
    }
    // 0.86 % of games leave: of 200, ten or more would be a chance of one in ten thousand.
    assert!(left < 10, "{left} of 200 games left the policy");
}
