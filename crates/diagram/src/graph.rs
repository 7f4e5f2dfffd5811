//! The Markov decision process of a small game as a graph.

use mdp2048_model::{Game, Policy, Values};
use mdp2048_rules::{Action, Board, CanonicalState, TileSum};

/// Which boards are states of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Frame {
    /// One state for all symmetric images of a board: the canonical one.
    #[default]
    Canonical,
    /// Every board as it is shown.
    Shown,
}

impl Frame {
    /// The board that stands for `board`.
    pub fn board(self, board: Board) -> Board {
        match self {
            Self::Canonical => CanonicalState::of(board).0.board(),
            Self::Shown => board,
        }
    }
}

/// Which actions are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Grouping {
    /// Those that lead to the same afterstate, as the frame draws it.
    #[default]
    Equivalent,
    /// None: every direction stands for itself.
    Direction,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The target was made.
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

/// What follows an action or a random tile: another state, by its number, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Successor {
    /// A state.
    State(usize),
    /// The end of the game.
    End(Ending),
}

/// A transition: what an action may lead to, and how likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// Where it leads.
    pub next: Successor,
    /// Its probability, above 0 and at most 1.
    pub probability: f64,
    /// Whether only a random 4 leads there.
    pub only_four: bool,
}

/// Actions of a state that are drawn as one.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionGroup {
    /// The actions in the order left, right, up, down, in the frame of the board; at least one.
    pub actions: Vec<Action>,
    /// The board before the random tile, in the frame of the graph.
    pub after: Board,
    /// Where it leads, in the order of the states, the ends last; each once.
    pub transitions: Vec<Transition>,
    /// Q(s, a), where the graph has values.
    pub value: Option<f64>,
    /// Whether it is among the best up to rounding noise.
    pub is_best: bool,
    /// Whether the policy takes it: the one given, else the optimal one.
    pub is_taken: bool,
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphState {
    /// The board.
    pub board: Board,
    /// Its tile sum, which decides its column.
    pub sum: TileSum,
    /// The probability that a game starts here.
    pub start: f64,
    /// V(s), where the graph has values.
    pub value: Option<f64>,
    /// What may be chosen.
    pub action_groups: Vec<ActionGroup>,
}

/// The graph of a game.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) game: Game,
    pub(crate) frame: Frame,
    pub(crate) grouping: Grouping,
    // Ascending by tile sum, then by key.
    pub(crate) states: Vec<GraphState>,
    pub(crate) has_policy: bool,
}

impl Graph {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Which boards are states of their own.
    pub const fn frame(&self) -> Frame {
        self.frame
    }

    /// Which actions are one choice.
    pub const fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// The states, ascending by tile sum and then by key.
    pub fn states(&self) -> &[GraphState] {
        &self.states
    }

    /// The number of the state of a board, if it is one of the graph.
    pub fn find(&self, board: Board) -> Option<usize> {
        if board.shape() != self.game.shape() {
            return None;
        }
        let board = self.frame.board(board);
        let key = (board.tile_sum(), board.key());
        self.states.binary_search_by_key(&key, |state| (state.sum, state.board.key())).ok()
    }

    /// The column of a state: 0 for the lowest tile sum, one more for each 2 of the sum, whether or
    /// not some state has it.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn column(&self, state: usize) -> usize {
        let sum = |state: usize| self.states[state].sum.get();
        (sum(state) - sum(0)) as usize / 2
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.states.len().checked_sub(1).map_or(0, |last| self.column(last) + 1)
    }

    /// How many transitions there are: distinct (state, choice, what follows), with all wins as one
    /// and all losses as one.
    pub fn transitions(&self) -> usize {
        let choices = self.states.iter().flat_map(|state| &state.action_groups);
        choices.map(|choice| choice.transitions.len()).sum()
    }

    /// Whether some transition ends so.
    pub fn can_end(&self, outcome: Ending) -> bool {
        let choices = self.states.iter().flat_map(|state| &state.action_groups);
        let mut transitions = choices.flat_map(|choice| &choice.transitions);
        transitions.any(|transition| transition.next == Successor::End(outcome))
    }

    /// Adds the values of a solution of the game, and the policy they are unless another was given.
    #[must_use]
    pub fn with_values(mut self, values: &impl Values) -> Self {
        for state in &mut self.states {
            let (canonical, symmetry) = CanonicalState::of(state.board);
            let Some(of_actions) = values.action_values(canonical) else {
                continue;
            };
            let of_actions = of_actions.before(symmetry);
            state.value = of_actions.value();
            for choice in &mut state.action_groups {
                choice.value = choice.actions.iter().find_map(|&action| of_actions.get(action));
                choice.is_best = of_actions.best().any(|action| choice.actions.contains(&action));
            }
        }
        if self.has_policy { self } else { self.taking(values, false) }
    }

    /// Marks what a policy takes; what it has no entry for keeps its mark.
    #[must_use]
    pub fn with_policy(self, policy: &impl Policy) -> Self {
        self.taking(policy, true)
    }

    fn taking(mut self, policy: &impl Policy, is_given: bool) -> Self {
        self.has_policy = is_given;
        for state in &mut self.states {
            let Some(advice) = policy.advise(state.board) else {
                continue;
            };
            for choice in &mut state.action_groups {
                choice.is_taken = choice.actions.contains(&advice.action);
            }
        }
        self
    }
}
