//! Names as a choice.

/// Names as a choice: `always, after or never`.
pub fn alternatives(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        names => names.concat(),
    }
}
