//! Policies that are missing or unusable: each player shows its message, and can retry.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use mdp2048_policy::PackedPolicy;
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::embedding::open;
use crate::page::{PagePlayer, PlayerView, policy, policy_file, replay};

/// Offset of the payload in a policy file, after its checksum.
const PAYLOAD: usize = 18;

#[tokio::test]
async fn a_player_waits_for_a_slow_policy() -> Result<()> {
    let site = Site::built()?;
    let game = "3x3_to_512";
    let slow = site.clone().delay(&policy_file(game), Duration::from_millis(1500));
    let (served, browser) =
        slow.open(Device::PHONE.dark(), &format!("#/play?game={game}&seed=7")).await?;
    let player = PagePlayer::new(&browser, game);
    let loading = player.css("[data-load=loading]");
    browser.wait_for_text(&loading, "Loading the policy").await?;
    // What has effect afterwards is not marked as disabled.
    for (control, is_disabled) in [("start", None), ("end", Some("false")), ("step", Some("true"))]
    {
        let control = browser.find(&player.control(control)).await?;
        let found = control.attr("aria-disabled").await?;
        ensure!(found.as_deref() == is_disabled, "{found:?}");
    }
    // Start pressed before the policy is loaded has effect afterwards.
    player.speed("fastest").await?;
    player.press("start").await?;
    player.until("data-moves", "0").await?;
    player.until("data-outcome", "lost").await?;
    player.expect(&PlayerView::end(&replay(policy(&site, game)?, 7))).await?;
    let requests = served.requests().iter().filter(|path| **path == policy_file(game)).count();
    ensure!(requests == 1, "the policy was requested {requests} times");
    browser.assert_quiet().await
}

#[tokio::test]
async fn each_failure_has_its_message_and_can_be_retried() -> Result<()> {
    let site = Site::built()?;
    let (missing, cut, damaged) = ("2x2_to_8", "2x2_to_16", "3x3_to_512");
    let broken = site
        .clone()
        .remove(&policy_file(missing))
        .truncate(&policy_file(cut), 100)?
        // A worker finds this out while it decodes, because the checksum is right.
        .edit(&policy_file(damaged), |bytes| {
            let middle = bytes.len() / 3;
            bytes[middle..middle + 100].fill(0x55);
            let checksum = crc32fast::hash(&bytes[PAYLOAD..]);
            bytes[PAYLOAD - 4..PAYLOAD].copy_from_slice(&checksum.to_le_bytes());
        })?;
    let error = PackedPolicy::from_bytes(&broken.served(&policy_file(damaged))?);
    let error = error.err().context("the changed file is still valid")?.to_string();
    let (served, browser) = open(
        broken,
        "<mdp2048-player board=2x2 target=8></mdp2048-player>
        <mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>
        <mdp2048-player board=3x3 target=512 start-at=222></mdp2048-player>",
    )
    .await?;
    for (game, message) in [
        (missing, "the server has no 2x2_to_8.policy (404)"),
        (cut, "the policy is cut short (missing bytes: at least 10)"),
        (damaged, &error),
    ] {
        let player = PagePlayer::new(&browser, game);
        player.show().await?;
        browser.wait_for_text(&player.css("[data-load=failed]"), message).await?;
        // The board is still shown, and nothing plays without a policy.
        ensure!(browser.count(&player.css(".tile")).await? >= 2, "{game}: no board");
        player.press("start").await?;
        player.until("data-running", "false").await?;
    }
    // Chromium itself reports the file that is not found.
    let not_found = format!("{} - Failed to load resource", policy_file(missing));
    browser.assert_quiet_but(&[&not_found]).await?;

    for (game, seed) in [(missing, 42), (cut, 20), (damaged, 42)] {
        let player = PagePlayer::new(&browser, game);
        // The press on Start has tried again.
        browser.find(&player.css("[data-load=failed]")).await?;
        served.restore(&policy_file(game));
        match game {
            _ if game == missing => player.press("retry").await?,
            // Start tries again, and plays.
            _ if game == cut => {
                player.press("start").await?;
                player.until("data-outcome", "lost").await?;
            }
            // So does the return of the connection, for all players.
            _ => browser.run("dispatchEvent(new Event('online'));").await?,
        }
        player.plays(&site, seed).await?;
    }
    browser.assert_quiet().await
}
