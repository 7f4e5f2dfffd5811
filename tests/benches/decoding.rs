//! Decoding times of policies, native and in the page. `cargo xtask bench --page` builds the
//! release page and runs this, which opens the page in headless Chromium.
//!
//! The decoded bits of the page are compared with the native ones first.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use mdp2048_policy::Decoder;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

/// The number of measurements of each policy.
const RUNS: usize = 5;

/// The decoding times of a policy in milliseconds, from when its bytes are loaded.
struct DecodingTimes {
    /// The CRC-32 of the decoded layers.
    crc32: u32,
    /// Until the first move can be shown.
    playable: f64,
    /// Until all moves are decoded.
    actions: f64,
    /// Until all moves and values are decoded.
    all: f64,
    /// The memory of the page in bytes; `None` for the native run.
    memory: Option<f64>,
}

#[tokio::main]
async fn main() -> Result<()> {
    println!(
        "| policy | where | first move ms | all moves ms | all values ms | of native | memory MiB |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for game in ["3x3_to_256", "3x3_to_512", "3x3_to_1024"] {
        let (mut natively, mut in_page) = (Vec::new(), Vec::new());
        // Alternately, so that the load of the machine affects both alike.
        for _ in 0..RUNS {
            natively.push(native(&Site::built()?.read(&format!("embed/policies/{game}.policy"))?)?);
            in_page.push(page(game).await?);
        }
        for measured in &in_page {
            ensure!(measured.crc32 == natively[0].crc32, "{game}: the page decodes other bits");
        }
        let (native, page) = (median(natively)?, median(in_page)?);
        for (place, it) in [("native", &native), ("Chromium", &page)] {
            let memory =
                it.memory.map_or(String::new(), |bytes| format!("{:.0}", bytes / 1048576.0));
            let (playable, actions, all) = (it.playable, it.actions, it.all);
            println!(
                "| {game} | {place} | {playable:.1} | {actions:.0} | {all:.0} | {:.2} | {memory} |",
                all / native.all,
            );
        }
    }
    Ok(())
}

/// The run with the median of the whole time, with the medians of the other times.
fn median(mut runs: Vec<DecodingTimes>) -> Result<DecodingTimes> {
    let middle = |of: fn(&DecodingTimes) -> f64| {
        let mut times: Vec<f64> = runs.iter().map(of).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (playable, actions) = (middle(|it| it.playable), middle(|it| it.actions));
    runs.sort_by(|a, b| a.all.total_cmp(&b.all));
    let measured = runs.into_iter().nth(RUNS / 2).context("nothing was measured")?;
    Ok(DecodingTimes { playable, actions, ..measured })
}

/// Measures a native decoder.
fn native(bytes: &[u8]) -> Result<DecodingTimes> {
    let begin = Instant::now();
    let since = || begin.elapsed().as_secs_f64() * 1e3;
    let mut decoder = Decoder::new(bytes)?;
    let (mut playable, mut actions) = (f64::INFINITY, f64::INFINITY);
    let mut layers = Vec::new();
    while let Some(layer) = decoder.step()? {
        playable = playable.min(since());
        if decoder.policy().has_all_actions() {
            actions = actions.min(since());
        }
        layers.push(layer);
    }
    let all = since();
    let mut flat = Vec::new();
    layers.iter().for_each(|layer| layer.write_to(&mut flat));
    Ok(DecodingTimes { crc32: crc32fast::hash(&flat), playable, actions, all, memory: None })
}

/// Measures the page in a new browser, with a player of this game only.
async fn page(game: &str) -> Result<DecodingTimes> {
    let (board, target) = game.split_once("_to_").context("no game")?;
    let page = format!(
        "<!doctype html><link rel=icon href=data:,>
        <script type=module src=embed/mdp2048-player.js></script>
        <mdp2048-player board={board} target={target} seed=1></mdp2048-player>"
    );
    let served = Site::built()?.replace("player.html", page).serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url("player.html")).await?;
    let of = format!("{game} unpacked");
    browser
        .wait_until(&format!(
            "performance.getEntriesByType('mark').some(it => it.name.startsWith('{of}'))"
        ))
        .await?;
    let marks: Vec<(String, f64)> = browser
        .evaluate("return performance.getEntriesByType('mark').map(it => [it.name, it.startTime]);")
        .await?;
    let at = |what: &str| {
        let name = format!("{game} {what}");
        let found = marks.iter().find(|(mark, _)| mark.starts_with(&name));
        found.with_context(|| format!("no mark {name:?} among {marks:?}"))
    };
    let bytes = at("bytes")?.1;
    let (last, end) = at("unpacked")?;
    let number = |name: &str| {
        let rest = last.split_once(name)?.1.trim_start();
        Some(rest.split(',').next()?.to_owned())
    };
    let crc32 = number("CRC-32").context("no CRC-32")?;
    Ok(DecodingTimes {
        crc32: u32::from_str_radix(&crc32, 16)?,
        playable: at("playable")?.1 - bytes,
        actions: at("actions")?.1 - bytes,
        all: end - bytes,
        memory: Some(number("memory").context("no memory")?.parse()?),
    })
}
