//! The page of the notebook, which the start page links to.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::accessible::check;

#[tokio::test]
async fn the_notebook_shows_its_figures() -> Result<()> {
    let (_served, browser) =
        Site::built()?.open(Device::DESKTOP.reduced_motion(), "#/play").await?;
    browser.click("a[href^='notebook/']").await?;
    browser.wait_for_text("h1", "What a learning agent really gives away").await?;
    for device in [Device::DESKTOP.reduced_motion(), Device::PHONE.reduced_motion().dark()] {
        browser.set_device(device).await?;
        // Each figure is drawn as wide as the text, and has words for those who do not see it.
        let is_shown = "document.querySelectorAll('main img').length === 3
            && [...document.querySelectorAll('main img')].every(it => it.complete
                && it.naturalWidth > 400 && it.alt.length > 20
                && it.getBoundingClientRect().width > 250)
            && document.documentElement.scrollWidth <= innerWidth";
        browser.wait_until(is_shown).await.with_context(|| format!("{device:?}"))?;
        check(&browser).await?;
    }
    let outputs: Vec<String> = browser
        .evaluate("return [...document.querySelectorAll('.output')].map(it => it.textContent);")
        .await?;
    ensure!(outputs.len() == 3 && outputs[0].starts_with("594,046 states"), "{outputs:?}");
    browser.click("nav a").await?;
    browser.wait_for_text("h1", "Perfect play in small games of 2048").await?;
    browser.assert_quiet().await
}
