//! The speed of the learned agent in a browser, measured against native play on one thread.
//!
//! `cargo xtask bench --page` builds the release page and runs this program, which plays the same
//! games of `learned:plies=2` alternately in a worker of headless Chromium and natively. It fails
//! if a result differs.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use mdp2048_agents::{AgentResources, AgentSpec, Network, Simulator, play};
use mdp2048_model::{Game, Objective};
use mdp2048_protocol::{AgentAnswer, AgentRequest, from_bytes, to_bytes};
use mdp2048_rules::Shape;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

/// The number of measurements of each.
const RUNS: usize = 5;

/// The games of a measurement are those of the seeds from 0, as many as end after this time.
const MILLISECONDS: f64 = 2_000.0;

const AGENT: &str = "learned:plies=2";

const PAGE: &str = "<!doctype html><title>Racing</title><link rel=icon href=data:,>";

/// Sends requests to a new worker, each with the kind of answer to wait for. Returns the
/// milliseconds until the last answer, and that answer.
const RACE: &str = r#"
    const [requests, done] = arguments;
    (async () => {
        const { startProgram } = await import("./bridge.js");
        const worker = startProgram(new URL("arena/agents", location).href, "servePlayer");
        let answer, begin;
        for (const [request, kind] of requests) {
            begin = performance.now();
            answer = await new Promise((resolve, reject) => {
                worker.onmessage = ({ data }) => { if (data[1] === kind) resolve([...data]); };
                worker.onerror = ({ message }) => reject(new Error(message));
                worker.postMessage(new Uint8Array(request));
            });
        }
        worker.terminate();
        return [performance.now() - begin, ...answer];
    })().then(done, error => done(error.message));
"#;

/// The points of each game, and the time of them all.
struct Race {
    seconds: f64,
    points: Vec<u64>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let network = Site::built()?.read("arena/learned.network")?;
    let network = Arc::new(Network::from_bytes(&network)?);
    let (mut native_speeds, mut page_speeds) = (Vec::new(), Vec::new());
    // Alternating runs see the same load of the machine.
    for _ in 0..RUNS {
        // A new browser has no compiled code of an earlier run.
        let in_page = page().await?;
        let (natively, moves) = native(&network, in_page.points.len())?;
        ensure!(in_page.points == natively.points, "the games differ: {:?}", in_page.points);
        native_speeds.push(moves / natively.seconds);
        page_speeds.push(moves / in_page.seconds);
    }
    println!("| {AGENT} | moves/s, median of {RUNS} | least | most | of native |");
    println!("| --- | --- | --- | --- | --- |");
    let native = median(&mut native_speeds);
    for (place, mut speeds) in
        [("native, one thread", native_speeds), ("worker in Chromium", page_speeds)]
    {
        let middle = median(&mut speeds);
        let (least, most) = (speeds[0], speeds[RUNS - 1]);
        println!("| {place} | {middle:.0} | {least:.0} | {most:.0} | {:.2} |", middle / native);
    }
    Ok(())
}

/// Plays in a worker of a new browser.
async fn page() -> Result<Race> {
    let elements = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/elements");
    let mut site = Site::built()?.replace("racing.html", PAGE);
    for name in ["bridge.js", "reasons.js", "worker.js"] {
        let module = std::fs::read(elements.join(name));
        site = site.replace(name, module.with_context(|| format!("could not read {name}"))?);
    }
    let server = site.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&server.url("racing.html")).await?;
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1)?;
    let open = AgentRequest::Open { game, agent: AGENT.to_owned() };
    let race =
        AgentRequest::Race { seed: 0.into(), milliseconds: MILLISECONDS, keeps_moves: false };
    // The second byte of a message is its variant.
    let kind = |answer: AgentAnswer| to_bytes(0, &answer)[1];
    let requests = json!([
        [to_bytes(0, &open), kind(AgentAnswer::Opened)],
        [to_bytes(0, &race), kind(AgentAnswer::Finished(Vec::new()))],
    ]);
    let answer = browser.client().execute_async(RACE, vec![requests]).await?;
    browser.assert_quiet().await?;
    browser.end();
    let numbers: Vec<f64> = serde_json::from_value(answer.clone())
        .with_context(|| format!("the worker did not play: {answer}"))?;
    let (milliseconds, bytes) = numbers.split_first().context("the worker gave no answer")?;
    let bytes: Vec<u8> = bytes.iter().map(|&it| it as u8).collect();
    let Some((_, AgentAnswer::Finished(games))) = from_bytes(&bytes) else {
        bail!("the worker gave another answer")
    };
    Ok(Race { seconds: milliseconds / 1e3, points: games.iter().map(|it| it.points).collect() })
}

/// Plays the first games on this thread. Also returns the number of their moves.
fn native(network: &Arc<Network>, games: usize) -> Result<(Race, f64)> {
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1)?;
    let simulator = Simulator::new(game);
    let network = Some(Arc::clone(network));
    let resources = AgentResources { network, ..AgentResources::default() };
    let mut agent = AGENT.parse::<AgentSpec>()?.build(&simulator, &resources)?;
    let begin = Instant::now();
    let games = (0..games as u32).map(|seed| play(&simulator, &mut *agent, seed.into()));
    let games: Vec<_> = games.collect();
    let seconds = begin.elapsed().as_secs_f64();
    let moves = games.iter().map(|it| f64::from(it.moves)).sum();
    Ok((Race { seconds, points: games.iter().map(|it| it.points).collect() }, moves))
}

/// Sorts an odd number of speeds and returns their median.
fn median(speeds: &mut [f64]) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}
