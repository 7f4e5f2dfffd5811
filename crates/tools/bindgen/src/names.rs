//! Short names of what a program and its bindings give each other.
//!
//! The names that `wasm-bindgen` makes end with hash values, which do not compress, and each of
//! them is in the program and in the bindings.

use std::collections::HashMap;

use walrus::Module;

/// Functions that a program imports have such names. No other name in the bindings begins so.
const IMPORT: &str = "__wb";

/// The bindings name an export of the program as a property of this.
const EXPORT: &str = "wasm";

/// Replaces the names of a program's imports and exports by short ones, also in its bindings.
/// Returns the bindings. A name that the bindings do not contain stays.
pub(crate) fn shorten(module: &mut Module, bindings: &str) -> String {
    let tokens = tokens(bindings);
    let (mut imports, mut exports) = (HashMap::new(), HashMap::new());
    for import in module.imports.iter_mut().filter(|import| import.name.starts_with(IMPORT)) {
        if tokens.contains(&import.name.as_str()) {
            let short = short(imports.len());
            let short = imports.entry(import.name.clone()).or_insert(short);
            import.name.clone_from(short);
        }
    }
    let is_used = |name: &str| tokens.windows(3).any(|it| it == [EXPORT, ".", name]);
    for export in module.exports.iter_mut().filter(|export| is_used(&export.name)) {
        let short = short(exports.len());
        exports.insert(std::mem::replace(&mut export.name, short.clone()), short);
    }
    let mut text = String::with_capacity(bindings.len());
    for (at, &token) in tokens.iter().enumerate() {
        let is_property = at >= 2 && tokens[at - 2..at] == [EXPORT, "."];
        let names = if is_property { &exports } else { &imports };
        text.push_str(names.get(token).map_or(token, String::as_str));
    }
    text
}

/// The identifiers of JavaScript, and each character between them.
fn tokens(text: &str) -> Vec<&str> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|it| !is_part(it)).filter(|_| is_part(first));
        let end = end.unwrap_or(if is_part(first) { rest.len() } else { first.len_utf8() });
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// A short name for each number: `a` to `z`, `aa`, `ba` and so on.
fn short(number: usize) -> String {
    let (rest, letter) = (number / 26, (b'a' + (number % 26) as u8) as char);
    let after = rest.checked_sub(1).map(short).unwrap_or_default();
    format!("{letter}{after}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use walrus::FunctionBuilder;

    use super::*;

    #[test]
    fn short_names_differ() {
        let names: HashSet<String> = (0..1000).map(short).collect();
        assert_eq!(names.len(), 1000);
        assert_eq!([short(0), short(25), short(26), short(27)], ["a", "z", "aa", "ba"]);
    }

    #[test]
    fn a_program_and_its_bindings_agree_on_names() {
        let mut module = Module::default();
        let empty = module.types.add(&[], &[]);
        for name in ["__wbg_log_0123456789abcdef", "__wbg_unused_0123456789abcdef"] {
            module.add_import_func("./app_bg.js", name, empty);
        }
        let function =
            FunctionBuilder::new(&mut module.types, &[], &[]).finish(Vec::new(), &mut module.funcs);
        for name in ["app_start", "app_starts", "memory"] {
            module.exports.add(name, function);
        }
        let bindings = "export function app_start() { return wasm.app_start(wasm.memory); }
            const imports = { __wbg_log_0123456789abcdef: () => log('wasm app_starts') };";
        let expected = "export function app_start() { return wasm.a(wasm.b); }
            const imports = { a: () => log('wasm app_starts') };";
        assert_eq!(shorten(&mut module, bindings), expected);
        let names: Vec<&str> = module.imports.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a", "__wbg_unused_0123456789abcdef"]);
        let names: Vec<&str> = module.exports.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a", "app_starts", "b"]);
    }
}
