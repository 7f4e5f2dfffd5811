//! The kinds of files of this crate.

use mdp2048_model::FileKind;

/// The file of a certificate.
pub static CERTIFICATE: FileKind =
    FileKind { name: "certificate", magic: *b"MDP2048C", version: 2, remedy: "make it again" };

/// The file of a saved state. Its version is also that of how sets grow.
pub(crate) static CHECKPOINT: FileKind = FileKind {
    name: "checkpoint",
    magic: *b"MDP2048G",
    version: 10,
    remedy: "remove it to begin again",
};
