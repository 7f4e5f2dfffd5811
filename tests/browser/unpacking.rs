//! Policies are unpacked bit by bit beside the page, and played from meanwhile.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use mdp2048_policy::{Decoder, PackedPolicy};
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;

use crate::page::{GAMES, Player, Shown, policy, policy_file, replay};

/// The policy that has no player in the article.
const OTHER: &str = "3x3_to_256";

/// The page with a player for [`OTHER`] in place of that for 3x3 to 512, under its own name.
fn with_other(site: Site) -> Result<Site> {
    site.edit("index.html", |page| {
        *page = String::from_utf8_lossy(page).replace("3x3_to_512", OTHER).into_bytes();
    })
}

/// What the page left on the timeline of a policy: what happened, and when, in milliseconds.
async fn marks(browser: &Browser, game: &str) -> Result<Vec<(String, f64)>> {
    let marks: Vec<(String, f64)> = browser
        .evaluate("return performance.getEntriesByType('mark').map(it => [it.name, it.startTime]);")
        .await?;
    let own = |name: &str| Some(name.strip_prefix(game)?.strip_prefix(' ')?.to_owned());
    Ok(marks.iter().filter_map(|(name, at)| Some((own(name)?, *at))).collect())
}

/// The mark at the end of the unpacking, up to the memory.
fn unpacked(file: &[u8]) -> Result<String> {
    let mut decoder = Decoder::new(file)?;
    let mut bytes = Vec::new();
    while let Some(part) = decoder.step()? {
        part.write_to(&mut bytes);
    }
    Ok(format!("unpacked, CRC-32 {:08x}", crc32fast::hash(&bytes)))
}

/// Waits until a policy is unpacked, tells how long that took, and compares every bit of it with the native one.
#[allow(clippy::print_stdout, reason = "the times of tests are told with --nocapture")]
async fn check_bits(browser: &Browser, site: &Site, game: &str) -> Result<()> {
    Player::new(browser, game).ready().await?;
    let expected = unpacked(&site.read(&policy_file(game))?)?;
    let marks = marks(browser, game).await?;
    let times: Vec<String> = marks.iter().map(|(name, at)| format!("{at:.0} ms {name}")).collect();
    println!("{game}: {}", times.join("; "));
    ensure!(
        marks.iter().filter(|(name, _)| name.starts_with(&expected)).count() == 1,
        "{game}: no {expected} among {marks:?}"
    );
    let order: Vec<&str> =
        marks.iter().filter_map(|(name, _)| name.split([' ', ',']).next()).collect();
    let at = |name: &str| order.iter().position(|it| *it == name).context(name.to_owned());
    ensure!(at("bytes")? < at("actions")? && at("actions")? < at("unpacked")?, "{order:?}");
    ensure!(at("bytes")? < at("playable")?, "{order:?}");
    Ok(())
}

#[tokio::test]
async fn every_policy_has_the_native_bits() -> Result<()> {
    let site = Site::built()?;
    let browser = Browser::open(Look::DESKTOP).await?;
    let served = site.clone().serve().await?;
    browser.goto(&served.url("")).await?;
    for (game, _) in GAMES {
        check_bits(&browser, &site, game).await?;
    }
    browser.assert_quiet().await?;
    let served = with_other(site.clone())?.serve().await?;
    browser.goto(&served.url("index.html")).await?;
    check_bits(&browser, &site, OTHER).await?;
    browser.assert_quiet().await
}

/// Writes down each change of what a player shows, and starts it as soon as it stands there.
const WATCH: &str = r#"
    window.watched = [];
    new MutationObserver(() => {
        const player = document.querySelector("[data-player='GAME']");
        if (!player) return;
        if (watched.length === 0) {
            const speed = player.querySelector("[data-control=speed]");
            speed.value = "fastest";
            speed.dispatchEvent(new Event("change", { bubbles: true }));
            player.querySelector("[data-control=start]").click();
        }
        const load = player.querySelector("[data-load]");
        watched.push([load ? load.dataset.load : "ready", Number(player.dataset.moves)]);
    }).observe(document, { subtree: true, childList: true, attributes: true });
"#;

#[tokio::test]
async fn moves_are_played_while_the_rest_is_unpacked() -> Result<()> {
    let (game, seed) = ("3x3_to_1024", 56);
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.before_each_page(&WATCH.replace("GAME", game)).await?;
    browser.goto(&served.url("")).await?;
    let player = Player::new(&browser, game);
    let replay = replay(&policy(&site, game)?, seed);
    player.until("data-running", "true").await?;
    player.until("data-running", "false").await?;
    player.expect(&Shown::end(&replay)).await?;
    player.ready().await?;
    let watched: Vec<(String, usize)> = browser.evaluate("return watched;").await?;
    let moves: Vec<usize> = watched
        .iter()
        .filter(|(load, moves)| load == "decoding" && *moves > 0)
        .map(|(_, moves)| *moves)
        .collect();
    println!(
        "{game}: {} moves were played while it was unpacked",
        moves.iter().max().unwrap_or(&0)
    );
    ensure!(moves.len() > 1, "nothing was played while it was unpacked: {watched:?}");
    // Never back, and never restarted.
    ensure!(watched.windows(2).all(|two| two[0].1 <= two[1].1), "{watched:?}");
    ensure!(watched.last().is_some_and(|(load, _)| load == "ready"), "{:?}", watched.last());
    // Now the whole line of the chart is there.
    let points = format!(
        "return document.querySelector(\"{}\").getAttribute('d').split('L').length;",
        player.css(".line")
    );
    let points: usize = browser.evaluate(&points).await?;
    ensure!(points == replay.steps.len() + 1, "{points} points");
    browser.assert_quiet().await
}

/// Plays a game to its end and compares it and all bits of its policy with the native ones.
async fn check_game(browser: &Browser, site: &Site, game: &str, seed: u32) -> Result<()> {
    let player = Player::new(browser, game);
    check_bits(browser, site, game).await?;
    player.seed(&seed.to_string()).await?;
    player.press("end").await?;
    player.expect(&Shown::end(&replay(&policy(site, game)?, seed))).await
}

#[tokio::test]
async fn without_workers_the_page_unpacks_by_itself() -> Result<()> {
    let game = "3x3_to_512";
    let site = Site::built()?;
    let browser = Browser::open(Look::PHONE).await?;
    // Scripts that do not come.
    for missing in ["decoder_loader.js", "decoder_bg.wasm"] {
        let served = site.clone().remove(missing).serve().await?;
        browser.goto(&served.url(&format!("#/play?game={game}&seed=5"))).await?;
        check_game(&browser, &site, game, 5).await.context(missing)?;
        // Chromium itself reports the file that is not found, and what stands on it.
        browser.assert_quiet_but(&[missing, "wasm"]).await?;
    }
    // A browser that has no workers.
    browser.before_each_page("delete window.Worker;").await?;
    let served = site.clone().serve().await?;
    browser.goto(&served.url(&format!("#/play?game={game}&seed=5"))).await?;
    check_game(&browser, &site, game, 5).await?;
    ensure!(!served.requests().iter().any(|path| path.contains("decoder")), "a worker was started");
    browser.assert_quiet().await
}

#[tokio::test]
async fn an_older_worker_is_noticed() -> Result<()> {
    let game = "2x2_to_8";
    let site = Site::built()?;
    let older = site.clone().replace("decoder_loader.js", "postMessage([1]);");
    let served = older.serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&served.url("")).await?;
    let player = Player::new(&browser, game);
    browser
        .wait_for_text(&player.css("[data-load=failed]"), "kept an older program for unpacking it")
        .await?;
    served.mend("decoder_loader.js");
    player.press("retry").await?;
    check_bits(&browser, &site, game).await?;
    browser.assert_quiet().await
}

/// Bytes before the payload, and where in them its checksum stands.
const FRAME: usize = 18;
const CHECKSUM: usize = 14;

#[tokio::test]
async fn contents_that_make_no_sense_are_told() -> Result<()> {
    let game = "3x3_to_512";
    let site = Site::built()?;
    let bad = site.clone().edit(&policy_file(game), |bytes| {
        let middle = bytes.len() / 3;
        bytes[middle..middle + 100].fill(0x55);
        let checksum = crc32fast::hash(&bytes[FRAME..]);
        bytes[CHECKSUM..FRAME].copy_from_slice(&checksum.to_le_bytes());
    })?;
    let error = PackedPolicy::from_bytes(&bad.served(&policy_file(game))?)
        .err()
        .context("the changed file is still right")?;
    let served = bad.delay(&policy_file(game), Duration::from_millis(300)).serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&served.url(&format!("#/play?game={game}&seed=7&move=400"))).await?;
    let player = Player::new(&browser, game);
    browser.wait_for_text(&player.css("[data-load=failed]"), &error.to_string()).await?;
    served.mend(&policy_file(game));
    player.press("retry").await?;
    check_bits(&browser, &site, game).await?;
    browser.assert_quiet().await
}
