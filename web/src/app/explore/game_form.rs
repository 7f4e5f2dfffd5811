//! The controls that choose the game.

use mdp2048_explorer::{ExploreEvent, NumberField, game_choice};
use mdp2048_model::{Formation, Game, Objective, ShortNumber};
use mdp2048_rules::Shape;
use web::components::fields::{grouped_menu, menu};
use yew::{Callback, Html, function_component, html};

use super::context::use_exploration;
use super::fields::number;
use super::keys;

/// Emits the game that a change of the current one leads to.
fn choose(
    game: Game,
    on: &Callback<ExploreEvent>,
    change: fn(&Game, &str) -> Option<Game>,
) -> Callback<String> {
    let on = on.clone();
    Callback::from(move |name: String| {
        if let Some(game) = change(&game, &name) {
            on.emit(ExploreEvent::ChooseGame(game));
        }
    })
}

/// The menus of the board and the target.
#[function_component(GameMenus)]
pub(crate) fn game_menus() -> Html {
    let (view, on) = use_exploration();
    let game = *view.game();
    let shapes: Vec<_> =
        Shape::all().map(|it| (it.to_string(), it.to_string().replace('x', "×"))).collect();
    let board = game_choice::board_name(&game);
    let mut formations: Vec<_> =
        Formation::ALL.iter().map(|it| (it.name().to_owned(), it.name().to_owned())).collect();
    if game.shape().has_locked() && game.formation().is_none() {
        formations.push((board.clone(), game_choice::board_text(&game)));
    }
    let mut targets: Vec<(String, String)> = Vec::new();
    if !game.objective().needs_target() {
        targets.push((String::new(), "no target".to_owned()));
    }
    let faces = game_choice::targets(game.shape(), game.spawn_four().get());
    targets.extend(faces.iter().map(|it| (it.to_string(), format!("to {it}"))));
    let target = game.target().map(|it| it.face().to_string()).unwrap_or_default();
    html! {
        <div class="game" role="group" aria-label="The game">
            { grouped_menu("board", "Board", &[("", &shapes), ("Formations", &formations)], &board,
                &choose(game, &on, game_choice::with_board)) }
            { menu("target", "Target", &targets, &target, &choose(game, &on, |game, name| {
                Some(game_choice::with_target(game, name.parse().ok()))
            })) }
        </div>
    }
}

/// The other rules of the game, folded: the objective, the discount and the chance of a 4; and the
/// keys of the page.
#[function_component(Rules)]
pub(crate) fn rules() -> Html {
    let (view, on) = use_exploration();
    let game = *view.game();
    let goals = Objective::ALL.map(|it| (it.to_string(), it.facts().goal.to_owned()));
    let four = ShortNumber(game.spawn_four().get()).to_string();
    let discount = ShortNumber(game.discount().get()).to_string();
    let mut summary = game.objective().facts().goal.to_owned();
    if game.discount().get() != 1.0 {
        summary += &format!(", discount {discount}");
    }
    html! {
        <details class="fold rules">
            <summary data-control="rules">
                { "Rules and keys " }
                <span class="hint">{ format!("{summary}, chance of a 4: {four}") }</span>
            </summary>
            <div class="settings">
                { menu("objective", "Aim", &goals, &game.objective().to_string(), &choose(
                    game,
                    &on,
                    |game, name| Some(game_choice::with_objective(game, name.parse().ok()?)),
                )) }
                if game.objective().may_have_discount() {
                    { number(&view, &on, NumberField::Discount, "Discount", discount) }
                }
                { number(&view, &on, NumberField::SpawnFour, "Chance of a 4", four) }
            </div>
            { keys::view_keys() }
        </details>
    }
}
