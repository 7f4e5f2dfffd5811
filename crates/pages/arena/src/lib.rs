//! The page of the arena, without the DOM.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`ArenaView`], [`ArenaEvent`] | the state of the page as a reducer |
//! | [`SolverTask`] | what the page asks the solver |
//! | [`Lane`] | an agent, and what it thinks of its current position |
//! | [`RaceTally`] | the games of a race, with their intervals |
//! | [`AgentChoice`], [`ArenaGame`], [`ArenaSpeed`] | what the menus offer |
//!
//! Up to four agents play the game of a seed side by side, or race through many games. Each has a
//! worker of its own. On 3x3 a solver computes what each of their moves costs against optimal play;
//! the lane of the optimal policy is played by the solver itself.
//!
//! ```
//! use mdp2048_arena::{ArenaEvent, ArenaView};
//! use mdp2048_protocol::{AgentAnswer, AgentRequest};
//!
//! let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy,random&seed=7");
//! let lane = &view.lanes()[0];
//! assert!(matches!(view.agent_request(lane), Some(AgentRequest::Open { .. })));
//! let worker = lane.worker;
//! let view = view.after(ArenaEvent::Answered(worker, 0, AgentAnswer::Opened));
//! let lane = &view.lanes()[0];
//! assert_eq!(view.agent_request(lane), Some(AgentRequest::Begin { seed: 7.into() }));
//! ```

mod arena_game;
mod choice;
mod estimate_text;
mod exact;
mod intervals;
mod lane;
mod position;
mod solver_task;
mod speed;
mod tally;
mod url;
mod view;

pub use arena_game::ArenaGame;
pub use choice::{NETWORK_SIZE, OPTIMAL, agent_idea, agent_name, choices};
pub use exact::ExactResults;
pub use lane::{Lane, LaneState, WorstMove};
pub use mdp2048_agents::AgentChoice;
pub use solver_task::SolverTask;
pub use speed::ArenaSpeed;
pub use tally::RaceTally;
pub use url::{ArenaMode, is_arena_url};
pub use view::{ArenaEvent, ArenaView, HeldArena, Solving};
