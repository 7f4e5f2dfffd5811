//! The command line that Trunk 0.21 passes.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// The task of a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print the version.
    Version,
    /// Write bindings.
    Generate(Bindings),
}

/// How to write the bindings of one binary.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bindings {
    /// The compiled `.wasm` file.
    pub(crate) input: PathBuf,
    /// The folder of the bindings.
    pub(crate) out_dir: PathBuf,
    /// The stem of the names of the files.
    pub(crate) out_name: String,
    /// How the page loads the bindings.
    pub(crate) target: Target,
    /// Also write TypeScript declarations.
    pub(crate) typescript: bool,
    /// Turn mangled symbols into readable names.
    pub(crate) demangle: bool,
    /// Keep the debug sections.
    pub(crate) keep_debug: bool,
}

impl Bindings {
    /// Whether cargo has built the program for debugging. The functions of another program have no
    /// names, which are about a tenth of it.
    pub(crate) fn is_for_debugging(&self) -> bool {
        let folder = self.input.parent().and_then(Path::file_name);
        self.keep_debug || folder == Some(OsStr::new("debug"))
    }
}

/// How the page loads the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// As a module: the page itself.
    Web,
    /// As a classic script: a worker.
    NoModules,
}

/// Reads the arguments that follow the program's name.
///
/// # Errors
///
/// On a flag that is not listed here and on a missing one.
pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Command> {
    let (mut input, mut out_dir, mut out_name, mut target) = (None, None, None, None);
    let (mut typescript, mut demangle, mut keep_debug) = (true, true, false);
    for argument in arguments {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => (argument.as_str(), None),
        };
        match (name, value) {
            ("--version" | "-V", None) => return Ok(Command::Version),
            ("--target", Some("web")) => target = Some(Target::Web),
            ("--target", Some("no-modules")) => target = Some(Target::NoModules),
            ("--out-dir", Some(path)) => out_dir = Some(PathBuf::from(path)),
            ("--out-name", Some(stem)) => out_name = Some(stem.to_owned()),
            ("--no-typescript", None) => typescript = false,
            ("--no-demangle", None) => demangle = false,
            ("--keep-debug", None) => keep_debug = true,
            (path, None) if !path.starts_with('-') && input.is_none() => {
                input = Some(PathBuf::from(path));
            }
            _ => bail!(
                "this wasm-bindgen does not know `{argument}`: \
                 add it to crates/tools/bindgen/src/flags.rs, or install wasm-bindgen-cli {} \
                 and put it first on PATH",
                wasm_bindgen_shared::version()
            ),
        }
    }
    Ok(Command::Generate(Bindings {
        input: input.context("name the .wasm file to read")?,
        out_dir: out_dir.context("--out-dir=FOLDER is missing")?,
        out_name: out_name.context("--out-name=STEM is missing")?,
        target: target.context("--target=web or --target=no-modules is missing")?,
        typescript,
        demangle,
        keep_debug,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_the_flags_that_trunk_passes() {
        let command = "--target=web --out-dir=out/folder --out-name=app app.wasm --no-typescript";
        assert_eq!(
            parse_line(command).unwrap(),
            Command::Generate(Bindings {
                input: "app.wasm".into(),
                out_dir: "out/folder".into(),
                out_name: "app".into(),
                target: Target::Web,
                typescript: false,
                demangle: true,
                keep_debug: false,
            })
        );
        assert_eq!(parse_line("--version").unwrap(), Command::Version);
    }

    #[test]
    fn only_programs_for_debugging_have_names() {
        let is_for_debugging = |input: &str| {
            let line = format!("--target=web --out-dir=out --out-name=app {input}");
            match parse_line(&line).unwrap() {
                Command::Generate(bindings) => bindings.is_for_debugging(),
                Command::Version => panic!("{line} asks for the version"),
            }
        };
        let target = "debug/target/wasm32-unknown-unknown";
        assert!(is_for_debugging(&format!("{target}/debug/app.wasm")));
        for profile in ["release", "page", "solver"] {
            assert!(!is_for_debugging(&format!("{target}/{profile}/app.wasm")), "{profile}");
        }
        assert!(is_for_debugging(&format!("{target}/page/app.wasm --keep-debug")));
        assert!(!is_for_debugging("app.wasm"));
    }

    #[test]
    fn refuses_unknown_flags() {
        let known = "--target=web --out-dir=out --out-name=app app.wasm";
        for flag in ["--weak-refs", "--target=deno", "--out-dir", "second.wasm", "--version=1"] {
            let error = parse_line(&format!("{known} {flag}")).unwrap_err().to_string();
            assert!(error.contains(flag), "{error}");
        }
    }

    #[test]
    fn names_what_is_missing() {
        let error = parse_line("--target=web --out-dir=out app.wasm").unwrap_err();
        assert!(error.to_string().contains("--out-name"), "{error}");
    }
}
