//! How soon an embedded player plays, and how smooth the page is while a worker decodes.
//! `cargo xtask bench --page` builds the release page and runs this in headless Chromium.
//!
//! Each measured game is compared with the native one first. The benchmark fails if an embedded 2x2
//! game is not playable on 4G within [`MOST_ON_4G`].

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::Replay;
use mdp2048_policy::PackedPolicy;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::measure::median;
use mdp2048_tests::site::Site;
use serde::Deserialize;
use serde_json::json;

/// The number of measurements of each kind.
const RUNS: usize = 5;

/// The game of the limit.
const SMALL: &str = "2x2_to_16";

/// How long an embedded 2x2 game may take on 4G until it is playable, in milliseconds.
const MOST_ON_4G: f64 = 1000.0;

/// The seed of every measured game.
const SEED: u32 = 42;

/// What a page with one player loads before the policy, which is compressed already.
const PROGRAM: [&str; 3] = ["embed/mdp2048-player.js", "embed/player.js", "embed/player_bg.wasm"];

/// What the demo page loads beside it and its styles, before the reader presses anything.
const DEMO: [&str; 6] = [
    "index.html",
    "page.js",
    "2x2_to_16_optimal.svg",
    "embed/mdp2048-diagram.js",
    "embed/diagram.js",
    "embed/diagram_bg.wasm",
];

/// How a page with a player is opened.
struct Setting {
    name: &'static str,
    /// The demo page by a link to the game, or a small page in which the player is embedded.
    is_link: bool,
    /// The line of a first visit, as its bytes per second and the milliseconds of a round trip;
    /// nothing for a second visit on a fast line.
    line: Option<(u32, u32)>,
    /// How many times slower the main thread is.
    slower: u32,
}

const FOUR_G: Option<(u32, u32)> = Some((9_000_000 / 8, 170));
const SLOW: Option<(u32, u32)> = Some((50_000, 400));

const SETTINGS: [Setting; 4] = [
    Setting { name: "embedded, warm", is_link: false, line: None, slower: 1 },
    Setting { name: "embedded, 4G, slow CPU", is_link: false, line: FOUR_G, slower: 4 },
    Setting { name: "by link, 4G, slow CPU", is_link: true, line: FOUR_G, slower: 4 },
    Setting { name: "by link, 50 kB/s", is_link: true, line: SLOW, slower: 1 },
];

/// One visit to a page with one player, in milliseconds.
#[derive(Deserialize)]
struct Visit {
    /// From the start of the navigation until the first move can be played.
    playable: f64,
    /// From pressing Start until the first move is made.
    start: f64,
    /// The longest task of the main thread while the policy was decoded; 0 if all were at most
    /// 50 ms long.
    task: f64,
    /// The board at the end of the game.
    last: String,
}

/// Presses Start as soon as a move can be played, and measures.
const MEASURE: &str = r#"
    return (async () => {
        const now = () => performance.now();
        const player = () =>
            [...document.querySelectorAll("mdp2048-player")].find(it => it.game === GAME);
        while (!player()) await new Promise(done => setTimeout(done, 1));
        const host = player();
        const mark = name => performance.getEntriesByType("mark")
            .find(it => it.name.startsWith(`${host.game} ${name}`))?.startTime;
        const tasks = [];
        const add = list => tasks.push(...list.getEntries());
        new PerformanceObserver(add).observe({ type: "longtask", buffered: true });
        // A small policy is unpacked at once.
        const playable = () => mark("playable") ?? mark("unpacked");
        while (playable() === undefined) await new Promise(done => setTimeout(done, 1));
        const moved = new Promise(done => host.addEventListener("move", () => done(now())));
        const pressed = now();
        host.shadowRoot.querySelector("[data-control=start]").click();
        const start = await moved - pressed;
        while (mark("unpacked") === undefined) await new Promise(done => setTimeout(done, 5));
        const [begin, end] = [playable(), mark("unpacked")];
        // Entries of long tasks arrive later.
        await new Promise(done => setTimeout(done, 300));
        const during = it => it.startTime + it.duration > begin && it.startTime < end;
        await host.seek("end");
        return {
            playable: begin,
            start,
            task: Math.max(0, ...tasks.filter(during).map(it => it.duration)),
            last: (await host.state()).board,
        };
    })();"#;

#[tokio::main]
async fn main() -> Result<()> {
    println!("| game | visit, medians of {RUNS} | playable ms | after Start ms | longest task |");
    println!("| --- | --- | --- | --- | --- |");
    let mut on_4g = None;
    for game in [SMALL, "3x3_to_512", "3x3_to_1024"] {
        let file = Site::built()?.read(&format!("embed/policies/{game}.policy"))?;
        let policy = PackedPolicy::from_bytes(&file)?;
        let last = Replay::play(policy.game(), &policy, SEED.into()).last.hex();
        for setting in &SETTINGS {
            let mut visits = Vec::new();
            for _ in 0..RUNS {
                let visit = visit(game, setting).await?;
                ensure!(visit.last == last, "{game}: {} is not {last}", visit.last);
                visits.push(visit);
            }
            let of = |part: fn(&Visit) -> f64| median(visits.iter().map(part).collect());
            let (playable, start, task) =
                (of(|it| it.playable), of(|it| it.start), of(|it| it.task));
            let name = setting.name;
            println!("| {game} | {name} | {playable:.0} | {start:.0} | {task:.0} |");
            if game == SMALL && setting.line == FOUR_G && !setting.is_link {
                on_4g = Some(playable);
            }
        }
    }
    let on_4g = on_4g.context("no visit on 4G was measured")?;
    ensure!(
        on_4g <= MOST_ON_4G,
        "an embedded {SMALL} is playable after {on_4g:.0} ms on 4G, which is more than {MOST_ON_4G}"
    );
    Ok(())
}

/// Opens a page with a player in a new browser and measures the visit.
async fn visit(game: &str, setting: &Setting) -> Result<Visit> {
    let served = site(game)?.serve().await?;
    let page = if setting.is_link {
        format!("#/play?game={game}&seed={SEED}")
    } else {
        "blog.html".to_owned()
    };
    let browser = Browser::open(Device::DESKTOP).await?;
    let measure = MEASURE.replace("GAME", &format!("\"{game}\""));
    match setting.line {
        Some((bytes, round_trip)) => {
            browser.devtools("Network.enable", json!({})).await?;
            let conditions = json!({ "offline": false, "latency": round_trip,
                "downloadThroughput": bytes, "uploadThroughput": bytes });
            browser.devtools("Network.emulateNetworkConditions", conditions).await?;
        }
        None => {
            browser.goto(&served.url(&page)).await?;
            browser.evaluate::<Visit>(&measure).await?;
            browser.goto("about:blank").await?;
        }
    }
    let rate = json!({ "rate": setting.slower });
    browser.devtools("Emulation.setCPUThrottlingRate", rate).await?;
    browser.goto(&served.url(&page)).await?;
    browser.evaluate(&measure).await
}

/// The demo page, and a small page in which a player is embedded; both are compressed.
fn site(game: &str) -> Result<Site> {
    let (board, target) = game.split_once("_to_").context("no game")?;
    let page = format!(
        "<!doctype html><link rel=icon href=data:,>
        <script type=module src=embed/mdp2048-player.js></script>
        <mdp2048-player board={board} target={target} seed={SEED} speed=very-fast>
        </mdp2048-player>"
    );
    let site = Site::built()?.replace("blog.html", page).cached();
    let demo = String::from_utf8(site.read("index.html")?)?;
    let styles = demo.split("href=\"./").skip(1).filter_map(|it| it.split('"').next());
    let files = PROGRAM.into_iter().chain(DEMO).chain(styles);
    files.into_iter().try_fold(site, Site::compress)
}
