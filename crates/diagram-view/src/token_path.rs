//! Where the token has been.

use mdp2048_diagram::{Edge, EdgeEnd, Ending, Figure, Frame, NodeRole};
use mdp2048_model::Status;
use mdp2048_rules::{Board, CanonicalState};

use crate::{Drawing, Settings, Walk};

/// Where the token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPosition {
    /// At an item.
    Node(usize),
    /// At the mark of a link that ends the game beside its port.
    EndMarker(usize),
}

/// What a walk has visited.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenPath {
    /// For each item whether it was visited.
    pub nodes: Vec<bool>,
    /// For each link whether it was taken.
    pub edges: Vec<bool>,
    /// Where the token is, if the drawing has the place.
    pub token: Option<TokenPosition>,
}

impl TokenPath {
    /// The trail of a walk in a drawing.
    pub fn of(walk: &Walk, drawing: &Drawing, settings: &Settings) -> Self {
        let figure = drawing.figure();
        let mut trail = Self {
            nodes: vec![false; figure.nodes().len()],
            edges: vec![false; figure.edges().len()],
            token: None,
        };
        let state = |board: Board| drawing.state(settings.frame.board(board));
        let first = walk.steps().next().map_or(walk.board(), |(board, _, _)| board);
        trail.visit(state(first));
        for (board, action, next) in walk.steps() {
            trail.token = None;
            let Some(from) = state(board) else { continue };
            let action = match settings.frame {
                Frame::Canonical => CanonicalState::of(board).1.action(action),
                Frame::Shown => action,
            };
            let ports = &figure.nodes()[from].ports;
            let port = ports.iter().position(|port| port.actions.contains(&action));
            let goal = match settings.game.status(next) {
                Status::Playing => Goal::State(state(next)),
                Status::Won => Goal::End(Ending::Win),
                Status::Lost => Goal::End(Ending::Lose),
            };
            trail.follow(figure, from, port, goal);
        }
        trail
    }

    /// Marks the link from a port to the goal, or the two over an afterstate.
    fn follow(&mut self, figure: &Figure, from: usize, port: Option<usize>, goal: Goal) {
        let links = || figure.edges().iter().enumerate();
        for (at, link) in links().filter(|(_, it)| it.from == from && it.port == port) {
            if goal.is_end_of(figure, link) {
                return self.take(at, link);
            }
            let EdgeEnd::Node(between) = link.to else { continue };
            if figure.nodes()[between].role != NodeRole::Afterstate {
                continue;
            }
            let on = links().find(|(_, it)| it.from == between && goal.is_end_of(figure, it));
            if let Some((next, second)) = on {
                self.take(at, link);
                return self.take(next, second);
            }
        }
    }

    fn take(&mut self, at: usize, link: &Edge) {
        self.edges[at] = true;
        match link.to {
            EdgeEnd::Node(item) => self.visit(Some(item)),
            EdgeEnd::Stub(_) => self.token = Some(TokenPosition::EndMarker(at)),
        }
    }

    fn visit(&mut self, item: Option<usize>) {
        if let Some(item) = item {
            self.nodes[item] = true;
            self.token = Some(TokenPosition::Node(item));
        }
    }
}

/// Where an action and a random tile have led.
#[derive(Clone, Copy)]
enum Goal {
    State(Option<usize>),
    End(Ending),
}

impl Goal {
    fn is_end_of(self, figure: &Figure, link: &Edge) -> bool {
        match self {
            Self::State(state) => state.is_some_and(|state| link.to == EdgeEnd::Node(state)),
            Self::End(outcome) => {
                let between = matches!(link.to, EdgeEnd::Node(item)
                    if figure.nodes()[item].role == NodeRole::Afterstate);
                !between && figure.ending_of(link) == Some(outcome)
            }
        }
    }
}
