//! A player as a card in the article.

use std::rc::Rc;

use gloo::timers::callback::{Interval, Timeout};
use mdp2048_model::{Game, Outcome, Seed};
use mdp2048_player::{Player, PlayerEvent};
use web_sys::{
    Element, HtmlDetailsElement, KeyboardEvent, ScrollBehavior, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};
use yew::{
    Callback, Html, NodeRef, Properties, Reducible, TargetCast as _, UseReducerHandle,
    function_component, hook, html, use_effect_with, use_mut_ref, use_node_ref, use_reducer,
    use_state,
};

use super::player_url;
use crate::browser::{VisibilityObserver, address, mark};
use crate::loading::PolicyStore;
use crate::ui::{board, chart, controls, details, keys, moves, status};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PlayerCardProps {
    /// The game.
    pub(crate) game: Game,
    /// Its index among the players of the page.
    pub(crate) index: usize,
    /// The first seed.
    pub(crate) seed: Seed,
    /// The games with a player on this page.
    pub(crate) games: Vec<Game>,
    /// The policies of the page.
    pub(crate) store: PolicyStore,
}

/// The state of the component, with the player's own reducer.
struct PlayerState(Player);

impl Reducible for PlayerState {
    type Action = PlayerEvent;

    fn reduce(self: Rc<Self>, event: PlayerEvent) -> Rc<Self> {
        Rc::new(Self(self.0.clone().after(event)))
    }
}

type PlayerHandle = UseReducerHandle<PlayerState>;

/// Shows one player.
#[function_component(PlayerCard)]
pub(crate) fn player_card(props: &PlayerCardProps) -> Html {
    let state = use_reducer(|| PlayerState(Player::new(props.game, props.seed)));
    let root = use_node_ref();
    let is_open = use_state(|| false);
    use_policy(props, &state, &root);
    use_clock(&state);
    use_address(props, &state, &root);
    use_playable_mark(&state);

    let player = &state.0;
    let on = {
        let dispatcher = state.dispatcher();
        Callback::from(move |event| dispatcher.dispatch(event))
    };
    let retry = {
        let (store, name) = (props.store.clone(), player.name());
        Callback::from(move |()| store.retry(&name))
    };
    let on_key = {
        let state = state.clone();
        Callback::from(move |key: KeyboardEvent| {
            if let Some(event) = keys::player_event(&key, &state.0) {
                key.prevent_default();
                state.dispatch(event);
            }
        })
    };
    let on_toggle = Callback::from({
        let is_open = is_open.clone();
        move |event: yew::Event| {
            is_open.set(event.target_unchecked_into::<HtmlDetailsElement>().open());
        }
    });
    let title = format!("title-{}", props.index);
    html! {
        <section class="player" ref={root} data-player={player.name()}
            data-seed={player.seed().to_string()} data-running={player.running().to_string()}
            data-moves={player.cursor().to_string()} data-board={player.board().hex()}
            data-outcome={player.outcome().map_or("playing", Outcome::name)}
            aria-labelledby={title.clone()} onkeydown={on_key}>
            <header class="head">
                <h3 id={title}>{ player.title() }</h3>
                { controls::view_seed(player, props.index, &on) }
            </header>
            { board::view(player) }
            { controls::view_buttons(player, &on) }
            { status::view(player, &on, &retry) }
            { moves::view(player) }
            { chart::view(player, &on) }
            { details::view(player, *is_open, &on_toggle) }
        </section>
    }
}

/// Subscribes to the policy, and requests it when the player enters the viewport or needs it.
#[hook]
fn use_policy(props: &PlayerCardProps, state: &PlayerHandle, root: &NodeRef) {
    let name = state.0.name();
    {
        let (store, name, root) = (props.store.clone(), name.clone(), root.clone());
        let dispatcher = state.dispatcher();
        use_effect_with((), move |()| {
            let loaded =
                Callback::from(move |load| dispatcher.dispatch(PlayerEvent::LoadChanged(load)));
            let subscription = store.subscribe(&name, &loaded);
            let observer = root.cast::<Element>().and_then(|element| {
                VisibilityObserver::observe(&element, move || store.request(&name))
            });
            move || drop((subscription, observer))
        });
    }
    let store = props.store.clone();
    use_effect_with(state.0.needs_policy(), move |&wanted| {
        if wanted {
            store.request(&name);
        }
    });
}

/// Marks the performance timeline when the first move can be shown.
#[hook]
fn use_playable_mark(state: &PlayerHandle) {
    let name = state.0.name();
    use_effect_with(state.0.last() > 0, move |&playable| {
        if playable {
            mark(&name, "playable");
        }
    });
}

/// Sends clock ticks while the player plays.
#[hook]
fn use_clock(state: &PlayerHandle) {
    let dispatcher = state.dispatcher();
    use_effect_with(state.0.tick_ms(), move |&every| {
        let interval =
            every.map(|ms| Interval::new(ms, move || dispatcher.dispatch(PlayerEvent::Tick)));
        move || drop(interval)
    });
}

/// Moves to the position that the address requests, and writes the player's position into it.
#[hook]
fn use_address(props: &PlayerCardProps, state: &PlayerHandle, root: &NodeRef) {
    {
        let (game, games, root) = (props.game, props.games.clone(), root.clone());
        let dispatcher = state.dispatcher();
        use_effect_with((), move |()| {
            let visit = move || {
                if let Ok(Some(url)) = player_url::requested(&games)
                    && url.game == game
                {
                    dispatcher.dispatch(PlayerEvent::OpenUrl(url));
                    scroll_to(&root);
                }
            };
            visit();
            let listener = address::listen(visit);
            move || drop(listener)
        });
    }
    let written = use_mut_ref(|| None);
    let player = &state.0;
    use_effect_with((player.url(), player.running()), move |(url, running)| {
        // The first position is not written, nor is each move of a running game.
        let is_known = written.borrow().as_ref().is_none_or(|written| written == url);
        if !is_known && !running {
            player_url::write(url);
        }
        if is_known || !running {
            *written.borrow_mut() = Some(url.clone());
        }
    });
}

/// Scrolls to a player after all players are rendered.
fn scroll_to(root: &NodeRef) {
    let root = root.clone();
    Timeout::new(0, move || {
        let Some(element) = root.cast::<Element>() else { return };
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Instant);
        options.set_block(ScrollLogicalPosition::Start);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    })
    .forget();
}
