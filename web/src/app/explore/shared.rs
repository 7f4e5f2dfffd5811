//! The state of the page in the props of components.

use mdp2048_explorer::{Exploration, ExploreEvent};
use web::components::SharedProp;
use yew::{Callback, Properties};

/// An exploration that Yew compares in no time.
pub(crate) type SharedView = SharedProp<Exploration>;

/// What most parts of the page show, and where their events go.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PanelProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}
