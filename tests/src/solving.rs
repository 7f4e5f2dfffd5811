//! Solving games in a worker of a browser.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use fantoccini::wd::TimeoutConfiguration;
use serde::Deserialize;

use crate::browser::{Browser, Device};
use crate::site::{Site, SiteServer};

/// The time limit for a game and its fingerprint.
const TIME_LIMIT: Duration = Duration::from_secs(300);

const PAGE: &str = "<!doctype html><title>Solving</title><link rel=icon href=data:,>";

/// The script of the worker. It receives the name of a game and solves it. The time is that of the
/// solve alone. The memory is the size of WebAssembly's memory after it, which never shrinks.
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

/// Starts a worker, sends it the name of a game and returns its response.
const SOLVE: &str = r#"
    const [name, done] = arguments;
    const worker = new Worker("worker.js");
    const end = response => { worker.terminate(); done(response); };
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = ({ message }) => end({ error: message });
    worker.postMessage(name);
"#;

/// The result of a worker, and the resources that it used.
#[derive(Clone, Debug, Deserialize)]
pub struct WorkerSolution {
    /// The fingerprint of the solution.
    pub fingerprint: String,
    /// The wall time of the solve, without loading the program and without the fingerprint.
    pub milliseconds: f64,
    /// The size of WebAssembly's memory after the solve.
    pub bytes: f64,
}

/// The response of a worker.
#[derive(Deserialize)]
#[serde(untagged)]
enum WorkerResponse {
    Solved(WorkerSolution),
    Failed { error: String },
}

/// A new browser whose page can start the solver's worker.
#[derive(Debug)]
pub struct SolvingPage {
    browser: Browser,
    _server: SiteServer,
}

impl SolvingPage {
    /// Starts the browser.
    ///
    /// # Errors
    ///
    /// When the program is not built, or there is no browser.
    pub async fn open() -> Result<Self> {
        let site = Site::solving()?.replace("index.html", PAGE).replace("worker.js", WORKER);
        let server = site.serve().await?;
        let browser = Browser::open(Device::DESKTOP).await?;
        let timeouts = TimeoutConfiguration::new(Some(TIME_LIMIT), None, None);
        browser.client().update_timeouts(timeouts).await?;
        browser.goto(&server.url("index.html")).await?;
        Ok(Self { browser, _server: server })
    }

    /// Solves the case with this name in a new worker.
    ///
    /// # Errors
    ///
    /// When the worker fails, or something is printed on the console.
    pub async fn solve(&self, name: &str) -> Result<WorkerSolution> {
        let response = self.browser.client().execute_async(SOLVE, vec![name.into()]).await;
        let response = response.with_context(|| format!("the worker for {name} failed"))?;
        let response =
            serde_json::from_value(response).context("an unknown response of the worker")?;
        self.browser.assert_quiet().await?;
        match response {
            WorkerResponse::Solved(solution) => Ok(solution),
            WorkerResponse::Failed { error } => bail!("the worker did not solve {name}: {error}"),
        }
    }
}
