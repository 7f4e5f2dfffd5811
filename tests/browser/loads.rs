//! The page loads wherever it is put.

use anyhow::Result;
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;

#[tokio::test]
async fn loads_without_a_console_error() -> Result<()> {
    let site = Site::built()?.serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&site.url("")).await?;
    browser.find("h1").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn loads_under_a_sub_path() -> Result<()> {
    let site = Site::built()?.under("/blog/2048").serve().await?;
    let browser = Browser::open(Look::PHONE.dark().reduced_motion()).await?;
    browser.goto(&site.url("")).await?;
    browser.find("h1").await?;
    browser.wait_until("matchMedia('(prefers-color-scheme: dark)').matches").await?;
    browser.wait_until("matchMedia('(prefers-reduced-motion: reduce)').matches").await?;
    browser.wait_until("innerWidth === 390").await?;
    browser.assert_quiet().await
}

/// A page without a program.
const BARE: &str = "<link rel=icon href=data:,><p>bare</p>";

#[tokio::test]
async fn the_console_is_heard() -> Result<()> {
    let site = Site::built()?.replace("bare.html", BARE).serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&site.url("bare.html")).await?;
    browser.wait_for_text("p", "bare").await?;
    browser.evaluate::<()>("console.error('broken on purpose');").await?;
    let error = browser.assert_quiet().await.expect_err("an error was printed");
    assert!(error.to_string().contains("broken on purpose"), "{error}");
    assert_eq!(site.requests().first().map(String::as_str), Some("bare.html"));
    Ok(())
}
