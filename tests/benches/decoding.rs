//! How soon the page can play from a policy: `cargo xtask bench --page` builds the release page and
//! opens it in headless Chromium. What comes out there is compared with the native bits first.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use mdp2048_policy::Decoder;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

/// How often each is measured.
const RUNS: usize = 5;

/// What unpacking a policy took: times in milliseconds since its bytes were there.
struct Measured {
    crc32: u32,
    /// Until the first move can be shown.
    playable: f64,
    /// Until all moves are there.
    actions: f64,
    /// Until everything is.
    all: f64,
    /// Memory in bytes; unknown natively.
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
        // In turn, so that both see the same machine.
        for _ in 0..RUNS {
            natively.push(native(&Site::built()?.read(&format!("policies/{game}.policy"))?)?);
            in_page.push(page(game).await?);
        }
        for measured in &in_page {
            ensure!(measured.crc32 == natively[0].crc32, "{game}: the page has other bits");
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

/// The run that took the middle time, with the middle times until the first move and all moves.
fn median(mut runs: Vec<Measured>) -> Result<Measured> {
    let middle = |of: fn(&Measured) -> f64| {
        let mut times: Vec<f64> = runs.iter().map(of).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (playable, actions) = (middle(|it| it.playable), middle(|it| it.actions));
    runs.sort_by(|a, b| a.all.total_cmp(&b.all));
    let measured = runs.into_iter().nth(RUNS / 2).context("nothing was measured")?;
    Ok(Measured { playable, actions, ..measured })
}

fn native(bytes: &[u8]) -> Result<Measured> {
    let begin = Instant::now();
    let since = || begin.elapsed().as_secs_f64() * 1e3;
    let mut decoder = Decoder::new(bytes)?;
    let (mut playable, mut actions) = (f64::INFINITY, f64::INFINITY);
    let mut parts = Vec::new();
    while let Some(part) = decoder.step()? {
        playable = playable.min(since());
        if decoder.policy().has_all_actions() {
            actions = actions.min(since());
        }
        parts.push(part);
    }
    let all = since();
    let mut flat = Vec::new();
    parts.iter().for_each(|part| part.write_to(&mut flat));
    Ok(Measured { crc32: crc32fast::hash(&flat), playable, actions, all, memory: None })
}

/// Opens the page in a fresh browser, with a player for this game alone.
async fn page(game: &str) -> Result<Measured> {
    let site = Site::built()?.edit("index.html", |page| {
        let text = String::from_utf8_lossy(page).replace("data-game=", "data-other=");
        *page = text
            .replacen("data-other=\"3x3_to_1024\"", &format!("data-game=\"{game}\""), 1)
            .into_bytes();
    })?;
    let served = site.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url(&format!("index.html#/play?game={game}&seed=1"))).await?;
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
    Ok(Measured {
        crc32: u32::from_str_radix(&crc32, 16)?,
        playable: at("playable")?.1 - bytes,
        actions: at("actions")?.1 - bytes,
        all: end - bytes,
        memory: Some(number("memory").context("no memory")?.parse()?),
    })
}
