//! The chapter of the article that explains a value: its figure shows what the text is about.

use std::time::Duration;

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::accessible;
use crate::exploring::open;
use crate::page::PagePlayer;
use crate::reviewing::{press, tab_to};

/// The steps in their order: the columns that are solved, the tile sum of the column that is lit, and
/// the node that is highlighted.
const STEPS: [(&str, &str, &str); 8] = [
    ("1", "24", "s2233"),
    ("6", "14", "s0123"),
    ("8", "10", "s1112"),
    ("9", "8", "s0121"),
    ("9", "10", "s1112"),
    ("9", "8", "s0121"),
    ("0", "", ""),
    ("12", "4", "s0011"),
];

/// The figure, as an expression.
const FIGURE: &str = "document.querySelector('.chapter mdp2048-diagram')";

/// Waits until the figure shows this step, in sight, and the text marks it.
async fn until_shown(browser: &Browser, at: usize) -> Result<()> {
    let (_, sum, node) = STEPS[at];
    let shown = format!(
        "(() => {{
            const shadow = {FIGURE}.shadowRoot, pane = shadow.querySelector('.pane');
            const lit = shadow.querySelector('.lit .axis')?.textContent.split(' ').at(-1) ?? '';
            const [outline] = shadow.querySelectorAll('.highlighted-node');
            const node = shadow.querySelector('.node[data-id={}]');
            if (!node || lit !== '{sum}' || (outline != null) !== {}) return false;
            const [inner, outer] = [node, pane].map(it => it.getBoundingClientRect());
            const marked = [...document.querySelectorAll('.chapter [data-solve]')]
                .map(it => it.matches('[data-lit]')).join();
            return marked === '{}' && outer.top >= 0 && outer.bottom <= innerHeight
                && ({} || (inner.left >= outer.left && inner.right <= outer.right));
        }})()",
        if node.is_empty() { "s0011" } else { node },
        !node.is_empty(),
        (0..STEPS.len()).map(|it| (it == at).to_string()).collect::<Vec<_>>().join(","),
        node.is_empty(),
    );
    browser.wait_until(&shown).await
}

/// Scrolls so that a step is read.
async fn read(browser: &Browser, at: usize) -> Result<()> {
    let step = format!("document.querySelectorAll('.chapter [data-solve]')[{at}]");
    browser.run(&format!("{step}.scrollIntoView();")).await
}

#[tokio::test]
async fn the_figure_shows_what_the_text_is_about() -> Result<()> {
    for device in [Device::DESKTOP, Device::PHONE] {
        let (_served, browser) = open(device, "").await?;
        let steps: Vec<String> = browser
            .evaluate(
                "return [...document.querySelectorAll('.chapter [data-solve]')]
                    .map(it => it.dataset.solve);",
            )
            .await?;
        ensure!(steps == STEPS.map(|it| it.0), "{steps:?}");
        for at in (0..STEPS.len()).chain([1, 0]) {
            read(&browser, at).await?;
            until_shown(&browser, at).await?;
        }
        // On a phone the text has half of the screen, and begins at the left edge.
        let half = format!(
            "{FIGURE}.getBoundingClientRect().bottom <= innerHeight / 2
                || {FIGURE}.getBoundingClientRect().right < innerWidth - 250"
        );
        browser.wait_until(&half).await?;
        if device.phone {
            accessible::check(&browser).await?;
        }
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_columns_are_solved_one_after_another_by_one_press() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "").await?;
    read(&browser, 6).await?;
    until_shown(&browser, 6).await?;
    let unknown = format!(
        "[...{FIGURE}.shadowRoot.querySelectorAll('.node-layer .value')]
            .filter(it => it.textContent === '?').length"
    );
    browser.wait_until(&format!("{unknown} === 35")).await?;
    browser.click(".chapter .first-play").await?;
    browser.wait_until(&format!("{unknown} === 34")).await?;
    browser.wait_until(&format!("{unknown} < 30")).await?;
    browser.wait_until(&format!("{unknown} === 0")).await?;
    browser.wait_until("document.querySelector('.chapter progress').position === 1").await?;
    let finished = format!("{FIGURE}.shadowRoot.querySelector('.solve').textContent");
    browser.wait_until(&format!("{finished}.includes('Finished')")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_chapter_can_be_read_with_keys_only() -> Result<()> {
    let (_served, browser) = open(Device::PHONE.reduced_motion(), "").await?;
    browser.run("document.getElementById('to-diagram').focus();").await?;
    for (at, (solved, ..)) in STEPS.into_iter().enumerate() {
        tab_to(&browser, &format!(".chapter div:nth-of-type({}) > p > .show", at + 1)).await?;
        until_shown(&browser, at).await?;
        if solved != "0" {
            continue;
        }
        // A press solves one column.
        tab_to(&browser, ".chapter .first-play").await?;
        for solved in 1..3 {
            press(&browser, "Enter", "\r").await?;
            let text = format!("{FIGURE}.shadowRoot.querySelector('.solve').textContent");
            let sum = 26 - 2 * solved;
            browser.wait_until(&format!("{text}.includes('Tile sum {sum}')")).await?;
        }
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_figure_is_printed_whole_with_its_text_after_it() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "").await?;
    read(&browser, 1).await?;
    until_shown(&browser, 1).await?;
    // The size of a page in A4 portrait format.
    let size = json!({ "width": 718, "height": 1047, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
    browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    // The text has moved with the new size, so another step may be shown after the event.
    let whole = format!(
        "(() => {{
            dispatchEvent(new Event('beforeprint'));
            const figure = {FIGURE}, frame = figure.getBoundingClientRect();
            const nodes = [...figure.shadowRoot.querySelectorAll('.node-layer .node')];
            const first = document.querySelector('.chapter [data-solve]').getBoundingClientRect();
            return getComputedStyle(figure).position === 'static' && first.top >= frame.bottom
                && nodes.length > 35 && nodes.map(it => it.getBoundingClientRect()).every(it =>
                    it.left >= frame.left - 1 && it.right <= frame.right + 1)
                && !nodes.some(it => it.textContent.includes('?'));
        }})()"
    );
    browser.wait_until(&whole).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_player_of_a_link_is_there_before_the_figure_is_asked_for() -> Result<()> {
    let slow = Site::built()?.delay("embed/player_bg.wasm", Duration::from_secs(1));
    let (served, browser) = slow.open(Device::DESKTOP, "#/play?game=2x2_to_16&seed=42").await?;
    let has_asked = |file: &str| served.requests().iter().any(|it| it == file);
    browser.wait_until("document.documentElement.dataset.page === 'play'").await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    ensure!(!has_asked("embed/diagram_bg.wasm"), "the figure is asked for first");
    PagePlayer::new(&browser, "2x2_to_16").ready().await?;
    browser.wait_until(&format!("{FIGURE}.shadowRoot.querySelector('.pane') != null")).await?;
    ensure!(has_asked("embed/diagram_bg.wasm"), "{:?}", served.requests());
    browser.assert_quiet().await
}
