//! Solutions that are kept for the next visit.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};
use serde_json::json;

use crate::exploring::{SAVE_DATA, control, solve, unfold, until_board};

/// The name of the file of the solution.
const NAME: &str = "game=2x2_to_16.solution";

/// A kept solution in the list.
const FILE: &str = ".kept li";

const HASH: &str = "#/explore?game=2x2_to_16&state=0120";

/// Loads the page as at another visit.
async fn visit(served: &SiteServer, browser: &Browser, hash: &str) -> Result<()> {
    browser.goto("about:blank").await?;
    browser.goto(&served.url(hash)).await
}

/// The value that the page shows for the board.
async fn value(browser: &Browser) -> Result<String> {
    browser.find(".value .number").await?;
    browser.evaluate("return deep('.value .number').dataset.value;").await
}

/// Runs the body of an asynchronous function with the folder of the solutions.
async fn with_files(browser: &Browser, body: &str) -> Result<()> {
    let script = format!(
        "window.result = null;
        (async () => {{
            const root = await navigator.storage.getDirectory();
            const files = await root.getDirectoryHandle('mdp2048-solutions');
            {body}
        }})().then(() => window.result = 'done', error => window.result = String(error));"
    );
    browser.evaluate::<()>(&script).await?;
    browser.wait_until("window.result !== null").await?;
    let result: String = browser.evaluate("return window.result;").await?;
    ensure!(result == "done", "{result}");
    Ok(())
}

/// Replaces the file of the solution by what an expression makes of its `bytes`.
async fn change(browser: &Browser, expression: &str) -> Result<()> {
    let body = format!(
        "const handle = await files.getFileHandle('{NAME}');
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        const writable = await handle.createWritable();
        await writable.write({expression});
        await writable.close();"
    );
    with_files(browser, &body).await
}

#[tokio::test]
async fn a_solution_is_kept_and_opened_at_the_next_visit() -> Result<()> {
    let (served, browser) = Site::built()?.open(Device::DESKTOP, HASH).await?;
    until_board(&browser, "0120").await?;
    solve(&browser).await?;
    browser.find("[data-source=solved]").await?;
    let solved = value(&browser).await?;
    browser.find("[data-kept=true]").await?;
    browser.wait_for_text(".solutions summary", "kept for the next visit").await?;
    unfold(&browser, "solutions").await?;
    browser.wait_for_text(".kept", "Kept on this device: 1 solution").await?;

    // At the next visit it is there without solving.
    visit(&served, &browser, HASH).await?;
    browser.find("[data-source=kept]").await?;
    let opened = value(&browser).await?;
    ensure!(opened == solved, "{opened} was read, {solved} was kept");

    // Another game first: the kept one is opened when its game is chosen.
    visit(&served, &browser, "#/explore?game=2x2_to_8&state=0110").await?;
    solve(&browser).await?;
    browser.find("[data-kept=true]").await?;
    browser.click(&format!("{} option[value='16']", control("target"))).await?;
    browser.find("[data-source=kept]").await?;
    unfold(&browser, "solutions").await?;
    browser.click(&format!("{}[data-file='game=2x2_to_8'] button", FILE)).await?;

    // By a press where nothing is done unasked.
    browser.before_each_page(SAVE_DATA).await?;
    visit(&served, &browser, "#/explore?game=2x2_to_8&state=0110").await?;
    browser.find(&control("solve")).await?;
    browser.click(&format!("{} option[value='16']", control("target"))).await?;
    browser.wait_for_text(&control("open-kept"), "Open 2x2 to 16").await?;
    browser.click(&control("open-kept")).await?;
    browser.find("[data-source=kept]").await?;

    // A file that is damaged or of another version is removed.
    let changes = [
        ("bytes.map((byte, at) => at === bytes.length - 3 ? byte ^ 1 : byte)", "is damaged"),
        ("bytes.map((byte, at) => at === 8 ? 9 : byte)", "another version of this page"),
    ];
    for (expression, reason) in changes {
        change(&browser, expression).await?;
        // A worker that ended while it wrote has left a file, too.
        with_files(&browser, "await files.getFileHandle('a.part', { create: true });").await?;
        visit(&served, &browser, HASH).await?;
        let notes = ".explorer .notes";
        browser.wait_for_text(notes, "The kept solution of 2x2 to 16 is removed: ").await?;
        browser.wait_for_text(notes, reason).await?;
        browser.wait_until(&format!("!deep('{FILE}')")).await?;
        let empty = "for await (const name of files.keys()) throw new Error(name);";
        with_files(&browser, empty).await.context(reason)?;
        solve(&browser).await?;
        browser.find("[data-kept=true]").await?;
    }

    // Clearing one, and all.
    for button in ["delete", "delete-all"] {
        unfold(&browser, "solutions").await?;
        browser.click(&control(button)).await?;
        browser.wait_until(&format!("!deep('{FILE}')")).await?;
        browser.find("[data-kept=false]").await?;
        browser.click(&control("keep")).await?;
        browser.find("[data-kept=true]").await?;
    }
    ensure!(value(&browser).await? == solved, "the solution in memory has changed");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_browser_that_keeps_nothing_solves_as_well() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::PHONE).await?;
    // There is no space.
    browser.goto(&served.url(HASH)).await?;
    let origin: String = browser.evaluate("return location.origin;").await?;
    let quota = json!({ "origin": origin, "quotaSize": 1000 });
    browser.devtools("Storage.overrideQuotaForOrigin", quota).await?;
    solve(&browser).await?;
    unfold(&browser, "solutions").await?;
    browser.wait_for_text("[data-kept=false]", "the browser has no space for it").await?;
    let first = value(&browser).await?;
    browser.devtools("Storage.overrideQuotaForOrigin", json!({ "origin": origin })).await?;
    browser.click(&control("keep")).await?;
    browser.find("[data-kept=true]").await?;

    // There are no files, as in a private window.
    browser
        .before_each_page(
            "if (globalThis.StorageManager) StorageManager.prototype.getDirectory = () =>
                Promise.reject(new DOMException('no', 'SecurityError'));",
        )
        .await?;
    visit(&served, &browser, HASH).await?;
    solve(&browser).await?;
    unfold(&browser, "solutions").await?;
    browser.wait_for_text("[data-kept=false]", "lets the page keep no files").await?;
    ensure!(value(&browser).await? == first, "another value");
    browser.assert_quiet().await
}

#[tokio::test]
async fn exceptions_of_the_browser_are_told_in_sentences() -> Result<()> {
    // The program of the solver cannot be downloaded.
    let site = Site::built()?.remove("embed/solver.js");
    let (_served, browser) = site.open(Device::DESKTOP, HASH).await?;
    let note = "[data-note=need]";
    for _ in 0..2 {
        browser.wait_for_text(note, "2x2 to 16 cannot be solved here: a part of it could").await?;
        browser.wait_for_text(note, "not be downloaded; check the connection").await?;
        ensure!(!browser.text(note).await?.contains("Failed"), "the exception is shown");
        browser.click(&control("estimate-again")).await?;
    }
    browser.assert_quiet_but(&["embed/solver.js"]).await
}

#[tokio::test]
async fn the_list_follows_what_another_tab_does() -> Result<()> {
    let (served, browser) = Site::built()?.open(Device::DESKTOP, HASH).await?;
    let client = browser.client();
    let first = client.window().await?;
    solve(&browser).await?;
    browser.find("[data-kept=true]").await?;

    // Another tab opens the solution, and deletes it.
    let second = client.new_window(true).await?.handle;
    client.switch_to_window(second.clone()).await?;
    browser.goto(&served.url(HASH)).await?;
    browser.find("[data-source=kept]").await?;
    unfold(&browser, "solutions").await?;
    browser.click(&control("delete-all")).await?;
    browser.wait_until(&format!("!deep('{FILE}')")).await?;
    client.switch_to_window(first.clone()).await?;
    browser.wait_until(&format!("!deep('{FILE}')")).await?;
    browser.find("[data-kept=false]").await?;
    unfold(&browser, "solutions").await?;

    // This tab keeps it again, and the other one lists it.
    browser.click(&control("keep")).await?;
    browser.find("[data-kept=true]").await?;
    client.switch_to_window(second).await?;
    browser.find("[data-kept=true]").await?;

    // If a solution was deleted and no page was informed, opening it shows a message.
    browser.before_each_page(SAVE_DATA).await?;
    visit(&served, &browser, "#/explore?game=2x2_to_8&state=0110").await?;
    browser.find(&control("solve")).await?;
    browser.click(&format!("{} option[value='16']", control("target"))).await?;
    browser.wait_for_text(&control("open-kept"), "Open 2x2 to 16").await?;
    with_files(&browser, &format!("await files.removeEntry('{NAME}');")).await?;
    browser.click(&control("open-kept")).await?;
    let notes = ".explorer .notes";
    browser.wait_for_text(notes, "could not be opened: it is no longer there; solve").await?;
    browser.find(&control("solve")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_browser_that_cannot_rename_files_keeps_solutions() -> Result<()> {
    let site = Site::built()?.edit("embed/extras/kept.js", |module| {
        module.extend(b"\ndelete FileSystemFileHandle.prototype.move;\n");
    })?;
    let (served, browser) = site.open(Device::DESKTOP, HASH).await?;
    solve(&browser).await?;
    browser.find("[data-kept=true]").await?;
    let solved = value(&browser).await?;
    visit(&served, &browser, HASH).await?;
    browser.find("[data-source=kept]").await?;
    ensure!(value(&browser).await? == solved, "another value");
    browser.assert_quiet().await
}
