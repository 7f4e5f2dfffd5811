//! What the tests of all pages know of each: a row for each row of the table in index.html.

use serde_json::Value;

/// A page, and how a reader sees that it is there.
pub(crate) struct TestedPage {
    /// Its name in the table of index.html.
    pub(crate) name: &'static str,
    /// What the addresses of links to it begin with.
    pub(crate) link: &'static str,
    /// The address of a small example.
    pub(crate) example: &'static str,
    /// The CSS selector of what the page shows, at both addresses.
    pub(crate) content: &'static str,
    /// The CSS selector of the note about a link with mistakes, if its links have parameters.
    pub(crate) note: Option<&'static str>,
    /// The work that goes on while a reader is on another page, if there is any.
    pub(crate) work: Option<PageWork>,
}

/// How a page works. When the reader returns, the work goes on from where it was.
pub(crate) struct PageWork {
    /// The address.
    pub(crate) hash: &'static str,
    /// A script that begins the work.
    pub(crate) start: &'static str,
    /// The CSS selector of what shows that it works, or has finished.
    pub(crate) working: &'static str,
    /// The CSS selector of what shows that it waits while the reader is on another page; else it
    /// goes on there.
    pub(crate) waiting: Option<&'static str>,
    /// An expression of how far it is: 0 before it begins.
    pub(crate) progress: &'static str,
    /// How far it is when it is finished.
    pub(crate) end: f64,
}

/// All pages.
pub(crate) const PAGES: [TestedPage; 7] = [
    TestedPage {
        name: "play",
        link: "#/play",
        example: "#/play?game=2x2_to_8",
        content: "[data-player]",
        note: Some(".player [data-note=link]"),
        work: Some(PageWork {
            hash: "#/play?game=2x2_to_32&seed=47",
            start: "hosts.find(host => host.game === '2x2_to_32').setAttribute('speed', 'slow');
                for (const name of ['restart', 'start'])
                    deep(`[data-player='2x2_to_32'] [data-control=${name}]`).click();",
            working: "[data-player='2x2_to_32'][data-running=true]",
            waiting: Some("[data-player='2x2_to_32'][data-running=false]"),
            progress: "deep(\"[data-player='2x2_to_32']\").dataset.moves",
            end: 16.0,
        }),
    },
    TestedPage {
        name: "explore",
        link: "#/explore",
        example: "#/explore?game=2x2_to_8",
        content: ".explorer[data-board]",
        note: Some(".note[data-note=explore]"),
        work: Some(PageWork {
            hash: "#/explore?game=3x3_to_128&state=000011000",
            start: "if (!deep('.explorer .solve .job, .explorer[data-solved=true]'))
                deep('.explorer [data-control=solve]').click();",
            working: ".explorer .solve .job, .explorer[data-solved=true]",
            waiting: None,
            progress: "deep('.explorer[data-solved=true]') ? 2
                : deep('.explorer .solve .job') ? 1 : 0",
            end: 2.0,
        }),
    },
    TestedPage {
        name: "puzzle",
        link: "#/puzzle",
        example: "#/puzzle?day=today",
        content: ".daily [data-board]",
        note: Some(".note[data-note=puzzle]"),
        work: None,
    },
    TestedPage {
        name: "gallery",
        link: "#/diagram",
        example: "#/diagram",
        content: ".gallery-card img",
        note: None,
        work: None,
    },
    TestedPage {
        name: "diagram",
        link: "#/diagram?game=2x2_to_8",
        example: "#/diagram?game=2x2_to_8",
        content: ".diagram-view .canvas .item",
        note: Some(".note[data-note=diagram]"),
        work: Some(PageWork {
            hash: "#/diagram?game=2x2_to_32&seed=47",
            start: "for (const name of ['restart', 'start'])
                deep(`.diagram-view [data-control=${name}]`).click();",
            working: ".diagram-view[data-running=true]",
            waiting: None,
            // The article has a diagram, too.
            progress: "document.querySelector('mdp2048-diagram[address]').shadowRoot
                .querySelector('.diagram-view').dataset.step",
            end: 16.0,
        }),
    },
    TestedPage {
        name: "bag",
        link: "#/bag",
        example: "#/bag?target=64",
        content: ".bag-view .headline",
        note: Some(".note[data-note=bag]"),
        work: Some(PageWork {
            // A sample of this target is not full before the end of the test.
            hash: "#/bag?target=8192",
            start: "deep('.bag-view [data-control=sample]').click();",
            working: ".sampler[data-sampling=true]",
            waiting: None,
            progress: "deep('[data-figure=moves] .histogram') ? deep('.sampler').dataset.games : 0",
            end: 1e6,
        }),
    },
    TestedPage {
        name: "arena",
        link: "#/arena",
        example: "#/arena?seed=7",
        content: ".arena .lane, .arena .race",
        note: Some(".note[data-note=arena]"),
        work: Some(PageWork {
            hash: "#/arena?game=4x4_score&agents=greedy,random&seed=7&mode=race",
            start: "deep('.arena .settings [data-control=start]').click();",
            working: ".arena[data-running=true]",
            waiting: Some(".arena [data-waiting=true]"),
            progress: "deep('.race tr[data-agent=greedy]')?.dataset.games",
            end: 1e9,
        }),
    },
];

#[test]
fn every_page_is_tested() {
    let page = include_str!("../../index.html");
    let table = page.split("<script id=\"pages\" type=\"application/json\">").nth(1);
    let table = table.and_then(|rest| rest.split("</script>").next()).unwrap();
    let rows: Vec<Value> = serde_json::from_str(table).unwrap();
    let named: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(PAGES.map(|page| page.name), *named, "tests/browser/pages.rs has a row for each");
    // The article ends with a card for each other page.
    for row in rows.iter().skip(1).filter(|row| row["link"].is_string()) {
        assert!(row["picture"].is_string() && row["preview"].is_string(), "no card of {row}");
    }
    for main in page.split("<main class=\"").skip(1).filter_map(|it| it.split("</main>").next()) {
        assert_eq!(main.matches("<h1").count(), 1, "a page has one title: {main}");
    }
}
