//! The page of the arena, without the DOM.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`ArenaView`], [`ArenaEvent`] | the state of the page as a reducer |
//! | [`ArenaRequest`] | what the page asks its workers |
//! | [`Lane`] | an agent, and what it thinks of its current position |
//! | [`RaceTally`] | the games of a race, with their intervals |
//! | [`KnownResults`] | the results of players that are known beforehand |
//! | [`PlayedGames`] | the games of CSV files, for charts of the documentation |
//! | [`AgentChoice`], [`ArenaGame`], [`ArenaSpeed`] | what the menus offer |
//!
//! Up to four agents play the game of a seed side by side, or race through many games. Each has a
//! worker of its own. On 3x3 a solver computes what each of their moves costs against optimal play;
//! the lane of the optimal policy is played by the solver itself.
//!
//! ```
//! use mdp2048_arena::{ArenaEvent, ArenaRequest, ArenaView};
//! use mdp2048_display::{Effect, Reducer as _};
//! use mdp2048_protocol::{AgentAnswer, AgentRequest};
//!
//! let mut view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy,random&seed=7");
//! let worker = view.lanes()[0].worker;
//! // The reader sees the page: its workers are asked to open their agents.
//! view.reduce(ArenaEvent::Shown(true));
//! let effects = view.reduce(ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Opened)));
//! let begin = AgentRequest::Begin { seed: 7.into() };
//! assert_eq!(effects[1..], [Effect::Ask(ArenaRequest::Agent(worker, 0, begin))]);
//! ```

mod arena_game;
mod choice;
mod estimate_text;
mod exact;
mod intervals;
mod lane;
mod played;
mod position;
mod results;
mod speed;
mod tally;
mod url;
mod view;

pub use arena_game::ArenaGame;
pub use choice::{NETWORK_SIZE, OPTIMAL, agent_idea, agent_name, choices, needs_network};
pub use exact::ExactResults;
pub use lane::{Lane, LaneState, MoveCost, WorstMove};
pub use mdp2048_agents::AgentChoice;
pub use played::{
    PlayedGame, PlayedGames, PlayedGamesError, largest_tile_chart, score_chart, trade_off_chart,
};
pub use results::{ExactPlayer, KnownResults, MEASURED_TILES, MeasuredPlayer, known_results};
pub use speed::ArenaSpeed;
pub use tally::RaceTally;
pub use url::{ArenaMode, is_arena_url};
pub use view::{ArenaEvent, ArenaRequest, ArenaView, HeldArena, KEPT_RACE, Solving};
