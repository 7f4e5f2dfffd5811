//! The option for the number of threads.

use clap::Args;
use mdp2048::files::machine;

use crate::error::print_message;
use crate::parse;

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadsArgs {
    /// The number of threads, at most one for each processor [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = parse::threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// The number of threads to use. More than there are processors would only slow the work down,
    /// so a remark on standard error says that they are fewer.
    pub(crate) fn count(self) -> usize {
        let processors = machine::threads();
        match self.threads {
            Some(threads) if threads > processors => {
                print_message(&format!(
                    "note: --threads {threads} is more than the processors, so {processors} are \
                     used"
                ));
                processors
            }
            threads => threads.unwrap_or(processors),
        }
    }
}
