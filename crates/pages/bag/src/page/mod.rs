//! The page of 2048 in a bag, without the DOM.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`BagView`], [`BagEvent`] | the state of the page as a reducer |
//! | [`BagRequest`], [`BagWorker`] | what a worker computes for the page, as messages of bytes |
//! | [`BagResults`], [`GameSample`] | the exact numbers of a chain, and sampled games |
//! | [`ChainDrawing`] | a chain, bag by bag, or the part around its first absorbing bag |
//! | [`BagFigure`] | the distributions of the page: drawings, numbers under the pointer |
//!
//! A page sends events to a [`BagView`], draws what it holds, and carries out the effects: it sends
//! each [`BagRequest`] to a worker, so that no computation blocks the page.
//!
//! ```
//! use mdp2048_bag::page::{BagEvent, BagView, BagWorker};
//! use mdp2048_display::{Effect, Reducer as _};
//!
//! let mut view = BagView::open("#/bag?target=16&spawn_four=0.1");
//! let effects = view.begin();
//! let Some(&Effect::Ask(request)) = effects.last() else { panic!("nothing is computed yet") };
//! let reply = BagWorker::default().reply(request);
//! view.reduce(BagEvent::Reply(request, Some(reply)));
//! let results = view.results().expect("the reply to the request");
//! assert_eq!((results.states, results.absorbed.len()), (27, 7));
//! ```

mod chain_drawing;
mod charts;
mod figure;
mod matrix_drawing;
mod results;
mod tables;
mod tally;
mod url;
mod view;
mod worker;

pub use chain_drawing::{ChainDrawing, ChainNode};
pub use charts::{LEGEND_SUMS, decimals, stack_classes};
pub use figure::{BagFigure, Pointed};
pub use results::{BagResults, MoveSeries, SumSeries};
pub use tables::numbers_csv;
pub use tally::GameSample;
pub use url::{TARGETS, is_bag_url};
pub use view::{BagEvent, BagView};
pub use worker::{BagReply, BagRequest, BagWorker};
