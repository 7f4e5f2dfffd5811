//! The page under a hand: seeds that are typed, keys and pointers on a card, links that a chat
//! program has damaged, and pages that are loaded again. These tests need Chromium.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::page::{PagePlayer, PlayerView, policy, policy_file, replay};

#[tokio::test]
async fn seeds_keys_and_pointers_act_as_they_are_meant() -> Result<()> {
    let site = Site::built()?;
    let (served, browser) =
        site.clone().open(Device::DESKTOP, "#/play?game=2x2_to_32&seed=47&move=3").await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    let replay = replay(policy(&site, player.game)?, 47);
    player.expect(&PlayerView::of(&replay, 3)).await?;
    // A link to a move gives its player the focus, and loads no other policy.
    browser.wait_until("active().classList.contains('board')").await?;
    let others = [policy_file("3x3_to_512"), policy_file("2x2_to_8")];
    ensure!(!served.requests().iter().any(|it| others.contains(it)), "{:?}", served.requests());

    // Nothing moves while somebody types, and a wrong seed is reported when the box is left.
    let boxes = [player.control("seed"), player.css(".board")];
    let mut before = Vec::new();
    for css in &boxes {
        before.push(browser.rect(css).await?);
    }
    let seed = browser.find(&player.control("seed")).await?;
    seed.send_keys("x").await?;
    let hint = player.css("[data-note=seed]");
    ensure!(browser.count_visible(&hint).await? == 0, "the hint is shown while typing");
    player.press("start").await?;
    browser.wait_for_text(&hint, "whole number").await?;
    player.expect(&PlayerView::of(&replay, 3)).await?;
    ensure!(player.view().await?.moves == 3, "a wrong seed was played");
    for (css, before) in boxes.iter().zip(before) {
        ensure!(browser.rect(css).await? == before, "{css} has moved");
    }
    player.seed("47").await?;

    // A click on the text of the card keeps its keys; a key that is held acts once.
    browser.click(&player.css("h3")).await?;
    browser.wait_until("active().classList.contains('player')").await?;
    player.speed("slow").await?;
    browser.click(&player.css("h3")).await?;
    let press = |repeat: bool| {
        format!(
            "active().dispatchEvent(new KeyboardEvent('keydown', {{ key: ' ', bubbles: true,
                 composed: true, cancelable: true, repeat: {repeat} }}));"
        )
    };
    browser.run(&press(false)).await?;
    player.until("data-running", "true").await?;
    browser.run(&press(true)).await?;
    player.until("data-running", "true").await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay)).await?;

    // A row of the table leads to its move, and is marked.
    browser.click(&player.css("summary")).await?;
    let row = player.css("tr[data-position='6']");
    browser.find(&row).await?;
    browser.run(&format!("deep(\"{row}\").click();")).await?;
    player.expect(&PlayerView::of(&replay, 6)).await?;
    browser.find(&player.css("tr[data-position='6'][aria-current]")).await?;
    ensure!(browser.count(&player.css("tr[aria-current]")).await? == 1);

    // The diagram of the game is at the same move, and leads back.
    browser.click("#to-diagram").await?;
    browser.wait_until("location.hash === '#/diagram?game=2x2_to_32&seed=47&step=6'").await?;
    browser.find(".diagram-view [data-panel], .diagram-view .token-layer").await?;
    ensure!(player.view().await?.moves == 6);
    browser.click("#to-player").await?;
    browser.wait_until("location.hash.startsWith('#/play?game=2x2_to_32&seed=47&move=')").await?;

    // Where colours are forced, boards and fields have borders.
    let forced = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    browser.devtools("Emulation.setEmulatedMedia", forced).await?;
    let borders: Vec<f64> = browser
        .evaluate(&format!(
            "return ['.board', '.cell', '.face', 'button'].map(css => parseFloat(
                 getComputedStyle(deep(\"{}\" + css)).borderTopWidth));",
            player.css("")
        ))
        .await?;
    ensure!(borders.iter().all(|&width| width >= 1.0), "{borders:?}");

    // Moves of the reader's own are played on there, from the same board.
    browser.visit(&served.url("#/diagram?game=2x2_to_32&seed=47&from=0122&moves=u")).await?;
    browser.find(".diagram-view [data-panel], .diagram-view .token-layer").await?;
    browser.click("#to-player").await?;
    browser.find(".duel-panel [data-board]").await?;
    let state = "location.hash.includes('&state=0122') && location.hash.endsWith('&own=u')";
    browser.wait_until(state).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn damaged_links_open_and_a_page_that_is_loaded_again_is_as_it_was() -> Result<()> {
    let site = Site::built()?;
    let hash = "#/play/?game=2x2_to_16&amp;seed=20%26move=2).";
    let (_served, browser) = site.clone().open(Device::PHONE, hash).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    let replay = replay(policy(&site, player.game)?, 20);
    player.expect(&PlayerView::of(&replay, 2)).await?;
    browser.wait_until("location.hash === '#/play?game=2x2_to_16&seed=20&move=2'").await?;

    // What is cut off is said, until it no longer matters.
    browser.run("location.hash = '#/play?game=2x2_to_16&seed=20&move=2&mo';").await?;
    let note = player.css("[data-note=link]");
    browser.wait_for_text(&note, "'mo'").await?;
    player.press("step").await?;
    player.expect(&PlayerView::of(&replay, 3)).await?;
    ensure!(browser.count_visible(&note).await? == 0, "the warning is stale");
    // A page that is loaded again has the move, the speed and the place.
    player.speed("fast").await?;
    player.press("step").await?;
    player.expect(&PlayerView::of(&replay, 4)).await?;
    browser.run("scrollBy(0, 120);").await?;
    let place: f64 = browser.evaluate("return scrollY;").await?;
    browser.client().refresh().await?;
    player.expect(&PlayerView::of(&replay, 4)).await?;
    browser.wait_until(&format!("Math.abs(scrollY - {place}) < 2")).await?;
    for css in [player.control("speed"), "[data-player='3x3_to_512'] [data-control=speed]".into()] {
        if browser.count(&css).await? > 0 {
            browser.wait_until(&format!("deep(\"{css}\").value === 'fast'")).await?;
        }
    }
    // A long word is cut, and does not make the page wider.
    for (parameters, word) in [("game=", "x"), ("game=2x2_to_8&seed=", "9")] {
        let hash = format!("#/play?{parameters}{}", word.repeat(3000));
        browser.run(&format!("location.hash = '{hash}';")).await?;
        let cut = format!("'{}\u{2026}'", word.repeat(40));
        browser
            .wait_until(&format!(
                "[...deepAll('.note')].some(it => it.textContent.includes(\"{cut}\"))"
            ))
            .await?;
        browser.until_it_fits().await.context(parameters)?;
    }
    browser.assert_quiet().await
}
