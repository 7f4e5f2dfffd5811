//! The npm package, and two versions of it on one page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::page::{PagePlayer, PlayerView, policy, replay};

/// Runs a program and returns its output.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .with_context(|| format!("could not start {program}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} {arguments:?} failed: {errors}");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[tokio::test]
async fn the_package_is_installed_from_its_tarball() -> Result<()> {
    let site = Site::built()?;
    let project = tempfile::tempdir()?;
    let folder = project.path();
    let package = fs::canonicalize(site.file("embed"))?;
    let package = package.to_str().context("the path is not Unicode")?;
    let tarball = run(folder, "npm", &["pack", "--silent", package])?;
    fs::write(folder.join("package.json"), "{ \"private\": true, \"type\": \"module\" }")?;
    let install = ["install", "--silent", "--offline", "--no-audit", "--no-fund"];
    run(folder, "npm", &[&install[..], &[&format!("./{tarball}")]].concat())?;

    // A server that renders pages imports the module.
    let script = "const module = await import('mdp2048-player');
        console.log(typeof module.create, typeof module.define, module.Mdp2048Player.name);";
    let printed = run(folder, "node", &["--input-type=module", "--eval", script])?;
    ensure!(printed.starts_with("function function "), "{printed}");

    // Two bundlers: the recipe of docs/embedding.md.
    fs::write(
        folder.join("app.js"),
        "import { setFolder } from 'mdp2048-player'; setFolder('mdp2048-player');",
    )?;
    fs::write(
        folder.join("vite.html"),
        "<!doctype html><html lang=en><title>A page</title><link rel=icon href=data:,>
        <script type=module src='app.js'></script>
        <mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>",
    )?;
    let tool = |package: &str, program: &str| -> Result<String> {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools");
        let path = tools.join(package).join("node_modules").join(package).join(program);
        let path = fs::canonicalize(&path).with_context(|| format!("no {}", path.display()))?;
        Ok(path.to_str().context("the path is not Unicode")?.to_owned())
    };
    let esbuild = tool("esbuild", "bin/esbuild")?;
    let bundle = ["app.js", "--bundle", "--format=esm", "--outfile=bundled/esbuild/app.js"];
    run(folder, "node", &[&[&*esbuild], &bundle[..]].concat())?;
    fs::copy(folder.join("vite.html"), folder.join("bundled/esbuild/vite.html"))?;
    fs::write(
        folder.join("vite.config.js"),
        "export default { base: './', publicDir: false, build: { outDir: 'bundled/vite',
            rollupOptions: { input: 'vite.html' } } };",
    )?;
    run(folder, "node", &[&*tool("vite", "bin/vite.js")?, "build", "--logLevel=error"])?;
    let browser = Browser::open(Device::DESKTOP).await?;
    for bundler in ["esbuild", "vite"] {
        let built = folder.join("bundled").join(bundler);
        let served = Site::of(&built, "vite.html")?;
        let mut served = served;
        for file in files(&folder.join("node_modules/mdp2048-player"))? {
            let path = file.strip_prefix(folder.join("node_modules"))?;
            let path = path.to_str().context("the path is not Unicode")?;
            served = served.replace(path, fs::read(&file)?);
        }
        let served = served.serve().await?;
        browser.goto(&served.url("vite.html")).await?;
        let player = PagePlayer::new(&browser, "2x2_to_16");
        player.ready().await.context(bundler)?;
        // The modules that load on demand, their program and the solver are found too.
        player.key(".board", "y").await?;
        browser.find(".duel[data-solved=true]").await.context(bundler)?;
        browser.assert_quiet().await.context(bundler)?;
    }

    // A page without a bundler imports the module by its URL.
    let page = "<!doctype html><html lang=en><title>A page</title><link rel=icon href=data:,>
        <script type=module>import './node_modules/mdp2048-player/mdp2048-player.js';</script>
        <mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>";
    fs::write(folder.join("index.html"), page)?;
    let served = Site::of(folder, "index.html")?.serve().await?;
    browser.goto(&served.url("index.html")).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.ready().await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay(policy(&site, "2x2_to_16")?, 20))).await?;
    browser.assert_quiet().await
}

/// The files in a folder and the folders in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

#[test]
fn every_module_is_minified_and_the_package_has_none_of_the_page() -> Result<()> {
    let site = Site::built()?;
    for file in files(&site.file(""))? {
        let is_example = file.components().any(|part| part.as_os_str() == "demo");
        if file.extension().is_some_and(|it| it == "js") && !is_example {
            let text = fs::read_to_string(&file)?;
            ensure!(text.starts_with("/*! mdp2048 "), "{} is not minified", file.display());
        }
    }
    let names = |folder: &str| -> Result<Vec<_>> {
        Ok(files(&site.file(folder))?
            .iter()
            .filter_map(|it| Some(it.file_name()?.to_owned()))
            .collect())
    };
    let package = names("embed")?;
    let of_page = names("pages")?;
    ensure!(!of_page.is_empty(), "the page has no modules of its own");
    for page in of_page {
        ensure!(!package.contains(&page), "{page:?} is published for authors");
    }
    Ok(())
}

#[tokio::test]
async fn two_versions_of_the_package_share_a_page() -> Result<()> {
    let site = Site::built()?;
    let page = "<!doctype html><html lang=en><title>A page</title><link rel=icon href=data:,>
        <script type=module>
            import * as first from './embed/mdp2048-player.js';
            import * as second from './old/mdp2048-player.js';
            window.versions = [first, second];
            first.create(null, document.body, { board: '2x2', target: 16, seed: 20 });
            second.create(null, document.body, { board: '2x2', target: 32, seed: 47 });
            second.define('old-player');
        </script>";
    let served = site.clone().copy("embed", "old")?.replace("page.html", page).serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&served.url("page.html")).await?;
    for (game, seed) in [("2x2_to_16", 20), ("2x2_to_32", 47)] {
        let player = PagePlayer::new(&browser, game);
        player.ready().await?;
        player.press("end").await?;
        player.expect(&PlayerView::end(&replay(policy(&site, game)?, seed))).await?;
    }
    // The first version defines the element, and its program serves all players.
    let script = "return [hosts.length, hosts.every(it => it instanceof versions[0].Mdp2048Player),
        versions[0].Mdp2048Player === versions[1].Mdp2048Player];";
    let found: (usize, bool, bool) = browser.evaluate(script).await?;
    ensure!(found == (2, true, false), "{found:?}");
    let loaded = |file: &str| served.requests().iter().any(|path| path == file);
    ensure!(loaded("embed/player_bg.wasm") && !loaded("old/player_bg.wasm"));
    // The second version works under a name of its own.
    let script = "const player = document.createElement('old-player');
        player.setAttribute('board', '2x2'); player.setAttribute('target', '16');
        player.setAttribute('seed', '20'); document.body.append(player);
        return (async () => {
            await player.seek('end');
            const { move, outcome } = await player.state();
            hosts[0].dispose(); player.remove();
            return [move, outcome, (await hosts[1].state()).outcome];
        })();";
    let found: (usize, String, String) = browser.evaluate(script).await?;
    ensure!(found == (6, "lost".to_owned(), "won".to_owned()), "{found:?}");
    ensure!(loaded("old/player_bg.wasm"));
    browser.assert_quiet().await
}
