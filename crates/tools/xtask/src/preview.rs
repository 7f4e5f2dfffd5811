//! What other sites show beside a link to a page: its title, a sentence and a picture.
//!
//! Sites that show previews read the file of a link and ignore the fragment, which names our pages.
//! So each page has a small file of its own, such as `bag.html`, that leads to it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::{programs, workspace};

/// What plays in the frame of a page that names no other.
const PLAYER: &str = "board=3x3&target=512&seed=42";

/// The folder of the picture, relative to the root.
const FOLDER: &str = "assets/images";

/// The file of the picture: `preview.svg` beside it, as a browser draws it.
const PICTURE: &str = "preview.png";

/// The width and the height of the picture.
const SIZE: [u32; 2] = [1200, 630];

/// The width and the height of a frame that other sites show in the place of a link.
const FRAME: [u32; 2] = [640, 560];

/// The elements of a page's head that name the picture, the page and its frame, for a page that is
/// published at this URL.
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
    let frame = frame_file(file);
    format!(
        "<meta property=\"og:url\" content=\"{site}/{file}\">\
         <meta property=\"og:image\" content=\"{site}/{PICTURE}\">\
         <meta property=\"og:image:width\" content=\"{width}\">\
         <meta property=\"og:image:height\" content=\"{height}\">\
         <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{site}/{frame}\">",
    )
}

/// The file that describes the frame of a page.
fn frame_file(page: &str) -> String {
    format!("oembed/{}.json", page.strip_suffix(".html").unwrap_or("play"))
}

/// The description of a frame by oEmbed: an element with these attributes, as parameters.
fn frame(site: &str, title: &str, parameters: &str) -> Result<String> {
    let [width, height] = FRAME;
    let html = format!(
        "<iframe src=\"{site}/embed/embed.html?{}\" title=\"{title}\" width=\"{width}\" \
         height=\"{height}\" frameborder=\"0\" loading=\"lazy\"></iframe>",
        parameters.replace('&', "&amp;")
    );
    Ok(serde_json::to_string(&json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": "mdp2048",
        "provider_url": format!("{site}/"),
        "title": title,
        "width": width,
        "height": height,
        "html": html,
        "thumbnail_url": format!("{site}/{PICTURE}"),
        "thumbnail_width": SIZE[0],
        "thumbnail_height": SIZE[1],
    }))?)
}

/// A page of our site that has a file for links.
#[derive(Debug, PartialEq, Eq)]
struct LinkedPage {
    name: String,
    path: String,
    title: String,
    preview: String,
    /// The parameters of the frame.
    frame: String,
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
                frame: field("frame").unwrap_or_else(|| PLAYER.to_owned()),
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
    fs::create_dir_all(folder.join("oembed"))?;
    let write_frame = |file: &str, title: &str, parameters: &str| {
        let text = frame(site.trim_end_matches('/'), title, parameters)?;
        anyhow::Ok(fs::write(folder.join(frame_file(file)), text)?)
    };
    write_frame("", "A small game of 2048, played perfectly", PLAYER)?;
    for linked in LinkedPage::all(&html)? {
        fs::write(folder.join(linked.file()), linked.html(site))?;
        write_frame(&linked.file(), &linked.title, &linked.frame)?;
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
    fn pages_have_frames_that_oembed_finds() {
        let html = workspace::read("index.html").unwrap();
        let puzzle = LinkedPage::all(&html).unwrap().into_iter().find(|it| it.name == "puzzle");
        let puzzle = puzzle.unwrap();
        let found = puzzle.html("https://example.org/2048/");
        let link = "json+oembed\" href=\"https://example.org/2048/oembed/puzzle.json\"";
        assert!(found.contains(link), "{found}");
        let text = frame("https://example.org/2048", &puzzle.title, &puzzle.frame).unwrap();
        let frame: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&frame["version"], &frame["type"]), (&json!("1.0"), &json!("rich")));
        let html = frame["html"].as_str().unwrap();
        let source = "src=\"https://example.org/2048/embed/embed.html?element=puzzle\"";
        assert!(html.contains(source), "{html}");
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
