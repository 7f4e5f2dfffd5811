//! Loading the page: from the root, under a sub-path, and without its program.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Device, Engine};
use mdp2048_tests::site::Site;
use serde::Deserialize;

use crate::pages::{PAGES, TestedPage};

/// A row of the table of pages in index.html.
#[derive(Debug, Deserialize)]
struct Page {
    name: String,
    path: String,
    link: Option<String>,
    title: Option<String>,
}

#[tokio::test]
async fn no_page_warns_on_the_console() -> Result<()> {
    let (served, browser) = Site::built()?.open(Device::DESKTOP, "").await?;
    let rows = "return JSON.parse(document.getElementById('pages').textContent);";
    let pages: Vec<Page> = browser.evaluate(rows).await?;
    ensure!(pages.len() >= 6 && pages[0].title.is_none(), "there are {} pages", pages.len());
    for Page { name, path, link, title } in pages {
        if let Some(link) = link {
            browser.click(&format!("nav [href='{path}']")).await?;
            browser.wait_for_text("nav [aria-current]", &link).await?;
        } else {
            browser.visit(&served.url(&path)).await?;
        }
        // The program of the page has drawn it.
        let shown = format!(
            "[...document.querySelectorAll('main')].filter(it => it.checkVisibility()).length === 1
                && [...document.querySelectorAll('.page-{name} > .program, .page-{name} > h1')]
                    .every(it => (it.shadowRoot ?? it).hasChildNodes())
                && document.querySelector('.page-{name}').checkVisibility()
                && !document.querySelector('.program > .note')"
        );
        browser.wait_until(&shown).await.with_context(|| path.clone())?;
        let found: String = browser.evaluate("return document.title;").await?;
        let expected = title.as_deref().unwrap_or("Perfect play in small games of 2048");
        ensure!(found == expected, "{path} has the title {found}");
        browser.assert_silent().await.context(path)?;
    }
    for TestedPage { example, content, .. } in PAGES {
        browser.goto(&served.url("embed/embed.html")).await?;
        browser.goto(&served.url(example)).await?;
        browser.find(content).await.context(example)?;
        // A page reserves height for its program only until the program is shown.
        let fits = "[...document.querySelectorAll('.program')].every(it => !it.checkVisibility()
            || ['0px', 'auto'].includes(getComputedStyle(it).minHeight))";
        browser.wait_until(fits).await.context(example)?;
        browser.assert_silent().await.context(example)?;
    }
    Ok(())
}

#[tokio::test]
async fn a_page_without_its_program_has_a_note_until_it_opens() -> Result<()> {
    let program = "app/app_bg.wasm";
    let (served, browser) = Site::built()?.remove(program).open(Device::DESKTOP, "#/arena").await?;
    browser.wait_for_text(".page-arena .note", "its program did not load").await?;
    served.restore(program);
    browser.run("location.hash = '#/play';").await?;
    browser.wait_until("document.documentElement.dataset.page === 'play'").await?;
    browser.run("location.hash = '#/arena';").await?;
    browser.find(".arena .settings").await?;
    ensure!(browser.count_visible(".page-arena .note").await? == 0, "the note stays");
    browser.assert_quiet_but(&[program]).await
}

#[tokio::test]
async fn a_program_is_fetched_when_a_reader_points_at_its_link() -> Result<()> {
    let (served, browser) = Site::built()?.open(Device::DESKTOP, "").await?;
    browser.find("[data-player='3x3_to_512']").await?;
    let programs = || {
        let requests = served.requests();
        let mut programs: Vec<String> =
            requests.into_iter().filter(|it| it.ends_with("_bg.wasm")).collect();
        programs.sort();
        programs
    };
    // The article loads nothing but its players.
    ensure!(programs() == ["embed/player_bg.wasm"], "{:?}", programs());
    let arrived = |file: &str| {
        format!("performance.getEntriesByType('resource').some(it => it.name.endsWith('/{file}'))")
    };
    for (event, page, file) in [
        ("PointerEvent('pointerover'", "diagram", "embed/diagram_bg.wasm"),
        ("FocusEvent('focusin'", "bag", "app/app_bg.wasm"),
    ] {
        let point = format!(
            "document.querySelector(\"nav a[href='#/{page}']\")
                .dispatchEvent(new {event}, {{ bubbles: true, composed: true }}));"
        );
        browser.run(&point).await?;
        browser.wait_until(&arrived(file)).await?;
    }
    browser.wait_until(&arrived("embed/worker_bg.wasm")).await?;
    browser.run("location.hash = '#/bag';").await?;
    browser.find(".bag-view .headline").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_link_to_a_player_downloads_its_program_early_and_once() -> Result<()> {
    let (served, browser) =
        Site::built()?.open(Device::DESKTOP, "#/play?game=2x2_to_16&seed=42&move=2").await?;
    browser.find("[data-player='2x2_to_16'][data-moves='2']").await?;
    // The page asks for its program before it has the module that would ask for it otherwise, and
    // does not ask again.
    let is_early = "const named = name => performance.getEntriesByType('resource')
            .find(it => it.name.endsWith(`/embed/${name}`));
        return named('player_bg.wasm').startTime < named('mdp2048-player.js').responseEnd;";
    ensure!(browser.evaluate::<bool>(is_early).await?, "the program is asked for late");
    for path in ["embed/player_bg.wasm", "embed/player.js", "embed/mdp2048-player.js"] {
        let count = served.requests().iter().filter(|it| *it == path).count();
        ensure!(count == 1, "{path} is downloaded {count} times");
    }
    browser.assert_quiet().await?;

    // Other pages do not need it.
    let served = Site::built()?.serve().await?;
    browser.goto(&served.url("#/explore?game=2x2_to_8")).await?;
    browser.find(".explorer[data-board]").await?;
    ensure!(!served.requests().iter().any(|it| it.starts_with("embed/player")));
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_page_loads_under_a_sub_path() -> Result<()> {
    let (_served, browser) =
        Site::built()?.under("/blog/2048").open(Device::PHONE.dark().reduced_motion(), "").await?;
    browser.find("h1").await?;
    browser.wait_until("matchMedia('(prefers-reduced-motion: reduce)').matches").await?;
    if browser.engine() != Engine::WebKit {
        browser.wait_until("matchMedia('(prefers-color-scheme: dark)').matches").await?;
        browser.wait_until("innerWidth === 390").await?;
    }
    browser.assert_quiet().await
}

/// A page without WebAssembly.
const BARE: &str = "<link rel=icon href=data:,><p>bare</p>";

#[tokio::test]
async fn a_console_error_is_reported() -> Result<()> {
    if Engine::chosen()? != Engine::Chromium {
        // Only its driver has the messages of the console.
        return Ok(());
    }
    let (site, browser) =
        Site::built()?.replace("bare.html", BARE).open(Device::DESKTOP, "bare.html").await?;
    browser.wait_for_text("p", "bare").await?;
    browser.run("console.error('broken on purpose');").await?;
    let error = browser.assert_quiet().await.expect_err("an error was printed");
    assert!(error.to_string().contains("broken on purpose"), "{error}");
    assert_eq!(site.requests().first().map(String::as_str), Some("bare.html"));
    Ok(())
}
