use serde_json::Value;

use crate::{TestFolder, close, number};

/// Win games and the score game of 2x3, solved.
fn folder() -> TestFolder {
    let folder = TestFolder::new();
    for target in [32, 64] {
        folder.text(&format!("solve --board 2x3 --target {target} --out {target}.solution"));
    }
    folder.text("solve --board 2x3 --objective score --out score.solution");
    folder
}

#[test]
fn policies_are_judged_by_every_objective() {
    let folder = folder();
    for (file, own) in [("32", "win"), ("64", "win"), ("score", "score")] {
        let solved = folder.json(&format!("evaluate {file}.solution --objective {own}"));
        let start = folder.json(&format!("inspect {file}.solution"));
        close(&solved, "value", number(&start, "start_value"), 1e-9);
        assert_eq!(solved["objective"], own);
    }
    let value = |file: &str, judged: &str| {
        number(&folder.json(&format!("evaluate {file}.solution --objective {judged}")), "value")
    };
    assert!(value("64", "win --target 32") < value("32", "win"));
    assert!(value("64", "score") < value("score", "score"));
    assert_eq!(value("32", "win --target 64"), 0.0);
    assert!(value("score", "moves --target 32") < value("score", "moves"));
    assert!(value("32", "win --discount 0.9") < value("32", "win"));
    // A 32 is not certain on 2x3. An 8 is on 3x3, and a policy that maximises the probability of
    // winning makes more moves than necessary.
    let fewest = folder.json("evaluate 32.solution --objective fewest");
    assert_eq!(fewest["value"], Value::Null);
    folder.text("solve --board 3x3 --target 8 --out certain.solution");
    let solved =
        folder.json("solve --board 3x3 --target 8 --objective fewest --out fewest.solution");
    let fewest = number(&solved, "start_value");
    assert!((value("fewest", "fewest") - fewest).abs() < 1e-12);
    let certain = value("certain", "fewest");
    assert!(certain > fewest && certain == value("certain", "moves"), "{certain}");
    for (line, part) in [
        ("32.solution --objective fewest", "fewest moves  none, because winning is not certain\n"),
        (
            "32.solution --objective win --target 64",
            "The policy's own games end with a 32, so before a 64.",
        ),
        (
            "score.solution --objective score",
            "policy          2x3, highest score\njudged by       score\n",
        ),
    ] {
        let text = folder.text(&format!("evaluate {line}"));
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn distributions_have_the_means_of_values() {
    let folder = folder();
    for judged in ["score", "moves"] {
        let value = folder.json(&format!("evaluate score.solution --objective {judged}"));
        let line = format!("evaluate score.solution --distribution {judged}");
        let evaluated = folder.json(&line);
        close(&evaluated, "mean", number(&value, "value"), 1e-9);
        let outcomes = evaluated["outcomes"].as_array().unwrap();
        assert_eq!(outcomes[0]["outcome"], evaluated["least"]);
        // The file has the same numbers.
        let written = folder.json(&format!("{line} --out d.csv"));
        assert_eq!(written["outcomes"], Value::Null);
        let text = folder.read_text("d.csv");
        assert_eq!(written["bytes"], text.len() as u64);
        let (head, rows) = text.split_once('\n').unwrap();
        assert_eq!(head, format!("{judged},probability,at_least"));
        let found: Vec<f64> = rows.split(['\n', ',']).filter_map(|it| it.parse().ok()).collect();
        let fields = ["outcome", "probability", "at_least"];
        let expected = outcomes.iter().flat_map(|row| fields.map(|field| number(row, field)));
        // JSON is read to within a rounding error.
        assert!(found.len() == 3 * outcomes.len());
        assert!(expected.zip(found).all(|(one, other)| (one - other).abs() <= 1e-15 * one));
        assert!(folder.text(&line).contains("of all games  at most\n") || judged == "score");
    }
    let evaluated = folder.json("evaluate 64.solution --distribution largest");
    let last = evaluated["outcomes"].as_array().unwrap().last().unwrap();
    assert_eq!(last["outcome"], 64);
    let value = folder.json("evaluate 64.solution --objective win");
    close(last, "probability", number(&value, "value"), 1e-12);
    let text = folder.text("evaluate 64.solution --distribution largest");
    assert!(text.contains("largest  probability   or more\n"), "{text}");
}

#[test]
fn an_agent_that_cannot_lose_has_a_value_in_fewest_moves() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 16 --objective fewest --out fewest.solution");
    let optimal = folder.json("evaluate fewest.solution --agent optimal");
    close(&optimal, "value", number(&optimal, "optimum"), 1e-14);
    close(&optimal, "mean_moves", number(&optimal, "value"), 1e-14);
    assert_eq!(number(&optimal, "regret"), 0.0);
    close(&optimal, "win_probability", 1.0, 1e-15);
    let text = folder.text("evaluate fewest.solution --agent optimal");
    assert!(text.contains("\nThe agent gives nothing away against the optimum."), "{text}");
}

#[test]
fn means_of_distributions_are_exact_to_rounding() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 128 --out g.solution");
    let found = folder.json("evaluate g.solution --distribution moves");
    let rows = found["outcomes"].as_array().unwrap();
    let total: f64 = rows.iter().map(|row| number(row, "probability")).sum();
    assert!((total - 1.0).abs() < 1e-14, "{:e}", total - 1.0);
    // The sum over all moves is computed in another way.
    let moves = folder.json("evaluate g.solution --objective moves");
    let mean = number(&moves, "value");
    close(&found, "mean", mean, 1e-14 * mean);
    let text = folder.text("evaluate g.solution --distribution moves");
    for part in
        [", relative error below ", " of those kept: at each state, what is rarer than 1e-30"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn agents_have_exact_values_on_solved_games() {
    let folder = folder();
    let evaluate = |line: &str| folder.json(&format!("evaluate {line}"));
    let greedy = evaluate("64.solution --agent greedy");
    let won = number(&greedy, "win_probability");
    let solved = folder.json("inspect 64.solution");
    assert_eq!(greedy["optimum"], solved["start_value"]);
    assert_eq!(greedy["optimum_lose_probability"], solved["lose_probability"]);
    close(&greedy, "value", won, 1e-15);
    close(&greedy, "lose_probability", 1.0 - won, 1e-12);
    close(&greedy, "regret", number(&greedy, "optimum") - won, 1e-12);
    let losses = greedy["layers"].as_array().unwrap().iter().map(|layer| number(layer, "regret"));
    close(&greedy, "regret", losses.sum(), 1e-12);
    // Looking ahead for points is better than taking the most at once.
    let score = evaluate("score.solution --agent expectimax:depth=3:evaluation=points:by-board");
    close(&score, "mean_score", number(&score, "value"), 1e-9);
    let taken = evaluate("score.solution --agent greedy");
    assert!(number(&score, "value") > number(&taken, "value"), "{score}");
    assert!(taken["lose_probability"].is_null());
    let text = folder.text("evaluate 64.solution --agent greedy");
    for part in ["of the optimum", "share of it all"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn the_optimal_agent_plays_solutions_and_policies() {
    let folder = folder();
    folder.text("pack 64.solution --out whole.policy");
    folder.text("pack 64.solution --threshold 0.01 --out part.policy");
    let value = |line: &str| {
        let result = folder.json(&format!("evaluate 64.solution --agent optimal{line}"));
        (number(&result, "value"), number(&result, "optimum"))
    };
    for line in ["", " --policy 64.solution", " --policy whole.policy"] {
        let (value, optimum) = value(line);
        assert!((value - optimum).abs() < 1e-12, "{line}: {value} is not {optimum}");
    }
    // Boards that the policy does not have are played for points.
    let (part, optimum) = value(" --policy part.policy");
    assert!(part < optimum - 1e-4 && part > 0.1 * optimum, "{part}, {optimum}");
    let games = "arena --agents optimal,greedy --board 2x3 --games 200";
    let result = folder.json(&format!("{games} --target 64 --policy whole.policy"));
    let won = |agent: usize| number(&result["agents"][agent]["won"], "rate");
    let error = 4.0 * (optimum * (1.0 - optimum) / 200.0).sqrt();
    assert!((won(0) - optimum).abs() < error && won(0) > won(1), "{result}");
    let plays = folder.json("play whole.policy --games 200");
    assert_eq!(number(&plays, "win_rate"), won(0), "{plays}");
}

/// The head of the table of habits.
const HABITS: [&str; 11] = [
    "largest", "visits", "corner", "edge", "inner", "block", "line", "pairs", "left", "one", "good",
];

#[test]
fn habits_are_shares_of_visits() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 32 --out g.solution");
    let habits = folder.json("evaluate g.solution --habits");
    let rows = habits["rows"].as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| number(row, "largest")).collect::<Vec<_>>(),
        [2.0, 4.0, 8.0, 16.0]
    );
    for row in rows {
        let places: f64 = ["corner", "edge", "inner"].iter().map(|place| number(row, place)).sum();
        assert!((places - 1.0).abs() < 1e-12, "{row}");
        let shares = |shares: &Value| -> f64 {
            shares.as_array().unwrap().iter().filter_map(Value::as_f64).sum()
        };
        assert!((shares(&row["good_actions"]) - 1.0).abs() < 1e-12, "{row}");
        assert!((shares(&row["cells"][0]) - 1.0).abs() < 1e-12, "{row}");
    }
    let text = folder.text("evaluate g.solution --habits");
    let head = text.lines().find(|line| line.starts_with("largest")).unwrap();
    assert!(head.split_whitespace().eq(HABITS), "{text}");
}
