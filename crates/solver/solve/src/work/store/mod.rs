//! A store that holds the layers in the files of a work folder.

mod folder;
mod layers;
mod save;

pub(crate) use folder::{CHECKPOINT_BYTES, Checkpoints, FolderStore};
