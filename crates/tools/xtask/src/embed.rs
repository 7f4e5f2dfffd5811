//! The folder `embed/` of a built page as an npm package, with a variant that is one file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::{bundle, programs, workspace};

/// Completes the folder `embed/` of the page in `page`, which Trunk has built: minifies the
/// modules, and makes the variant that is a single file.
pub(crate) fn complete(page: &Path) -> Result<()> {
    let folder = page.join("embed");
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read(&path).with_context(|| format!("could not read {}", path.display()))
    };
    for module in programs::scripts()? {
        bundle::minify(&page.join(module))?;
    }
    let inline = format!(
        "export const INLINE = {{ script: \"{}\", program: \"{}\" }};",
        BASE64_STANDARD.encode(read("player.js")?),
        BASE64_STANDARD.encode(read("player_bg.wasm")?),
    );
    let files = ("mdp2048-player.js", "mdp2048-player.inline.js");
    bundle::bundle_with(&folder, files, ("inline.js", &inline))?;
    bundle::bundle(page)?;
    let write = |file: &str, bytes: &[u8]| {
        let path = folder.join(file);
        fs::write(&path, bytes).with_context(|| format!("could not write {}", path.display()))
    };
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(workspace::root().join(license), folder.join(license))
            .with_context(|| format!("could not copy {license}"))?;
    }
    let description = json!({
        "name": "mdp2048-player",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Optimal players and diagrams of small games of 2048, as custom elements",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": {
            ".": { "types": "./mdp2048-player.d.ts", "default": "./mdp2048-player.js" },
            "./inline": {
                "types": "./mdp2048-player.d.ts",
                "default": "./mdp2048-player.inline.js",
            },
            "./diagram": { "types": "./mdp2048-diagram.d.ts", "default": "./mdp2048-diagram.js" },
        },
        "files": [
            "*.js", "extras", "*.d.ts", "*.wasm", "embed.html", "demo", "policies", "LICENSE-*",
        ],
        "sideEffects": true,
    });
    write("package.json", serde_json::to_string_pretty(&description)?.as_bytes())
}
