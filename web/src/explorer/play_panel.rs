//! Playing by hand: the board, and where random tiles come from.

use mdp2048_display::SeedField;
use mdp2048_explorer::{ExploreEvent, Hints, SpawnRule};
use mdp2048_model::{Seed, Status};
use mdp2048_rules::{Action, Exponent};
use web::browser::random_word;
use web::still_board::still_board;
use web_sys::PointerEvent;
use yew::{Callback, Html, Properties, function_component, html, use_mut_ref, use_state_eq};

use crate::board;
use crate::fields::{button, menu, number};
use crate::hands::swipe;
use crate::shared::SharedView;
use crate::values_panel::arrow;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PlayPanelProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the board of a game and its controls.
#[function_component(PlayPanel)]
pub(crate) fn play_panel(props: &PlayPanelProps) -> Html {
    let PlayPanelProps { view, on } = props;
    let tile = use_state_eq(|| Exponent::TWO);
    let begin = use_mut_ref(|| None);
    let down = {
        let begin = begin.clone();
        move |event: PointerEvent| {
            begin.replace(Some((event.client_x(), event.client_y())));
        }
    };
    let up = {
        let on = on.clone();
        move |event: PointerEvent| {
            let end = (event.client_x(), event.client_y());
            if let Some(action) = begin.take().and_then(|begin| swipe(begin, end)) {
                on.emit(ExploreEvent::Act(action));
            }
        }
    };
    let shown = view.board();
    let tile_now = *tile;
    html! {
        <>
            if view.pending().is_some() {
                { board::of_buttons(shown, None, &on.reform(move |cell| {
                    ExploreEvent::PlaceSpawn(cell, tile_now)
                })) }
                <div class="tools" role="group" aria-label="The random tile">
                    <p>{ "Choose the cell on which a tile appears:" }</p>
                    { for [Exponent::TWO, Exponent::FOUR].map(|it| {
                        let tile = tile.clone();
                        html! {
                            <button type="button" data-control="spawn-tile"
                                data-tile={it.to_string()}
                                aria-pressed={(it == tile_now).to_string()}
                                onclick={Callback::from(move |_| tile.set(it))}>
                                { format!("a {it}") }
                            </button>
                        }
                    }) }
                </div>
            } else {
                <div class="swiped" tabindex="0" role="group" data-control="slide"
                    aria-label="Board: arrow keys, W A S D or a swipe slide the tiles"
                    onpointerdown={down} onpointerup={up}>
                    { still_board(shown, format!("Board: {shown}")) }
                </div>
            }
            { view_status(view) }
            { view_actions(view, on) }
            { view_choices(view, on) }
        </>
    }
}

/// The score, and what the last move was.
fn view_status(view: &SharedView) -> Html {
    let line = view.line();
    let game = view.game();
    let state = match game.status(line.board()) {
        Status::Won => " You have won.",
        Status::Lost => " The game is over.",
        Status::Playing => "",
    };
    let last = line.at().checked_sub(1).filter(|_| view.shows_grades());
    let last = last.and_then(|ply| match view.estimated_review() {
        Some(review) => review.sentences.get(ply).cloned().flatten(),
        None => view.report()?.ok()?.sentences.get(ply).cloned(),
    });
    html! {
        <div class="status" role="status" data-moves={line.at().to_string()}>
            <p>{ format!("Move {}, {} points.{state}", line.at(), line.points(game)) }</p>
            if let Some(last) = last {
                <p data-last={last.clone()}>{ last }</p>
            }
        </div>
    }
}

fn view_actions(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    html! {
        <>
            <div class="tools" role="group" aria-label="Slide the tiles">
                { for Action::ALL.map(|action| {
                    let is_allowed = view.game().act(view.line().board(), action).is_some();
                    html! {
                        <button type="button" data-control={action.name()}
                            title={format!("Slide {action}")} aria-label={action.name()}
                            aria-disabled={(!is_allowed).to_string()}
                            onclick={on.reform(move |_| ExploreEvent::Act(action))}>
                            { arrow(action.index()) }
                        </button>
                    }
                }) }
            </div>
            <div class="tools" role="group" aria-label="The game">
                { button("undo", "Undo", "Take the last move back (Z)",
                    on.reform(|_| ExploreEvent::Undo)) }
                { button("redo", "Redo", "Play the next move again (Y)",
                    on.reform(|_| ExploreEvent::Redo)) }
                { button("new-game", "New game", "A game of another seed (N)",
                    on.reform(|_| ExploreEvent::NewGame(random_seed()))) }
            </div>
        </>
    }
}

fn view_choices(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    // The best and the worst tile need exact values.
    let is_offered = |it: &SpawnRule| {
        let is_known = matches!(it, SpawnRule::Seed | SpawnRule::ByHand) || !view.is_estimated();
        is_known || *it == view.spawn_rule()
    };
    let rules = SpawnRule::ALL.into_iter().filter(is_offered);
    let rules: Vec<_> = rules.map(|it| (it.name().to_owned(), it.label().to_owned())).collect();
    let hints = Hints::ALL.map(|it| (it.name().to_owned(), it.label().to_owned()));
    let set_rule = on.reform(|name: String| {
        let rule = SpawnRule::ALL.into_iter().find(|it| it.name() == name);
        ExploreEvent::SetSpawnRule(rule.unwrap_or(SpawnRule::Seed))
    });
    let set_hints = on.reform(|name: String| {
        let hints = Hints::ALL.into_iter().find(|it| it.name() == name);
        ExploreEvent::SetHints(hints.unwrap_or(Hints::Always))
    });
    let set_seed = {
        let on = on.clone();
        Callback::from(move |text: String| {
            if let Some(seed) = SeedField::typed(text).seed() {
                on.emit(ExploreEvent::NewGame(seed));
            }
        })
    };
    html! {
        <div class="choices">
            { menu("spawns", "Random tiles", &rules, view.spawn_rule().name(), set_rule) }
            { menu("hints", "Show values", &hints, view.hints().name(), set_hints) }
            { number("seed", "Seed", view.seed().to_string(), set_seed) }
        </div>
    }
}

/// A short random seed.
fn random_seed() -> Seed {
    (random_word() % 10_000).into()
}
