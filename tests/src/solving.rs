//! Games solved in a worker of a browser and natively, to be compared bit for bit.

use std::path::Path;

use anyhow::{Context as _, Result};
use mdp2048_explorer::named_game;
use mdp2048_model::Game;
use mdp2048_solve::{Precision, Solution, SolveOptions, ignore_progress};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser::{Browser, Device};
use crate::site::{Site, SiteServer};

/// A game and the options to solve it with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name of the game in URLs.
    pub name: &'static str,
    precision: Precision,
}

impl Case {
    /// The game of the benchmark.
    pub const LARGE: Self = Self::double("3x3_to_1024");

    /// The cases of every test run.
    pub const SMALL: [Self; 6] = [
        Self::double("3x3_to_64"),
        Self { name: "3x3_to_64", precision: Precision::Single },
        Self::double("2x3_score"),
        Self::double("2x3_to_16_fewest"),
        // Lines of four cells, and inner cells that are ranked by halves. Games whose codes exceed
        // 32 bits are too large for a test.
        Self::double("2x4_to_64"),
        Self::double("4x4_to_8"),
    ];

    const fn double(name: &'static str) -> Self {
        Self { name, precision: Precision::Double }
    }

    /// The game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self) -> Result<Game> {
        named_game(self.name).with_context(|| format!("{} is no game", self.name))
    }

    /// Solves the game natively, on one thread as in a browser.
    ///
    /// # Errors
    ///
    /// When the game does not fit.
    pub fn solve(&self) -> Result<Solution> {
        let precision = self.precision;
        let options = SolveOptions { threads: Some(1), precision, ..SolveOptions::default() };
        Ok(Solution::solve(&self.game()?, &options, &mut ignore_progress)?)
    }

    /// The game as the worker reads it.
    fn json(&self) -> Value {
        json!({ "name": self.name, "isSingle": self.precision == Precision::Single })
    }
}

/// Identifies a solution. Two solutions that differ in any bit have different fingerprints, except
/// with a probability of 2^-32.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Fingerprint {
    /// The number of states.
    pub states: u64,
    /// The CRC-32 of every state's board and value, in the solver's order.
    pub checksum: u32,
}

impl Fingerprint {
    /// The fingerprint of a solution; reads every state.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let mut checksum = crc32fast::Hasher::new();
        solution.for_each(|board, value| {
            checksum.update(&board.key().to_le_bytes());
            checksum.update(&value.to_bits().to_le_bytes());
        });
        Self { states: solution.states(), checksum: checksum.finalize() }
    }
}

const PAGE: &str = "<!doctype html><title>Solving</title><link rel=icon href=data:,>";

/// Solves a game in a new worker. The time is that of the solve alone. The memory is the size of
/// WebAssembly's memory after it, which never shrinks.
const SOLVE: &str = r#"
    const [game, done] = arguments;
    (async () => {
        const { Solver, memoryLimit } = await import("./solving.js");
        const solver = new Solver(new URL("embed/", location));
        await solver.estimate({ name: "2x2_to_8" });
        const begin = performance.now();
        const solved = await solver.solve(game, memoryLimit());
        const milliseconds = performance.now() - begin;
        const checksum = await solver.checksum();
        const count = game.state ? await solver.countMoves(game.state) : undefined;
        solver.end();
        return { ...solved, checksum, count, milliseconds };
    })().then(done, error => done({ error: error.message }));
"#;

/// The result of a worker, and the resources that it used.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WorkerSolution {
    /// The fingerprint of the solution.
    #[serde(flatten)]
    pub fingerprint: Fingerprint,
    /// The start value.
    #[serde(rename = "startValue")]
    pub start_value: f64,
    /// The wall time of the solve, without loading the program and without the fingerprint.
    pub milliseconds: f64,
    /// The size of WebAssembly's memory after the solve.
    pub bytes: f64,
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
    /// When the page is not built, or there is no browser.
    pub async fn open() -> Result<Self> {
        Self::open_after("").await
    }

    /// Starts a browser that says it has no SIMD.
    ///
    /// # Errors
    ///
    /// As [`SolvingPage::open`].
    pub async fn without_simd() -> Result<Self> {
        Self::open_after("WebAssembly.validate = () => false;").await
    }

    /// Starts the browser; its page runs a script first.
    async fn open_after(script: &str) -> Result<Self> {
        let elements = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/elements");
        let mut site = Site::built()?.replace("solving.html", PAGE);
        for name in ["solving.js", "bridge.js", "reasons.js", "worker.js"] {
            let module = std::fs::read(elements.join(name));
            site = site.replace(name, module.with_context(|| format!("could not read {name}"))?);
        }
        let server = site.serve().await?;
        let browser = Browser::open(Device::DESKTOP).await?;
        if !script.is_empty() {
            browser.before_each_page(script).await?;
        }
        browser.goto(&server.url("solving.html")).await?;
        Ok(Self { browser, _server: server })
    }

    /// Ends the browser, so that none of its compiled code is there when the next one is opened.
    pub fn end(self) {
        self.browser.end();
    }

    /// Solves the case in a new worker.
    ///
    /// # Errors
    ///
    /// When the worker fails, or something is printed on the console.
    pub async fn solve(&self, case: Case) -> Result<WorkerSolution> {
        let response = self.solve_json(case.json()).await?;
        let message = || format!("the worker did not solve {}: {response}", case.name);
        serde_json::from_value(response.clone()).with_context(message)
    }

    /// Solves a game that is given as the worker reads it; returns its response. A field `state`
    /// asks for the moves from that board, too.
    ///
    /// # Errors
    ///
    /// When there is no response, or something is printed on the console.
    pub async fn solve_json(&self, game: Value) -> Result<Value> {
        let message = format!("the worker for {game} failed");
        let response = self.browser.client().execute_async(SOLVE, vec![game]).await;
        self.browser.assert_quiet().await?;
        response.context(message)
    }
}
