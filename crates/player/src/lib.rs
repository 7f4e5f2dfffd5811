//! A replay as a pure reducer: state + event -> state.
//!
//! This room knows what a player shows and what happens when a reader presses something: the
//! board, the tiles that slide, the win probability, what each action costs, the chart and every
//! text with a number in it. It knows no DOM, no clock and no random device: time comes in as
//! [`Event::Tick`], policies as [`Event::Load`], chance as [`Event::RandomSeed`].
//!
//! ```
//! use mdp2048_model::Game;
//! use mdp2048_player::{Event, Player};
//! use mdp2048_rules::Shape;
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let player = Player::new(game, 42.into());
//! assert_eq!(player.board().to_string(), "0 2/2 0");
//! // Before its policy is there, a player remembers that it was asked to start.
//! let player = player.after(Event::Start);
//! assert!(player.needs_policy() && player.running());
//! # Ok::<(), mdp2048_model::GameError>(())
//! ```

mod certain_win;
mod chart;
mod event;
mod load;
mod moves;
mod name;
mod player;
mod speed;
#[cfg(test)]
mod testing;
mod text;
mod timeline;
mod url;

pub use chart::{AxisTick, ChartData, ChartPoint};
pub use event::Event;
pub use load::{Load, LoadError};
pub use moves::{MoveRow, Verdict};
pub use name::{GameNameError, parse_game_name};
pub use player::{Navigation, Player};
pub use speed::Speed;
pub use text::PolicySummary;
pub use timeline::{Tile, TileChange};
pub use url::{PlayerUrl, PlayerUrlError};
