//! The Markov decision process of a small game as a graph.

use mdp2048_model::{Game, Policy, Value, ValuedGame, Values};
use mdp2048_rules::{Action, Board, CanonicalState, TileSum};

/// Which boards are states of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Frame {
    /// The canonical board represents all its symmetry images.
    #[default]
    Canonical,
    /// Every board is a state of its own.
    Shown,
}

impl Frame {
    /// The board that represents `board`.
    pub fn board(self, board: Board) -> Board {
        match self {
            Self::Canonical => CanonicalState::of(board).0.board(),
            Self::Shown => board,
        }
    }
}

/// Which actions of a state are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Grouping {
    /// The actions that lead to the same afterstate in the frame of the graph.
    #[default]
    Equivalent,
    /// None: every action is drawn by itself.
    Direction,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The player made the target tile.
    Win,
    /// No action is allowed.
    Lose,
}

impl Ending {
    /// The name in lower case: `win`, `lose`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
        }
    }
}

/// What follows an action and the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Successor {
    /// Another state, by its index.
    State(usize),
    /// The end of the game.
    End(Ending),
}

impl Successor {
    /// What it is worth if these are the values of the states, and a win is worth 1.
    pub(crate) fn value(self, values: &[f64]) -> f64 {
        match self {
            Self::State(state) => values[state],
            Self::End(ending) => f64::from(ending == Ending::Win),
        }
    }
}

/// A transition: a successor of an action with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The successor.
    pub next: Successor,
    /// The probability, above 0 and at most 1.
    pub probability: f64,
    /// Whether only random 4s lead to the successor.
    pub only_four: bool,
}

/// Actions of a state that are drawn as one.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionGroup {
    /// The actions in the order left, right, up, down, in the frame of the board; at least one.
    pub actions: Vec<Action>,
    /// The afterstate, in the frame of the graph.
    pub after: Board,
    /// The transitions in the order of their successors, the endings last; each successor once.
    pub transitions: Vec<Transition>,
    /// The action value Q(s, a), if the graph has values.
    pub value: Option<Value>,
    /// Whether the action value is the greatest up to rounding.
    pub is_best: bool,
    /// Whether the policy's action is among the actions. Without a given policy it is the optimal
    /// one.
    pub is_taken: bool,
}

/// A state of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphState {
    /// The board.
    pub board: Board,
    /// The tile sum, which determines the column.
    pub sum: TileSum,
    /// The probability that a game starts at this state.
    pub start: f64,
    /// The value V(s), if the graph has values.
    pub value: Option<Value>,
    /// The allowed actions.
    pub action_groups: Vec<ActionGroup>,
}

/// The graph of a game: all its states with their actions and transitions.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The game, and what the values of the states are.
    pub valued_game: ValuedGame,
    /// Which boards are states of their own.
    pub frame: Frame,
    /// Which actions of a state are drawn as one.
    pub grouping: Grouping,
    /// The states, ascending by tile sum and then by key.
    pub states: Vec<GraphState>,
    pub(crate) has_policy: bool,
}

impl Graph {
    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The index of the state of a board, if the graph has it.
    pub fn find(&self, board: Board) -> Option<usize> {
        if board.shape() != self.game().shape() {
            return None;
        }
        let board = self.frame.board(board);
        let key = (board.tile_sum(), board.key());
        self.states.binary_search_by_key(&key, |state| (state.sum, state.board.key())).ok()
    }

    /// The column of a state: 0 for the lowest tile sum, and one more for each 2 of the sum,
    /// including tile sums that no state has.
    ///
    /// # Panics
    /// If there is no state with this index.
    pub fn column(&self, state: usize) -> usize {
        let sum = |state: usize| self.states[state].sum.get();
        (sum(state) - sum(0)) as usize / 2
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.states.len().checked_sub(1).map_or(0, |last| self.column(last) + 1)
    }

    /// The number of transitions: distinct triples of state, action group and successor, where all
    /// wins are one successor and all losses are one.
    pub fn transitions(&self) -> usize {
        let groups = self.states.iter().flat_map(|state| &state.action_groups);
        groups.map(|group| group.transitions.len()).sum()
    }

    /// In how many ways games end: 2 if some are won and some are lost.
    pub(crate) fn endings(&self) -> usize {
        let groups = || self.states.iter().flat_map(|state| &state.action_groups);
        let ends = |ending| {
            groups()
                .flat_map(|group| &group.transitions)
                .any(|it| it.next == Successor::End(ending))
        };
        [Ending::Win, Ending::Lose].into_iter().filter(|&ending| ends(ending)).count()
    }

    /// Adds the values of a solution of the game, and its policy unless another one was given.
    #[must_use]
    pub fn with_values(mut self, values: &impl Values) -> Self {
        self.valued_game = *values.valued_game();
        for state in &mut self.states {
            let (canonical, symmetry) = CanonicalState::of(state.board);
            let Some(action_values) = values.action_values(canonical) else {
                continue;
            };
            let action_values = action_values.before(symmetry);
            state.value = action_values.value();
            for group in &mut state.action_groups {
                group.value = group.actions.iter().find_map(|&action| action_values.get(action));
                group.is_best = action_values.best().any(|action| group.actions.contains(&action));
            }
        }
        if self.has_policy { self } else { self.set_taken(values, false) }
    }

    /// Adds a policy. States without an entry in the policy keep the action they have.
    #[must_use]
    pub fn with_policy(self, policy: &impl Policy) -> Self {
        self.set_taken(policy, true)
    }

    fn set_taken(mut self, policy: &impl Policy, is_given: bool) -> Self {
        self.has_policy = is_given;
        for state in &mut self.states {
            let Some(advice) = policy.advise(state.board) else {
                continue;
            };
            for group in &mut state.action_groups {
                group.is_taken = group.actions.contains(&advice.action);
            }
        }
        self
    }
}
