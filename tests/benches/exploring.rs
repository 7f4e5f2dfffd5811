//! How soon the page of positions shows values, and how smooth it is while it solves and
//! cancels. `cargo xtask bench --page` builds the release page and runs this in headless Chromium.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

/// The number of visits, each with a new browser.
const RUNS: usize = 5;

/// The position that is solved, and its value for the best move.
const HASH: &str = "#/explore?game=3x3_to_512&state=010062033";
const VALUE: f64 = 0.736_759_239_587_902;

/// A position whose values are in a policy file, and its value for the best move.
const HASH_OF_FILE: &str = "#/explore?game=L3_to_256&state=122023105fff6fff";
const VALUE_OF_FILE: f64 = 0.993_905_663_47;

/// What one visit takes, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// From the start of the navigation until the game is being solved.
    begun: f64,
    /// From the start of the navigation until the values are shown.
    values: f64,
    /// The longest task of the main thread while the game was solved; 0 if none exceeds 50 ms.
    task: f64,
    /// From the press of Map the difficulty until the map is shown.
    map: f64,
    /// From the press of Cancel until a game can be solved again.
    cancelled: f64,
    /// The value of the best move.
    value: f64,
    /// In another new browser, from the start of the navigation to the position of the policy file
    /// until the value and the best move are shown.
    best: f64,
    /// The same until the values of all moves are shown.
    all: f64,
}

/// A part of a visit that is printed.
type Part = fn(&Visit) -> f64;

/// What the scripts of the measurements share.
const PARTS: &str = "
    const now = () => performance.now();
    const program = document.querySelector('.page-explore > .program');
    const css = (text) => program?.shadowRoot?.querySelector(text);
    const until = async (text) => {
        while (!css(text)) await new Promise(done => setTimeout(done, 1));
        return css(text);
    };
    const best = '.row.best .number[data-value]';
";

/// Waits for the values, and asks what else the solution answers.
const SOLVE: &str = "return (async () => {
        const tasks = [];
        const add = list => tasks.push(...list.getEntries());
        new PerformanceObserver(add).observe({ type: 'longtask', buffered: true });
        // The page solves a game of this size unasked.
        await until('.job');
        const begun = now();
        const value = Number((await until(best)).dataset.value);
        const values = now();
        const during = it => it.startTime > begun && it.startTime < values;
        // Entries of long tasks arrive later.
        await new Promise(done => setTimeout(done, 300));
        const task = Math.max(0, ...tasks.filter(during).map(it => it.duration));
        const press = async (name, shown) => {
            const begin = now();
            css(`[data-control=${name}]`).click();
            await until(shown);
            return now() - begin;
        };
        const map = await press('map', '.difficulty [data-summary]');
        return [begun, values, task, map, value];
    })();";

/// Solves a larger game and cancels that.
const CANCEL: &str = "return (async () => {
        location.hash = '#/explore?game=3x3_to_1024';
        await until('.explorer[data-game=\"3x3_to_1024\"]');
        (await until('[data-control=solve]')).click();
        while (!(css('.job')?.dataset.layer > 300)) await new Promise(done => setTimeout(done, 5));
        const begin = now();
        css('[data-control=cancel]').click();
        await until('[data-control=solve]');
        return now() - begin;
    })();";

/// Reads the values of a position from a policy file.
const READ: &str = "return (async () => {
        const value = Number((await until(best)).dataset.value);
        const shown = now();
        while (css('[data-note=others]')) await new Promise(done => setTimeout(done, 1));
        return [shown, now(), value];
    })();";

#[tokio::main]
async fn main() -> Result<()> {
    let mut visits = Vec::new();
    for _ in 0..RUNS {
        let visit = visit().await?;
        ensure!((visit.value - VALUE).abs() < 1e-13, "{} is not {VALUE}", visit.value);
        visits.push(visit);
    }
    println!("{RUNS} visits, milliseconds");
    println!("| measured | median | least | most |");
    println!("| --- | --- | --- | --- |");
    let kinds: [(&str, Part); 7] = [
        ("3x3 to 512: until it is being solved", |it| it.begun),
        ("until the values are shown", |it| it.values),
        ("longest task over 50 ms while it solves", |it| it.task),
        ("map of difficulty", |it| it.map),
        ("Cancel of 3x3 to 1024", |it| it.cancelled),
        ("L3 to 256: until the best move is shown", |it| it.best),
        ("until the values of all moves are shown", |it| it.all),
    ];
    for (name, of) in kinds {
        let mut values: Vec<f64> = visits.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        println!(
            "| {name} | {:.0} | {:.0} | {:.0} |",
            values[RUNS / 2],
            values[0],
            values[RUNS - 1]
        );
    }
    Ok(())
}

/// A new browser solves the game, and then cancels a larger one; another one reads a policy file.
async fn visit() -> Result<Visit> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url(HASH)).await?;
    let [begun, values, task, map, value] = browser.evaluate(&format!("{PARTS}{SOLVE}")).await?;
    let cancelled = browser.evaluate(&format!("{PARTS}{CANCEL}")).await?;
    browser.assert_quiet().await?;
    browser.end();
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url(HASH_OF_FILE)).await?;
    let [best, all, of_file]: [f64; 3] = browser.evaluate(&format!("{PARTS}{READ}")).await?;
    ensure!((of_file - VALUE_OF_FILE).abs() < 1e-4, "{of_file} is not {VALUE_OF_FILE}");
    browser.assert_quiet().await?;
    browser.end();
    Ok(Visit { begun, values, task, map, cancelled, value, best, all })
}
