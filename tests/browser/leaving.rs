//! A short walk through each page in every browser: each works, is left for other pages while it
//! works, and goes on from where it was. A player is removed in each state.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::embedding::{MODULE, page as static_page};
use crate::page::policy_file;
use crate::pages::{PAGES, TestedPage};

/// Waits until the page has an address, up to its parameters.
async fn until_at(browser: &Browser, hash: &str) -> Result<()> {
    let route = hash.split('?').next().unwrap_or_default();
    browser.wait_until(&format!("location.hash.split('?')[0] === '{route}'")).await
}

#[tokio::test]
async fn each_page_works_and_is_left_for_others() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    for page in PAGES {
        let Some(work) = page.work else { continue };
        browser.visit(&served.url(work.hash)).await?;
        // Its controls are there some time after the page itself.
        let begin = format!("(() => {{ try {{ {} return true; }} catch {{}} }})()", work.start);
        browser.wait_until(&begin).await?;
        let progress = format!("Number({} ?? 0)", work.progress);
        let now = format!("return {progress};");
        browser.find(work.working).await.context(work.hash)?;
        browser.wait_until(&format!("{progress} > 0")).await.context(work.hash)?;
        let other = PAGES.iter().find(|other| !work.hash.starts_with(other.link));
        let &TestedPage { link, content, .. } = other.context("another page")?;
        let press = format!(
            "[...document.links].find(it => it.getAttribute('href').startsWith('{link}')).click();"
        );
        browser.run(&press).await.context(link)?;
        browser.find(content).await.with_context(|| format!("{} to {link}", work.hash))?;
        if let Some(waiting) = work.waiting {
            browser.find(waiting).await.context(work.hash)?;
        }
        let left: f64 = browser.evaluate(&now).await?;
        until_at(&browser, link).await.context("the address is another one")?;
        browser.run("history.back();").await?;
        until_at(&browser, work.hash).await?;
        browser.find(work.working).await.context(work.hash)?;
        let back: f64 = browser.evaluate(&now).await?;
        ensure!(back >= left, "{}: it was at {left}, and is at {back}", work.hash);
        let goes_on = format!("{progress} > {back} || {progress} >= {}", work.end);
        browser.wait_until(&goes_on).await.with_context(|| format!("{} rests", work.hash))?;
    }
    browser.assert_quiet().await
}

/// The states of a player: the attributes of its element, a script that leads to the state, and
/// whether the player is in it. Both can use `host` and its `root`.
const STATES: [(&str, &str, &str); 9] = [
    ("board=2x2 target=16 style='margin-top: 4000px'", "", "root.querySelector('slot')"),
    ("board=2x2 target=8", "", "root.querySelector('[data-load=loading]')"),
    ("board=2x2 target=32", "", "root.querySelector('[data-load=failed]')"),
    ("board=3x3 target=1024", "", "root.querySelector('[data-load=decoding]')"),
    (
        "board=2x2 target=16",
        "",
        "root.querySelector('.player') && !root.querySelector('[data-load]')",
    ),
    ("board=2x2 target=16", "host.play();", "root.querySelector('[data-running=true]')"),
    ("board=2x2 target=16", "host.seek('end');", "root.querySelector('[data-outcome=lost]')"),
    (
        "board=2x2 target=16",
        "host.seek(2).then(() => { root.querySelector('details').open = true; });",
        "root.querySelector('details[open] li, details[open] tr')",
    ),
    (
        "board=2x2 target=16",
        "host.seek(2).then(() => root.querySelector('[data-control=share]').click());",
        "root.querySelector('dialog[open]')",
    ),
];

#[tokio::test]
async fn a_player_is_removed_in_each_state() -> Result<()> {
    let site = Site::built()?
        .delay(&policy_file("2x2_to_8"), Duration::from_secs(2))
        .remove(&policy_file("2x2_to_32"))
        .replace("blog.html", static_page(MODULE, ""));
    let (_served, browser) = site.open(Device::DESKTOP, "blog.html").await?;
    for (attributes, script, state) in STATES {
        let state_of = |state: &str| {
            format!(
                "(() => {{ const host = document.querySelector('mdp2048-player') ?? window.gone;
                    const root = host?.shadowRoot; return root && Boolean({state}); }})()"
            )
        };
        let add = format!(
            "document.body.insertAdjacentHTML('beforeend',
                \"<mdp2048-player seed=20 {attributes}></mdp2048-player>\");
            const host = document.querySelector('mdp2048-player');
            const root = host.shadowRoot; {script}"
        );
        browser.run(&add).await?;
        browser.wait_until(&state_of(state)).await.context(state)?;
        let remove = "window.gone = document.querySelector('mdp2048-player'); gone.remove();";
        browser.run(remove).await?;
        browser.wait_until(&state_of("!root.querySelector('.player')")).await.context(state)?;
        // It can be put back, and removed again.
        browser.run("document.body.append(gone); gone.state();").await?;
        browser.wait_until(&state_of("root.querySelector('.player')")).await.context(state)?;
        browser.run(remove).await?;
    }
    browser.assert_quiet_but(&["404"]).await
}
