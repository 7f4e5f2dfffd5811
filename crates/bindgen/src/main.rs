//! The `wasm-bindgen` that Trunk calls to turn a compiled page into wasm and JavaScript.
//!
//! It is the library behind the published tool with the few flags Trunk passes. Built here, it
//! is pinned by this workspace's lock file to the version the page was compiled against, and it
//! takes less than half the time to build. A flag it does not know is an error, never ignored.

#![allow(clippy::print_stdout, reason = "Trunk reads the version from standard output")]

mod flags;

use anyhow::{Context as _, Result};
use flags::{Command, Flags};

fn main() -> Result<()> {
    match flags::parse(std::env::args().skip(1))? {
        Command::Version => println!("wasm-bindgen {}", wasm_bindgen_shared::version()),
        Command::Generate(flags) => generate(&flags)?,
    }
    Ok(())
}

/// Writes the bindings of one compiled binary.
fn generate(flags: &Flags) -> Result<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(&flags.input)
        .out_name(&flags.out_name)
        .typescript(flags.typescript)
        .demangle(flags.demangle)
        .keep_debug(flags.keep_debug);
    match flags.target {
        flags::Target::Web => bindgen.web(true)?,
        flags::Target::NoModules => bindgen.no_modules(true)?,
    };
    bindgen
        .generate(&flags.out_dir)
        .with_context(|| format!("could not generate bindings for {}", flags.input.display()))
}
