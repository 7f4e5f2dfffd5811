//! What is drawn.

use std::collections::BTreeMap;

use mdp2048_diagram::{ActionFilter, EndingStyle, FigureOptions, Frame, Grouping};
use mdp2048_model::{Advice, Game, GameError, Objective, PlainSolution, Policy, Probability};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};

/// The targets of the games that are drawn.
pub const TARGETS: [u32; 3] = [8, 16, 32];

/// The 2x2 game to a target, with a discount.
///
/// # Errors
/// [`GameError`] if there is no such game.
pub fn small_game(target: u32, discount: f64) -> Result<Game, GameError> {
    let four = Probability::SPAWN_FOUR.get();
    Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(target), discount, four)
}

/// What is drawn, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The game.
    pub game: Game,
    /// Which boards are states of their own.
    pub frame: Frame,
    /// Which actions are drawn as one.
    pub grouping: Grouping,
    /// Which actions have their links shown.
    pub shown: ActionFilter,
    /// Whether afterstates stand between the states.
    pub afterstates: bool,
    /// How the ends of the game are drawn.
    pub ends: EndingStyle,
    /// Whether states are shaded by how likely a game visits them.
    pub shading: bool,
    /// Whether the drawing is of where games go under the policy, to one win and one loss. Then
    /// `shown` and `ends` do not count.
    pub flow: bool,
    /// The one state that is drawn, with what follows it.
    pub state: Option<Board>,
    /// The reader's own policy, where it differs from the optimal one: boards and actions in the
    /// frame of the drawing.
    pub overrides: BTreeMap<Board, Action>,
}

impl Settings {
    /// Everything as usual for a game.
    pub const fn new(game: Game) -> Self {
        Self {
            game,
            frame: Frame::Canonical,
            grouping: Grouping::Equivalent,
            shown: ActionFilter::All,
            afterstates: false,
            ends: EndingStyle::Stubs,
            shading: false,
            flow: false,
            state: None,
            overrides: BTreeMap::new(),
        }
    }

    /// The target's face.
    pub fn target(&self) -> u32 {
        self.game.target().map_or(0, |target| target.face())
    }

    /// What a file with the drawing shows.
    pub const fn view(&self) -> FigureOptions {
        FigureOptions { actions: self.shown, afterstates: self.afterstates, endings: self.ends }
    }

    /// Whether both have everything in the same place, so that one need not be laid out anew.
    pub(crate) fn same_drawing(&self, other: &Self) -> bool {
        let plain = |it: &Self| Self { shown: ActionFilter::All, shading: false, ..it.clone() };
        plain(self) == plain(other)
    }
}

/// The reader's own policy: the optimal one but for their choices.
pub(crate) struct ReaderPolicy<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) values: &'a PlainSolution,
}

impl Policy for ReaderPolicy<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let advice = self.values.advise(board)?;
        let chosen = self.settings.overrides.get(&self.settings.frame.board(board));
        let action = match (chosen, self.settings.frame) {
            (None, _) => advice.action,
            (Some(&action), Frame::Shown) => action,
            (Some(&action), Frame::Canonical) => {
                CanonicalState::of(board).1.inverse().action(action)
            }
        };
        Some(Advice { action, ..advice })
    }
}
