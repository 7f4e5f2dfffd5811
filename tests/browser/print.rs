//! Printing: the whole drawing of a diagram, whole players, and no controls.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::diagrams::control;
use crate::exploring::open;
use crate::page::{GAMES, PagePlayer};
use crate::pages::PAGES;

/// Fragments of the diagrams to print, and where they are shown.
const DIAGRAMS: [(&str, Device); 2] = [
    ("#/diagram?game=2x2_to_8&boards=all&ends=edges&seed=42&step=3", Device::DESKTOP.dark()),
    ("#/diagram?game=2x2_to_32&flow=yes&seed=47", Device::PHONE),
];

/// Returns the number of pages of the page printed to PDF.
async fn pages(browser: &Browser) -> Result<usize> {
    let options = json!({ "preferCSSPageSize": true, "printBackground": true });
    let response = browser.devtools("Page.printToPDF", options).await?;
    let data = response["data"].as_str().context("no PDF")?;
    // The file has one object per page.
    let script = format!("return atob('{data}').match(/\\/Type ?\\/Page\\b(?!s)/g).length;");
    browser.evaluate(&script).await
}

#[tokio::test]
async fn the_whole_drawing_is_printed_without_controls() -> Result<()> {
    for (hash, device) in DIAGRAMS {
        let (_served, browser) = open(device, hash).await?;
        browser.find(".canvas .item").await?;
        // Zoomed in, so that most of the drawing is outside the pane.
        for _ in 0..3 {
            browser.click(&control("zoom-in")).await?;
        }
        ensure!(pages(&browser).await? == 1, "{hash} needs more than one page");
        // The size of a page in A4 landscape format.
        let size = json!({ "width": 1047, "height": 718, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        let media = json!({ "media": "print", "features": [] });
        browser.devtools("Emulation.setEmulatedMedia", media).await?;
        let controls: usize = browser
            .evaluate(
                "return [...deepAll('button, select, input, nav a')]
                    .filter(it => it.checkVisibility()).length;",
            )
            .await?;
        ensure!(controls == 0, "{controls} controls are printed on {hash}");
        let outside: Vec<String> = browser
            .evaluate(
                "return [...deepAll('.canvas .item, .canvas .edge-layer .line')]
                    .map(it => it.getBoundingClientRect())
                    .filter(it => it.left < -1 || it.top < -1
                        || it.right > innerWidth + 1 || it.bottom > innerHeight + 1)
                    .map(it => JSON.stringify(it));",
            )
            .await?;
        ensure!(
            outside.is_empty(),
            "{} elements are outside the page of {hash}: {}",
            outside.len(),
            outside[0]
        );
        let (background, text): (String, String) = browser
            .evaluate(
                "const background = getComputedStyle(deep('.canvas'));
                const text = getComputedStyle(deep('.node-layer .value'));
                return [background.backgroundColor, text.fill];",
            )
            .await?;
        ensure!(background == "rgb(255, 255, 255)", "the background is {background}");
        ensure!(text != "rgb(240, 235, 227)", "the text is light on white");
        let title = browser.count(".diagram-view h2").await?;
        ensure!(title == 1, "no title on {hash}");
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn pages_are_printed_without_controls() -> Result<()> {
    let server = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    for page in PAGES.iter().filter(|page| page.name != "play") {
        browser.visit(&server.url(page.example)).await?;
        browser.find(page.content).await?;
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
        // The moves of a position, which are buttons, are what its page says.
        let controls = "deepAll('button, select, input, textarea, summary, a.button')
            .filter(it => it.checkVisibility() && !it.matches('li > *, .cell'))";
        let shown = format!("return {controls}.map(it => it.outerHTML.slice(0, 200)).join();");
        let shown: String = browser.evaluate(&shown).await?;
        ensure!(shown.is_empty(), "{} prints {shown}", page.name);
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_charts_of_the_bag_are_as_wide_as_the_paper() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/bag?target=32").await?;
    browser.find("[data-figure=chain] svg").await?;
    // The size of a page in A4 portrait format. The charts keep the size that they have on screen.
    browser.run("for (const it of deepAll('.figure svg')) it.setAttribute('width', 1100);").await?;
    let size = json!({ "width": 718, "height": 1047, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
    browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    let right = "Math.max(...deepAll('.figure svg').map(it => it.getBoundingClientRect().right))";
    browser.wait_until(&format!("{right} <= innerWidth")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn players_are_printed_whole_or_as_figures_with_a_caption() -> Result<()> {
    // No player is near the viewport, so only those are mounted that the test asks for: one without
    // its policy, and one with it.
    let script = "globalThis.IntersectionObserver = class { observe() {} unobserve() {} };";
    let (_served, browser) = Site::built()?.open_after(script, Device::DESKTOP, "").await?;
    browser.wait_until("hosts[0]?.state").await?;
    // The tiles of boards that were not started are printed.
    let colours = "return getComputedStyle(document.querySelector('.static-board i'))
        .printColorAdjust;";
    ensure!(browser.evaluate::<String>(colours).await? == "exact", "only digits are printed");
    let mount = "await game('4x4_to_64').state(); await game('3x3_to_512').values();";
    let game = "const game = name => hosts.find(host => host.game === name);";
    browser.run(&format!("{game} {mount}")).await?;
    let [unready, loaded] = ["4x4_to_64", "3x3_to_512"].map(|game| PagePlayer::new(&browser, game));
    browser.find(&unready.css("[data-load=waiting]")).await?;
    let pages = pages(&browser).await?;
    ensure!((3..=11).contains(&pages), "the article has {pages} pages");

    // The size of a page in A4 portrait format.
    let size = json!({ "width": 718, "height": 1047, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
    let media = json!({ "media": "print", "features": [] });
    browser.devtools("Emulation.setEmulatedMedia", media).await?;
    browser.run("dispatchEvent(new Event('beforeprint'));").await?;
    loaded.until("data-outcome", "won").await?;
    // One player has the 2x2 games, and shows the first of them.
    let others = ["2x2_to_16", "2x2_to_32"];
    for (game, seed) in GAMES.into_iter().filter(|(game, _)| !others.contains(game)) {
        let script = format!(
            "const host = hosts.find(host => host.game === '{game}');
            const it = host.shadowRoot.querySelector('.player') ?? host;
            const isWhole = it !== host && !it.querySelector('[data-load]')
                && it.querySelector('.chart').checkVisibility();
            const style = getComputedStyle(host), frame = host.getBoundingClientRect();
            const buttons = [...it.querySelectorAll('button')].filter(it => it.checkVisibility());
            const caption = it.querySelector('.first:not([hidden]) .first-caption');
            return [isWhole, caption?.checkVisibility() ? caption.textContent : '', buttons.length,
                style.display + ' ' + style.breakInside, frame.height];"
        );
        let (is_whole, caption, buttons, layout, height): (bool, String, u32, String, f64) =
            browser.evaluate(&script).await?;
        ensure!(is_whole == (game == loaded.game), "{game} is whole: {is_whole}");
        let caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_told =
            caption.contains(&format!("Seed {seed}: ")) && caption.contains("erfect play ");
        ensure!(is_whole || is_told, "{game} has the caption {caption:?}");
        // The moves of a player are buttons.
        ensure!(is_whole || buttons == 0, "{buttons} buttons of {game} are printed");
        // No page ends within a player.
        ensure!(layout == "grid avoid" && height < 1047.0, "{game}: {layout}, {height} px");
    }
    browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
    browser.run("dispatchEvent(new Event('afterprint'));").await?;
    loaded.until("data-moves", "222").await?;
    unready.until("data-moves", "0").await?;
    let load = unready.css("[data-load]");
    browser
        .wait_until(&format!("deep(\"{}\") && !deep(\"{load}\")", unready.css(".board")))
        .await?;
    browser.assert_quiet().await
}
