//! The rules of one game, as the writer and the reader of a policy use them.

use mdp2048_model::{Game, SpawnWeights, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState, Images, Slide, SlideTable};

/// A choice of a state: an allowed action, and all others with the same canonical afterstate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The first of the actions with this canonical afterstate.
    pub(crate) action: Action,
    /// The canonical afterstate.
    pub(crate) after: Board,
    /// The images of the afterstate in the frame of the state, before it is made canonical.
    pub(crate) images: Images,
    /// The sum of the faces of the tiles made by merging.
    pub(crate) points: u32,
    /// Whether a merge makes the target.
    pub(crate) wins: bool,
}

/// The choices of a state, in the order of their first actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    choices: [Choice; 4],
    count: usize,
    /// The number of the choice that each action belongs to.
    by_action: [Option<u8>; 4],
}

impl Choices {
    /// The choices, at most four.
    pub(crate) fn as_slice(&self) -> &[Choice] {
        &self.choices[..self.count]
    }

    /// The number of the choice that an action belongs to; `None` if the action is not allowed.
    pub(crate) fn number(&self, action: Action) -> Option<usize> {
        self.by_action[action.index()].map(usize::from)
    }
}

/// The result of an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActionResult {
    /// The canonical afterstate.
    pub(crate) after: Board,
    /// The sum of the faces of the tiles made by merging.
    pub(crate) points: u32,
    /// Whether a merge makes the target.
    pub(crate) wins: bool,
}

/// A game with its lookup tables.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The game, and what expected returns are.
    pub(crate) valued_game: ValuedGame,
    slides: SlideTable,
    spawn_weights: SpawnWeights<f64>,
    /// The images of the empty board, which fill unused entries of [`Choices`].
    empty: Images,
}

impl Rules {
    /// The rules of a game.
    pub(crate) fn new(valued_game: impl Into<ValuedGame>) -> Self {
        let valued_game = valued_game.into();
        let game = valued_game.game();
        Self {
            valued_game,
            slides: SlideTable::new(game.shape()),
            spawn_weights: game.spawn_weights(),
            empty: Board::empty(game.shape()).images(),
        }
    }

    /// The game.
    pub(crate) const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The choices of a board.
    pub(crate) fn choices(&self, board: Board) -> Choices {
        let unused = Choice {
            action: Action::Left,
            after: board,
            images: self.empty,
            points: 0,
            wins: false,
        };
        let mut choices = Choices { choices: [unused; 4], count: 0, by_action: [None; 4] };
        for (action, slide) in Action::ALL.into_iter().zip(self.slides.slides(board)) {
            let Some(choice) = slide.map(|slide| self.choice(action, slide)) else { continue };
            let same = choices.as_slice().iter().position(|other| other.after == choice.after);
            let number = same.unwrap_or(choices.count);
            choices.by_action[action.index()] = Some(number as u8);
            if same.is_none() {
                choices.choices[number] = choice;
                choices.count += 1;
            }
        }
        choices
    }

    /// The result of one action; `None` if the action is not allowed.
    pub(crate) fn act(&self, board: Board, action: Action) -> Option<ActionResult> {
        self.slides.slide(board, action).map(|slide| self.result(slide))
    }

    /// The results of the allowed actions. Equal results are not merged.
    pub(crate) fn results(&self, board: Board) -> impl Iterator<Item = ActionResult> {
        self.slides.slides(board).into_iter().flatten().map(|slide| self.result(slide))
    }

    fn result(&self, slide: Slide) -> ActionResult {
        ActionResult {
            after: CanonicalState::least_of(&slide.after.board().images()).board(),
            points: slide.points,
            wins: self.game().ends_with(slide.largest_merge),
        }
    }

    fn choice(&self, action: Action, slide: Slide) -> Choice {
        let images = slide.after.board().images();
        let after = CanonicalState::least_of(&images).board();
        let wins = self.game().ends_with(slide.largest_merge);
        Choice { action, after, images, points: slide.points, wins }
    }

    /// Whether no action is allowed on a board.
    pub(crate) fn is_lost(&self, board: Board) -> bool {
        (board.empty_cells().next().is_none() || board.shape().has_locked())
            && self.slides.slides(board).iter().all(Option::is_none)
    }

    /// Calls `visit` for every random tile on an afterstate, given its images, with the canonical
    /// board, the number of half sums by which it is higher (1 for a 2, 2 for a 4) and its
    /// probability: the empty cells in row-major order, a 2 before a 4. Random tiles of probability
    /// 0 are omitted.
    #[inline]
    pub(crate) fn spawns(
        &self,
        after: Board,
        images: &Images,
        visit: impl FnMut(Board, usize, f64),
    ) {
        self.spawn_weights.for_each_canonical_spawn_of(after, images, visit);
    }
}
