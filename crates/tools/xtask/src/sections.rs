//! The custom sections of the programs of a built page.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};

/// The first bytes of a program: its kind and the version of its format.
const HEAD: &[u8] = b"\0asm\x01\0\0\0";

/// The number of the sections that have a name and no influence on what a program does.
const CUSTOM: u8 = 0;

/// Checks that no program among these files carries names of functions or other sections for
/// debugging, which readers would download for nothing.
///
/// # Errors
/// If one does, or is no program, or if there is none.
pub(crate) fn check(files: &[PathBuf]) -> Result<()> {
    let programs = files.iter().filter(|file| file.extension().is_some_and(|it| it == "wasm"));
    let mut count = 0;
    for program in programs {
        let path = program.display();
        let read = || custom_sections(&fs::read(program)?);
        let sections = read().with_context(|| format!("could not read {path}"))?;
        if let Some((name, bytes)) = sections.iter().find(|(name, _)| is_for_debugging(name)) {
            bail!(
                "{path} has a section `{name}` of {bytes} bytes, which only debuggers read: \
                 release builds need the wasm-bindgen of crates/tools/bindgen, so remove another one \
                 from PATH"
            );
        }
        count += 1;
    }
    ensure!(count > 0, "the page has no program");
    println!("{count} programs without sections for debugging");
    Ok(())
}

/// Whether only debuggers and stack traces use a custom section.
fn is_for_debugging(name: &str) -> bool {
    ["name", "sourceMappingURL", "external_debug_info"].contains(&name)
        || name.starts_with(".debug")
}

/// The names and the lengths of the custom sections of a program.
fn custom_sections(program: &[u8]) -> Result<Vec<(String, usize)>> {
    let mut rest = program.strip_prefix(HEAD).context("it is no WebAssembly program")?;
    let mut sections = Vec::new();
    while let Some((&id, after)) = rest.split_first() {
        rest = after;
        let contents = sized(&mut rest).context("a section is cut off")?;
        if id == CUSTOM {
            let mut contents_left = contents;
            let name = sized(&mut contents_left).context("a custom section has no name")?;
            sections.push((String::from_utf8_lossy(name).into_owned(), contents.len()));
        }
    }
    Ok(sections)
}

/// Takes a length and as many bytes after it.
fn sized<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (mut length, mut shift) = (0_u64, 0);
    loop {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        length |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let (taken, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = after;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with an empty section of functions between these custom sections.
    fn program(names: &[&str]) -> Vec<u8> {
        let mut program = HEAD.to_vec();
        for name in names {
            let contents = [&[name.len() as u8], name.as_bytes(), &[7; 200]].concat();
            program.extend([CUSTOM, contents.len() as u8 | 0x80, (contents.len() >> 7) as u8]);
            program.extend(contents);
            program.extend([3, 1, 0]);
        }
        program
    }

    #[test]
    fn custom_sections_are_found() {
        let names = ["producers", "name", ".debug_line"];
        let sections = custom_sections(&program(&names)).unwrap();
        assert_eq!(sections, names.map(|name| (name.to_owned(), 1 + name.len() + 200)));
        assert_eq!(custom_sections(HEAD).unwrap(), []);
        assert!(custom_sections(b"\0asm").is_err());
        let whole = program(&names[..1]);
        for end in HEAD.len() + 1..whole.len() - 3 {
            assert!(custom_sections(&whole[..end]).is_err(), "{end}");
        }
        assert!(custom_sections(&[HEAD, &[1], &[0xff; 20]].concat()).is_err());
    }

    #[test]
    fn programs_with_names_are_refused() {
        let folder = std::env::temp_dir().join(format!("mdp2048-sections-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = ["a.wasm", "b.wasm", "c.js"].map(|file| folder.join(file));
        let outcome = |sections: &[&str]| {
            fs::write(&files[0], program(&["producers", "target_features"])).unwrap();
            fs::write(&files[1], program(sections)).unwrap();
            fs::write(&files[2], "").unwrap();
            check(&files).map_err(|error| error.to_string())
        };
        assert_eq!(outcome(&["producers"]), Ok(()));
        for name in ["name", ".debug_info", "sourceMappingURL", "external_debug_info"] {
            let error = outcome(&["producers", name]).unwrap_err();
            assert!(error.contains("b.wasm") && error.contains(&format!("`{name}`")), "{error}");
        }
        assert!(check(&files[2..]).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
