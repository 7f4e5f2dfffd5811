//! The flags of the tasks.

use anyhow::{Context as _, Result, bail};

/// The arguments after the task's name. Reading a flag removes it.
pub(crate) struct Flags {
    unread: Vec<String>,
}

impl Flags {
    /// The given arguments, none read yet.
    pub(crate) fn new(arguments: Vec<String>) -> Self {
        Self { unread: arguments }
    }

    /// Whether the flag `name` is given.
    pub(crate) fn switch(&mut self, name: &str) -> bool {
        let before = self.unread.len();
        self.unread.retain(|argument| argument != name);
        self.unread.len() != before
    }

    /// The value of `name`, given as `name value` or as `name=value`.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        let Some(at) = self
            .unread
            .iter()
            .position(|argument| argument == name || argument.starts_with(&prefix))
        else {
            return Ok(None);
        };
        let flag = self.unread.remove(at);
        if let Some(value) = flag.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        let missing = || format!("{name} needs a value");
        self.unread.get(at).with_context(missing)?;
        Ok(Some(self.unread.remove(at)))
    }

    /// Fails if an argument has not been read.
    pub(crate) fn finish(self) -> Result<()> {
        match self.unread.first() {
            None => Ok(()),
            Some(argument) => bail!("unknown argument `{argument}`: see `cargo xtask help`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_known_flags_and_refuses_others() {
        let mut flags =
            Flags::new(["--port", "9000", "--only=fmt", "--x"].map(str::to_owned).to_vec());
        assert_eq!(flags.value("--port").unwrap().as_deref(), Some("9000"));
        assert_eq!(flags.value("--only").unwrap().as_deref(), Some("fmt"));
        assert!(!flags.switch("--release"));
        assert!(flags.finish().unwrap_err().to_string().contains("`--x`"));
        assert!(Flags::new(vec!["--port".to_owned()]).value("--port").is_err());
    }
}
