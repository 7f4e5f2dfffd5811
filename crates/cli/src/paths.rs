//! The names of files as they are printed.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use crate::same_file::output_name;

/// The path of an output file in a result. It is printed as [`shown`] does, and serialised as text
/// in which U+FFFD replaces what is not Unicode.
#[derive(Clone, Debug)]
pub(crate) struct ResultPath(PathBuf);

impl<P: AsRef<Path> + ?Sized> From<&P> for ResultPath {
    fn from(path: &P) -> Self {
        Self(path.as_ref().to_owned())
    }
}

impl Serialize for ResultPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.display())
    }
}

impl Display for ResultPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shown(output_name(&self.0)).fmt(f)
    }
}

/// A path as it is printed: characters that a terminal would not print are escaped, and so are
/// bytes that are not UTF-8.
pub(crate) fn shown(path: &Path) -> impl Display {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(&escaped(chunk.valid()));
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// A path as a word of a command line: quoted if a shell would not take it for one word.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = shown(path).to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "_-+./:,@%=".contains(c);
    if text.chars().all(is_plain) && !text.starts_with('-') {
        return text;
    }
    let quoted = format!("'{}'", text.replace('\'', "'\\''"));
    if text.starts_with('-') { format!("./{quoted}") } else { quoted }
}

/// A text in which control characters and invisible characters are escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printed(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_default());
        }
    }
    escaped
}

/// Whether a character is printed as itself. Control characters, line separators and characters
/// that change the direction of the text are not.
fn is_printed(c: char) -> bool {
    let is_invisible = matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    !c.is_control() && !is_invisible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_printed_without_control_characters() {
        let check = |name: &str, expected: &str| {
            assert_eq!(shown(Path::new(name)).to_string(), expected);
        };
        check("games/3x3 to 512 é \"a\".solution", "games/3x3 to 512 é \"a\".solution");
        check("a\nb\t\u{1b}[31m\u{7f}\u{9b}", "a\\nb\\t\\u{1b}[31m\\u{7f}\\u{9b}");
        check("a\u{202e}b\u{2028}", "a\\u{202e}b\\u{2028}");
    }

    #[test]
    fn words_of_a_command_line_are_quoted_where_they_must_be() {
        let check = |name: &str, expected: &str| assert_eq!(shell_word(Path::new(name)), expected);
        check("runs/4x4_to-32.v2", "runs/4x4_to-32.v2");
        check("my runs/$a", "'my runs/$a'");
        check("it's", "'it'\\''s'");
        check("-w", "./'-w'");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_are_printed_with_their_bytes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let path = Path::new(OsStr::from_bytes(b"a\xffb\xe2\x82"));
        assert_eq!(shown(path).to_string(), "a\\xffb\\xe2\\x82");
        let json = serde_json::to_string(&ResultPath::from(path)).unwrap();
        assert_eq!(json, "\"a\u{fffd}b\u{fffd}\"");
    }
}
