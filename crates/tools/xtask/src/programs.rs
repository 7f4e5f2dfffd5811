//! The pages and their programs, as index.html has them: a table, and links for Trunk.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::workspace;

/// The scripts of the built page outside of the folders that Trunk copies whole: the bindings of
/// the programs, and files.
pub(crate) fn scripts() -> Result<Vec<String>> {
    let script = |link: &String| {
        let bin = attribute(link, "data-bin").filter(|_| !link.contains("data-trunk-skip"));
        let file = attribute(link, "href").filter(|_| link.contains("rel=\"copy-file\""));
        let file = file.filter(|it| it.ends_with(".js"));
        let name = bin.map(|bin| format!("{bin}.js")).or(file)?;
        let name = name.rsplit('/').next()?;
        let folder = attribute(link, "data-target-path").map(|folder| folder + "/");
        Some(folder.unwrap_or_default() + name)
    };
    Ok(links()?.iter().filter_map(script).collect())
}

/// The rows of the table of pages in the text of the main file.
pub(crate) fn table(html: &str) -> Result<Vec<Value>> {
    let table = html.split_once("<script id=\"pages\" type=\"application/json\">");
    let table = table.and_then(|(_, rest)| rest.split_once("</script>"));
    let (table, _) = table.context("the page has no table of its pages")?;
    serde_json::from_str(table).context("the table of pages")
}

/// The links for Trunk.
fn links() -> Result<Vec<String>> {
    let page = workspace::read("index.html")?;
    let links = page.split("<link ").skip(1).filter_map(|rest| rest.split('>').next());
    Ok(links.filter(|link| link.contains("data-trunk ")).map(str::to_owned).collect())
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
    fn trunk_copies_what_the_footer_links_to() {
        let page = workspace::read("index.html").unwrap();
        let (_, footer) = page.split_once("<footer>").unwrap();
        let linked = footer.split("<a").skip(1).filter_map(|link| attribute(link, "href"));
        let copied = |wanted: &str| {
            links().unwrap().iter().any(|link| {
                let source = attribute(link, "href").unwrap_or_default();
                let name = source.rsplit('/').next().unwrap_or_default().to_owned();
                let folder = attribute(link, "data-target-path");
                if link.contains("rel=\"copy-file\"") {
                    wanted == folder.map_or(String::new(), |folder| folder + "/") + &name
                } else {
                    // A folder is copied whole.
                    link.contains("rel=\"copy-dir\"")
                        && wanted
                            .strip_prefix(&folder.unwrap_or(name))
                            .and_then(|file| file.strip_prefix('/'))
                            .is_some_and(|file| workspace::root().join(&source).join(file).exists())
                }
            })
        };
        let linked: Vec<String> = linked.collect();
        assert!(linked.len() >= 3, "{linked:?}");
        for link in linked {
            assert!(
                copied(&link),
                "{link} is a file of the page only if a link of Trunk copies it"
            );
        }
    }

    /// No step of the tests compiles the package natively, so a unit test in it would never run.
    #[test]
    fn the_programs_of_the_page_have_no_unit_tests() {
        let mut folders = vec![workspace::root().join("web/src")];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert!(!text.contains("#[test]"), "{}: move it to a crate", path.display());
                    files += 1;
                }
            }
        }
        assert!(files > 20, "{files}");
    }

    #[test]
    fn the_page_has_every_program_of_its_package() {
        let links = links().unwrap();
        let programs = links.iter().filter(|link| link.contains("rel=\"rust\""));
        let named: BTreeSet<_> = programs.filter_map(|link| attribute(link, "data-bin")).collect();
        let manifest = workspace::read("web/Cargo.toml").unwrap();
        let bins = manifest.split("[[bin]]\nname = \"").skip(1);
        let bins: BTreeSet<_> = bins.map(|bin| bin.split('"').next().unwrap().to_owned()).collect();
        assert!(bins.len() >= 5, "{bins:?}");
        assert_eq!(named, bins);
        let scripts = scripts().unwrap();
        for row in table(&workspace::read("index.html").unwrap()).unwrap() {
            let Some(program) = row["program"].as_str() else { continue };
            assert!(scripts.contains(&format!("{program}.js")), "{program} is not built");
        }
    }
}
