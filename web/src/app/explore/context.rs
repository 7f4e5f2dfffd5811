//! What the parts of the page get of it.

use std::rc::Rc;

use mdp2048_explorer::{Exploration, ExploreEvent};
use web::components::page::use_page_context;
use yew::{Callback, hook};

/// The state of the page of which a component is a part, and where its events go.
#[hook]
pub(crate) fn use_exploration() -> (Rc<Exploration>, Callback<ExploreEvent>) {
    let page = use_page_context::<Exploration>();
    (page.state(), page.on())
}
