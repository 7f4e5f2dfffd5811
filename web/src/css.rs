//! Style sheets in programs.

/// The style sheets of these names, one after the other.
#[macro_export]
macro_rules! style_sheets {
    ($($name:literal),+) => {
        concat!($(include_str!(concat!("../../styles/", $name, ".css"))),+).to_owned()
    };
}
