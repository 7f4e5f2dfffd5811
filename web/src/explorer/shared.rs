//! A large value in the props of components.

use std::ops::Deref;
use std::rc::Rc;

use mdp2048_explorer::Exploration;

/// An exploration that equals another only if both are the same allocation, so that Yew compares
/// it in no time.
#[derive(Clone)]
pub(crate) struct SharedView(Rc<Exploration>);

impl SharedView {
    pub(crate) fn new(view: Exploration) -> Self {
        Self(Rc::new(view))
    }
}

impl PartialEq for SharedView {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for SharedView {
    type Target = Exploration;

    fn deref(&self) -> &Exploration {
        &self.0
    }
}
