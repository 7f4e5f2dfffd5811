//! The built page on a local web server, unchanged or with some files replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

use crate::browser::{Browser, Device};

/// The built page before it is served. The files on disk are never changed.
#[derive(Clone, Debug)]
pub struct Site {
    folder: PathBuf,
    /// The path under which the page is served: empty, or such as `/blog/2048`.
    prefix: String,
    /// Contents served instead of a file; `None` is a 404.
    overrides: BTreeMap<String, Option<Vec<u8>>>,
    /// How long the server waits before it answers for a file.
    delays: BTreeMap<String, Duration>,
    /// Headers of the answers for a file; `None` for those of every file.
    headers: Vec<(Option<String>, HeaderName, &'static str)>,
}

impl Site {
    /// Returns the page that `cargo xtask test --only page` built, or the one in the folder that
    /// `MDP2048_DIST` names, relative to the top folder of the repository.
    ///
    /// # Errors
    ///
    /// When there is no built page.
    pub fn built() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let page = env::var_os("MDP2048_DIST").unwrap_or("target/tested-page".into());
        let site = Self::of(&root.join(page), "index.html");
        site.context("run `cargo xtask test --only page` first")
    }

    /// Returns the site in a folder, which must contain the file.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn of(folder: &Path, file: &str) -> Result<Self> {
        ensure!(folder.join(file).is_file(), "there is no {file} in {}", folder.display());
        Ok(Self {
            folder: folder.to_owned(),
            prefix: String::new(),
            overrides: BTreeMap::new(),
            delays: BTreeMap::new(),
            headers: Vec::new(),
        })
    }

    /// Serves the page under a path, such as `/blog/2048`.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        self.prefix = prefix.trim_end_matches('/').to_owned();
        self
    }

    /// Serves these bytes as the file `path`, such as `policies/2x2_to_8.policy`, or as a new file.
    #[must_use]
    pub fn replace(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.overrides.insert(path.to_owned(), Some(bytes.into()));
        self
    }

    /// Serves the files of a folder under another path too.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn copy(mut self, from: &str, to: &str) -> Result<Self> {
        let folder = self.folder.join(from);
        for entry in
            fs::read_dir(&folder).with_context(|| format!("could not list {}", folder.display()))?
        {
            let entry = entry?;
            let name = entry.file_name().into_string().ok().context("a name is not Unicode")?;
            let (from, to) = (format!("{from}/{name}"), format!("{to}/{name}"));
            self = match entry.file_type()?.is_dir() {
                true => self.copy(&from, &to)?,
                false => {
                    let bytes = self.read(&from)?;
                    self.replace(&to, bytes)
                }
            };
        }
        Ok(self)
    }

    /// Returns the path of a file or a folder of the site.
    #[must_use]
    pub fn file(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Answers 404 for the file.
    #[must_use]
    pub fn remove(mut self, path: &str) -> Self {
        self.overrides.insert(path.to_owned(), None);
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

    /// Serves the file with a change.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn edit(self, path: &str, change: impl FnOnce(&mut Vec<u8>)) -> Result<Self> {
        let mut content = self.read(path)?;
        change(&mut content);
        Ok(self.replace(path, content))
    }

    /// Delays the answer for the file.
    #[must_use]
    pub fn delay(mut self, path: &str, time: Duration) -> Self {
        self.delays.insert(path.to_owned(), time);
        self
    }

    /// Sends a header with the file `path`.
    #[must_use]
    pub fn header(mut self, path: &str, name: HeaderName, value: &'static str) -> Self {
        self.headers.push((Some(path.to_owned()), name, value));
        self
    }

    /// Lets pages of other origins load every file.
    #[must_use]
    pub fn for_other_origins(mut self) -> Self {
        self.headers.push((None, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
        self
    }

    /// Lets browsers keep every file for ten minutes.
    #[must_use]
    pub fn cached(mut self) -> Self {
        self.headers.push((None, header::CACHE_CONTROL, "max-age=600"));
        self
    }

    /// Serves a file compressed, as most web servers do.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn compress(self, path: &str) -> Result<Self> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.served(path)?)?;
        let site = self.replace(path, encoder.finish()?);
        Ok(site.header(path, header::CONTENT_ENCODING, "gzip"))
    }

    /// Returns the bytes of a file as it was built.
    ///
    /// # Errors
    ///
    /// When there is no such file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        let file = self.folder.join(path);
        fs::read(&file).with_context(|| format!("could not read {}", file.display()))
    }

    /// Returns the bytes of a file as it is served.
    ///
    /// # Errors
    ///
    /// When there is no such file, or a 404 is served for it.
    pub fn served(&self, path: &str) -> Result<Vec<u8>> {
        match self.overrides.get(path) {
            None => self.read(path),
            Some(content) => content.clone().with_context(|| format!("{path} is removed")),
        }
    }

    /// Serves the site, and opens a path and a fragment of it in a new browser.
    ///
    /// # Errors
    ///
    /// When no port is free, or the browser does not start.
    pub async fn open(self, device: Device, rest: &str) -> Result<(SiteServer, Browser)> {
        let served = self.serve().await?;
        let browser = Browser::open(device).await?;
        browser.goto(&served.url(rest)).await?;
        Ok((served, browser))
    }

    /// As [`Site::open`], with a script that runs before those of every page. Only Chromium can do
    /// this.
    ///
    /// # Errors
    ///
    /// When no port is free, or the browser does not start.
    pub async fn open_after(
        self,
        script: &str,
        device: Device,
        rest: &str,
    ) -> Result<(SiteServer, Browser)> {
        let served = self.serve().await?;
        let browser = Browser::open(device).await?;
        browser.before_each_page(script).await?;
        browser.goto(&served.url(rest)).await?;
        Ok((served, browser))
    }

    /// Starts a server on a free port of 127.0.0.1; it stops when it is dropped.
    ///
    /// # Errors
    ///
    /// When no port is free.
    pub async fn serve(self) -> Result<SiteServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no free port")?;
        let address = listener.local_addr()?;
        let prefix = self.prefix.clone();
        let files = ServeDir::new(&self.folder);
        let log = Log::default();
        let state = (Arc::new(self), log.clone());
        let mut router = Router::new()
            .fallback_service(files)
            .layer(middleware::from_fn_with_state(state, intercept));
        if !prefix.is_empty() {
            router = Router::new().nest_service(&prefix, router);
        }
        let server = tokio::spawn(async move {
            // The server ends only with its task.
            let _ = axum::serve(listener, router).await;
        });
        Ok(SiteServer { address, prefix, log, server })
    }
}

/// A running server.
#[derive(Debug)]
pub struct SiteServer {
    address: SocketAddr,
    prefix: String,
    log: Log,
    server: JoinHandle<()>,
}

impl SiteServer {
    /// Returns the URL of the page followed by `rest`, such as `#/play`, or of a file.
    #[must_use]
    pub fn url(&self, rest: &str) -> String {
        format!("http://{}{}/{}", self.address, self.prefix, rest.trim_start_matches('/'))
    }

    /// Returns the requested paths in order, without the leading slash.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        lock(&self.log.requests).clone()
    }

    /// Serves a file as it was built from now on.
    pub fn restore(&self, path: &str) {
        lock(&self.log.restored).insert(path.to_owned());
    }
}

impl Drop for SiteServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// What a server shares with its test.
#[derive(Clone, Debug, Default)]
struct Log {
    /// The requested paths in order.
    requests: Arc<Mutex<Vec<String>>>,
    /// The paths that are served as they were built again.
    restored: Arc<Mutex<BTreeSet<String>>>,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the request, waits for the delay, and serves the override if there is one.
async fn intercept(
    State((site, log)): State<(Arc<Site>, Log)>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    lock(&log.requests).push(path.clone());
    if let Some(time) = site.delays.get(&path) {
        tokio::time::sleep(*time).await;
    }
    let is_restored = lock(&log.restored).contains(&path);
    let mut response = match site.overrides.get(&path).filter(|_| !is_restored) {
        None => next.run(request).await,
        Some(None) => StatusCode::NOT_FOUND.into_response(),
        Some(Some(bytes)) => {
            let mime = mime_guess::from_path(&path).first_or_octet_stream();
            ([(header::CONTENT_TYPE, mime.to_string())], bytes.clone()).into_response()
        }
    };
    for (file, name, value) in &site.headers {
        if file.as_ref().is_none_or(|file| *file == path) {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    response
}
