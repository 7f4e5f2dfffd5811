//! What a failed test leaves: a picture of the page, and its text.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, thread};

use anyhow::{Context as _, Result};
use fantoccini::Client;
use hyper_util::client::legacy::connect::HttpConnector;

use crate::driver::Driver;

/// How long a browser may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The text of the page, with that of the shadow roots of its elements.
const TEXT: &str = "
    const text = root => [
        root.innerText ?? [...root.children].map(it => it.innerText ?? '').join('\\n'),
        ...[...root.querySelectorAll('*')].flatMap(it => it.shadowRoot ? text(it.shadowRoot) : []),
    ].flat();
    return `${location.href}\\n\\n${text(document.documentElement).join('\\n\\n')}`;
";

/// Writes the picture and the text of the page, named after the running test, into the folder that
/// `MDP2048_FAILURES` names. Does nothing without it, or where the browser does not answer.
pub(crate) fn keep(driver: &Driver) {
    let folder = env::var_os("MDP2048_FAILURES").map(PathBuf::from);
    // The test harness names the thread of a test after it.
    let test = thread::current().name().filter(|it| it.contains("::")).map(str::to_owned);
    if let (Some(folder), Some(test)) = (folder, test) {
        // The name of the files, without extension.
        let file = folder.join(test.replace("::", "."));
        let (address, session) = (driver.address(), driver.session().to_owned());
        // A failed test reports its own error, which matters more than one of these. It may end in
        // its runtime, in which nothing else can be waited for.
        let _ = thread::spawn(move || write(&address, &session, &file)).join();
    }
}

#[tokio::main(flavor = "current_thread")]
async fn write(address: &str, session: &str, file: &Path) -> Result<()> {
    let work = async {
        let connector = HttpConnector::new();
        let client = Client::with_existing_session(address, session, connector).await?;
        client.persist().await?;
        fs::create_dir_all(file.parent().context("a file is in a folder")?)?;
        let text = client.execute(TEXT, Vec::new()).await?;
        fs::write(format!("{}.txt", file.display()), text.as_str().unwrap_or_default())?;
        fs::write(format!("{}.png", file.display()), client.screenshot().await?)?;
        Ok(())
    };
    tokio::time::timeout(TIMEOUT, work).await?
}
