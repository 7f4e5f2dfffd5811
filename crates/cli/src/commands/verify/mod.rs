//! `verify`: checks that a file is intact and that its contents are right.

mod certificate;
mod faults;
mod folder;
mod policy;
mod solution;

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use self::certificate::VerifiedCertificate;
use self::faults::FaultSummary;
use self::folder::VerifiedFolder;
use self::policy::VerifiedPolicy;
use self::solution::VerifiedSolution;
use mdp2048::files::WorkFolder;

use crate::error::Error;
use crate::input::InputFile;
use crate::parse;
use crate::paths::shown;
use crate::same_file::input_name;
use crate::threads::ThreadsArgs;

/// The states of each layer that are checked unless another number is given.
const SAMPLES: u64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 verify 512.solution
  mdp2048 verify 512.policy --against 512.solution
  mdp2048 verify 4x4_32 --samples 10000
  mdp2048 verify 64.certificate")]
pub(crate) struct VerifyArgs {
    /// A solution, a policy, a work folder, or a certificate; - is standard input
    file: PathBuf,

    /// For a policy: the solution that it was packed from, to check every entry
    #[arg(long, value_name = "SOLUTION")]
    against: Option<PathBuf>,

    /// For a work folder: how many random states of each layer to check against the rules
    /// [default: 1000]
    #[arg(long, value_name = "COUNT", conflicts_with = "whole", value_parser = parse::samples)]
    samples: Option<u64>,

    /// For a work folder: check every state against the rules
    #[arg(long)]
    whole: bool,

    #[command(flatten)]
    threads: ThreadsArgs,
}

impl VerifyArgs {
    /// The first option given that applies to work folders only.
    fn folder_option(&self) -> Option<&'static str> {
        let options = [(self.samples.is_some(), "--samples"), (self.whole, "--whole")];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// Refuses `--against` for a file of a kind that needs no other file.
    fn refuse_against(&self, kind: &str) -> Result<(), Error> {
        if self.against.is_none() {
            return Ok(());
        }
        Err(Error::Arguments(format!(
            "{} is {kind}, which needs no other file to be verified: leave --against out",
            shown(input_name(&self.file))
        )))
    }
}

/// The result of a verification.
#[derive(Debug, Serialize)]
pub(crate) struct Verified {
    #[serde(flatten)]
    subject: VerifiedFile,
    #[serde(skip)]
    file: PathBuf,
}

/// What was verified.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum VerifiedFile {
    Solution(VerifiedSolution),
    Policy(VerifiedPolicy),
    Folder(VerifiedFolder),
    Certificate(VerifiedCertificate),
}

/// Verifies a file or a work folder.
pub(crate) fn run(args: &VerifyArgs) -> Result<Verified, Error> {
    Ok(Verified { subject: verify(args)?, file: input_name(&args.file).to_owned() })
}

fn verify(args: &VerifyArgs) -> Result<VerifiedFile, Error> {
    if WorkFolder::is_at(&args.file) {
        args.refuse_against("a work folder")?;
        let samples = (!args.whole).then_some(args.samples.unwrap_or(SAMPLES));
        return Ok(VerifiedFile::Folder(VerifiedFolder::verify(&args.file, samples)?));
    }
    if let Some(option) = args.folder_option() {
        return Err(Error::Arguments(format!(
            "{option} is for work folders, and {} is checked as a whole: leave {option} out",
            shown(input_name(&args.file))
        )));
    }
    if certificate::is_at(&args.file) {
        args.refuse_against("a certificate")?;
        return Ok(VerifiedFile::Certificate(VerifiedCertificate::verify(&args.file)?));
    }
    Ok(match (InputFile::open(&args.file)?, args.against.as_deref()) {
        (InputFile::Solution(file), _) => {
            args.refuse_against("a solution")?;
            VerifiedFile::Solution(VerifiedSolution::verify(*file, args.threads.count())?)
        }
        (InputFile::Packed(policy), None) => VerifiedFile::Policy(VerifiedPolicy::intact(&policy)),
        (InputFile::Packed(policy), Some(against)) => {
            VerifiedFile::Policy(VerifiedPolicy::verify(&args.file, &policy, against)?)
        }
        (InputFile::Text(text), _) => return Err(text.unsupported("a solution or a packed policy")),
    })
}

impl Verified {
    fn faults(&self) -> &FaultSummary {
        match &self.subject {
            VerifiedFile::Solution(solution) => &solution.faults,
            VerifiedFile::Policy(policy) => &policy.faults,
            VerifiedFile::Folder(folder) => &folder.faults,
            VerifiedFile::Certificate(certificate) => &certificate.faults,
        }
    }

    /// An error if there are faults.
    pub(crate) fn verdict(&self) -> Result<(), Error> {
        match self.faults().first() {
            None => Ok(()),
            Some(first) => Err(Error::Faulty {
                path: self.file.clone(),
                count: self.faults().count,
                first: first.to_owned(),
            }),
        }
    }
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            VerifiedFile::Solution(solution) => solution.fmt(f),
            VerifiedFile::Policy(policy) => policy.fmt(f),
            VerifiedFile::Folder(folder) => folder.fmt(f),
            VerifiedFile::Certificate(certificate) => certificate.fmt(f),
        }?;
        self.faults().fmt(f)
    }
}
