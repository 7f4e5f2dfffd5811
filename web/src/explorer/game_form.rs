//! The form that chooses the game.

use mdp2048_explorer::{ExploreEvent, game_choice};
use mdp2048_model::{Game, Objective, ShortNumber};
use mdp2048_rules::{Exponent, Shape};
use yew::{Callback, Html, Properties, SubmitEvent, function_component, html};

use crate::fields::{menu, number};
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct GameFormProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows board, objective, target, discount and the probability of a 4.
#[function_component(GameForm)]
pub(crate) fn game_form(props: &GameFormProps) -> Html {
    let GameFormProps { view, on } = props;
    let game = *view.game();
    let choose = |change: fn(&Game, &str) -> Option<Game>| {
        let on = on.clone();
        Callback::from(move |name: String| {
            if let Some(game) = change(&game, &name) {
                on.emit(ExploreEvent::ChooseGame(game));
            }
        })
    };
    let shapes: Vec<_> =
        Shape::all().map(|it| (it.to_string(), it.to_string().replace('x', " × "))).collect();
    let goals = Objective::ALL.map(|it| (it.to_string(), goal(it).to_owned()));
    let mut targets: Vec<(String, String)> = Vec::new();
    if !game.objective().needs_target() {
        targets.push((String::new(), "none".to_owned()));
    }
    let faces = game_choice::targets(game.shape(), game.spawn_four().get());
    targets.extend(faces.iter().map(|it| (it.to_string(), it.to_string())));
    let target = game.target().map(|it| it.face().to_string()).unwrap_or_default();
    html! {
        <form class="game" aria-label="The game" onsubmit={|event: SubmitEvent| {
            event.prevent_default();
        }}>
            { menu("board", "Board", &shapes, &game.shape().to_string(), choose(|game, name| {
                Some(game_choice::with_shape(game, name.parse().ok()?))
            })) }
            { menu("objective", "Aim", &goals, &game.objective().to_string(), choose(
                |game, name| Some(game_choice::with_objective(game, name.parse().ok()?)),
            )) }
            { menu("target", "Target", &targets, &target, choose(|game, name| {
                Some(game_choice::with_target(game, name.parse().ok()))
            })) }
            if game.objective().may_have_discount() {
                { number("discount", "Discount", ShortNumber(game.discount().get()).to_string(),
                    on.reform(ExploreEvent::TypeDiscount)) }
            }
            { number("spawn-four", "Chance of a 4",
                ShortNumber(game.spawn_four().get()).to_string(),
                on.reform(ExploreEvent::TypeSpawnFour)) }
        </form>
    }
}

/// The name of an objective in the menu.
const fn goal(objective: Objective) -> &'static str {
    match objective {
        Objective::Win => "reach the target",
        Objective::Score => "highest score",
        Objective::Moves => "most moves",
        Objective::Fewest => "fewest moves to the target",
    }
}

/// The name of a tile on a button: a dash for an empty cell.
pub(crate) fn tile_name(tile: Exponent) -> String {
    if tile.is_empty() { "empty".to_owned() } else { tile.to_string() }
}
