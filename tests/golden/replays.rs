//! The published games are replayed move for move, and policies play like their solutions.

use mdp2048_model::{Outcome, Policy, Replay, ValuedGame};
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_test_support::{oracle_rows, reach, solve};

use crate::policies::policy;
use crate::solved::solved;

/// Returns the letter of an action in the tables.
fn letter(action: Action) -> String {
    action.name()[..1].to_uppercase()
}

/// Plays a game and compares it with its table.
fn check(
    valued_game: &ValuedGame,
    seed: u32,
    (outcome, moves): (Outcome, usize),
    policy: &impl Policy,
) {
    let game = valued_game.game();
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
        let value = step.advice.value.unwrap().get();
        let percent = (value * 100.0).round() / 100.0;
        assert!((percent - row[5].parse::<f64>().unwrap()).abs() < 1e-9, "move {}", row[0]);
    }
    assert_eq!(replay.last.hex(), rows[moves][1]);
    let end = if outcome == Outcome::Won { "win" } else { "lose" };
    assert_eq!(rows[moves][4], end);
}

#[test]
fn solutions_and_packed_policies_replay_the_published_games() {
    let games =
        [(8, 42, (Outcome::Won, 5)), (16, 20, (Outcome::Lost, 6)), (32, 47, (Outcome::Won, 16))];
    for (target, seed, end) in games {
        let game = reach("2x2", target);
        let (solution, policy) = (solve(&game), policy(&game.name()));
        check(solution.valued_game(), seed, end, &solution);
        check(&policy.header().valued_game, seed, end, policy);
    }
}

#[test]
fn the_policy_to_512_plays_like_the_solution_until_a_game_leaves_it() {
    let game = reach("3x3", 512);
    let solution = solved(&game);
    let policy = policy(&game.name());
    let error = policy.value_error().unwrap() * 1.000_001;
    let mut left = 0;
    for seed in 0..200 {
        let whole = Replay::play(&game, solution, seed.into());
        let packed = Replay::play(&game, policy, seed.into());
        if packed.outcome == Outcome::OffPolicy {
            left += 1;
        } else {
            assert_eq!((packed.outcome, packed.last), (whole.outcome, whole.last), "seed {seed}");
        }
        for (packed, whole) in packed.steps.iter().zip(&whole.steps) {
            assert_eq!(packed.board, whole.board, "seed {seed}");
            assert_eq!(packed.advice.action, whole.advice.action, "{}", packed.board);
            let (packed, whole) = (packed.advice.value.unwrap(), whole.advice.value.unwrap());
            assert!(packed.better_by(whole).abs() <= error);
        }
    }
    // 0.86 % of all games leave the policy. That ten or more of 200 games do has a probability of
    // one in ten thousand.
    assert!(left < 10, "{left} of 200 games left the policy");
}
