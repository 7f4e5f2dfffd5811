//! Writes policy files of older versions again, each in place, and prints the length of each part.

#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::error::Error;
use std::{env, fs};

use mdp2048_policy::{PackedPolicy, repack};

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args_os().skip(1) {
        let bytes = repack(&fs::read(&path)?)?;
        let policy = PackedPolicy::without_entries(&bytes)?;
        println!("{}: {:?}", path.display(), policy.header().parts);
        fs::write(&path, bytes)?;
    }
    Ok(())
}
