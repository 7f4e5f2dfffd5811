//! Watching the solver think on a small game: layers, keys, the discount, accessibility and width.

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_explorer::{InducedLayer, Induction};
use mdp2048_model::Game;
use mdp2048_rules::Shape;
use mdp2048_tests::browser::{Browser, Device};

use crate::accessible::check_on;
use crate::exploring::{control, open, until_board};

/// Compares the numbers of the layer that is shown with those that were computed natively.
async fn expect_layer(browser: &Browser, layer: &InducedLayer) -> Result<()> {
    browser.find(&format!(".induction [data-layer='{}']", layer.sum)).await?;
    for (term, expected) in [
        ("states of the layer", layer.states as f64),
        ("solved so far", layer.solved as f64),
        ("largest regret", layer.worst.regret),
        ("values", layer.range.context("values")?.0),
    ] {
        ensure!((number(browser, term).await? - expected).abs() < 1e-12, "{term} of {layer:?}");
    }
    let bars = layer.histogram.iter().filter(|states| **states > 0).count();
    ensure!(browser.count("[data-chart=values] .bar").await? == bars, "bars of {layer:?}");
    Ok(())
}

/// The name of the number of boards whose best move changes with the discount.
const CHANGED: &str = "states with another best move";

/// A number that the panel shows.
async fn number(browser: &Browser, term: &str) -> Result<f64> {
    let css = format!(".induction [data-term='{term}']");
    browser.evaluate(&format!("return Number(deep(\"{css}\").dataset.value);")).await
}

/// Moves a slider as a reader does who drags it.
async fn slide(browser: &Browser, name: &str, to: usize) -> Result<()> {
    let slider = control(name);
    let script = format!(
        "const it = deep('{slider}'); it.value = {to};
         it.dispatchEvent(new Event('input', {{ bubbles: true }}));"
    );
    browser.evaluate(&script).await
}

#[tokio::test]
async fn the_solver_is_watched_and_the_discount_changes_its_policy() -> Result<()> {
    let induction = Induction::of(&Game::reach(Shape::TWO_BY_TWO, 16)?).context("a small game")?;
    let layers = induction.layers();
    // A large game cannot be watched.
    let (served, browser) = open(Device::PHONE, "#/explore?game=3x3_to_64").await?;
    browser.find(".explorer[data-game='3x3_to_64']").await?;
    ensure!(browser.count(&control("watch")).await? == 0);
    browser.goto(&served.url("#/explore?game=2x2_to_16")).await?;
    browser.find(".explorer[data-game='2x2_to_16']").await?;
    browser.find(&control("watch")).await?;
    ensure!(browser.count(".induction svg").await? == 0, "something is computed unasked");
    browser.click(&control("watch")).await?;

    // It starts when it is opened. Step by button, key and slider; play to the end.
    browser.wait_until("deep('.steps').dataset.steps > 0").await?;
    browser.click(&control("induction-first")).await?;
    browser.wait_for_text(".induction [data-sentence]", "No state is solved yet").await?;
    browser.click(&control("induction-next")).await?;
    expect_layer(&browser, &layers[0]).await?;
    for (key, at) in [(Key::Right, 1), (Key::Right, 2), (Key::Left, 1)] {
        let focused = browser.find(":focus").await?;
        focused.send_keys(&char::from(key).to_string()).await?;
        expect_layer(&browser, &layers[at]).await?;
    }
    slide(&browser, "induction-step", 7).await?;
    expect_layer(&browser, &layers[6]).await?;
    browser.click(&format!("{} option[value=fast]", control("induction-speed"))).await?;
    browser.click(&control("induction-play")).await?;
    browser.find(&format!(".steps[data-steps='{}']", layers.len())).await?;
    expect_layer(&browser, layers.last().context("a layer")?).await?;
    browser.wait_for_text(".induction [data-sentence]", "Every state is solved").await?;
    browser.wait_for_text(&control("induction-play"), "Play").await?;

    // The discount redraws the policy.
    ensure!(number(&browser, CHANGED).await? == 0.0);
    slide(&browser, "induction-discount", 10).await?;
    browser.find(".discounts[data-percent='10']").await?;
    let discounted = induction.discounted(10).context("a discount")?;
    ensure!((number(&browser, "start value").await? - discounted.start_value).abs() < 1e-15);
    ensure!(number(&browser, CHANGED).await? == discounted.changed.len() as f64);
    let changed = browser.count(&control("induction-changed")).await?;
    ensure!(changed > 0 && changed == discounted.changed.len(), "{changed} boards");

    let narrow = Device { width: 320, ..Device::PHONE };
    check_on(&browser, &[Device::PHONE.dark(), narrow, Device::DESKTOP]).await?;

    // With less motion, Play shows the end at once.
    browser.set_device(Device::PHONE.reduced_motion()).await?;
    browser.click(&control("induction-first")).await?;
    browser.find(".steps[data-steps='0']").await?;
    browser.click(&control("induction-play")).await?;
    browser.find(&format!(".steps[data-steps='{}']", layers.len())).await?;

    // A changed board opens in the editor.
    browser.click(&format!("li:first-child > {}", "[data-control=induction-changed]")).await?;
    until_board(&browser, &discounted.changed[0].board.hex()).await?;
    browser.assert_quiet().await
}
