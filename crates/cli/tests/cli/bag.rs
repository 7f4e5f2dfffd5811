use serde_json::{Value, json};

use crate::{TestFolder, close, number};

#[test]
fn figures_to_2048_are_printed() {
    let folder = TestFolder::new();
    let result = folder.json("bag --target 2048");
    assert_eq!((&result["states"], &result["absorbing"]), (&json!(3487), &json!(26)));
    close(&result, "mean_moves", 938.8099, 5e-5);
    close(&result, "variance", 69.4767, 5e-5);
    let range = ["min_moves", "median_moves", "max_moves", "most_tiles"];
    assert_eq!(range.map(|name| result[name].as_u64().unwrap()), [519, 939, 1032, 11]);
    assert_eq!(result["absorbed"][0]["tiles"], json!([2, 2, 8, 8, 2048]));
    close(&result["absorbed"][0], "probability", 0.3479, 5e-5);
    assert_eq!(result["absorbed"].as_array().unwrap().len(), 26);
    // The article has 15 last bags of at least one game in a thousand.
    let likely = result["absorbed"].as_array().unwrap().iter();
    assert_eq!(likely.filter(|row| number(row, "probability") >= 1e-3).count(), 15);
    close(&result, "mean_transitions", 939.8099, 5e-5);
    assert!((result["log10_of_extremes"][0].as_f64().unwrap() + 512.0).abs() < 1e-9);
    assert_eq!(result["sums"][0]["sum"], 2066);
    assert_eq!(result["start"][1]["tiles"], json!([2, 4]));
    let text = folder.text("bag --target 2048");
    for part in [
        "states                  3,487 with the empty bag, of which 26 absorbing\n",
        "fewest / median / most  519 / 939 / 1032\n",
        "\n {2, 2, 8, 8, 2048}      34.79 %\n",
        "probability of these    10⁻⁵¹² / / 1.4 × 10⁻⁴⁷\n",
        "There are 11 more last bags: --json prints them. --out ",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let text = folder.text("bag --target 8 --spawn-four 0.000001");
    assert!(text.contains("a 4 with probability 0.000001\n"), "{text}");
}

#[test]
fn the_chain_and_its_matrix_are_drawn_and_few_moves_have_their_probability() {
    let folder = TestFolder::new();
    let command = "bag --target 2048 --moves 927";
    for (drawing, part) in [("chain", "3,487 bags. Each column"), ("matrix", "3,487 of 3,487")] {
        let result = folder.json(&format!("{command} --drawing {drawing} --out a.svg"));
        close(&result["at_most"], "probability", 0.0887, 5e-5);
        let text = folder.read_text("a.svg");
        assert!(text.starts_with("<svg") && text.contains(part), "{drawing}");
        assert_eq!((&result["file"], &result["bytes"]), (&json!("a.svg"), &json!(text.len())));
        assert!(result["outcomes"].is_array());
    }
    folder.refuse("bag --target 64 --drawing chain", "the following required arguments");
    let text = folder.text(command);
    assert!(text.contains("moves or fewer          927, in 8.87 % of games\n"), "{text}");
    assert_eq!(folder.json("bag --target 64 --moves 1")["at_most"]["probability"], 0.0);
}

#[test]
fn the_distribution_is_written_as_csv() {
    let folder = TestFolder::new();
    let result = folder.json("bag --target 64 --spawn-four 0.5 --out moves.csv");
    assert_eq!(result["outcomes"], Value::Null);
    let text = folder.read_text("moves.csv");
    assert_eq!(result["bytes"], text.len() as u64);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("moves,probability,at_least,mixture"));
    let rows = lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect());
    let rows: Vec<Vec<f64>> = rows.collect();
    close(&result, "mean_moves", rows.iter().map(|row| row[0] * row[1]).sum(), 1e-9);
    assert_eq!(number(&result, "min_moves"), rows[0][0]);
    // On standard output it is the same, and what is reported goes to standard error.
    let printed = folder.run("bag --target 64 --spawn-four 0.5 --out -");
    assert_eq!((printed.code, &printed.out), (Some(0), &text));
    assert!(printed.err.contains("mean moves"), "{}", printed.err);
}
