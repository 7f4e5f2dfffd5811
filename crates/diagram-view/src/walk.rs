//! The token: a seeded game, played by the policy or by the reader.

use mdp2048_model::{Game, Policy, Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Board};

/// A game so far, with a position in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    game: Game,
    seed: Seed,
    // Where it began, if not where the seed lets it.
    from: Option<Board>,
    // Each allowed on its board.
    actions: Vec<Action>,
    // One more than `actions`.
    boards: Vec<Board>,
    // At most the number of actions.
    cursor: usize,
}

impl Walk {
    /// At the first board of a seed, or at a board of the game from where the seed goes on.
    pub fn new(game: Game, seed: Seed, from: Option<Board>) -> Self {
        let from = from.filter(|board| board.shape() == game.shape());
        let mut walk =
            Self { game, seed, from, actions: Vec::new(), boards: Vec::new(), cursor: 0 };
        walk.play();
        walk
    }

    /// Plays the actions again; the same seed gives the same boards.
    fn play(&mut self) {
        let mut spawns = SeededSpawns::new(self.seed);
        let mut board = self.from.unwrap_or_else(|| spawns.start(&self.game));
        self.boards = vec![board];
        for (at, &action) in self.actions.iter().enumerate() {
            let going_on = self.game.status(board) == Status::Playing;
            let Some(acted) = self.game.act(board, action).filter(|_| going_on) else {
                self.actions.truncate(at);
                break;
            };
            board = spawns.spawn(&self.game, acted.after);
            self.boards.push(board);
        }
        self.cursor = self.cursor.min(self.actions.len());
    }

    /// The seed.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Where it began, if not where the seed lets it.
    pub const fn from(&self) -> Option<Board> {
        self.from
    }

    /// How many actions have been played.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The board now.
    pub fn board(&self) -> Board {
        self.boards[self.cursor]
    }

    /// How the game stands now.
    pub fn status(&self) -> Status {
        self.game.status(self.board())
    }

    /// The actions up to here: the board before, the action, the board after.
    pub fn steps(&self) -> impl Iterator<Item = (Board, Action, Board)> {
        let pairs = self.boards.windows(2).zip(&self.actions).take(self.cursor);
        pairs.map(|(pair, &action)| (pair[0], action, pair[1]))
    }

    /// Plays an action from here, if it is allowed; whether it was.
    pub fn act(&mut self, action: Action) -> bool {
        let allowed = self.status() == Status::Playing;
        if !allowed || self.game.act(self.board(), action).is_none() {
            return false;
        }
        if self.actions.get(self.cursor) != Some(&action) {
            self.actions.truncate(self.cursor);
            self.actions.push(action);
            self.play();
        }
        self.cursor += 1;
        true
    }

    /// One action ahead: the one played before if there is one, else the policy's.
    pub fn step(&mut self, policy: &impl Policy) -> bool {
        let action = self.actions.get(self.cursor).copied();
        let advised = || policy.advise(self.board()).map(|advice| advice.action);
        action.or_else(advised).is_some_and(|action| self.act(action))
    }

    /// One action back.
    pub fn back(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    /// To the beginning; the reader's actions are forgotten.
    pub fn restart(&mut self) {
        *self = Self::new(self.game, self.seed, self.from);
    }

    /// Whether the policy would have come here too.
    pub fn follows(&self, policy: &impl Policy) -> bool {
        self.steps().all(|(board, action, _)| {
            policy.advise(board).is_some_and(|advice| advice.action == action)
        })
    }

    /// The actions up to here as letters: `lrud`.
    pub fn letters(&self) -> String {
        self.steps().filter_map(|(_, action, _)| action.name().chars().next()).collect()
    }
}

/// The action of a letter.
pub(crate) fn action_of(letter: char) -> Option<Action> {
    Action::ALL.into_iter().find(|action| action.name().starts_with(letter))
}
