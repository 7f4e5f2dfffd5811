//! Swipes over the board.

use mdp2048_explorer::ExploreEvent;
use mdp2048_rules::Action;

/// What a swipe does over a board on which swipes do not play: as when a page is turned, a swipe to
/// the left goes on to the next board, and one to the right goes back.
pub(crate) const fn swiped_move(direction: Action) -> Option<ExploreEvent> {
    match direction {
        Action::Left => Some(ExploreEvent::Redo),
        Action::Right => Some(ExploreEvent::Undo),
        Action::Up | Action::Down => None,
    }
}
