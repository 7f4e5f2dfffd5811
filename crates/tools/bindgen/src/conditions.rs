//! Conditions in the bindings whose value is the same for every program of the page.
//!
//! The bindings support browsers without `FinalizationRegistry`, and calls that pass the program
//! itself instead of an object with it, which is deprecated. `.browserslistrc` names no such
//! browser, and our modules make no such call. With the conditions replaced by their values, the
//! minifier removes the code that is never reached.

/// Conditions as `wasm-bindgen` writes them, and their values. A condition that it writes in
/// another way stays, and so does the code: the table of sizes shows it.
const KNOWN: [(&str, &str); 3] = [
    ("typeof FinalizationRegistry === 'undefined'", "false"),
    ("Object.getPrototypeOf(module) === Object.prototype", "true"),
    ("Object.getPrototypeOf(module_or_path) === Object.prototype", "true"),
];

/// Replaces the conditions whose values are known. Returns the bindings.
pub(crate) fn replace_known(bindings: &str) -> String {
    KNOWN
        .iter()
        .fold(bindings.to_owned(), |text, (condition, value)| text.replace(condition, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_conditions_become_their_values_and_others_stay() {
        let bindings = "const a = (typeof FinalizationRegistry === 'undefined') ? b : c;
            if (Object.getPrototypeOf(module) === Object.prototype) { d() }
            if (typeof module_or_path === 'string') { e() }";
        let expected = "const a = (false) ? b : c;
            if (true) { d() }
            if (typeof module_or_path === 'string') { e() }";
        assert_eq!(replace_known(bindings), expected);
    }
}
