//! The results on the page of the arena, compared with the files in `docs/arena`.

use std::collections::BTreeMap;
use std::fs;

use mdp2048::AgentPolicy;
use mdp2048_agents::AgentSpec;
use mdp2048_arena::{ArenaGame, KnownResults, known_results};
use mdp2048_test_support::{repository_path, solve};
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

#[test]
fn the_page_of_the_arena_has_the_stored_results_of_every_agent() {
    let results = results();
    let known = |name| known_results(&ArenaGame::named(name).unwrap());
    let KnownResults::Measured(measured) = known("4x4_score") else { panic!("no scores") };
    let KnownResults::Exact(exact) = known("3x3_to_256") else { panic!("no exact results") };
    assert!(measured.is_sorted_by(|one, other| one.mean >= other.mean));
    for game in ["3x3_to_128", "3x3_to_256", "3x3_to_512"] {
        let KnownResults::Exact(players) = known(game) else { panic!("no exact results") };
        let wins = players.iter().map(|it| it.win);
        assert!(wins.is_sorted_by(|one, other| one >= other), "{game}");
        // The search of depth 3 takes long on the largest of these games.
        let mut names = vec!["optimal", "expectimax:depth=2", "minimax:depth=2"];
        names.extend(["expectimax:depth=1", "greedy", "random"]);
        names.extend((game != "3x3_to_512").then_some("expectimax:depth=3:pruned"));
        names.sort_unstable();
        let mut found: Vec<_> = players.iter().map(|it| it.player).collect();
        found.sort_unstable();
        assert_eq!(found, names, "{game}");
    }
    for choice in AgentSpec::choices() {
        let stored = results.get(choice.spec);
        let scores = stored.and_then(|it| it.measured);
        let text = |mean: f64, shares: [f64; 2]| format!("{mean:.0}, {shares:.3?}");
        let scores = scores.map(|(mean, shares)| text(mean, shares));
        let page = measured.iter().find(|it| it.player == choice.spec);
        let page = page.map(|it| text(it.mean as f64, it.shares.map(Option::unwrap)));
        assert_eq!(page, scores, "{}", choice.spec);
        if let Some(win) = stored.and_then(|it| it.exact) {
            let page = exact.iter().find(|it| it.player == choice.spec).unwrap();
            // The reader of JSON may round the last digit.
            assert!((page.win - win).abs() <= 1e-15 * win, "{} {win}", choice.spec);
        }
    }
}

#[test]
fn the_stored_exact_results_are_those_of_the_agents() {
    let game = ArenaGame::named("3x3_to_128").unwrap();
    let KnownResults::Exact(players) = known_results(&game) else { panic!("no exact results") };
    let solution = solve(game.game());
    for name in ["greedy", "random"] {
        let stored = players.iter().find(|it| it.player == name).unwrap();
        let mut agent =
            AgentPolicy::new(&name.parse().unwrap(), game.game(), &Default::default()).unwrap();
        let found = solution.passes().evaluate_policy(&mut agent).unwrap();
        for (stored, found) in
            [(stored.win, found.win), (stored.score, found.score), (stored.moves, found.moves)]
        {
            assert!((stored - found).abs() <= 1e-12 * found, "{name}: {stored} {found}");
        }
    }
}
