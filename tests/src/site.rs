//! The built page on a local web server, whole or with faults put in.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

/// The built page, about to be served. The files themselves are never touched.
#[derive(Clone, Debug)]
pub struct Site {
    folder: PathBuf,
    /// The path under which the page stands: empty, or `/blog/2048`.
    prefix: String,
    /// What is served in place of a file; `None` is a 404.
    faults: BTreeMap<String, Option<Vec<u8>>>,
    delays: BTreeMap<String, Duration>,
}

impl Site {
    /// The page that `cargo xtask test --only page` built, or the one in the folder that
    /// `MDP2048_DIST` names, seen from the workspace's root.
    ///
    /// # Errors
    ///
    /// When there is no built page.
    pub fn built() -> Result<Self> {
        Self::of("MDP2048_DIST", "target/page", "index.html")
    }

    /// The solver's program for a worker that `cargo xtask test --only page` built, or the one in
    /// the folder that `MDP2048_SOLVING` names, seen from the workspace's root.
    ///
    /// # Errors
    ///
    /// When there is no such program.
    pub fn solving() -> Result<Self> {
        Self::of("MDP2048_SOLVING", "target/solving/debug", "solving_bg.wasm")
    }

    /// The folder that a variable names, or else the usual one; this file must be there.
    fn of(variable: &str, usual: &str, file: &str) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = root.join(env::var_os(variable).unwrap_or(usual.into()));
        ensure!(
            folder.join(file).is_file(),
            "there is no {file} in {}: run `cargo xtask test --only page` first",
            folder.display()
        );
        Ok(Self { folder, prefix: String::new(), faults: BTreeMap::new(), delays: BTreeMap::new() })
    }

    /// Puts the page under a path, such as `/blog/2048`.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        self.prefix = prefix.trim_end_matches('/').to_owned();
        self
    }

    /// Serves these bytes as the file `path`, such as `policies/2x2_to_8.policy`, or as a new file.
    #[must_use]
    pub fn replace(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.faults.insert(path.to_owned(), Some(bytes.into()));
        self
    }

    /// Answers 404 for the file.
    #[must_use]
    pub fn remove(mut self, path: &str) -> Self {
        self.faults.insert(path.to_owned(), None);
        self
    }

    /// Serves only the first bytes of the file.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn truncate(self, path: &str, bytes: usize) -> Result<Self> {
        self.edit(path, |content| content.truncate(bytes))
    }

    /// Serves the file after a change.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn edit(self, path: &str, change: impl FnOnce(&mut Vec<u8>)) -> Result<Self> {
        let mut content = self.read(path)?;
        change(&mut content);
        Ok(self.replace(path, content))
    }

    /// Answers for the file only after a while.
    #[must_use]
    pub fn delay(mut self, path: &str, time: Duration) -> Self {
        self.delays.insert(path.to_owned(), time);
        self
    }

    /// The bytes of a file as it was built.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        let file = self.folder.join(path);
        fs::read(&file).with_context(|| format!("could not read {}", file.display()))
    }

    /// The bytes of a file as it is served.
    ///
    /// # Errors
    ///
    /// When there is no such file, or a 404 is served for it.
    pub fn served(&self, path: &str) -> Result<Vec<u8>> {
        match self.faults.get(path) {
            None => self.read(path),
            Some(fault) => fault.clone().with_context(|| format!("{path} is not there")),
        }
    }

    /// Starts a server on a free port of 127.0.0.1; it stops when what is returned is dropped.
    ///
    /// # Errors
    ///
    /// When no port can be had.
    pub async fn serve(self) -> Result<Served> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no free port")?;
        let address = listener.local_addr()?;
        let prefix = self.prefix.clone();
        let requests = Requests::default();
        let mended = Mended::default();
        let files = ServeDir::new(&self.folder);
        let state = (Arc::new(self), requests.clone(), mended.clone());
        let mut router = Router::new()
            .fallback_service(files)
            .layer(middleware::from_fn_with_state(state, intercept));
        if !prefix.is_empty() {
            router = Router::new().nest_service(&prefix, router);
        }
        let server = tokio::spawn(async move {
            // It ends only with the task.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Served { address, prefix, requests, mended, server })
    }
}

/// A running server.
#[derive(Debug)]
pub struct Served {
    address: SocketAddr,
    prefix: String,
    requests: Requests,
    mended: Mended,
    server: JoinHandle<()>,
}

impl Served {
    /// The address of the page followed by `rest`, such as `#/play`, or of a file.
    #[must_use]
    pub fn url(&self, rest: &str) -> String {
        format!("http://{}{}/{}", self.address, self.prefix, rest.trim_start_matches('/'))
    }

    /// The paths asked for so far, in order, without the leading slash.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        self.requests.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Served {
    /// Serves a file as it was built from now on.
    pub fn mend(&self, path: &str) {
        self.mended.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The paths asked for so far.
#[derive(Clone, Debug, Default)]
struct Requests(Arc<Mutex<Vec<String>>>);

/// The paths whose faults are over.
#[derive(Clone, Debug, Default)]
struct Mended(Arc<Mutex<BTreeSet<String>>>);

/// Writes down what is asked for and puts the faults in.
async fn intercept(
    State((site, requests, mended)): State<(Arc<Site>, Requests, Mended)>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    requests.0.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
    if let Some(time) = site.delays.get(&path) {
        tokio::time::sleep(*time).await;
    }
    let is_mended = mended.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&path);
    match site.faults.get(&path).filter(|_| !is_mended) {
        None => next.run(request).await,
        Some(None) => StatusCode::NOT_FOUND.into_response(),
        Some(Some(bytes)) => {
            let mime = mime_guess::from_path(&path).first_or_octet_stream();
            ([(header::CONTENT_TYPE, mime.to_string())], bytes.clone()).into_response()
        }
    }
}
