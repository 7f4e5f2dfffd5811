//! Continuing a game beyond its policy file, for the page's solver in JavaScript.

use mdp2048_model::{ActionValues, Advice, ValuedGame};
use mdp2048_player::{Continuation, MoveSource, Player, PlayerEvent};
use mdp2048_rules::{Action, Board, TileSum};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::handle::PlayerHandle;

/// The numbers of one move: the tile sum, the index of the action, and five values.
const NUMBERS: usize = 7;

#[wasm_bindgen]
impl PlayerHandle {
    /// What a solver needs to continue the game from a position on, or from its last one: the seed,
    /// how many of its random tiles are used before, and the board in hexadecimal digits, with
    /// spaces between them.
    #[wasm_bindgen(js_name = gameAt)]
    pub fn game_at(&self, position: usize) -> String {
        game_at(&self.session().player(), position)
    }

    /// Continues the game with moves of its solution, which `SharedGame.play` returns for `game`, a
    /// text of [`PlayerHandle::game_at`]. Does nothing if another game is shown meanwhile.
    #[wasm_bindgen(js_name = continueGame)]
    pub fn continue_game(&self, position: usize, game: &str, is_losing: bool, numbers: &[f64]) {
        let player = self.session().player();
        let board = game.rsplit(' ').next().unwrap_or_default();
        if let Ok(board) = Board::from_hex(player.game().shape(), board)
            && game_at(&player, position) == game
        {
            let losing = ValuedGame::losing(*player.game()).filter(|_| is_losing);
            let valued_game = losing.unwrap_or((*player.game()).into());
            self.session().dispatch(PlayerEvent::Continue(Continuation {
                board,
                moves: numbers.chunks_exact(NUMBERS).filter_map(read_move).collect(),
                source: MoveSource::Solution(valued_game),
            }));
        }
    }

    /// Whether a page may solve the game, as far as its size tells.
    #[wasm_bindgen(getter, js_name = mayBeSolved)]
    pub fn may_be_solved(&self) -> bool {
        self.session().player().may_be_solved()
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

fn game_at(player: &Player, position: usize) -> String {
    let (tiles, board) = player.game_at(position);
    format!("{} {tiles} {}", player.seed(), board.hex())
}

/// Reads the numbers of one move.
fn read_move(numbers: &[f64]) -> Option<(TileSum, Advice)> {
    let known = |index: usize| numbers.get(index).copied().filter(|value| !value.is_nan());
    let values = Action::ALL.map(|action| known(3 + action.index()));
    Some((
        TileSum::new(known(0)? as u32),
        Advice {
            action: *Action::ALL.get(known(1)? as usize)?,
            value: known(2),
            action_values: Some(ActionValues::new(values)),
        },
    ))
}
