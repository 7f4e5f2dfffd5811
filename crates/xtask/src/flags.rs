//! The few flags the tasks take.

use anyhow::{Context as _, Result, bail};

/// The arguments after the task's name; each flag is taken out as it is read.
pub(crate) struct Flags {
    rest: Vec<String>,
}

impl Flags {
    /// The given arguments, none read yet.
    pub(crate) fn new(rest: Vec<String>) -> Self {
        Self { rest }
    }

    /// Whether `name` is there.
    pub(crate) fn switch(&mut self, name: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|argument| argument != name);
        self.rest.len() != before
    }

    /// What follows `name`, either as `name value` or as `name=value`.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        let Some(at) =
            self.rest.iter().position(|argument| argument == name || argument.starts_with(&prefix))
        else {
            return Ok(None);
        };
        let flag = self.rest.remove(at);
        if let Some(value) = flag.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        let missing = || format!("{name} needs a value");
        self.rest.get(at).with_context(missing)?;
        Ok(Some(self.rest.remove(at)))
    }

    /// Refuses what no one has read.
    pub(crate) fn finish(self) -> Result<()> {
        match self.rest.first() {
            None => Ok(()),
            Some(argument) => bail!("unknown argument `{argument}`: see `cargo xtask help`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_what_it_knows_and_refuses_the_rest() {
        let mut flags =
            Flags::new(["--port", "9000", "--only=fmt", "--x"].map(str::to_owned).to_vec());
        assert_eq!(flags.value("--port").unwrap().as_deref(), Some("9000"));
        assert_eq!(flags.value("--only").unwrap().as_deref(), Some("fmt"));
        assert!(!flags.switch("--release"));
        assert!(flags.finish().unwrap_err().to_string().contains("`--x`"));
        assert!(Flags::new(vec!["--port".to_owned()]).value("--port").is_err());
    }
}
