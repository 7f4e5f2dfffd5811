//! `cargo xtask policies`: rebuilds the packed policies of the page, but for those of 4x4 to 32 and
//! to 64, which take minutes to hours and a work folder; see `docs/runs/README.md`.

use std::fs;

use anyhow::{Context as _, Result};

use crate::{run, workspace};

/// Games whose policies are packed in the same way.
struct Asset {
    board: &'static str,
    targets: &'static [u32],
    /// The discount and its part of the file's name.
    discount: (&'static str, &'static str),
    /// The least occupancy of a kept state.
    threshold: &'static str,
    /// Which values the file holds beside the actions.
    values: &'static str,
}

/// Files of small games hold every state; files of large games hold the states that are likely.
const ASSETS: [Asset; 3] = [
    Asset {
        board: "2x2",
        targets: &[8, 16, 32],
        discount: ("1", ""),
        threshold: "0",
        values: "action",
    },
    Asset {
        board: "3x3",
        targets: &[256, 512, 1024],
        discount: ("1", ""),
        threshold: "1e-7",
        values: "state",
    },
    Asset {
        board: "4x4",
        targets: &[16],
        discount: ("0.99", "_discount_0.99"),
        threshold: "1e-7",
        values: "state",
    },
];

/// Solves each game and packs its policy into `assets/policies`.
pub(crate) fn policies() -> Result<()> {
    run::run(&mut run::line("cargo build --release --package mdp2048"))?;
    let solver = run::target_folder()?.join("release/mdp2048");
    let folder = workspace::root().join("assets/policies");
    fs::create_dir_all(&folder)
        .with_context(|| format!("could not create {}", folder.display()))?;
    for asset in &ASSETS {
        for target in asset.targets {
            let (discount, suffix) = asset.discount;
            let name = format!("{}_to_{target}{suffix}.policy", asset.board);
            println!("\n{name}");
            // The page must never load an unfinished file: pack beside, then rename.
            let solution = run::target_folder()?.join(format!("{name}.solution"));
            let partial = run::target_folder()?.join(format!("{name}.partial"));
            let solver = || run::command(&solver);
            run::run(
                solver()
                    .args(["solve", "--board", asset.board, "--target", &target.to_string()])
                    .args(["--discount", discount])
                    .arg("--out")
                    .arg(&solution),
            )?;
            run::run(
                solver()
                    .arg("pack")
                    .arg(&solution)
                    .args(["--threshold", asset.threshold, "--values", asset.values])
                    .arg("--out")
                    .arg(&partial),
            )?;
            fs::remove_file(&solution)?;
            fs::rename(&partial, folder.join(&name))?;
        }
    }
    Ok(())
}
