//! The content security policy of each document of a built page.
//!
//! It is added after Trunk has built the page, because it names the digest of each inline script and
//! style as it stands in the built document, and because `trunk serve` adds a script of its own. It
//! does not apply to documents of others that load the modules. A document cannot forbid by an
//! element that others show it in a frame, and frames are wanted.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

/// What each document begins with. The policy follows it, before all that it restricts.
const START: &str = "<meta charset=\"utf-8\">";

/// The document for frames. Its parameter `src` may name a policy on another server.
const FRAME: &str = "embed/embed.html";

/// The page of examples, one of which is a frame.
const EXAMPLES: &str = "embed/demo/index.html";

/// Adds the policy to each document of the page in `folder`.
///
/// # Errors
///
/// When a document cannot be read or written, or does not begin as expected.
pub(crate) fn add(folder: &Path) -> Result<()> {
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "html") {
                let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                let html = fs::read_to_string(&path)?;
                let html = with_policy(&name, &html).with_context(|| name.clone())?;
                fs::write(&path, html).with_context(|| format!("could not write {name}"))?;
            }
        }
    }
    Ok(())
}

/// The document of this name with its policy.
fn with_policy(name: &str, html: &str) -> Result<String> {
    let (before, after) = html.split_once(START).with_context(|| format!("it has no {START}"))?;
    let policy = policy(name, html)?;
    Ok(format!(
        "{before}{START}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">{after}"
    ))
}

/// The policy of a document.
fn policy(name: &str, html: &str) -> Result<String> {
    // In a frame with `sandbox`, WebKit knows no server as 'self'.
    let own = if name == FRAME { "http: https:" } else { "'self'" };
    // Programs are WebAssembly.
    let scripts = format!("{own} 'wasm-unsafe-eval'{}", digests(html, "script")?);
    // Programs set single properties, and scripts make the sheets of shadow roots: the policy
    // restricts neither.
    let styles = format!("'self'{}", digests(html, "style")?);
    let directives = [
        // Not 'none': Firefox takes it for files that a page asks for in advance.
        ("default-src", "'self'"),
        ("script-src", &scripts),
        ("style-src", &styles),
        // Drawings of the gallery, and pictures that a reader shares.
        ("img-src", "'self' data: blob:"),
        ("connect-src", own),
        // `web/elements/workers.js` writes the first script of a worker.
        ("worker-src", "blob:"),
        ("frame-src", if name == EXAMPLES { "'self'" } else { "'none'" }),
        ("object-src", "'none'"),
        ("base-uri", "'none'"),
        ("form-action", "'none'"),
    ];
    Ok(directives.map(|(name, sources)| format!("{name} {sources}")).join("; "))
}

/// The digests of the texts of all elements of a kind in a document, each after a space. A script
/// with an attribute `src` has no text that runs, nor has a table of data.
fn digests(html: &str, kind: &str) -> Result<String> {
    let mut digests = String::new();
    for rest in html.split(&format!("<{kind}")).skip(1) {
        let (attributes, rest) = rest.split_once('>').context("a tag has no end")?;
        if attributes.contains("src=") || attributes.contains("type=\"application/json\"") {
            continue;
        }
        let (text, _) = rest.split_once(&format!("</{kind}>")).context("an element has no end")?;
        let digest = BASE64_STANDARD.encode(Sha256::digest(text));
        digests += &format!(" 'sha256-{digest}'");
    }
    Ok(digests)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of `alert(1)`, by `openssl dgst -sha256 -binary | base64`.
    const ALERT: &str = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";

    #[test]
    fn inline_scripts_and_styles_are_allowed_by_their_digests() {
        let html = format!(
            "<!doctype html><head>{START}<script src=\"a.js\"></script><script>alert(1)</script>\
             <script id=\"a\" type=\"application/json\">[]</script><style>a {{}}</style></head>"
        );
        let page = with_policy("index.html", &html).unwrap();
        let (before, rest) = page.split_once("<meta http-equiv=").unwrap();
        assert_eq!(before, format!("<!doctype html><head>{START}"));
        let (policy, rest) = rest.split_once("\">").unwrap();
        assert_eq!(Some(rest), html.split_once(START).map(|(_, rest)| rest));
        assert!(policy.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {ALERT};")));
        assert_eq!(policy.matches("sha256-").count(), 2, "{policy}");
        assert!(policy.contains("style-src 'self' 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    }

    #[test]
    fn a_document_loads_from_its_own_server_and_a_frame_from_all() {
        for (name, connects, frames) in [
            ("index.html", "'self'", "'none'"),
            (FRAME, "http: https:", "'none'"),
            (EXAMPLES, "'self'", "'self'"),
        ] {
            let policy = policy(name, "").unwrap();
            assert!(
                policy.contains(&format!("; script-src {connects} 'wasm-")),
                "{name}: {policy}"
            );
            assert!(policy.contains(&format!("; connect-src {connects};")), "{name}: {policy}");
            assert!(policy.contains(&format!("; frame-src {frames};")), "{name}: {policy}");
        }
    }

    #[test]
    fn a_document_that_begins_otherwise_is_refused() {
        let error = with_policy("index.html", "<script>alert(1)</script>").unwrap_err();
        assert!(error.to_string().contains("it has no <meta charset"), "{error}");
        assert!(with_policy("index.html", &format!("{START}<script>alert(1)")).is_err());
    }
}
