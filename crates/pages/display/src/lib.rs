//! What people see of numbers: their text, the same on the command line, in drawings and on the
//! page, and [charts](chart).
//!
//! | number | function | example |
//! | --- | --- | --- |
//! | whole number | [`count`], [`counted`] | `25,179,012`, `35 states` |
//! | length of a file | [`file_size`] | `3.1 MB` |
//! | amount of memory | [`memory_size`] | `2.5 GiB` |
//! | time | [`duration`], [`expected_time`], [`time_left`] | `3 min 5 s` |
//! | probability of a game's event | [`percent`], [`Percentage`] | `73.68 %`, `1 in 88` |
//! | very small probability | [`one_in`], [`tiny_probability`] | `1 in 1.4 × 10¹⁷`, `1.4 × 10⁻⁴⁷` |
//! | probability of a transition | [`probability`] | `0.45` |
//! | label on an axis | [`tick_percent`] | `5 %` |
//! | value of a state or an action | [`Measure::text`] | `73.68 %`, `5468.5` |
//! | value as a file holds it | [`GameValue`] | `73.68 %`, `5468.5` |
//! | action beside the best one | [`Measure::beside_best`] | `keeps 96.94 %`, `costs 12.3 moves` |
//! | regret of an action, as a detail | [`Measure::cost`] | `costs 2.25 points` |
//! | share of a chance | [`share`] | `96.94 %` |
//! | values with their costs | [`listed()`] | `5468.46`, `5467.94`, `costs 0.52 in score` |
//! | expected moves | [`rest_of_game`] | `From here games last 33.1 moves on average.` |
//! | what a link asks for in vain | [`LinkParameters`], [`link_note`] | `The link asks for ...` |
//! | what an entry of the history shows | [`EntryViews`] | |
//! | the state of a page, and what a browser does for it | [`Reducer`], [`Effect`] | |
//! | name of a game on the page | [`game_title`] | `3×3 to 512` |
//! | seed of a game | [`SeedField`], [`short_seed`] | `42` |
//!
//! Every text has plain spaces. A page, where lines may break, passes it through [`no_break`].
//! The texts have no layout and no colours, and this crate does not print.

pub mod chart;

mod entries;
mod game_title;
mod game_value;
mod link;
mod listed;
mod measure;
mod numbers;
mod percentage;
mod reducer;
mod rest_of_game;
mod seed_field;
pub mod svg;

pub use entries::{Arrival, EntryViews, Returned};
pub use game_title::game_title;
pub use game_value::GameValue;
pub use link::{LinkParameters, decimal, leads_to, link_note, shortened, whole_number};
pub use listed::{ListedText, ListedValue, listed};
pub use measure::Measure;
pub use numbers::{
    capitalised, count, counted, duration, expected_time, file_size, mean_text, memory_size,
    no_break, one_in, power_of_ten, probability, received_size, scientific, significant, time_left,
};
pub use percentage::{Percentage, error_bound, percent, share, tick_percent, tiny_probability};
pub use reducer::{Effect, EffectOf, Opened, Reducer, SavedFile, Storage};
pub use rest_of_game::rest_of_game;
pub use seed_field::{SeedField, short_seed};
