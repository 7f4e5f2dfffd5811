//! Printed numbers: values in the unit of their objective, probabilities from 0 to 1.

use mdp2048::{Game, Objective, Solution, Solver};
use mdp2048_rules::Action;
use serde_json::Value;

use crate::TestFolder;

/// The fields that are probabilities in games of the win objective.
const PROBABILITIES: [&str; 19] = [
    "probability",
    "at_least",
    "mixture",
    "value",
    "optimum",
    "start_value",
    "result",
    "accuracy",
    "lose_probability",
    "optimum_lose_probability",
    "win_probability",
    "win_rate",
    "rate",
    "mixture_distance",
    "occupancy",
    "occupancy_kept",
    "leave_probability",
    "flow",
    "dropped",
];

/// The names of values and of the probabilities of losing beside them.
const PAIRS: [(&str, &str); 3] = [
    ("value", "lose_probability"),
    ("start_value", "lose_probability"),
    ("optimum", "optimum_lose_probability"),
];

/// The only fields that may be negative: what random tiles change.
const CHANGES: [&str; 2] = ["start_luck", "luck"];

/// Checks that no number of a JSON value is negative, and that values and the probabilities of
/// losing beside them add up to 1.
fn check_units(line: &str, field: &str, value: &Value) {
    match value {
        Value::Object(fields) => {
            for (name, loss) in PAIRS {
                let number = |name| fields.get(name).and_then(Value::as_f64);
                if let Some((value, loss)) = number(name).zip(number(loss)) {
                    assert!((value + loss - 1.0).abs() < 1e-12, "{line}: {value} {loss}");
                }
            }
            fields.iter().for_each(|(name, it)| check_units(line, name, it));
        }
        Value::Array(items) => items.iter().for_each(|it| check_units(line, field, it)),
        Value::Number(found) if !CHANGES.contains(&field) => {
            assert!(found.as_f64().unwrap() >= 0.0, "{line}: {field} is {found}");
        }
        _ => {}
    }
}

/// Checks the probabilities in a JSON value and returns how many there are.
fn check(line: &str, field: &str, value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, it)| check(line, name, it)).sum(),
        Value::Array(items) => items.iter().map(|it| check(line, field, it)).sum(),
        Value::Number(found) if PROBABILITIES.contains(&field) => {
            let found = found.as_f64().unwrap();
            assert!((0.0..=1.0).contains(&found), "{line}: {field} is {found}");
            1
        }
        _ => 0,
    }
}

#[test]
fn printed_probabilities_are_from_zero_to_one() {
    let folder = TestFolder::new();
    let mut checked = 0;
    // Games that are certain to be won, nearly certain, and neither.
    for (board, target) in [("2x2", 8), ("2x3", 32), ("3x3", 32)] {
        let game = format!("--board {board} --target {target}");
        let lines = [
            format!("solve {game} --out s"),
            "pack s --out p".to_owned(),
            "pack s --threshold 1e-3 --out p".to_owned(),
            "inspect p".to_owned(),
            "verify s".to_owned(),
            "play s --seed 1".to_owned(),
            "play p --games 20".to_owned(),
            "evaluate s --objective win".to_owned(),
            "evaluate s --objective win --target 8".to_owned(),
            "evaluate s --objective win --target 32".to_owned(),
            "evaluate s --distribution largest".to_owned(),
            "evaluate s --distribution moves".to_owned(),
            "evaluate s --agent optimal".to_owned(),
            "evaluate s --agent greedy:canonical".to_owned(),
            format!("arena {game} --agents greedy --games 3"),
        ];
        for line in lines {
            checked += check(&format!("{game}: {line}"), "", &folder.json(&line));
        }
        folder.write("game", folder.text("play s --seed 1"));
        checked += check(&game, "", &folder.json("review game s"));
    }
    for line in ["bag --target 8", "bag --target 64", "bag --target 16 --spawn-four 1"] {
        checked += check(line, "", &folder.json(line));
    }
    assert!(checked > 500, "{checked}");
}

/// The games of every objective: certain to be won, nearly certain, and neither.
const GAMES: [(&str, &str, bool); 8] = [
    ("2x2 --target 8", "win", true),
    ("3x3 --target 16", "win", true),
    ("2x3 --target 32", "win", true),
    ("2x2 --target 16", "win", true),
    ("2x2 --target 16 --discount 0.9", "win", false),
    ("2x2 --target 8", "fewest", false),
    ("2x2", "score", false),
    ("2x2 --target 16", "moves", false),
];

#[test]
fn no_printed_value_is_minus_something() {
    let folder = TestFolder::new();
    for (game, objective, has_losses) in GAMES {
        folder.text(&format!("solve --board {game} --objective {objective} --out s"));
        folder.text("pack s --out p");
        let replay = folder.text("play s --seed 1");
        folder.write("game", &replay);
        let first = replay.lines().find_map(|line| line.trim_start().strip_prefix("1  ")).unwrap();
        let position = first.split("  ").next().unwrap().replace(' ', "_");
        for line in [
            format!("solve --board {game} --objective {objective} --out s"),
            "inspect s".to_owned(),
            "inspect p".to_owned(),
            "verify s".to_owned(),
            "verify p --against s".to_owned(),
            "play s --seed 1".to_owned(),
            "play p --games 5".to_owned(),
            "review game s".to_owned(),
            format!("query s --position {position}"),
            format!("query p --position {position}"),
            format!("evaluate s --objective {objective}"),
            "evaluate s --agent optimal".to_owned(),
        ] {
            let of = format!("{game} {objective}: {line}");
            let found = folder.json(&line);
            check_units(&of, "", &found);
            let text = folder.text(&line);
            let words = text.split_whitespace().map(|word| word.trim_start_matches('('));
            let is_number =
                |word: &str| word.starts_with('-') && word[1..].starts_with(char::is_numeric);
            // Luck and mistakes have their sign.
            let is_change = line.starts_with("review");
            assert!(is_change || !words.clone().any(is_number), "{of}: {text}");
            if line.starts_with("query") || line.starts_with("play s") {
                let text = found.to_string();
                assert_eq!(text.contains("lose_probability"), has_losses, "{of}: {text}");
            }
        }
        folder.text("export s --format csv --out t");
        let table = folder.read_text("t");
        let header = table.lines().next().unwrap();
        assert_eq!(header.contains(",loss,left_loss,"), has_losses, "{header}");
        assert!(!table.contains(",-"), "{game} {objective}");
    }
}

#[test]
fn no_value_of_the_library_is_minus_something() {
    let of = |board: (u8, u8), target, objective| {
        let game = Game::builder().board(board.0, board.1).objective(objective);
        Solver::new(&game.target(target).build().unwrap()).solve().unwrap()
    };
    let check = |solution: &Solution| {
        let is_right = |value: mdp2048::Value| {
            value.get() >= 0.0
                && value.loss().is_none_or(|loss| {
                    (0.0..=1.0).contains(&loss) && (value.get() + loss - 1.0).abs() < 1e-15
                })
        };
        assert!(is_right(solution.start_value()));
        for row in solution.rows().unwrap() {
            let row = row.unwrap();
            let of_actions = Action::ALL.map(|action| row.action_values.get(action));
            assert!(is_right(row.value) && of_actions.into_iter().flatten().all(is_right));
            assert!(Action::ALL.iter().all(|&it| row.action_values.regret(it) >= Some(0.0)
                || row.action_values.get(it).is_none()));
        }
        let own = solution.passes().evaluate(Objective::Moves, None, 1.0);
        assert!(own.unwrap().get() > 0.0);
    };
    check(&of((3, 3), 16, Objective::Win));
    check(&of((2, 2), 16, Objective::Win));
    check(&of((2, 3), 16, Objective::Fewest));
    check(&of((2, 2), 16, Objective::Score));
}
