//! The arguments of `pack`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_model::Game;
use mdp2048_policy::{TextPolicy, ValuesHeld};

use crate::error::Error;
use crate::parse;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 pack 512.solution --threshold 1e-7 --out 512.policy
  mdp2048 pack 512.solution --max-leave 0.01 --values action --out 512.policy
  mdp2048 pack 4x4_32 --threshold 1e-7 --out 4x4_32.policy")]
pub(crate) struct PackArgs {
    /// The solution, or the work folder of a solve; - is standard input
    pub(super) file: PathBuf,

    /// Keep the states of at least this occupancy, counting games through kept states only
    /// [default: 0, every reachable state]
    #[arg(
        long,
        value_name = "OCCUPANCY",
        value_parser = parse::probability,
        conflicts_with = "max_leave"
    )]
    pub(super) threshold: Option<f64>,

    /// Keep as few states as possible such that a game leaves them with at most this probability
    #[arg(long, value_name = "PROBABILITY", value_parser = parse::max_leave)]
    pub(super) max_leave: Option<f64>,

    /// Which values to hold beside the actions [default: state; none for the fewest moves]
    #[arg(long, value_parser = parse::values_held())]
    pub(super) values: Option<ValuesHeld>,

    /// The largest error of a value: a probability, points or moves [default: 1e-4, 0.5 or 0.05; a
    /// hundredth of the probability of losing where that is below 1e-3; with the values of actions
    /// 0.6 of that]
    #[arg(long, value_name = "VALUE", value_parser = parse::value_error)]
    pub(super) value_error: Option<f64>,

    /// The format of the policy
    #[arg(long, value_enum, default_value_t = PolicyFormat::Mdp2048)]
    pub(super) format: PolicyFormat,

    /// The policy file to write; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
}

impl PackArgs {
    /// The values to hold.
    pub(super) fn values_held(&self, game: &Game) -> ValuesHeld {
        // States from which the target is not certain to be reached may have infinite values.
        let usual =
            if game.objective().needs_certainty() { ValuesHeld::None } else { ValuesHeld::State };
        self.values.unwrap_or(usual)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PolicyFormat {
    /// The packed policy that the page loads
    Mdp2048,
    /// The text that pages of the published player load, with values in whole percent; plain text
    /// without a checksum
    Twenty48,
}

/// Checks, before any work, that the text format can hold what is asked for.
pub(super) fn check_text_options(args: &PackArgs, game: &Game) -> Result<(), Error> {
    if args.format != PolicyFormat::Twenty48 {
        return Ok(());
    }
    if let Err(reason) = TextPolicy::check_game(game) {
        return Err(Error::Arguments(format!("{reason}: choose --format mdp2048")));
    }
    let reason = if args.values_held(game) == ValuesHeld::Action {
        "the text format holds no values of actions: choose --values state or none".to_owned()
    } else if args.value_error.is_some() {
        "the text format holds whole percent: leave --value-error out".to_owned()
    } else {
        return Ok(());
    };
    Err(Error::Arguments(format!("{reason}, or --format mdp2048")))
}
