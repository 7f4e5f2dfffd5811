//! The tests of the page in browsers.
//!
//! A browser waits a part of its time, so those of Firefox and WebKitGTK run beside the longer ones
//! of Chromium.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::mem;
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, Result, anyhow, bail};

use super::attempts;
use super::binaries::{self, TestBinary};
use super::results::TestResults;
use crate::browser::{self, Browser};
use crate::job::Job;
use crate::{run, tools, workspace};

/// The test binary that drives browsers.
pub(super) const TESTS: &str = "browser";

/// How many browsers run at a time, without those of other engines.
const AT_A_TIME: usize = 2;

/// The browsers whose tests run.
#[derive(Default)]
pub(super) struct Browsers {
    chosen: Vec<Browser>,
    /// Their installations, which run in the background while the first steps run.
    jobs: Vec<Job>,
    /// The tests that run beside those of Chromium.
    beside: BTreeMap<&'static str, Beside>,
}

impl Browsers {
    /// Starts to install those that are missing.
    ///
    /// # Errors
    /// If an installation cannot be started.
    pub(super) fn install(chosen: Vec<Browser>) -> Result<Self> {
        let jobs = browser::install(&chosen)?;
        Ok(Self { chosen, jobs, beside: BTreeMap::new() })
    }

    /// Runs the tests of a browser, or waits for them if they run already. Those of Chromium begin
    /// with those of the others that are chosen.
    ///
    /// # Errors
    /// If a test fails, or the browser or the page is missing.
    pub(super) fn test(&mut self, browser: Browser, results: &mut TestResults) -> Result<()> {
        if let Some(beside) = self.beside.remove(browser.name()) {
            return beside.finish(results);
        }
        for job in self.jobs.drain(..) {
            if let Err(error) = job.finish() {
                println!("{error:#}");
            }
        }
        browser.require()?;
        tools::axe()?;
        tools::vite()?;
        if !workspace::root().join(workspace::TESTED_PAGE).join("index.html").is_file() {
            bail!("the page is not built: run `cargo xtask test --only page,browser`");
        }
        let mut binaries = binaries::build()?.into_iter();
        let binary = binaries.find(|binary| binary.name == TESTS);
        let binary = binary.context("the browser tests have no binary")?;
        if browser == Browser::Chromium {
            for other in self.chosen.iter().copied().filter(|other| *other != browser) {
                self.beside.insert(other.name(), Beside::start(other, binary.clone()));
            }
        }
        run_tests(browser, &binary, AT_A_TIME, results, &mut io::stdout())
    }
}

/// Tests that run in a thread, one at a time. It is waited for, also if other tests fail.
struct Beside(Option<JoinHandle<Ended>>);

/// Tests that have ended.
struct Ended {
    outcome: Result<()>,
    results: TestResults,
    /// What they have printed.
    out: Vec<u8>,
}

impl Beside {
    fn start(browser: Browser, binary: TestBinary) -> Self {
        Self(Some(thread::spawn(move || {
            let (mut results, mut out) = (TestResults::default(), Vec::new());
            let outcome = browser
                .require()
                .and_then(|()| run_tests(browser, &binary, 1, &mut results, &mut out));
            Ended { outcome, results, out }
        })))
    }

    /// Waits for the end, and prints what the tests have printed.
    fn finish(mut self, results: &mut TestResults) -> Result<()> {
        let thread = mem::take(&mut self.0).context("the tests have ended already")?;
        let ended = thread.join().map_err(|_| anyhow!("the tests ended early"))?;
        io::stdout().write_all(&ended.out)?;
        results.extend(ended.results);
        ended.outcome
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            println!("waiting for the tests of another browser ...");
            // What it says matters no more: other tests have failed.
            let _ = thread.join();
        }
    }
}

fn run_tests(
    browser: Browser,
    binary: &TestBinary,
    at_a_time: usize,
    results: &mut TestResults,
    out: &mut impl io::Write,
) -> Result<()> {
    let names = if browser == Browser::Chromium { &[][..] } else { &browser::EVERY_BROWSER };
    let tests = || {
        let mut tests = binary.command();
        tests
            .env("MDP2048_BROWSER", browser.name())
            .env("MDP2048_DIST", workspace::TESTED_PAGE)
            .env("MDP2048_AXE", workspace::npm("axe-core"))
            // The message of a failed test is enough; a stack trace adds nothing.
            .env("RUST_LIB_BACKTRACE", "0");
        tests
    };
    let evidence = run::target_folder()?.join("failures").join(browser.name());
    attempts::run_tests(browser.name(), tests, at_a_time, names, &evidence, results, out)
}
