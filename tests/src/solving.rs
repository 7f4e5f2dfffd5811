//! Games solved in a worker of a browser.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use fantoccini::wd::TimeoutConfiguration;
use serde::Deserialize;

use crate::browser::{Browser, Device};
use crate::site::{Site, SiteServer};

/// How long a game may take, its fingerprint included.
const PATIENCE: Duration = Duration::from_secs(300);

const PAGE: &str = "<!doctype html><title>Solving</title><link rel=icon href=data:,>";

/// Solves the game of the name that it is sent. The clock runs while it solves, and the memory is
/// what WebAssembly's has grown to by then: it never shrinks.
const WORKER: &str = r#"
    importScripts("solving.js");
    onmessage = async ({ data }) => {
        try {
            const { memory } = await wasm_bindgen({ module_or_path: "solving_bg.wasm" });
            const begin = performance.now();
            const solved = wasm_bindgen.solve(data);
            const milliseconds = performance.now() - begin;
            const bytes = memory.buffer.byteLength;
            postMessage({ fingerprint: solved.fingerprint(), milliseconds, bytes });
        } catch (error) {
            postMessage({ error: String(error) });
        }
    };
"#;

const SOLVE: &str = r#"
    const [name, done] = arguments;
    const worker = new Worker("worker.js");
    const end = answer => { worker.terminate(); done(answer); };
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = ({ message }) => end({ error: message });
    worker.postMessage(name);
"#;

/// What a worker found, and what it took.
#[derive(Clone, Debug, Deserialize)]
pub struct Solved {
    /// The fingerprint of the solution.
    pub fingerprint: String,
    /// For solving, without loading the program and without the fingerprint.
    pub milliseconds: f64,
    /// The size of WebAssembly's memory when the game was solved.
    pub bytes: f64,
}

/// What a worker says.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Solved(Solved),
    Failed { error: String },
}

/// A fresh browser with the solver's program at hand.
#[derive(Debug)]
pub struct SolvingPage {
    browser: Browser,
    _served: SiteServer,
}

impl SolvingPage {
    /// Starts the browser.
    ///
    /// # Errors
    ///
    /// When the program is not built, or there is no browser.
    pub async fn open() -> Result<Self> {
        let site = Site::solving()?.replace("index.html", PAGE).replace("worker.js", WORKER);
        let served = site.serve().await?;
        let browser = Browser::open(Device::DESKTOP).await?;
        let patience = TimeoutConfiguration::new(Some(PATIENCE), None, None);
        browser.client().update_timeouts(patience).await?;
        browser.goto(&served.url("index.html")).await?;
        Ok(Self { browser, _served: served })
    }

    /// Solves the game of a name in a worker of its own.
    ///
    /// # Errors
    ///
    /// When the worker fails, or something is said on the console.
    pub async fn solve(&self, name: &str) -> Result<Solved> {
        let answer = self.browser.client().execute_async(SOLVE, vec![name.into()]).await;
        let answer = answer.with_context(|| format!("the worker for {name} failed"))?;
        let answer = serde_json::from_value(answer).context("the worker said something else")?;
        self.browser.assert_quiet().await?;
        match answer {
            Answer::Solved(solved) => Ok(solved),
            Answer::Failed { error } => bail!("{name} is not solved in a worker: {error}"),
        }
    }
}
