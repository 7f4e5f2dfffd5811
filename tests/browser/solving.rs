//! Solutions computed in a worker equal the native ones bit for bit.

use anyhow::{Context as _, Result, ensure};
use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_model::{Game, Objective, PlainSolution, RestOfGame};
use mdp2048_rules::{Board, Shape};
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};
use serde_json::{Value, json};

#[tokio::test]
async fn a_worker_solves_and_counts_as_natively_and_names_what_it_cannot_solve() -> Result<()> {
    let page = SolvingPage::open().await?;
    for case in Case::SMALL {
        let name = case.name;
        let expected = Fingerprint::of(&case.solve()?);
        let found = page.solve(case).await?.fingerprint;
        ensure!(found == expected, "{name}: {found} in a worker, {expected} natively");
    }

    // The moves from a board, and their bound.
    let game = Game::new(Shape::new(2, 3)?, Objective::Fewest, Some(8), 1.0, 0.1)?;
    let start = Board::from_hex(game.shape(), "000011")?;
    let rest = RestOfGame::of(&game, &PlainSolution::solve(&game), start);
    let rest = rest.context("a start has moves")?;
    let bag = Bag::from_tiles(start.tiles()).context("a small bag")?;
    let chain = Chain::from_starts(BagGame::new(8, 0.1)?, [(bag, 1.0)]);
    let in_a_bag = chain.steps_from_start().mean;
    let request = json!({ "name": game.name(), "state": start.hex() });
    let count = page.solve_json(request).await?["count"].take();
    let found = ["moves", "win", "inABag"].map(|name| count[name].as_f64().unwrap_or(f64::NAN));
    let expected = [rest.moves, rest.win, in_a_bag];
    let is_close = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-12;
    ensure!(found.iter().zip(&expected).all(is_close), "{count}");
    ensure!(count["text"] == rest_of_game(&game, &rest, Some(in_a_bag)), "{count}");

    for (game, part) in [
        ("3x3_to_2048", "'3x3_to_2048' is not"),
        ("4x4_to_2048", "more boards than can be numbered"),
        ("4x4_to_64", "bytes of memory"),
    ] {
        let response = page.solve_json(json!({ "name": game })).await?;
        let error = response.get("error").and_then(Value::as_str).unwrap_or_default();
        ensure!(error.contains(part), "{response}");
    }
    Ok(())
}

#[tokio::test]
async fn a_browser_without_simd_is_told_what_it_lacks() -> Result<()> {
    let page = SolvingPage::without_simd().await?;
    let response = page.solve_json(json!({ "name": "2x2_to_8" })).await?;
    let error = response.get("error").and_then(Value::as_str).unwrap_or_default();
    ensure!(error.contains("(SIMD); Chrome 91, Firefox 89, Safari 16.4 and later"), "{response}");
    Ok(())
}
