//! The speed of a game on the page, with the list of every move closed and open.
//!
//! `cargo xtask bench --page` builds the release page and runs this program, which plays 3x3 to 512
//! at the fastest speed in headless Chromium with a processor four times slower. It fails if the
//! open list costs a tenth of the moves.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::measure::median;
use mdp2048_tests::site::Site;
use serde_json::json;

/// How much slower the processor is.
const SLOWER: u32 = 4;

/// The number of measurements of each.
const RUNS: usize = 3;

/// The least share of the moves that are played while the list is open.
const SHARE: f64 = 0.9;

/// Plays from the first board to the last, and returns the moves in a second.
const PLAY: &str = "const host = document.querySelector('mdp2048-player');
    const player = host.shadowRoot.querySelector('.player');
    const press = name => player.querySelector(`[data-control=${name}]`).click();
    return (async () => {
        player.querySelector('details').open = OPEN;
        press('restart');
        await new Promise(done => setTimeout(done, 500));
        const begin = performance.now();
        press('start');
        await new Promise(done => {
            host.addEventListener('ended', done, { once: true });
        });
        return 1000 * player.dataset.moves / (performance.now() - begin);
    })();";

#[tokio::main]
async fn main() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url("#/play?game=3x3_to_512&seed=42")).await?;
    browser.find("[data-player='3x3_to_512']").await?;
    browser.wait_until("!deep(\"[data-player='3x3_to_512'] [data-load]\")").await?;
    let speed = "document.querySelector('mdp2048-player').setAttribute('speed', 'fastest');";
    browser.evaluate::<()>(speed).await?;
    browser.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER })).await?;
    let (mut closed, mut open) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        for (is_open, speeds) in [("false", &mut closed), ("true", &mut open)] {
            speeds.push(browser.evaluate::<f64>(&PLAY.replace("OPEN", is_open)).await?);
        }
    }
    println!("| list of moves | moves/s, median of {RUNS} |\n| --- | --- |");
    let medians = [median(closed), median(open)];
    println!("| closed | {:.1} |\n| open | {:.1} |", medians[0], medians[1]);
    ensure!(medians[1] >= SHARE * medians[0], "the open list slows the game down");
    Ok(())
}
