//! Style sheets in programs, without their comments.
//!
//! The comments would be about 0.9 kB of the 128,000 bytes that an embedded 2x2 game may load until
//! its first move.

/// The style sheets of these names, one after the other, without comments. They are read and
/// shortened when the program is compiled; no text in them contains `/*`.
#[macro_export]
macro_rules! style_sheets {
    ($($name:literal),+) => {{
        const SOURCE: &str = concat!($(include_str!(concat!("../../styles/", $name, ".css"))),+);
        const SHEET: [u8; $crate::css::length(SOURCE)] = $crate::css::without_comments(SOURCE);
        match core::str::from_utf8(&SHEET) {
            Ok(sheet) => sheet.to_owned(),
            Err(_) => String::new(),
        }
    }};
}

/// The number of bytes of a style sheet without its comments.
pub const fn length(css: &str) -> usize {
    copy(css.as_bytes(), &mut [])
}

/// The bytes of a style sheet without its comments; `N` is their [`length`].
pub const fn without_comments<const N: usize>(css: &str) -> [u8; N] {
    let mut sheet = [0; N];
    copy(css.as_bytes(), &mut sheet);
    sheet
}

/// Copies the bytes outside of comments, at most as many as fit; returns their number, also of those
/// that do not fit.
const fn copy(css: &[u8], to: &mut [u8]) -> usize {
    let (mut at, mut length) = (0, 0);
    while at < css.len() {
        if css[at] == b'/' && at + 1 < css.len() && css[at + 1] == b'*' {
            at += 2;
            while at + 1 < css.len() && !(css[at] == b'*' && css[at + 1] == b'/') {
                at += 1;
            }
            at += 2;
        } else {
            if length < to.len() {
                to[length] = css[at];
            }
            at += 1;
            length += 1;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::{length, without_comments};

    #[test]
    fn comments_are_left_out() {
        const CSS: &str = "/* a */a { b: c/2; }/**/ d {} /* *";
        const SHEET: [u8; length(CSS)] = without_comments(CSS);
        assert_eq!(std::str::from_utf8(&SHEET), Ok("a { b: c/2; } d {} "));
    }
}
