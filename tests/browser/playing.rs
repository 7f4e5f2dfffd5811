//! Playing with buttons, keys, the chart and the seed box.

use anyhow::{Result, ensure};
use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use mdp2048_model::Outcome;
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::embedding::open;
use crate::page::{PagePlayer, PlayerView, policy, replay, seed_for};

#[tokio::test]
async fn players_are_independent_of_each_other() -> Result<()> {
    let site = Site::built()?;
    let body = "<mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>
        <mdp2048-player board=2x2 target=32 seed=47></mdp2048-player>";
    let (_served, browser) = open(site.clone(), body).await?;
    let small = PagePlayer::new(&browser, "2x2_to_16");
    let large = PagePlayer::new(&browser, "2x2_to_32");
    let small_replay = replay(&policy(&site, small.game)?, 20);
    let large_replay = replay(&policy(&site, large.game)?, 47);
    small.ready().await?;
    large.ready().await?;

    // One player plays slowly while the other is stepped.
    large.speed("slow").await?;
    large.press("start").await?;
    for moves in 1..=3 {
        small.press("step").await?;
        small.expect(&PlayerView::of(&small_replay, moves)).await?;
    }
    small.press("back").await?;
    small.expect(&PlayerView::of(&small_replay, 2)).await?;
    small.press("restart").await?;
    small.press("back").await?;
    small.expect(&PlayerView::of(&small_replay, 0)).await?;
    // It pauses while it is not visible.
    large.show().await?;
    large.until("data-running", "true").await?;
    large.press("end").await?;
    large.expect(&PlayerView::end(&large_replay)).await?;
    small.expect(&PlayerView::of(&small_replay, 0)).await?;
    browser
        .wait_for_announcement(&large.css("[data-live]"), "Won: the 32 tile after 16 moves.")
        .await?;

    // The tiles show the board of the attribute.
    let faces: Vec<String> = browser
        .evaluate(&format!(
            "return deepAll(\"{}\").map(tile => tile.dataset.face).sort();",
            large.css(".tile:not([data-role=absorbed])")
        ))
        .await?;
    let mut expected: Vec<String> =
        large_replay.last.tiles().filter(|tile| !tile.is_empty()).map(|t| t.to_string()).collect();
    expected.sort();
    ensure!(faces == expected, "{faces:?} is not {expected:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_chart_is_a_slider_for_keys_and_pointers() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    let replay = replay(&policy(&site, player.game)?, 47);
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

    let frame: Vec<f64> = browser
        .evaluate(&format!(
            "const r = deep(\"{}\").getBoundingClientRect();
             return [r.left, r.top, r.width, r.height];",
            player.css(slider)
        ))
        .await?;
    let mouse = async |share: f64, then: Option<PointerAction>| {
        let (x, y) = (frame[0] + share * frame[2], frame[1] + frame[3] / 2.0);
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
    let replay = replay(&policy(&site, player.game)?, 20);
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

#[tokio::test]
async fn the_seed_box_rejects_invalid_seeds() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::PHONE, "").await?;
    let player = PagePlayer::new(&browser, "2x2_to_8");
    player.ready().await?;
    let before = player.view().await?;
    for bad in ["forty-two", "4294967296", "-1", ""] {
        player.seed(bad).await?;
        browser.wait_for_text(&player.css("[data-note=seed]"), "whole number").await?;
        player.expect(&before).await?;
    }
    player.seed("7").await?;
    let replay = replay(&policy(&site, player.game)?, 7);
    player.expect(&PlayerView::of(&replay, 0)).await?;
    ensure!(
        browser.count_visible(&player.css("[data-note=seed]")).await? == 0,
        "the message is still shown"
    );
    player.press("new-seed").await?;
    browser.wait_until("deep('[data-player]').dataset.seed !== '7'").await?;

    let wide: Vec<String> = browser
        .evaluate(
            "const wide = [...document.querySelectorAll('body *')]
                 .filter(it => it.getBoundingClientRect().right > innerWidth + 0.5);
             const all = document.documentElement.scrollWidth > innerWidth ? ['page'] : [];
             return all.concat(wide.map(it => it.className || it.tagName));",
        )
        .await?;
    ensure!(wide.is_empty(), "wider than a phone: {wide:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_game_that_leaves_the_policy_shows_a_message_and_offers_another_seed() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    let policy = policy(&site, player.game)?;
    let seed = seed_for(&policy, Outcome::OffPolicy)?;
    player.ready().await?;
    player.seed(&seed.to_string()).await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay(&policy, seed))).await?;
    browser.wait_for_text(&player.css(".outcome"), "left the packed policy").await?;
    player.press("another-seed").await?;
    player.until("data-moves", "0").await?;
    player.press("step").await?;
    player.until("data-moves", "1").await?;
    ensure!(player.view().await?.seed != seed, "the seed is the same");
    browser.assert_quiet().await
}
