//! The walk: a seeded game, played by a policy or by the reader, with steps back and forward.

use mdp2048_model::{Game, Policy, Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Board};

/// The boards and actions of a seeded game, and a cursor: the position that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    game: Game,
    seed: Seed,
    // The first board, if it is not the one of the seed.
    from: Option<Board>,
    // Each action is allowed on its board. Those after the cursor were taken back.
    actions: Vec<Action>,
    // The board before each action, and the last board.
    boards: Vec<Board>,
    // cursor <= actions.len()
    cursor: usize,
}

impl Walk {
    /// A walk that starts at the first board of a seed, or at `from`. The seed determines the
    /// random tiles in both cases. `from` is ignored if its shape is not that of the game.
    pub fn new(game: Game, seed: Seed, from: Option<Board>) -> Self {
        let from = from.filter(|board| board.shape() == game.shape());
        let mut walk =
            Self { game, seed, from, actions: Vec::new(), boards: Vec::new(), cursor: 0 };
        walk.replay();
        walk
    }

    /// Computes the boards from the seed and the actions.
    fn replay(&mut self) {
        let mut spawns = SeededSpawns::new(self.seed);
        let mut board = self.from.unwrap_or_else(|| spawns.start(&self.game));
        self.boards = vec![board];
        for (index, &action) in self.actions.iter().enumerate() {
            let is_playing = self.game.status(board) == Status::Playing;
            let Some(result) = self.game.act(board, action).filter(|_| is_playing) else {
                self.actions.truncate(index);
                break;
            };
            board = spawns.spawn(&self.game, result.after);
            self.boards.push(board);
        }
        self.cursor = self.cursor.min(self.actions.len());
    }

    /// The seed.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The first board, if it is not the one of the seed.
    pub const fn from(&self) -> Option<Board> {
        self.from
    }

    /// The number of actions played up to the cursor.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The board at the cursor.
    pub fn board(&self) -> Board {
        self.boards[self.cursor]
    }

    /// Whether the board at the cursor is won, lost or neither.
    pub fn status(&self) -> Status {
        self.game.status(self.board())
    }

    /// The steps up to the cursor: the board before, the action, the board after.
    pub fn steps(&self) -> impl Iterator<Item = (Board, Action, Board)> {
        let pairs = self.boards.windows(2).zip(&self.actions).take(self.cursor);
        pairs.map(|(pair, &action)| (pair[0], action, pair[1]))
    }

    /// Plays an action at the cursor. Returns whether the action is allowed. The actions after the
    /// cursor are removed if another action than before is played.
    pub fn play(&mut self, action: Action) -> bool {
        let is_playing = self.status() == Status::Playing;
        if !is_playing || self.game.act(self.board(), action).is_none() {
            return false;
        }
        if self.actions.get(self.cursor) != Some(&action) {
            self.actions.truncate(self.cursor);
            self.actions.push(action);
            self.replay();
        }
        self.cursor += 1;
        true
    }

    /// Plays the action after the cursor if there is one, else the policy's action. Returns whether
    /// an action was played.
    pub fn step(&mut self, policy: &impl Policy) -> bool {
        let next = self.actions.get(self.cursor).copied();
        let advised = || policy.advise(self.board()).map(|advice| advice.action);
        next.or_else(advised).is_some_and(|action| self.play(action))
    }

    /// Moves the cursor one action back.
    pub fn back(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    /// Returns to the first board and removes all actions.
    pub fn restart(&mut self) {
        *self = Self::new(self.game, self.seed, self.from);
    }

    /// Whether the policy plays every action up to the cursor.
    pub fn follows(&self, policy: &impl Policy) -> bool {
        self.steps().all(|(board, action, _)| {
            policy.advise(board).is_some_and(|advice| advice.action == action)
        })
    }
}
