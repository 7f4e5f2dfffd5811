//! A diagram on paper: the drawing, whole, and nothing to press.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Look};
use serde_json::json;

use crate::diagrams::{control, open};

const LINKS: [&str; 4] = [
    "#/diagram?game=2x2_to_8&seed=42&node=s0122&step=3",
    "#/diagram?game=2x2_to_8&boards=all&ends=edges&seed=42",
    "#/diagram?game=2x2_to_32&flow=yes&seed=47",
    "#/diagram?game=2x2_to_8&boards=all&state=2210",
];

async fn pages(browser: &Browser) -> Result<usize> {
    let options = json!({ "preferCSSPageSize": true, "printBackground": true });
    let answer = browser.devtools("Page.printToPDF", options).await?;
    let data = answer["data"].as_str().context("no PDF")?;
    // Each page has an object of its own in the file.
    let script = format!("return atob('{data}').match(/\\/Type ?\\/Page\\b(?!s)/g).length;");
    browser.evaluate(&script).await
}

#[tokio::test]
async fn the_drawing_is_printed_whole_and_alone() -> Result<()> {
    for (hash, look) in
        LINKS.iter().zip([Look::DESKTOP, Look::DESKTOP.dark(), Look::PHONE, Look::PHONE.dark()])
    {
        let (_served, browser) = open(look, hash).await?;
        browser.find(".canvas .item").await?;
        // Near, so that most of it is out of sight.
        for _ in 0..3 {
            browser.click(&control("zoom-in")).await?;
        }
        ensure!(pages(&browser).await? == 1, "{hash} takes more than a page");
        // As on a page of A4 across.
        let size = json!({ "width": 1047, "height": 718, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        let media = json!({ "media": "print", "features": [] });
        browser.devtools("Emulation.setEmulatedMedia", media).await?;
        let pressed: usize = browser
            .evaluate(
                "return [...document.querySelectorAll('button, select, input, nav a')]
                    .filter(it => it.checkVisibility()).length;",
            )
            .await?;
        ensure!(pressed == 0, "{pressed} things to press on {hash}");
        let outside: Vec<String> = browser
            .evaluate(
                "return [...document.querySelectorAll('.canvas .item, .canvas .links .line')]
                    .map(it => it.getBoundingClientRect())
                    .filter(it => it.left < -1 || it.top < -1
                        || it.right > innerWidth + 1 || it.bottom > innerHeight + 1)
                    .map(it => JSON.stringify(it));",
            )
            .await?;
        ensure!(outside.is_empty(), "{} are off the page of {hash}: {}", outside.len(), outside[0]);
        let (ground, ink): (String, String) = browser
            .evaluate(
                "const ground = getComputedStyle(document.querySelector('.canvas'));
                const ink = getComputedStyle(document.querySelector('.nodes .value'));
                return [ground.backgroundColor, ink.fill];",
            )
            .await?;
        ensure!(ground == "rgb(255, 255, 255)", "the ground is {ground}");
        ensure!(ink != "rgb(240, 235, 227)", "light letters on white");
        let title = browser.count(".explorer h1").await?;
        ensure!(title == 1, "no title on {hash}");
    }
    Ok(())
}
