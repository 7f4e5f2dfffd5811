//! What other sites show beside a link to a page: its title, a sentence and a picture.
//!
//! Sites that show previews read the file of a link and ignore the fragment, which names our pages.
//! So each page has a small file of its own, such as `bag.html`, that leads to it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::{programs, workspace};

/// The folder of the picture, relative to the root.
const FOLDER: &str = "assets/images";

/// The file of the picture: `preview.svg` beside it, as a browser draws it.
const PICTURE: &str = "preview.png";

/// The width and the height of the picture.
const SIZE: [u32; 2] = [1200, 630];

/// The elements of a page's head that name the picture and the page, for a page that is published
/// at this URL.
pub(crate) fn tags(site: &str) -> Result<String> {
    let is_whole = site.starts_with("https://") || site.starts_with("http://");
    ensure!(
        is_whole && !site.contains(['"', '<', '>', '&', '?', '#', ' ']),
        "'{site}' is not the URL of a folder, such as https://example.org/2048/"
    );
    Ok(tags_of(site.trim_end_matches('/'), ""))
}

/// The same for the file of a page, whose name is empty for the main file.
fn tags_of(site: &str, file: &str) -> String {
    let [width, height] = SIZE;
    format!(
        "<meta property=\"og:url\" content=\"{site}/{file}\">\
         <meta property=\"og:image\" content=\"{site}/{PICTURE}\">\
         <meta property=\"og:image:width\" content=\"{width}\">\
         <meta property=\"og:image:height\" content=\"{height}\">",
    )
}

/// A page of our site that has a file for links.
#[derive(Debug, PartialEq, Eq)]
struct LinkedPage {
    name: String,
    path: String,
    title: String,
    preview: String,
}

impl LinkedPage {
    /// The pages with a preview in the table of the main file.
    fn all(html: &str) -> Result<Vec<Self>> {
        let page = |row: &Value| {
            let field = |name: &str| row.get(name)?.as_str().map(str::to_owned);
            Some(Self {
                name: field("name")?,
                path: field("path")?,
                title: field("title")?,
                preview: field("preview")?,
            })
        };
        Ok(programs::table(html)?.iter().filter_map(page).collect())
    }

    fn file(&self) -> String {
        format!("{}.html", self.name)
    }

    /// The file, which leads to the page, or to the position of it that a fragment names.
    fn html(&self, site: &str) -> String {
        let Self { path, title, preview, .. } = self;
        let tags = tags_of(site.trim_end_matches('/'), &self.file());
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <title>{title}</title><meta name=\"description\" content=\"{preview}\">\
             <meta property=\"og:type\" content=\"website\">\
             <meta property=\"og:title\" content=\"{title}\">\
             <meta property=\"og:description\" content=\"{preview}\">\
             <meta name=\"twitter:card\" content=\"summary_large_image\">{tags}\
             <script>location.replace(\"./\" + (location.hash || \"{path}\"))</script></head>\
             <body><p><a href=\"./{path}\">{title}</a></p></body></html>\n"
        )
    }
}

/// Puts the picture, the elements that name it, and the files for links to pages, into a page that
/// is built in `folder` and will be published at the URL `site`.
pub(crate) fn publish(folder: &Path, site: &str) -> Result<()> {
    let page = folder.join("index.html");
    let html = fs::read_to_string(&page).with_context(|| format!("no {}", page.display()))?;
    let (before, after) = html.split_once("</head>").context("the page has no head")?;
    fs::write(&page, format!("{before}{}</head>{after}", tags(site)?))?;
    for linked in LinkedPage::all(&html)? {
        fs::write(folder.join(linked.file()), linked.html(site))?;
    }
    fs::copy(workspace::root().join(FOLDER).join(PICTURE), folder.join(PICTURE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_files_that_lead_to_them() {
        let html = workspace::read("index.html").unwrap();
        let pages = LinkedPage::all(&html).unwrap();
        for page in &pages {
            // What stands in attributes and scripts is not escaped.
            assert!(
                ![&page.path, &page.title, &page.preview]
                    .iter()
                    .any(|it| it.contains(['"', '<', '&']))
            );
        }
        let bag = pages.iter().find(|page| page.name == "bag").unwrap();
        let bag = bag.html("https://example.org/2048/");
        for part in [
            "<meta property=\"og:url\" content=\"https://example.org/2048/bag.html\">",
            "<meta property=\"og:title\" content=\"2048 in a bag\">",
            "location.replace(\"./\" + (location.hash || \"#/bag\"))",
        ] {
            assert!(bag.contains(part), "{part} in {bag}");
        }
        assert!(LinkedPage::all("<html></html>").is_err());
    }

    #[test]
    fn the_picture_has_the_size_that_is_stated() {
        let path = workspace::root().join(FOLDER).join(PICTURE);
        assert_eq!(fs::read(path).unwrap()[16..24], SIZE.map(u32::to_be_bytes).concat());
    }

    #[test]
    fn the_url_of_the_picture_is_absolute() {
        let image = "property=\"og:image\" content=\"https://example.org/2048/preview.png\"";
        for site in ["https://example.org/2048", "https://example.org/2048/"] {
            assert!(tags(site).unwrap().contains(image), "{site}");
        }
        for site in ["/2048/", "example.org", "https://example.org/\"><script>"] {
            assert!(tags(site).unwrap_err().to_string().contains("is not the URL"), "{site}");
        }
    }
}
