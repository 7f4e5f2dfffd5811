//! How many moves games take from the position on.

use mdp2048_display::no_break;
use mdp2048_model::Game;
use mdp2048_protocol::{SolverAnswer, SolverRequest};
use mdp2048_rules::Board;
use web::solving::{Solver, reason};
use yew::{Callback, Html, Properties, function_component, html, use_effect_with, use_state_eq};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct MovesPanelProps {
    pub(crate) game: Game,
    pub(crate) board: Board,
    /// The worker with the solution of the game.
    pub(crate) solver: Solver,
}

/// What is known of the moves from a board on.
#[derive(Clone, PartialEq)]
enum Count {
    /// The share of the solution that is visited.
    Counting(f64),
    /// The expected number of moves, and a sentence about it.
    Counted {
        moves: f64,
        text: String,
    },
    Failed(String),
}

/// A button, and after its press the expected number of moves from each board that is shown.
#[function_component(MovesPanel)]
pub(crate) fn moves_panel(props: &MovesPanelProps) -> Html {
    let is_on = use_state_eq(|| false);
    let count = use_state_eq(|| Count::Counting(0.0));
    {
        let count = count.clone();
        use_effect_with((props.clone(), *is_on), move |(props, is_on)| {
            if *is_on {
                count.set(Count::Counting(0.0));
                let request = SolverRequest::CountMoves(props.board);
                props.solver.ask(&request, move |answer| match answer {
                    Ok(SolverAnswer::Part(done)) => count.set(Count::Counting(done)),
                    Ok(SolverAnswer::Counted(Some(it))) => {
                        count.set(Count::Counted { moves: it.moves, text: it.text });
                    }
                    // The count of another board has begun.
                    Ok(SolverAnswer::Counted(None)) => {}
                    other => count.set(Count::Failed(reason(other))),
                });
            }
        });
    }
    let toggle = {
        let is_on = is_on.clone();
        Callback::from(move |_| is_on.set(!*is_on))
    };
    let text = match &*count {
        Count::Counting(done) => format!("Counting the moves: {:.0} % …", (100.0 * done).floor()),
        Count::Counted { text, .. } => no_break(text),
        Count::Failed(error) => format!("The moves could not be counted: {error}."),
    };
    let moves = match &*count {
        Count::Counted { moves, .. } => Some(moves.to_string()),
        _ => None,
    };
    html! {
        <div class="moves">
            <button type="button" class="toggle" data-control="moves"
                title="Show how many moves games take from here on"
                aria-pressed={is_on.to_string()} onclick={toggle}>
                { "Expected moves" }
            </button>
            <p class="hint" role="status" title={moves.clone()} data-moves={moves}>
                { is_on.then_some(text) }
            </p>
        </div>
    }
}
