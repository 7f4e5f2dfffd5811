//! The table of results on the page of the arena, made from the files in `docs/arena`.

use std::collections::BTreeMap;
use std::fs;

use mdp2048_agents::AgentSpec;
use mdp2048_display::count;
use mdp2048_test_support::repository_path;
use serde_json::Value;

/// What is known of an agent: its mean score, the shares of its games that make the tiles of the
/// table, and its exact probability of winning 3x3 to 256.
#[derive(Default)]
struct Results {
    measured: Option<(f64, [f64; 2])>,
    exact: Option<f64>,
}

/// The results in all files, by agent.
fn results() -> BTreeMap<String, Results> {
    let mut results = BTreeMap::<String, Results>::new();
    for entry in fs::read_dir(repository_path("docs/arena")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        // Games with another target or other random tiles are not those of the table.
        let is_real = |file: &Value| file["game"] == "4x4, highest score";
        for it in file["agents"].as_array().filter(|_| is_real(&file)).into_iter().flatten() {
            let share = |tile: &str| it["reached"][tile]["rate"].as_f64().unwrap_or(0.0);
            let shares = ["2048", "32768"].map(share);
            let mean = it["mean_score"].as_f64().unwrap();
            results.entry(it["name"].as_str().unwrap().to_owned()).or_default().measured =
                Some((mean, shares));
        }
        for it in file.as_array().into_iter().flatten() {
            // Of two optimal policies, the one that wins most comes first.
            let win = it["win_probability"].as_f64().unwrap();
            let result = results.entry(it["agent"].as_str().unwrap().to_owned()).or_default();
            result.exact.get_or_insert(win);
        }
    }
    results
}

/// A share in per cent, with one decimal where it is not whole.
fn percent(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[test]
fn the_table_of_the_arena_has_the_stored_results_of_every_agent() {
    let results = results();
    let mut rows: Vec<_> = AgentSpec::choices()
        .filter_map(|choice| Some((choice.name, results.get(choice.spec)?)))
        .collect();
    let order =
        |result: &Results| (result.measured.map_or(0.0, |it| it.0), result.exact.unwrap_or(0.0));
    rows.sort_by(|(_, one), (_, other)| order(other).partial_cmp(&order(one)).unwrap());
    let table: String = rows
        .iter()
        .map(|(name, Results { measured, exact })| {
            let mean = measured.map_or(String::new(), |(mean, _)| count(mean.round() as u64));
            let shares = measured.map_or([const { String::new() }; 2], |it| it.1.map(percent));
            let exact = exact.map_or(String::new(), |win| match 100.0 * win {
                small @ ..0.01 if small > 0.0 => "&lt;&nbsp;0.01".to_owned(),
                percent => format!("{percent:.2}"),
            });
            let cells: String =
                shares.iter().chain([&exact]).map(|cell| format!("<td>{cell}</td>")).collect();
            format!("<tr><th scope=\"row\">{name}</th><td>{mean}</td>{cells}</tr> ")
        })
        .collect();
    let page = fs::read_to_string(repository_path("index.html")).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ").replace("> <td", "><td");
    assert!(page.contains(table.trim_end()), "the rows in index.html should be {table}");
}
