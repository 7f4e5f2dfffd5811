//! The focus, where the element that had it is removed: the next key acts all the same.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::Device;

use crate::exploring::{control, open, unfold};

#[tokio::test]
async fn keys_go_on_when_the_board_becomes_another_one() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore?game=2x2_to_32&state=1122").await?;
    browser.click(".cell[data-cell='0']").await?;
    browser.press('p').await?;
    browser.wait_until("active().matches('[data-control=slide]')").await?;
    browser.press(Key::Right).await?;
    browser.find(".status[data-moves='1']").await?;
    browser.press('e').await?;
    browser.wait_until("active().matches('[data-cell]')").await?;
    browser.press('l').await?;
    browser.find("[data-move]").await?;
    browser.wait_until("active().matches('[data-cell]')").await?;
    // The board of buttons becomes another one when the tile is placed.
    browser.click(".cell[aria-label$=empty]").await?;
    browser.find(".status[data-moves='2']").await?;
    browser.find("[data-move]").await?;
    browser.wait_until("active().matches('[data-cell]')").await?;
    browser.press('z').await?;
    browser.find(".status[data-moves='1']").await?;
    // Where nothing had the focus, the keys still scroll the page.
    browser.run(&format!("active().blur(); deep('{}').click();", control("first"))).await?;
    browser.find(".status[data-moves='0']").await?;
    browser.wait_until("active() === document.body").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_tile_that_is_placed_by_hand_comes_before_values() -> Result<()> {
    let hash = "#/explore?game=2x2_to_32&state=1010&mode=play&spawns=hand";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    browser.find(".value .number[data-value]").await?;
    browser.click(&control("up")).await?;
    browser.wait_for_text(".values .value", "once the random tile is placed").await?;
    ensure!(browser.count(".row .verdict").await? == 0, "no move is judged");
    browser.click(&control("take-back")).await?;
    browser.find(".value .number[data-value]").await?;
    browser.wait_until("active().matches('[data-control=slide]')").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_field_says_why_it_refuses_a_number() -> Result<()> {
    let hash = "#/explore?game=2x2_to_32&state=1122&mode=play";
    let (_served, browser) = open(Device::DESKTOP, hash).await?;
    unfold(&browser, "choices").await?;
    browser.fill(&control("seed"), "-1\u{e007}").await?;
    browser.wait_for_text("[data-refusal=seed]", "A seed is a whole number from 0").await?;
    // What was typed goes with the message.
    unfold(&browser, "rules").await?;
    browser.fill(&control("spawn-four"), "5\u{e007}").await?;
    browser.wait_for_text("[data-refusal=spawn-four]", "out of range").await?;
    browser.wait_until("deep('[data-control=seed]').value === '42'").await?;
    browser.fill(&control("spawn-four"), "0\u{e007}").await?;
    browser.wait_for_text("[data-note=explore]", "The game is now 2×2 to 16").await?;
    ensure!(browser.count("[data-refusal]").await? == 0, "the message is still there");
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_button_that_adds_an_agent_has_the_focus_after_one_is_removed() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/arena").await?;
    browser.click("[data-control=remove]").await?;
    browser.wait_until("active().matches('[data-control=add]')").await?;
    browser.assert_quiet().await
}
