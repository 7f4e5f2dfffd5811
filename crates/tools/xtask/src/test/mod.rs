//! `cargo xtask test`: all checks that a change must pass.

mod attempts;
mod binaries;
mod machines;
mod packages;
mod results;
mod side_by_side;
mod workflows;

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use results::TestResults;

use crate::browser::{self, Browser};
use crate::job::Job;
use crate::native::{PACKAGES, cargo};
use crate::{embed, python, run, source_link, structure, tools, workspace};

/// One step: its name for `--only`, what it checks, and how.
struct Step {
    name: &'static str,
    title: &'static str,
    check: fn(&mut Shared) -> Result<()>,
}

/// The steps in the order in which they run: quick checks first, the browser last.
const STEPS: [Step; 14] = [
    Step { name: "tools", title: "Compiler target and components", check: install },
    Step { name: "format", title: "Formatting", check: format },
    Step { name: "structure", title: "Dependencies", check: |_| structure::check() },
    Step { name: "lint", title: "Lints, native", check: lint_native },
    Step { name: "lint-wasm", title: "Lints and modules, in the browser", check: lint_wasm },
    Step { name: "workflows", title: "Workflow files", check: |_| workflows::check() },
    Step { name: "doc", title: "Documentation", check: document },
    Step { name: "unit", title: "Unit and golden tests", check: unit },
    Step { name: "python", title: "The Python package", check: |_| python::test() },
    Step {
        name: "package",
        title: "Published crates in a project of their own",
        check: |_| packages::check(),
    },
    Step { name: "page", title: "The page", check: page },
    Step { name: "browser", title: "The page in Chromium", check: in_chromium },
    Step { name: "firefox", title: "The page in Firefox", check: in_firefox },
    Step { name: "webkit", title: "The page in WebKitGTK", check: in_webkit },
];

/// The steps that run only if they are named.
const OPTIONAL: [Step; 2] = [
    Step { name: "aarch64", title: "The program for ARM", check: |_| machines::aarch64() },
    Step { name: "windows", title: "Compilation for Windows", check: |_| machines::windows() },
];

/// The test binary that drives browsers.
const BROWSER_TESTS: &str = "browser";

/// How many browsers run at a time: each of them waits a part of its time.
const BROWSERS: usize = 2;

/// What the steps share.
#[derive(Default)]
struct Shared {
    /// The installation of Trunk that runs in the background while the first steps run.
    trunk: Option<Job>,
    /// Likewise those of the browsers.
    browsers: Vec<Job>,
    results: TestResults,
}

/// The steps that need the tools of the first step. The others run without them.
const NEED_TOOLS: [&str; 5] = ["lint-wasm", "page", "browser", "firefox", "webkit"];

/// Runs all steps but the optional ones, or those named in `only`, separated by commas.
///
/// The first failure ends the run. If only the tools cannot be installed, the steps that do not
/// need them still run.
///
/// # Errors
/// If a step fails, or `only` names a step that does not exist.
pub(crate) fn test(only: Option<&str>) -> Result<()> {
    let steps = chosen(only)?;
    let start = Instant::now();
    let mut shared = Shared::default();
    if steps.iter().any(|step| step.name == "page") {
        shared.trunk = tools::trunk()?;
    }
    let browsers = [
        ("browser", Browser::Chromium),
        ("firefox", Browser::Firefox),
        ("webkit", Browser::WebKit),
    ];
    let browsers: Vec<Browser> = browsers
        .into_iter()
        .filter_map(|(name, it)| steps.iter().any(|step| step.name == name).then_some(it))
        .collect();
    shared.browsers = browser::install(&browsers)?;

    let mut done: Vec<(&Step, Duration)> = Vec::new();
    let mut missing_tools = None;
    for (number, step) in steps.iter().enumerate() {
        println!("\n=== {}/{} {} ({}) ===", number + 1, steps.len(), step.title, step.name);
        if missing_tools.is_some() && NEED_TOOLS.contains(&step.name) {
            println!("skipped: the tools are missing");
            continue;
        }
        let begin = Instant::now();
        let outcome = (step.check)(&mut shared);
        done.push((step, begin.elapsed()));
        if let Err(error) = outcome {
            let name = step.name;
            let error = error.context(format!(
                "step `{name}` failed (`cargo xtask test --only {name}` runs it alone)"
            ));
            if name == "tools" {
                println!("{error:#}");
                missing_tools = Some(error);
                continue;
            }
            summarise(&done, start.elapsed(), &mut shared.results);
            return Err(error);
        }
    }
    summarise(&done, start.elapsed(), &mut shared.results);
    if let Some(error) = missing_tools {
        return Err(error);
    }
    println!("all steps passed");
    Ok(())
}

/// The steps to run.
fn chosen(only: Option<&str>) -> Result<Vec<&'static Step>> {
    let Some(only) = only else {
        return Ok(STEPS.iter().collect());
    };
    let names: Vec<_> = only.split(',').collect();
    let steps = || STEPS.iter().chain(&OPTIONAL);
    for name in &names {
        if !steps().any(|step| step.name == *name) {
            let known: Vec<_> = steps().map(|step| step.name).collect();
            bail!("there is no step `{name}`: choose from {}", known.join(", "));
        }
    }
    Ok(steps().filter(|step| names.contains(&step.name)).collect())
}

fn summarise(done: &[(&Step, Duration)], total: Duration, results: &mut TestResults) {
    results.print();
    println!("\n=== Time ===");
    for (step, time) in done {
        println!("{:>8.1} s  {}", time.as_secs_f64(), step.title);
    }
    println!("{:>8.1} s  in all", total.as_secs_f64());
}

fn install(_: &mut Shared) -> Result<()> {
    tools::wasm_target()?;
    tools::components()?;
    println!("everything is installed");
    Ok(())
}

fn format(_: &mut Shared) -> Result<()> {
    run::run(&mut run::line("cargo fmt --all --check")).context("`cargo fmt --all` fixes it")
}

fn lint_native(_: &mut Shared) -> Result<()> {
    // With the features of the tests, and then the program as it is built ordinarily.
    for packages in [PACKAGES, &PACKAGES.replace("mdp2048/distributed,", "")] {
        run::run(&mut cargo(&format!("clippy {packages} --all-targets -- -D warnings")))?;
    }
    Ok(())
}

fn lint_wasm(_: &mut Shared) -> Result<()> {
    // With the libraries that the page uses.
    run::run(&mut cargo("clippy --target wasm32-unknown-unknown --package web -- -D warnings"))?;
    run::run(tools::type_checker()?.args(["--project", "web/jsconfig.json"]))?;
    run::run(&mut run::line(
        "node --test web/tests/attributes.test.js web/tests/daily.test.js \
         web/tests/parameters.test.js",
    ))
}

fn document(_: &mut Shared) -> Result<()> {
    for packages in [PACKAGES, "--package web --target wasm32-unknown-unknown"] {
        let mut doc = cargo(&format!("doc --no-deps {packages}"));
        run::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}

fn unit(shared: &mut Shared) -> Result<()> {
    // The page itself has no logic to test natively; the crates that it uses have.
    let mut binaries = binaries::build()?;
    binaries.retain(|binary| binary.name != BROWSER_TESTS);
    side_by_side::run_tests(binaries, &mut shared.results)?;
    run::run(&mut cargo(&format!("test {PACKAGES} --doc")))
}

fn page(shared: &mut Shared) -> Result<()> {
    tools::wasm_bindgen()?;
    if let Some(trunk) = shared.trunk.take() {
        tools::precompile_page()?;
        trunk.finish()?;
    }
    run::run(tools::trunk_command().args(["build", "--dist", workspace::TESTED_PAGE]))?;
    let page = workspace::root().join(workspace::TESTED_PAGE);
    embed::complete(&page)?;
    source_link::add(&page)
}

fn in_chromium(shared: &mut Shared) -> Result<()> {
    in_browser(Browser::Chromium, shared)
}

fn in_firefox(shared: &mut Shared) -> Result<()> {
    in_browser(Browser::Firefox, shared)
}

fn in_webkit(shared: &mut Shared) -> Result<()> {
    in_browser(Browser::WebKit, shared)
}

fn in_browser(browser: Browser, shared: &mut Shared) -> Result<()> {
    for job in shared.browsers.drain(..) {
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
    let names = if browser == Browser::Chromium { &[][..] } else { &browser::EVERY_BROWSER };
    let binaries = binaries::build()?;
    let binary = binaries.iter().find(|binary| binary.name == BROWSER_TESTS);
    let binary = binary.context("the browser tests have no binary")?;
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
    attempts::run_tests(browser.name(), tests, BROWSERS, names, &evidence, &mut shared.results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_steps_by_name_in_their_own_order() {
        let steps = chosen(Some("browser,format")).unwrap();
        assert_eq!(steps.iter().map(|step| step.name).collect::<Vec<_>>(), ["format", "browser"]);
        assert_eq!(chosen(None).unwrap().len(), STEPS.len());
        assert_eq!(chosen(Some("aarch64")).unwrap().len(), 1);
        let error = chosen(Some("formt")).err().unwrap().to_string();
        assert!(error.contains("`formt`") && error.contains("format"), "{error}");
    }
}
