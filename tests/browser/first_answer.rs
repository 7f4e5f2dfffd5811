//! What a reader of a link sees of a position before any press: the board and the values of its
//! moves in one screen, with few controls, as in the diagrams; and how the moves of a game are gone
//! through.

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::diagrams::TO_8;
use crate::exploring::{SAVE_DATA, control, open, solve, until_board};
use crate::pointers::touch;

/// A desktop whose window is not high.
const DESKTOP: Device = Device { height: 800, ..Device::DESKTOP };

/// A position with four moves, and one of a game of three moves.
const FOUR_MOVES: &str = "#/explore?game=3x3_to_512&state=120100001";
pub(crate) const PLAYED: &str = "#/explore?game=2x2_to_16&state=0110&line=l32u22r22";

/// The names of the controls in the first screen below the links to the pages; a board of cells
/// counts as one, and so does an equation with the boards in it.
const CONTROLS: &str = "const controls = 'button, select, input, textarea, summary, a[href]';
    return deepAll(controls)
        .filter(it => it.checkVisibility() && !it.matches('nav a'))
        .filter(it => !it.matches('.cell:not([data-cell=\"0\"]), .term ~ .term button'))
        .filter(it => it.getBoundingClientRect().top < innerHeight)
        .map(it => it.dataset.control ?? it.textContent);";

/// Checks that a page has at most so many controls in its first screen.
async fn expect_few_controls(browser: &Browser, most: usize) -> Result<()> {
    let names: Vec<String> = browser.evaluate(CONTROLS).await?;
    ensure!(names.len() <= most, "{} controls: {names:?}", names.len());
    ensure!(names.len() > 8, "the controls were not counted: {names:?}");
    Ok(())
}

/// Checks that all of an element is in the first screen of a page that was not scrolled.
async fn expect_in_first_screen(browser: &Browser, css: &str, count: usize) -> Result<()> {
    let frames = "it => { const { top, right, bottom, left } = it.getBoundingClientRect();
        return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight; }";
    let script = format!("return scrollY === 0 && deepAll(\"{css}\").map({frames});");
    let are_inside: Vec<bool> = browser.evaluate(&script).await?;
    ensure!(are_inside == vec![true; count], "{css}: {are_inside:?}");
    Ok(())
}

#[tokio::test]
async fn a_link_shows_board_and_four_values_in_one_screen_with_few_controls() -> Result<()> {
    for device in [Device::PHONE.dark(), DESKTOP] {
        let (served, browser) = open(device, FOUR_MOVES).await?;
        browser.find(".row.best .number[data-value]").await?;
        for (css, count) in [
            (".position .board", 1),
            (".values .value", 1),
            (".row .number", 4),
            (".row .verdict", 4),
        ] {
            expect_in_first_screen(&browser, css, count)
                .await
                .with_context(|| format!("{device:?}"))?;
        }
        expect_few_controls(&browser, 14).await?;
        // With a move that was played, its grade is there, too.
        browser.run(&format!("location.hash = '{PLAYED}';")).await?;
        until_board(&browser, "2111").await?;
        browser.find(".status [data-last]").await?;
        expect_in_first_screen(&browser, ".status", 1).await?;
        if device.phone {
            browser.assert_quiet().await?;
            continue;
        }
        browser.goto(&served.url(TO_8)).await?;
        browser.find(".canvas .item").await?;
        expect_few_controls(&browser, 16).await?;
        browser.assert_quiet().await?;
    }
    Ok(())
}

#[tokio::test]
async fn nothing_is_solved_unasked_where_data_is_saved_or_the_reader_has_stopped_it() -> Result<()>
{
    let hash = "#/explore?game=2x2_to_16&state=0120";
    let (served, browser) = Site::built()?.open_after(SAVE_DATA, Device::PHONE, hash).await?;
    browser.wait_for_text(".solve", "Needs about").await?;
    // The reader's press is as good; the moves have their places before it.
    ensure!(browser.count(".row .number, .value .number").await? == 0, "values without a solution");
    ensure!(
        browser.count(".rows .row").await? == 4,
        "the places of the moves wait for their values"
    );
    solve(&browser).await?;
    browser.find(".row.best").await?;

    // A solution that was freed stays so, also when its game is chosen again.
    let browser = Browser::open(DESKTOP).await?;
    browser.goto(&served.url("#/explore?game=3x3_to_512&state=120100001")).await?;
    browser.wait_until(&format!("(deep('{0}')?.click(), deep('{0}'))", control("cancel"))).await?;
    browser.find(&control("solve")).await?;
    browser.click(&format!("{} option[value='256']", control("target"))).await?;
    browser.find(".explorer[data-game='3x3_to_256'][data-solved=true]").await?;
    browser.click(&format!("{} option[value='512']", control("target"))).await?;
    browser.find(".explorer[data-game='3x3_to_512']").await?;
    browser.find(&control("solve")).await?;
    ensure!(browser.count(".explorer .job").await? == 0, "a stopped solve begins again");
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_moves_of_a_link_are_gone_through_by_buttons_keys_and_swipes() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, PLAYED).await?;
    until_board(&browser, "2111").await?;
    for (name, board) in
        [("first", "0110"), ("redo", "1011"), ("last", "2111"), ("undo", "2110"), ("redo", "2111")]
    {
        browser.click(&control(name)).await?;
        until_board(&browser, board).await.context(name)?;
    }
    let keys = [(Key::Home, "0110"), (Key::End, "2111")].map(|(key, it)| (char::from(key), it));
    for (key, board) in keys.into_iter().chain([('z', "2110"), ('[', "1011"), (']', "2110")]) {
        browser.press(key).await?;
        until_board(&browser, board).await.with_context(|| format!("{key:?}"))?;
    }
    // A finger goes on by a swipe to the left, and back by one to the right.
    for (dx, board) in [(-90.0, "2111"), (90.0, "2110"), (90.0, "1011")] {
        swipe(&browser, ".position .board", [(-dx / 2.0, 0.0), (dx / 2.0, 3.0)]).await?;
        until_board(&browser, board).await.with_context(|| format!("{dx}"))?;
    }
    // Moves have signs in the list, which leads to them.
    browser.find(".line [data-ply='1'][data-grade]").await?;
    browser.click(".line [data-ply='3']").await?;
    until_board(&browser, "2111").await?;
    browser.click(&control("rules")).await?;
    browser.wait_for_text(".explorer .keys", "last board").await?;
    browser.assert_quiet().await
}

/// Swipes with a finger from one offset from the middle of an element to another.
pub(crate) async fn swipe(browser: &Browser, css: &str, ends: [(f64, f64); 2]) -> Result<()> {
    browser.run(&format!("deep(\"{css}\").scrollIntoView({{ block: 'center' }});")).await?;
    let (x, y) = browser.rect(css).await?.middle();
    let [from, to] = ends.map(|(dx, dy)| (x + dx, y + dy));
    touch(browser, "touchStart", &[from]).await?;
    touch(browser, "touchMove", &[to]).await?;
    touch(browser, "touchEnd", &[]).await
}
