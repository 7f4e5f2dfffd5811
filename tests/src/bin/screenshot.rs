//! Takes a picture of the built page:
//! `cargo run -p mdp2048-tests --features browser --bin screenshot -- '#/play' play.png --dark`.

#![allow(clippy::print_stdout, reason = "a developer's tool")]

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

/// Take a picture of the built page in `target/tested-page`, or in the folder MDP2048_DIST names.
#[derive(Parser)]
struct ScreenshotArguments {
    /// The fragment of the page's URL (`#/play`), or a whole URL.
    page: String,
    /// The PNG file to write.
    out: PathBuf,
    /// Width of the window; a window up to 600 wide is a phone.
    #[arg(long, default_value_t = 1280)]
    width: u32,
    /// Height of the window; without it, the picture shows the whole page.
    #[arg(long)]
    height: Option<u32>,
    /// Prefer dark colours.
    #[arg(long)]
    dark: bool,
    /// Prefer reduced motion.
    #[arg(long)]
    reduced_motion: bool,
    /// JavaScript to run after the page has loaded.
    #[arg(long)]
    script: Option<String>,
    /// Milliseconds to wait before taking the picture.
    #[arg(long, default_value_t = 500)]
    wait: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = ScreenshotArguments::parse();
    let mut device = Device {
        width: options.width,
        height: options.height.unwrap_or(900),
        phone: options.width <= 600,
        dark: options.dark,
        reduced_motion: options.reduced_motion,
    };
    let browser = Browser::open(device).await?;
    let site =
        if options.page.contains("://") { None } else { Some(Site::built()?.serve().await?) };
    browser.goto(&site.as_ref().map_or(options.page.clone(), |it| it.url(&options.page))).await?;
    // The components are rendered shortly after the page has loaded.
    browser.wait_until("document.body.childElementCount > 0").await?;
    if let Some(script) = &options.script {
        browser.evaluate::<serde_json::Value>(script).await?;
    }
    tokio::time::sleep(Duration::from_millis(options.wait)).await;
    if options.height.is_none() {
        device.height = browser.page_height().await?.max(device.height);
        browser.set_device(device).await?;
    }
    browser.screenshot(&options.out).await?;
    for message in browser.console().await? {
        println!("{} {} {}", message.level, message.source, message.text);
    }
    Ok(())
}
