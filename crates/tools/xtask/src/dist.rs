//! `cargo xtask dist`: the release build of the page.

use anyhow::Result;

use crate::{embed, preview, run, sections, size_table, sizes, source_link, tools, workspace};

/// A program that uses the package, relative to the root. It imports the types of the built page.
const TYPED_EXAMPLE: &str = "crates/tools/xtask/src/example.ts";

/// Builds `dist/`, which works under any sub-path of any web server, and lists its files. If `site`
/// is given, the URL where it will be published, links to the page have a picture. Its sizes are
/// compared with the table of sizes, or written there.
pub(crate) fn dist(site: Option<&str>, records_sizes: bool) -> Result<()> {
    // A wrong URL is reported before the build.
    site.map(preview::tags).transpose()?;
    tools::wasm_target()?;
    let trunk = tools::trunk()?;
    tools::wasm_bindgen()?;
    tools::wasm_opt()?;
    if let Some(trunk) = trunk {
        println!("waiting for Trunk");
        trunk.finish()?;
    }
    run::run(tools::trunk_command().args([
        "build",
        "--release",
        "--dist",
        workspace::PUBLISHED_PAGE,
    ]))?;
    let page = workspace::root().join(workspace::PUBLISHED_PAGE);
    embed::complete(&page)?;
    source_link::add(&page)?;
    if let Some(site) = site {
        preview::publish(&page, site)?;
    }
    check_types()?;
    let files = sizes::files(&page)?;
    sections::check(&files)?;
    let table = sizes::report(&page, &files)?;
    if site.is_none() {
        println!(
            "links to this page have no picture: `--site URL`, where it is published, adds it"
        );
    }
    if records_sizes { size_table::record(&table) } else { size_table::check(&table) }
}

/// Compiles a program with the types of the package.
fn check_types() -> Result<()> {
    println!("checking the types of the package");
    let mut compiler = tools::type_checker()?;
    run::run(compiler.arg(TYPED_EXAMPLE).args([
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "es2022,dom,dom.iterable",
    ]))
}
