//! The map of where a solved game is hard, on a phone: numbers, touch, accessibility and width.

use anyhow::{Context as _, Result, ensure};
use mdp2048_explorer::Grade;
use mdp2048_model::{Game, LayerDifficulty};
use mdp2048_rules::Shape;
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
use mdp2048_tests::browser::{Browser, Device};

use crate::accessible::check_on;
use crate::exploring::{control, open, solve, unfold, until_board};
use crate::first_answer::swipe;

/// Compares the numbers of the chosen layer with those that were computed natively.
async fn expect_layer(browser: &Browser, layer: &LayerDifficulty) -> Result<()> {
    browser.find(&format!(".difficulty [data-layer='{}']", layer.sum)).await?;
    for (term, expected) in [
        ("second-best move costs", layer.mean_regret()),
        ("only one good move", layer.share_with_one_good()),
        ("games lost here", layer.lost),
        ("games that come here", layer.visited),
    ] {
        let script =
            format!("return Number(deep(\".difficulty [data-term='{term}']\").dataset.value);");
        let found: f64 = browser.evaluate(&script).await?;
        ensure!((found - expected).abs() < 1e-12, "{term}: {found} instead of {expected}");
    }
    ensure!(browser.count("[data-control=decisive]").await? == layer.decisive.len());
    Ok(())
}

#[tokio::test]
async fn the_map_of_difficulty_agrees_with_the_solver_and_fits_a_phone() -> Result<()> {
    let game = Game::reach(Shape::TWO_BY_TWO, 32)?;
    let solution = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress)?;
    let layers = solution.difficulty(Grade::GOOD, 8, &mut ignore_progress)?;
    let layers: Vec<_> = layers.into_iter().filter(|it| it.visited >= 1e-3).collect();
    let most = |number: fn(&LayerDifficulty) -> f64| {
        layers.iter().max_by(|a, b| number(a).total_cmp(&number(b))).context("a layer")
    };
    let hash = "#/explore?game=2x2_to_32&state=0110";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    solve(&browser).await?;
    // The map is computed when it is opened.
    unfold(&browser, "difficulty").await?;
    browser.find(".difficulty [data-summary]").await?;
    expect_layer(&browser, most(LayerDifficulty::mean_regret)?).await?;
    browser.click(&control("deadliest")).await?;
    expect_layer(&browser, most(|layer| layer.lost)?).await?;
    browser.find(":focus").await?.send_keys("h").await?;
    expect_layer(&browser, most(LayerDifficulty::mean_regret)?).await?;
    // A press on a chart chooses the layer there: at the left end the first one.
    browser
        .evaluate::<()>(
            "const place = deep('[data-chart=lost] .chart-place');
             const clientX = place.getBoundingClientRect().left;
             place.dispatchEvent(new MouseEvent('click', { clientX, bubbles: true }));",
        )
        .await?;
    expect_layer(&browser, layers.first().context("a layer")?).await?;

    browser.click(&control("hardest")).await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    // Half the size of a window is that of a window at 200 %.
    let zoomed = Device { width: 640, height: 450, ..Device::DESKTOP };
    check_on(&browser, &[Device::PHONE.dark(), narrow, zoomed]).await?;

    // A decisive position opens in the editor, and its second-best move costs what the map says.
    browser.set_device(Device::PHONE).await?;
    let hardest = &most(LayerDifficulty::mean_regret)?.decisive[0];
    browser.click(&format!("{}:first-child", control("decisive"))).await?;
    until_board(&browser, &hardest.board.hex()).await?;
    let costs =
        "return deepAll('.row').map(row => Number(row.dataset.regret)).sort((a, b) => a - b);";
    browser.find(".row.best").await?;
    let costs: Vec<f64> = browser.evaluate(costs).await?;
    ensure!((costs[1] - hardest.regret).abs() < 1e-12, "{costs:?}, {}", hardest.regret);

    // A swipe of a finger plays from there.
    browser.click(&control("play")).await?;
    let mut directions = [(-90.0, 4.0), (90.0, 4.0), (4.0, -90.0), (4.0, 90.0)].into_iter();
    while browser.count(".status[data-moves='0']").await? == 1 {
        let direction = directions.next().context("no swipe plays")?;
        swipe(&browser, &control("slide"), [(0.0, 0.0), direction]).await?;
    }
    browser.find(".status[data-moves='1']").await?;

    // A position of a list is a puzzle, if one move is better than the others: its values follow
    // the move.
    browser.click(&format!("{}:first-child", control("costly"))).await?;
    browser.wait_for_text("[data-question]", "which?").await?;
    ensure!(browser.count(".row").await? == 0, "the puzzle is solved");
    browser.click(&format!("{}:first-child", control("unlucky"))).await?;
    browser.wait_for_text("[data-question]", "No move is better than another here.").await?;
    browser.assert_quiet().await
}
