//! Players on pages of strangers: static HTML that is not built by Trunk.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use axum::http::header;
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::site::{Site, SiteServer};

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
    let replay = replay(&policy(&Site::built()?, player.game)?, 20);
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
        let replay = replay(&policy(&site, game)?, seed);
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
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    ensure!(served.requests() == ["blog.html", MODULE], "{:?}", served.requests());
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
    let replay = replay(&policy(&Site::built()?, player.game)?, 7);
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
async fn the_single_file_needs_no_other_but_the_policy() -> Result<()> {
    let site = Site::built()?.remove("embed/player.js").remove("embed/player_bg.wasm");
    let module = "embed/mdp2048-player.inline.js";
    let (served, browser) =
        site.replace("blog.html", page(module, PLAYER)).open(Device::DESKTOP, "blog.html").await?;
    plays(&browser).await?;
    let policy = "embed/policies/2x2_to_16.policy";
    ensure!(served.requests() == ["blog.html", module, policy], "{:?}", served.requests());
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
    browser.wait_for_text("[part=note]", words).await
}

#[tokio::test]
async fn a_browser_without_webassembly_is_told_so() -> Result<()> {
    let body = format!("<script>delete globalThis.WebAssembly;</script>{PLAYER}");
    let (_served, browser) = open(Site::built()?, &body).await?;
    browser.wait_for_text("[part=note]", "or run: this browser has no WebAssembly.").await
}

#[tokio::test]
async fn trusted_types_and_sandboxed_frames_leave_the_content_of_the_element() -> Result<()> {
    let sandboxed = "<link rel=icon href=data:,><iframe sandbox=allow-scripts src=blog.html>
        </iframe>";
    let site = Site::built()?
        .replace("frame.html", sandboxed)
        .replace("blog.html", page(MODULE, PLAYER))
        .replace("strict.html", page(MODULE, PLAYER))
        .header(
            "strict.html",
            header::CONTENT_SECURITY_POLICY,
            "require-trusted-types-for 'script'",
        );
    let served = site.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    if browser.engine() == Engine::Chromium {
        browser.goto(&served.url("strict.html")).await?;
        browser.wait_for_text("mdp2048-player", "Seed 20 loses.").await?;
        browser.wait_for_text("[part=note]", "This player cannot be shown").await?;
    }
    // The module of another origin is asked for, and not run.
    let before = served.requests().len();
    browser.goto(&served.url("frame.html")).await?;
    let requests = served.requests().split_off(before);
    ensure!(!requests.iter().any(|path| path.ends_with(".wasm")), "{requests:?}");
    Ok(())
}

#[tokio::test]
async fn without_scripts_the_fallback_is_shown() -> Result<()> {
    // A frame with this attribute is shown without scripts, and the page around it can read it.
    let frame =
        "<link rel=icon href=data:,><iframe sandbox=allow-same-origin src=blog.html></iframe>";
    let site = Site::built()?.replace("blog.html", page(MODULE, PLAYER));
    let (served, browser) =
        site.replace("frame.html", frame).open(Device::DESKTOP, "frame.html").await?;
    let player = "document.querySelector('iframe').contentDocument.querySelector('mdp2048-player')";
    browser.wait_until(player).await?;
    let text: String = browser.evaluate(&format!("return {player}.innerText.trim();")).await?;
    ensure!(text == "Seed 20 loses.", "{text:?} is shown");
    ensure!(!browser.evaluate::<bool>(&format!("return Boolean({player}.shadowRoot);")).await?);
    // Chromium downloads the module in advance, but nothing runs it.
    let requests = served.requests();
    ensure!(!requests.iter().any(|path| path.ends_with(".wasm")), "{requests:?}");
    Ok(())
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
    Ok(())
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

#[tokio::test]
async fn scripts_drive_a_player() -> Result<()> {
    let (_served, browser) = open(Site::built()?, PLAYER).await?;
    browser.wait_until("hosts[0].game === '2x2_to_16'").await?;
    let policy = policy(&Site::built()?, "2x2_to_16")?;
    let played = replay(&policy, 20);
    let board = |moves: usize| played.boards().nth(moves).map(|board| board.hex());
    let script = "await host.step(2); await host.step(-1); return (await host.state()).board;";
    let found: String = with_host(&browser, script).await?;
    ensure!(Some(&found) == board(1).as_ref(), "{found}");
    let script = "await host.seek('end'); const { outcome, move } = await host.state();
        await host.seek('50%'); return [outcome, move, (await host.state()).move];";
    let found: (String, usize, usize) = with_host(&browser, script).await?;
    ensure!(found == ("lost".to_owned(), 6, 3), "{found:?}");
    let script = "const names = [];
        for (const name of ['move', 'spawn', 'ended'])
            host.addEventListener(name, event => names.push(event.type));
        await host.seek(5); await host.step(); await new Promise(done => setTimeout(done, 50));
        return names;";
    let found: Vec<String> = with_host(&browser, script).await?;
    ensure!(found == ["move", "move", "spawn", "ended"], "{found:?}");
    let script = "await host.setSeed(7); return (await host.state()).seed;";
    ensure!(with_host::<u32>(&browser, script).await? == 7);
    let script = "return await host.setSeed('many').then(() => '', error => error.message);";
    let found: String = with_host(&browser, script).await?;
    ensure!(found.contains("whole number from 0 to 4294967295"), "{found}");
    // A chosen board is played with the tiles of the seed; its values are those of the state table.
    let script = "await host.setPosition('0 2/4 8');
        const { board, move, seed } = await host.state();
        const { value, actions } = await host.values();
        return [board, move, seed, value, actions.left.value, actions.up.regret, actions.right];";
    let found: (String, u32, u32, f64, f64, f64, Option<u32>) = with_host(&browser, script).await?;
    let (board, position, seed, value, left, up_regret, right) = found;
    ensure!((board.as_str(), position, seed, right) == ("0123", 0, 7, None), "{board} {seed}");
    for (found, expected) in [(value, 0.9), (left, 0.9), (up_regret, 0.8)] {
        ensure!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }
    let script = "return await host.setPosition('4 4/4').then(() => '', error => error.message);";
    let found: String = with_host(&browser, script).await?;
    ensure!(found.contains("is not a board with a move to play in 2x2 to 16"), "{found}");
    let first = replay(&policy, 7).steps[0].board.hex();
    let script = "await host.setPosition(null); host.setAttribute('state', '0011');
        await new Promise(done => setTimeout(done, 50)); const { board } = await host.state();
        host.removeAttribute('state'); await new Promise(done => setTimeout(done, 50));
        return [board, (await host.state()).board];";
    let (chosen, seeded): (String, String) = with_host(&browser, script).await?;
    ensure!((chosen.as_str(), seeded.as_str()) == ("0011", first.as_str()), "{chosen} {seeded}");
    // Another first board is another position, also at move 0 of the same seed.
    let script = "const boards = [];
        host.addEventListener('move', ({ detail }) => boards.push(detail.board));
        await host.setPosition('0 2/4 8'); await new Promise(done => setTimeout(done, 50));
        await host.setPosition(null); await new Promise(done => setTimeout(done, 50));
        return boards;";
    let boards: Vec<String> = with_host(&browser, script).await?;
    ensure!(boards == ["0123".to_owned(), first], "{boards:?}");
    // More moves than the game has lead to its end.
    let script = "await host.step(2 ** 31 - 1); const { move } = await host.state();
        await host.step(1 - 2 ** 31); return [move, (await host.state()).move];";
    let found: (usize, usize) = with_host(&browser, script).await?;
    ensure!(found == (replay(&policy, 7).steps.len(), 0), "{found:?}");
    // Attributes act like the methods.
    let script = "host.setAttribute('seed', '8'); await new Promise(done => setTimeout(done, 50));
        const seed = (await host.state()).seed; host.setAttribute('target', '8');
        return [seed, (await host.state()).game];";
    let found: (u32, String) = with_host(&browser, script).await?;
    ensure!(found == (8, "2x2_to_8".to_owned()), "{found:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn attributes_that_are_set_again_or_removed_are_followed() -> Result<()> {
    let (_served, browser) = open(Site::built()?, PLAYER).await?;
    browser.wait_until("hosts[0].game === '2x2_to_16'").await?;
    // The same value changes nothing.
    let script = "await host.seek(3); host.setAttribute('seed', host.getAttribute('seed'));
        await new Promise(done => setTimeout(done, 50)); const { seed, move } = await host.state();
        return [seed, move];";
    let found: (u32, usize) = with_host(&browser, script).await?;
    ensure!(found == (20, 3), "{found:?}");
    // Without the attribute, its default holds.
    let script = "const speeds = [];
        host.addEventListener('speedchange', ({ detail }) => speeds.push(detail.speed));
        host.setAttribute('speed', 'fast'); host.removeAttribute('speed');
        host.removeAttribute('seed'); await new Promise(done => setTimeout(done, 50));
        return [speeds, (await host.state()).seed];";
    let found: (Vec<String>, u32) = with_host(&browser, script).await?;
    ensure!(found == (vec!["fast".to_owned(), "normal".to_owned()], 42), "{found:?}");
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
        const size = () => program.memoryBytes();
        for (let i = 0; i < 55; i++) await cycle();
        const before = size();
        for (let i = 0; i < 50; i++) await cycle();
        return [before, size()];";
    let (before, after): (u64, u64) = with_host(&browser, script).await?;
    ensure!(before == after, "the memory grows from {before} to {after} bytes");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_frame_sends_its_height() -> Result<()> {
    let frame = "<script>addEventListener('message', event => { window.received = event.data; });
        </script><iframe src='embed.html?board=2x2&target=16&seed=20' width=800 height=900>
        </iframe>";
    let (_served, browser) = open(Site::built()?, frame).await?;
    let height = "window.received?.type === 'mdp2048-height' && received.height > 500";
    browser.wait_until(height).await?;
    browser.assert_quiet().await
}
