//! Loading the page: from the root, under a sub-path, and without its program.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::preview;
use mdp2048_tests::site::Site;

use crate::page::PagePlayer;

#[tokio::test]
async fn the_page_loads_without_a_console_error() -> Result<()> {
    let server = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&server.url("")).await?;
    browser.find("h1").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn no_page_warns_on_the_console() -> Result<()> {
    if Engine::chosen()? != Engine::Chromium {
        return Ok(());
    }
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    for (hash, loaded) in [
        ("#/play?game=3x3_to_512&seed=42&move=5", "[data-player='3x3_to_512'][data-moves='5']"),
        ("#/explore?game=2x2_to_8", ".explorer[data-board]"),
        ("#/diagram", ".gallery-card img"),
        ("#/diagram?game=2x2_to_8&seed=42", ".diagram-view"),
        ("#/bag?target=64", ".headline"),
    ] {
        browser.goto(&served.url("embed/embed.html")).await?;
        browser.goto(&served.url(hash)).await?;
        browser.find(loaded).await.context(hash)?;
        browser.assert_silent().await.context(hash)?;
    }
    Ok(())
}

#[tokio::test]
async fn a_link_to_a_player_downloads_its_program_early_and_once() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url("#/play?game=2x2_to_16&seed=42&move=2")).await?;
    browser.find("[data-player='2x2_to_16'][data-moves='2']").await?;
    // The page asks for its program before it has the module that would ask for it otherwise, and
    // does not ask again.
    let is_early = "const named = name => performance.getEntriesByType('resource')
            .find(it => it.name.endsWith(`/embed/${name}`));
        return named('player_bg.wasm').startTime < named('mdp2048-player.js').responseEnd;";
    ensure!(browser.evaluate::<bool>(is_early).await?, "the program is asked for late");
    for path in ["embed/player_bg.wasm", "embed/player.js", "embed/mdp2048-player.js"] {
        let count = served.requests().iter().filter(|it| *it == path).count();
        ensure!(count == 1, "{path} is downloaded {count} times");
    }
    browser.assert_quiet().await?;

    // Other pages do not need it.
    let served = Site::built()?.serve().await?;
    browser.goto(&served.url("#/explore?game=2x2_to_8")).await?;
    browser.find(".explorer[data-board]").await?;
    ensure!(!served.requests().iter().any(|it| it.starts_with("embed/player")));
    Ok(())
}

#[tokio::test]
async fn the_page_loads_under_a_sub_path() -> Result<()> {
    let site = Site::built()?.under("/blog/2048").serve().await?;
    let browser = Browser::open(Device::PHONE.dark().reduced_motion()).await?;
    browser.goto(&site.url("")).await?;
    browser.find("h1").await?;
    browser.wait_until("matchMedia('(prefers-reduced-motion: reduce)').matches").await?;
    if browser.engine() != Engine::WebKit {
        browser.wait_until("matchMedia('(prefers-color-scheme: dark)').matches").await?;
        browser.wait_until("innerWidth === 390").await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_text_is_shown_when_the_program_does_not_load() -> Result<()> {
    let site = Site::built()?.replace("embed/player_bg.wasm", "no program").serve().await?;
    let browser = Browser::open(Device::PHONE).await?;
    browser.goto(&site.url("")).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.show().await?;
    browser.wait_for_text("mdp2048-player[target='16']", "to 16").await?;
    browser.wait_for_text("[part=note]", "This player did not start").await?;
    Ok(())
}

#[test]
fn the_picture_beside_links_is_current() -> Result<()> {
    let png = std::fs::read(preview::picture())?;
    let size = png.get(16..24).context("the picture is cut")?;
    let expected = preview::SIZE.map(u32::to_be_bytes).concat();
    ensure!(size == expected, "the picture has another size");
    let checksum = preview::checksum(&preview::draw()?);
    ensure!(
        preview::mark(&png) == Some(checksum.as_bytes()),
        "the picture is old: `cargo xtask preview` rebuilds it"
    );
    Ok(())
}

/// A page without WebAssembly.
const BARE: &str = "<link rel=icon href=data:,><p>bare</p>";

#[tokio::test]
async fn a_console_error_is_reported() -> Result<()> {
    if Engine::chosen()? != Engine::Chromium {
        // Only its driver has the messages of the console.
        return Ok(());
    }
    let site = Site::built()?.replace("bare.html", BARE).serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&site.url("bare.html")).await?;
    browser.wait_for_text("p", "bare").await?;
    browser.evaluate::<()>("console.error('broken on purpose');").await?;
    let error = browser.assert_quiet().await.expect_err("an error was printed");
    assert!(error.to_string().contains("broken on purpose"), "{error}");
    assert_eq!(site.requests().first().map(String::as_str), Some("bare.html"));
    Ok(())
}
