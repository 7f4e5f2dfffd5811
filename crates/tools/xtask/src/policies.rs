//! `cargo xtask policies`: rebuilds the packed policies of the page, but for those of 3x4 and of 4x4
//! to 32 and to 64, which take minutes to hours and a work folder; see `docs/runs/README.md`.

use std::fs;

use anyhow::Result;

use crate::{metadata, run, workspace};

/// Small games: every state, and the values of the actions.
const SMALL: &str = "--threshold 0 --values action";

/// Large games: the states that are likely.
const LARGE: &str = "--threshold 1e-7 --values state";

/// Formations: the states that are likely, and the values of the actions.
const FORMATION: &str = "--threshold 1e-7 --values action";

/// The policies: name, game, and how it is packed.
const POLICIES: [(&str, &str, &str); 9] = [
    ("2x2_to_8", "--board 2x2 --target 8", SMALL),
    ("2x2_to_16", "--board 2x2 --target 16", SMALL),
    ("2x2_to_32", "--board 2x2 --target 32", SMALL),
    ("3x3_to_256", "--board 3x3 --target 256", LARGE),
    ("3x3_to_512", "--board 3x3 --target 512", LARGE),
    ("3x3_to_1024", "--board 3x3 --target 1024", LARGE),
    ("4x4_to_16_discount_0.99", "--board 4x4 --target 16 --discount 0.99", LARGE),
    ("L3_to_256", "--formation L3 --target 256", FORMATION),
    // 4.2 GiB of memory, and as much of disk.
    ("L3_to_512", "--formation L3 --target 512", FORMATION),
];

/// Solves each game and packs its policy into `assets/policies`.
pub(crate) fn policies() -> Result<()> {
    run::line("cargo build --release --bin mdp2048")?;
    let target = metadata::target_folder()?;
    let program = || run::command(target.join("release/mdp2048"));
    for (name, game, packing) in &POLICIES {
        println!("\n{name}");
        let solution = target.join(format!("{name}.solution"));
        let policy = workspace::root().join(format!("assets/policies/{name}.policy"));
        run::run(program().arg("solve").args(game.split(' ')).arg("--out").arg(&solution))?;
        let mut pack = program();
        run::run(
            pack.arg("pack").arg(&solution).args(packing.split(' ')).arg("--out").arg(policy),
        )?;
        fs::remove_file(&solution)?;
    }
    Ok(())
}
