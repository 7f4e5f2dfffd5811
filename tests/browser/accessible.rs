//! Accessibility: axe-core finds no serious violation on any page. This test needs Chromium, which
//! can change the device of an open window.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::pages::PAGES;

/// Returns the script of axe-core, which `cargo xtask test` installs.
fn axe() -> Result<String> {
    let tools =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/axe-core/node_modules/axe-core");
    let folder = env::var_os("MDP2048_AXE").map_or(tools, Into::into);
    fs::read_to_string(folder.join("axe.min.js"))
        .context("no axe-core: `cargo xtask test --only browser` installs it")
}

/// Runs axe-core and checks that it finds no serious violation.
pub(crate) async fn check(browser: &Browser) -> Result<()> {
    if !browser.evaluate::<bool>("return 'axe' in window;").await? {
        browser.run(&axe()?).await?;
    }
    // Without the files of the page once more, and without what is no violation.
    let script = "const html = it => it.nodes.slice(0, 3).map(node => node.html).join(' ');
        return axe.run({ preload: false, resultTypes: ['violations'] })
            .then(result => result.violations
                .filter(it => ['serious', 'critical'].includes(it.impact))
                .map(it => `${it.id}: ${html(it)}`));";
    let violations: Vec<String> = browser.evaluate(script).await?;
    ensure!(violations.is_empty(), "{}", violations.join("\n"));
    // No level of headings of our pages is left out.
    let jumps: Vec<String> = browser
        .evaluate(
            "const level = it => Number(/^h([1-6])$/.exec(it.localName)?.[1] ?? 0);
             const headings = root => [...root.querySelectorAll('*')].flatMap(it =>
                 [...level(it) && it.checkVisibility() ? [it] : [],
                     ...it.shadowRoot ? headings(it.shadowRoot) : []]);
             return !document.querySelector('main[class^=page-]') ? [] : headings(document)
                 .filter((it, at, all) => at > 0 && level(it) > level(all[at - 1]) + 1)
                 .map(it => it.outerHTML);",
        )
        .await?;
    ensure!(jumps.is_empty(), "levels are left out before {}", jumps.join("\n"));
    Ok(())
}

/// Checks that the page fits each device, with letters of twice the size, too, and that axe-core
/// finds no serious violation there.
pub(crate) async fn check_on(browser: &Browser, devices: &[Device]) -> Result<()> {
    for &device in devices {
        browser.set_device(device).await?;
        // The last size is that of the page itself.
        for size in ["200%", ""] {
            browser.run(&format!("document.documentElement.style.fontSize = '{size}';")).await?;
            let wide = || format!("too wide on {device:?} at the font size {size:?}");
            browser.until_it_fits().await.with_context(wide)?;
        }
        check(browser).await.with_context(|| format!("{device:?}"))?;
    }
    Ok(())
}

#[tokio::test]
async fn pages_fit_a_phone_whose_reader_prefers_letters_of_twice_the_size() -> Result<()> {
    let server = Site::built()?.serve().await?;
    let browser = Browser::open(Device::PHONE).await?;
    let sizes = json!({ "fontSizes": { "standard": 32 } });
    browser.devtools("Page.setFontSizes", sizes).await?;
    let states = [
        ("#/arena?game=3x3_to_128&agents=greedy,random,optimal&seed=7", ".lane .losses"),
        ("#/diagram?game=2x2_to_16&solve=3", "[data-panel]"),
        ("#/diagram?game=2x2_to_8&boards=all&state=0110", "[data-panel]"),
    ];
    for (hash, ready) in PAGES.map(|page| (page.example, page.content)).into_iter().chain(states) {
        browser.visit(&server.url(hash)).await?;
        browser.find(ready).await?;
        browser.until_it_fits().await.context(hash)?;
    }
    let size = "return getComputedStyle(deep('.diagram-view')).fontSize;";
    let size: String = browser.evaluate(size).await?;
    ensure!(size == "30px", "letters of {size}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn axe_finds_no_serious_violation() -> Result<()> {
    let server = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP.reduced_motion()).await?;
    let states = [
        ("", "[data-player='3x3_to_512']"),
        // The digits of every tile can be read.
        ("#/explore?game=4x4_score&state=123456789abcdef0&mode=play", ".explorer .board .face"),
        ("#/diagram?game=2x2_to_8&node=s0110", "[data-panel]"),
        ("#/diagram?game=2x2_to_16&flow=yes&node=win", "[data-panel]"),
        ("#/diagram?game=2x2_to_8&boards=all&state=2210", "[data-panel]"),
        ("#/bag?target=16", "[data-figure=chain] svg"),
        ("#/bag?target=128&spawn_four=0.5", "[data-figure=tile_sums] svg"),
    ];
    for (hash, ready) in PAGES.map(|page| (page.example, page.content)).into_iter().chain(states) {
        browser.visit(&server.url(hash)).await?;
        browser.find(ready).await?;
        let devices = [Device::DESKTOP, Device::PHONE.dark()].map(Device::reduced_motion);
        check_on(&browser, &devices).await.context(hash)?;
    }
    browser.assert_quiet().await
}
