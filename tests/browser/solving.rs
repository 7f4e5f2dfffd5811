//! Solutions computed in a worker equal the native ones bit for bit.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_model::{Game, Objective, PlainSolution, RestOfGame};
use mdp2048_rules::{Board, Shape};
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};
use serde_json::{Value, json};

use crate::package::run;

#[tokio::test]
async fn the_memory_limit_is_that_of_the_device() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let elements = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/elements");
    for entry in fs::read_dir(elements)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let name = path.file_name().context("a module has a name")?;
            fs::copy(&path, folder.path().join(name))?;
        }
    }
    fs::write(folder.path().join("package.json"), "{ \"type\": \"module\" }")?;
    // The platform, the touch points, the memory that the browser states, and whether the main
    // pointer is coarse and any pointer is fine.
    for (device, platform, touch_points, memory, is_coarse, has_fine, gib) in [
        ("an iPad", "MacIntel", 5, "undefined", true, false, 1.0),
        ("an iPad with a mouse", "MacIntel", 5, "undefined", true, true, 1.0),
        ("an iPad with a trackpad", "MacIntel", 5, "undefined", false, true, 1.0),
        ("a Mac", "MacIntel", 0, "undefined", false, true, 4.0),
        ("an iPhone", "iPhone", 5, "undefined", true, false, 1.0),
        ("Firefox on a phone", "Linux armv81", 5, "undefined", true, false, 1.0),
        ("a laptop with a touch screen", "Win32", 10, "undefined", false, true, 4.0),
        ("a phone of 2 GiB", "Linux armv81", 5, "2", true, false, 1.0),
        ("a phone of 8 GiB", "Linux armv81", 5, "8", true, false, 4.0),
    ] {
        let script = format!(
            "const navigator = {{ platform: '{platform}', maxTouchPoints: {touch_points},
                deviceMemory: {memory} }};
            Object.defineProperty(globalThis, 'navigator', {{ value: navigator }});
            globalThis.matchMedia = (query) => ({{
                matches: query.includes('any-') ? {has_fine} : {is_coarse},
            }});
            const {{ memoryLimit }} = await import('./solving.js');
            console.log(memoryLimit());"
        );
        let printed = run(folder.path(), "node", &["--input-type=module", "--eval", &script])?;
        let expected = (gib * f64::from(1 << 30)) as u64 - (1 << 26);
        ensure!(printed == expected.to_string(), "{device}: {printed}, not {expected}");
    }
    Ok(())
}

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
async fn a_worker_computes_the_moves_from_a_board_and_their_bound() -> Result<()> {
    let page = SolvingPage::open().await?;
    let game = Game::new(Shape::new(2, 3)?, Objective::Fewest, Some(8), 1.0, 0.1)?;
    let start = Board::from_hex(game.shape(), "000011")?;
    let rest = RestOfGame::of(&game, &PlainSolution::solve(&game), start);
    let rest = rest.context("a start has moves")?;
    let bag = Bag::from_tiles(start.tiles()).context("a small bag")?;
    let chain = Chain::from_starts(BagGame::new(8, 0.1)?, [(bag, 1.0)]);
    let in_a_bag = chain.steps_from_start().mean;
    let expected = [rest.moves, rest.win, in_a_bag];
    let request = json!({ "name": game.name(), "state": start.hex() });
    let response = page.solve_json(request).await?;
    let count = &response["count"];
    let found = ["moves", "win", "inABag"].map(|name| count[name].as_f64().unwrap_or(f64::NAN));
    let is_close = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-12;
    ensure!(found.iter().zip(&expected).all(is_close), "{response}");
    ensure!(found[0] >= found[2] && (found[1] - 1.0).abs() < 1e-12, "{found:?}");
    ensure!(count["text"] == rest_of_game(&game, &rest, Some(in_a_bag)), "{count}");
    Ok(())
}

#[tokio::test]
async fn games_that_cannot_be_solved_are_reported() -> Result<()> {
    let page = SolvingPage::open().await?;
    for (game, part) in [
        ("5x5_to_8", "'5x5_to_8' is not"),
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
