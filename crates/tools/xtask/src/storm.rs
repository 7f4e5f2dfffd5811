//! `cargo xtask bench --storm`: compares the solver with the model checker Storm on exported games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::run;

/// The version that is installed. It is pinned because Storm's interface changes between versions.
const STORMPY: &str = "stormpy==2.0.0";

const SCRIPT: &str = include_str!("storm.py");

/// How often our solver runs for its median. Storm runs once, because it needs many seconds.
const RUNS: usize = 5;

/// The largest difference of two optima, relative to the larger of our optimum and 1.
const TOLERANCE: f64 = 1e-9;

/// A game that both solve.
struct StormCase {
    board: &'static str,
    target: Option<u32>,
    objective: &'static str,
    /// Whether Storm solves it in fractions.
    is_exact: bool,
}

const fn win(board: &'static str, target: u32, is_exact: bool) -> StormCase {
    StormCase { board, target: Some(target), objective: "win", is_exact }
}

const CASES: [StormCase; 8] = [
    win("2x2", 8, true),
    win("2x2", 16, true),
    win("2x2", 32, true),
    StormCase { board: "2x2", target: None, objective: "score", is_exact: true },
    win("3x3", 16, false),
    StormCase { board: "3x3", target: Some(16), objective: "moves", is_exact: false },
    StormCase { board: "3x3", target: Some(64), objective: "score", is_exact: false },
    win("3x3", 64, false),
];

/// The optimum that a solver found, and its time in seconds.
struct SolverRun {
    optimum: String,
    wall: f64,
    cpu: f64,
}

/// Solves each game with both solvers, compares the optima, and prints the times of the last game.
pub(crate) fn bench() -> Result<()> {
    run::run(&mut run::line("cargo build --release --package mdp2048"))?;
    let target = run::target_folder()?;
    let ours = target.join("release/mdp2048");
    let folder = target.join("storm");
    let python = install(&folder)?;
    let script = folder.join("storm.py");
    std::fs::write(&script, SCRIPT).context("could not write the script for Storm")?;

    println!("\n| game | Storm's optimum | ours | difference |\n| --- | --- | --- | --- |");
    let mut last = None;
    for case in &CASES {
        let files = folder.join(case.name());
        let mine = solve(&ours, case, &files)?;
        let (storm, load) = check(&python, &script, case, &files)?;
        compare(&ours, case, &files, &mine, &storm)?;
        last = Some((case, mine, storm, load));
    }
    let Some((case, mine, storm, load)) = last else { return Ok(()) };
    let name = case.name();
    println!("\n| {name}, one thread | wall s | CPU s |\n| --- | --- | --- |");
    println!("| Storm, loading the DRN file | {:.3} | {:.3} |", load.wall, load.cpu);
    let (solving, solving_cpu) = (storm.wall - load.wall, storm.cpu - load.cpu);
    println!("| Storm, solving | {solving:.3} | {solving_cpu:.3} |");
    println!("| ours from nothing, median of {RUNS} | {:.3} | {:.3} |", mine.wall, mine.cpu);
    println!(
        "\nOur solver uses 1/{:.0} of Storm's CPU time for loading and solving, and 1/{:.0} of its \
         time for solving alone.",
        storm.cpu / mine.cpu,
        solving_cpu / mine.cpu,
    );
    Ok(())
}

impl StormCase {
    fn name(&self) -> String {
        let target = self.target.map(|target| format!("_to_{target}")).unwrap_or_default();
        let objective = match self.objective {
            "win" => String::new(),
            other => format!("_{other}"),
        };
        format!("{}{target}{objective}", self.board)
    }

    /// The property that Storm computes.
    const fn property(&self) -> &'static str {
        match self.objective.as_bytes() {
            b"win" => "Pmax=? [F \"won\"]",
            b"score" => "R{\"points\"}max=? [F \"won\" | \"lost\"]",
            _ => "R{\"moves\"}max=? [F \"won\" | \"lost\"]",
        }
    }
}

/// Makes a virtual environment with Storm's Python bindings, unless there is one; returns its
/// Python.
fn install(folder: &Path) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    let probe = || {
        let mut probe = run::command(&python);
        run::output(probe.args(["-c", "import stormpy"])).is_some()
    };
    if python.is_file() && probe() {
        return Ok(python);
    }
    println!("installing {STORMPY} into {}", folder.display());
    let made = run::run(run::line("python3 -m venv --clear").arg(folder));
    made.context("could not make a virtual environment: install Python 3 with its venv module")?;
    let mut pip = run::command(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--only-binary", ":all:", STORMPY]);
    run::run(&mut pip).context(
        "Storm cannot be installed: there is no network, or no prebuilt stormpy for this machine's \
         Python",
    )?;
    ensure!(probe(), "stormpy was installed, but cannot be loaded on this machine");
    Ok(python)
}

/// Solves a game with our solver several times, and exports it for Storm.
fn solve(ours: &Path, case: &StormCase, files: &Path) -> Result<SolverRun> {
    let solution = files.with_extension("solution");
    let mut arguments =
        vec!["solve", "--json", "--threads", "1", "--board", case.board, "--objective"];
    arguments.push(case.objective);
    let target = case.target.map(|target| target.to_string());
    if let Some(target) = &target {
        arguments.extend(["--target", target]);
    }
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        // The timed runs write no file, like Storm's.
        runs.push(json(run::command(ours).args(&arguments))?);
    }
    json(run::command(ours).args(&arguments).arg("--out").arg(&solution))?;
    run::run(
        run::command(ours)
            .arg("export")
            .arg(&solution)
            .args(["--format", "drn", "--json", "--out"])
            .arg(files.with_extension("drn"))
            .stdout(std::process::Stdio::null()),
    )?;
    let median = |field: &str| {
        let mut times: Vec<f64> = runs.iter().filter_map(|run| run[field].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        times.get(RUNS / 2).copied().with_context(|| format!("no {field}"))
    };
    Ok(SolverRun {
        optimum: runs[0]["start_value"].to_string(),
        wall: median("wall_seconds")?,
        cpu: median("cpu_seconds")?,
    })
}

/// Has Storm solve a game; gives what that took in all, and what of it for loading.
fn check(
    python: &Path,
    script: &Path,
    case: &StormCase,
    files: &Path,
) -> Result<(SolverRun, SolverRun)> {
    let engine = if case.is_exact { "exact" } else { "float" };
    let mut storm = run::command(python);
    storm.arg(script).args([engine, case.property()]).arg(files.with_extension("drn"));
    let said = json(&mut storm)?;
    let number = |field: &str| said[field].as_f64().with_context(|| format!("no {field}"));
    let optimum = said["optimum"].as_str().context("no optimum")?.to_owned();
    let load =
        SolverRun { optimum: String::new(), wall: number("load")?, cpu: number("load_cpu")? };
    let (wall, cpu) = (load.wall + number("solve")?, load.cpu + number("solve_cpu")?);
    Ok((SolverRun { optimum, wall, cpu }, load))
}

/// Checks that both optima agree, and prints them.
fn compare(
    ours: &Path,
    case: &StormCase,
    files: &Path,
    mine: &SolverRun,
    storm: &SolverRun,
) -> Result<()> {
    let found = number(&storm.optimum)?;
    let expected = number(&mine.optimum)?;
    let difference = (found - expected).abs();
    let name = case.name();
    let (theirs, own) = (&storm.optimum, &mine.optimum);
    println!("| {name} | {theirs} | {own} | {difference:.1e} |");
    if difference > TOLERANCE * expected.abs().max(1.0) {
        bail!("{name}: Storm finds {theirs}, we find {own}");
    }
    if case.is_exact && case.objective == "win" {
        let mut verify = run::command(ours);
        let verified =
            json(verify.arg("verify").arg(files.with_extension("solution")).arg("--json"))?;
        let exact = verified["exact_start"].as_str().context("no exact start value")?;
        ensure!(theirs == exact, "{name}: Storm finds exactly {theirs}, we find {exact}");
    }
    Ok(())
}

/// Reads a number or a fraction.
fn number(text: &str) -> Result<f64> {
    let part = |text: &str| text.parse::<f64>().with_context(|| format!("{text} is no number"));
    match text.split_once('/') {
        Some((numerator, denominator)) => Ok(part(numerator)? / part(denominator)?),
        None => part(text),
    }
}

/// Runs a command that prints a line of JSON.
fn json(command: &mut std::process::Command) -> Result<Value> {
    let shown = run::show(command);
    let text = run::output(command)
        .with_context(|| format!("`{shown}` failed: run it by hand to see why"))?;
    serde_json::from_str(&text).with_context(|| format!("`{shown}` printed no JSON"))
}
