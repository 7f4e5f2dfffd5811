//! `mdp2048 calibrate`, and the committed calibration of the agent `learned`.

use std::fs;
use std::path::PathBuf;

use mdp2048_agents::{RATIO_SUMS, calibrated_points};
use mdp2048_rules::TileSum;
use serde_json::Value;

use crate::{TestFolder, number};

fn committed(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/arena");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn json(name: &str) -> Value {
    serde_json::from_str(&committed(name)).unwrap()
}

#[test]
fn expected_scores_are_compared_with_scores() {
    let folder = TestFolder::new();
    let run = "calibrate --games 6 --after 100,300,90000";
    let result = folder.json(&format!("{run} --out scores.csv --chart chart.svg"));
    let rows = result["after"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{result}");
    for row in rows {
        assert_eq!(row["games"], 6);
        for side in ["network", "corrected"] {
            let side = &row[side];
            let difference = number(row, "observed") - number(side, "predicted");
            assert!((number(side, "difference") - difference).abs() < 1e-6, "{row}");
            let (low, high) = (&side["interval"][0], &side["interval"][1]);
            let agrees = low.as_f64().unwrap() <= 0.0 && high.as_f64().unwrap() >= 0.0;
            assert_eq!(side["agrees"], agrees);
            assert_eq!(side["bins"].as_array().unwrap().len(), 5);
        }
    }
    let tile = &result["next_tiles"][0];
    assert_eq!((&tile["tile"], &tile["games"]), (&512.into(), &6.into()), "{result}");
    let scores = fs::read_to_string(folder.path().join("scores.csv")).unwrap();
    assert_eq!(scores.lines().count(), 1 + 12);
    let chart = fs::read_to_string(folder.path().join("chart.svg")).unwrap();
    assert!(chart.contains("after 300 moves") && chart.contains("</svg>"), "{chart}");
    assert!(folder.text(run).contains("corrected"));

    let ratios = folder.json("calibrate --games 3 --every 200");
    let first = &ratios["ratios"][0];
    assert!(first["tile_sum"] == 0 && number(first, "ratio") > 0.1, "{ratios}");
    assert!(folder.text("calibrate --games 1 --every 500").contains("times the expected points"));
    folder.refuse(
        "calibrate --agent greedy",
        "the agent greedy expects no score after a number of plies: choose learned:plies=1",
    );
    folder.refuse("calibrate --every 0", "invalid value '0' for '--every <MOVES>'");
    folder.refuse("calibrate --after few", "invalid value 'few' for '--after <MOVES>'");
}

#[test]
fn committed_expected_scores_are_those_of_the_agent() {
    for (plies, games) in [(1, 8), (2, 2)] {
        let folder = TestFolder::new();
        let name = format!("calibration-{plies}-plies");
        let (committed, summary) =
            (committed(&format!("{name}.csv")), json(&format!("{name}.json")));
        let seed = &summary["first_seed"];
        folder.text(&format!(
            "calibrate --agent learned:plies={plies} --games {games} --seed {seed} --out again.csv"
        ));
        let again = fs::read_to_string(folder.path().join("again.csv")).unwrap();
        assert!(committed.starts_with(&again), "{name}");
        for row in summary["after"].as_array().unwrap() {
            let moves = row["moves"].to_string();
            let (mut scores, mut count) = (0.0, 0);
            for line in committed.lines() {
                let fields: Vec<&str> = line.split(',').collect();
                if fields[2] == moves {
                    scores += fields[6].parse::<f64>().unwrap();
                    count += 1;
                }
            }
            assert_eq!(row["games"], count);
            assert!((number(row, "observed") - scores / f64::from(count)).abs() < 1e-6, "{row}");
            // At two plies the corrected scores are too low, by more than chance explains easily.
            assert_eq!(row["corrected"]["agrees"], plies == 1, "{name}: {moves}");
        }
    }
}

#[test]
fn the_correction_is_what_followed() {
    let mut checked = 0;
    for line in committed("calibration-ratios.csv").lines().skip(1) {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        let [plies, sum, ratio] = fields[..] else { panic!("{line}") };
        let corrected = calibrated_points(1e6, TileSum::new(sum as u32), plies as u32) / 1e6;
        assert!((corrected - ratio).abs() < 1e-6, "{line}: {corrected}");
        checked += 1;
    }
    assert_eq!(checked, 2 * RATIO_SUMS.len());
}
