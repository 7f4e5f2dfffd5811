//! Boards and games that a reader pastes on the page of positions.

use anyhow::{Result, ensure};
use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};

use crate::exploring::{control, open, until_board};

/// Copies a text by keyboard, as a reader does on another page.
async fn copy(browser: &Browser, text: &str) -> Result<()> {
    let source = "const field = document.createElement('textarea'); field.id = 'copied';
        document.body.prepend(field);";
    browser.evaluate::<()>(&format!("{source} field.value = {};", quoted(text)?)).await?;
    browser.evaluate::<()>("document.querySelector('#copied').select();").await?;
    press(browser, 'c').await?;
    browser.evaluate::<()>("document.querySelector('#copied').remove();").await
}

/// A text as an expression of JavaScript.
fn quoted(text: &str) -> Result<String> {
    Ok(serde_json::to_string(text)?)
}

/// Presses a key with Control on the element that has the focus.
async fn press(browser: &Browser, key: char) -> Result<()> {
    let control = Key::Control.into();
    let keys = KeyActions::new("keyboard".to_owned())
        .then(KeyAction::Down { value: control })
        .then(KeyAction::Down { value: key })
        .then(KeyAction::Up { value: key })
        .then(KeyAction::Up { value: control });
    Ok(browser.client().perform_actions(keys).await?)
}

/// Pastes the copied text in the place of a selection, from a character to another one.
async fn paste(browser: &Browser, name: &str, from: usize, to: usize) -> Result<()> {
    let css = control(name);
    let select =
        format!("const it = deep({css:?}); it.focus(); it.setSelectionRange({from}, {to});");
    browser.evaluate::<()>(&select).await?;
    press(browser, 'v').await
}

#[tokio::test]
async fn a_pasted_board_is_read_at_once() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore?state=010062033").await?;
    until_board(&browser, "010062033").await?;
    let reading = ".position-tools .reading";

    // Lines, at the end of the text that the field has; the focus stays there.
    copy(&browser, "0 2 0\n0 64 4\n0 8 16\n").await?;
    paste(&browser, "text", 18, 18).await?;
    until_board(&browser, "010062034").await?;
    browser.wait_for_text(reading, "Position read: 3x3, tile sum 94.").await?;
    let role: String = browser.evaluate(&format!("return deep({reading:?}).role;")).await?;
    ensure!(role == "status", "{role}");
    browser.wait_until(&format!("active() === deep({:?})", control("text"))).await?;
    browser.wait_until("deep('[data-control=text]').value === '0 2 0/0 64 4/0 8 16'").await?;

    // While no field has the focus.
    copy(&browser, "2 0 0/0 64 4/0 8 8").await?;
    browser.evaluate::<()>("active().blur();").await?;
    press(&browser, 'v').await?;
    until_board(&browser, "100062033").await?;
    copy(&browser, "0 2 0/0 64 4/0 8 16").await?;
    browser.evaluate::<()>("active().blur();").await?;
    press(&browser, 'v').await?;
    until_board(&browser, "010062034").await?;

    // What is none is said there, and stays to be mended.
    copy(&browser, "nine").await?;
    paste(&browser, "text", 0, 1).await?;
    browser.wait_for_text(reading, "'nine' is not a tile: write 0 for an empty cell").await?;
    browser.wait_until("deep('[data-control=text]').value === 'nine 2 0/0 64 4/0 8 16'").await?;
    until_board(&browser, "010062034").await?;

    // A board of the original game.
    copy(&browser, "0 0 0 0/2 0 0 0/0 0 0 0/64 4 0 0").await?;
    paste(&browser, "text", 0, 40).await?;
    until_board(&browser, "0000100000006200").await?;
    let expected = "Position read: 4x4, tile sum 70. The game is now 4x4, highest score.";
    browser.wait_for_text(reading, expected).await?;
    browser.wait_until("location.hash.includes('game=4x4_score&')").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_pasted_game_is_read_at_once() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore?game=2x2_to_8&mode=play").await?;
    // The values move what is below them when they appear.
    browser.find(".row.best").await?;
    browser.click(".files summary").await?;
    let reading = ".files .reading";
    let game = "2x2 to 8, seed 42\n\n1  0 2/2 0  left\n2  2 2/2 0  right\n   2 4/0 2\n";
    copy(&browser, game).await?;
    paste(&browser, "load", 0, 0).await?;
    until_board(&browser, "0110").await?;
    browser.wait_for_text(reading, "Game of 2 moves read: seed 42, not over.").await?;

    // The text that was read is not read again when the reader goes on.
    browser.click(&control("redo")).await?;
    until_board(&browser, "1110").await?;
    browser.wait_until("location.hash.includes('ply=1')").await?;
    let entries: u32 = browser.evaluate("return history.length;").await?;
    browser.click(&control("redo")).await?;
    until_board(&browser, "1201").await?;
    browser.wait_until("location.hash.includes('ply=2') || !location.hash.includes('ply')").await?;
    ensure!(browser.evaluate::<u32>("return history.length;").await? == entries, "read again");

    browser.assert_quiet().await
}
