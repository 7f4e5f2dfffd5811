//! Style sheets in programs, without comments and indentation.
//!
//! These would be about 1 kB of the 128,000 bytes that an embedded 2x2 game may load until its first
//! move.

/// The style sheets of these names, one after the other. They are read and shortened when the program
/// is compiled; no text in them contains `/*` or a line break.
#[macro_export]
macro_rules! style_sheets {
    ($($name:literal),+) => {{
        const SOURCE: &str = concat!($(include_str!(concat!("../../styles/", $name, ".css"))),+);
        const SHEET: [u8; $crate::css::length(SOURCE)] = $crate::css::shortened(SOURCE);
        match core::str::from_utf8(&SHEET) {
            Ok(sheet) => sheet.to_owned(),
            Err(_) => String::new(),
        }
    }};
}

/// The number of bytes of a shortened style sheet.
pub const fn length(css: &str) -> usize {
    copy(css.as_bytes(), &mut [])
}

/// The bytes of a style sheet without comments and indentation; `N` is their [`length`].
pub const fn shortened<const N: usize>(css: &str) -> [u8; N] {
    let mut sheet = [0; N];
    copy(css.as_bytes(), &mut sheet);
    sheet
}

/// Copies all but comments, indentation and empty lines, at most as many bytes as fit; returns their
/// number, also of those that do not fit.
const fn copy(css: &[u8], to: &mut [u8]) -> usize {
    let (mut at, mut length, mut last) = (0, 0, b'\n');
    while at < css.len() {
        if css[at] == b'/' && at + 1 < css.len() && css[at + 1] == b'*' {
            at += 2;
            while at + 1 < css.len() && !(css[at] == b'*' && css[at + 1] == b'/') {
                at += 1;
            }
            at += 2;
            continue;
        }
        if last != b'\n' || !css[at].is_ascii_whitespace() {
            if length < to.len() {
                to[length] = css[at];
            }
            length += 1;
            last = css[at];
        }
        at += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::{length, shortened};

    #[test]
    fn comments_and_indentation_are_left_out() {
        const CSS: &str = "/* a */a { b: c/2; }/**/ d {} /* *";
        const SHEET: [u8; length(CSS)] = shortened(CSS);
        assert_eq!(std::str::from_utf8(&SHEET), Ok("a { b: c/2; } d {} "));
        const LINES: &str = "/* a */\n\na {\n  b: c\n    d;\n}\n";
        const SHORT: [u8; length(LINES)] = shortened(LINES);
        assert_eq!(std::str::from_utf8(&SHORT), Ok("a {\nb: c\nd;\n}\n"));
    }
}
