//! Rebuilds the picture that other sites show beside a link to the page: `cargo xtask preview`.

use std::fs;

use anyhow::Result;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::preview;

#[tokio::main]
async fn main() -> Result<()> {
    let svg = preview::draw()?;
    let folder = tempfile::tempdir()?;
    let page = folder.path().join("index.html");
    fs::write(&page, preview::page(&svg))?;
    let [width, height] = preview::SIZE;
    let browser = Browser::open(Device { width, height, ..Device::DESKTOP }).await?;
    browser.goto(&format!("file://{}", page.display())).await?;
    let picture = preview::picture();
    browser.screenshot(&picture).await?;
    let png = fs::read(&picture)?;
    Ok(fs::write(&picture, preview::marked(&png, &svg)?)?)
}
