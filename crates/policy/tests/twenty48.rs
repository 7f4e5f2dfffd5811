//! The published player's text format is as FORMAT.md says, and comes back as it went in.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use mdp2048_model::{Game, Objective, Outcome, PlainSolution, Policy, Replay, Values};
use mdp2048_policy::{
    PackOptions, PackedPolicy, TEXT_VALUE_ERROR, TextError, TextFault, TextPolicy, ValuesHeld, pack,
};
use mdp2048_rules::{Action, CanonicalState};

fn reach(board: &str, target: u32) -> Game {
    Game::reach(board.parse().unwrap(), target).unwrap()
}

/// The policy of a solution with the states that a threshold keeps, packed and read.
fn packed(solution: &PlainSolution, threshold: f64) -> PackedPolicy {
    let game = solution.game();
    let options = PackOptions {
        threshold,
        ..PackOptions::all(game, ValuesHeld::None, solution.start_value())
    };
    let bytes = pack(game, &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    });
    PackedPolicy::from_bytes(&bytes.unwrap()).unwrap()
}

/// The same as text, without and with values.
fn texts(solution: &PlainSolution, policy: &PackedPolicy) -> [TextPolicy; 2] {
    let actions = TextPolicy::of(policy).unwrap();
    let values = actions.clone().with_values(|state| solution.value(state)).unwrap();
    [actions, values]
}

/// The worked examples of FORMAT.md.
#[test]
fn the_texts_of_2x2_to_8() {
    let solution = PlainSolution::solve(&reach("2x2", 8));
    let [actions, values] = texts(&solution, &packed(&solution, 0.0));
    assert_eq!(actions.to_text(), "a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b\n3\n");
    // Every state is sure to win.
    let text = "av 100\n0 4  4  4        2  7      i  9 \n1 15 \n2 5  b \n3\n";
    assert_eq!(values.to_text(), text);
}

/// The worked example of FORMAT.md with different values.
#[test]
fn the_text_of_the_start_of_2x2_to_16() {
    let solution = PlainSolution::solve(&reach("2x2", 16));
    let [_, values] = texts(&solution, &packed(&solution, 0.1));
    let text = "av 96\n0 5  f     95  100   2 97  90 3 100 1o   100 4 100\n\
                1 2e 95  100\n2 6  j 97 4 \n3 32 100\n";
    assert_eq!(values.to_text(), text);
}

#[test]
fn what_is_written_is_read() {
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
                agrees(&read, &packed, &solution);
                let found = read.leave_probability();
                let stated = packed.header().coverage.leave_probability;
                assert!((found - stated).abs() <= 1e-12, "{game}: {found} {stated}");
            }
        }
    }
}

/// Checks that a text policy plays as the packed one, and that its values are near enough.
fn agrees(read: &TextPolicy, packed: &PackedPolicy, solution: &PlainSolution) {
    for board in read.boards() {
        let (found, known) = (read.advise(board).unwrap(), packed.advise(board).unwrap());
        assert_eq!(found.action, known.action, "{board}");
        assert_eq!(found.value.is_some(), read.values() == ValuesHeld::State);
        assert_eq!(found.action_values, None);
        if let Some(value) = found.value {
            let exact = solution.value(CanonicalState::of(board).0).unwrap();
            assert!((value - exact).abs() <= read.value_error().unwrap() * (1.0 + 1e-12));
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
fn boards_as_shown_get_actions_in_their_frame() {
    let game = reach("2x2", 8);
    let policy = TextPolicy::read(b"a\n2 5", &game).unwrap();
    let action = |board: &str| policy.advise(board.parse().unwrap()).map(|advice| advice.action);
    assert_eq!(action("0 0/2 4"), Some(Action::Up));
    assert_eq!(action("4 2/0 0"), Some(Action::Down));
    assert_eq!(action("2 0/0 0"), None);
    assert_eq!(action("0 0 0/0 2 4"), None);
    assert_eq!(Replay::play(&game, &policy, 1.into()).outcome, Outcome::OffPolicy);
}

#[test]
fn what_published_files_may_look_like_is_read() {
    let game = reach("2x2", 8);
    let plain = TextPolicy::read(b"a\n0 4 4 4    2 7   i 9\n1 15\n2 5 b\n3\n", &game).unwrap();
    for same in [
        // Without the line of an action that no state takes, as the published program writes it.
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
    check("a\n0 4\n0 8", "line 3 of the text policy: there is a line for left already");
    check("a\n0 4 -4", "line 2, state 2 of the text policy: '-4' is not a difference of states");
    check("a\n0 4 \u{e9}", "line 2, state 2 of the text policy: '\u{e9}' is not a difference");
    check("a\n0 \t4", "line 2, state 1 of the text policy: '\\t4' is not a difference of states");
    check("a\n0 4 29", "line 2, state 2 of the text policy: it is beyond the boards of 2x2 to 8");
    for large in ["zzzzzzzzzzzzzzzzzzzzzz", "3w5e11264sgsf 3w5e11264sgsf", &"z".repeat(500)] {
        check(&format!("a\n0 {large}"), "line 2, state ");
        assert!(error(&format!("a\n0 {large}")).to_string().contains(": it is beyond the boards"));
    }
    check("a\n0 4 2", "line 2, state 2 of the text policy: 0 0/4 0 is not canonical in 2x2 to 8:");
    check("a\n0 0", "line 2, state 1 of the text policy: left is not allowed on 0 0/0 0 in 2x2");
    check("a\n0 5", "line 2, state 1 of the text policy: left is not allowed on 0 0/2 4");
    check("a\n0 1g", "line 2, state 1 of the text policy: left is not allowed on 2 4/4 2");
    check("a\n0 4 0", "line 2, state 2 of the text policy: 0 0/2 2 is there twice");
    check("a\n0 4\n1 4", "line 3, state 1 of the text policy: 0 0/2 2 is there twice");
    check("av 7\n0 4", "line 2, state 1 of the text policy: it has no value");
    for value in ["101", "-1", "7.5", "x", "1000"] {
        check(
            &format!("av 7\n0 4 {value}"),
            &format!("line 2, state 1 of the text policy: '{value}' is not a percentage"),
        );
    }
}

#[test]
fn a_text_read_as_another_game_is_refused() {
    let solution = PlainSolution::solve(&reach("2x2", 16));
    for policy in texts(&solution, &packed(&solution, 0.0)) {
        for other in [reach("2x2", 8), reach("2x2", 32), reach("2x3", 16), reach("3x3", 16)] {
            let error = TextPolicy::read(policy.to_text().as_bytes(), &other).unwrap_err();
            assert!(error.to_string().contains("the target that the file is for"), "{error}");
        }
    }
}

#[test]
fn what_percentages_cannot_tell_is_refused() {
    let game = Game::new("2x2".parse().unwrap(), Objective::Score, Some(16), 1.0, 0.1).unwrap();
    let solution = PlainSolution::solve(&game);
    let policy = packed(&solution, 0.0);
    let objective = TextError::Objective { game: Box::new(game) };
    assert_eq!(TextPolicy::of(&policy), Err(objective.clone()));
    assert_eq!(TextPolicy::read(b"a\n0 5", &game), Err(objective));
    let solution = PlainSolution::solve(&reach("2x2", 16));
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
