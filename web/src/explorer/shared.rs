//! The state of the page in the props of components.

use mdp2048_explorer::Exploration;
use web::shared::SharedProp;

/// An exploration that Yew compares in no time.
pub(crate) type SharedView = SharedProp<Exploration>;
