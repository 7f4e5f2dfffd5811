//! Solutions that are kept for the next visit, by the module `extras/kept.js`.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use mdp2048_protocol::{SolverAnswer, StoredGame};
use mdp2048_solve::{Solution, SolutionWriter};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsError, JsValue};
use wasm_bindgen_futures::JsFuture;
use web::serving::Asker;
use web_sys::Url;

use crate::files::{self, WrittenBy};

/// The module, from the folder of the program.
const MODULE: &str = "extras/kept.js";

/// Why the module is not there.
const NOT_LOADED: &str = "a part of it could not be downloaded; check the connection and try again";

#[wasm_bindgen]
extern "C" {
    /// The module.
    type KeptModule;

    /// Writes a file of about so many bytes. `write` writes the next part by calls of its argument
    /// with bytes, and returns whether others follow. Resolves to the length.
    #[wasm_bindgen(method, catch)]
    async fn keep(
        this: &KeptModule,
        name: &str,
        bytes: f64,
        write: &Closure<dyn FnMut(Function) -> Result<bool, JsValue>>,
    ) -> Result<JsValue, JsValue>;

    /// Calls `open` with the length of a file and a function that returns the bytes of a range.
    #[wasm_bindgen(method, catch)]
    async fn read(
        this: &KeptModule,
        name: &str,
        open: &Closure<dyn FnMut(f64, Function) -> Result<(), JsValue>>,
    ) -> Result<JsValue, JsValue>;
}

/// The files of kept solutions.
#[derive(Clone)]
pub(crate) struct KeptFiles {
    script: String,
    load: Function,
}

impl KeptFiles {
    /// The files of a program whose bindings are at a URL. `load` imports the module at a URL.
    pub(crate) const fn new(script: String, load: Function) -> Self {
        Self { script, load }
    }

    async fn module(&self) -> Result<KeptModule, JsValue> {
        let url = Url::new_with_base(MODULE, &self.script)?.href();
        let loading: Promise = self.load.call1(&JsValue::NULL, &url.into())?.unchecked_into();
        let module = JsFuture::from(loading).await.map_err(|_| JsError::new(NOT_LOADED))?;
        Ok(module.unchecked_into())
    }

    /// Opens the solution that was kept under a name, and checks all of it. The asker gets the part
    /// that is read.
    ///
    /// # Errors
    /// A sentence about the file, the browser or the memory. A file that is damaged is removed.
    pub(crate) async fn open(
        &self,
        stored: StoredGame,
        name: &str,
        asker: Asker<SolverAnswer>,
    ) -> Result<Solution, JsValue> {
        let opened = Rc::new(RefCell::new(None));
        let solution = Rc::clone(&opened);
        let open = Closure::new(move |length: f64, read: Function| {
            *solution.borrow_mut() = Some(files::read(&stored, length, &read, &asker)?);
            Ok(())
        });
        self.module().await?.read(name, &open).await?;
        opened.take().ok_or_else(|| JsError::new("it could not be read").into())
    }

    /// Keeps a solution under a name for the next visit.
    ///
    /// # Errors
    /// A sentence about the browser.
    pub(crate) async fn keep(
        &self,
        solution: Rc<Solution>,
        name: &str,
    ) -> Result<SolverAnswer, JsValue> {
        let (bytes, mut writer) = (solution.layer_bytes() as f64, SolutionWriter::default());
        let write = Closure::new(move |write: Function| {
            let mut out = WrittenBy::new(&write);
            let step = writer.step(&solution, &mut out);
            out.finish()?;
            Ok(step.map_err(JsError::from)?)
        });
        let length = self.module().await?.keep(name, bytes, &write).await?;
        Ok(SolverAnswer::Kept(length.as_f64().unwrap_or(bytes)))
    }
}
