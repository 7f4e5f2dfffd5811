//! Tables of text.

use std::fmt::{self, Display};

/// Lines of a name and a text, the texts aligned.
#[derive(Default)]
pub(crate) struct NamedLines(Vec<(&'static str, String)>);

impl NamedLines {
    pub(crate) fn add(&mut self, name: &'static str, text: impl Display) {
        self.0.push((name, text.to_string()));
    }
}

impl Display for NamedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        self.0.iter().try_for_each(|(name, text)| writeln!(f, "{name:width$}  {text}"))
    }
}

/// Rows of `N` columns, aligned to the right.
pub(crate) struct Columns<const N: usize>(Vec<[String; N]>);

impl<const N: usize> Columns<N> {
    /// A table with its first row.
    pub(crate) fn new(head: [&str; N]) -> Self {
        Self(vec![head.map(str::to_owned)])
    }

    pub(crate) fn add(&mut self, row: [String; N]) {
        self.0.push(row);
    }
}

impl<const N: usize> Display for Columns<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| self.0.iter().map(|row| row[column].len()).max().unwrap_or(0);
        for row in &self.0 {
            for (column, text) in row.iter().enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                write!(f, "{gap}{text:>width$}", width = width(column))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_aligned() {
        let mut lines = NamedLines::default();
        lines.add("states", 15);
        lines.add("value", "1");
        assert_eq!(lines.to_string(), "states  15\nvalue   1\n");
        let mut columns = Columns::new(["tile", "or more"]);
        columns.add(["8".to_owned(), "1".to_owned()]);
        assert_eq!(columns.to_string(), "tile  or more\n   8        1\n");
    }
}
