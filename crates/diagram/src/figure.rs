//! What a drawing shows: items in columns and the links between them.

use mdp2048_model::{Game, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::graph::Outcome;
use crate::numbers::value_name;

/// Which actions have their links drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Shown {
    /// All that are allowed.
    #[default]
    All,
    /// Those that are best up to rounding noise.
    Best,
    /// The one that the policy takes.
    Taken,
}

/// How the ends of the game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ends {
    /// As a mark at the action that leads there, with its probability.
    #[default]
    Stubs,
    /// As a win and a loss in every column that follows one.
    Chips,
    /// As one win and one loss in the last column, with every link to them.
    Edges,
}

/// What of a graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct View {
    /// Which actions.
    pub shown: Shown,
    /// Whether afterstates stand between the states.
    pub afterstates: bool,
    /// How the ends of the game are drawn.
    pub ends: Ends,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A board on which the player is to act, or on which the game is lost.
    State,
    /// A board before the random tile.
    Afterstate,
    /// The end of the game.
    End(Outcome),
}

/// A thing with a place of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The name, unique in the figure: `s0122`, `a0220`, `win`.
    pub id: String,
    /// What it is.
    pub role: Role,
    /// The board; every role but the end has one.
    pub board: Option<Board>,
    /// The column.
    pub column: usize,
    /// The probability that a game starts here.
    pub start: f64,
    /// V of the state, where known.
    pub value: Option<f64>,
    /// The probability that a game under the policy comes here, where known.
    pub occupancy: Option<f64>,
    /// How the game has ended on this board, if it has.
    pub ended: Option<Outcome>,
    /// What may be chosen here; an afterstate and an end have nothing to choose.
    pub ports: Vec<Port>,
    /// Directions that are not allowed.
    pub blocked: Vec<Action>,
}

/// Actions of a state that are drawn as one, where their links begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The actions, at least one.
    pub actions: Vec<Action>,
    /// Q(s, a), where known.
    pub value: Option<f64>,
    /// Whether it is among the best.
    pub is_best: bool,
    /// Whether the policy takes it.
    pub is_taken: bool,
    /// Whether its links are drawn.
    pub is_shown: bool,
}

/// Where a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum To {
    /// At an item, by its number.
    Item(usize),
    /// At a mark beside where it begins.
    Stub(Outcome),
}

/// What leads from an item to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The item where it begins.
    pub from: usize,
    /// The port of the item, if it has ports.
    pub port: Option<usize>,
    /// Where it ends.
    pub to: To,
    /// Its probability, given the action or the afterstate.
    pub probability: f64,
    /// Whether it stands for a random tile, and only a 4.
    pub takes_four: bool,
    /// Whether it belongs to a best action.
    pub is_best: bool,
    /// Whether it belongs to the action that the policy takes.
    pub is_taken: bool,
    /// The probability that a game under the policy goes along it, where known.
    pub flow: Option<f64>,
}

/// A column of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What is written above it.
    pub label: String,
}

/// A figure: what is drawn, before it is known where.
#[derive(Clone, Debug)]
pub struct Figure {
    pub(crate) game: Game,
    pub(crate) title: String,
    pub(crate) summary: String,
    /// What the labels of the columns are, or nothing if they say it themselves.
    pub(crate) axis: &'static str,
    pub(crate) columns: Vec<Column>,
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
    /// Whether there is room to write probabilities beside the links.
    pub(crate) is_small: bool,
    /// Whether the width of a link is its flow, not its probability.
    pub(crate) is_flow: bool,
}

impl Figure {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the figure is, in a line.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What there is to see, in a sentence or two.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The columns from left to right.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The links.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether the width of a link is its flow, not its probability.
    pub const fn is_flow(&self) -> bool {
        self.is_flow
    }

    /// How a link ends the game, if it does.
    pub fn end_of(&self, link: &Link) -> Option<Outcome> {
        match link.to {
            To::Stub(outcome) => Some(outcome),
            To::Item(item) => match self.items[item].role {
                Role::End(outcome) => Some(outcome),
                _ => self.items[item].ended,
            },
        }
    }

    /// Adds the values of a solution of the game to its states and actions.
    #[must_use]
    pub fn with_values(mut self, values: &impl Values) -> Self {
        for item in self.items.iter_mut().filter(|item| item.role == Role::State) {
            let Some(board) = item.board else {
                continue;
            };
            let (state, symmetry) = CanonicalState::of(board);
            item.value = values.value(state);
            if item.ports.is_empty() {
                continue;
            }
            let Some(of_actions) = values.action_values(state) else {
                continue;
            };
            let of_actions = of_actions.before(symmetry);
            for port in &mut item.ports {
                port.value = port.actions.iter().find_map(|&action| of_actions.get(action));
                port.is_best = of_actions.best().any(|action| port.actions.contains(&action));
            }
        }
        self.mark_best();
        let name = value_name(&self.game);
        self.summary.push_str(&format!(" Below each state: its {name} under optimal play."));
        self
    }

    /// Marks the links of best actions, and of the afterstates that they lead to.
    fn mark_best(&mut self) {
        let mut after_best = vec![false; self.items.len()];
        for link in &mut self.links {
            if let Some(port) = link.port {
                link.is_best = self.items[link.from].ports[port].is_best;
                if let (true, To::Item(item)) = (link.is_best, link.to) {
                    after_best[item] = true;
                }
            }
        }
        for link in self.links.iter_mut().filter(|link| link.port.is_none()) {
            link.is_best = after_best[link.from];
        }
    }
}
