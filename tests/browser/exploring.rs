//! The page of positions: solving in the tab, values, editing, what can happen next, URLs.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};

use crate::accessible::check_on;
use crate::first_answer::swipe;

/// Serves the page and opens a fragment of it in a browser.
pub(crate) async fn open(device: Device, hash: &str) -> Result<(SiteServer, Browser)> {
    Site::built()?.open(device, hash).await
}

/// Returns a CSS selector of a control.
pub(crate) fn control(name: &str) -> String {
    format!(".explorer [data-control={name}]")
}

/// Waits until the page shows a board, given by its exponents in hexadecimal digits.
pub(crate) async fn until_board(browser: &Browser, hex: &str) -> Result<()> {
    browser.find(&format!(".explorer[data-board='{hex}']")).await.map(drop)
}

/// Waits for the solution of the game. Presses the button that solves it, if there is one: small
/// games are solved unasked.
pub(crate) async fn solve(browser: &Browser) -> Result<()> {
    let pressed = format!("deep('{}')?.click()", control("solve"));
    browser.wait_until(&format!("({pressed}, deep('.explorer[data-solved=true]'))")).await
}

/// A script after which the page solves nothing unasked.
pub(crate) const SAVE_DATA: &str = "Object.defineProperty(navigator, 'connection',
    { value: { saveData: true }, configurable: true });";

/// Opens a part of the page that is folded, given by its class.
pub(crate) async fn unfold(browser: &Browser, class: &str) -> Result<()> {
    let part = format!(".explorer details.{class}");
    browser.find(&part).await?;
    let open = format!("if (!deep('{part}').open) deep('{part} > summary').click();");
    browser.run(&open).await?;
    browser.find(&format!("{part}[open]")).await.map(drop)
}

#[tokio::test]
async fn a_link_in_the_text_brings_its_board_into_sight() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, "#/explore").await?;
    until_board(&browser, "022157168").await?;
    let link = ".page-explore > p a[href*='3x3_to_32_fewest']";
    // Twice, as the second press does not change the address.
    for _ in 0..2 {
        browser.click(link).await?;
        // What the solution adds to the page moves the link.
        browser.find(".explorer[data-game='3x3_to_32_fewest'][data-solved=true]").await?;
        browser
            .wait_until(
                "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
                    deep('.position .board').getBoundingClientRect())",
            )
            .await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn published_action_values_are_solved_in_the_tab() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore?state=010062033").await?;
    until_board(&browser, "010062033").await?;
    solve(&browser).await?;
    let value = async || -> Result<f64> {
        let css = ".row[data-action=right] .number";
        browser.find(css).await?;
        browser.evaluate(&format!("return Number(deep(\"{css}\").dataset.value);")).await
    };
    let win = 0.736_759_239_587_902;
    ensure!((value().await? - win).abs() < 1e-13);
    browser.wait_for_text(".row[data-action=right]", "best").await?;
    // What a move keeps is shown, and the difference of the values is a tooltip.
    browser.find(".row[data-action=left] [data-grade=good]").await?;
    browser.wait_for_text(".row[data-action=left] .cost", "keeps > 99.99 %").await?;
    browser.find(".row[data-action=left] .verdict[title='costs 0.00052\u{a0}points']").await?;
    // The best action has the longest bar.
    let bars = "const kept = action => parseFloat(deep(`.row[data-action=${action}] .bar`)
        .style.getPropertyValue('--kept'));
        return kept('right') === 100 && kept('up') < 100;";
    ensure!(browser.evaluate::<bool>(bars).await?);
    // An action that is not allowed has its place, too.
    browser.wait_for_text(".row[data-action=down] [aria-disabled=true]", "not allowed").await?;
    ensure!(browser.count(".rows .row").await? == 4 && browser.count(".rows .number").await? == 3);
    browser.wait_for_text(".solutions", "12,789,511 states").await?;

    // The highest score of the same position. Both solutions stay in memory.
    unfold(&browser, "rules").await?;
    browser.click(&format!("{} option[value=score]", control("objective"))).await?;
    browser.find(".explorer[data-game='3x3_score'][data-solved=false]").await?;
    until_board(&browser, "010062033").await?;
    solve(&browser).await?;
    ensure!((value().await? - 5_128.028_137_022_87).abs() < 1e-9);
    browser.wait_for_text(".values", "Expected final score").await?;
    unfold(&browser, "solutions").await?;
    browser.click(&control("other")).await?;
    browser.find(".explorer[data-game='3x3_to_512'][data-solved=true]").await?;
    ensure!((value().await? - win).abs() < 1e-13);
    browser.click(&control("free")).await?;
    browser.find(".explorer[data-solved=false]").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_board_and_its_tiles_are_in_sight_while_it_is_edited_on_a_phone() -> Result<()> {
    let device = Device { width: 390, ..Device::PHONE };
    let (_served, browser) = open(device, "#/explore?game=4x4_score").await?;
    browser.click("[data-cell='5']").await?;
    browser.find(".palette [data-tile='2048']").await?;
    let far = "const box = css => deep(css).getBoundingClientRect();
        return [box('.position .board').top, innerHeight - box('.palette').bottom];";
    let far: Vec<f64> = browser.evaluate(far).await?;
    ensure!(far.iter().all(|it| *it >= 0.0), "{far:?}");
    browser.assert_quiet().await
}

/// Records the workers that send messages to the page, and those that are ended.
pub(crate) const RECORD_SENDERS: &str = "window.senders = new Set(); window.ended = new Set();
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener('message', () => window.senders.add(this));
        }
        terminate() { window.ended.add(this); super.terminate(); }
    };";

#[tokio::test]
async fn a_cancelled_solve_ends_its_worker_and_reports_nothing_more() -> Result<()> {
    let hash = "#/explore?game=3x3_to_1024&discount=0.99";
    let (_served, browser) =
        Site::built()?.open_after(RECORD_SENDERS, Device::DESKTOP, hash).await?;
    let is_solving = "deep('.job')?.dataset.layer > 0";
    browser.wait_for_text(".solve", "million states").await?;
    browser.click(&control("solve")).await?;
    browser.wait_until(is_solving).await?;
    browser.run("window.cancelled = new Set(window.senders);").await?;
    browser.click(&control("cancel")).await?;
    browser.find(&control("solve")).await?;
    // Its memory is free again.
    browser.wait_until("[...window.cancelled].every(it => window.ended.has(it))").await?;
    browser.run("window.senders.clear();").await?;
    // While the next solve reports its layers, the cancelled one does not.
    browser.click(&control("solve")).await?;
    browser.wait_until(is_solving).await?;
    let senders = "return [...window.senders].map(it => window.cancelled.has(it));";
    let senders: Vec<bool> = browser.evaluate(senders).await?;
    ensure!(senders == [false], "the senders are of the cancelled solve: {senders:?}");
    browser.click(&control("cancel")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_position_is_edited_by_keyboard_and_followed() -> Result<()> {
    let hash = "#/explore?game=2x2_to_16&state=0000";
    let (served, browser) = open(Device::DESKTOP, hash).await?;
    browser.wait_for_text(".obstacle", "A game starts with two tiles").await?;
    browser.find(".cell[data-cell='0']").await?;
    browser.run("deep('.cell[data-cell=\"0\"]').focus();").await?;
    browser.press('2').await?;
    until_board(&browser, "1000").await?;
    browser.press(Key::Down).await?;
    browser.press(Key::Right).await?;
    browser.wait_until("active().matches('[data-cell=\"3\"]')").await?;
    browser.find(":focus").await?.send_keys("16").await?;
    until_board(&browser, "1004").await?;
    browser.wait_for_text(".obstacle", "This game is won").await?;
    browser.press(Key::Backspace).await?;
    browser.press('4').await?;
    until_board(&browser, "1002").await?;
    browser.wait_until("location.hash.endsWith('state=1002')").await?;

    // Values, and what can happen next.
    solve(&browser).await?;
    browser.find(".row.best").await?;
    browser.click(".row[data-action=up] button").await?;
    browser.find(".row.open[data-action=up]").await?;
    browser.find(".spawns .best").await?;
    let next: String =
        browser.evaluate("return deep('.spawns .worst button').dataset.board;").await?;
    browser.wait_until("location.hash.endsWith('state=1002')").await?;
    browser.click(".spawns .worst button").await?;
    until_board(&browser, &next).await?;
    browser.wait_until("location.hash.includes('&line=u')").await?;
    browser.find(".line [data-ply='1'][aria-current]").await?;
    browser.client().back().await?;
    until_board(&browser, "1002").await?;
    browser.client().forward().await?;
    until_board(&browser, &next).await?;
    browser.click(".line [data-ply='0']").await?;
    until_board(&browser, "1002").await?;

    // A mangled link.
    browser.visit(&served.url("#/explore?game=3x3_to_4096&state=01&tea=1")).await?;
    browser.wait_for_text(".explorer .notes", "'3x3_to_4096', but that must be").await?;
    until_board(&browser, "022157168").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_swipe_plays_and_a_random_tile_is_placed_by_hand() -> Result<()> {
    let hash = "#/explore?game=2x2_to_16&state=0110&mode=play&spawns=hand";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    browser.find(&control("slide")).await?;
    swipe(&browser, &control("slide"), [(0.0, 0.0), (-80.0, 10.0)]).await?;
    until_board(&browser, "1010").await?;
    browser.click("[data-control=spawn-tile][data-tile='4']").await?;
    browser.click(".cell[data-cell='3']").await?;
    until_board(&browser, "1012").await?;
    browser.wait_until("location.hash.includes('&line=l34')").await?;
    browser.wait_for_text(".status", "Move 1").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_review_fits_a_narrow_phone_on_which_the_moves_stay_in_place() -> Result<()> {
    let narrow = Device { width: 320, ..Device::PHONE };
    let hash = "#/explore?game=2x2_to_32&mode=play&seed=7";
    let (_served, browser) = open(narrow, hash).await?;
    browser.find(".row.best").await?;
    let places = "return deepAll('.row button').map(it => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x, y + scrollY, width, height].map(Math.round).join(); });";
    let first: Vec<String> = browser.evaluate(places).await?;
    // Each names its direction.
    let names = "deepAll('.row .name').map(it => getComputedStyle(it).clipPath).join()";
    browser.wait_until(&format!("{names} === 'none,none,none,none'")).await?;
    for moves in 1..=3 {
        browser.run("deep('.row [aria-disabled=false]').click();").await?;
        browser.find(&format!(".line [data-ply='{moves}'][aria-current]")).await?;
        browser.find(".row .number").await?;
        let now: Vec<String> = browser.evaluate(places).await?;
        ensure!(now == first, "after {moves} moves: {now:?}, before {first:?}");
    }
    browser.find("[data-headline]").await?;
    check_on(&browser, &[narrow]).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_page_of_positions_is_accessible_and_fits_a_phone() -> Result<()> {
    let hash = "#/explore?game=2x3_to_64&state=012301";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    solve(&browser).await?;
    browser.click(".row[data-action=left] button, .row button").await?;
    browser.find(".spawns li").await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    ensure!(browser.count(".explorer [aria-labelledby=position-title]").await? == 1);
    ensure!(browser.count(".explorer[aria-labelledby], .explorer[aria-label]").await? == 0);
    for (device, mode) in [
        (Device::PHONE.dark(), "edit"),
        (narrow, "edit"),
        (narrow, "play"),
        (Device::DESKTOP, "edit"),
    ] {
        browser.set_device(device).await?;
        if browser.count(&control(mode)).await? > 0 {
            browser.click(&control(mode)).await?;
        }
        browser.find(&format!(".explorer[data-mode={mode}]")).await?;
        if mode == "play" {
            browser.click(&format!("{}[aria-disabled=false]", control("right"))).await?;
            browser.find("[data-headline]").await?;
        }
        check_on(&browser, &[device]).await?;
    }
    browser.assert_quiet().await
}
