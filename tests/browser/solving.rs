//! Solutions computed in a worker equal the native ones bit for bit.

use anyhow::{Result, ensure};
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};
use serde_json::{Value, json};

#[tokio::test]
async fn solutions_of_a_worker_equal_the_native_ones() -> Result<()> {
    let page = SolvingPage::open().await?;
    for case in Case::SMALL {
        let name = case.name;
        let expected = Fingerprint::of(&case.solve()?);
        println!("{name}: {expected}");
        let found = page.solve(case).await?.fingerprint;
        ensure!(found == expected, "{name}: {found} in a worker, {expected} natively");
    }
    Ok(())
}

#[tokio::test]
async fn games_that_cannot_be_solved_are_reported() -> Result<()> {
    let page = SolvingPage::open().await?;
    for (game, part) in [
        (json!({ "board": "5x5", "target": 8 }), "5x5"),
        (json!({ "board": "3x3", "target": 2048 }), "2048 cannot be reached on 3x3"),
        (json!({ "board": "4x4", "target": 2048 }), "more boards than can be numbered"),
        (json!({ "board": "4x4", "target": 64 }), "bytes of memory"),
    ] {
        let response = page.solve_json(game).await?;
        let error = response.get("error").and_then(Value::as_str).unwrap_or_default();
        ensure!(error.contains(part), "{response}");
    }
    Ok(())
}
