//! Text policies: the text is that of FORMAT.md, reading returns what was written, and faults are
//! named.

use mdp2048_model::{Game, Objective, Outcome, PlainSolution, Policy, Replay, Value, Values};
use mdp2048_policy::{
    POLICY, PackedPolicy, TEXT_VALUE_ERROR, TextError, TextFault, TextPolicy, ValuesHeld,
};
use mdp2048_rules::{Action, Board};
use mdp2048_test_support::{game, reach};

use crate::packing::{packed_above, solve};

/// The policy of a solution with the states of at least this occupancy.
fn packed(solution: &PlainSolution, threshold: f64) -> PackedPolicy {
    PackedPolicy::from_bytes(&packed_above(solution, ValuesHeld::None, threshold)).unwrap()
}

/// The text policies of a packed policy, without and with values.
fn texts(solution: &PlainSolution, policy: &PackedPolicy) -> [TextPolicy; 2] {
    let actions = TextPolicy::of(policy).unwrap();
    let values = actions.clone().with_values(|state| solution.value(state)?.finite()).unwrap();
    [actions, values]
}

/// The worked examples of FORMAT.md.
#[test]
fn the_texts_of_2x2_to_8_are_those_of_the_worked_example() {
    let solution = solve("2x2", 8);
    let [actions, values] = texts(&solution, &packed(&solution, 0.0));
    assert_eq!(actions.to_text(), "a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b\n3\n");
    // The value of every state is 100 %.
    let text = "av 100\n0 4  4  4        2  7      i  9 \n1 15 \n2 5  b \n3\n";
    assert_eq!(values.to_text(), text);
}

/// The worked example of FORMAT.md whose states have different values.
#[test]
fn the_text_of_frequent_states_of_2x2_to_16_is_that_of_the_worked_example() {
    let solution = solve("2x2", 16);
    let [_, values] = texts(&solution, &packed(&solution, 0.1));
    let text = "av 96\n0 5  f     95  100   2 97  90 3 100 1o   100 4 100\n\
                1 2e 95  100\n2 6  j 97 4 \n3 32 100\n";
    assert_eq!(values.to_text(), text);
}

#[test]
fn reading_returns_what_was_written() {
    for (board, target) in [("2x2", 8), ("2x2", 16), ("2x2", 32), ("2x3", 64), ("3x3", 16)] {
        let game = reach(board, target);
        let solution = PlainSolution::solve(&game);
        for threshold in [0.0, 1e-4] {
            let packed = packed(&solution, threshold);
            for policy in texts(&solution, &packed) {
                let read = TextPolicy::read(policy.to_text().as_bytes(), &game).unwrap();
                assert_eq!(read, policy, "{game}");
                assert_eq!(read.values(), policy.values());
                assert_eq!(read.states(), packed.header().states);
                assert!(read.boards().eq(packed.boards()));
                check_agreement(&read, &packed, &solution);
                let found = read.leave_probability();
                let stated = packed.header().coverage.leave_probability;
                assert!((found - stated).abs() <= 1e-12, "{game}: {found} {stated}");
                let transfer = read.to_transfer();
                let sent = TextPolicy::from_transfer(&transfer, &game).unwrap();
                assert_eq!((&sent, sent.values()), (&read, read.values()));
                assert_eq!(sent.known_leave_probability(), Some(found));
                let cut = TextPolicy::from_transfer(&transfer[..transfer.len() - 1], &game);
                assert_eq!(
                    cut,
                    Err(POLICY.malformed("a decoded layer has impossible bytes").into())
                );
            }
        }
    }
}

/// Checks that a text policy plays as the packed one, and that its values are within the bound.
fn check_agreement(read: &TextPolicy, packed: &PackedPolicy, solution: &PlainSolution) {
    for board in read.boards() {
        let (found, known) = (read.advise(board).unwrap(), packed.advise(board).unwrap());
        assert_eq!(found.action, known.action, "{board}");
        assert_eq!(found.value.is_some(), read.values() == ValuesHeld::State);
        assert_eq!(found.action_values, None);
        if let Some(value) = found.value {
            let exact = solution.value_at(board).unwrap().get();
            assert!((value.get() - exact).abs() <= read.value_error().unwrap() * (1.0 + 1e-12));
        }
    }
    for seed in 0..100 {
        let game = packed.game();
        let (found, known) =
            (Replay::play(game, read, seed.into()), Replay::play(game, packed, seed.into()));
        assert_eq!((found.outcome, found.last), (known.outcome, known.last), "{game}, seed {seed}");
        assert!(found.boards().eq(known.boards()));
    }
}

#[test]
fn actions_are_in_the_frame_of_the_board() {
    let game = reach("2x2", 8);
    let [policy, _] = texts(&solve("2x2", 8), &packed(&solve("2x2", 8), 0.05));
    let policy = TextPolicy::read(policy.to_text().as_bytes(), &game).unwrap();
    let action = |board: &str| policy.advise(board.parse().unwrap()).map(|advice| advice.action);
    assert_eq!(action("0 0/2 4"), Some(Action::Up));
    assert_eq!(action("4 2/0 0"), Some(Action::Down));
    assert_eq!(action("2 0/0 0"), None);
    assert_eq!(action("0 0 0/0 2 4"), None);
    let outcome = |seed: u32| Replay::play(&game, &policy, seed.into()).outcome;
    assert!((0..100).any(|seed| outcome(seed) == Outcome::OffPolicy));
}

#[test]
fn variants_of_published_files_are_read() {
    let game = reach("2x2", 8);
    let plain = TextPolicy::read(b"a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b\n3\n", &game).unwrap();
    for same in [
        // Without the line of an action that no state has, as the published program writes it.
        "a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b\n",
        "a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b",
        "a\r\n0 4 4 4    2 7   i 9\r\n1 15\r\n2 5 b\r\n",
        "a\n2 5 b\n1 15\n0 4 4 4 1 1 1 02 7 1 1 I 9",
    ] {
        assert_eq!(TextPolicy::read(same.as_bytes(), &game).unwrap(), plain, "{same}");
    }
}

#[test]
fn each_fault_has_its_own_message() {
    let game = reach("2x2", 8);
    let error = |text: &str| TextPolicy::read(text.as_bytes(), &game).unwrap_err();
    let check = |text: &str, message: &str| {
        let found = error(text).to_string();
        assert!(found.starts_with(message), "{text:?}: {found}");
        assert_eq!(found.lines().count(), 1);
    };
    for text in ["", "b\n0 4", "av\n0 4 ", "a 1\n0 4", "aa\n0 4", "A\n0 4", "<!doctype html>"] {
        assert_eq!(error(text), TextError::NotAText, "{text}");
        assert!(!TextPolicy::is_text(text.as_bytes()));
    }
    for text in ["a", "a\n", "av 5", "a\n0\n1\n2\n3\n", "a\n\n"] {
        assert_eq!(error(text), TextError::Empty, "{text}");
        assert!(TextPolicy::is_text(text.as_bytes()));
    }
    for text in ["av \n0 4 ", "av 101\n0 4 ", "av -1\n0 4 ", "av 1.5\n0 4 ", "av 0100\n0 4 "] {
        check(text, "line 1 of the text policy: '");
    }
    for text in ["a\n4 4", "a\n 4", "a\n00 4", "a\n0 4\n\n1 15", "a\nleft 4"] {
        check(text, &format!("line {}", if text.contains("\n\n") { 3 } else { 2 }));
        assert!(error(text).to_string().contains("is not an action: lines begin with 0, 1, 2"));
    }
    check("a\n0 4\n0 8", "line 3 of the text policy: left has a line already");
    check("a\n0 4 -4", "line 2, state 2 of the text policy: '-4' is not a difference of states");
    check("a\n0 4 \u{e9}", "line 2, state 2 of the text policy: '\u{e9}' is not a difference");
    check("a\n0 \t4", "line 2, state 1 of the text policy: '\\t4' is not a difference of states");
    check("a\n0 4 29", "line 2, state 2 of the text policy: its number is too large for 2x2 to 8");
    for large in ["zzzzzzzzzzzzzzzzzzzzzz", "3w5e11264sgsf 3w5e11264sgsf", &"z".repeat(500)] {
        check(&format!("a\n0 {large}"), "line 2, state ");
        assert!(error(&format!("a\n0 {large}")).to_string().contains(": its number is too large"));
    }
    check("a\n0 4 2", "line 2, state 2 of the text policy: 0 0/4 0 is not canonical in 2x2 to 8:");
    check("a\n0 0", "line 2, state 1 of the text policy: left is not allowed on 0 0/0 0 in 2x2");
    check("a\n0 5", "line 2, state 1 of the text policy: left is not allowed on 0 0/2 4");
    check("a\n0 1g", "line 2, state 1 of the text policy: left is not allowed on 2 4/4 2");
    check("a\n0 4 0", "line 2, state 2 of the text policy: 0 0/2 2 occurs twice");
    check("a\n0 4\n1 4", "line 3, state 1 of the text policy: 0 0/2 2 occurs twice");
    check("av 7\n0 4", "line 2, state 1 of the text policy: it has no value");
    for value in ["101", "-1", "7.5", "x", "1000"] {
        check(
            &format!("av 7\n0 4 {value}"),
            &format!("line 2, state 1 of the text policy: '{value}' is not a percentage"),
        );
    }
}

/// A text of 2x2 to 32 is well formed as one of 3x2 to 32, on which games leave it.
#[test]
fn a_text_that_games_of_the_board_leave_is_refused() {
    let solution = solve("2x2", 32);
    for policy in texts(&solution, &packed(&solution, 0.0)) {
        let read = TextPolicy::read(policy.to_text().as_bytes(), &reach("3x2", 32));
        let error = read.unwrap_err();
        let message = error.to_string();
        assert!(message.ends_with("it fits 2x2 to 32: give that board and target"), "{message}");
        let TextError::OtherGame { leave_probability, fitting, .. } = error else { panic!() };
        assert_eq!(fitting, [*policy.game()]);
        assert!(leave_probability > 0.05, "{leave_probability}");
    }
}

/// Whatever the threshold, a text is read as its own game and as no other.
#[test]
fn texts_of_every_threshold_fit_their_own_game_only() {
    let games = [("2x2", 8), ("2x2", 16), ("2x2", 32), ("2x3", 32), ("3x2", 16)];
    for (board, target) in games {
        let solution = solve(board, target);
        for threshold in [0.0, 1e-4, 0.02] {
            let [policy, _] = texts(&solution, &packed(&solution, threshold));
            let text = policy.to_text();
            let read = TextPolicy::read(text.as_bytes(), policy.game());
            assert_eq!(read.as_ref(), Ok(&policy), "{board} to {target}, {threshold}");
            for other in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
                for exponent in 3..7 {
                    if (other, 1 << exponent) == (board, target) {
                        continue;
                    }
                    let Ok(shape) = other.parse() else { continue };
                    let Ok(other) = Game::reach(shape, 1 << exponent) else { continue };
                    let read = TextPolicy::read(text.as_bytes(), &other);
                    assert!(read.is_err(), "{board} to {target}, {threshold}, as {other}");
                }
            }
        }
    }
}

#[test]
fn a_half_is_rounded_up_though_rounding_made_it_smaller() {
    let policy = TextPolicy::of(&packed(&solve("2x2", 16), 0.0)).unwrap();
    for (value, percent) in [(0.125, 13), (0.125 * (1.0 - 4e-16), 13), (0.125 - 1e-11, 12)] {
        let text = policy.clone().with_values(|_| Some(value)).unwrap().to_text();
        assert!(text.starts_with(&format!("av {percent}\n")), "{value}");
    }
    // The exact value of this state is a half.
    let game = game("3x2", Objective::Win, Some(64), 1.0, 0.3);
    let solution = PlainSolution::solve(&game);
    let board = Board::from_key(game.shape(), 0x01_3145).unwrap();
    let value = 100.0 * solution.value_at(board).unwrap().get();
    let half = value.floor() + 0.5;
    assert!((value - half).abs() < 1e-11, "{value}");
    let [_, text] = texts(&solution, &packed(&solution, 0.0));
    let held = text.advise(board).and_then(|advice| advice.value);
    assert_eq!(held.map(Value::get), Some((half + 0.5) / 100.0));
}

#[test]
fn values_that_are_no_percentages_are_refused() {
    let game = game("2x2", Objective::Score, Some(16), 1.0, 0.1);
    let solution = PlainSolution::solve(&game);
    let policy = packed(&solution, 0.0);
    let objective = TextError::Game { game: Box::new(game) };
    assert_eq!(TextPolicy::of(&policy), Err(objective.clone()));
    assert_eq!(TextPolicy::read(b"a\n0 5", &game), Err(objective));
    let solution = solve("2x2", 16);
    let policy = TextPolicy::of(&packed(&solution, 0.0)).unwrap();
    for value in [None, Some(f64::NAN), Some(-0.1), Some(1.1)] {
        let error = policy.clone().with_values(|_| value).unwrap_err();
        assert!(matches!(error, TextError::Value { .. }));
    }
    let halves = policy.with_values(|_| Some(0.125)).unwrap();
    assert!(halves.to_text().starts_with("av 13\n"));
    assert_eq!(halves.value_error(), Some(TEXT_VALUE_ERROR));
    let cut = TextPolicy::read(b"av 13\n0 5 9 5", &reach("2x2", 16)).unwrap_err();
    assert!(matches!(cut, TextError::Entry { fault: TextFault::NoValue, .. }));
}
