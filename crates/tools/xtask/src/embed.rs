//! The folder `embed/` of a built page as an npm package.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::{bundle, manifest, programs};

/// Completes the folder `embed/` of the page in `page`, which Trunk has built: minifies the
/// modules, and describes the package.
pub(crate) fn complete(page: &Path) -> Result<()> {
    let folder = page.join("embed");
    for module in programs::scripts()? {
        bundle::minify(&page.join(module))?;
    }
    bundle::bundle(page)?;
    let write = |file: &str, bytes: &[u8]| {
        let path = folder.join(file);
        fs::write(&path, bytes).with_context(|| format!("could not write {}", path.display()))
    };
    let description = json!({
        "name": "mdp2048-player",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Optimal players, diagrams and puzzles of small games of 2048, as custom elements",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        // The types of each module are beside it.
        "exports": {
            ".": "./mdp2048-player.js",
            "./diagram": "./mdp2048-diagram.js",
            "./puzzle": "./mdp2048-puzzle.js",
        },
        "main": "./mdp2048-player.js",
        "types": "./mdp2048-player.d.ts",
        "customElements": "custom-elements.json",
        "files": [
            "*.js", "extras", "*.d.ts", "*.wasm", "*.json", "daily.txt", "embed.html", "demo", "policies",
            "LICENSE-*",
        ],
        "sideEffects": true,
    });
    write("custom-elements.json", manifest::manifest()?.as_bytes())?;
    write("package.json", serde_json::to_string_pretty(&description)?.as_bytes())
}
