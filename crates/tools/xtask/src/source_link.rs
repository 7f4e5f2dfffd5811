//! The links of the page to the source, in its footer and where it names a file.
//!
//! The key `repository` of the workspace is a placeholder until somebody publishes the crates. The
//! page has the link as soon as the key is another URL.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// What every placeholder begins with: a domain that is reserved for examples.
const PLACEHOLDER: &str = "https://example.org/";

/// The element of the footer that holds the link.
const PLACE: &str = "<span class=\"source\"></span>";

/// The words that become a link as well.
const NAME: &str = "<span class=\"source-name\">source code</span>";

/// Puts the links into the page that is built in `folder`, unless `repository` is a placeholder.
pub(crate) fn add(folder: &Path) -> Result<()> {
    let page = folder.join("index.html");
    let html = fs::read_to_string(&page).with_context(|| format!("no {}", page.display()))?;
    if let Some(linked) = linked(&html, env!("CARGO_PKG_REPOSITORY"))? {
        fs::write(&page, linked).with_context(|| format!("could not write {}", page.display()))?;
    }
    Ok(())
}

/// The page with the links, or `None` for a placeholder.
fn linked(html: &str, repository: &str) -> Result<Option<String>> {
    let (before, after) = html
        .split_once(PLACE)
        .with_context(|| format!("index.html has no {PLACE} in its footer: add it again"))?;
    if repository.starts_with(PLACEHOLDER) {
        return Ok(None);
    }
    ensure!(
        repository.starts_with("https://") && !repository.contains(['"', '<', '>', '&', ' ']),
        "repository = \"{repository}\" in Cargo.toml is not the URL of a repository: write one \
         that begins with https://"
    );
    let html = format!("{before} <a href=\"{repository}\">Source</a>.{after}");
    Ok(Some(html.replace(NAME, &format!("<a href=\"{repository}\">source code</a>"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn the_page_links_to_a_repository_but_not_to_a_placeholder() {
        let html = workspace::read("index.html").unwrap();
        assert_eq!(linked(&html, "https://example.org/mdp2048").unwrap(), None);
        let page = linked(&html, "https://codeberg.org/someone/mdp2048").unwrap().unwrap();
        assert!(page.contains("<a href=\"https://codeberg.org/someone/mdp2048\">Source</a>."));
        assert!(!page.contains(PLACE));
        assert!(page.contains("<a href=\"https://codeberg.org/someone/mdp2048\">source code</a>"));
    }

    #[test]
    fn what_is_no_url_is_refused() {
        let html = format!("<footer>{PLACE}</footer>");
        for repository in ["", "mdp2048", "https://a.org/\"><script>"] {
            let error = linked(&html, repository).unwrap_err().to_string();
            assert!(error.contains("in Cargo.toml is not the URL"), "{repository}: {error}");
        }
        assert!(linked("<footer></footer>", "https://a.org/b").is_err());
    }
}
