//! Verification of a certificate.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use mdp2048_display::{count, significant};
use mdp2048_model::Probability;
use mdp2048_proof::{CERTIFICATE, Certificate, check};
use serde::Serialize;

use super::faults::FaultSummary;
use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::{exactly, proven};

/// The tile sums of a row of the result.
const ROW: u32 = 32;

/// The result of the verification of a certificate.
#[derive(Debug, Serialize)]
pub(super) struct VerifiedCertificate {
    kind: &'static str,
    ok: bool,
    game: String,
    #[serde(skip)]
    spawn_four: Probability,
    /// The bound in the file.
    proven: f64,
    /// The probability that the policy of the file wins, rounded down.
    won: f64,
    boards: u64,
    /// The probability of the games that come to a board without an action, in rows of 32.
    lost: Vec<LostRow>,
    #[serde(flatten)]
    pub(super) faults: FaultSummary,
}

/// The games that come to a board without an action.
#[derive(Debug, Serialize)]
struct LostRow {
    /// The least tile sum.
    tile_sum: u32,
    probability: f64,
}

/// Whether a file begins as certificates do. Standard input never does.
pub(super) fn is_at(path: &Path) -> bool {
    let mut start = [0; 8];
    let is_regular = path.metadata().is_ok_and(|metadata| metadata.is_file());
    let read = |mut file: File| file.read_exact(&mut start);
    is_regular && File::open(path).and_then(read).is_ok() && start == CERTIFICATE.magic
}

impl VerifiedCertificate {
    /// Follows the policy of a certificate.
    pub(super) fn verify(path: &Path) -> Result<Self, Error> {
        let read = |source| Error::Read { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(read)?);
        let contents = |source| Error::contents(path, source);
        let certificate = Certificate::read(&mut file).map_err(contents)?;
        let mut reporter = ProgressReporter::new();
        let checked = check(&certificate, |tile_sum| {
            reporter.note(&format!("the games are followed up to tile sum {tile_sum}"));
        });
        let checked = checked.map_err(contents)?;
        let mut faults = FaultSummary::default();
        let (proven, won) = (certificate.bound(), checked.won);
        if !checked.agrees {
            faults.add(|| format!("the policy wins with probability {won}, not {proven}"));
        }
        let mut lost: Vec<LostRow> = Vec::new();
        for (tile_sum, probability) in checked.lost {
            let tile_sum = tile_sum / ROW * ROW;
            match lost.last_mut() {
                Some(row) if row.tile_sum == tile_sum => row.probability += probability,
                _ => lost.push(LostRow { tile_sum, probability }),
            }
        }
        let (ok, boards) = (checked.agrees, certificate.boards());
        let game = certificate.game().to_string();
        let spawn_four = certificate.game().spawn_four();
        Ok(Self { kind: "certificate", ok, game, spawn_four, proven, won, boards, lost, faults })
    }
}

impl Display for VerifiedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("kind", self.kind);
        lines.add("game", &self.game);
        lines.add("boards", count(self.boards));
        lines.add("a 4 appears", exactly(self.spawn_four));
        lines.add("bound in the file", self.proven);
        lines.add("the policy wins", self.won);
        lines.fmt(f)?;
        writeln!(f, "\nGames that come to a board without an action:")?;
        let mut columns = Columns::new(["tile sum", "probability"]);
        for LostRow { tile_sum, probability } in &self.lost {
            let sums = format!("{tile_sum} to {}", tile_sum + ROW - 2);
            columns.add([sums, significant(*probability)]);
        }
        columns.fmt(f)?;
        if self.ok { write!(f, "\n{}", proven(self.won)) } else { Ok(()) }
    }
}
