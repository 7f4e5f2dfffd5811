//! The programs of the page, as the links in index.html name them for Trunk.

use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// The programs of the page, binaries of the package `web`, in the order in which Trunk finds them.
pub(crate) fn of_page() -> Result<Vec<String>> {
    let path = workspace::root().join("index.html");
    let page =
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
    let programs = of_html(&page);
    ensure!(!programs.is_empty(), "{} names no program for Trunk", path.display());
    Ok(programs)
}

/// The programs of a page with this text, each once.
fn of_html(page: &str) -> Vec<String> {
    let mut programs = Vec::new();
    let links = page.split("<link ").skip(1).filter_map(|rest| rest.split('>').next());
    for link in links.filter(|link| link.contains("data-trunk rel=\"rust\"")) {
        let Some(bin) = attribute(link, "data-bin") else { continue };
        if !programs.contains(&bin) {
            programs.push(bin);
        }
    }
    programs
}

/// The value of an attribute of a link.
fn attribute(link: &str, name: &str) -> Option<String> {
    let (_, rest) = link.split_once(&format!("{name}=\""))?;
    rest.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_page_has_every_program_of_its_package() {
        let programs = of_page().unwrap();
        let named: BTreeSet<&str> = programs.iter().map(|program| &**program).collect();
        assert_eq!(named.len(), programs.len(), "{programs:?}");
        let manifest = fs::read_to_string(workspace::root().join("web/Cargo.toml")).unwrap();
        let bins = manifest.split("[[bin]]\n").skip(1);
        let bins: BTreeSet<&str> = bins
            .map(|bin| bin.strip_prefix("name = \"").unwrap().split('"').next().unwrap())
            .collect();
        assert!(bins.len() >= 8, "{bins:?}");
        assert_eq!(named, bins);
    }
}
