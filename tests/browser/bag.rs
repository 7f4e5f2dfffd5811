//! The page of 2048 in a bag: numbers, settings, sampler, chain, files, addresses and failures.

use anyhow::{Result, ensure};
use mdp2048_bag::{BagGame, Chain};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::exploring::open;

/// Waits until the page shows the numbers of a chain, and returns the chain's expected moves.
async fn mean(browser: &Browser, target: u32, spawn_four: f64) -> Result<f64> {
    browser
        .find(&format!(
            ".bag-view[data-current=true][data-target='{target}'][data-spawn-four='{spawn_four}']"
        ))
        .await?;
    browser.evaluate("return Number(deep('[data-number=mean]').dataset.value);").await
}

/// Types into a control, as its `input` event does.
async fn input(browser: &Browser, control: &str, value: &str) -> Result<()> {
    browser
        .evaluate(&format!(
            "const control = deep('.bag-view [data-control={control}]'); control.value = '{value}';
             control.dispatchEvent(new InputEvent('input', {{ bubbles: true }}));"
        ))
        .await
}

/// Presses a button that saves a file, and returns its text.
async fn saved(browser: &Browser, control: &str) -> Result<String> {
    browser
        .evaluate::<()>(
            "window.saved = null;
             URL.createObjectURL = (blob) => { blob.text().then((text) => { saved = text; });
                 return '#/bag'; };
             HTMLAnchorElement.prototype.click = () => {};",
        )
        .await?;
    browser.click(&format!(".bag-view [data-control={control}]")).await?;
    browser.wait_until("saved !== null").await?;
    browser.evaluate("return saved;").await
}

#[tokio::test]
async fn the_page_computes_in_its_worker_what_the_library_computes() -> Result<()> {
    let (served, browser) = open(Device::DESKTOP, "").await?;
    ensure!(served.requests().iter().all(|file| !file.starts_with("bag/")), "loaded too early");
    browser.click("nav [href='#/bag']").await?;
    let shown = mean(&browser, 2048, 0.1).await?;
    ensure!((shown - 938.8099).abs() < 5e-5, "{shown}");
    browser.wait_for_text(".headline", "938.81").await?;
    browser.wait_for_text(".last-bags", "34.79 %").await?;

    // Each step of the slider is computed anew; the last one stays.
    for spawn_four in ["0.2", "0.3", "0.25"] {
        input(&browser, "spawn-slider", spawn_four).await?;
    }
    let shown = mean(&browser, 2048, 0.25).await?;
    let exact = Chain::new(BagGame::new(2048, 0.25)?).steps_from_start().mean;
    ensure!(shown == exact, "{shown}, not {exact}");
    browser.wait_until("location.hash === '#/bag?target=2048&spawn_four=0.25'").await?;
    input(&browser, "spawn", "two").await?;
    browser.wait_for_text(".settings [role=alert]", "a number from 0 to 1").await?;
    input(&browser, "spawn", "0.1").await?;
    mean(&browser, 2048, 0.1).await?;

    // The arrow keys move the cursor of a figure.
    browser
        .evaluate::<()>(
            "const press = (key) => deep('[data-figure=moves] [role=slider]')
                 .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
             press('ArrowRight');",
        )
        .await?;
    browser.wait_for_text("[data-figure=moves] [data-readout]", "at most that many").await?;
    let csv = saved(&browser, "csv").await?;
    ensure!(csv.starts_with("quantity,of,number\nprobability of moves,595,2."), "{csv}");
    for row in ["\nprobability of last tile sum,", "\nprobability of last bag,"] {
        ensure!(csv.contains(row), "{row}");
    }

    // The page draws the end of the chain; a file has all of it.
    ensure!(browser.count("[data-figure=chain] svg .node.end").await? == 6, "the first of 26");
    let whole = saved(&browser, "save-chain").await?;
    ensure!(whole.matches("class=\"node end\"").count() == 26, "a part of the chain");
    browser.click(".matrix summary").await?;
    ensure!(browser.count(".matrix svg .bar.end").await? == 2, "the matrix and its corner");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_chain_is_drawn_and_a_sample_settles() -> Result<()> {
    let device = Device { width: 320, ..Device::PHONE };
    let (_served, browser) = open(device, "#/bag?target=16").await?;
    mean(&browser, 16, 0.1).await?;
    ensure!(browser.count("[data-figure=chain] svg .node.end").await? == 7, "absorbing bags");
    // Two for each other bag, and three for the empty one.
    ensure!(browser.count("[data-figure=chain] svg .edge").await? == 41, "edges");
    browser.wait_until("document.documentElement.scrollWidth <= 320").await?;
    // No number is that of another target.
    let text: String = browser.evaluate("return deep('.page-bag').innerText;").await?;
    ensure!(!text.contains("938.81") && !text.contains("519"), "{text}");

    browser.click("[data-control=sample]").await?;
    browser.wait_until("Number(deep('.sampler').dataset.games) > 2000").await?;
    browser.find("[data-figure=moves] svg .histogram").await?;
    browser.click("[data-control=sample]").await?;
    browser.find(".sampler[data-sampling=false]").await?;
    browser.wait_for_text("[data-sampled]", "from the exact curve").await?;
    browser.click("[data-control=clear]").await?;
    browser.find(".sampler[data-games='0']").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_told_once() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url("")).await?;
    // The third byte of a request for a chain is its target.
    browser
        .evaluate::<()>(
            "window.asked = 0;
             const { postMessage } = Worker.prototype;
             Worker.prototype.postMessage = function (...message) {
                 if (message[0][2] !== 64) return postMessage.apply(this, message);
                 window.asked += 1;
                 const data = new Uint8Array(3);
                 setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
             };
             location.hash = '#/bag?target=64';",
        )
        .await?;
    let note = "[data-note=failure]";
    browser.wait_for_text(note, "The numbers of target 64 could not be computed").await?;
    ensure!(browser.count(".headline").await? == 0, "numbers without an answer");
    browser.click("[data-control=try-again]").await?;
    browser.wait_until("asked === 2").await?;
    browser.wait_for_text(note, "could not be computed").await?;
    browser.click("[data-control=target] option[value='32']").await?;
    mean(&browser, 32, 0.1).await?;
    ensure!(browser.count(note).await? == 0, "the note stays");
    browser.assert_quiet().await
}
