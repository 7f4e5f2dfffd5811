//! The page that shows every option of the elements.

use std::time::Duration;

use anyhow::{Result, ensure};
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::accessible;

#[tokio::test]
async fn every_example_is_live_beside_its_code() -> Result<()> {
    // The frame is empty at first, as on a slow network.
    let frame = "embed/extras/frame.js";
    // So high that every element of the page for desktops is in the viewport.
    let [desktop, phone] = [Device::DESKTOP, Device::PHONE.dark()]
        .map(|it| Device { height: 12_000, ..it.reduced_motion() });
    let site = Site::built()?.delay(frame, Duration::from_secs(1));
    let (_served, browser) = site.open(desktop, "embed/demo/index.html").await?;
    // One diagram shows what a wrong attribute does.
    browser.wait_until("hosts.length > 8").await?;
    let missing = "hosts.filter(host => !host.shadowRoot?.querySelector('.board, .canvas'))";
    browser.wait_until(&format!("{missing}.length === 1")).await?;
    // A board has its size whatever is left out around it.
    let width = "deepAll('.player .board').every(it => it.getBoundingClientRect().width > 100)";
    browser.wait_until(width).await?;
    browser.find("[data-player='2x2_score']").await?;
    browser.wait_until("deep('[data-player=\"2x2_score\"] .value').dataset.value > 60").await?;
    browser.wait_for_text("[part=note]", "it asks for a single state, but").await?;
    let codes: Vec<String> = browser
        .evaluate(
            "return [...document.querySelectorAll('section pre')].map(it =>
                it.textContent.replace(/\\s+/g, ' '));",
        )
        .await?;
    let examples = browser.count(".live").await?;
    ensure!(codes.len() == examples, "{} codes of {examples} examples", codes.len());
    for part in [
        "start-at=\"10\"",
        "loop=\"new-seed\"",
        "class=\"twenty48-policy-player\" data-board-size=\"2\"",
        "<mdp2048-diagram game=\"2x2_to_16\" flow",
        "src=\"../embed.html?board=2x2&target=16",
    ] {
        ensure!(codes.iter().any(|code| code.contains(part)), "no {part} in {codes:?}");
    }
    browser.run("document.querySelector('iframe').scrollIntoView();").await?;
    browser.wait_until("parseInt(document.querySelector('iframe').style.height) > 300").await?;
    accessible::check_on(&browser, &[desktop, phone]).await?;
    browser.assert_quiet().await
}
