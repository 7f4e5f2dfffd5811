//! Solves by several processes, each of which holds a part of every layer, its *shard*.
//!
//! Boards with the same corner pattern have successive bits in the bitmaps of a layer, so a shard
//! is a range of words: those of some corner patterns, rounded to the blocks in which actions are
//! packed. The files of a layer are those of a solve by one process. So the number of processes may
//! change between two runs.
//!
//! The passes exchange bitmaps and values with the functions in [`exchange`], which do nothing if
//! there is one process. [`peers`] is the interface to the processes.

pub(crate) mod exchange;
pub(crate) mod peers;
