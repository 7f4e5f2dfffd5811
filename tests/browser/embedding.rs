//! Players on pages of strangers: static HTML that is not built by Trunk.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use axum::http::header;
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::site::{Site, SiteServer};
use serde_json::{Value, json};

use crate::page::{PagePlayer, PlayerView, policy, replay};

/// Returns the text of a page that loads the module from a URL.
pub(crate) fn page(module: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><title>A blog</title><link rel=icon href=data:,>
        <script type=module src='{module}'></script><main><h1>A blog</h1>{body}</main>"
    )
}

/// The module, as the page of these tests names it.
pub(crate) const MODULE: &str = "embed/mdp2048-player.js";

/// A player with a text for readers without scripts.
pub(crate) const PLAYER: &str = "<mdp2048-player board=2x2 target=16 seed=20><p>Seed 20 loses.</p>
    </mdp2048-player>";

/// Opens a static page with this body.
pub(crate) async fn open(site: Site, body: &str) -> Result<(SiteServer, Browser)> {
    site.replace("blog.html", page(MODULE, body)).open(Device::DESKTOP, "blog.html").await
}

/// Plays the game of [`PLAYER`] to its end.
async fn plays(browser: &Browser) -> Result<()> {
    let player = PagePlayer::new(browser, "2x2_to_16");
    let replay = replay(policy(&Site::built()?, player.game)?, 20);
    player.ready().await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay)).await
}

#[tokio::test]
async fn players_of_a_static_page_are_independent() -> Result<()> {
    let site = Site::built()?;
    let body = "<mdp2048-player board=2x2 target=8></mdp2048-player>
        <mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>
        <mdp2048-player board=2x2 target=32 seed=47 controls=minimal></mdp2048-player>";
    let (served, browser) = open(site.clone(), body).await?;
    for (game, seed) in [("2x2_to_8", 42), ("2x2_to_16", 20), ("2x2_to_32", 47)] {
        let player = PagePlayer::new(&browser, game);
        let replay = replay(policy(&site, game)?, seed);
        player.ready().await?;
        player.expect(&PlayerView::of(&replay, 0)).await?;
        player.key(".board", "e").await?;
        player.expect(&PlayerView::end(&replay)).await?;
    }
    let small = PagePlayer::new(&browser, "2x2_to_32");
    ensure!(browser.count_visible(&small.control("seed")).await? == 0, "controls are shown");
    ensure!(browser.count_visible(&small.control("start")).await? == 1, "no start button");
    // One program serves all players, and the page's address is not theirs.
    let programs = served.requests().iter().filter(|it| it.ends_with(".wasm")).count();
    ensure!(programs == 1, "{programs} programs were loaded");
    ensure!(browser.evaluate::<String>("return location.hash;").await?.is_empty());
    browser.assert_quiet().await
}

#[tokio::test]
async fn nothing_is_loaded_before_the_player_is_near() -> Result<()> {
    let body = format!("<p style='height: 4000px'>Text</p>{PLAYER}");
    let (served, browser) = open(Site::built()?, &body).await?;
    browser.wait_for_text("mdp2048-player", "Seed 20 loses.").await?;
    // The element has been told whether it is near once a later observer is told so, too.
    let observed = "
        new IntersectionObserver(() => fetch('embed/LICENSE-MIT').then(() => window.observed = true))
            .observe(document.querySelector('mdp2048-player'));";
    browser.run(observed).await?;
    browser.wait_until("window.observed").await?;
    let requests = served.requests();
    ensure!(requests == ["blog.html", MODULE, "embed/LICENSE-MIT"], "{requests:?}");
    plays(&browser).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn another_origin_serves_the_module() -> Result<()> {
    let files = Site::built()?.for_other_origins().serve().await?;
    let body = "<mdp2048-player board=3x3 target=512 seed=7></mdp2048-player>";
    let (blog, browser) = Site::built()?
        .replace("blog.html", page(&files.url(MODULE), body))
        .open(Device::DESKTOP, "blog.html")
        .await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    player.ready().await?;
    player.press("end").await?;
    let replay = replay(policy(&Site::built()?, player.game)?, 7);
    player.expect(&PlayerView::end(&replay)).await?;
    ensure!(blog.requests() == ["blog.html"], "{:?}", blog.requests());
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_wrong_type_of_the_program_does_not_matter() -> Result<()> {
    let site = Site::built()?.header("embed/player_bg.wasm", header::CONTENT_TYPE, "text/plain");
    let (_served, browser) = open(site, PLAYER).await?;
    plays(&browser).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_readable_modules_work_unbundled() -> Result<()> {
    // Trunk serves them like this while they are developed.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/elements");
    let mut site = Site::built()?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let name = path.file_name().context("a file has a name")?.to_string_lossy();
            site = site.replace(&format!("embed/{name}"), fs::read(&path)?);
        }
    }
    let (served, browser) = open(site, PLAYER).await?;
    plays(&browser).await?;
    ensure!(served.requests().contains(&"embed/element.js".to_owned()));
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_policy_against_webassembly_shows_the_fallback_and_a_note() -> Result<()> {
    let site = Site::built()?.header(
        "blog.html",
        header::CONTENT_SECURITY_POLICY,
        "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; worker-src 'none'",
    );
    // Without workers the page decodes by itself.
    let (_served, browser) = open(site, PLAYER).await?;
    plays(&browser).await?;
    let site =
        Site::built()?.header("blog.html", header::CONTENT_SECURITY_POLICY, "script-src 'self'");
    let (_served, browser) = open(site, PLAYER).await?;
    browser.wait_for_text("mdp2048-player", "Seed 20 loses.").await?;
    let words = "This player did not start, because its program could not be loaded or run: the \
                 content security policy of this page does not allow WebAssembly: its script-src \
                 needs 'wasm-unsafe-eval'.";
    browser.wait_for_text("[part=note]", words).await?;
    browser.assert_quiet_but(&["Content Security Policy"]).await
}

#[tokio::test]
async fn where_a_player_cannot_run_its_content_is_shown() -> Result<()> {
    let frame = |sandbox, page| {
        format!("<link rel=icon href=data:,><iframe sandbox={sandbox} src={page}></iframe>")
    };
    let bare = "<script>delete globalThis.WebAssembly;</script>";
    let site = Site::built()?
        .replace("blog.html", page(MODULE, PLAYER))
        .replace("old.html", page(MODULE, &format!("{bare}{PLAYER}")))
        .replace("origin.html", frame("allow-scripts", "blog.html"))
        .replace("scripts.html", frame("allow-same-origin", "blog.html"))
        .replace("strict.html", page(MODULE, PLAYER))
        .header(
            "strict.html",
            header::CONTENT_SECURITY_POLICY,
            "require-trusted-types-for 'script'",
        );
    let (served, browser) = site.open(Device::DESKTOP, "old.html").await?;
    let note = "[part=note]";
    browser.wait_for_text(note, "or run: this browser has no WebAssembly.").await?;
    if browser.engine() == Engine::Chromium {
        browser.goto(&served.url("strict.html")).await?;
        browser.wait_for_text("mdp2048-player", "Seed 20 loses.").await?;
        browser.wait_for_text(note, "This player cannot be shown").await?;
    }
    // The module of another origin is asked for, and not run.
    let before = served.requests().len();
    browser.goto(&served.url("origin.html")).await?;
    // A frame with this attribute is shown without scripts, and the page around it can read it.
    browser.goto(&served.url("scripts.html")).await?;
    let player = "document.querySelector('iframe').contentDocument.querySelector('mdp2048-player')";
    browser.wait_until(player).await?;
    let text: String = browser.evaluate(&format!("return {player}.innerText.trim();")).await?;
    ensure!(text == "Seed 20 loses.", "{text:?} is shown");
    ensure!(!browser.evaluate::<bool>(&format!("return Boolean({player}.shadowRoot);")).await?);
    // Chromium downloads the module in advance, but nothing runs it.
    let requests = served.requests().split_off(before);
    ensure!(!requests.iter().any(|path| path.ends_with(".wasm")), "{requests:?}");
    browser.assert_quiet_but(&["Trusted", "CORS", "blog.html", "net::ERR_FAILED"]).await
}

#[tokio::test]
async fn a_missing_policy_shows_its_message() -> Result<()> {
    let site = Site::built()?.remove("embed/policies/2x2_to_16.policy");
    let (_served, browser) = open(site, PLAYER).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.show().await?;
    let failed = player.css("[data-load=failed]");
    browser.wait_for_text(&failed, "the server has no 2x2_to_16.policy (404)").await?;
    // Calls that need the policy are rejected, and those of a player that is removed.
    let script = "const fail = call => call.then(() => 'done', error => error.message);
        const missing = [await fail(host.seek(3)), await fail(host.values())];
        const waiting = fail(host.play()); host.remove();
        return [...missing, await waiting];";
    let found: Vec<String> = with_host(&browser, script).await?;
    ensure!(found[..2].iter().all(|it| it.contains("the server has no 2x2_to_16")), "{found:?}");
    ensure!(found[2].contains("was removed before its policy was loaded"), "{found:?}");
    browser.assert_quiet_but(&["2x2_to_16.policy"]).await
}

/// Runs a script with `host`, the first player of the page, and returns its result.
pub(crate) async fn with_host<T: serde::de::DeserializeOwned>(
    browser: &Browser,
    script: &str,
) -> Result<T> {
    let script = format!(
        "const host = document.querySelector('mdp2048-player');
        return (async () => {{ {script} }})();"
    );
    browser.evaluate(&script).await
}

/// Calls the methods of a player, and returns what each shows.
const METHODS: &str = "const rendered = () => new Promise(done => setTimeout(done, 50));
    const reason = call => call.then(() => '', error => error.message);
    const board = async () => (await host.state()).board;
    const events = [];
    for (const name of ['move', 'spawn', 'ended', 'speedchange'])
        host.addEventListener(name, event => events.push(event.type));
    const found = {};
    await host.step(2); await host.step(-1); found.stepped = await board();
    await host.seek('end'); found.outcome = (await host.state()).outcome;
    await host.seek('50%'); found.half = (await host.state()).move;
    await host.setSeed(7); found.seeded = await board();
    found.badSeed = await reason(host.setSeed('many'));
    await host.setPosition('0 2/4 8'); found.position = await board();
    const { value, actions } = await host.values();
    found.values = [value, actions.left.value, actions.up.regret, actions.right];
    found.badPosition = await reason(host.setPosition('4 4/4'));
    await host.setPosition(null); found.noPosition = await board();
    await host.step(2 ** 31 - 1); found.last = (await host.state()).move;
    await host.seek(3); await rendered(); events.length = 0;
    await host.step(); await rendered(); found.events = [...events];
    host.setAttribute('seed', '8'); await rendered(); found.attribute = (await host.state()).seed;
    await host.seek(3); host.setAttribute('seed', '8'); await rendered();
    found.same = (await host.state()).move;
    host.setAttribute('state', '0011'); await rendered(); found.state = await board();
    host.setAttribute('speed', 'fast'); host.removeAttribute('speed');
    host.removeAttribute('state'); host.removeAttribute('seed'); await rendered();
    found.removed = (await host.state()).seed;
    found.speeds = events.filter(type => type === 'speedchange').length;
    host.setAttribute('target', '8'); found.game = (await host.state()).game;
    return found;";

#[tokio::test]
async fn scripts_and_attributes_drive_a_player() -> Result<()> {
    let (_served, browser) = open(Site::built()?, PLAYER).await?;
    browser.wait_until("hosts[0].game === '2x2_to_16'").await?;
    let policy = policy(&Site::built()?, "2x2_to_16")?;
    let board = |seed, moves| replay(policy, seed).boards().nth(moves).map(|it| it.hex());
    let mut found: Value = with_host(&browser, METHODS).await?;
    let reasons = ["badSeed", "badPosition"].map(|name| found[name].take().to_string());
    ensure!(reasons[0].contains("whole number from 0 to 4294967295"), "{reasons:?}");
    ensure!(reasons[1].contains("is not a board with a move to play in 2x2 to 16"), "{reasons:?}");
    // The values of the chosen board are those of the state table.
    let values: (f64, f64, f64, Option<f64>) = serde_json::from_value(found["values"].take())?;
    let errors = [values.0 - 0.9, values.1 - 0.9, values.2 - 0.8];
    ensure!(values.3.is_none() && errors.iter().all(|it| it.abs() < 1e-9), "{values:?}");
    let expected = json!({
        "stepped": board(20, 1), "outcome": "lost", "half": 3, "seeded": board(7, 0),
        "badSeed": null, "position": "0123", "values": null, "badPosition": null,
        "noPosition": board(7, 0), "last": replay(policy, 7).steps.len(),
        "events": ["move", "spawn"], "attribute": 8, "same": 3, "state": "0011", "removed": 42,
        "speeds": 2, "game": "2x2_to_8",
    });
    ensure!(found == expected, "{found} is not {expected}");
    browser.assert_silent().await
}

#[tokio::test]
async fn a_player_can_be_moved_removed_and_disposed_of() -> Result<()> {
    let (_served, browser) = open(Site::built()?, PLAYER).await?;
    browser.wait_until("hosts[0].game === '2x2_to_16'").await?;
    let script = "await host.seek(4); document.body.prepend(host);
        await new Promise(done => setTimeout(done, 50));
        const moved = (await host.state()).move; host.remove();
        await new Promise(done => setTimeout(done, 50)); document.body.append(host);
        await host.play(); await host.pause();
        const kept = (await host.state()).move; host.dispose();
        return [moved, kept, (await host.state()).move];";
    let found: (usize, usize, usize) = with_host(&browser, script).await?;
    ensure!(found == (4, 4, 0), "{found:?}");
    // The program's memory does not grow with players that are gone.
    let script = "const { create, load } = await import('./embed/mdp2048-player.js');
        const { program } = await load();
        const cycle = async () => {
            const player = create(null, document.body, { board: '2x2', target: 32 });
            await player.seek('end'); player.remove(); player.dispose();
        };
        const { memory } = await program.default();
        const size = () => memory.buffer.byteLength;
        for (let i = 0; i < 55; i++) await cycle();
        const before = size();
        for (let i = 0; i < 50; i++) await cycle();
        return [before, size()];";
    let (before, after): (u64, u64) = with_host(&browser, script).await?;
    ensure!(before == after, "the memory grows from {before} to {after} bytes");
    browser.assert_quiet().await
}
