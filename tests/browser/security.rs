//! The content security policy of our documents: they work under it, and it stops scripts.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::site::Site;

use crate::embedding::{MODULE, PLAYER, page as static_page};
use crate::exploring::{control, until_board};
use crate::page::PagePlayer;
use crate::pages::PAGES;
use crate::reviewing::{RECORDERS, saved};

/// Collects what a document does against its policy.
const COLLECT: &str = "window.violations = [];
    addEventListener('securitypolicyviolation', (it) => violations.push(
        `${it.effectiveDirective} of ${it.blockedURI} in ${it.sourceFile}:${it.lineNumber}`));";

/// Opens a document and collects its violations: in Chromium from the beginning on.
async fn visit(browser: &Browser, url: &str) -> Result<()> {
    browser.visit(url).await?;
    if browser.engine() == Engine::Chromium { Ok(()) } else { browser.run(COLLECT).await }
}

/// Opens a browser that collects violations.
async fn open(device: Device) -> Result<Browser> {
    let browser = Browser::open(device).await?;
    if browser.engine() == Engine::Chromium {
        browser.before_each_page(COLLECT).await?;
    }
    Ok(browser)
}

/// Checks that the document has done nothing against its policy.
async fn check(browser: &Browser, what: &str) -> Result<()> {
    let found: Vec<String> =
        browser.evaluate("return violations;").await.context(what.to_owned())?;
    ensure!(found.is_empty(), "{what}: {}", found.join("\n"));
    browser.assert_quiet().await.with_context(|| what.to_owned())
}

#[tokio::test]
async fn each_document_works_under_its_policy() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = open(Device::DESKTOP).await?;
    for page in PAGES {
        visit(&browser, &served.url(page.example)).await?;
        browser.find(page.content).await.context(page.example)?;
        check(&browser, page.example).await?;
        let Some(work) = page.work else { continue };
        visit(&browser, &served.url(work.hash)).await?;
        // Its controls are there some time after the page itself.
        let begin = format!("(() => {{ try {{ {} return true; }} catch {{}} }})()", work.start);
        browser.wait_until(&begin).await?;
        browser.find(work.working).await.context(work.hash)?;
        check(&browser, work.hash).await?;
    }
    for (file, content) in [
        ("embed.html?board=2x2&target=16", ".player .board"),
        ("embed/embed.html?element=diagram&game=2x2_to_8", ".canvas .item"),
        ("embed/embed.html?element=puzzle", ".daily [data-board]"),
        ("embed/demo/index.html", ".player .board"),
        ("notebook/index.html", "main img"),
    ] {
        visit(&browser, &served.url(file)).await?;
        browser.find(content).await.context(file)?;
        check(&browser, file).await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_a_reader_does_is_within_the_policy() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = open(Device::DESKTOP).await?;

    // A game of the reader's own, solved by a worker, its Share dialog and its picture.
    visit(&browser, &served.url("#/play?game=2x2_to_8&seed=42&own=")).await?;
    browser.find(".duel[data-solved=true]").await?;
    while browser.count(".duel [aria-label][aria-disabled=false]").await? > 0 {
        browser.click(".duel [aria-label][aria-disabled=false]").await?;
    }
    browser.click(".duel [data-control=duel-share]").await?;
    browser.find("[data-control=share-picture]").await?;
    browser.run(RECORDERS).await?;
    let size = saved(&browser, "[data-control=share-picture]", "mdp2048_game.png").await?;
    ensure!(size == "1200x630", "{size}");
    check(&browser, "a game of the reader's own").await?;

    // A puzzle that is answered.
    visit(&browser, &served.url("#/puzzle?day=today")).await?;
    browser.click(".daily button[aria-disabled=false]").await?;
    browser.find(".daily button[data-grade]").await?;
    check(&browser, "a puzzle").await?;

    // A board that is typed or pasted.
    visit(&browser, &served.url("#/explore?state=010062033")).await?;
    until_board(&browser, "010062033").await?;
    let paste = format!(
        "const field = deep('{}'); field.value = '0 2 0/0 64 4/0 8 16';
         field.dispatchEvent(new InputEvent('input', {{ bubbles: true }}));
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));",
        control("text")
    );
    browser.run(&paste).await?;
    until_board(&browser, "010062034").await?;
    check(&browser, "a board").await?;

    // Files.
    visit(&browser, &served.url("#/diagram?game=2x2_to_8")).await?;
    browser.find(".canvas .item").await?;
    browser.run(RECORDERS).await?;
    browser.click(".diagram-view [data-control=download]").await?;
    for name in ["svg", "png"] {
        browser.click(&format!(".diagram-view [data-control={name}]")).await?;
        browser
            .wait_until(&format!("Object.keys(files).some(it => it.endsWith('.{name}'))"))
            .await?;
    }
    check(&browser, "a drawing").await
}

#[tokio::test]
async fn scripts_that_somebody_injects_do_not_run() -> Result<()> {
    let inject = "const script = document.createElement('script');
        script.textContent = 'window.broken = 1;';
        document.head.append(script);
        document.body.insertAdjacentHTML('beforeend',
            `<img src='data:,' onerror='window.broken = 1'>
             <a id='injected' href='javascript:void(window.broken = 1)'>A link</a>
             <form id='sent' action='https://example.org/'></form>
             <object data='embed/demo/index.html'></object>`);
        document.getElementById('injected').click();
        // Firefox throws an error.
        setTimeout(() => document.getElementById('sent').submit());";
    let served = Site::built()?.serve().await?;
    let browser = open(Device::DESKTOP).await?;
    for file in ["", "embed/embed.html?board=2x2&target=16", "notebook/index.html"] {
        visit(&browser, &served.url(file)).await?;
        browser.run(inject).await?;
        for directive in ["script-src-elem", "script-src-attr", "form-action", "object-src"] {
            browser
                .wait_until(&format!("violations.some(it => it.startsWith('{directive} of'))"))
                .await
                .with_context(|| format!("{file}: {directive}"))?;
        }
        ensure!(browser.evaluate::<bool>("return window.broken === undefined;").await?, "{file}");
    }
    browser.assert_quiet_but(&["Content Security Policy"]).await
}

#[tokio::test]
async fn a_frame_takes_its_policy_from_another_server() -> Result<()> {
    let (site, other) = (Site::built()?, Site::built()?.for_other_origins().serve().await?);
    let served = site.serve().await?;
    let browser = open(Device::DESKTOP).await?;
    let policy = other.url("embed/policies/2x2_to_16.policy");
    let frame = format!("embed/embed.html?board=2x2&target=16&src={policy}");
    visit(&browser, &served.url(&frame)).await?;
    PagePlayer::new(&browser, "2x2_to_16").ready().await?;
    check(&browser, &frame).await
}

#[tokio::test]
async fn pages_of_others_keep_their_own_scripts() -> Result<()> {
    let body = format!("{PLAYER}<p style='width: 7px'></p><script>window.theirs = 1;</script>");
    let served = Site::built()?.replace("blog.html", static_page(MODULE, &body)).serve().await?;
    let browser = open(Device::DESKTOP).await?;
    visit(&browser, &served.url("blog.html")).await?;
    PagePlayer::new(&browser, "2x2_to_16").ready().await?;
    browser.wait_until("window.theirs === 1").await?;
    browser.wait_until("document.querySelector('p[style]').clientWidth === 7").await?;
    check(&browser, "a page of others").await
}

#[tokio::test]
async fn a_frame_without_an_origin_shows_its_player() -> Result<()> {
    let frame = "<!doctype html><title>A blog</title><link rel=icon href=data:,>
        <iframe sandbox=allow-scripts src='embed/embed.html?board=2x2&target=16'></iframe>";
    let site = Site::built()?.for_other_origins().replace("blog.html", frame);
    let (_served, browser) = site.open(Device::DESKTOP, "blog.html").await?;
    browser.client().enter_frame(0).await?;
    PagePlayer::new(&browser, "2x2_to_16").ready().await?;
    browser.assert_quiet().await
}
