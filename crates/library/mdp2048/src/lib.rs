//! Exact 2048: small games solved, queried, evaluated and packed.
//!
//! 2048 is a *Markov decision process*: in each state the player chooses an action, then chance
//! places a random tile. This crate computes the value of every reachable state of a game, and of
//! every action there, by backward induction: not estimates, but exact to rounding. Boards from 2x2
//! to 3x3 can be solved for every target, boards up to 4x4 for small ones.
//!
//! # Five minutes from nothing to an exact regret
//!
//! ```sh
//! cargo new regret && cd regret
//! cargo add --path ../mdp2048/crates/library/mdp2048
//! ```
//!
//! The path leads to a copy of the repository beside the new folder, because the crate is not on a
//! registry yet.
//!
//! Choose a game, solve it, and ask for the value of any board and of any action:
//!
//! ```
//! use mdp2048::{Action, Board, Game, Solver};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // Reach the tile 64 on a board of two rows and three columns.
//!     let game = Game::builder().board(2, 3).target(64).build()?;
//!     let solution = Solver::new(&game).solve()?;
//!     println!("{} states", solution.states());
//!     println!("optimal play wins {:.4} of all games", solution.start_value());
//!
//!     let board: Board = "0 2 16/2 4 8".parse()?;
//!     let best = solution.best_at(board).ok_or("no game reaches this board")?;
//!     println!("the best action is {best}");
//!     for action in Action::ALL {
//!         // How much of the probability of winning the action gives away; `None` if it is not
//!         // allowed.
//!         if let Some(regret) = solution.regret_at(board, action) {
//!             println!("{action}: {regret:.3e}");
//!         }
//!     }
//!     # assert_eq!(solution.regret_at(board, best), Some(0.0));
//!     Ok(())
//! }
//! ```
//!
//! Build with `--release`: 3x3 to 512, with 12,789,511 states, is then solved in about a second.
//!
//! A *state* is a board up to rotation and reflection: rows have its canonical board, and questions
//! take any image. `None` is the answer for a board that no game reaches or that is over, and for an
//! action that is not allowed. A [`Value`] is a number ([`Value::get`]), and beside a probability of
//! winning it has that of losing ([`Value::loss`]).
//!
//! # Five questions
//!
//! ```
//! use mdp2048::{Action, Board, EachBoard, Game, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let solution = Solver::new(&Game::builder().board(2, 3).target(64).build()?).solve()?;
//! let board: Board = "0 2 16/2 4 8".parse()?;
//!
//! // What is a board worth?
//! let value = solution.value_at(board).ok_or("no state")?;
//! println!("{:.4} of games are won from there, {:?} are lost", value.get(), value.loss());
//!
//! // What are many boards worth?
//! let boards = solution.rows()?.take(1000).map(|row| Ok(row?.board()));
//! let boards: Vec<Board> = boards.collect::<Result<_, mdp2048::SolveError>>()?;
//! println!("{:?}", solution.values_of(&boards)[0]);
//!
//! // What does my move give away, and which of two moves is better?
//! let values = solution.action_values_at(board).ok_or("no state")?;
//! println!("{:?}", values.regret(Action::Left));
//! let [left, up] = [Action::Left, Action::Up].map(|action| values.get(action));
//! println!("{:?}", left.zip(up).map(|(left, up)| left.compare(up)));
//!
//! // What does my policy give away?
//! let order = [Action::Left, Action::Down, Action::Right, Action::Up];
//! let mine = |board: Board| order.into_iter().find(|&action| board.slide(action).is_some());
//! let found = solution.passes().evaluate_policy(&mut EachBoard(mine))?;
//! println!("it wins {:.4} of games and gives away {:.4}", found.value, found.regret());
//!
//! // What is the best policy, as a table?
//! for row in solution.rows()? {
//!     let row = row?;
//!     println!("{},{:?},{}", row.board(), row.best(), row.value);
//! #   break;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! What solves in memory need:
//!
//! | game | states | processor time | memory |
//! | --- | --- | --- | --- |
//! | 3x3 to 512 | 12,789,511 | 0.6 s | 0.12 GiB |
//! | 3x3 to 1024 | 25,179,012 | 1.3 s | 0.24 GiB |
//! | 3x3, highest score | 41,325,017 | 2.4 s | 0.4 GiB |
//! | 4x4 to 16, discount 0.99 | 23,482,821 | 2 s | 0.3 GiB |
//! | 3x4 to 64, discount 0.99 | 157,427,345 | 13 s | 1.3 GiB |
//! | 4x4 to 32, discount 0.99, single precision | 1,566,798,892 | 200 s | 10.3 GiB |
//!
//! # What next
//!
//! | to | see |
//! | --- | --- |
//! | choose the objective, a discount, the random tiles | [`GameBuilder`], [`Objective`] |
//! | limit threads and memory, show progress, stop | [`Solver`] |
//! | compare values, and know how exact they are | [`Value`], [`ActionValues`], [`Solution::relative_bound`] |
//! | query all actions of many boards at once | [`Solution::action_values_of`] |
//! | write code for anything with values | [`Values`] |
//! | know the score, the moves and the largest tile under optimal play | [`PassesOver::evaluate`], [`PassesOver::game_statistics`], [`PassesOver::largest_tiles`] |
//! | know where its large tiles lie, and which merges it puts off | [`PassesOver::habits`] |
//! | show the progress of such a pass, and stop it | [`PassesOver::on_progress`] |
//! | visit every state, with its values and how often games visit it | [`Solution::rows`] |
//! | evaluate a policy that answers for many boards at once, and see where it loses | [`BatchedPolicy`]; `AgentPolicy` for agents |
//! | pack a policy into some kilobytes, and read it | [`Packer::to_bytes`], [`PackedPolicy::from_bytes`], [`PackedPolicy::best_at`] |
//! | compare a packed policy with its solution | [`PolicyVerifier`] |
//! | play seeded games | [`Replay`] |
//! | grade a game that somebody played | `Review`, `RecordedGame` |
//! | ask solutions, folders and policies alike | `answers::Answers` |
//! | save a solution, read it, and check it | [`Solution::write`], `files::save_solution`, [`SolutionReader`], [`Verifier`] |
//! | solve to disk, and resume | `files::solve_in_folder`; [`Solver::solve_in`] with files of your own |
//! | write Parquet, CSV or Storm | `export` |
//!
//! A [`Value`] is in the unit of the objective: a probability of winning, points, or moves; of the
//! fewest moves, the smallest is the best. Beside a probability of winning, [`Value::loss`] is that
//! of losing, with all its digits where a game is nearly certain to be won. [`Value::compare`] and
//! [`Value::better_by`] compare values with all digits, and [`Solution::relative_bound`] bounds
//! their error. What the solver maximises inside, an *expected return*, is
//! [`Values::expected_return`]: minus a number of moves, or minus a probability of losing.
//!
//! The package contains `examples`: `solve_and_query`, `own_policy`, `on_disk` and `parquet`; that
//! of `mdp2048-policy` contains `embed`.
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `threads` | solves on several threads; in the caller's rayon pool, if there is one; on by default |
//! | `exact` | `ExactSolution`: small games solved with fractions |
//! | `agents` | the module `agents`: players that search or learn |
//! | `review` | `Review` and `RecordedGame`: games graded move by move |
//! | `export` | the module `export`: files for other tools |
//! | `proof` | the module `proof`: proven bounds for games that are too large to solve |
//! | `files` | `files`: solves in folders, files written whole; `answers`: questions to any file |
//!
//! # What a version promises
//!
//! - The API: the items at the root of this crate, and those of the modules [`rules`], [`model`],
//!   [`solve`] and [`policy`]. Before 1.0 the second number of the version changes if they break,
//!   from 1.0 on the first. The items of `agents`, `answers`, `export`, `files`, `proof` and
//!   `review`, also those that features add to the root, may change with every second number.
//! - Files: a version reads the solutions, work folders and policies of the versions with the same
//!   format number ([`policy::POLICY`], [`solve::SOLUTION`], [`solve::WORK_VERSION`]), and refuses
//!   others with a message that says what to do. A change of such a number is a breaking change.
//! - The program: names of subcommands and options, and the keys and units of its JSON. New keys
//!   are no breaking change; text for people may change at any time.
//! - The minimum version of Rust is 1.95. A newer one is no breaking change, but it changes the
//!   second number.

#[cfg(feature = "files")]
pub mod answers;
#[cfg(feature = "files")]
pub mod files;

mod library;

#[doc(inline)]
pub use mdp2048_model::{
    ActionValues, Advice, CellPlace, Distribution, Formation, Game, GameBuilder, GameError, Habits,
    LargestTiles, Objective, Outcome, PlainSolution, Policy, Replay, Seed, Status, Value,
    ValuedGame, Values,
};
#[doc(inline)]
pub use mdp2048_policy::{PackOptions, PackedPolicy, PolicyError, ValuesHeld};
#[doc(inline)]
pub use mdp2048_rules::{
    Action, Board, CanonicalState, Exponent, NotationError, Shape, ShapeError, Symmetry, TileSum,
};
#[doc(inline)]
pub use mdp2048_solve::{
    BatchedPolicy, CostlyBoard, CostlyState, EachBoard, EvaluateError, EvaluatePolicyError,
    FileError, GameStatistics, LayerRegret, PassesOver, Phase, PolicyEvaluation, Precision,
    Progress, Solution, SolutionReader, SolutionWindow, SolveError, SolveEstimate, Solver,
    StateRow, StateRows, StoredValues, Verification, Verifier,
};

#[cfg(feature = "exact")]
#[doc(inline)]
pub use mdp2048_model::{ExactError, ExactGame, ExactSolution, Fraction};

#[cfg(feature = "files")]
pub use files::WorkFolder;

#[cfg(feature = "review")]
#[doc(inline)]
pub use mdp2048_review::{Grade, MoveReview, RecordedGame, Review, ReviewError};

#[cfg(feature = "agents")]
#[doc(inline)]
pub use mdp2048_agents as agents;
#[cfg(feature = "export")]
#[doc(inline)]
pub use mdp2048_export as export;
#[cfg(feature = "proof")]
#[doc(inline)]
pub use mdp2048_proof as proof;
#[cfg(feature = "review")]
#[doc(inline)]
pub use mdp2048_review as review;
#[doc(inline)]
pub use {
    mdp2048_model as model, mdp2048_policy as policy, mdp2048_rules as rules,
    mdp2048_solve as solve,
};

#[cfg(all(feature = "agents", feature = "threads"))]
pub use library::agent_policy::AgentPolicy;
pub use library::pack::{Packer, PackingError};
pub use library::policy_verifier::{PolicyVerification, PolicyVerifier, PolicyVerifyError};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
