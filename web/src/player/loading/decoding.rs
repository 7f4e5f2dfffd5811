//! Decoding a policy in a worker, or on the main thread where no worker runs.

use gloo::timers::future::TimeoutFuture;
use js_sys::Function;
use mdp2048_player::LoadError;
use web_sys::window;

use super::batches::{BatchDecoder, DecodedBatch};
use super::message::DecoderMessage;
use super::worker::{DecoderWorker, WorkerEvent};

/// How long the page waits for the worker's first message, in milliseconds. A worker whose own
/// WebAssembly fails to load sends no error.
const READY_TIMEOUT_MS: u32 = 5_000;

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

    /// Decodes a policy file and calls `on_batch` with each batch.
    pub(super) async fn run(
        self,
        file: &[u8],
        mut on_batch: impl FnMut(DecodedBatch) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let Some(worker) = self.worker else { return on_main_thread(file, on_batch).await };
        let timeout = worker.fail_after(READY_TIMEOUT_MS);
        let WorkerEvent::Message(DecoderMessage::Ready) = worker.next_event().await else {
            drop((timeout, worker));
            return on_main_thread(file, on_batch).await;
        };
        drop(timeout);
        worker.send(file);
        loop {
            let batch = match worker.next_event().await {
                WorkerEvent::Message(DecoderMessage::Batch(batch)) => batch,
                WorkerEvent::Message(DecoderMessage::Failed(reason)) => {
                    return Err(LoadError::Decoding { reason });
                }
                WorkerEvent::Message(DecoderMessage::Ready) | WorkerEvent::Failed => {
                    let reason = "the program that unpacks it stopped".to_owned();
                    return Err(LoadError::Decoding { reason });
                }
            };
            let is_last = batch.is_last;
            on_batch(batch)?;
            if is_last {
                return Ok(());
            }
        }
    }
}

/// Decodes on the main thread and calls `on_batch` with each batch. The browser handles other
/// events between two batches.
async fn on_main_thread(
    file: &[u8],
    mut on_batch: impl FnMut(DecodedBatch) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let performance = window().and_then(|window| window.performance());
    let clock = || performance.as_ref().map_or(0.0, |performance| performance.now());
    let mut decoder = BatchDecoder::new(file)?;
    loop {
        let batch = decoder.next_batch(MAIN_THREAD_BATCH_MS, clock)?;
        let is_last = batch.is_last;
        on_batch(batch)?;
        if is_last {
            return Ok(());
        }
        TimeoutFuture::new(0).await;
    }
}
