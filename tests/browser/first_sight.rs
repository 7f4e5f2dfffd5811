//! What a visitor sees first: a static board that becomes a player in its place, and a game that is
//! watched to its end. These tests need Chromium, which records shifts of the layout.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::accessible::check;
use crate::page::{PagePlayer, PlayerView, policy, policy_file, replay};

/// Adds up the shifts of the layout, and measures the static board and the mark on it.
const SHIFTS: &str = "window.shifts = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) {
            if (!entry.hadRecentInput) window.shifts += entry.value;
        }
    }).observe({ type: 'layout-shift', buffered: true });
    const frame = css => {
        const { left, top, right, bottom } = document.querySelector(css).getBoundingClientRect();
        return [left, top, right, bottom];
    };
    document.addEventListener('DOMContentLoaded', () => {
        window.first = [frame('.static-board'), frame('.first-play')];
    });";

/// The largest cumulative layout shift of a page that does not jump.
const LARGEST_SHIFT: f64 = 0.01;

/// The left, the top, the right and the bottom of an element.
async fn frame(browser: &Browser, css: &str) -> Result<[f64; 4]> {
    browser
        .evaluate(&format!(
            "const {{ left, top, right, bottom }} = deep(\"{css}\").getBoundingClientRect();
             return [left, top, right, bottom];"
        ))
        .await
}

#[tokio::test]
async fn a_player_stands_in_the_first_screen_and_does_not_move() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.before_each_page(SHIFTS).await?;
    let desktop = Device { height: 800, ..Device::DESKTOP };
    for device in [desktop, Device::PHONE.dark()] {
        browser.set_device(device).await?;
        browser.goto(&served.url("")).await?;
        let is_inside = |frame: [f64; 4]| {
            frame[0] >= 0.0 && frame[3] <= f64::from(device.height) && frame[1] > 0.0
        };
        let [static_board, mark]: [[f64; 4]; 2] = browser.evaluate("return window.first;").await?;
        ensure!(is_inside(static_board) && is_inside(mark), "{static_board:?}, {mark:?}");
        let player = PagePlayer::new(&browser, "3x3_to_512");
        browser.find(&player.css(".board")).await?;
        browser.wait_until(&format!("!deep(\"{}\")", player.css("[data-load]"))).await?;
        let board = frame(&browser, &player.css(".board")).await?;
        let play = frame(&browser, &player.control("start")).await?;
        for (before, after) in static_board.iter().chain(&mark).zip(board.iter().chain(&play)) {
            ensure!((before - after).abs() <= 1.0, "{static_board:?} {mark:?} {board:?} {play:?}");
        }
        let shifts: f64 = browser.evaluate("return window.shifts;").await?;
        ensure!(shifts <= LARGEST_SHIFT, "the layout shifts by {shifts} on {device:?}");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_press_before_the_scripts_have_arrived_starts_the_player() -> Result<()> {
    let slow = Site::built()?.delay("page.js", Duration::from_millis(800));
    let served = slow.serve().await?;
    let browser = Browser::open(Device::PHONE).await?;
    // Presses the first mark as soon as it is parsed, while the module is on its way.
    let press = "new MutationObserver((_, observer) => {
            const mark = document.querySelector('.first-play');
            if (!mark) return;
            observer.disconnect();
            mark.click();
            window.pressed = mark.hasAttribute('data-pressed');
        }).observe(document, { childList: true, subtree: true });";
    browser.before_each_page(press).await?;
    browser.goto(&served.url("")).await?;
    // It shows that it was pressed.
    browser.wait_until("window.pressed").await?;
    PagePlayer::new(&browser, "3x3_to_512").until("data-running", "true").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_game_is_watched_from_the_mark_on_its_board_to_its_summary() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::PHONE, "").await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    let replay = replay(policy(&site, player.game)?, 42);
    player.ready().await?;
    // Before the game begins, a question is in the place of the best move.
    browser.wait_for_text(&player.css(".next .label"), "Does perfect play win it?").await?;
    browser.wait_for_text(&player.css(".position"), "222 moves in").await?;
    for hidden in [".moves", ".next .best", ".badge"] {
        ensure!(browser.count_visible(&player.css(hidden)).await? == 0, "{hidden} is shown");
    }
    player.press("start").await?;
    player.until("data-running", "true").await?;
    player.press("start").await?;
    player.until("data-running", "false").await?;
    player.press("step").await?;
    ensure!(browser.count_visible(&player.css(".badge")).await? == 1, "no arrow on the board");
    // Another game is one press away, rarer controls two.
    ensure!(browser.count_visible(&player.control("new-seed")).await? == 1);
    // What is below keeps its place when the game ends.
    player.reveal("end").await?;
    let before = frame(&browser, &player.css(".plot")).await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay)).await?;
    let after = frame(&browser, &player.css(".plot")).await?;
    ensure!(before == after, "the chart moves from {before:?} to {after:?}");
    let summary = player.css(".summary");
    browser.wait_for_text(&summary, "The chance of winning was at its lowest at move ").await?;
    browser.wait_for_text(&summary, "Of all games from this first board, ").await?;
    browser.wait_for_text(&player.css(".ending"), "Won, after falling to 50 %").await?;
    // The turning points are marked, named, and lead to their moves.
    let points: Vec<String> = browser
        .evaluate(&format!(
            "return deepAll(\"{}\").map(it => it.textContent);",
            player.css(".turns button")
        ))
        .await?;
    ensure!(points.iter().all(|it| it.starts_with("Move ")) && points.len() > 1, "{points:?}");
    ensure!(browser.count(&player.css(".marks i")).await? == points.len());
    check(&browser).await?;
    player.press("row").await?;
    player.until("data-outcome", "playing").await?;
    let is_at = format!("deep('[data-player]').dataset.moves === {:?}.match(/\\d+/)[0]", points[0]);
    browser.wait_until(&is_at).await?;
    player.press("end").await?;
    // Another game plays at once, and a new seed keeps playing.
    browser.click(&player.css(".ending [data-control=another]")).await?;
    browser.wait_until("active().dataset.control === 'start'").await?;
    browser.wait_until("deep('[data-player]').dataset.seed !== '42'").await?;
    player.until("data-running", "true").await?;
    ensure!(browser.count_visible(&player.css(".ending")).await? == 0, "the end is still shown");
    let seed = player.view().await?.seed;
    player.press("new-seed").await?;
    browser.wait_until(&format!("deep('[data-player]').dataset.seed !== '{seed}'")).await?;
    ensure!(player.view().await?.outcome == "playing");
    player.until("data-running", "true").await?;
    player.press("start").await?;
    player.until("data-running", "false").await?;
    // One that is not begun waits for the reader, before its first turning point.
    player.press("new-seed").await?;
    browser.wait_for_text(&player.css(".sentence"), "Press Start to watch.").await?;

    // The title follows the page, and the menu leads to a page as it was left.
    let title = browser.client().title().await?;
    browser.evaluate::<()>("scrollTo(0, 900);").await?;
    browser.run("document.querySelector(\"nav a[href='#/diagram']\").click();").await?;
    browser.wait_until("document.title.includes('diagrams') && scrollY === 0").await?;
    browser.run("document.querySelector(\"nav a[href='#/play']\").click();").await?;
    browser.wait_until("scrollY === 900").await?;
    ensure!(browser.client().title().await? == title);
    browser.assert_quiet().await
}

#[tokio::test]
async fn one_press_shows_how_the_chance_falls() -> Result<()> {
    for device in [Device::DESKTOP, Device::PHONE] {
        let (_served, browser) = Site::built()?.open(device, "").await?;
        // The picture of the board has a Start button until the player replaces it.
        browser.evaluate::<()>("document.querySelector('.first-play').click();").await?;
        let player = PagePlayer::new(&browser, "3x3_to_512");
        player.until("data-running", "true").await?;
        browser.wait_until("Number(deep('[data-player]').dataset.moves) > 222").await?;
        // All that changes while a game runs is seen at once, on a phone after a scroll.
        for part in [".win-probability", ".panel", ".board", ".plot"] {
            let is_seen = format!(
                "(it => it.top >= -1 && it.bottom <= innerHeight + 1)(
                    deep(\"{}\").getBoundingClientRect())",
                player.css(part)
            );
            browser.wait_until(&is_seen).await.context(part)?;
        }
        if device.phone {
            let fall = "was at its lowest at move 231: 50.0";
            browser.wait_for_text(&player.css(".summary"), fall).await?;
        }
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_values_of_all_moves_come_by_themselves() -> Result<()> {
    for saves_data in [false, true] {
        let served = Site::built()?.serve().await?;
        let browser = Browser::open(Device::DESKTOP).await?;
        let connection = format!(
            "Object.defineProperty(navigator, 'connection', {{ value: {{ saveData: {saves_data} }} }});"
        );
        browser.before_each_page(&connection).await?;
        browser.goto(&served.url("")).await?;
        let player = PagePlayer::new(&browser, "3x3_to_512");
        player.ready().await?;
        let asks_worker = || served.requests().iter().any(|it| it.ends_with("worker_bg.wasm"));
        ensure!(!asks_worker(), "the solver is loaded before the game begins");
        player.press("start").await?;
        if saves_data {
            player.until("data-outcome", "won").await?;
            ensure!(!asks_worker(), "the solver is loaded where data is saved");
        } else {
            let rows = player.css(".moves li");
            browser.wait_until(&format!("deep(\"{rows}\")?.checkVisibility()")).await?;
            ensure!(browser.count_visible(&rows).await? == 4);
            // Nothing is said, and the game has not paused.
            ensure!(browser.count_visible(&player.css(".going-on")).await? == 0);
            player.until("data-outcome", "won").await?;
            // Those of another game come, too.
            player.press("another").await?;
            browser.wait_until("deep('[data-player]').dataset.seed !== '42'").await?;
            browser.wait_until(&format!("deep(\"{rows}\")?.checkVisibility()")).await?;
        }
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn space_starts_the_first_player_of_a_fresh_page() -> Result<()> {
    let (_served, browser) = Site::built()?.open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    player.ready().await?;
    // Nothing has the focus. A key that is prevented does not scroll the page.
    let space = "return document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));";
    ensure!(!browser.evaluate::<bool>(space).await?, "the page scrolls");
    player.until("data-running", "true").await?;
    // The best move is shown while the game runs, alone or among all four.
    let arrow = format!(
        "return deepAll(\"{}\")
            .some(it => it.checkVisibility({{ visibilityProperty: true }}));",
        player.css(".panel .arrow")
    );
    ensure!(browser.evaluate::<bool>(&arrow).await?, "no arrow beside the best move");
    browser.wait_for_text(&player.css(".sentence"), "Move 226: a 2 fell, ").await?;
    browser.press(Key::Space).await?;
    player.until("data-running", "false").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn texts_of_a_player_stay_beside_each_other_and_leave_no_hole() -> Result<()> {
    let address = "#/play?game=4x4_to_64&discount=0.99&seed=42&move=11";
    let (served, browser) = Site::built()?.open(Device::PHONE, address).await?;
    for width in [390, 320] {
        browser.set_device(Device { width, ..Device::PHONE }).await?;
        browser.visit(&served.url(address)).await?;
        let player = PagePlayer::new(&browser, "4x4_to_64");
        browser.wait_for_text(&player.css(".remark"), "as a certain win in ").await?;
        let remark = frame(&browser, &player.css(".remark")).await?;
        let best = frame(&browser, &player.css(".next .best")).await?;
        let board = frame(&browser, &player.css(".board")).await?;
        ensure!(remark[2] <= best[0] && remark[3] <= board[1], "{remark:?} {best:?} {board:?}");
        // The chart is below the status, so that it keeps its place when a list or a summary comes.
        browser.visit(&served.url("#/play?game=2x2_to_16&seed=20&move=6")).await?;
        let lost = PagePlayer::new(&browser, "2x2_to_16");
        lost.until("data-outcome", "lost").await?;
        let [status, summary, plot] = [".status", ".summary", ".plot"].map(|it| lost.css(it));
        let status = frame(&browser, &status).await?;
        let (summary, plot) = (frame(&browser, &summary).await?, frame(&browser, &plot).await?);
        ensure!(plot[1] - status[3] < 60.0 && plot[3] <= summary[1], "{summary:?} {plot:?}");
    }
    // In a column of text, all of a player is seen.
    let desktop = Device { width: 640, ..Device::DESKTOP };
    browser.set_device(desktop).await?;
    for game in [
        "board=3x3&target=512&start-at=222",
        "board=3x3&target=512&start-at=end",
        "board=2x2&target=16&seed=20",
        "board=2x2&target=16&seed=20&start-at=end",
    ] {
        browser.visit(&served.url(&format!("embed/embed.html?{game}"))).await?;
        browser.wait_until("deep('.player') && !deep('[data-load]')").await?;
        let player = frame(&browser, ".player").await?;
        ensure!(player[3] - player[1] <= 560.0, "{game} is {player:?}");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn turning_points_do_not_move_what_is_around_them() -> Result<()> {
    let address = "#/play?game=3x3_to_512&seed=48";
    let (served, browser) = Site::built()?.open(Device::PHONE, address).await?;
    for width in [390, 1000] {
        browser.set_device(Device { width, ..Device::PHONE }).await?;
        browser.visit(&served.url(address)).await?;
        let player = PagePlayer::new(&browser, "3x3_to_512");
        player.ready().await?;
        let [chart, turns] = [".plot", ".turns"].map(|it| player.css(it));
        let before = (frame(&browser, &chart).await?, frame(&browser, &turns).await?);
        browser.press(Key::End).await?;
        browser.wait_until(&format!("deepAll(\"{turns} button\").length > 2")).await?;
        let after = (frame(&browser, &chart).await?, frame(&browser, &turns).await?);
        ensure!(before.0 == after.0, "the chart moves at {width}: {before:?} {after:?}");
        let [height, more] = [before, after].map(|it| it.1[3] - it.1[1]);
        ensure!(more - height < 20.0, "several rows at {width}: {before:?} {after:?}");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_player_takes_the_place_of_the_picture_of_its_move() -> Result<()> {
    let file = policy_file("3x3_to_512");
    let served = Site::built()?.delay(&file, Duration::from_millis(500)).serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    // Records the move of the first player in each frame in which it is there.
    let record = "window.moves = new Set();
        const record = () => {
            const player = document.querySelector('mdp2048-player')?.shadowRoot
                ?.querySelector('.player');
            if (player) moves.add(player.dataset.moves);
            requestAnimationFrame(record);
        };
        record();";
    browser.before_each_page(record).await?;
    browser.goto(&served.url("")).await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    player.until("data-moves", "222").await?;
    browser.wait_until("window.moves.size > 0").await?;
    let moves: Vec<String> = browser.evaluate("return [...window.moves];").await?;
    ensure!(moves == ["222"], "the moves {moves:?} are shown");
    // Nobody has asked for another address.
    ensure!(browser.evaluate::<String>("return location.hash;").await?.is_empty());
    player.press("restart").await?;
    player.until("data-moves", "0").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn one_player_shows_the_game_that_the_reader_chooses() -> Result<()> {
    let site = Site::built()?;
    let chosen = "document.querySelector('.choice :checked').value";
    let to_diagram = "document.getElementById('to-diagram').hash";
    let (served, browser) = site.clone().open(Device::PHONE.dark(), "").await?;
    // Before it is loaded, the pictures of the games are chosen by the keys of radio buttons.
    let radio = browser.find(".choice [value='8']").await?;
    radio.send_keys(&char::from(Key::Right).to_string()).await?;
    browser.wait_until(&format!("{chosen} === '16'")).await?;
    browser.wait_until("document.activeElement.value === '16'").await?;
    let shown = "return [...document.querySelectorAll('.first[data-target]')]
        .filter(it => it.checkVisibility()).map(it => it.dataset.target);";
    ensure!(browser.evaluate::<Vec<String>>(shown).await? == ["16"]);
    check(&browser).await?;
    let ring = "getComputedStyle(document.querySelector('.choice label:has(:checked)'))";
    let style = format!("return {ring}.outlineStyle;");
    ensure!(browser.evaluate::<String>(&style).await? == "solid", "no ring");
    let mark = ".first[data-target='16'] .first-play";
    browser.click(mark).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-outcome", "lost").await?;
    player.expect(&PlayerView::end(&replay(policy(&site, player.game)?, 20))).await?;
    browser.wait_until(&format!("{to_diagram}.endsWith('2x2_to_16&seed=20&step=6')")).await?;
    // Another choice replaces the player.
    browser.click(".choice [value='32']").await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    player.until("data-seed", "47").await?;
    player.until("data-moves", "0").await?;
    ensure!(browser.count("[data-player='2x2_to_16']").await? == 0);
    browser.wait_until(&format!("{to_diagram}.endsWith('2x2_to_32&seed=47')")).await?;
    // A link chooses its game, also when it is followed later.
    browser.evaluate::<()>("location.hash = '#/play?game=2x2_to_8&seed=7&move=2';").await?;
    let player = PagePlayer::new(&browser, "2x2_to_8");
    player.until("data-moves", "2").await?;
    player.until("data-seed", "7").await?;
    browser.wait_until(&format!("{chosen} === '8'")).await?;
    browser.goto("about:blank").await?;
    browser.goto(&served.url("#/play?game=2x2_to_32&seed=47&move=6")).await?;
    PagePlayer::new(&browser, "2x2_to_32").until("data-moves", "6").await?;
    browser.wait_until(&format!("{chosen} === '32'")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn one_press_opens_a_game_against_the_optimum() -> Result<()> {
    let (_served, browser) = Site::built()?.open(Device::PHONE, "").await?;
    browser.click("[data-duel]").await?;
    browser.find(".duel[data-moves='222']").await?;
    browser.wait_until("active().matches('.swiped')").await?;
    for side in ["person", "optimum"] {
        let board = frame(&browser, &format!(".duel [data-side={side}] .board")).await?;
        ensure!(board[2] - board[0] >= 240.0, "the board of {side} is {board:?}");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_list_of_moves_has_a_row_of_its_own_on_a_phone() -> Result<()> {
    let hash = "#/play?game=2x2_to_32&seed=47&move=16";
    let (served, browser) = Site::built()?.open(Device::PHONE, hash).await?;
    for width in [390, 320] {
        browser.set_device(Device { width, ..Device::PHONE }).await?;
        browser.goto("about:blank").await?;
        browser.goto(&served.url(hash)).await?;
        let player = PagePlayer::new(&browser, "2x2_to_32");
        player.until("data-moves", "16").await?;
        let foot = frame(&browser, &player.css(".foot")).await?;
        let [summary, share] = [".foot summary", "[data-control=share]"].map(|it| player.css(it));
        // The closed list is not cut and does not overlap the button.
        let cut =
            format!("const it = deep(\"{summary}\"); return it.scrollWidth - it.clientWidth;");
        let overflow: i32 = browser.evaluate(&cut).await?;
        ensure!(overflow <= 0, "{overflow} pixels of the name of the list are cut at {width}");
        browser.click(&summary).await?;
        let list = player.css(".foot details");
        browser.wait_for_text(&list, "16").await?;
        let [opened, share] = [frame(&browser, &list).await?, frame(&browser, &share).await?];
        ensure!(opened[2] - opened[0] >= foot[2] - foot[0] - 1.0, "{opened:?} in {foot:?}");
        ensure!(share[1] >= opened[3], "{share:?} shares a row with {opened:?}");
        let wide: u32 = browser.evaluate("return document.documentElement.scrollWidth;").await?;
        ensure!(wide <= width, "the page is {wide} pixels wide at {width}");
    }
    browser.assert_quiet().await
}
