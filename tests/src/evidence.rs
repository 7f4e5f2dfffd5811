//! What a failed test leaves: a picture of the page, and its text.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::driver::Driver;

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
    let test = thread::current().name().filter(|it| it.contains("::")).map(file_name);
    if let (Some(folder), Some(test)) = (folder, test) {
        // A failed test reports its own error, which matters more than one of these.
        let _ = write(driver, &folder, &test);
    }
}

/// Returns the name of the files of a test, without extension.
fn file_name(test: &str) -> String {
    test.replace("::", ".")
}

fn write(driver: &Driver, folder: &Path, test: &str) -> Option<()> {
    fs::create_dir_all(folder).ok()?;
    let script = json!({ "script": TEXT, "args": [] });
    let text = driver.session_command("POST", "execute/sync", Some(&script))?;
    fs::write(folder.join(format!("{test}.txt")), text.as_str()?).ok()?;
    let picture = driver.session_command("GET", "screenshot", None)?;
    let picture = BASE64_STANDARD.decode(picture.as_str()?).ok()?;
    fs::write(folder.join(format!("{test}.png")), picture).ok()
}
