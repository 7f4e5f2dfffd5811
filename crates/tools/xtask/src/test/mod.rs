//! `cargo xtask test`: all checks that a change must pass.

mod attempts;
mod binaries;
mod packages;
mod side_by_side;
mod workflows;

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use self::binaries::PACKAGES;
pub(crate) use self::binaries::native_build;
use crate::browser::{Browser, CHROMIUM, FIREFOX, WEBKIT};
use crate::run::cargo;
use crate::{embed, install, metadata, python, run, security, source_link, structure, workspace};

/// One step: its name for `--only`, what it checks, and how. A check that passes may add remarks,
/// which are printed at the end of the run.
struct Step {
    name: &'static str,
    title: &'static str,
    check: fn(&mut Vec<String>) -> Result<()>,
}

/// The steps in the order in which they run: quick checks first, the browser last.
const STEPS: [Step; 13] = [
    Step { name: "format", title: "Formatting", check: |_| format() },
    Step {
        name: "structure",
        title: "Dependencies between packages",
        check: |_| structure::check(),
    },
    Step { name: "lint", title: "Lints, native", check: |_| lint_native() },
    Step { name: "lint-wasm", title: "Lints and modules, in the browser", check: |_| lint_wasm() },
    Step { name: "workflows", title: "Workflow files", check: |_| workflows::check() },
    Step { name: "doc", title: "Documentation", check: |_| document() },
    Step { name: "unit", title: "Unit and golden tests", check: |_| unit() },
    Step { name: "python", title: "The Python package", check: |_| python::test() },
    Step {
        name: "package",
        title: "Published crates in a project of their own",
        check: |_| packages::check(),
    },
    Step { name: "page", title: "The page", check: |_| page() },
    Step { name: "browser", title: "The page in Chromium", check: |it| in_browser(&CHROMIUM, it) },
    Step { name: "firefox", title: "The page in Firefox", check: in_firefox },
    Step { name: "webkit", title: "The page in WebKitGTK", check: |it| in_browser(&WEBKIT, it) },
];

/// The test binary that drives browsers.
const BROWSER_TESTS: &str = "browser";

/// How many browsers run at a time: each of them waits a part of its time.
const BROWSERS: usize = 2;

/// The names of all steps.
pub(crate) fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

/// Runs the steps that are named, or all. The first failure ends the run.
///
/// # Errors
/// If a step fails.
pub(crate) fn test(names: &[String]) -> Result<()> {
    let is_chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let steps: Vec<&Step> = STEPS.iter().filter(is_chosen).collect();
    let (mut times, mut remarks) = (String::new(), Vec::new());
    let start = Instant::now();
    for (number, Step { name, title, check }) in steps.iter().enumerate() {
        println!("\n=== {}/{} {title} ({name}) ===", number + 1, steps.len());
        let begin = Instant::now();
        let outcome = check(&mut remarks);
        times += &format!("{:>8.1} s  {title}\n", begin.elapsed().as_secs_f64());
        outcome.with_context(|| {
            format!("step `{name}` failed (`cargo xtask test --only {name}` runs it alone)")
        })?;
    }
    println!("\n=== Time ===\n{times}{:>8.1} s  in all", start.elapsed().as_secs_f64());
    remarks.iter().for_each(|remark| println!("{remark}"));
    println!("all steps passed");
    Ok(())
}

fn format() -> Result<()> {
    install::component("rustfmt", "cargo fmt")?;
    run::line("cargo fmt --all --check").context("`cargo fmt --all` fixes it")
}

fn lint_native() -> Result<()> {
    install::component("clippy", "cargo clippy")?;
    run::run(&mut cargo(&format!("clippy {PACKAGES} --all-targets -- -D warnings")))
}

fn lint_wasm() -> Result<()> {
    install::component("clippy", "cargo clippy")?;
    install::wasm_target()?;
    // With the libraries that the page uses.
    run::run(&mut cargo("clippy --target wasm32-unknown-unknown --package web -- -D warnings"))?;
    run::run(install::type_checker()?.args(["--project", "web/jsconfig.json"]))?;
    let tests = ["attributes", "parameters", "workers"].map(|it| format!("web/tests/{it}.test.js"));
    run::line(&format!("node --test {}", tests.join(" ")))
}

fn document() -> Result<()> {
    install::wasm_target()?;
    for packages in [PACKAGES, "--package web --target wasm32-unknown-unknown"] {
        let mut doc = cargo(&format!("doc --no-deps {packages}"));
        run::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    run::line("cargo run --quiet --package mdp2048-api")
}

fn unit() -> Result<()> {
    // The page itself has no logic to test natively; the crates that it uses have.
    let mut binaries = binaries::build()?;
    binaries.retain(|binary| binary.name != BROWSER_TESTS);
    side_by_side::run_tests(binaries)?;
    run::run(&mut cargo(&format!("test {PACKAGES} --doc")))
}

fn page() -> Result<()> {
    run::run(install::trunk(false)?.args(["build", "--dist", workspace::TESTED_PAGE]))?;
    let page = workspace::root().join(workspace::TESTED_PAGE);
    embed::complete(&page)?;
    source_link::add(&page)?;
    security::add(&page)
}

fn in_firefox(remarks: &mut Vec<String>) -> Result<()> {
    install::geckodriver()?;
    in_browser(&FIREFOX, remarks)
}

fn in_browser(browser: &Browser, remarks: &mut Vec<String>) -> Result<()> {
    browser.install()?;
    let axe = install::npm("axe-core")?;
    install::npm("vite")?;
    ensure!(
        workspace::root().join(workspace::TESTED_PAGE).join("index.html").is_file(),
        "the page is not built: run `cargo xtask test --only page,browser`"
    );
    let binaries = binaries::build()?;
    let binary = binaries.iter().find(|binary| binary.name == BROWSER_TESTS);
    let binary = binary.context("the browser tests have no binary")?;
    let evidence = metadata::target_folder()?.join("failures").join(browser.name);
    let tests = || {
        let mut tests = binary.command();
        tests
            .env("MDP2048_BROWSER", browser.name)
            .env("MDP2048_DIST", workspace::TESTED_PAGE)
            .env("MDP2048_AXE", &axe)
            .env("MDP2048_FAILURES", &evidence)
            // The message of a failed test is enough; a stack trace adds nothing.
            .env("RUST_LIB_BACKTRACE", "0");
        tests
    };
    let again = attempts::run_tests(tests, BROWSERS, browser.tests, &evidence)?;
    remarks.extend(again.map(|test| {
        format!("in {}, {test} failed and passed at the second attempt", browser.name)
    }));
    if let Some(remark) = browser.remark {
        remarks.push(remark.to_owned());
    }
    Ok(())
}
