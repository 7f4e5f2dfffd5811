//! Playing with buttons, keys, the chart and the seed box.

use anyhow::{Result, ensure};
use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::page::{PagePlayer, PlayerView, policy, replay};

#[tokio::test]
async fn the_chart_is_a_slider_for_keys_and_pointers() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    let replay = replay(policy(&site, player.game)?, 47);
    let moves = replay.steps.len();
    player.ready().await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay)).await?;
    let slider = "[role=slider]";
    for (key, position) in [
        ("\u{e012}", moves - 1),  // left
        ("\u{e00f}", moves - 11), // page down
        ("\u{e011}", 0),          // home
        ("\u{e014}", 1),          // right
        ("\u{e010}", moves),      // end
    ] {
        player.key(slider, key).await?;
        player.expect(&PlayerView::of(&replay, position)).await?;
    }
    let text = browser.find(&player.css(slider)).await?.attr("aria-valuetext").await?;
    ensure!(text.as_deref().is_some_and(|text| text.contains("of 16")), "{text:?}");

    let frame = browser.rect(&player.css(slider)).await?;
    let mouse = async |share: f64, then: Option<PointerAction>| {
        let (x, y) = frame.at(share, 0.5);
        let mut actions = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo {
            duration: None,
            x: x.round(),
            y: y.round(),
        });
        if let Some(action) = then {
            actions = actions.then(action);
        }
        browser.client().perform_actions(actions).await
    };
    mouse(0.5, Some(PointerAction::Down { button: MOUSE_BUTTON_LEFT })).await?;
    player.expect(&PlayerView::of(&replay, moves / 2)).await?;
    mouse(0.25, None).await?;
    player.expect(&PlayerView::of(&replay, moves / 4)).await?;
    mouse(0.25, Some(PointerAction::Up { button: MOUSE_BUTTON_LEFT })).await?;
    mouse(0.75, None).await?;
    player.expect(&PlayerView::of(&replay, moves / 4)).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn keys_act_on_the_player_with_the_focus() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    let other = PagePlayer::new(&browser, "3x3_to_512");
    let replay = replay(policy(&site, player.game)?, 20);
    other.ready().await?;
    player.ready().await?;
    for (key, position) in [("\u{e014}", 1), ("\u{e014}", 2), ("\u{e012}", 1), ("e", 6), ("r", 0)] {
        player.key(".board", key).await?;
        player.expect(&PlayerView::of(&replay, position)).await?;
    }
    player.key(".board", " ").await?;
    player.until("data-running", "true").await?;
    player.key(".board", " ").await?;
    player.until("data-running", "false").await?;
    let speed = format!("deep(\"{}\").value", player.control("speed"));
    player.speed("fast").await?;
    player.key(".board", "-").await?;
    browser.wait_until(&format!("{speed} === 'normal'")).await?;
    player.key(".board", "+").await?;
    browser.wait_until(&format!("{speed} === 'fast'")).await?;
    // In the seed box, keys type text.
    player.key("[data-control=seed]", "\u{e012}r n").await?;
    ensure!(player.view().await?.seed == 20, "a letter in the seed box was a shortcut");
    player.key(".board", "n").await?;
    player.until("data-moves", "0").await?;
    ensure!(player.view().await?.seed != 20, "N gives no new seed");
    ensure!(other.view().await?.moves == 222, "a key reached another player");
    browser.assert_quiet().await
}
