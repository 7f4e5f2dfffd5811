//! The worker that solves the game of a player, as modules of JavaScript ask it.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Error, Float64Array, Function, Promise};
use mdp2048_model::{Advice, Game, ValuedGame};
use mdp2048_player::{Continuation, MoveSource, Player, PlayerEvent};
use mdp2048_protocol::{
    OptimalMove, SolvedLayer, SolverAnswer, SolverRequest, SolverService, StoredGame, WorkerError,
    reason,
};
use mdp2048_rules::{Board, TileSum};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web::browser::WorkerClient;
use web_sys::Worker;

use crate::handle::PlayerHandle;

/// The name of the error that a game needs more memory than there is.
const TOO_LARGE: &str = "GameTooLarge";

/// The solver of a player's game. Players of the game share it (`extras/shared-game.js`).
#[wasm_bindgen]
pub struct GameSolver {
    game: Game,
    client: WorkerClient<SolverService>,
    /// What the values are, once the game is solved.
    solved: Rc<Cell<Option<ValuedGame>>>,
}

/// What a game needs.
#[wasm_bindgen]
pub struct GameSize {
    /// The least bytes of memory.
    #[wasm_bindgen(js_name = leastBytes)]
    pub least_bytes: f64,
    /// The bytes of memory to expect.
    pub bytes: f64,
    /// The states to expect.
    pub states: f64,
}

/// What is known of a solved game.
#[wasm_bindgen]
pub struct GameValue {
    /// Whether expected returns are minus the probability of losing.
    pub losing: bool,
    /// The mean expected return of the start boards.
    #[wasm_bindgen(js_name = startReturn)]
    pub start_return: f64,
}

/// The optimal moves of a game from a board on.
#[wasm_bindgen]
pub struct OptimalMoves {
    /// What [`PlayerHandle::game_at`] tells of the board.
    asked: String,
    board: Board,
    moves: Vec<OptimalMove>,
    valued_game: ValuedGame,
}

#[wasm_bindgen]
impl OptimalMoves {
    /// The number of moves; 0 if no game reaches the board.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.moves.len()
    }
}

#[wasm_bindgen]
impl PlayerHandle {
    /// The solver of the player's game, in a worker that JavaScript has started.
    pub fn solver(&self, worker: Worker) -> GameSolver {
        let game = *self.session().player().game();
        GameSolver { game, client: WorkerClient::new(worker), solved: Rc::default() }
    }

    /// Where a game goes on from a position, or from its last one: the seed, how many of its random
    /// tiles are used before, and the board in hexadecimal digits, with spaces between them.
    #[wasm_bindgen(js_name = gameAt)]
    pub fn game_at(&self, position: usize) -> String {
        game_at(&self.session().player(), position)
    }

    /// Continues the game from a position on. Does nothing if another game is shown meanwhile.
    #[wasm_bindgen(js_name = continueGame)]
    pub fn continue_game(&self, position: usize, moves: &OptimalMoves) {
        if game_at(&self.session().player(), position) == moves.asked {
            self.session().dispatch(PlayerEvent::Continue(Continuation {
                board: moves.board,
                moves: moves.moves.iter().map(|it| advice(&moves.valued_game, it)).collect(),
                source: MoveSource::Solution(moves.valued_game),
            }));
        }
    }

    /// Whether a page may solve the game, as far as its size tells.
    #[wasm_bindgen(getter, js_name = mayBeSolved)]
    pub fn may_be_solved(&self) -> bool {
        self.session().player().may_be_solved()
    }

    /// Whether the values of all moves of the position shown are known.
    #[wasm_bindgen(getter, js_name = comparesMoves)]
    pub fn compares_moves(&self) -> bool {
        self.session().player().compares_moves()
    }

    /// How many moves a search looks ahead.
    #[wasm_bindgen(getter, js_name = searchDepth)]
    pub fn search_depth(&self) -> u32 {
        self.session().player().search_depth()
    }

    /// Continues the game with one move that a search finds. Returns whether it did.
    #[wasm_bindgen(js_name = searchMove)]
    pub fn search_move(&self) -> bool {
        let awaits = self.session().player().awaits_search();
        self.session().dispatch(PlayerEvent::SearchMove);
        awaits
    }
}

#[wasm_bindgen]
impl GameSolver {
    /// Resolves to a [`GameSize`].
    pub fn estimate(&self) -> Promise {
        let stored = StoredGame { game: self.game, is_single: false };
        self.ask(&SolverRequest::Estimate(stored), |answer| match answer {
            Ok(SolverAnswer::Estimated { bytes, states }) => Ok(Some(
                GameSize {
                    least_bytes: bytes[0],
                    bytes: bytes[0].midpoint(bytes[1]),
                    states: states[0].midpoint(states[1]),
                }
                .into(),
            )),
            other => Err(error(other)),
        })
    }

    /// Solves the game within so many bytes of memory. Resolves to a [`GameValue`]. Until then,
    /// `on_progress` gets the number of the pass, the states that are done in it, and those of the
    /// whole pass, or 0.
    pub fn solve(&self, limit: f64, on_progress: Function) -> Promise {
        let stored = StoredGame { game: self.game, is_single: false };
        let known = Rc::clone(&self.solved);
        self.ask(&SolverRequest::Solve(stored, limit), move |answer| match answer {
            Ok(SolverAnswer::Solving(SolvedLayer { pass, states, states_in_all, .. })) => {
                tell(&on_progress, [pass.into(), states, states_in_all]);
                Ok(None)
            }
            Ok(SolverAnswer::Solved(solved)) => {
                known.set(Some(solved.valued_game));
                let (losing, start_return) = (solved.valued_game.is_losing(), solved.start_return);
                Ok(Some(GameValue { losing, start_return }.into()))
            }
            other => Err(error(other)),
        })
    }

    /// Plays the rest of a player's game from a position on. Resolves to [`OptimalMoves`].
    pub fn play(&self, player: &PlayerHandle, position: usize) -> Promise {
        let player = player.session().player();
        let (asked, (tiles, board)) = (game_at(&player, position), player.game_at(position));
        let valued_game = self.solved.get().unwrap_or_else(|| self.game.into());
        let request = SolverRequest::Play { seed: player.seed(), tiles: tiles as u32, board };
        self.ask(&request, move |answer| match answer {
            Ok(SolverAnswer::Played(moves)) => {
                Ok(Some(OptimalMoves { asked: asked.clone(), board, moves, valued_game }.into()))
            }
            other => Err(error(other)),
        })
    }

    /// Counts the expected moves of the optimal policy from a board on, which is given by its
    /// hexadecimal digits. Resolves to a sentence; to nothing if no game reaches the board, or if
    /// another count begins before the end. `on_progress` gets the share that is done.
    ///
    /// # Errors
    /// If there is no such board.
    #[wasm_bindgen(js_name = countMoves)]
    pub fn count_moves(&self, board: &str, on_progress: Function) -> Result<Promise, JsError> {
        let board = Board::from_hex(self.game.shape(), board)?;
        Ok(self.ask(&SolverRequest::CountMoves(board), move |answer| match answer {
            Ok(SolverAnswer::Part(done)) => {
                tell(&on_progress, [done, 0.0, 0.0]);
                Ok(None)
            }
            Ok(SolverAnswer::Counted(counted)) => {
                Ok(Some(counted.map_or(JsValue::UNDEFINED, |it| it.text.into())))
            }
            other => Err(error(other)),
        }))
    }

    /// Resolves to the expected returns of the four actions of each of these boards, whose
    /// hexadecimal digits have spaces between them; NaN for an action that is not allowed.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn values(&self, boards: &str) -> Result<Promise, JsError> {
        let board = |digits| Board::from_hex(self.game.shape(), digits);
        let boards = boards.split_whitespace().map(board).collect::<Result<_, _>>()?;
        Ok(self.ask(&SolverRequest::Values(boards), |answer| match answer {
            Ok(SolverAnswer::Values(values)) => {
                let values = values.iter().flat_map(|it| it.actions);
                let values: Vec<f64> = values.map(|it| it.unwrap_or(f64::NAN)).collect();
                Ok(Some(Float64Array::from(&values[..]).into()))
            }
            other => Err(error(other)),
        }))
    }

    /// Stops the worker and frees its memory. What waits for it is rejected.
    pub fn end(&self) {
        self.client.end();
    }
}

impl GameSolver {
    /// Sends a request. The promise is settled with what `read` makes of an answer; `None` is for an
    /// answer that tells of the progress.
    fn ask(
        &self,
        request: &SolverRequest,
        read: impl FnMut(Result<SolverAnswer, WorkerError>) -> Result<Option<JsValue>, Error> + 'static,
    ) -> Promise {
        let mut read = Some(read);
        Promise::new(&mut |resolve, reject| {
            // The function is called once.
            let Some(mut read) = read.take() else { return };
            self.client.ask(request, move |answer| {
                // A promise is settled without an error.
                let _ = match read(answer) {
                    Ok(None) => return,
                    Ok(Some(value)) => resolve.call1(&JsValue::UNDEFINED, &value),
                    Err(error) => reject.call1(&JsValue::UNDEFINED, &error),
                };
            });
        })
    }
}

/// An error with the reason of an answer that is another one than was asked for.
fn error(answer: Result<SolverAnswer, WorkerError>) -> Error {
    let is_too_large = matches!(answer, Ok(SolverAnswer::TooLarge(_)));
    let error = Error::new(&reason(answer));
    if is_too_large {
        error.set_name(TOO_LARGE);
    }
    error
}

/// Calls a function with numbers.
fn tell(function: &Function, [first, second, third]: [f64; 3]) {
    // A function that throws does not stop the solver.
    let _ = function.call3(&JsValue::UNDEFINED, &first.into(), &second.into(), &third.into());
}

fn game_at(player: &Player, position: usize) -> String {
    let (tiles, board) = player.game_at(position);
    format!("{} {tiles} {}", player.seed(), board.hex())
}

/// The tile sum before a move, and the move with its values.
fn advice(valued_game: &ValuedGame, it: &OptimalMove) -> (TileSum, Advice) {
    let action_values = Some(valued_game.action_values(it.values.actions));
    let value = it.values.value.map(|value| valued_game.value(value));
    (it.sum, Advice { action: it.action, value, action_values })
}
