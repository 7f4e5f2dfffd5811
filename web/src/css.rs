//! Style sheets in programs.

/// The style sheets of these names, one after the other.
#[macro_export]
macro_rules! style_sheets {
    ($($name:literal),+) => {
        concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/styles/", $name, ".css"))),+)
            .to_owned()
    };
}
