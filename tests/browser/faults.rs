//! Policies that are not there or not usable: each says so in its place, and can be tried again.

use std::time::Duration;

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;

use crate::page::{Player, Shown, policy, policy_file, replay};

/// Where the version stands in a policy file, behind the eight bytes of its mark.
const VERSION: usize = 8;

#[tokio::test]
async fn a_slow_policy_is_waited_for() -> Result<()> {
    let site = Site::built()?;
    let game = "3x3_to_512";
    let slow = site.clone().delay(&policy_file(game), Duration::from_millis(1500));
    let served = slow.serve().await?;
    let browser = Browser::open(Look::PHONE.dark()).await?;
    browser.goto(&served.url(&format!("#/play?game={game}&seed=7"))).await?;
    let player = Player::new(&browser, game);
    let loading = player.css("[data-load=loading]");
    browser.wait_for_text(&loading, "Loading the policy").await?;
    // Pressed too early, Start is remembered.
    player.speed("fastest").await?;
    player.press("start").await?;
    player.until("data-moves", "0").await?;
    player.until("data-outcome", "lost").await?;
    player.expect(&Shown::end(&replay(&policy(&site, game)?, 7))).await?;
    let asked = served.requests().iter().filter(|path| **path == policy_file(game)).count();
    ensure!(asked == 1, "the policy was asked for {asked} times");
    browser.assert_quiet().await
}

#[tokio::test]
async fn each_fault_has_its_message_and_another_try_works() -> Result<()> {
    let site = Site::built()?;
    let (missing, cut, new, other) = ("2x2_to_8", "2x2_to_16", "2x2_to_32", "3x3_to_512");
    let served = site
        .clone()
        .remove(&policy_file(missing))
        .truncate(&policy_file(cut), 100)?
        .edit(&policy_file(new), |bytes| bytes[VERSION] = 9)?
        .replace(&policy_file(other), site.read(&policy_file("2x2_to_8"))?)
        .replace(&policy_file("3x3_to_1024"), "<!doctype html><p>Not here")
        .serve()
        .await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&served.url("")).await?;
    for (game, message) in [
        (missing, "the server has no 2x2_to_8.policy (404)"),
        (cut, "the policy is cut short: 100 of 110 bytes"),
        (new, "this policy is version 9, this build reads version 2"),
        (other, "this policy is for 2x2 to 8, but 3x3 to 512 was asked for"),
        ("3x3_to_1024", "this is not a policy file"),
    ] {
        let player = Player::new(&browser, game);
        browser
            .evaluate::<()>(&format!(
                "document.querySelector(\"[data-player='{game}']\").scrollIntoView();"
            ))
            .await?;
        browser.wait_for_text(&player.css("[data-load=failed]"), message).await?;
        // The board stays, and nothing plays without a policy.
        ensure!(browser.count(&player.css(".tile")).await? == 2, "{game}: no board");
        player.press("start").await?;
        player.until("data-running", "false").await?;
    }
    // Chromium itself reports the file that is not found.
    let not_found = format!("{} - Failed to load resource", policy_file(missing));
    browser.assert_quiet_but(&[&not_found]).await?;

    for (game, seed) in [(missing, 42), (cut, 20), (new, 47), (other, 42)] {
        served.mend(&policy_file(game));
        let player = Player::new(&browser, game);
        player.press("retry").await?;
        player.ready().await?;
        player.press("end").await?;
        player.expect(&Shown::end(&replay(&policy(&site, game)?, seed))).await?;
    }
    browser.assert_quiet().await
}
