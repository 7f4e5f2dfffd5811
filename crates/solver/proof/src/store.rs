//! Where the layers of a set are: in memory until they are saved, and then in files.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::{fmt, mem};

use mdp2048_solve::{LAYER_OF_BOARDS, WorkFiles};

use crate::coded::{checksum, decode, encode};
use crate::layer::SetLayer;

/// The name of a layer: half of its tile sum, and the number of the pass that wrote it. No pass
/// changes what another has written, so what was saved stays whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerName {
    pub(crate) half_sum: usize,
    pub(crate) pass: u32,
}

impl LayerName {
    fn of_file(self) -> String {
        format!("{LAYER_OF_BOARDS}{:05}_{:04}", 2 * self.half_sum, self.pass)
    }
}

/// Coded layers by name.
#[derive(Default)]
pub(crate) struct LayerStore {
    /// `None` if all layers stay in memory.
    files: Option<Box<dyn WorkFiles>>,
    unsaved: BTreeMap<LayerName, Vec<u8>>,
    /// Files that the state which was saved last needs, and the next one does not.
    obsolete: Vec<String>,
}

impl fmt::Debug for LayerStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayerStore").field("unsaved", &self.unsaved.keys()).finish_non_exhaustive()
    }
}

impl LayerStore {
    /// No layers yet.
    pub(crate) fn of_files(files: Option<Box<dyn WorkFiles>>) -> Self {
        Self { files, ..Self::default() }
    }

    /// The bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.unsaved.values().map(|bytes| bytes.len() as u64).sum()
    }

    /// Puts a layer under a name, and returns the checksum of its bytes.
    pub(crate) fn put(&mut self, name: LayerName, layer: &SetLayer) -> u32 {
        let bytes = encode(layer);
        let checksum = checksum(&bytes).unwrap_or_default();
        self.unsaved.insert(name, bytes);
        checksum
    }

    /// The layer of a name.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if its bytes are not those that have this checksum, as where
    /// the file was changed or is that of another layer; an error of the files.
    pub(crate) fn get(&mut self, name: LayerName, sum: u32) -> io::Result<SetLayer> {
        if let Some(bytes) = self.unsaved.get(&name) {
            return decode(bytes);
        }
        let files = self.files.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = Vec::new();
        files.read(&name.of_file())?.read_to_end(&mut bytes)?;
        if checksum(&bytes) != Some(sum) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        decode(&bytes)
    }

    pub(crate) fn remove(&mut self, name: LayerName) {
        if self.unsaved.remove(&name).is_none() {
            self.obsolete.push(name.of_file());
        }
    }

    /// Writes the layers that are not in files yet, and then the state that names them.
    pub(crate) fn save(
        &mut self,
        state: &str,
        contents: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(files) = &mut self.files else { return Ok(()) };
        while let Some((name, bytes)) = self.unsaved.first_key_value() {
            files.write(&name.of_file(), false, &mut |out| out.write_all(bytes))?;
            self.unsaved.pop_first();
        }
        files.sync()?;
        files.write(state, false, contents)?;
        files.sync()?;
        for name in mem::take(&mut self.obsolete) {
            files.remove(&name)?;
        }
        Ok(())
    }

    /// Removes the files of layers that are not among these: a run that was stopped left them.
    pub(crate) fn retain(&mut self, names: impl Iterator<Item = LayerName>) -> io::Result<()> {
        let Some(files) = &mut self.files else { return Ok(()) };
        let kept: Vec<_> = names.map(LayerName::of_file).collect();
        for name in files.names()? {
            if name.starts_with(LAYER_OF_BOARDS) && !kept.contains(&name) {
                files.remove(&name)?;
            }
        }
        Ok(())
    }
}
