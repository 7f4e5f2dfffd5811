//! Nothing serious for axe-core to find, on the article and on the diagrams.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;

/// The script that `cargo xtask test` installs.
fn axe() -> Result<String> {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/axe");
    let folder = env::var_os("MDP2048_AXE").map_or(tools, Into::into);
    fs::read_to_string(folder.join("node_modules/axe-core/axe.min.js"))
        .context("no axe-core: `cargo xtask test --only browser` installs it")
}

async fn check(browser: &Browser, axe: &str) -> Result<()> {
    browser.evaluate::<()>(&format!("{axe}; window.found = null;")).await?;
    browser
        .evaluate::<()>(
            "axe.run().then(result => { window.found = result.violations
                .filter(it => ['serious', 'critical'].includes(it.impact))
                .map(it => `${it.id}: ${it.nodes.slice(0, 3).map(node => node.html).join(' ')}`); });",
        )
        .await?;
    browser.wait_until("window.found !== null").await?;
    let found: Vec<String> = browser.evaluate("return window.found;").await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_serious() -> Result<()> {
    let axe = axe()?;
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Look::DESKTOP.reduced_motion()).await?;
    for (hash, ready) in [
        ("#/play", "[data-player='2x2_to_8']"),
        ("#/diagram", ".exhibit img"),
        ("#/diagram?game=2x2_to_8&node=s0110", "[data-panel]"),
        ("#/diagram?game=2x2_to_16&flow=yes&node=win", "[data-panel]"),
        ("#/diagram?game=2x2_to_8&boards=all&state=2210", "[data-panel]"),
    ] {
        for look in [Look::DESKTOP.reduced_motion(), Look::PHONE.reduced_motion().dark()] {
            browser.look(look).await?;
            browser.goto("about:blank").await?;
            browser.goto(&served.url(hash)).await?;
            browser.find(ready).await?;
            check(&browser, &axe).await.with_context(|| format!("{hash}, {look:?}"))?;
        }
    }
    browser.assert_quiet().await
}
