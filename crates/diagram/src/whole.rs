//! The figure of a whole graph.

use std::collections::{BTreeMap, HashMap};

use mdp2048_rules::{Action, Board};

use crate::chain::Chain;
use crate::figure::{Column, Ends, Figure, Item, Link, Port, Role, Shown, To, View};
use crate::graph::{Choice, Frame, Graph, Grouping, Next, Outcome};
use crate::numbers::value_name;

impl Figure {
    /// The figure of a graph.
    pub fn of(graph: &Graph, view: View) -> Self {
        let mut builder = Builder::new(graph, view);
        builder.build();
        builder.figure(title(graph, view), summary(graph, view), false)
    }
}

pub(crate) const fn states(graph: &Graph) -> &'static str {
    match graph.frame() {
        Frame::Canonical => "canonical states",
        Frame::Shown => "every board a state",
    }
}

fn title(graph: &Graph, view: View) -> String {
    let actions = match (view.shown, graph.grouping()) {
        (Shown::Best, _) => "optimal actions",
        (Shown::Taken, _) => "the actions of the policy",
        (Shown::All, Grouping::Equivalent) => "all actions",
        (Shown::All, Grouping::Direction) => "all actions by direction",
    };
    let between = if view.afterstates { ", with afterstates" } else { "" };
    format!("{}: {}, {actions}{between}", graph.game(), states(graph))
}

fn summary(graph: &Graph, view: View) -> String {
    let (states, transitions) = (graph.states().len(), graph.transitions());
    let what = match view.shown {
        Shown::All => format!("{states} states and {transitions} transitions"),
        Shown::Best | Shown::Taken => {
            let choices = graph.states().iter().flat_map(|state| &state.choices);
            let drawn = choices.filter(|it| view.draws(it)).map(|it| it.transitions.len());
            format!("{states} states and {} of {transitions} transitions", drawn.sum::<usize>())
        }
    };
    let value = if graph.states().iter().any(|state| state.value.is_some()) {
        let name = value_name(graph.game());
        format!(" Below each state: its {name} under optimal play.")
    } else {
        String::new()
    };
    format!(
        "{what} of a Markov decision process, in columns by tile sum: every action leads to the \
         right, by 2 or by 4.{value}"
    )
}

impl View {
    /// Whether the links of a choice are drawn.
    const fn draws(self, choice: &Choice) -> bool {
        match self.shown {
            Shown::All => true,
            Shown::Best => choice.is_best,
            Shown::Taken => choice.is_taken,
        }
    }
}

pub(crate) struct Builder<'g> {
    pub(crate) graph: &'g Graph,
    view: View,
    // Of the policy, where every state has an action of it.
    pub(crate) chain: Option<Chain>,
    // Whether only what its games visit has links.
    pub(crate) only_visited: bool,
    columns: Vec<Column>,
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
    // Afterstates by column and board, ends by column.
    pub(crate) afterstates: BTreeMap<(usize, Board), usize>,
    pub(crate) ends: HashMap<(usize, Outcome), usize>,
}

impl<'g> Builder<'g> {
    pub(crate) fn new(graph: &'g Graph, view: View) -> Self {
        let first = graph.states().first().map_or(0, |state| state.sum.get() as usize);
        let mut columns = Vec::new();
        for at in 0..graph.columns() {
            columns.push(Column { label: (first + 2 * at).to_string() });
            if view.afterstates {
                columns.push(Column { label: String::new() });
            }
        }
        let (items, links) = (Vec::new(), Vec::new());
        let (afterstates, ends) = (BTreeMap::new(), HashMap::new());
        let chain = graph.chain();
        let only_visited = false;
        Self { graph, view, chain, only_visited, columns, items, links, afterstates, ends }
    }

    pub(crate) fn build(&mut self) {
        self.states();
        self.links();
        self.flows();
    }

    pub(crate) fn figure(mut self, title: String, summary: String, is_flow: bool) -> Figure {
        self.columns.truncate(self.items.iter().map(|item| item.column + 1).max().unwrap_or(0));
        Figure {
            game: *self.graph.game(),
            title,
            summary,
            axis: "tile sum",
            columns: self.columns,
            items: self.items,
            links: self.links,
            is_small: false,
            is_flow,
        }
    }

    /// The states are the first items, with the numbers they have in the graph.
    fn states(&mut self) {
        let stride = if self.view.afterstates { 2 } else { 1 };
        for (number, state) in self.graph.states().iter().enumerate() {
            let allowed = |action: &Action| {
                state.choices.iter().any(|choice| choice.actions.contains(action))
            };
            self.items.push(Item {
                id: format!("s{}", state.board.hex()),
                role: Role::State,
                board: Some(state.board),
                column: stride * self.graph.column(number),
                start: state.start,
                value: state.value,
                occupancy: self.chain.as_ref().map(|chain| chain.occupancy[number]),
                ended: None,
                ports: state.choices.iter().map(|choice| self.port(choice)).collect(),
                blocked: Action::ALL.into_iter().filter(|action| !allowed(action)).collect(),
            });
        }
    }

    fn port(&self, choice: &Choice) -> Port {
        Port {
            actions: choice.actions.clone(),
            value: choice.value,
            is_best: choice.is_best,
            is_taken: choice.is_taken,
            is_shown: self.view.draws(choice),
        }
    }

    fn links(&mut self) {
        for (number, state) in self.graph.states().iter().enumerate() {
            for (port, choice) in state.choices.iter().enumerate() {
                let is_visited = self.items[number].occupancy.is_some_and(|it| it > 0.0);
                let is_left_out = self.only_visited && !is_visited;
                if is_left_out || !self.items[number].ports[port].is_shown {
                    continue;
                }
                let wins = choice.transitions.iter().any(|it| it.next == Next::End(Outcome::Win));
                if self.view.afterstates && !wins {
                    let after = self.afterstate(number, choice.after);
                    self.link(number, Some(port), To::Item(after), 1.0, false, choice);
                    continue;
                }
                for transition in &choice.transitions {
                    let to = self.to(self.items[number].column, transition.next);
                    let probability = transition.probability;
                    self.link(number, Some(port), to, probability, transition.takes_four, choice);
                }
            }
        }
        self.after_links();
    }

    /// What follows each afterstate, once, whichever states lead to it.
    fn after_links(&mut self) {
        let mut best: BTreeMap<usize, (&Choice, bool, bool)> = BTreeMap::new();
        for state in self.graph.states() {
            for choice in &state.choices {
                let key = (self.after_column(state.board), choice.after);
                if let Some(&after) = self.afterstates.get(&key) {
                    let entry = best.entry(after).or_insert((choice, false, false));
                    entry.1 |= choice.is_best;
                    entry.2 |= choice.is_taken;
                }
            }
        }
        for (after, (choice, is_best, is_taken)) in best {
            for transition in &choice.transitions {
                let to = self.to(self.items[after].column, transition.next);
                self.links.push(Link {
                    from: after,
                    port: None,
                    to,
                    probability: transition.probability,
                    takes_four: transition.takes_four,
                    is_best,
                    is_taken,
                    flow: None,
                });
            }
        }
    }

    fn after_column(&self, state: Board) -> usize {
        self.graph.find(state).map_or(0, |state| self.items[state].column + 1)
    }

    fn afterstate(&mut self, state: usize, board: Board) -> usize {
        let column = self.items[state].column + 1;
        let number = self.items.len();
        let afterstate = *self.afterstates.entry((column, board)).or_insert(number);
        if afterstate == number {
            let id = format!("a{}", board.hex());
            self.items.push(Item { board: Some(board), ..bare(id, Role::Afterstate, column) });
        }
        afterstate
    }

    fn to(&mut self, column: usize, next: Next) -> To {
        let outcome = match next {
            Next::State(state) => return To::Item(state),
            Next::End(outcome) => outcome,
        };
        let Some(column) = self.end_column(column) else { return To::Stub(outcome) };
        if column >= self.columns.len() {
            self.columns.resize(column + 1, Column { label: String::new() });
        }
        let number = self.items.len();
        let end = *self.ends.entry((column, outcome)).or_insert(number);
        if end == number {
            let name = outcome.name();
            let id = match self.view.ends {
                Ends::Chips => format!("{name}-{column}"),
                _ => name.to_owned(),
            };
            self.items.push(bare(id, Role::End(outcome), column));
        }
        To::Item(end)
    }

    /// The column of the ends that follow a column, unless they are stubs.
    pub(crate) fn end_column(&self, column: usize) -> Option<usize> {
        match self.view.ends {
            Ends::Stubs => None,
            Ends::Chips => Some(column + 1),
            Ends::Edges => {
                let stride = if self.view.afterstates { 2 } else { 1 };
                Some(stride * self.graph.columns())
            }
        }
    }

    fn link(
        &mut self,
        from: usize,
        port: Option<usize>,
        to: To,
        probability: f64,
        takes_four: bool,
        choice: &Choice,
    ) {
        let (is_best, is_taken) = (choice.is_best, choice.is_taken);
        let flow = None;
        self.links.push(Link { from, port, to, probability, takes_four, is_best, is_taken, flow });
    }
}

/// An item without anything that only states have.
pub(crate) fn bare(id: String, role: Role, column: usize) -> Item {
    let ended = match role {
        Role::End(outcome) => Some(outcome),
        _ => None,
    };
    Item {
        id,
        role,
        board: None,
        column,
        start: 0.0,
        value: None,
        occupancy: None,
        ended,
        ports: Vec::new(),
        blocked: Vec::new(),
    }
}
