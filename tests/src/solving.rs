//! Games solved in a worker of a browser and natively, to be compared bit for bit.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use mdp2048_model::{Game, GameError, Objective, Values as _};
use mdp2048_protocol::{SolverAnswer, SolverRequest, StoredGame, from_bytes, to_bytes};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solution, Solver};
use serde::Deserialize;

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
        Ok(Solver::new(&self.game()?).threads(1).precision(self.precision).solve()?)
    }

    /// The game as the worker stores it.
    fn stored(&self) -> Result<StoredGame, GameError> {
        Ok(StoredGame { game: self.game()?, is_single: self.precision == Precision::Single })
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fingerprint {
    /// The number of states.
    pub states: u64,
    /// The mean expected return of the start boards.
    pub start_return: f64,
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
            checksum.update(&value.expected_return().to_bits().to_le_bytes());
        });
        Self {
            states: solution.states(),
            start_return: solution.start_return(),
            checksum: checksum.finalize(),
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, start_return, checksum } = self;
        write!(f, "{states} states, start {start_return}, CRC-32 {checksum:08x}")
    }
}

const PAGE: &str = "<!doctype html><title>Solving</title><link rel=icon href=data:,>";

/// Starts a worker in the place of the one before. Its answers are kept as their bytes, after the
/// times at which they have arrived; the text of an error is kept as it is.
const START: &str = r#"
    const [done] = arguments;
    window.worker?.terminate();
    // An error event of the terminated worker goes to the list of that worker, not to this one.
    const answers = window.answers = [];
    import("./solving.js").then(({ startWorker }) => {
        window.worker = startWorker(new URL("embed/", location), "serveSolver");
        worker.addEventListener("message", ({ data }) => {
            answers.push([performance.now(), ...data]);
        });
        worker.addEventListener("error", ({ message }) => answers.push(message));
        done();
    });
"#;

/// The memory that a solve may use.
const MEMORY_LIMIT: f64 = 4.2e9;

/// What the worker has sent.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Received {
    /// A time in milliseconds, and the bytes of an answer.
    Answer(Vec<f64>),
    /// Why there are no more answers.
    Error(String),
}

/// The result of a worker, and the resources that it used.
#[derive(Clone, Copy, Debug)]
pub struct WorkerSolution {
    /// The fingerprint of the solution.
    pub fingerprint: Fingerprint,
    /// The wall time of the solve, without loading the program and without the fingerprint.
    pub milliseconds: f64,
    /// The size of WebAssembly's memory after the solve, which never shrinks.
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
        for name in ["solving.js", "reasons.js", "workers.js"] {
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
        self.start().await?;
        let stored = case.stored()?;
        // The program is loaded when it answers.
        self.ask(&SolverRequest::Estimate(stored)).await?;
        let (answer, milliseconds) = self.ask(&SolverRequest::Solve(stored, MEMORY_LIMIT)).await?;
        let SolverAnswer::Solved(solved) = answer else {
            bail!("the worker did not solve {}: {answer:?}", case.name);
        };
        let (answer, _) = self.ask(&SolverRequest::Checksum).await?;
        let SolverAnswer::Checksum(checksum) = answer else { bail!("no checksum: {answer:?}") };
        let (states, start_return) = (solved.states as u64, solved.start_return);
        let fingerprint = Fingerprint { states, start_return, checksum };
        Ok(WorkerSolution { fingerprint, milliseconds, bytes: solved.bytes })
    }

    /// Starts a new worker.
    ///
    /// # Errors
    ///
    /// When the page does not load its module.
    pub async fn start(&self) -> Result<()> {
        self.browser.client().execute_async(START, Vec::new()).await?;
        Ok(())
    }

    /// Sends a request to the worker. Returns the last answer to it, and after how many
    /// milliseconds it has arrived.
    ///
    /// # Errors
    ///
    /// When the worker ends, or something is printed on the console.
    pub async fn ask(&self, request: &SolverRequest) -> Result<(SolverAnswer, f64)> {
        let post = format!(
            "worker.postMessage(Uint8Array.of({})); return performance.now();",
            to_bytes(0, request).iter().map(u8::to_string).collect::<Vec<_>>().join(",")
        );
        let begin: f64 = self.browser.evaluate(&post).await?;
        loop {
            self.browser.wait_until("answers.length > 0").await?;
            for received in
                self.browser.evaluate::<Vec<Received>>("return answers.splice(0);").await?
            {
                let answer = match received {
                    Received::Answer(answer) => answer,
                    Received::Error(message) => bail!("the worker has ended: {message}"),
                };
                let bytes: Vec<u8> = answer[1..].iter().map(|&byte| byte as u8).collect();
                let (_, decoded): (u32, SolverAnswer) = from_bytes(&bytes).context("no answer")?;
                if decoded.is_last() {
                    self.browser.assert_quiet().await?;
                    return Ok((decoded, answer[0] - begin));
                }
            }
        }
    }
}
