//! The names of the files of a work folder.

use serde::{Deserialize, Serialize};

use crate::half_sum::HalfSum;
use crate::progress::SolveError;

use super::error::write_error;
use super::files::WorkFiles;

/// The name of the manifest of a solve.
pub const MANIFEST: &str = "manifest";

/// The name of the copy of the manifest of a solve.
pub const MANIFEST_COPY: &str = "manifest_copy";

/// The name of the manifest of a count.
pub const MANIFEST_OF_COUNTS: &str = "manifest_of_counts";

/// The name of the copy of the manifest of a count.
pub(super) const MANIFEST_OF_COUNTS_COPY: &str = "manifest_of_counts_copy";

/// The name of the state of a set of boards that grows.
pub const STATE_OF_BOARDS: &str = "state_of_boards";

/// The beginning of the name of a layer of such a set.
pub const LAYER_OF_BOARDS: &str = "boards_";

/// The beginning of the name of a file of one layer.
const LAYER: &str = "layer_";

/// The beginning of the name of a file of several layers.
const LAYERS: &str = "layers_";

/// The largest half sum of a layer: that of sixteen tiles of the largest kind, 2^15.
pub(super) const MOST_HALF_SUM: HalfSum = HalfSum::new(16 << 14);

/// Whether a file has layers of a solve. A policy that is being made has such files too, and those
/// of a count are none.
pub(super) fn is_file_of_solve(name: &str) -> bool {
    kind_of(name).is_some_and(|kind| kind != LayerFile::Counted)
}

/// Whether a file has a layer of a count.
pub(super) fn is_file_of_count(name: &str) -> bool {
    kind_of(name) == Some(LayerFile::Counted)
}

/// Whether a file of this name is that of a run, with layers, a manifest or a state.
pub fn is_file_of_run(name: &str) -> bool {
    let manifests = [MANIFEST, MANIFEST_COPY, MANIFEST_OF_COUNTS, MANIFEST_OF_COUNTS_COPY];
    let is_of_boards = name == STATE_OF_BOARDS || name.starts_with(LAYER_OF_BOARDS);
    manifests.contains(&name) || is_of_boards || kind_of(name).is_some()
}

/// The kind of a file of layers, by its name.
fn kind_of(name: &str) -> Option<LayerFile> {
    let (stem, kind) = name.rsplit_once('.')?;
    let is_sum = |text: &str| text.len() >= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_layer = stem.strip_prefix(LAYER).is_some_and(is_sum);
    let span = stem.strip_prefix(LAYERS).and_then(|sums| sums.split_once('_'));
    let has_layers = span.is_some_and(|(first, last)| is_sum(first) && is_sum(last));
    let found = LayerFile::ALL.into_iter().find(|file| file.kind() == kind);
    found.filter(|_| has_layer || has_layers)
}

/// The half sums of the first and the last layer of a file, where the first is the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) first: HalfSum,
    pub(super) last: HalfSum,
}

impl Span {
    /// Returns the span of one layer.
    pub(super) const fn of(half_sum: HalfSum) -> Self {
        Self { first: half_sum, last: half_sum }
    }

    /// Whether the first layer is not above the last one, and neither is too large.
    pub(super) fn is_valid(self) -> bool {
        self.first <= self.last && self.last <= MOST_HALF_SUM
    }

    /// Whether a layer is in the span.
    pub(super) fn contains(self, half_sum: HalfSum) -> bool {
        (self.first..=self.last).contains(&half_sum)
    }
}

/// A kind of file of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerFile {
    States,
    Afterstates,
    Values,
    Policy,
    /// The states that games visit under the actions, while a policy is made. Earlier versions
    /// wrote these files to the work folder.
    Visited,
    /// The afterstates of a layer, from which a count goes on.
    Counted,
}

impl LayerFile {
    const ALL: [Self; 6] =
        [Self::States, Self::Afterstates, Self::Values, Self::Policy, Self::Visited, Self::Counted];

    /// The end of the name of such a file.
    const fn kind(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Afterstates => "afterstates",
            Self::Values => "values",
            Self::Policy => "policy",
            Self::Visited => "visited",
            Self::Counted => "counted",
        }
    }

    /// Returns the name of the file of these layers.
    pub(super) fn name(self, Span { first, last }: Span) -> String {
        let kind = self.kind();
        let (first, last) = (first.tile_sum(), last.tile_sum());
        if first == last {
            format!("{LAYER}{first:05}.{kind}")
        } else {
            format!("{LAYERS}{first:05}_{last:05}.{kind}")
        }
    }
}

/// Removes a file, if there is one.
pub(super) fn remove(files: &mut dyn WorkFiles, name: &str) -> Result<(), SolveError> {
    Ok(files.remove(name).map_err(|error| write_error(name, &error))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_solve_are_told_from_others() {
        let [two, thirty] = [2, 30].map(HalfSum::new);
        let spans = [Span::of(two), Span { first: two, last: thirty }, Span::of(MOST_HALF_SUM)];
        for span in spans {
            for file in [LayerFile::States, LayerFile::Policy, LayerFile::Visited] {
                assert!(is_file_of_solve(&file.name(span)), "{}", file.name(span));
            }
            let counted = LayerFile::Counted.name(span);
            assert!(!is_file_of_solve(&counted) && is_file_of_count(&counted));
            assert!(is_file_of_run(&counted));
        }
        for name in [
            MANIFEST,
            MANIFEST_OF_COUNTS,
            "manifest.policy",
            "layer_1e-7.policy",
            "layer_00004.txt",
            "layers_00004.policy",
            "layers_old.states",
            "my_layer_00004.states",
            "log.csv",
        ] {
            assert!(!is_file_of_solve(name) && !is_file_of_count(name), "{name}");
            assert_eq!(is_file_of_run(name), [MANIFEST, MANIFEST_OF_COUNTS].contains(&name));
        }
    }
}
