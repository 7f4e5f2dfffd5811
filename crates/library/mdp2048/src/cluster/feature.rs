//! The options of a feature, which a program without the feature refuses with what to do.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::{Error, ErrorKind};
use clap::{Arg, Command};

/// Whether this program can solve by several processes.
pub(super) const IS_BUILT: bool = cfg!(feature = "distributed");

/// Parses a value of an option for solves by several processes, if this program can do that.
pub(super) fn of_feature<T: Clone + Send + Sync + 'static>(
    parse: fn(&str) -> Result<T, String>,
) -> impl TypedValueParser<Value = T> {
    ParserOfFeature { is_built: IS_BUILT, parse }
}

/// A parser that refuses every value in a program without the feature.
#[derive(Clone, Copy)]
struct ParserOfFeature<T> {
    is_built: bool,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for ParserOfFeature<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        if self.is_built {
            return self.parse.parse_ref(command, argument, value);
        }
        let name = argument.and_then(Arg::get_long).unwrap_or_default();
        let message = format!(
            "this program is built without --{name}: build one that has it with cargo build \
             --release -p mdp2048 --features distributed"
        );
        Err(Error::raw(ErrorKind::ValueValidation, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of parsing `--processes 2` in a program with or without the feature.
    fn parsed(is_built: bool) -> Result<usize, Error> {
        let parser = ParserOfFeature { is_built, parse: crate::parse::processes };
        let option = Arg::new("processes").long("processes").value_parser(parser);
        let command = Command::new("solve").arg(option);
        let matches = command.try_get_matches_from(["solve", "--processes", "2"])?;
        Ok(*matches.get_one("processes").unwrap())
    }

    #[test]
    fn a_program_without_the_feature_says_how_to_build_it() {
        assert_eq!(parsed(true).unwrap(), 2);
        let error = parsed(false).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ValueValidation);
        assert_eq!(
            error.to_string().trim_end(),
            "error: this program is built without --processes: build one that has it with cargo \
             build --release -p mdp2048 --features distributed"
        );
    }
}
