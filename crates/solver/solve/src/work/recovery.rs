//! What a run does before it goes on, where it forgets what was lost and removes what nobody reads,
//! and what it checks at its end.

use std::collections::BTreeSet;

use crate::progress::SolveError;

use super::error::{WorkError, read_error};
use super::files::WorkFiles;
use super::manifest::{Manifest, SetsRecord};
use super::names::{LayerFile, MANIFEST, MANIFEST_COPY, is_file_of_solve, remove};

impl Manifest {
    /// Forgets what depends on a file that is missing, so that it is made again.
    pub(super) fn forget_missing(&mut self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        let names = names(files)?;
        let has = |file: LayerFile, span| names.contains(&file.name(span));
        let has_values = self.policies.iter().all(|file| has(LayerFile::Policy, file.span))
            && self.values.iter().all(|file| has(LayerFile::Values, file.span));
        if !has_values {
            self.forget_values();
        }
        let lacks = |file: &SetsRecord, uses_afterstates: bool| {
            // Afterstates whose checksum is forgotten were about to be removed.
            let is_forgotten = file.afterstates_checksum == 0;
            !has(LayerFile::States, file.span)
                || (uses_afterstates && (is_forgotten || !has(LayerFile::Afterstates, file.span)))
        };
        let missing =
            self.sets.iter().position(|file| lacks(file, self.uses_afterstates(file.span)));
        if let Some(mut kept) = missing {
            // The forward pass goes on from the afterstates of two layers, which are in as many
            // files or in one.
            let from = |kept: usize| kept.saturating_sub(2)..kept;
            while self.sets[from(kept)].iter().any(|file| lacks(file, true)) {
                kept -= 1;
            }
            self.sets.truncate(kept);
            let last = self.sets.last().map(|file| file.span.last);
            self.reached.retain(|layer| last.is_some_and(|last| layer.half_sum <= last));
            self.lost = None;
        }
        Ok(())
    }

    /// Removes the files of layers that a run does not read: those that the manifest does not name,
    /// and the afterstates of layers that have values.
    pub(super) fn remove_unused(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        let used = self.used();
        for name in names(files)? {
            if is_file_of_solve(&name) && !used.contains(&name) {
                remove(files, &name)?;
            }
        }
        Ok(())
    }

    /// Checks, when a run has finished, that its files are still there. Files of the manifest are
    /// written again.
    ///
    /// # Errors
    /// [`WorkError::Removed`] if a file of layers is missing, or an error of the files.
    pub(super) fn check_files(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        let names = names(files)?;
        if ![MANIFEST, MANIFEST_COPY].iter().all(|name| names.contains(*name)) {
            self.write(files)?;
        }
        match self.used().into_iter().find(|name| !names.contains(name)) {
            Some(removed) => Err(WorkError::Removed(removed).into()),
            None => Ok(()),
        }
    }

    /// The names of the files that a run reads, or that are its result.
    fn used(&self) -> BTreeSet<String> {
        let states = self.sets.iter().map(|file| LayerFile::States.name(file.span));
        let used = self.sets.iter().filter(|file| self.uses_afterstates(file.span));
        let afterstates = used.map(|file| LayerFile::Afterstates.name(file.span));
        let policies = self.policies.iter().map(|file| LayerFile::Policy.name(file.span));
        let values = self.values.iter().map(|file| LayerFile::Values.name(file.span));
        states.chain(afterstates).chain(policies).chain(values).collect()
    }
}

/// Whether there are files of layers of a solve.
pub(super) fn has_layers(files: &mut dyn WorkFiles) -> Result<bool, SolveError> {
    Ok(names(files)?.iter().any(|name| is_file_of_solve(name)))
}

/// Returns the names of all files.
fn names(files: &mut dyn WorkFiles) -> Result<BTreeSet<String>, SolveError> {
    let names = files.names().map_err(|error| read_error("the list of files", &error))?;
    Ok(names.into_iter().collect())
}
