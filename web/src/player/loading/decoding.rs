//! Decoding a policy in a worker, or on the main thread where no worker runs.

use gloo::timers::future::TimeoutFuture;
use js_sys::Function;
use mdp2048_player::LoadError;
use web_sys::window;

use super::batches::{BatchDecoder, DecodedBatch};
use super::message::DecoderMessage;
use super::worker::{DecoderWorker, WorkerEvent};

/// How long the page waits for a message of the worker, in milliseconds. It is only needed where
/// the end of a worker is not noticed otherwise (`web/elements/worker.js`).
const SILENCE_MS: u32 = 5_000;

/// Time budget of a batch on the main thread in milliseconds: about half a frame.
const MAIN_THREAD_BATCH_MS: f64 = 8.0;

/// The decoding of one policy file, before it starts.
pub(super) struct PolicyDecoding {
    worker: Option<DecoderWorker>,
}

impl PolicyDecoding {
    /// Starts a worker, so that it is ready when the file is loaded. `start` is a JavaScript
    /// function that starts it, and throws where no worker can run. Without one, the main thread
    /// decodes the file.
    pub(super) fn prepare(start: Option<&Function>) -> Self {
        Self { worker: start.and_then(DecoderWorker::start) }
    }

    /// Decodes a policy file and calls `on_batch` with each batch. If the worker does not run, or
    /// stops, the main thread decodes the rest.
    pub(super) async fn run(
        self,
        file: &[u8],
        mut on_batch: impl FnMut(DecodedBatch) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        // The bytes of the layers that the worker has sent.
        let mut received = 0;
        if let Some(worker) = self.worker
            && in_worker(&worker, file, &mut received, &mut on_batch).await?
        {
            return Ok(());
        }
        on_main_thread(file, received, on_batch).await
    }
}

/// Decodes in the worker, and counts the bytes that it sends. Returns whether it decoded all.
async fn in_worker(
    worker: &DecoderWorker,
    file: &[u8],
    received: &mut usize,
    on_batch: &mut impl FnMut(DecodedBatch) -> Result<(), LoadError>,
) -> Result<bool, LoadError> {
    loop {
        let _timeout = worker.fail_after(SILENCE_MS);
        match worker.next_event().await {
            WorkerEvent::Message(DecoderMessage::Ready) => worker.send(file),
            WorkerEvent::Message(DecoderMessage::Batch(batch)) => {
                *received += batch.layers.len();
                let is_last = batch.is_last;
                on_batch(batch)?;
                if is_last {
                    return Ok(true);
                }
            }
            WorkerEvent::Message(DecoderMessage::Failed(reason)) => {
                return Err(LoadError::Decoding { reason });
            }
            WorkerEvent::Failed => return Ok(false),
        }
    }
}

/// Decodes on the main thread, and calls `on_batch` with each batch after the first `skipped` bytes
/// of layers. The browser handles other events between two batches.
async fn on_main_thread(
    file: &[u8],
    mut skipped: usize,
    mut on_batch: impl FnMut(DecodedBatch) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let performance = window().and_then(|window| window.performance());
    let clock = || performance.as_ref().map_or(0.0, |performance| performance.now());
    let mut decoder = BatchDecoder::new(file)?;
    loop {
        let mut batch = decoder.next_batch(MAIN_THREAD_BATCH_MS, clock)?;
        // Every decoder makes the same layers of a file.
        let known = skipped.min(batch.layers.len());
        batch.layers.drain(..known);
        skipped -= known;
        let is_last = batch.is_last;
        if is_last || !batch.layers.is_empty() {
            on_batch(batch)?;
        }
        if is_last {
            return Ok(());
        }
        TimeoutFuture::new(0).await;
    }
}
