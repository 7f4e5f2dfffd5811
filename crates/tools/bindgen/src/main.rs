//! The `wasm-bindgen` that Trunk runs to make WebAssembly and JavaScript of a compiled page.
//!
//! It calls the library of the published tool and accepts only the flags that Trunk passes. This
//! workspace's lock file pins it to the version that the page is compiled with, and it builds in
//! less than half the time of the published tool. An unknown flag is an error.

#![allow(clippy::print_stdout, reason = "Trunk reads the version from standard output")]

mod flags;

use anyhow::{Context as _, Result};
use flags::{Bindings, Command};
use wasm_bindgen_cli_support::EncodeInto;

fn main() -> Result<()> {
    match flags::parse(std::env::args().skip(1))? {
        Command::Version => println!("wasm-bindgen {}", wasm_bindgen_shared::version()),
        Command::Generate(bindings) => generate(&bindings)?,
    }
    Ok(())
}

/// Writes the bindings of one compiled binary.
fn generate(bindings: &Bindings) -> Result<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(&bindings.input)
        .out_name(&bindings.out_name)
        .typescript(bindings.typescript)
        .demangle(bindings.demangle)
        .keep_debug(bindings.keep_debug)
        // Every browser with reference types has it.
        .encode_into(EncodeInto::Always)
        // Our modules name the program that they load.
        .omit_default_module_path(true)
        .remove_name_section(!bindings.is_for_debugging());
    match bindings.target {
        flags::Target::Web => bindgen.web(true)?,
        flags::Target::NoModules => bindgen.no_modules(true)?,
    };
    bindgen
        .generate(&bindings.out_dir)
        .with_context(|| format!("could not generate bindings for {}", bindings.input.display()))
}
