//! Conditions in the bindings that hold, or never hold, for every program of the page.
//!
//! The bindings accept the address of a program, a response, or the program in a deprecated
//! position, and browsers without `FinalizationRegistry`. Our modules pass a compiled program by
//! its name, and `.browserslistrc` names no such browser. With the conditions replaced by their
//! values, the minifier removes the code that is never reached.

/// Conditions as `wasm-bindgen` writes them, and their values. One that it writes in another way
/// stays, and so does the code: the table of sizes shows it.
const KNOWN: [(&str, &str); 5] = [
    ("typeof FinalizationRegistry === 'undefined'", "false"),
    ("typeof Response === 'function' && module instanceof Response", "false"),
    (
        "typeof module_or_path === 'string' \
         || (typeof Request === 'function' && module_or_path instanceof Request) \
         || (typeof URL === 'function' && module_or_path instanceof URL)",
        "false",
    ),
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
        let bindings = "if (typeof Response === 'function' && module instanceof Response) { a() }
            const b = (typeof FinalizationRegistry === 'undefined') ? c : d;
            if (typeof other === 'string') { e() }";
        let expected = "if (false) { a() }
            const b = (false) ? c : d;
            if (typeof other === 'string') { e() }";
        assert_eq!(replace_known(bindings), expected);
    }
}
