//! Accessibility of players on static pages.

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_model::Outcome;
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::site::{Site, SiteServer};

use crate::accessible::check;
use crate::embedding::{MODULE, PLAYER, open, page, with_host};
use crate::page::{PagePlayer, policy, seed_for};

/// Opens a static page with this body on a device. The page has the colours that the user prefers.
async fn open_on(device: Device, site: Site, body: &str) -> Result<(SiteServer, Browser)> {
    let colours = "<meta name=color-scheme content='light dark'>
        <meta name=viewport content='width=device-width, initial-scale=1'>
        <style>html { background: Canvas; color: CanvasText; }</style>";
    site.replace("blog.html", format!("{}{colours}", page(MODULE, body)))
        .open(device, "blog.html")
        .await
}

/// Players of every kind, with three numbers of controls.
const PLAYERS: &str = "<mdp2048-player board=2x2 target=8></mdp2048-player>
    <mdp2048-player board=2x2 target=16 seed=20 controls=minimal></mdp2048-player>
    <mdp2048-player board=2x2 target=32 seed=47 controls=none></mdp2048-player>";

#[tokio::test]
async fn axe_finds_nothing_serious_on_a_static_page() -> Result<()> {
    for device in [Device::DESKTOP.reduced_motion(), Device::PHONE.reduced_motion().dark()] {
        let (_served, browser) = open_on(device, Site::built()?, PLAYERS).await?;
        for game in ["2x2_to_8", "2x2_to_16", "2x2_to_32"] {
            let player = PagePlayer::new(&browser, game);
            player.ready().await?;
            player.key(".board", "e").await?;
        }
        check(&browser).await.with_context(|| format!("{device:?}"))?;
        browser.assert_quiet().await?;
    }
    // Three players that cannot go on: one has no policy, the game of another leaves it, and the
    // program of diagrams does not run.
    let site = Site::built()?;
    let game = "3x3_to_256";
    let seed = seed_for(policy(&site, game)?, Outcome::OffPolicy)?;
    let body = format!(
        "<script type=module src='embed/mdp2048-diagram.js'></script>{PLAYER}
        <mdp2048-player board=3x3 target=256 seed={seed} start-at=end></mdp2048-player>
        <mdp2048-diagram game=2x2_to_8>A tree.</mdp2048-diagram>"
    );
    let broken = site.remove("embed/policies/2x2_to_16.policy").remove("embed/diagram_bg.wasm");
    let (_served, browser) = open_on(Device::DESKTOP.reduced_motion(), broken, &body).await?;
    browser.find("[data-load=failed]").await?;
    PagePlayer::new(&browser, game).until("data-outcome", Outcome::OffPolicy.name()).await?;
    let note = "hosts.at(-1).shadowRoot?.querySelector('[part=note]')?.textContent";
    browser.wait_until(&format!("{note}?.includes('This diagram did not start')")).await?;
    check(&browser).await?;
    browser.assert_quiet_but(&["404"]).await
}

/// Returns what is wider than the window.
async fn too_wide(browser: &Browser) -> Result<Vec<String>> {
    browser
        .evaluate(
            "const wide = deepAll('*').filter(it => it.closest('.hidden, .table') === null
                 && it.getBoundingClientRect().right > innerWidth + 0.5);
             const all = document.documentElement.scrollWidth > innerWidth ? ['page'] : [];
             return all.concat(wide.map(it => it.getAttribute('class') || it.tagName));",
        )
        .await
}

/// Returns the controls that are covered, cut off, or too small for a finger.
async fn unusable(browser: &Browser) -> Result<Vec<String>> {
    browser
        .evaluate(
            "return deepAll('[data-control]').filter(it => it.checkVisibility()).filter(it => {
                 it.scrollIntoView({ block: 'center', behavior: 'instant' });
                 const { x, y, width, height } = it.getBoundingClientRect();
                 const hit = it.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
                 return !it.contains(hit) || width < 24 || height < 24
                     || it.scrollWidth > it.clientWidth + 1 && it.tagName === 'BUTTON';
             }).map(it => it.dataset.control);",
        )
        .await
}

#[tokio::test]
async fn narrow_and_enlarged_pages_stay_usable() -> Result<()> {
    let narrow = Device { width: 320, height: 640, ..Device::PHONE };
    // A desktop window at 200 % has half as many pixels of CSS.
    let enlarged = Device { width: 640, height: 450, ..Device::DESKTOP };
    for (device, font) in [(narrow, 100), (enlarged, 100), (enlarged, 200)] {
        let body = format!("<style>html {{ font-size: {font}% }}</style>{PLAYERS}");
        let (_served, browser) = open_on(device, Site::built()?, &body).await?;
        for game in ["2x2_to_8", "2x2_to_16", "2x2_to_32"] {
            PagePlayer::new(&browser, game).ready().await?;
        }
        let wide = too_wide(&browser).await?;
        ensure!(wide.is_empty(), "{device:?}, font {font} %: too wide: {wide:?}");
        let bad = unusable(&browser).await?;
        ensure!(bad.is_empty(), "{device:?}, font {font} %: not usable: {bad:?}");
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_page_from_right_to_left_shows_boards_and_charts_from_left_to_right() -> Result<()> {
    let body = format!("<script>document.documentElement.dir = 'rtl'</script>{PLAYER}");
    let (_served, browser) = open(Site::built()?, &body).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.ready().await?;
    player.key(".board", "e").await?;
    player.until("data-moves", "6").await?;
    player.key("[role=slider]", &char::from(Key::Home).to_string()).await?;
    player.until("data-moves", "0").await?;
    player.key("[role=slider]", &char::from(Key::Right).to_string()).await?;
    player.until("data-moves", "1").await?;
    browser.wait_until("deep('.board').getAnimations({ subtree: true }).length === 0").await?;
    // The exponents of the board where its tiles are shown.
    let script = "
        const frame = deep('.board').getBoundingClientRect();
        const shown = ['0', '0', '0', '0'];
        for (const tile of deepAll('.tile:not([data-role=absorbed])')) {
            const { x, y, width, height } = tile.getBoundingClientRect();
            const column = Math.floor((x + width / 2 - frame.x) / frame.width * 2);
            const row = Math.floor((y + height / 2 - frame.y) / frame.height * 2);
            shown[2 * row + column] = String(Math.log2(tile.dataset.face));
        }
        return [shown.join(''), deep('[data-player]').dataset.board];";
    let (shown, board): (String, String) = browser.evaluate(script).await?;
    ensure!(shown == board, "the tiles show {shown}, the board is {board}");
    // The cursor is near the left end of the chart, after the first of six moves.
    let script = "const [a, b] = ['.plot', '.cursor'].map(it => deep(it).getBoundingClientRect());
        return (b.x - a.x) / a.width;";
    let share: f64 = browser.evaluate(script).await?;
    ensure!((share - 1.0 / 6.0).abs() < 0.05, "the cursor is at {share}");
    let direction = "return getComputedStyle(deep('[data-player]')).direction;";
    ensure!(browser.evaluate::<String>(direction).await? == "ltr", "English is read from the left");
    ensure!(too_wide(&browser).await?.is_empty());
    browser.assert_quiet().await
}

/// Counts the animations that start in the player while it makes two moves. On a slow machine, an
/// animation is over before a script sees it; its event is not lost.
const ANIMATIONS: &str = "
    let started = 0;
    host.shadowRoot.addEventListener('animationstart', () => { started += 1; });
    for (let move = 0; move < 2; move++) {
        await host.step();
        for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    }
    return started;";

#[tokio::test]
async fn tiles_do_not_move_where_motion_is_reduced() -> Result<()> {
    for (device, moves) in [(Device::DESKTOP, true), (Device::DESKTOP.reduced_motion(), false)] {
        let (_served, browser) = open_on(device, Site::built()?, PLAYER).await?;
        PagePlayer::new(&browser, "2x2_to_16").ready().await?;
        let animations: usize = with_host(&browser, ANIMATIONS).await?;
        ensure!((animations > 0) == moves, "{device:?}: {animations} animations");
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn moves_are_announced_and_a_running_game_is_not() -> Result<()> {
    let body = "<mdp2048-player board=2x2 target=32 seed=47 speed='fastest'></mdp2048-player>";
    let (_served, browser) = open(Site::built()?, body).await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    player.ready().await?;
    let live = player.css("[aria-live=polite]");
    player.press("step").await?;
    browser.wait_for_announcement(&live, "Move 1").await?;
    let texts = format!(
        "window.texts = [];
         new MutationObserver(() => texts.push(deep(\"{live}\").textContent))
             .observe(deep(\"{live}\"), {{ childList: true, characterData: true, subtree: true }});"
    );
    browser.run(&texts).await?;
    player.press("start").await?;
    player.until("data-outcome", Outcome::Won.name()).await?;
    browser.wait_for_announcement(&live, "Won").await?;
    let texts: Vec<String> = browser.evaluate("return texts.filter(it => it);").await?;
    ensure!(texts.len() == 1 && texts[0].starts_with("Won"), "announced: {texts:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn keys_of_a_player_do_not_scroll_the_page() -> Result<()> {
    let body = format!("<p>Text</p>{PLAYER}<p style='height: 4000px'>Text</p>");
    let (_served, browser) = open(Site::built()?, &body).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.ready().await?;
    player.key(".board", "e").await?;
    player.until("data-moves", "6").await?;
    let before: f64 = browser.evaluate("return scrollY;").await?;
    for (css, keys) in [
        (".board", [Key::Left, Key::Right, Key::Home, Key::End]),
        ("[role=slider]", [Key::PageUp, Key::PageDown, Key::Home, Key::End]),
    ] {
        for key in keys {
            player.key(css, &char::from(key).to_string()).await?;
        }
    }
    player.key(".board", " ").await?;
    player.until("data-running", "true").await?;
    player.key(".board", " ").await?;
    player.until("data-running", "false").await?;
    let after: f64 = browser.evaluate("return scrollY;").await?;
    ensure!((after - before).abs() < 0.5, "the page scrolled from {before} to {after}");
    // Without the focus, the keys are those of the page.
    let moves = player.view().await?.moves;
    let counted = "
        document.activeElement.blur();
        window.focus();
        window.keys = 0;
        // Listeners of the page have run, and a frame has been drawn, before a key is counted.
        addEventListener('keyup', () =>
            requestAnimationFrame(() => requestAnimationFrame(() => { window.keys += 1; })));";
    browser.run(counted).await?;
    let body = browser.find("body").await?;
    body.send_keys("r").await?;
    body.send_keys(" ").await?;
    browser.wait_until("window.keys === 2").await?;
    let view = player.view().await?;
    ensure!(view.moves == moves, "a key reached a player without the focus");
    if browser.engine() != Engine::WebKit {
        // Space scrolls the page. The window of WebKitGTK has no focus to do that.
        browser.wait_until("scrollY > 100").await?;
    }
    browser.assert_quiet().await
}
