//! Policies are decoded in a worker, and can be played before they are complete.

use anyhow::{Context as _, Result, ensure};
use mdp2048_policy::Decoder;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::page::{GAMES, PagePlayer, PlayerView, policy, policy_file, replay};

/// Returns the names of the marks of a policy on the performance timeline, in their order.
async fn marks(browser: &Browser, game: &str) -> Result<Vec<String>> {
    let names = "return performance.getEntriesByType('mark').map(it => it.name);";
    let names: Vec<String> = browser.evaluate(names).await?;
    let own = |name: &str| Some(name.strip_prefix(game)?.strip_prefix(' ')?.to_owned());
    Ok(names.iter().filter_map(|name| own(name)).collect())
}

/// Keeps the layers that arrive at the program of the players, and when all of a policy has
/// arrived, their CRC-32.
const KEEP_LAYERS: &str = "
    window.decoded = [];
    const table = Uint32Array.from({ length: 256 }, (_, byte) => {
        for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
        return byte;
    });
    const checksums = new WeakMap();
    // The element imports the same module, and begins when it is loaded.
    import(new URL('embed/player.js', location)).then(({ PolicyLoading: { prototype } }) => {
        const { addLayers } = prototype;
        prototype.addLayers = function (layers, progress, isLast) {
            let checksum = checksums.get(this) ?? 0xffffffff;
            for (const byte of layers) {
                checksum = table[(checksum ^ byte) & 0xff] ^ (checksum >>> 8);
            }
            checksums.set(this, checksum);
            if (isLast) decoded.push(~checksum >>> 0);
            return addLayers.call(this, layers, progress, isLast);
        };
    });";

/// The CRC-32 of the layers that the native decoder finds in a file.
fn native_checksum(file: &[u8]) -> Result<u32> {
    let mut decoder = Decoder::new(file)?;
    let mut bytes = Vec::new();
    while let Some(part) = decoder.step()? {
        part.write_to(&mut bytes);
    }
    Ok(crc32fast::hash(&bytes))
}

/// Waits until a policy is decoded on a page that keeps layers, and compares them with those of the
/// native decoder.
async fn check_bits(browser: &Browser, site: &Site, game: &str) -> Result<()> {
    PagePlayer::new(browser, game).ready().await?;
    let expected = native_checksum(&site.read(&policy_file(game))?)?;
    let decoded: Vec<u32> = browser.evaluate("return window.decoded;").await?;
    let equal = decoded.iter().filter(|it| **it == expected).count();
    ensure!(equal == 1, "{game}: {expected} is {equal} times among {decoded:?}");
    let marks = marks(browser, game).await?;
    let at = |name: &str| marks.iter().position(|it| it == name).context(name.to_owned());
    ensure!(at("bytes")? < at("actions")? && at("actions")? < at("unpacked")?, "{marks:?}");
    ensure!(at("bytes")? < at("playable")?, "{marks:?}");
    Ok(())
}

#[tokio::test]
async fn every_policy_is_decoded_and_played_like_natively() -> Result<()> {
    let site = Site::built()?;
    let device = Device::DESKTOP.reduced_motion();
    let (_served, browser) = site.clone().open_after(KEEP_LAYERS, device, "").await?;
    // The next test plays the other one.
    for (game, seed) in GAMES.into_iter().filter(|(game, _)| *game != PLAYED_EARLY.0) {
        check_bits(&browser, &site, game).await?;
        PagePlayer::new(&browser, game).plays(&site, seed).await?;
    }
    browser.assert_quiet().await
}

/// The game that is played while its policy is decoded.
const PLAYED_EARLY: (&str, u32) = ("3x3_to_1024", 56);

/// Starts a player as soon as it is made, and records each change of what it shows.
const RECORD: &str = r#"
    window.recorded = [];
    const record = player => {
        if (recorded.length === 0) {
            const speed = player.querySelector("[data-control=speed]");
            speed.value = "fastest";
            speed.dispatchEvent(new Event("change", { bubbles: true }));
            player.querySelector("[data-control=start]").click();
        }
        const load = player.querySelector("[data-load]");
        recorded.push([load ? load.dataset.load : "ready", Number(player.dataset.moves)]);
    };
    // The observer of the page does not see the changes in a shadow root.
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
        const root = attach.call(this, options);
        new MutationObserver(() => {
            const player = root.querySelector("[data-player='GAME']");
            if (player) record(player);
        }).observe(root, { subtree: true, childList: true, attributes: true });
        return root;
    };
"#;

#[tokio::test]
async fn moves_are_played_while_the_policy_is_decoded() -> Result<()> {
    let (game, seed) = PLAYED_EARLY;
    let site = Site::built()?;
    let record = KEEP_LAYERS.to_owned() + &RECORD.replace("GAME", game);
    let (_served, browser) = site.clone().open_after(&record, Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, game);
    let replay = replay(policy(&site, game)?, seed);
    player.show().await?;
    player.until("data-running", "true").await?;
    player.until("data-running", "false").await?;
    player.expect(&PlayerView::end(&replay)).await?;
    check_bits(&browser, &site, game).await?;
    let recorded: Vec<(String, usize)> = browser.evaluate("return recorded;").await?;
    let moves: Vec<usize> = recorded
        .iter()
        .filter(|(load, moves)| load == "decoding" && *moves > 0)
        .map(|(_, moves)| *moves)
        .collect();
    ensure!(moves.len() > 1, "nothing was played while it was decoded: {recorded:?}");
    // The position never goes back.
    ensure!(recorded.windows(2).all(|two| two[0].1 <= two[1].1), "{recorded:?}");
    ensure!(recorded.last().is_some_and(|(load, _)| load == "ready"), "{:?}", recorded.last());
    // The line of the chart is complete now.
    let points = player.points().await?;
    ensure!(points == replay.steps.len() + 1, "{points} points");
    browser.assert_quiet().await
}

/// Scripts that keep a worker from decoding: there are none, none can be started, its script fails,
/// or it stops after a few messages.
const NO_WORKERS: [&str; 4] = [
    "delete window.Worker;",
    "window.Worker = class { constructor() { throw new Error('refused'); } };",
    "window.Blob = class extends Blob {
        constructor(_, options) { super(['throw new Error(1)'], options); }
    };",
    "window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            let messages = 0;
            this.addEventListener('message', () => {
                if (++messages !== 4) return;
                this.terminate();
                window.stopped = true;
                this.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
            });
        }
    };",
];

/// A worker that ends without a word, either at once or a number of messages after the page has
/// learnt that the worker holds its lock. The page never learns by the passing of its time limit.
/// Messages to the worker wait until it holds the lock, because it cannot get one while it decodes.
const SILENT: &str = "const { setTimeout } = window;
    window.setTimeout = (then, time, ...rest) => time < 5000 && setTimeout(then, time, ...rest);
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            let messages = MESSAGES;
            if (messages === 0) return this.terminate();
            this.waiting = [];
            let holdsLock = false;
            this.addEventListener('message', ({ data }) => {
                if (data === 1) {
                    holdsLock = true;
                    for (const waiting of this.waiting.splice(0)) super.postMessage(...waiting);
                    this.waiting = undefined;
                }
                if (holdsLock && --messages === 0) this.terminate();
            });
        }
        postMessage(...message) {
            if (this.waiting) this.waiting.push(message);
            else super.postMessage(...message);
        }
    };";

/// Holds the lock of the workers until `release` is called, and records their messages.
const HELD: &str = "
    Math.random = () => 0.5;
    navigator.locks.request('0.5', () => new Promise(resolve => { window.release = resolve; }));
    window.messages = [];
    window.Worker = class extends Worker {
        constructor(...source) {
            super(...source);
            this.addEventListener('message', ({ data }) => { messages.push(data); });
        }
    };";

/// Chromium 156 crashes a tab that is left while one of its workers computes and waits for a lock.
#[tokio::test]
async fn a_worker_computes_once_it_holds_its_lock() -> Result<()> {
    let site = Site::built()?;
    let script = KEEP_LAYERS.to_owned() + HELD;
    let (_served, browser) = site.clone().open_after(&script, Device::DESKTOP, "#/play").await?;
    browser.wait_until("window.release && messages.length").await?;
    // The worker has asked for its lock, and nothing comes before the lock is its own.
    let waits = "(navigator.locks.query().then(it => { window.waiting = it.pending.length; }),
        window.waiting === 1)";
    browser.wait_until(waits).await?;
    let messages: Vec<u32> = browser.evaluate("return messages;").await?;
    ensure!(messages == [0], "messages of a worker without its lock: {messages:?}");
    browser.run("release();").await?;
    check_bits(&browser, &site, "3x3_to_512").await?;
    let messages: Vec<u32> = browser.evaluate("return messages.slice(0, 2);").await?;
    ensure!(messages == [0, 1], "{messages:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn without_a_worker_that_lasts_the_page_decodes_by_itself() -> Result<()> {
    let site = Site::built()?;
    let silent = ["0", "5"].map(|messages| SILENT.replace("MESSAGES", messages));
    for script in NO_WORKERS.map(str::to_owned).into_iter().chain(silent) {
        // Only a large policy has the messages after which a worker stops.
        let stops = script.contains("stopped");
        let is_large = stops || script.contains("messages = 5");
        let game = if is_large { "3x3_to_512" } else { "2x2_to_32" };
        let hash = format!("#/play?game={game}&seed=5");
        let script = KEEP_LAYERS.to_owned() + &script;
        let (_served, browser) = site.clone().open_after(&script, Device::PHONE, &hash).await?;
        check_bits(&browser, &site, game).await.context(script)?;
        PagePlayer::new(&browser, game).plays(&site, 5).await?;
        ensure!(browser.evaluate::<bool>("return 'stopped' in window;").await? == stops);
        // Chromium itself reports the error of a worker's script.
        browser.assert_quiet_but(&["Error: 1"]).await?;
    }
    Ok(())
}
