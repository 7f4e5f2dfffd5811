//! A replay of a seeded game as a reducer: state + event -> state + effects.
//!
//! [`Player`] is the state. An event, a [`PlayerEvent`], is a command of the reader ("step") or a
//! fact reported by the page ("a tick of the clock", "more of the policy is decoded"). An effect
//! asks the page for something, a [`PlayerRequest`], or writes its address. The methods of
//! [`Player`] return what a page shows: the board, the tiles that slide, the win probability, the
//! regret of each action, the data of the chart and every text with a number in it.
//!
//! This crate contains no DOM, no clock and no random device. Time comes in as
//! [`PlayerEvent::Tick`], the policy as [`PlayerEvent::LoadChanged`], a random number as
//! [`PlayerEvent::RandomSeed`]. So the same events give the same states in a test and in every
//! browser.
//!
//! ```
//! use mdp2048_display::{Effect, Reducer as _};
//! use mdp2048_model::Game;
//! use mdp2048_player::{Player, PlayerEvent, PlayerRequest};
//! use mdp2048_rules::Shape;
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let mut player = Player::new(game, 42.into());
//! assert_eq!(player.board().to_string(), "0 2/2 0");
//! // A start without a policy requests the policy; the game runs as soon as it is loaded.
//! let effects = player.reduce(PlayerEvent::Start);
//! assert!(player.running());
//! assert!(matches!(effects[1], Effect::Ask(PlayerRequest::LoadPolicy)));
//! # Ok::<(), mdp2048_model::GameError>(())
//! ```

mod certain_win;
mod chart;
mod continuation;
mod event;
mod load;
mod loaded;
mod moves;
mod name;
mod place;
mod player;
mod policy_summary;
mod speed;
mod start_board;
mod summary;
mod table;
#[cfg(test)]
mod testing;
mod text;
mod timeline;
mod turning;
mod url;
mod value;

pub use certain_win::with_certainty;
pub use chart::{AxisTick, ChartData, ChartPoint};
pub use continuation::{Continuation, MoveSource};
pub use event::PlayerEvent;
pub use load::{LoadError, LoadState};
pub use loaded::LoadedPolicy;
pub use moves::{MoveRow, Verdict};
pub use name::{GameNameError, parse_game_name};
pub use place::{Place, PlaceError};
pub use player::{Navigation, Player, PlayerNotice, PlayerRequest};
pub use speed::Speed;
pub use start_board::{StartBoardError, parse_start_board};
pub use summary::EndSummary;
pub use timeline::{Tile, TileChange};
pub use turning::TurningPoint;
pub use url::{
    PlayerUrl, PlayerUrlError, leads_to_players, may_replace_fragment, parse_game_parameters,
};
