//! The map of where a solved game is hard, on a phone: layers, touch, accessibility and width.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};

use crate::accessible::check_on;
use crate::exploring::{control, open, solve, unfold};
use crate::first_answer::swipe;

/// Returns the layer that is chosen in the map.
async fn layer(browser: &Browser) -> Result<u32> {
    browser.evaluate("return Number(deep('.difficulty [data-layer]').dataset.layer);").await
}

#[tokio::test]
async fn the_map_of_difficulty_fits_a_phone_and_leads_to_positions() -> Result<()> {
    let hash = "#/explore?game=2x2_to_32&state=0110";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    solve(&browser).await?;
    // The map is computed when it is opened.
    unfold(&browser, "difficulty").await?;
    browser.find(".difficulty [data-summary]").await?;
    let hardest = layer(&browser).await?;
    browser.click(&control("deadliest")).await?;
    let is_hardest = format!("deep('.difficulty [data-layer=\"{hardest}\"]')");
    browser.wait_until(&format!("!{is_hardest}")).await?;
    browser.click(&control("hardest")).await?;
    browser.wait_until(&is_hardest).await?;
    // A press on a chart chooses the layer there: at the left end the first one.
    browser
        .evaluate::<()>(
            "const place = deep('[data-chart=lost] .chart-place');
             const clientX = place.getBoundingClientRect().left;
             place.dispatchEvent(new MouseEvent('click', { clientX, bubbles: true }));",
        )
        .await?;
    browser.find(".difficulty [data-layer='4']").await?;

    browser.click(&control("hardest")).await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    // Half the size of a window is that of a window at 200 %.
    let zoomed = Device { width: 640, height: 450, ..Device::DESKTOP };
    check_on(&browser, &[Device::PHONE.dark(), narrow, zoomed]).await?;

    // A swipe of a finger plays.
    browser.set_device(Device::PHONE).await?;
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
    ensure!(browser.count(".row .number").await? == 0, "the puzzle is solved");
    browser.click(&format!("{}:first-child", control("unlucky"))).await?;
    browser.wait_for_text("[data-question]", "No move is better than another here.").await?;
    browser.assert_quiet().await
}
