//! `cargo xtask test`: all checks that a change must pass.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::attempts;
use crate::browser::{self, Browser};
use crate::job::Job;
use crate::{embed, run, structure, tools, workspace};

/// One step: its name for `--only`, what it checks, and how.
struct Step {
    name: &'static str,
    title: &'static str,
    check: fn(&mut Installing) -> Result<()>,
}

/// The steps in the order in which they run: quick checks first, the browser last.
const STEPS: [Step; 11] = [
    Step { name: "tools", title: "Compiler target and components", check: install },
    Step { name: "format", title: "Formatting", check: format },
    Step {
        name: "structure",
        title: "Dependencies, names and widths",
        check: |_| structure::check(),
    },
    Step { name: "lint", title: "Lints, native", check: lint_native },
    Step { name: "lint-wasm", title: "Lints, in the browser", check: lint_wasm },
    Step { name: "doc", title: "Documentation", check: document },
    Step { name: "unit", title: "Unit and golden tests", check: unit },
    Step { name: "page", title: "The page", check: page },
    Step { name: "browser", title: "The page in Chromium", check: in_chromium },
    Step { name: "firefox", title: "The page in Firefox", check: in_firefox },
    Step { name: "webkit", title: "The page in WebKitGTK", check: in_webkit },
];

/// The libraries that also run in the browser.
const WASM_PACKAGES: [&str; 14] = [
    "mdp2048-rules",
    "mdp2048-model",
    "mdp2048-display",
    "mdp2048-solve",
    "mdp2048-policy",
    "mdp2048-diagram",
    "mdp2048-bag",
    "mdp2048-agents",
    "mdp2048-arena-view",
    "mdp2048-bag-view",
    "mdp2048-chart",
    "mdp2048-player",
    "mdp2048-explorer",
    "mdp2048-diagram-view",
];

/// How many browsers run at a time: each of them waits a part of its time.
const BROWSERS: usize = 2;

/// Installations that run in the background while the first steps run.
#[derive(Default)]
struct Installing {
    trunk: Option<Job>,
    browsers: Vec<Job>,
}

/// The steps that need the tools of the first step. The others run without them.
const NEED_TOOLS: [&str; 5] = ["lint-wasm", "page", "browser", "firefox", "webkit"];

/// Runs all steps, or those named in `only`, separated by commas.
///
/// The first failure ends the run. If only the tools cannot be installed, the steps that do not
/// need them still run.
///
/// # Errors
/// If a step fails, or `only` names a step that does not exist.
pub(crate) fn test(only: Option<&str>) -> Result<()> {
    let steps = chosen(only)?;
    let start = Instant::now();
    let mut installing = Installing::default();
    if steps.iter().any(|step| step.name == "page") {
        installing.trunk = tools::trunk()?;
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
    installing.browsers = browser::install(&browsers)?;

    let mut done: Vec<(&Step, Duration)> = Vec::new();
    let mut missing_tools = None;
    for (number, step) in steps.iter().enumerate() {
        println!("\n=== {}/{} {} ({}) ===", number + 1, steps.len(), step.title, step.name);
        if missing_tools.is_some() && NEED_TOOLS.contains(&step.name) {
            println!("skipped: the tools are missing");
            continue;
        }
        let begin = Instant::now();
        let outcome = (step.check)(&mut installing);
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
            summarise(&done, start.elapsed());
            return Err(error);
        }
    }
    summarise(&done, start.elapsed());
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
    for name in &names {
        if !STEPS.iter().any(|step| step.name == *name) {
            let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
            bail!("there is no step `{name}`: choose from {}", known.join(", "));
        }
    }
    Ok(STEPS.iter().filter(|step| names.contains(&step.name)).collect())
}

fn summarise(done: &[(&Step, Duration)], total: Duration) {
    println!("\n=== Time ===");
    for (step, time) in done {
        println!("{:>8.1} s  {}", time.as_secs_f64(), step.title);
    }
    println!("{:>8.1} s  in all", total.as_secs_f64());
}

fn install(_: &mut Installing) -> Result<()> {
    tools::wasm_target()?;
    tools::components()?;
    println!("everything is installed");
    Ok(())
}

fn format(_: &mut Installing) -> Result<()> {
    run::run(&mut run::line("cargo fmt --all --check")).context("`cargo fmt --all` fixes it")
}

fn lint_native(_: &mut Installing) -> Result<()> {
    run::run(&mut run::line(
        "cargo clippy --workspace --exclude web --all-targets \
         --features mdp2048-tests/browser,mdp2048/distributed -- -D warnings",
    ))?;
    // The program as it is built ordinarily.
    run::run(&mut run::line("cargo clippy --package mdp2048 -- -D warnings"))
}

fn lint_wasm(_: &mut Installing) -> Result<()> {
    let mut packages =
        run::line("cargo clippy --target wasm32-unknown-unknown --no-default-features");
    for package in WASM_PACKAGES {
        packages.args(["--package", package]);
    }
    run::run(packages.args(["--", "-D", "warnings"]))?;
    run::run(&mut run::line(
        "cargo clippy --target wasm32-unknown-unknown --package web -- -D warnings",
    ))
}

fn document(_: &mut Installing) -> Result<()> {
    for packages in ["--workspace --exclude web", "--package web --target wasm32-unknown-unknown"] {
        let mut doc = run::line(&format!("cargo doc --no-deps {packages}"));
        run::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}

fn unit(_: &mut Installing) -> Result<()> {
    // The page itself has no logic to test natively; the crates that it uses have.
    run::run(&mut run::line("cargo test --workspace --exclude web --features mdp2048/distributed"))
}

fn page(installing: &mut Installing) -> Result<()> {
    tools::wasm_bindgen()?;
    if let Some(trunk) = installing.trunk.take() {
        tools::precompile_page()?;
        trunk.finish()?;
    }
    run::run(tools::trunk_command().args(["build", "--dist", workspace::TESTED_PAGE]))?;
    embed::complete(&workspace::root().join(workspace::TESTED_PAGE))
}

fn in_chromium(installing: &mut Installing) -> Result<()> {
    in_browser(Browser::Chromium, installing)
}

fn in_firefox(installing: &mut Installing) -> Result<()> {
    in_browser(Browser::Firefox, installing)
}

fn in_webkit(installing: &mut Installing) -> Result<()> {
    in_browser(Browser::WebKit, installing)
}

fn in_browser(browser: Browser, installing: &mut Installing) -> Result<()> {
    for job in installing.browsers.drain(..) {
        if let Err(error) = job.finish() {
            println!("{error:#}");
        }
    }
    browser.require()?;
    tools::axe()?;
    if !workspace::root().join(workspace::TESTED_PAGE).join("index.html").is_file() {
        bail!("the page is not built: run `cargo xtask test --only page,browser`");
    }
    let names = if browser == Browser::Chromium { &[][..] } else { &browser::EVERY_BROWSER };
    let tests = || {
        let mut tests = run::line("cargo test --package mdp2048-tests --features browser");
        tests
            .args(["--test", "browser", "--"])
            .env("MDP2048_BROWSER", browser.name())
            .env("MDP2048_DIST", workspace::TESTED_PAGE)
            .env("MDP2048_AXE", workspace::npm("axe-core"))
            // The message of a failed test is enough; a stack trace adds nothing.
            .env("RUST_LIB_BACKTRACE", "0");
        tests
    };
    attempts::run_tests(tests, BROWSERS, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_steps_by_name_in_their_own_order() {
        let steps = chosen(Some("browser,format")).unwrap();
        assert_eq!(steps.iter().map(|step| step.name).collect::<Vec<_>>(), ["format", "browser"]);
        assert_eq!(chosen(None).unwrap().len(), STEPS.len());
        let error = chosen(Some("formt")).err().unwrap().to_string();
        assert!(error.contains("`formt`") && error.contains("format"), "{error}");
    }
}
