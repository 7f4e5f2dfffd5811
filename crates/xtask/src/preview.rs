//! The picture that other sites show beside a link to the page.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::{run, workspace};

/// The folder of the picture, relative to the root.
const FOLDER: &str = "assets/images";

/// The file of the picture.
const PICTURE: &str = "preview.png";

/// The width and the height of the picture.
const SIZE: [u32; 2] = [1200, 630];

/// Rebuilds the picture, which Chromium draws.
pub(crate) fn preview() -> Result<()> {
    run::run(&mut run::line("cargo run --package mdp2048-tests --features browser --bin preview"))
}

/// The elements of a page's head that name the picture and the page, for a page that is published
/// at this URL.
pub(crate) fn tags(site: &str) -> Result<String> {
    let is_whole = site.starts_with("https://") || site.starts_with("http://");
    ensure!(
        is_whole && !site.contains(['"', '<', '>', '&', '?', '#', ' ']),
        "'{site}' is not the URL of a folder, such as https://example.org/2048/"
    );
    let site = site.trim_end_matches('/');
    let [width, height] = SIZE;
    Ok(format!(
        "<meta property=\"og:url\" content=\"{site}/\">\
         <meta property=\"og:image\" content=\"{site}/{PICTURE}\">\
         <meta property=\"og:image:width\" content=\"{width}\">\
         <meta property=\"og:image:height\" content=\"{height}\">",
    ))
}

/// Puts the picture, and the elements that name it, into a page that is built in `folder` and will
/// be published at the URL `site`.
pub(crate) fn publish(folder: &Path, site: &str) -> Result<()> {
    let page = folder.join("index.html");
    let html = fs::read_to_string(&page).with_context(|| format!("no {}", page.display()))?;
    let (before, after) = html.split_once("</head>").context("the page has no head")?;
    fs::write(&page, format!("{before}{}</head>{after}", tags(site)?))?;
    fs::copy(workspace::root().join(FOLDER).join(PICTURE), folder.join(PICTURE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
