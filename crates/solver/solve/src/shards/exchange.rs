//! What the processes of a solve send to each other.

use std::ops::Range;

use bytemuck::Pod;

use crate::allocate::{self, Array};
use crate::board_index::layer::LayerIndex;
use crate::little_endian::{numbers, to_bytes};
use crate::progress::SolveError;
use crate::store::actions::BLOCK_WORDS;

use super::peers::{PeerMessage, Peers, PeersError};

/// The index of the process that writes all files.
pub(crate) const FIRST: usize = 0;

/// Returns the words of the bitmaps of a layer that each process holds, ascending.
fn shards(index: &LayerIndex, count: usize) -> Vec<Range<usize>> {
    let words = index.len().div_ceil(64) as usize;
    let cut = |process: usize| {
        let bit = index.corner_from(index.len() / count as u64 * process as u64);
        let word = bit.div_ceil(64) as usize;
        if process == count { words } else { word.next_multiple_of(BLOCK_WORDS).min(words) }
    };
    (0..count).map(|process| cut(process)..cut(process + 1)).collect()
}

/// The place of a process among the processes of a solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessPlace {
    index: usize,
    count: usize,
}

impl ProcessPlace {
    /// Returns the place of this process.
    pub(crate) fn of(peers: &dyn Peers) -> Self {
        Self { index: peers.index(), count: peers.count() }
    }

    /// Whether this is the first process, which writes all files.
    pub(crate) const fn is_first(self) -> bool {
        self.index == FIRST
    }

    /// Returns the words of the bitmaps of a layer that this process holds.
    pub(crate) fn shard(self, index: &LayerIndex) -> Range<usize> {
        shards(index, self.count).swap_remove(self.index)
    }
}

/// Returns the set of those boards of this process's shard that any process has in its set. `words`
/// are those of the set of this process, of all of the layer.
pub(crate) fn merge(
    peers: &mut dyn Peers,
    index: &LayerIndex,
    words: Array<u64>,
) -> Result<Array<u64>, SolveError> {
    if peers.count() == 1 {
        return Ok(words);
    }
    let shards = shards(index, peers.count());
    let own = shards[peers.index()].clone();
    let messages = words_for_others(peers, &shards, &words)?;
    // The pages of other shards are freed.
    let mut merged = allocate::zeroed::<u64>(words.len())?;
    for (word, &other) in merged[own.clone()].iter_mut().zip(&words[own.clone()]) {
        if other != 0 {
            *word = other;
        }
    }
    drop(words);
    for message in peers.exchange(messages)? {
        for (word, other) in merged[own.clone()].iter_mut().zip(numbers::<u64>(&message.bytes)) {
            if other != 0 {
                *word |= other;
            }
        }
    }
    Ok(merged)
}

/// Returns a value for each board of a set, in the order of the bits. `reads` are the words of the
/// set, of all of the layer. `answer` returns the value of the board of this process's shard with a
/// bit index.
pub(crate) fn fetch<T: Pod>(
    peers: &mut dyn Peers,
    index: &LayerIndex,
    reads: &[u64],
    answer: impl Fn(u64) -> T,
) -> Result<Array<T>, SolveError> {
    let (shards, me) = (shards(index, peers.count()), peers.index());
    let first = shards[me].start;
    let answers = |words: &mut dyn Iterator<Item = u64>, members: usize| {
        let mut values = allocate::with_capacity(members)?;
        for (word, at) in words.zip(first as u64..) {
            let mut left = word;
            while left != 0 {
                values.push(answer(64 * at + u64::from(left.trailing_zeros())));
                left &= left - 1;
            }
        }
        Ok::<_, SolveError>(values)
    };
    let messages = words_for_others(peers, &shards, reads)?;
    let mut replies = Vec::new();
    for PeerMessage { peer, bytes, .. } in peers.exchange(messages)? {
        let members = members(numbers(&bytes));
        let values: Array<T> = answers(&mut numbers(&bytes), members)?;
        let bytes = to_bytes(&values)?;
        replies.push(PeerMessage { peer, is_sparse: false, bytes });
    }
    let mut received = peers.exchange(replies)?.into_iter();
    let mut values = allocate::with_capacity(members(reads.iter().copied()))?;
    for (process, shard) in shards.into_iter().enumerate() {
        let words = || reads[shard.clone()].iter().copied();
        let members = members(words());
        if process == me {
            values.extend(answers(&mut words(), members)?.iter().copied());
        } else {
            let message = received.next().filter(|message| {
                message.peer == process && message.bytes.len() == size_of::<T>() * members
            });
            values.extend(numbers::<T>(&message.ok_or(PeersError::Message)?.bytes));
        }
    }
    Ok(values)
}

/// Returns the sums of the numbers of all processes, each of which calls this.
///
/// # Errors
/// [`SolveError::Peers`], or [`SolveError::Allocation`] if there is no memory for a message.
pub fn sum_over_peers<const N: usize>(
    peers: &mut dyn Peers,
    mut sums: [u64; N],
) -> Result<[u64; N], SolveError> {
    let bytes = to_bytes(&sums)?;
    let messages = others(peers).map(|peer| message(peer, bytes.clone())).collect();
    for message in peers.exchange(messages)? {
        for (sum, number) in sums.iter_mut().zip(numbers::<u64>(&message.bytes)) {
            *sum += number;
        }
    }
    Ok(sums)
}

/// Returns the bytes of the first process.
pub(crate) fn share(peers: &mut dyn Peers, bytes: Vec<u8>) -> Result<Vec<u8>, SolveError> {
    if peers.index() == FIRST {
        let messages = others(peers).map(|peer| message(peer, bytes.clone())).collect();
        peers.exchange(messages)?;
        return Ok(bytes);
    }
    let received = peers.exchange(Vec::new())?.pop();
    Ok(received.ok_or(PeersError::Message)?.bytes)
}

/// In the first process, calls `visit` with the bytes of each other process, ascending; in the
/// others, sends these bytes.
///
/// Each process sends in a call of its own, so that the first holds the bytes of one at a time.
pub(crate) fn gather(
    peers: &mut dyn Peers,
    is_sparse: bool,
    bytes: impl FnOnce() -> Result<Vec<u8>, SolveError>,
    mut visit: impl FnMut(&[u8]) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut bytes = Some(bytes);
    for process in (0..peers.count()).filter(|&process| process != FIRST) {
        let mut messages = Vec::new();
        if process == peers.index()
            && let Some(bytes) = bytes.take()
        {
            messages.push(PeerMessage { peer: FIRST, is_sparse, bytes: bytes()? });
        }
        for message in peers.exchange(messages)? {
            visit(&message.bytes)?;
        }
    }
    Ok(())
}

fn message(peer: usize, bytes: Vec<u8>) -> PeerMessage {
    PeerMessage { peer, is_sparse: false, bytes }
}

/// Returns the indices of the other processes.
fn others(peers: &dyn Peers) -> impl Iterator<Item = usize> + use<> {
    let me = peers.index();
    (0..peers.count()).filter(move |&peer| peer != me)
}

/// Returns for each other process the words of its shard.
fn words_for_others(
    peers: &dyn Peers,
    shards: &[Range<usize>],
    words: &[u64],
) -> Result<Vec<PeerMessage>, SolveError> {
    let of_peer = |peer: usize| {
        let bytes = to_bytes(&words[shards[peer].clone()])?;
        Ok(PeerMessage { peer, is_sparse: true, bytes })
    };
    others(peers).map(of_peer).collect()
}

/// Returns the number of members of a set.
fn members(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}
