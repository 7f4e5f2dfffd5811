//! `cargo xtask dist`: the release build of the page.

use anyhow::Result;

use crate::{embed, run, sizes, tools, workspace};

/// Builds `dist/`, which works under any sub-path of any web server, and lists its files.
pub(crate) fn dist() -> Result<()> {
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
    sizes::report(&page)
}
