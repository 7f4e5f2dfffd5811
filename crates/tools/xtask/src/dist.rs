//! `cargo xtask dist`: the release build of the page.

use anyhow::Result;

use crate::{embed, install, preview, run, security, sizes, source_link, workspace};

/// A program that uses the package, relative to the root. It imports the types of the built page.
const TYPED_EXAMPLE: &str = "crates/tools/xtask/src/example.ts";

/// Builds `dist/`, which works under any sub-path of any web server. If `site` is given, the URL
/// where it will be published, links to the page have a picture. Its sizes are compared with the
/// table of sizes, or written there.
pub(crate) fn dist(site: Option<&str>, records_sizes: bool) -> Result<()> {
    // A wrong URL is reported before the build.
    site.map(preview::tags).transpose()?;
    let mut trunk = install::trunk(true)?;
    run::run(trunk.args(["build", "--release", "--dist", workspace::PUBLISHED_PAGE]))?;
    let page = workspace::root().join(workspace::PUBLISHED_PAGE);
    embed::complete(&page)?;
    source_link::add(&page)?;
    if let Some(site) = site {
        preview::publish(&page, site)?;
    }
    security::add(&page)?;
    check_types()?;
    if site.is_none() {
        println!(
            "links to this page have no picture: `--site URL`, where it is published, adds it"
        );
    }
    let sizes = sizes::measure(&page)?;
    sizes::check(&sizes, records_sizes)
}

/// Compiles a program with the types of the package.
fn check_types() -> Result<()> {
    println!("checking the types of the package");
    let options = "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler \
                   --lib es2022,dom,dom.iterable";
    run::run(install::type_checker()?.arg(TYPED_EXAMPLE).args(options.split(' ')))
}
