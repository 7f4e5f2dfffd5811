//! The real board on the page of positions: estimates of the learned agent in a worker.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::accessible::check_on;
use crate::exploring::{control, open, unfold, until_board};

/// The network, as the page loads it.
const NETWORK: &str = "arena/learned.network";

/// A position with few empty cells, and one with a smaller largest tile.
const CROWDED: &str = "123123452345b670";
const OTHER: &str = "001200230034004a";

/// The button that opens the best move.
const OPEN: &str = ".estimates .row.best [data-control=open]";

/// Waits until the page has thought at least so deep and played on so many games from each move.
async fn until_thought(browser: &Browser, plies: u32, games: u32) -> Result<()> {
    browser
        .wait_until(&format!(
            "(it => it && Number(it.dataset.plies) >= {plies} && Number(it.dataset.games) >= \
             {games})(deep('.effort'))"
        ))
        .await
}

/// The width of the narrowest interval of the next tile that is shown.
const WIDTH: &str = "Math.min(...deepAll('.chance').map(it => it.dataset.high - it.dataset.low))";

#[tokio::test]
async fn the_real_board_gets_estimates_that_get_better() -> Result<()> {
    let hash = format!("#/explore?game=4x4_score&state={CROWDED}");
    let (served, browser) = open(Device::PHONE, "#/explore?game=4x4_to_2048").await?;
    // A game that is too large to solve leads to this one.
    browser.wait_for_text("[data-note=need]", "4×4 for the highest score").await?;
    ensure!(!served.requests().iter().any(|path| path == NETWORK), "the network is loaded early");
    browser.goto(&served.url(&hash)).await?;
    browser.find(".explorer[data-game='4x4_score']").await?;
    until_thought(&browser, 1, 2).await?;
    browser.wait_for_text(".estimates .value", "in score still to come, estimated").await?;
    browser.wait_for_text(".estimates .row.best", "best").await?;
    browser.wait_for_text(".estimates .calibration", "1,000 other games").await?;
    // A phone shows the chances of a move that is opened.
    browser.click(OPEN).await?;
    browser.wait_for_text(".row.open .chance[data-tile='4096']", "%").await?;
    let first: f64 = browser.evaluate(&format!("return {WIDTH};")).await?;
    // What a reader types stays while the estimates change.
    browser.run("deep('[data-control=text]').value = '2 2';").await?;
    until_thought(&browser, 3, 5).await?;
    browser.wait_until(&format!("{WIDTH} < {first}")).await.context("the intervals stay")?;
    let typed: String = browser.evaluate("return deep('[data-control=text]').value;").await?;
    ensure!(typed == "2 2", "the typed text is replaced by {typed}");
    ensure!(browser.count(".difficulty, [data-control=solve]").await? == 0);

    // What has been loaded works offline. Another position is answered, and Stop ends the thinking.
    let offline = |is_offline: bool| {
        let conditions = serde_json::json!({
            "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        browser.devtools("Network.emulateNetworkConditions", conditions)
    };
    offline(true).await?;
    unfold(&browser, "edit").await?;
    browser.click(&control("clear")).await?;
    browser.wait_for_text(".estimates", "no moves to compare").await?;
    browser.fill(&control("text"), "0 0 2 4/0 0 4 8/0 0 8 16/0 0 16 1024\u{e007}").await?;
    until_board(&browser, OTHER).await?;
    browser.click(OPEN).await?;
    browser.wait_for_text(".row.open .chance[data-tile='2048']", "%").await?;
    until_thought(&browser, 2, 2).await?;
    browser.click(&control("stop-agent")).await?;
    browser.wait_for_text(".effort", "Stopped").await?;
    browser.click(&control("agent-on")).await?;
    browser.find(".effort[data-agent=thinking]").await?;
    offline(false).await?;

    // Moves are graded by the estimates, with keys.
    browser.find(&control("play")).await?.send_keys("p").await?;
    browser.find(".explorer[data-mode=play]").await?;
    let slide = browser.find(&control("slide")).await?;
    slide.send_keys("a").await?;
    browser.find(".status[data-moves='1']").await?;
    browser.wait_for_text(".status", "by the estimate").await?;
    browser.wait_for_text(".review", "has not proven these grades").await?;
    ensure!(browser.count(".review [data-headline], .review .chart").await? == 0);

    let narrow = Device { width: 320, ..Device::PHONE };
    check_on(&browser, &[narrow, Device::DESKTOP.dark()]).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_missing_network_is_said_and_can_be_tried_again() -> Result<()> {
    let (served, browser) = Site::built()?
        .remove(NETWORK)
        .open(Device::DESKTOP, &format!("#/explore?game=4x4_score&state={CROWDED}"))
        .await?;
    let failed = ".estimates [data-agent=failed]";
    browser.wait_for_text(failed, "the network of the learned agent could not be").await?;
    served.restore(NETWORK);
    browser.click(&control("agent-again")).await?;
    until_thought(&browser, 1, 1).await?;
    ensure!(browser.count(failed).await? == 0, "the note stays");
    browser.assert_quiet_but(&["404"]).await
}
