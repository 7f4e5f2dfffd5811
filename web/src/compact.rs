//! Texts of a program without what browsers skip, made while it is compiled.

/// A text of at most `N` bytes.
pub struct Compact<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Compact<N> {
    /// A style sheet of `N` bytes without comments and needless white space.
    pub const fn css(sheet: &str) -> Self {
        Self::of(sheet.as_bytes(), true)
    }

    /// A template of `N` bytes with one space in place of each run of white space.
    pub const fn html(template: &str) -> Self {
        Self::of(template.as_bytes(), false)
    }

    /// The text.
    pub const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            // Only whole characters are left out.
            Err(_) => "",
        }
    }

    const fn of(text: &[u8], is_css: bool) -> Self {
        let mut kept = Self { bytes: [0; N], length: 0 };
        let (mut at, mut quote) = (0, 0);
        while at < text.len() {
            let byte = text[at];
            at += 1;
            if quote != 0 {
                if byte == quote {
                    quote = 0;
                }
                kept.push(byte);
            } else if is_css && byte == b'/' && at < text.len() && text[at] == b'*' {
                at += 1;
                while at + 1 < text.len() && !(text[at] == b'*' && text[at + 1] == b'/') {
                    at += 1;
                }
                at += 2;
            } else if byte.is_ascii_whitespace() {
                let joins: &[u8] = if is_css { b" {};:," } else { b" " };
                if kept.length > 0 && !kept.ends_with(joins) {
                    kept.push(b' ');
                }
            } else {
                // A semicolon is needed between declarations only.
                let needless: &[u8] = match byte {
                    b'{' => b" ",
                    b'}' => b" ;",
                    _ => b"",
                };
                if is_css && kept.ends_with(needless) {
                    kept.length -= 1;
                }
                if is_css && matches!(byte, b'"' | b'\'') {
                    quote = byte;
                }
                kept.push(byte);
            }
        }
        kept
    }

    /// Whether the last byte is one of these.
    const fn ends_with(&self, bytes: &[u8]) -> bool {
        let mut at = 0;
        while self.length > 0 && at < bytes.len() {
            if bytes[at] == self.bytes[self.length - 1] {
                return true;
            }
            at += 1;
        }
        false
    }

    const fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_have_no_comments_and_no_needless_space() {
        let check = |sheet: &str, compact: &str| {
            assert_eq!(Compact::<200>::css(sheet).text(), compact);
        };
        check(
            "/* The board. */\n.board,\n.cells > b :focus {\n  color: red;\n  margin: 0 1px;\n}\n",
            ".board,.cells > b :focus{color:red;margin:0 1px}",
        );
        check("p::before { content: \" /* {é} */ ;\"; }", "p::before{content:\" /* {é} */ ;\"}");
        check("@import 'a  b' ;", "@import 'a  b' ;");
        check(
            "@media (width > 3px) { p { top: calc(1px + 2px) } }",
            "@media (width > 3px){p{top:calc(1px + 2px)}}",
        );
        check("", "");
        check("/* open", "");
    }

    #[test]
    fn templates_have_single_spaces() {
        let html = Compact::<100>::html("<p\n   class=\"a\">\n  It's <b>×</b>\n\n</p>\n");
        assert_eq!(html.text(), "<p class=\"a\"> It's <b>×</b> </p> ");
    }
}
