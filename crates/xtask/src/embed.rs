//! The folder `embed/` of a built page as an npm package, with a variant that is one file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::workspace;

/// The line of the module that the single-file variant replaces.
const PLACEHOLDER: &str = "const INLINE = undefined;";

/// Completes the folder `embed/` of the page in `page`, which Trunk has built.
pub(crate) fn complete(page: &Path) -> Result<()> {
    let folder = page.join("embed");
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read(&path).with_context(|| format!("could not read {}", path.display()))
    };
    let module = String::from_utf8(read("mdp2048-player.js")?)?;
    ensure!(module.contains(PLACEHOLDER), "mdp2048-player.js has no line `{PLACEHOLDER}`");
    let inline = format!(
        "const INLINE = {{\n  script: \"{}\",\n  program: \"{}\",\n}};",
        BASE64_STANDARD.encode(read("player.js")?),
        BASE64_STANDARD.encode(read("player_bg.wasm")?),
    );
    let write = |file: &str, bytes: &[u8]| {
        let path = folder.join(file);
        fs::write(&path, bytes).with_context(|| format!("could not write {}", path.display()))
    };
    write("mdp2048-player.inline.js", module.replace(PLACEHOLDER, &inline).as_bytes())?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(workspace::root().join(license), folder.join(license))
            .with_context(|| format!("could not copy {license}"))?;
    }
    let description = json!({
        "name": "mdp2048-player",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Optimal players of small games of 2048, as custom elements",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": {
            ".": { "types": "./mdp2048-player.d.ts", "default": "./mdp2048-player.js" },
            "./inline": {
                "types": "./mdp2048-player.d.ts",
                "default": "./mdp2048-player.inline.js",
            },
        },
        "files": ["*.js", "*.d.ts", "*.wasm", "policies", "LICENSE-*"],
        "sideEffects": true,
    });
    write("package.json", serde_json::to_string_pretty(&description)?.as_bytes())
}
