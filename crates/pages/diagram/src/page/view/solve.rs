//! Solving the game by backward induction: the values appear column by column, from the right.

use super::DiagramView;
use crate::{Node, NodeRole};
use mdp2048_display::svg::Area;
use mdp2048_display::{Measure, capitalised, counted};
use mdp2048_model::Value;

/// How far a game is solved, for a page that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The number of columns that are solved, and one more if the start is.
    pub solved: usize,
    /// The value of `solved` when everything is.
    pub all: usize,
}

impl DiagramView {
    /// How far the game is solved; `None` if the reader has not begun to solve it.
    pub fn solve_progress(&self) -> Option<SolveProgress> {
        let all = self.columns_to_solve().len() + 1;
        self.solved.map(|solved| SolveProgress { solved, all })
    }

    /// The column of the state with the focus, once the reader has begun to solve the game.
    pub fn lit_column(&self) -> Option<usize> {
        self.solved?;
        let node = &self.drawing.figure.nodes[self.focused_node()?];
        (node.role == NodeRole::State).then_some(node.column)
    }

    /// Whether the reader may solve the game: it is drawn as a whole.
    pub const fn can_solve(&self) -> bool {
        self.settings.state.is_none()
    }

    /// Whether the reader solves the game and has not finished.
    pub fn is_solving(&self) -> bool {
        self.solved.is_some() && !self.is_start_solved()
    }

    /// The first column whose values are shown.
    pub fn solved_from(&self) -> usize {
        let columns = self.columns_to_solve();
        match self.solved {
            None => 0,
            Some(0) => usize::MAX,
            Some(solved) => columns[solved.min(columns.len()) - 1],
        }
    }

    /// What is solved, in one or two sentences; `None` if the reader has not begun.
    pub fn solve_text(&self) -> Option<String> {
        let (solved, figure) = (self.solved?, &self.drawing.figure);
        let columns = self.columns_to_solve();
        if solved == 0 {
            let is_discounted = figure.measure() == Measure::Discounted;
            let (won, lost) = if is_discounted { ("1", "0") } else { ("100 %", "0 %") };
            return Some(format!(
                "Only the ends are known: a won game is worth {won}, a lost one {lost}. Each press \
                 works out one column, from the right."
            ));
        }
        if self.is_start_solved() {
            let states = figure.nodes.iter().filter(|it| it.role == NodeRole::State).count();
            return Some(format!(
                "Finished: all {} are solved. The game is worth {}, the mean over the first boards.",
                counted(states as u64, "state"),
                self.drawing.start_text()
            ));
        }
        let column = columns[solved - 1];
        let values = figure.nodes.iter().filter(|it| it.column == column).filter_map(|it| it.value);
        let values: Vec<Value> = values.collect();
        let least = values.iter().copied().min_by(|a, b| a.compare(*b))?;
        let most = values.iter().copied().max_by(|a, b| a.compare(*b))?;
        let range = match (figure.value_text(least), figure.value_text(most)) {
            (least, most) if least == most => most,
            (least, most) => format!("{least} to {most}"),
        };
        let states = counted(values.len() as u64, "state");
        Some(format!(
            "{} {}: {states}, worth {range}. Every state takes its best action; what follows is to \
             the right and known.",
            capitalised(figure.axis),
            figure.columns[column]
        ))
    }

    /// Whether every column and the start are solved.
    fn is_start_solved(&self) -> bool {
        self.solved.is_some_and(|solved| solved > self.columns_to_solve().len())
    }

    /// Shows this many columns as solved. Also focuses an example in the last of them: the state
    /// that most games visit, of those with an uncertain outcome if there are any. Before the first
    /// one, the example of the column that comes next is brought into sight, with the ends.
    pub(super) fn solve(&mut self, solved: usize) {
        if !self.can_solve() {
            return;
        }
        let columns = self.columns_to_solve();
        self.solved = Some(solved.min(columns.len() + 1));
        (self.running, self.hovered) = (false, None);
        let column = columns.get(solved.saturating_sub(1));
        let nodes = self.drawing.figure.nodes.iter().enumerate();
        let candidates = nodes.filter(|(_, it)| Some(&it.column) == column && it.value.is_some());
        let is_uncertain = |value: Value| value.get() > 0.0 && value.get() < 1.0 - 1e-9;
        let example = candidates.max_by(|(_, a), (_, b)| {
            let key = |it: &Node| (it.value.is_some_and(is_uncertain), it.occupancy);
            key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let example = example.map(|(node, _)| node);
        self.focus(example.filter(|_| solved > 0));
        if let Some(node) = example.filter(|_| solved == 0) {
            let (node, all) = (self.drawing.scene.node_areas[node], self.drawing.content());
            self.reveal(Area { width: all.x + all.width - node.x, ..node });
        }
    }

    /// The columns that have states, from right to left.
    fn columns_to_solve(&self) -> Vec<usize> {
        let figure = &self.drawing.figure;
        let has_state = |column: &usize| {
            figure.nodes.iter().any(|it| it.role == NodeRole::State && it.column == *column)
        };
        (0..figure.columns.len()).rev().filter(has_state).collect()
    }
}
