//! Games solved in a worker of a browser and natively, to be compared bit for bit.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result};
use mdp2048_model::{Game, GameError, Objective, Values as _};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solution, SolveOptions, ignore_progress};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser::{Browser, Device};
use crate::site::{Site, SiteServer};

/// A game and the options to solve it with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name in messages.
    pub name: &'static str,
    rows: u8,
    cols: u8,
    objective: Objective,
    target: Option<u32>,
    precision: Precision,
}

impl Case {
    /// The game of the benchmark.
    pub const LARGE: Self = Self::win("3x3 to 1024", 3, 3, 1024);

    /// The cases of every test run.
    pub const SMALL: [Self; 6] = [
        Self::win("3x3 to 64", 3, 3, 64),
        Self { precision: Precision::Single, ..Self::win("3x3 to 64, single", 3, 3, 64) },
        Self {
            objective: Objective::Score,
            target: None,
            ..Self::win("2x3, highest score", 2, 3, 0)
        },
        Self { objective: Objective::Fewest, ..Self::win("2x3 to 16, fewest moves", 2, 3, 16) },
        // Lines of four cells, and inner cells that are ranked by halves. Games whose codes exceed
        // 32 bits are too large for a test.
        Self::win("2x4 to 64", 2, 4, 64),
        Self::win("4x4 to 8", 4, 4, 8),
    ];

    /// The game.
    ///
    /// # Errors
    /// [`GameError`] if there is no such game.
    pub fn game(&self) -> Result<Game, GameError> {
        let shape = Shape::new(self.rows, self.cols)?;
        Game::new(shape, self.objective, self.target, 1.0, 0.1)
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
    fn json(&self) -> Result<Value> {
        let is_single = self.precision == Precision::Single;
        Ok(json!({ "name": self.game()?.name(), "isSingle": is_single }))
    }

    const fn win(name: &'static str, rows: u8, cols: u8, target: u32) -> Self {
        Self {
            name,
            rows,
            cols,
            objective: Objective::Win,
            target: Some(target),
            precision: Precision::Double,
        }
    }
}

/// Identifies a solution. Two solutions that differ in any bit have different fingerprints, except
/// with a probability of 2^-32.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Fingerprint {
    /// The number of states.
    pub states: u64,
    /// The start value.
    #[serde(rename = "startValue")]
    pub start_value: f64,
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
        Self {
            states: solution.states(),
            start_value: solution.start_value(),
            checksum: checksum.finalize(),
        }
    }
}

impl PartialEq for Fingerprint {
    /// The start value is a mean of values that the checksum compares bit for bit. It is compared
    /// up to the rounding of the response, which is JSON.
    fn eq(&self, other: &Self) -> bool {
        let difference = (self.start_value - other.start_value).abs();
        self.states == other.states
            && self.checksum == other.checksum
            && difference <= 1e-15 * other.start_value.abs()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, start_value, checksum } = self;
        write!(f, "{states} states, start {start_value}, CRC-32 {checksum:08x}")
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
        let response = self.solve_json(case.json()?).await?;
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
