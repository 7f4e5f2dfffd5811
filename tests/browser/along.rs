//! Playing along: the page makes the best move, and the reader enters the random tile.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::Device;

use crate::accessible::check_on;
use crate::exploring::{control, open, until_board};

#[tokio::test]
async fn the_page_moves_and_the_reader_enters_the_tiles() -> Result<()> {
    let hash = "#/explore?game=2x2_score&state=1123";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    browser.click(&control("play")).await?;
    browser.click(&control("along")).await?;
    browser.wait_for_announcement("[data-move=left]", "The page slides left").await?;
    until_board(&browser, "2023").await?;
    browser.find("[data-standing] [data-value='4']").await?;
    browser.fill(&control("score"), "2,712\u{e007}").await?;
    browser.find("[data-standing] [data-value='2716']").await?;
    browser.wait_for_text("[data-standing]", "expected final score").await?;
    browser.wait_until("location.hash.endsWith('&mode=along&score=2712')").await?;

    // A press puts a 2 on an empty cell, and the page moves again.
    let empty = ".cell[aria-label$=empty]";
    browser.click(empty).await?;
    browser.wait_until("location.hash.includes('&line=l12&')").await?;
    browser.find(".status[data-moves='1']").await?;
    browser.wait_for_text("[data-entered]", "After your 2").await?;
    browser.find("[data-move]").await?;
    // A 4 by the palette, which has a 2 again afterwards; and back.
    browser.click("[data-control=spawn-tile][data-tile='4']").await?;
    browser.click(empty).await?;
    browser.find(".status[data-moves='2']").await?;
    browser.wait_until("/line=l12.[0-3]4&/.test(location.hash)").await?;
    browser.find("[data-move]").await?;
    browser.find("[data-control=spawn-tile][data-tile='2'][aria-pressed=true]").await?;
    browser.click(&control("first")).await?;
    browser.find("[data-move=left]").await?;

    // By keys alone: an arrow leads to the cell, and a digit is the tile.
    let cell = browser.find(".cell[data-cell='0']").await?;
    cell.send_keys("z").await?;
    browser.find("[data-move=left]").await?;
    browser.run("deep('.cell[aria-pressed=true]').focus();").await?;
    for key in [Key::Left, Key::Up, Key::Right] {
        browser.press(key).await?;
    }
    browser.wait_until("active().matches('[data-cell=\"1\"]')").await?;
    browser.press('4').await?;
    browser.wait_until("location.hash.includes('&line=l14&')").await?;
    browser.find("[data-move]").await?;

    // The entry of the history has the tiles when the reader comes back.
    let board = "return deep('.explorer').dataset.board;";
    let shown: String = browser.evaluate(board).await?;
    browser.run("location.hash = '#/bag?target=16';").await?;
    browser.find("[data-figure=chain] svg").await?;
    browser.client().back().await?;
    until_board(&browser, &shown).await?;
    browser.find(".explorer[data-mode=along] .status[data-moves='1']").await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    check_on(&browser, &[Device::PHONE.dark(), narrow, Device::DESKTOP]).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_real_board_is_played_along_by_estimates() -> Result<()> {
    let hash = "#/explore?game=4x4_score&state=0012002300340489&mode=along&score=9000";
    let (_served, browser) = open(Device::DESKTOP, hash).await?;
    browser.wait_for_text("[data-move]", "the best move by the estimate").await?;
    browser.wait_for_text("[data-standing]", "final score, estimated").await?;
    browser.wait_for_text("[data-standing]", "about").await?;
    // The reader may have made another move.
    let other = ".row:not(.best) button[aria-disabled=false]";
    browser.run(&format!("deep('{other}').click();")).await?;
    browser.wait_for_text("[data-move]", "You slide").await?;
    ensure!(browser.count(".cell[aria-label$=empty]").await? > 0);
    browser.assert_quiet().await
}
