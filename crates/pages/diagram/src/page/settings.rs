//! The settings of a drawing: the game and what of its graph is drawn.

use std::collections::BTreeMap;

use crate::{ActionFilter, EndingStyle, FigureOptions, Frame, Grouping};
use mdp2048_model::{Game, GameError, Objective, Probability};
use mdp2048_rules::{Action, Board, Shape};

/// The targets of the games that have diagrams.
pub const TARGETS: [u32; 3] = [8, 16, 32];

/// The 2x2 game to a target with a discount and the usual spawn probabilities.
///
/// # Errors
/// [`GameError`] if the target is not reachable or the discount is not in (0, 1].
pub fn small_game(target: u32, discount: f64) -> Result<Game, GameError> {
    let four = Probability::SPAWN_FOUR.get();
    Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(target), discount, four)
}

/// The settings of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The game.
    pub game: Game,
    /// Whether symmetry images of a board are one node or several.
    pub frame: Frame,
    /// Which actions of a state share a port.
    pub grouping: Grouping,
    /// Which actions have visible edges.
    pub actions: ActionFilter,
    /// Whether afterstates are nodes between the states.
    pub afterstates: bool,
    /// How the ends of the game are drawn.
    pub endings: EndingStyle,
    /// Whether states are shaded by their occupancy.
    pub shading: bool,
    /// Whether the drawing shows the flow of games under the policy. Then `actions` and `endings`
    /// have no effect.
    pub flow: bool,
    /// The state to draw with its successors, in place of the whole game.
    pub state: Option<Board>,
    /// The actions of the reader's policy that differ from the optimal policy, in the frame of the
    /// drawing.
    pub overrides: BTreeMap<Board, Action>,
}

/// A setting that a reader changes, with its new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// The face of the target tile.
    Target(u32),
    /// The discount of the game.
    Discount(f64),
    /// See [`Settings::frame`].
    Frame(Frame),
    /// See [`Settings::grouping`].
    Grouping(Grouping),
    /// See [`Settings::actions`].
    Actions(ActionFilter),
    /// See [`Settings::afterstates`].
    Afterstates(bool),
    /// See [`Settings::endings`].
    Endings(EndingStyle),
    /// See [`Settings::shading`].
    Shading(bool),
    /// See [`Settings::flow`].
    Flow(bool),
}

impl Settings {
    /// The default settings of a game: canonical states, all actions, one win and one loss, the
    /// optimal policy.
    pub const fn new(game: Game) -> Self {
        Self {
            game,
            frame: Frame::Canonical,
            grouping: Grouping::Equivalent,
            actions: ActionFilter::All,
            afterstates: false,
            endings: EndingStyle::Shared,
            shading: false,
            flow: false,
            state: None,
            overrides: BTreeMap::new(),
        }
    }

    /// The face of the target tile.
    pub fn target(&self) -> u32 {
        self.game.target().map_or(0, |target| target.face())
    }

    /// The settings with a change; the same if no game has the target or the discount.
    pub(crate) fn with(&self, setting: Setting) -> Self {
        let mut changed = self.clone();
        match setting {
            Setting::Target(target) => {
                if let Ok(game) = small_game(target, self.game.discount().get()) {
                    changed.game = game;
                    changed.overrides.clear();
                }
            }
            Setting::Discount(discount) => {
                changed.game = small_game(self.target(), discount).unwrap_or(self.game);
            }
            Setting::Frame(frame) => changed.frame = frame,
            Setting::Grouping(grouping) => changed.grouping = grouping,
            Setting::Actions(actions) => changed.actions = actions,
            Setting::Afterstates(is_set) => changed.afterstates = is_set,
            Setting::Endings(endings) => changed.endings = endings,
            Setting::Shading(is_set) => changed.shading = is_set,
            Setting::Flow(is_set) => changed.flow = is_set,
        }
        changed
    }

    /// The options of a figure that contains only what is visible.
    pub const fn figure_options(&self) -> FigureOptions {
        FigureOptions {
            actions: self.actions,
            afterstates: self.afterstates,
            endings: self.endings,
        }
    }

    /// Whether one [`Drawing`](crate::page::Drawing) is right for both settings: they differ only
    /// in what a page hides or shades.
    pub(crate) fn has_same_drawing(&self, other: &Self) -> bool {
        let drawn = |it: &Self| Self { actions: ActionFilter::All, shading: false, ..it.clone() };
        drawn(self) == drawn(other)
    }
}
